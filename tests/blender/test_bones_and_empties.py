"""Cases C: bones, lattices and empties, which no render shows, are picked as the viewport draws them."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene.outlines.bendy import edit_joints

from . import build
from .kinds import armature, empty, reference_image
from .test_lines_and_points import looking_at


def two_bones(**settings):
    return armature(("first", (0, 0, 0), (2, 0, 0)), ("second", (2, 0, 0), (4, 0, 0)), **settings)


def kinds_at(point, offset_px=(0.0, 0.0), **settings):
    return [pick.kind for pick in api.pick_all(*looking_at(point, offset_px, **settings))]


@pytest.mark.parametrize("mode", ("OBJECT", "POSE", "EDIT"))
@pytest.mark.parametrize("display_type", ("OCTAHEDRAL", "STICK", "BBONE", "ENVELOPE", "WIRE"))
def test_bone_is_picked_by_name_in_every_display_type_and_mode(display_type, mode):
    two_bones(display_type=display_type, mode=mode)
    for x, name, number in ((1, "first", 0), (3, "second", 1)):
        pick = api.pick(*looking_at((x, 0, 0), (0, 3)))
        assert (pick.kind, pick.element_name, pick.index) == ("BONE", name, number)
        assert pick.element_ends == pytest.approx(np.array(((2 * number, 0, 0), (2 * number + 2, 0, 0))))
    assert api.pick(*looking_at((1, 1.5, 0))) is None


def test_inside_of_a_solid_bone_is_a_hit_and_hides_what_is_behind_it():
    two_bones()
    build.plane("Behind", half_size=5.0, location=(0, 0, -1))
    at = looking_at((0.3, 0.1, 0), distance=0.8)
    picks = api.pick_all(*at)
    assert [(pick.kind, pick.pixel_distance) for pick in picks] == [("BONE", 0.0), ("FACE", 0.0)]
    assert picks[0].normal[2] > 0.5 and picks[0].location[2] > 0.0
    build.plane("Before", half_size=5.0, location=(0, 0, 0.4))
    assert api.pick(*at).object_name == "Before"
    bpy.data.objects["Rig"].show_in_front = True
    assert api.pick(*at).kind == "BONE"


def test_bone_is_hollow_in_xray_and_as_wire_outside_its_modes():
    rig = two_bones()
    at = looking_at((0.35, 0.1, 0), distance=0.8)
    assert api.pick(*at).kind == "BONE"
    assert api.pick(*looking_at((0.35, 0.1, 0), distance=0.8, is_xray=True)) is None
    rig.display_type = "WIRE"
    assert api.pick(*at) is None
    with build.live_override():
        bpy.ops.object.mode_set(mode="POSE")
    assert api.pick(*at).kind == "BONE"


def test_culled_back_faces_are_of_meshes_not_of_bones_and_images():
    reference_image()
    at = looking_at((0.5, 0.25, 0), distance=5.0, cull_backfaces=True)
    bpy.data.objects["Empty"].rotation_euler = (np.pi, 0, 0)
    bpy.data.objects["Empty"].location = (0, 0.5, 0)
    build.update()
    assert api.pick(*at).kind == "IMAGE"


def test_posed_bone_is_picked_where_it_is_posed():
    rig = two_bones()
    rig.pose.bones["first"].rotation_mode = "XYZ"
    rig.pose.bones["first"].rotation_euler = (0, 0, np.pi / 2)
    build.update()
    assert api.pick(*looking_at((3, 0, 0))) is None
    ends = rig.pose.bones["second"].head, rig.pose.bones["second"].tail
    assert api.pick(*looking_at(np.mean(ends, axis=0))).element_name == "second"
    rig.data.pose_position = "REST"
    build.update()
    assert api.pick(*looking_at((3, 0, 0))).element_name == "second"


@pytest.mark.parametrize("mode", ("OBJECT", "EDIT"))
def test_hidden_bones_and_hidden_bone_collections_are_no_hits(mode):
    rig = two_bones(mode=mode)
    bones = rig.data.edit_bones if mode == "EDIT" else rig.data.bones
    hides_pose = mode == "OBJECT" and bpy.app.version >= (5, 0)
    owner = rig.pose.bones["first"] if hides_pose else bones["first"]
    owner.hide = True
    build.update()
    assert api.pick(*looking_at((1, 0, 0))) is None
    owner.hide = False
    group = rig.data.collections.new("Group")
    group.assign(bones["first"])
    group.is_visible = False
    build.update()
    assert api.pick(*looking_at((1, 0, 0))) is None
    assert api.pick(*looking_at((3, 0, 0))).element_name == "second"
    group.is_visible = True
    build.update()
    assert api.pick(*looking_at((1, 0, 0))).element_name == "first"


def test_bone_with_a_shape_of_its_own_is_that_shape():
    rig = two_bones()
    shape = build.cube("Shape", half_size=0.5, location=(90, 0, 0))
    shape.hide_viewport = True
    rig.pose.bones["second"].custom_shape = shape
    build.update()
    # Twice as large, as the bone is two long, around its head.
    assert api.pick(*looking_at((1.2, 0.8, 0))).element_name == "second"
    assert api.pick(*looking_at((1.2, 0.8, 0))).kind == "BONE"
    rig.data.show_bone_custom_shapes = False
    build.update()
    assert api.pick(*looking_at((1.2, 0.8, 0))) is None


def test_bendy_bone_is_picked_along_its_bend():
    rig = armature(("bent", (0, 0, 0), (4, 0, 0)), display_type="WIRE")
    bone = rig.data.bones["bent"]
    bone.bbone_segments, bone.bbone_curveinx, bone.bbone_curveoutx = 8, 1.0, 1.0
    build.update()
    middle = np.array(rig.pose.bones["bent"].bbone_segment_matrix(4), dtype=float)[:3, 3]
    middle = np.array(rig.pose.bones["bent"].matrix, dtype=float)[:3] @ (*middle, 1.0)
    assert np.linalg.norm(middle - (2, 0, 0)) > 0.3
    assert api.pick(*looking_at(middle)).element_name == "bent"
    assert api.pick(*looking_at((2, 0, 0), distance=2.0)) is None


@pytest.mark.parametrize("bendy", ("a", "ab", "abc"))
@pytest.mark.parametrize("ease", (1.0, 0.4))
def test_bend_of_an_edit_bone_is_that_of_the_rest_pose(ease, bendy):
    corners = ((0, 0, 0), (2, 0, 0), (3, 1.5, 0.5), (2.5, 3, 1))
    rig = armature(*(("abc"[number], *corners[number : number + 2]) for number in range(3)), mode="EDIT")
    for bone in rig.data.edit_bones:
        bone.bbone_segments = 6 if bone.name in bendy else 1
        bone.bbone_curveinx, bone.bbone_curveoutz, bone.bbone_easein = 0.3, -0.2, ease
    found = {bone.name: edit_joints(bone) for bone in rig.data.edit_bones if bone.name in bendy}
    bpy.ops.object.mode_set(mode="OBJECT")
    build.update()
    evaluated = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
    for name, joints in found.items():
        posed = evaluated.pose.bones[name]
        rest = [posed.bbone_segment_matrix(number, rest=True).translation for number in range(7)]
        assert joints == pytest.approx(np.array(rest), abs=5e-3)


def test_bendy_bone_is_picked_along_its_bend_in_edit_mode():
    rig = armature(("bent", (0, 0, 0), (4, 0, 0)), display_type="WIRE", mode="EDIT")
    bone = rig.data.edit_bones["bent"]
    bone.bbone_segments, bone.bbone_curveinx, bone.bbone_curveoutx = 8, 1.0, 1.0
    local = edit_joints(bone)[4]
    middle = np.array(bone.matrix, dtype=float)[:3] @ (*local, 1.0)
    assert np.linalg.norm(middle - (2, 0, 0)) > 0.3
    assert api.pick(*looking_at(middle)).element_name == "bent"
    assert api.pick(*looking_at((2, 0, 0), distance=2.0)) is None


def test_armature_without_bones_and_armature_of_an_instance():
    bpy.data.objects.new("No bones", bpy.data.armatures.new("No bones"))
    source = build.collection("Source", linked=False)
    rig = two_bones()
    source.objects.link(rig)
    bpy.context.scene.collection.objects.unlink(rig)
    build.collection_instance("Place", source, location=(0, 20, 3))
    pick = api.pick(*looking_at((3, 20, 3)))
    assert (pick.element_name, pick.instancer_path) == ("second", ("Place",))
    assert pick.element_ends == pytest.approx(np.array(((2, 20, 3), (4, 20, 3))))


@pytest.mark.parametrize("mode", ("OBJECT", "EDIT"))
def test_lattice_is_its_grid_as_modifiers_leave_it(mode):
    data = bpy.data.lattices.new("Lattice")
    data.points_u, data.points_v, data.points_w = 3, 3, 3
    obj = build.link(bpy.data.objects.new("Lattice", data))
    data.points[0].co_deform = (-3, -1, -1)
    bpy.context.view_layer.objects.active = obj
    if mode == "EDIT":
        bpy.ops.object.mode_set(mode="EDIT")
    build.update()
    pick = api.pick(*looking_at((-2, -1, -1), (0, 5)))
    assert (pick.kind, pick.index) == ("LATTICE", 0)
    assert kinds_at((0, 0.25, 0)) == ["LATTICE"]
    assert api.pick(*looking_at((0.25, 0.25, 0))) is None
    bpy.ops.object.mode_set(mode="OBJECT")
    data.use_outside = True
    build.update()
    # Between the middle and its neighbour lies one line inside; the lines on the outside above it remain.
    assert api.pick(*looking_at((0, 0.25, 0), near=4.8, far=5.2)) is None


@pytest.mark.parametrize(
    "display_type, drawn, not_drawn",
    (
        ("PLAIN_AXES", (0.0, -0.9, 0.0), (0.5, 0.5, 0.0)),
        ("ARROWS", (0.9, 0.0, 0.0), (-0.5, 0.0, 0.0)),
        ("ARROWS", (1.25, 0.0, 0.0), (1.12, 0.15, 0.0)),
        ("SINGLE_ARROW", (0.0, 0.0, 0.5), (0.2, 0.0, 0.0)),
        ("CIRCLE", (1.0, 0.0, 0.0), (0.0, 0.5, 0.0)),
        ("CUBE", (1.0, 0.3, 1.0), (0.5, 0.5, 0.0)),
        ("SPHERE", (0.7071, 0.7071, 0.0), (0.6, 0.4, 0.0)),
        ("CONE", (0.0, 2.0, 0.0), (0.5, 1.8, 0.0)),
    ),
)
def test_empty_is_its_lines_at_its_display_size(display_type, drawn, not_drawn):
    empty(display_type, 3.0)
    pick = api.pick(*looking_at(np.multiply(drawn, 3.0), (0.0, 2.0), distance=3.0))
    assert (pick.kind, pick.index, pick.normal) == ("EMPTY", None, None)
    assert api.pick(*looking_at(np.multiply(not_drawn, 3.0), distance=3.0)) is None


def test_changed_display_of_an_empty_counts_at_once():
    obj = empty("PLAIN_AXES")
    assert api.pick(*looking_at((0.9, 0, 0))) is not None
    obj.empty_display_size = 0.5
    assert api.pick(*looking_at((0.9, 0, 0))) is None
    obj.empty_display_type = "CUBE"
    assert api.pick(*looking_at((0, 0, 0.0))) is None


def test_extras_and_bones_switches_hide_what_blender_hides_with_them():
    space, _, _ = build.live_view()
    extras = {"EMPTY", "IMAGE", "ICON"}
    space.overlay.show_extras = False
    assert extras <= api.viewport().hidden_kinds and "BONE" not in api.viewport().hidden_kinds
    space.overlay.show_extras, space.overlay.show_bones = True, False
    assert "BONE" in api.viewport().hidden_kinds and not extras & api.viewport().hidden_kinds
    two_bones()
    empty("PLAIN_AXES", location=(0, 9, 0))
    assert api.pick(*looking_at((1, 0, 0), hidden_kinds={"BONE"})) is None
    assert api.pick(*looking_at((0, 9, 0), hidden_kinds={"EMPTY"})) is None


def test_rays_of_scripts_meet_neither_bones_nor_images():
    two_bones()
    reference_image()
    assert not api.cast_rays([(1, 0, 9), (0.5, 0.25, 9)], [(0, 0, -1), (0, 0, -1)]).hit.any()


@pytest.mark.parametrize(
    "mode, kinds", (("OBJECT", {"BOUNDS"}), ("POSE", {"BOUNDS"}), ("EDIT", {"BOUNDS", "BONE"}))
)
def test_bones_displayed_as_bounds_are_drawn_in_edit_mode_alone(mode, kinds):
    rig = armature(("first", (0, 0, 0), (2, 2, 2)), mode=mode)
    rig.display_type = "BOUNDS"
    build.update()
    hits = {pick.kind for at in ((1, 1, 1), (1, 0, 0)) for pick in api.pick_all(*looking_at(at))}
    assert hits == kinds


def test_empty_displayed_as_bounds_is_drawn_with_a_box_besides_from_5_2_on():
    empty("PLAIN_AXES").display_type = "BOUNDS"
    build.update()
    assert kinds_at((1, 0.5, 1)) == (["BOUNDS"] if bpy.app.version >= (5, 2) else [])
    assert kinds_at((0.5, 0, 0)) == ["EMPTY"]
