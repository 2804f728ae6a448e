"""Case E5: hidden objects are picked on request."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix

from addon import api
from addon.scene import snapshot

from . import build, kinds
from .test_visibility import HIDING

NOT_EVALUATED = {"hide_viewport", "collection monitor", "exclude"}


@pytest.mark.parametrize("way", HIDING)
def test_e5_hidden_objects_are_picked_on_request(two_cubes, way):
    big = two_cubes[1]
    thicker = big.modifiers.new("Thicker", "SOLIDIFY")
    thicker.offset, thicker.use_even_offset = 1.0, True
    HIDING[way](big)
    counts = [len(data) for data in (bpy.data.objects, bpy.data.meshes)]
    assert build.pick_down().object_name == "Small"
    pick = build.pick_down(include_hidden=True)
    assert (pick.object_name, pick.object, pick.is_instance) == ("Big", big, False)
    # The modifier adds a hundredth.
    assert pick.location[2] == pytest.approx(2.0 if way in NOT_EVALUATED else 2.01)
    assert (pick.stale is not None) is (way in NOT_EVALUATED)
    assert (pick.original_face_index == pick.face_index) is (way in NOT_EVALUATED)
    assert not big.visible_get() and [len(data) for data in (bpy.data.objects, bpy.data.meshes)] == counts
    miss = api.why_missed(
        build.view_down(eye=(1.5, 1.5, 100)), build.MIDDLE_PX, options=api.PickOptions(include_hidden=True)
    )
    assert str(miss) == "Not a miss: Big is there"
    hits = api.cast_rays([(1.5, 1.5, 9)], [(0, 0, -1)], options=api.PickOptions(include_hidden=True))
    assert hits.instances[hits.instance_index[0]].object_name == "Big"


@pytest.mark.parametrize("way", sorted(NOT_EVALUATED))
def test_e5_edits_of_what_is_not_evaluated_are_seen_and_parents_place_it(two_cubes, way):
    big = two_cubes[1]
    HIDING[way](big)
    assert build.pick_down(include_hidden=True).location[2] == pytest.approx(2.0)
    for vertex in big.data.vertices:
        vertex.co.z += 1.0
    assert build.pick_down(include_hidden=True).location[2] == pytest.approx(3.0)
    big.parent = build.link(bpy.data.objects.new("Parent", None))
    big.matrix_parent_inverse = Matrix.Translation((0, 0, 10))
    big.parent.location.z = -6.0
    big.location.z = 0.5
    build.update()
    pick = build.pick_down(include_hidden=True, kinds={"FACE"})
    assert pick.location == pytest.approx((0.1, 0.13, 7.5))
    assert pick.location_local == pytest.approx((0.1, 0.13, 3.0))
    assert pick.original_face_index == pick.face_index
    read = snapshot.store.extraction_count
    build.pick_down(include_hidden=True)
    assert snapshot.store.extraction_count == read
    corners = [tuple(vertex.co) for vertex in big.data.vertices]
    big.data.clear_geometry()
    big.data.from_pydata(corners, [], [(0, 2, 6, 4)])
    assert build.pick_down(include_hidden=True).location[2] == pytest.approx(3.5)


def of_kind(kind):
    adders = {
        "CURVE": lambda: bpy.ops.curve.primitive_bezier_circle_add(radius=1.0),
        "FONT": lambda: bpy.ops.object.text_add(location=(1.0, 1.0, 0.0)),
        "META": lambda: bpy.ops.object.metaball_add(radius=4.0),
        "ARMATURE": bpy.ops.object.armature_add,
        "LIGHT": bpy.ops.object.light_add,
        "LATTICE": lambda: bpy.ops.object.add(type="LATTICE"),
        "EMPTY": bpy.ops.object.empty_add,
    }
    adders[kind]()
    obj = bpy.context.object
    if kind == "CURVE":
        obj.data.bevel_depth = 0.95
    if kind == "FONT":
        obj.data.body, obj.data.size, obj.data.align_x, obj.data.align_y = "I", 10.0, "CENTER", "CENTER"
    bpy.context.scene.collection.objects.unlink(obj)
    build.collection("Bigs").objects.link(obj)
    return obj


@pytest.mark.parametrize("way", HIDING)
@pytest.mark.parametrize("kind", ("CURVE", "FONT", "META", "ARMATURE", "LIGHT", "LATTICE", "EMPTY"))
def test_e5_hidden_objects_of_every_kind(kind, way):
    obj = of_kind(kind)
    viewport = build.view_from((1.0, 1.0, 50.0), (1.0, 1.0, 0.0))
    shown = api.pick(viewport, build.MIDDLE_PX, options=api.PickOptions(tolerance_px=100))
    assert shown.object == obj
    HIDING[way](obj)
    options = api.PickOptions(tolerance_px=100, include_hidden=True)
    pick = api.pick(viewport, build.MIDDLE_PX, options=options)
    if kind == "META" and way in NOT_EVALUATED:
        # Blender makes the surface of metaballs only while it evaluates them.
        assert pick is None and api.why_missed(viewport, build.MIDDLE_PX, options=options).skipped == {
            "STALE": 1
        }
    else:
        assert (pick.object, pick.kind, pick.index) == (obj, shown.kind, shown.index)
        assert pick.location == pytest.approx(shown.location, abs=1e-5)


def test_e5_what_is_outside_the_local_view_or_filtered_by_type_counts_as_hidden(two_cubes):
    small, big = two_cubes
    space, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location = (0.1, 0.13, 0)
    small.select_set(True)
    big.select_set(False)
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)
    middle = api.viewport().size_px / 2
    options = api.PickOptions(include_hidden=True)
    assert [api.pick(api.viewport(), middle, options=one).object_name for one in (None, options)] == [
        "Small",
        "Big",
    ]
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)
    space.show_object_viewport_mesh = False
    assert api.pick(api.viewport(), middle) is None
    assert api.pick(api.viewport(), middle, options=options).object_name == "Big"


@pytest.mark.parametrize("way", HIDING)
def test_e5_what_hidden_instancers_of_collections_place(way):
    inner, outer = build.collection("inner", linked=False), build.collection("outer", linked=False)
    build.cube("Disabled", 5.0, collection=inner).hide_viewport = True
    build.cube("Source", collection=inner).location.x = 1.0
    inner.instance_offset = (1.0, 0.0, 0.0)
    build.collection_instance("Inner empty", inner, location=(0, 5, 0), into=outer)
    empty = build.collection_instance("Outer empty", outer, into=build.collection("Bigs"))
    empty.location.z = 3.0
    empty.rotation_euler.z = np.pi / 2
    shown = build.pick_down(eye=(-5.1, 0.13, 100), kinds={"FACE"})
    HIDING[way](empty)
    assert build.pick_down(eye=(-5.1, 0.13, 100)) is None
    pick = build.pick_down(eye=(-5.1, 0.13, 100), include_hidden=True, kinds={"FACE"})
    assert (pick.object_name, pick.instancer_path) == ("Source", ("Outer empty", "Inner empty"))
    assert pick.persistent_id == shown.persistent_id == (1, 0)
    assert pick.location == pytest.approx((-5.1, 0.13, 4.0), abs=1e-5)
    assert pick.location_local == pytest.approx(shown.location_local, abs=1e-5)
    options = {"include_hidden": True, "ignored": "Outer empty"}
    assert build.pick_down(eye=(-5.1, 0.13, 100), **options) is None


def test_e5_what_is_ignored_stays_so_when_hidden(two_cubes):
    HIDING["hide_set"](two_cubes[1])
    assert build.pick_down(include_hidden=True, ignored=("Big",)).object_name == "Small"
    options = api.PickOptions(include_hidden=True, ignored=("Big",))
    miss = api.why_missed(build.view_down(eye=(1.5, 1.5, 100)), build.MIDDLE_PX, options=options)
    assert miss.skipped == {"FILTERED": 1}


@pytest.mark.parametrize("way", HIDING)
@pytest.mark.parametrize("kind", ("MESH", "CURVE", "META"))
def test_e5_nothing_is_changed_or_told_to_handlers(kind, way):
    obj = build.cube("Big", 2.0, collection=build.collection("Bigs")) if kind == "MESH" else of_kind(kind)
    HIDING[way](obj)
    build.update()
    build.pick_down(include_hidden=True)
    told = []
    handlers = bpy.app.handlers.depsgraph_update_post
    handlers.append(lambda *_arguments: told.append(1))
    blocks = [len(data) for data in (bpy.data.objects, bpy.data.meshes, bpy.data.curves, bpy.data.metaballs)]
    state = (obj.hide_get(), obj.hide_viewport, obj.select_get(), obj.mode, bpy.context.mode)
    try:
        for _ in range(20):
            build.pick_down(include_hidden=True)
    finally:
        handlers.pop()
    assert told == []
    assert state == (obj.hide_get(), obj.hide_viewport, obj.select_get(), obj.mode, bpy.context.mode)
    assert blocks == [
        len(data) for data in (bpy.data.objects, bpy.data.meshes, bpy.data.curves, bpy.data.metaballs)
    ]


def test_e5_what_is_evaluated_while_hidden_is_read_once(two_cubes):
    HIDING["hide_set"](two_cubes[1])
    build.pick_down(include_hidden=True)
    read = snapshot.store.extraction_count
    for _ in range(5):
        build.pick_down(include_hidden=True)
    assert snapshot.store.extraction_count == read
    for vertex in two_cubes[1].data.vertices:
        vertex.co.z += 1.0
    two_cubes[1].data.update()
    assert build.pick_down(include_hidden=True).location[2] == pytest.approx(3.0)


@pytest.mark.parametrize("way", HIDING)
def test_e5_hidden_emitters_of_hair_raise_nothing(way):
    emitter = build.cube("Big", 2.0, collection=build.collection("Bigs"))
    emitter.modifiers.new("Hair", "PARTICLE_SYSTEM")
    settings = emitter.particle_systems[0].settings
    settings.type, settings.count, settings.hair_length = "HAIR", 50, 1.0
    build.update()
    HIDING[way](emitter)
    for options in ({}, {"kinds": {"FACE"}}, {"tolerance_px": 100}):
        assert build.pick_down(include_hidden=True, **options).object == emitter


@pytest.mark.parametrize("way", HIDING)
def test_e5_hidden_meshes_have_their_wires(two_cubes, way):
    """A mesh that is not evaluated is read for its faces, its wires and its materials."""
    big = two_cubes[1]
    big.show_wire = True
    HIDING[way](big)
    for kind in ("EDGE", "FACE"):
        pick = build.pick_down(eye=(2.0, 0.3, 100), include_hidden=True, kinds={kind}, tolerance_px=20.0)
        assert (pick.kind, pick.object_name) == (kind, "Big")


def test_bendy_bone_that_was_never_evaluated_is_picked_straight():
    rig = kinds.armature(("Bone", (0, 0, 0), (0, 0, 2)), display_type="BBONE")
    rig.data.bones["Bone"].bbone_segments = 3
    rig.hide_viewport = True
    build.update()
    with pytest.raises(RuntimeError, match="out of date"):
        rig.pose.bones["Bone"].bbone_segment_matrix(1)
    view = build.view_from((0.0, -10.0, 1.0), (0.0, 0.0, 1.0), up=(0.0, 0.0, 1.0))
    assert api.pick(view, build.MIDDLE_PX) is None
    pick = api.pick(view, build.MIDDLE_PX, options=api.PickOptions(include_hidden=True))
    assert (pick.kind, pick.element_name) == ("BONE", "Bone")
