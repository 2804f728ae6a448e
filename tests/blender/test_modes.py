"""Cases G3, G7: in every mode a pick works on what that mode draws."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, pictures
from .test_bones_and_empties import two_bones
from .test_lines_and_points import hair, looking_at

HIDING_MODES = ("EDIT", "SCULPT", "VERTEX_PAINT", "WEIGHT_PAINT", "TEXTURE_PAINT")
MASKS = (None, "use_paint_mask", "use_paint_mask_vertex")


def enter(obj, mode):
    bpy.context.view_layer.objects.active = obj
    obj.select_set(True)
    build.update()
    with build.live_override():
        bpy.ops.object.mode_set(mode=mode)
    build.update()
    assert obj.mode == mode


def without_top(name="Cube"):
    """A cube whose top was hidden in edit mode."""
    cube = build.cube(name)
    hidden = cube.data.attributes.new(".hide_poly", "BOOLEAN", "FACE")
    hidden.data.foreach_set("value", [False] * 5 + [True])
    return cube


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("mode", ("OBJECT", *HIDING_MODES))
def test_hidden_faces_are_hits_in_object_mode_alone(mode, mask):
    cube = without_top()
    if mask is not None:
        setattr(cube.data, mask, True)
    enter(cube, mode)
    pick = build.pick_down(kinds={"FACE"})
    assert pick.location[2] == pytest.approx(1.0 if mode == "OBJECT" else -1.0)
    assert pick.face_index == (5 if mode == "OBJECT" else 4)
    bpy.ops.object.mode_set(mode="OBJECT")
    assert build.pick_down(kinds={"FACE"}).location[2] == pytest.approx(1.0)


@pytest.mark.parametrize("mode", ("OBJECT", *HIDING_MODES))
def test_hidden_faces_are_hits_where_blender_draws_them(gpu, mode):
    cube, inside = without_top(), build.plane("Inside", 0.5)
    duplicate = build.link(bpy.data.objects.new("Duplicate", cube.data))
    duplicate.location = (5, 0, 0)
    beside = build.plane("Beside", 0.5, location=(5, 0, 0))
    enter(cube, mode)
    space, region, _ = build.live_view()
    space.shading.color_type = "RANDOM"
    for plane, x in ((inside, 0), (beside, 5)):
        viewport, pixel = looking_at((x, 0, 0), distance=7.0)
        is_seen = pictures.changed_pixels(space, region, viewport, plane).any()
        name = api.pick(viewport, pixel, options=api.PickOptions(kinds={"FACE"})).object_name
        assert (name == plane.name) == is_seen


# Modifiers of a linked duplicate of what is edited, with settings; whether they leave it the edited mesh.
MODIFIERS = (
    ("TRIANGULATE", {}, False),
    ("TRIANGULATE", {"show_in_editmode": False}, True),
    ("SUBSURF", {"show_viewport": False}, True),
    ("ARMATURE", {}, True),
    ("SMOOTH", {}, False),
    ("MASK", {"vertex_group": "All"}, False),
    ("NODES", {}, True),
    ("DECIMATE", {"decimate_type": "DISSOLVE"}, True),
    ("UV_WARP", {}, False),
)


@pytest.mark.parametrize("modifier_type, settings, is_same", MODIFIERS)
def test_linked_duplicate_whose_modifiers_make_a_mesh_shows_faces_hidden_in_edit_mode(
    gpu, modifier_type, settings, is_same
):
    cube = without_top()
    cube.vertex_groups.new(name="All").add(range(8), 1.0, "REPLACE")
    duplicate = build.link(bpy.data.objects.new("Duplicate", cube.data))
    duplicate.location = (5, 0, 0)
    modifier = duplicate.modifiers.new("Modifier", modifier_type)
    for name, value in {"show_in_editmode": True, **settings}.items():
        setattr(modifier, name, value)
    inside = build.plane("Inside", 0.5, location=(5, 0, 0))
    enter(cube, "EDIT")
    space, region, _ = build.live_view()
    space.shading.color_type = "RANDOM"
    viewport, pixel = looking_at((5, 0, 0), distance=7.0)
    is_hidden = is_same and bpy.app.version >= (4, 4)
    assert pictures.changed_pixels(space, region, viewport, inside).any() == is_hidden
    name = api.pick(viewport, pixel, options=api.PickOptions(kinds={"FACE"})).object_name
    assert (name == inside.name) == is_hidden


# Of a linked duplicate: nothing, a modifier that does nothing here, shape keys.
PLAIN = ("none", "SUBSURF", "BUILD", "NODES", "shape keys")


@pytest.mark.parametrize("what", PLAIN)
def test_pick_before_the_first_picture_leaves_hidden_faces_of_a_linked_duplicate_hidden(gpu, what):
    cube = without_top()
    duplicate = build.link(bpy.data.objects.new("Duplicate", cube.data))
    duplicate.location = (5, 0, 0)
    if what == "shape keys":
        cube.shape_key_add()
        cube.shape_key_add().data[4].co.z = 2.0
    elif what != "none":
        duplicate.modifiers.new("Modifier", what).show_in_editmode = what != "SUBSURF"
    inside = build.plane("Inside", 0.5, location=(5, 0, 0))
    enter(cube, "EDIT")
    space, region, _ = build.live_view()
    space.shading.color_type = "RANDOM"
    viewport, pixel = looking_at((5, 0, 0), distance=7.0)
    pick = api.pick(viewport, pixel, options=api.PickOptions(kinds={"FACE"}))
    is_hidden = bpy.app.version >= (4, 4)
    assert (pick.object_name == inside.name) == is_hidden
    assert pictures.changed_pixels(space, region, viewport, inside).any() == is_hidden


@pytest.mark.parametrize("mode", HIDING_MODES)
def test_linked_duplicates_are_drawn_without_the_hidden_faces_too(mode):
    cube = without_top()
    duplicate = build.link(bpy.data.objects.new("Duplicate", cube.data))
    duplicate.location = (5, 0, 0)
    enter(cube, mode)
    options = api.PickOptions(kinds={"FACE"})
    # Before 4.4 they are drawn with them in edit mode, as the picture tells in a window.
    top = 1.0 if mode == "EDIT" and bpy.app.version < (4, 4) else -1.0
    assert api.pick(*looking_at((5.2, 0.2, 1)), options=options).location[2] == pytest.approx(top)
    bpy.ops.object.mode_set(mode="OBJECT")
    assert api.pick(*looking_at((5.2, 0.2, 1)), options=options).location[2] == pytest.approx(1.0)


def test_g3_sculpted_surface_is_that_of_the_mesh_itself():
    cube = build.cube()
    enter(cube, "SCULPT")
    assert build.pick_down().location[2] == pytest.approx(1.0)
    positions = np.empty(24, dtype=np.float32)
    for height in (2.0, 3.0):
        cube.data.attributes["position"].data.foreach_get("vector", positions)
        positions[2::3][positions[2::3] > 0] = height
        cube.data.attributes["position"].data.foreach_set("vector", positions)
        pick = build.pick_down()
        assert (pick.location[2], pick.stale) == (pytest.approx(height), None)
        assert pick.original_location_local == pytest.approx((0.1, 0.13, height))


def test_g3_strokes_that_no_mesh_has_yet_are_said_to_be_missing():
    cube = build.cube()
    enter(cube, "SCULPT")
    with build.live_override():
        bpy.ops.sculpt.dynamic_topology_toggle()
    assert "dynamic topology" in build.pick_down().stale
    beside = build.view_down((3.0, 0.0, 10.0))
    assert api.why_missed(beside, build.MIDDLE_PX).skipped == {"STALE": 1}
    with build.live_override():
        bpy.ops.sculpt.dynamic_topology_toggle()
    assert build.pick_down().stale is None
    assert api.why_missed(beside, build.MIDDLE_PX).skipped == {}
    cube.modifiers.new("Multires", "MULTIRES")
    build.update()
    assert "multiresolution" in build.pick_down().stale
    assert str(api.why_missed(beside, build.MIDDLE_PX)) == "Nothing there: 1 object skipped, stale"
    assert api.pick_as_dict(build.pick_down())["stale"] == build.pick_down().stale
    bpy.ops.object.mode_set(mode="OBJECT")
    assert build.pick_down().stale is None


def test_g7_bone_in_pose_mode_and_the_mesh_that_it_deforms():
    rig = two_bones()
    cube = build.cube(location=(0, 0, 0))
    cube.vertex_groups.new(name="first").add(range(8), 1.0, "REPLACE")
    cube.modifiers.new("Armature", "ARMATURE").object = rig
    enter(rig, "POSE")
    rig.pose.bones["first"].location = (0, 0, 2)
    build.update()
    options = api.PickOptions(kinds={"FACE"})
    assert api.pick(*looking_at((0.2, 0.3, 3)), options=options).location[2] == pytest.approx(3.0)
    assert api.pick(*looking_at((3, 0, 2))).element_name == "second"


def test_g7_weights_are_those_of_the_mesh_being_painted():
    cube = build.cube()
    cube.vertex_groups.new(name="Group").add(range(8), 0.25, "REPLACE")
    enter(cube, "WEIGHT_PAINT")
    assert build.pick_down().vertex_groups == {"Group": pytest.approx(0.25)}


def test_g7_particle_edit():
    cube = build.cube()
    cube.modifiers.new("Particles", "PARTICLE_SYSTEM")
    cube.particle_systems[0].settings.type = "HAIR"
    enter(cube, "PARTICLE_EDIT")
    assert build.pick_down().object_name == "Cube"
    assert build.pick_down(kinds={"FACE"}).face_index == 5


def test_g7_sculpted_hair():
    obj = hair("Hair", [(0, 0, 0), (1, 0, 0)])
    obj.data.surface = build.plane("Surface", location=(0, 0, -1))
    enter(obj, "SCULPT_CURVES")
    assert api.pick(*looking_at((0.5, 0, 0), (0, 3))).kind == "HAIR"
