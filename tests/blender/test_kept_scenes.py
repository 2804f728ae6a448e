"""Cases H1, H2, E: what is kept between picks is what is drawn, whatever has changed meanwhile.

The judge is a snapshot of a scene of which nothing is known.
"""

import ctypes
from dataclasses import fields

import bmesh
import bpy
import numpy as np
import pytest

from addon import api
from addon.scene import changes, snapshot
from addon.scene.options import EVERY_KIND, PickOptions
from addon.scene.shared_wires import IS_SHARED

from . import build, kept_scene, kinds
from .kept_scene import one_of_everything, taken, taken_anew, values, viewport


def obj(name):
    return bpy.data.objects[name]


def layer():
    return bpy.context.view_layer


def layer_collection(name):
    return layer().layer_collection.children[name]


def put(path, /, **settings):
    """A change that gives an object, or what of it the path names, other settings."""

    def change():
        owner = obj(path.split(".")[0])
        for part in path.split(".")[1:]:
            owner = getattr(owner, part)
        for setting, value in settings.items():
            setattr(owner, setting, value)

    return change


def act(mode="OBJECT", active="Cube", then=None):
    """A change made with an operator, or of the mode."""

    def change():
        layer().objects.active = obj(active)
        obj(active).select_set(True)
        bpy.ops.object.mode_set(mode=mode)
        if then is not None:
            then()

    return change


def raise_vertices():
    for vertex in obj("Cube").data.vertices:
        vertex.co.z += 0.5
    obj("Cube").data.update()


def raise_in_edit_mode():
    mesh = obj("Cube").data
    for vertex in bmesh.from_edit_mesh(mesh).verts:
        vertex.co.z += 0.5
    bmesh.update_edit_mesh(mesh)


def hide_face():
    mesh = obj("Cube").data
    edited = bmesh.from_edit_mesh(mesh)
    edited.faces.ensure_lookup_table()
    edited.faces[0].hide_set(True)
    bmesh.update_edit_mesh(mesh)


def add_cube():
    build.cube("New", 0.4, (0, 0, 3))


def mirror_image():
    obj("Image").rotation_euler = (0.0, 3.0, 0.0)


def new_view_layer():
    made = bpy.context.scene.view_layers.new("Other")
    bpy.context.window.view_layer = made
    made.layer_collection.children["Box"].exclude = True


def other_scene():
    made = bpy.data.scenes.new("Other")
    made.collection.objects.link(obj("Cube"))
    bpy.context.window.scene = made


