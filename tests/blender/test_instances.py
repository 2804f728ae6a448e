"""Cases D: which instance, of what; and what is read again when."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene import changes, snapshot
from addon.scene.drawn_parts import DrawnParts

from . import build


def source_collection(name):
    source = build.collection(name, linked=False)
    build.cube(f"Inside {name}", collection=source)
    return source


def test_d1_instances_show_whether_their_source_is_excluded_hidden_or_in_no_scene():
    excluded, by_eye, nowhere, no_monitor = (
        source_collection(name) for name in ("excluded", "eye", "nowhere", "monitor")
    )
    scene = bpy.context.scene
    for source in (excluded, by_eye, no_monitor):
        scene.collection.children.link(source)
    layers = bpy.context.view_layer.layer_collection.children
    for number, source in enumerate((excluded, by_eye, nowhere, no_monitor)):
        source.objects[0].location.x = 1000.0
        build.collection_instance(f"Instance of {source.name}", source, location=(10 * number - 1000.0, 0, 0))
    layers["excluded"].exclude = True
    layers["eye"].hide_viewport = True
    no_monitor.hide_viewport = True
    found = [build.pick_down(eye=(10 * number + 0.1, 0.13, 100)) for number in range(4)]
    assert [pick and pick.object_name for pick in found] == [
        "Inside excluded",
        "Inside eye",
        "Inside nowhere",
        None,
    ]
    assert all(
        pick.is_instance and pick.instancer_path == (f"Instance of {pick.object_name[7:]}",)
        for pick in found[:3]
    )


def test_d2_nested_collection_instances_name_the_whole_path():
    inner, middle = build.collection("inner", linked=False), build.collection("middle", linked=False)
    build.cube("Source", collection=inner)
    text = bpy.data.curves.new("Text", "FONT")
    text.body = "I"
    build.link(bpy.data.objects.new("Text", text), inner)
    build.collection_instance("Middle empty", inner, location=(3, 0, 0), into=middle)
    build.collection_instance("Second middle empty", inner, location=(13, 0, 0), into=middle)
    build.collection_instance("Outer empty", middle, location=(0, 5, 0))
    pick = build.pick_down(eye=(3.1, 5.13, 100), kinds={"FACE"})
    assert pick.object_name == "Source"
    assert pick.instancer_path == ("Outer empty", "Middle empty")
    assert pick.matrix_world[:3, 3].tolist() == [3, 5, 0]
    other = build.pick_down(eye=(13.1, 5.13, 100), kinds={"FACE"})
    assert other.instancer_path == ("Outer empty", "Second middle empty")
    assert other.persistent_id != pick.persistent_id
    assert pick.object == bpy.data.objects["Source"]
    assert pick.selectable_object == bpy.data.objects["Outer empty"]
    pick.selectable_object.select_set(True)


def test_instancers_that_are_not_shown_leave_their_instances_in_place():
    source = build.collection("source", linked=False)
    build.cube("Source", collection=source)
    instancers = [build.collection_instance(f"Empty {i}", source, location=(10 * i, 0, 0)) for i in range(4)]
    build.update()
    for instancer in instancers:
        instancer.show_instancer_for_viewport = False
    for number in range(4):
        pick = build.pick_down(eye=(10 * number + 0.1, 0.13, 100))
        assert pick.instancer_path == (f"Empty {number}",)
        assert pick.matrix_world[0, 3] == 10 * number


def test_d2_text_inside_an_instance_is_an_instance_once():
    inner = build.collection("inner", linked=False)
    text = bpy.data.curves.new("Text", "FONT")
    text.body, text.size = "I", 10.0
    build.link(bpy.data.objects.new("Text", text), inner)
    build.collection_instance("Empty", inner)
    build.link(bpy.data.objects.new("Plain", text)).location.x = 20.0
    build.update()
    hits = api.cast_rays([(0, 0, 100)], [(0, 0, -1)])
    assert sorted((one.object_name, one.is_instance, one.instancer_path) for one in hits.instances) == [
        ("Plain", False, ()),
        ("Text", True, ("Empty",)),
    ]


def test_d4_moved_instancer_is_picked_at_its_new_place_and_nothing_is_read_again():
    source = build.collection("source", linked=False)
    build.cube("Source", collection=source)
    empty = build.collection_instance("Empty", source)
    assert build.pick_down().object_name == "Source"
    read = snapshot.store.extraction_count
    empty.location.x = 100.0
    build.update()
    assert build.pick_down() is None
    assert build.pick_down(eye=(100.1, 0.13, 100)).location == pytest.approx((100.1, 0.13, 1.0))
    assert snapshot.store.extraction_count == read


def test_a_changed_mesh_is_read_again_and_only_that():
    changed, kept = build.cube("Changed"), build.cube("Kept", location=(10, 0, 0))
    assert build.pick_down().location[2] == 1.0
    read = snapshot.store.extraction_count
    for vertex in changed.data.vertices:
        vertex.co.z += 1.0
    changed.data.update()
    assert build.pick_down().location[2] == 2.0
    assert build.pick_down(eye=(10.1, 0.13, 100)).object_name == kept.name
    assert snapshot.store.extraction_count == read + 1


def test_linked_duplicates_share_one_extraction_and_a_modifier_ends_that():
    first = build.cube("First")
    second = build.link(bpy.data.objects.new("Second", first.data))
    second.location.x = 10.0
    read = snapshot.store.extraction_count
    build.pick_down()
    assert snapshot.store.extraction_count == read + 1
    second.modifiers.new("Array", "ARRAY").constant_offset_displace = (0, 0, 0)
    assert build.pick_down(eye=(12.1, 0.13, 100)).object_name == "Second"
    assert build.pick_down(eye=(2.1, 0.13, 100)) is None


def test_animated_deformation_is_followed_over_frames():
    cube = build.cube()
    cube.shape_key_add(name="Basis")
    key = cube.shape_key_add(name="Up")
    for point in key.data:
        point.co.z += 10.0
    for frame, value in ((1, 0.0), (11, 1.0)):
        key.value = value
        key.keyframe_insert("value", frame=frame)
    heights = []
    for frame in (1, 11, 1):
        bpy.context.scene.frame_set(frame)
        heights.append(build.pick_down().location[2])
    assert heights == pytest.approx([1.0, 11.0, 1.0])


def test_undo_brings_back_the_old_surface():
    cube = build.cube()
    bpy.ops.ed.undo_push(message="before")
    assert build.pick_down().location[2] == 1.0
    for vertex in cube.data.vertices:
        vertex.co.z += 1.0
    cube.data.update()
    bpy.ops.ed.undo_push(message="raised")
    assert build.pick_down().location[2] == 2.0
    bpy.ops.ed.undo()
    assert build.pick_down().location[2] == 1.0


def test_changes_are_learnt_from_edits_frames_undo_and_files():
    cube = build.cube()
    cube.shape_key_add(name="Basis")
    key = cube.shape_key_add(name="Up")
    for frame, value in ((1, 0.0), (11, 1.0)):
        key.value = value
        key.keyframe_insert("value", frame=frame)
    bpy.ops.ed.undo_push(message="before")
    build.pick_down()
    assert changes.take_changes() == set()
    bpy.context.scene.frame_set(11)
    assert cube.session_uid in changes.take_changes()
    cube.data.update()
    build.update()
    assert {cube.session_uid, cube.data.session_uid} <= changes.take_changes()
    bpy.ops.ed.undo_push(message="after")
    bpy.ops.ed.undo()
    assert changes.take_changes() is None
    bpy.ops.ed.redo()
    assert changes.take_changes() is None
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert changes.take_changes() is None


def test_d8_a_pick_holds_no_blender_memory():
    source = build.collection("source", linked=False)
    build.cube("Source", collection=source)
    build.collection_instance("Empty", source)
    pick = build.pick_down()
    kept = list(pick.__dict__.values())
    while kept:
        value = kept.pop()
        if isinstance(value, (tuple, list)):
            kept.extend(value)
        elif isinstance(value, dict):
            kept.extend((*value.keys(), *value.values()))
        else:
            assert value is None or isinstance(value, (str, int, float, bool, np.ndarray, np.bool_))
    matrix = pick.matrix_world.copy()
    bpy.data.objects["Empty"].location.x = 50.0
    build.update()
    assert (pick.matrix_world == matrix).all()


def geometry_nodes(obj, build_tree):
    tree = bpy.data.node_groups.new("Nodes", "GeometryNodeTree")
    for direction in ("INPUT", "OUTPUT"):
        tree.interface.new_socket("Geometry", in_out=direction, socket_type="NodeSocketGeometry")
    source, target = tree.nodes.new("NodeGroupInput"), tree.nodes.new("NodeGroupOutput")
    build_tree(tree, source.outputs[0], target.inputs[0])
    obj.modifiers.new("Nodes", "NODES").node_group = tree


def test_d11_geometry_nodes_instances_of_an_object_and_of_raw_geometry():
    source = build.cube("Source", location=(500, 0, 0))
    points = build.mesh_object("Points", [(0, 0, 0), (10, 0, 0), (20, 0, 0)], [])

    def tree(tree, geometry, output):
        on_points = tree.nodes.new("GeometryNodeInstanceOnPoints")
        sphere = tree.nodes.new("GeometryNodeMeshUVSphere")
        info = tree.nodes.new("GeometryNodeObjectInfo")
        info.inputs["Object"].default_value, info.inputs["As Instance"].default_value = source, True
        join = tree.nodes.new("GeometryNodeJoinGeometry")
        shift = tree.nodes.new("GeometryNodeTransform")
        shift.inputs["Translation"].default_value = (0, 30, 0)
        tree.links.new(geometry, on_points.inputs["Points"])
        tree.links.new(sphere.outputs["Mesh"], on_points.inputs["Instance"])
        tree.links.new(on_points.outputs[0], join.inputs[0])
        tree.links.new(info.outputs["Geometry"], shift.inputs["Geometry"])
        tree.links.new(shift.outputs[0], join.inputs[0])
        tree.links.new(join.outputs[0], output)

    geometry_nodes(points, tree)
    raw = [build.pick_down(eye=(10 * number + 0.1, 0.13, 100)) for number in range(3)]
    assert [pick.object_name for pick in raw] == ["Points"] * 3
    assert all(pick.is_instance and pick.instancer_path == ("Points",) for pick in raw)
    assert len({pick.persistent_id for pick in raw}) == 3
    placed = build.pick_down(eye=(0.1, 30.13, 100))
    assert (placed.object_name, placed.instancer_path) == ("Source", ("Points",))


def test_what_instances_are_drawn_as_is_worked_out_once_for_all_that_are_alike(monkeypatch):
    points = build.mesh_object("Points", [(3.0 * number, 0.0, 0.0) for number in range(50)], [])
    points.instance_type = "VERTS"
    part = build.cube("Part")
    part.parent = points
    worked_out, shown_part = [], DrawnParts.shown_part

    def counted(parts, shape, item, *others):
        worked_out.append(item.object.name)
        return shown_part(parts, shape, item, *others)

    monkeypatch.setattr(DrawnParts, "shown_part", counted)
    found = [build.pick_down(eye=(3.0 * number + 0.2, 0.13, 100), kinds={"FACE"}) for number in range(50)]
    assert [pick.persistent_id for pick in found] == [(number,) for number in range(50)]
    assert all(pick.matrix_world[0, 3] == 3.0 * number for number, pick in enumerate(found))
    # Itself, and the first that is placed.
    assert worked_out.count("Part") <= 2
    worked_out.clear()
    # Where they are is part of what is drawn of a force field.
    part.select_set(True)
    bpy.context.view_layer.objects.active = part
    bpy.ops.object.forcefield_toggle()
    build.pick_down(eye=(0.2, 0.13, 100))
    assert worked_out.count("Part") >= 50