def save_and_load(tmp_path):
    path = str(tmp_path / "kept.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    obj("Cube").location.z = 2.0
    bpy.ops.wm.open_mainfile(filepath=path)
    obj("Twin").location.z = 2.0


def undo():
    bpy.ops.ed.undo_push(message="before")
    obj("Cube").location.z = 2.0
    obj("Twin").data.vertices[0].co.z = 5.0
    bpy.ops.ed.undo_push(message="after")
    build.pick_down()
    bpy.ops.ed.undo()


def redo():
    undo()
    build.pick_down()
    bpy.ops.ed.redo()


def cull_by_material():
    bpy.data.materials["Paint"].use_backface_culling = True


def delete_by_operator():
    bpy.ops.object.select_all(action="DESELECT")
    obj("Twin").select_set(True)
    bpy.ops.object.delete()


def move_bone():
    bones = obj("Armature").data.edit_bones
    bones[0].tail = (1.0, 0.0, 2.0)


def pose_bone():
    obj("Armature").pose.bones[0].rotation_quaternion = (0.7, 0.7, 0.0, 0.0)


def shape_bone():
    obj("Armature").pose.bones[0].custom_shape = obj("Cutter")


def hide_bone():
    bones = obj("Armature").pose.bones if bpy.app.version >= (5, 0) else obj("Armature").data.bones
    bones[0].hide = True


def add_geometry_nodes():
    group = bpy.data.node_groups.new("Nodes", "GeometryNodeTree")
    group.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    made = group.nodes.new("GeometryNodeMeshIcoSphere")
    group.links.new(made.outputs[0], group.nodes.new("NodeGroupOutput").inputs[0])
    obj("Twin").modifiers.new("Nodes", "NODES").node_group = group


def change_geometry_nodes():
    add_geometry_nodes()
    build.pick_down()
    bpy.data.node_groups["Nodes"].nodes[0].inputs["Radius"].default_value = 2.0


def add_fur():
    settings = obj("Cube").modifiers.new("Fur", "PARTICLE_SYSTEM").particle_system.settings
    settings.type, settings.count = "HAIR", 20


def change_fur():
    add_fur()
    build.pick_down()
    obj("Cube").particle_systems[0].settings.hair_length = 2.0


def emit():
    settings = obj("Cube").modifiers.new("Sparks", "PARTICLE_SYSTEM").particle_system.settings
    settings.type, settings.count, settings.frame_end = "EMITTER", 20, 5
    bpy.context.scene.frame_set(3)
    build.pick_down()
    for frame in range(4, 8):
        bpy.context.scene.frame_set(frame)


def move_parent_of_strokes():
    _, drawn = kinds.strokes()
    drawn.parent = obj("Twin")
    taken(viewport())
    obj("Twin").location.z = 2.0


def toggle(name, operator):
    """Run an operator on an object by itself, which neither the selection nor the mode is changed for."""
    with bpy.context.temp_override(object=obj(name), active_object=obj(name)):
        operator()


def force_field(name):
    toggle(name, bpy.ops.object.forcefield_toggle)


def add_rigid_body():
    toggle("Twin", bpy.ops.rigidbody.object_add)
    obj("Twin").rigid_body.collision_shape = "BOX"


def mist():
    bpy.context.scene.world = bpy.data.worlds.new("World")
    obj("Camera").data.show_mist = True
    taken(viewport())
    bpy.context.scene.world.mist_settings.start = 3.0


def strengthen():
    act("OBJECT", "Parent", bpy.ops.object.forcefield_toggle)()
    obj("Parent").field.type = "WIND"
    build.pick_down()
    obj("Parent").field.strength = 5.0


def key_shape():
    cube = obj("Cube")
    cube.shape_key_add(name="Basis")
    cube.shape_key_add(name="High").data[0].co.z = 4.0
    cube.data.shape_keys.key_blocks["High"].value = 0.0
    build.pick_down()
    cube.data.shape_keys.key_blocks["High"].value = 1.0


def drive():
    """Moves the lattice as well."""
    obj("Cube").location.x = -1.0


def animate_display():
    cube = obj("Cube")
    for frame, is_shown in ((1, False), (5, True)):
        cube.show_in_front = is_shown
        cube.keyframe_insert("show_in_front", frame=frame)
        cube.hide_viewport = False
    bpy.context.scene.frame_set(1)
    build.pick_down()
    bpy.context.scene.frame_set(7)


def animate_hiding():
    cube = obj("Cube")
    for frame, is_hidden in ((1, False), (5, True)):
        cube.hide_viewport = is_hidden
        cube.keyframe_insert("hide_viewport", frame=frame)
    bpy.context.scene.frame_set(1)
    build.pick_down()
    bpy.context.scene.frame_set(7)


def animate_mesh():
    mesh = obj("Cube").data
    for frame, height in ((1, 1.0), (5, 3.0)):
        mesh.vertices[0].co.z = height
        mesh.vertices[0].keyframe_insert("co", frame=frame)
    bpy.context.scene.frame_set(1)
    build.pick_down()
    bpy.context.scene.frame_set(7)


def unlink_child():
    child = obj("Child")
    bpy.context.scene.collection.objects.unlink(child)


def instance_verts():
    obj("Child").parent = obj("Cube")
    obj("Cube").instance_type = "VERTS"


def move_instanced_child():
    instance_verts()
    build.pick_down()
    obj("Child").scale = (2.0, 2.0, 2.0)


def set_background():
    made = bpy.data.scenes.new("Set")
    made.collection.objects.link(bpy.data.objects.new("In the Set", obj("Cutter").data))
    bpy.context.scene.background_set = made


def local_collections():
    space, _, _ = build.live_view()
    space.use_local_collections = True


def nested():
    inner = build.collection("Inner", linked=False)
    build.cube("Inmost", 0.2, (1, 1, 1), inner)
    build.collection_instance("Inner Placed", inner, into=bpy.data.collections["Parts"])


def move_nested():
    nested()
    build.pick_down()
    obj("Inner Placed").location = (0, 0, 2)


def move_inmost():
    nested()
    build.pick_down()
    obj("Inmost").location = (0, 0, 2)


CHANGES = {
    # Where objects are.
    "object moved": put("Cube", location=(0, 0, 2)),
    "object mirrored": put("Twin", scale=(-1, 1, 1)),
    "object flattened": put("Twin", scale=(1, 1, 0)),
    "object nowhere": put("Twin", scale=(float("inf"), 1, 1)),
    "parent moved": put("Parent", location=(0, 0, 2)),
    "target of a constraint moved": put("Twin", location=(4, 0, 2)),
    "cutter moved": put("Cutter", location=(-3, -0.7, 0.7)),
    "camera moved": put("Camera", location=(6, 0, 3)),
    "light moved": put("Spot", location=(1, 2, 4)),
    "image moved": put("Image", location=(1, 2, 4)),
    "image turned": mirror_image,
    "empty moved": put("Parent", rotation_euler=(1, 0, 0)),
    "armature moved": put("Armature", location=(1, 2, 4)),
    "text moved": put("Text", location=(1, 2, 4)),
    "curve moved": put("Curve", location=(1, 2, 4)),
    "metaball moved": put("Ball", location=(1, 2, 4)),
    "instancer moved": put("Placed", location=(0, -3, 2)),
    "instanced object moved": put("Part", location=(0, 0, 1)),
    "instanced light moved": put("Part Light", location=(0, 0, 1)),
    "nested instancer moved": move_nested,
    "nested instance moved": move_inmost,
    "instanced child scaled": move_instanced_child,
    "driven object": drive,
    "frame": lambda: bpy.context.scene.frame_set(7),
    # What they are.
    "mesh": raise_vertices,
    "shape key": key_shape,
    "animated mesh": animate_mesh,
    "modifier added": lambda: obj("Twin").modifiers.new("Array", "ARRAY"),
    "modifier off": lambda: setattr(obj("Cut").modifiers[0], "show_viewport", False),
    "other mesh": lambda: setattr(obj("Twin"), "data", obj("Cutter").data),
    "geometry nodes added": add_geometry_nodes,
    "geometry nodes changed": change_geometry_nodes,
    "fur added": add_fur,
    "fur changed": change_fur,
    "particles at another frame": emit,
    "force field": act(then=bpy.ops.object.forcefield_toggle),
    "force field alone": lambda: force_field("Twin"),
    "force field taken away": lambda: (force_field("Twin"), taken(viewport()), force_field("Twin")),
    "force field of an instance": lambda: force_field("Part"),
    "rigid body": add_rigid_body,
    "mist": mist,
    "strength of a force field": strengthen,
    "parent of strokes moved": move_parent_of_strokes,
    "text": put("Text.data", body="other"),
    "bevel": put("Curve.data", bevel_depth=0.3),
    "curve point": lambda: setattr(obj("Curve").data.splines[0].bezier_points[1], "co", (0, 3, 0)),
    "metaball": lambda: setattr(obj("Ball").data.elements[0], "radius", 1.0),
    "lattice": put("Lattice.data", points_u=4),
    "spot": put("Spot.data", spot_size=0.2),
    "kind of light": put("Spot.data", type="SUN"),
    "camera lens": put("Camera.data", lens=20),
    "camera size": put("Camera.data", display_size=3.0),
    "camera limits": put("Camera.data", show_limits=True),
    "active camera": lambda: setattr(bpy.context.scene, "camera", None),
    "resolution": lambda: setattr(bpy.context.scene.render, "resolution_x", 500),
    "size of an empty": put("Parent", empty_display_size=3.0),
    "kind of empty": put("Parent", empty_display_type="SPHERE"),
    "bones as sticks": put("Armature.data", display_type="STICK"),
    "posed": pose_bone,
    "shape of a bone": shape_bone,
    "bone hidden": hide_bone,
    # How they are shown.
    "hidden": lambda: obj("Twin").hide_set(True),
    "disabled": put("Twin", hide_viewport=True),
    "instanced object disabled": put("Part", hide_viewport=True),
    "instancer hidden": lambda: obj("Placed").hide_set(True),
    "layer hidden": lambda: setattr(layer_collection("Box"), "hide_viewport", True),
    "layer excluded": lambda: setattr(layer_collection("Box"), "exclude", True),
    "collection disabled": lambda: setattr(bpy.data.collections["Box"], "hide_viewport", True),
    "instanced collection disabled": lambda: setattr(bpy.data.collections["Parts"], "hide_viewport", True),
    "animated hiding": animate_hiding,
    "animated display": animate_display,
    "displayed as wire": put("Twin", display_type="WIRE"),
    "displayed as bounds": put("Twin", display_type="BOUNDS"),
    "instancer displayed as wire": put("Placed", display_type="WIRE"),
    "text displayed as wire": put("Text", display_type="WIRE"),
    "in front": put("Twin", show_in_front=True),
    "instanced in front": put("Part", show_in_front=True),
    "wires": put("Twin", show_wire=True),
    "bounds": put("Twin", show_bounds=True),
    "axes": put("Twin", show_axis=True),
    "texture space": put("Twin", show_texture_space=True),
    "image frontside": put("Image", empty_image_side="BACK"),
    "image opaque": put("Image", empty_image_depth="FRONT"),
    "size of the image": lambda: bpy.data.images["Image"].scale(4, 2),
    "aspect of the image": lambda: setattr(bpy.data.images["Image"], "display_aspect", (2.0, 1.0)),
    "no image": put("Image", data=None),
    "color of the image": put("Image", color=(1, 1, 1, 0), use_empty_image_alpha=True),
    "material culls": cull_by_material,
    "other material": lambda: setattr(obj("Cube").material_slots[0], "material", None),
    "instancer hides itself": put("Placed", show_instancer_for_viewport=False),
    # What there is.
    "object renamed": put("Twin", name="Renamed"),
    "instanced object renamed": put("Part", name="Renamed"),
    "object added": add_cube,
    "object removed": lambda: bpy.data.objects.remove(obj("Twin")),
    "object deleted": delete_by_operator,
    "object unlinked": unlink_child,
    "parent set": put("Twin", parent=None),
    "child parented": lambda: setattr(obj("Twin"), "parent", obj("Cutter")),
    "other collection instanced": lambda: setattr(
        obj("Placed"), "instance_collection", bpy.data.collections["Box"]
    ),
    "nothing instanced": put("Placed", instance_type="NONE"),
    "offset of instances": lambda: setattr(bpy.data.collections["Parts"], "instance_offset", (0, 0, 1)),
    "more in the instanced collection": lambda: bpy.data.collections["Parts"].objects.link(obj("Twin")),
    "instances at vertices": instance_verts,
    "background scene": set_background,
    # Modes, with what is done in them.
    "edit mode": act("EDIT"),
    "edited mesh": act("EDIT", then=raise_in_edit_mode),
    "face hidden in edit mode": act("EDIT", then=hide_face),
    "edit mode of lines": act(
        # Not those of the context, which from then on writes into this scene, even if it is gone.
        "EDIT",
        then=lambda: setattr(bpy.context.scene.tool_settings, "mesh_select_mode", (False, True, False)),
    ),
    "left edit mode": act(
        "EDIT", then=lambda: (raise_in_edit_mode(), bpy.ops.object.mode_set(mode="OBJECT"))
    ),
    "edited armature": act("EDIT", "Armature", then=move_bone),
    "pose mode": act("POSE", "Armature", then=pose_bone),
    "edited curve": act(
        "EDIT", "Curve", lambda: setattr(obj("Curve").data.splines[0].bezier_points[1], "co", (0, 3, 0))
    ),
    "edited lattice": act("EDIT", "Lattice"),
    "sculpt mode": act("SCULPT"),
    "weight paint": act("WEIGHT_PAINT"),
    # All of it.
    "undo": undo,
    "redo": redo,
    "other view layer": new_view_layer,
    "other scene": other_scene,
}
# Nothing is drawn otherwise after these.
WITHOUT_EFFECT = {
    "force field taken away",
    "parent set",
    "other material",
    "weight paint",
    "sculpt mode",
    "undo",
}


def check(view, options=None):
    """Compare what is known now with what is seen anew; return the latter."""
    known = values(taken(view, options))
    anew = values(taken_anew(view, options))
    for part, value in anew.items():
        assert known[part] == value, part
    return anew


@pytest.mark.parametrize("name", CHANGES)
def test_h1_what_is_kept_follows(name):
    one_of_everything()
    view = viewport(culls_by_material=True)
    before = check(view)
    taken(view)
    CHANGES[name]()
    after = check(view)
    assert (after != before) == (name not in WITHOUT_EFFECT)
    # Once more, from what has just been kept.
    check(view)


def test_h1_file_loaded(tmp_path):
    one_of_everything()
    view = viewport()
    taken(view)
    save_and_load(tmp_path)
    check(view)
    assert obj("Twin").location.z == 2.0


@pytest.mark.parametrize("seed", range(6))
def test_h1_many_changes_one_after_another(seed):
    """In any order, some between picks and some without one."""
    one_of_everything()
    view = viewport(culls_by_material=True)
    taken(view)
    random = np.random.default_rng(seed)
    for name in random.permutation(sorted(CHANGES))[:30].tolist():
        if bpy.context.object is not None and bpy.context.object.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        try:
            CHANGES[name]()
        except (KeyError, IndexError, ReferenceError, RuntimeError, AttributeError):
            # What it changes is gone, or hidden.
            continue
        if random.random() < 0.7:
            check(view)
            taken(view)


def moves():
    return {
        name: CHANGES[name]
        for name in (
            *("object moved", "object mirrored", "parent moved", "target of a constraint moved"),
            *("camera moved", "light moved", "empty moved", "text moved", "curve moved"),
            *("displayed as wire", "in front", "wires", "size of an empty", "spot", "mesh", "posed"),
            *("object renamed", "camera lens", "cutter moved", "driven object", "image moved"),
        )
    }


@pytest.mark.parametrize("name", moves())
def test_h1_what_changes_a_few_objects_puts_nothing_together_anew(name):
    one_of_everything()
    view = viewport()
    taken(view)
    count = snapshot.Snapshot.enumeration_count
    CHANGES[name]()
    taken(view)
    assert snapshot.Snapshot.enumeration_count == count


def test_h1_a_moved_instancer_of_meshes_puts_nothing_together_anew():
    one_of_everything()
    bpy.data.objects.remove(obj("Part Light"))
    view = viewport()
    before = values(taken(view))
    count = snapshot.Snapshot.enumeration_count
    obj("Placed").location.z = 2.0
    after = values(taken(view))
    assert snapshot.Snapshot.enumeration_count == count
    assert before != after == values(taken_anew(view))


def test_h1_selection_draws_nothing_else():
    one_of_everything()
    view = viewport()
    drawn = taken(view)
    # Where instances share their edges, these depend on it.
    placing = drawn._found.placing_uids if IS_SHARED else ()
    count = snapshot.Snapshot.enumeration_count
    for one in layer().objects:
        if one.session_uid not in placing:
            one.select_set(True)
            taken(view)
    assert snapshot.Snapshot.enumeration_count == count


def test_h1_a_hundred_picks_of_an_unchanged_scene_read_and_enumerate_once():
    one_of_everything()
    view = viewport()
    api.pick(view, (300, 300))
    read, count = snapshot.store.extraction_count, snapshot.Snapshot.enumeration_count
    for number in range(100):
        pixel = (200 + 4 * number, 300)
        api.pick(view, pixel)
        api.pick_all(view, pixel)
    rays = kept_scene._rays()
    api.cast_rays(rays.origins, rays.directions, viewport=view, options=PickOptions(kinds=EVERY_KIND))
    assert snapshot.store.extraction_count == read
    # Rays meet faces alone, which is another thing to put together.
    assert snapshot.Snapshot.enumeration_count == count + 1


def test_h1_a_moved_mesh_is_not_read_again_and_a_changed_one_alone_is():
    one_of_everything()
    view = viewport()
    taken(view)
    read = snapshot.store.extraction_count
    obj("Cutter").location.x = 7.0
    taken(view)
    # What it cuts is another mesh now.
    assert snapshot.store.extraction_count == read + 1
    obj("Twin").location.x = 7.0
    taken(view)
    assert snapshot.store.extraction_count == read + 1


@pytest.mark.parametrize(
    "settings",
    (
        {"hidden_types": {"MESH"}},
        {"hidden_kinds": {"ICON", "EMPTY"}},
        {"shading": "WIREFRAME"},
        {"is_xray": True},
        {"shows_wires": True},
        {"shows_extras": False},
        {"cull_backfaces": True},
        {"culls_by_material": True},
        {"draws_every_face": True},
        {"shown_uids": set()},
        {"curve_handles": "ALL"},
        {"onion_skins": "ALL"},
        {"bones_in_front": True},
    ),
    ids=str,
)
def test_e_two_viewports_have_each_their_own(settings):
    one_of_everything()
    obj("Cut").display_type = "WIRE"
    cull_by_material()
    views = viewport(), viewport(**settings)
    seen = [values(taken_anew(view)) for view in views]
    count = snapshot.Snapshot.enumeration_count
    for _ in range(3):
        for view, wanted in zip(views, seen, strict=True):
            assert values(taken(view)) == wanted
    assert snapshot.Snapshot.enumeration_count <= count + 1
    obj("Cube").location.z = 1.0
    for view in views:
        check(view)


@pytest.mark.parametrize(
    "settings",
    (
        {"kinds": {"FACE"}},
        {"include_hidden": True},
        {"ignored": ("Twin",)},
        {"ignored": (lambda one: one.object_name == "Twin",)},
        {"click_through": ("Twin",)},
        {"click_through": ("Box",)},
        {"selectable_only": True},
        {"geometry": "ORIGINAL"},
        {"geometry": "CAGE"},
        {"true_radius": True},
    ),
    ids=str,
)
def test_h1_options_have_each_their_own(settings):
    one_of_everything()
    obj("Twin").hide_select = True
    view, options = viewport(), PickOptions(**settings)
    plain = values(taken_anew(view))
    chosen = values(taken_anew(view, options))
    for _ in range(2):
        assert values(taken(view)) == plain
        assert values(taken(view, options)) == chosen
    obj("Twin").location.z = 2.0
    check(view, options)
    bpy.data.collections["Box"].name = "Renamed"
    obj("Twin").name = "Other"
    check(view, options)


def test_e_images_follow_the_view():
    one_of_everything()
    front, back = viewport(), build.view_from((0, 0, -9), (0, 0, 0))
    for view in (front, back, front):
        check(view)
    taken(front)
    count = snapshot.Snapshot.enumeration_count
    known = values(taken(back))
    assert snapshot.Snapshot.enumeration_count == count
    assert known == values(taken_anew(back))


def test_e_two_scenes_are_kept_apart():
    one_of_everything()
    other_scene()
    first, second = (viewport(scene=name) for name in ("Scene", "Other"))
    assert len(taken(second).instances) == 1 < len(taken(first).instances)
    obj("Cube").location.z = 3.0
    check(first)
    taken(first)
    taken(second)
    raise_vertices()
    for view in (first, second):
        known = values(taken(view))
        assert known == values(taken_anew(view))


def test_e_the_dependency_graph_belongs_to_the_scene_that_is_there():
    """That of the context belongs to the one whose tool settings were read from there last, even if it is gone."""
    assert taken(viewport()).depsgraph.id_data == bpy.context.scene


def test_e_hidden_objects_in_a_local_view_follow(two_cubes):
    small, big = two_cubes
    space, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location = (0.1, 0.13, 0)
    middle = api.viewport().size_px / 2
    assert api.pick(api.viewport(), middle).object == big
    big.hide_set(True)
    assert api.pick(api.viewport(), middle).object == small
    big.hide_set(False)
    space.show_object_viewport_mesh = False
    assert api.pick(api.viewport(), middle) is None
    space.show_object_viewport_mesh = True
    space.overlay.show_overlays = False
    big.display_type = "WIRE"
    assert api.pick(api.viewport(), middle).object == small


def test_sculpted_surface_follows_without_an_update_tag():
    one_of_everything()
    act("SCULPT")()
    view = viewport()
    before = values(taken(view))
    positions = obj("Cube").data.attributes["position"].data
    count = len(positions) * 3
    # As strokes do, past all that could tell of it.
    memory = (ctypes.c_float * count).from_address(positions[0].as_pointer())
    memory[2:count:3] = [height + 1.0 for height in memory[2:count:3]]
    known = values(taken(view))
    anew = values(taken_anew(view))
    assert known["instances"] == anew["instances"] != before["instances"]


def test_selected_handles_follow_without_an_update_tag():
    one_of_everything()
    act("EDIT", "Curve")()
    view = viewport(curve_handles="SELECTED")
    taken(view)
    points = obj("Curve").data.splines[0].bezier_points
    for point in points:
        point.select_control_point = point.select_left_handle = point.select_right_handle = False
    before = values(taken(view))
    points[0].select_control_point = points[0].select_right_handle = True
    after = values(taken(view))
    assert before != after == values(taken_anew(view))


def test_h6_of_an_animation_that_plays_only_some_frames_are_looked_at(monkeypatch):
    """Else an add-on that nobody uses would slow down each frame of a large scene."""
    monkeypatch.setattr(changes, "_LOOKED_AT_MAX", 20)
    one_of_everything()
    view = viewport()
    taken(view)
    (marks,) = (drawn._marks for drawn in snapshot.cache._kept.values())
    frames = iter(range(2, 100))
    while not marks.everything:
        bpy.context.scene.frame_set(next(frames))
    assert next(frames) > 3
    moved = set(marks.moved_uids), set(marks.touched_uids)
    for frame in range(100, 110):
        bpy.context.scene.frame_set(frame)
    assert moved == (marks.moved_uids, marks.touched_uids)
    check(view)


def test_every_setting_decides_what_is_drawn_or_is_asked_at_each_pick():
    """Whoever adds one has to say which: what is kept must not outlast a change of it."""
    asked = {"view", "projection", "size_px", "clip_start", "clip_end", "clip_planes", "ui_scale"}
    in_key = {"scene", "view_layer", *snapshot._OF_VIEWPORT}
    assert {one.name for one in fields(api.Viewport)} == asked | in_key
    asked = {"tolerance_px", "snap", "ignore_clipping", "true_depth", "see_through", "min_distance"}
    assert {one.name for one in fields(PickOptions)} == asked | set(snapshot._OF_OPTIONS)


def test_nothing_is_kept_after_release():
    one_of_everything()
    taken(viewport())
    api.release()
    assert api.cached_bytes() == 0 and not snapshot.cache.keys_in_use
