"""What objects show besides themselves, and what overlays leave out, as in Blender's picture and exactly."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build
from .test_bones_and_empties import armature, empty
from .test_drawn_pixels import askew, assert_drawn_is_hit
from .test_lines_and_points import hair, looking_at
from .test_wires import bevelled_curve, drawing, text  # noqa: F401


def metaball(*elements):
    data = bpy.data.metaballs.new("Meta")
    data.resolution = 0.5
    for place, radius, kind in elements or (((0, 0, 0), 0.7, "BALL"), ((0.5, 0.2, 0.4), 0.4, "CUBE")):
        element = data.elements.new(type=kind)
        element.co, element.radius = place, radius
        element.size_x = element.size_y = element.size_z = 0.2
    return build.link(bpy.data.objects.new("Meta", data))


def array_of_curves():
    """Its surface is larger than the curve."""
    obj = bevelled_curve()
    obj.modifiers.new("Array", "ARRAY").count = 2
    return obj


def light():
    return build.link(bpy.data.objects.new("Light", bpy.data.lights.new("Light", "POINT")))


OWNERS = {
    "mesh": lambda: build.cube("Cube", 0.7),
    "curve": bevelled_curve,
    "text": text,
    "array": array_of_curves,
    "metaball": metaball,
    "hair": lambda: hair("Hair", [(0, 0, 0), (1, 0, 0), (1, 1, 0.5)]),
    "empty": lambda: empty("CIRCLE", 0.3),
    "light": light,
}


@pytest.mark.parametrize(
    "owner, setting",
    (
        *((name, "show_bounds") for name in OWNERS if name != "light"),
        *((name, "show_axis") for name in ("mesh", "metaball", "light")),
        *((name, "show_texture_space") for name in ("mesh", "curve", "text", "array", "metaball", "hair")),
    ),
)
@pytest.mark.usefixtures("drawing")
def test_pixels_of_what_is_shown_besides(owner, setting):
    obj = askew(OWNERS[owner]())
    obj.display_type, obj.display_bounds_type = "WIRE", "CYLINDER"
    setattr(obj, setting, True)
    build.update()
    assert_drawn_is_hit(obj, "BOUNDS", "ICON", "EDGE", "EMPTY")


@pytest.mark.parametrize("owner", [name for name in OWNERS if name not in ("empty", "light")])
@pytest.mark.usefixtures("drawing")
def test_pixels_of_what_is_displayed_as_bounds(owner):
    obj = askew(OWNERS[owner]())
    obj.display_type, obj.display_bounds_type = "BOUNDS", "CONE"
    build.update()
    assert_drawn_is_hit(obj, "BOUNDS")


def small_empty():
    return empty("CIRCLE", 0.1)


def curve_within_its_handles():
    """They reach farther than its points and what these have around them."""
    data = bpy.data.curves.new("Handled", "CURVE")
    spline = data.splines.new("BEZIER")
    spline.bezier_points.add(1)
    for point, side in zip(spline.bezier_points, (-1.0, 1.0), strict=True):
        point.co = (side / 2, 0, 0)
        inner, outer = (side, -2 * side, 0), (2 * side, 2 * side, 0)
        point.handle_left, point.handle_right = (outer, inner) if side < 0.0 else (inner, outer)
    return build.link(bpy.data.objects.new("Handled", data))


def lattice_of_one_point():
    obj = build.link(bpy.data.objects.new("Lattice", bpy.data.lattices.new("Lattice")))
    obj.data.points_u, obj.data.points_v, obj.data.points_w = 1, 1, 1
    obj.scale = (2, 2, 2)
    return obj


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    "make",
    (bevelled_curve, array_of_curves, text, small_empty, curve_within_its_handles, lattice_of_one_point),
)
def test_box_of_what_is_displayed_as_bounds_is_picked_where_a_click_selects_it(make):
    """Which boxes there are differs before 4.4, where pictures cannot be drawn without a window."""
    obj = make()
    obj.display_type = "BOUNDS"
    _, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_distance = "ORTHO", 8.0
    region_3d.view_rotation, region_3d.view_location = (1, 0, 0, 0), (0, 0, 0)
    build.update()
    region_3d.update()
    viewport = api.viewport()
    for x in (-2.0, -1.0, 1.0, 1.11, 2.0, 3.32):
        place = np.floor(viewport.view.project(np.array([(x, 0.3, 0.0)]))[0][0])
        obj.select_set(False)
        with build.live_override():
            bpy.ops.view3d.select(location=[int(number) for number in place], deselect_all=True)
        assert (api.pick(viewport, place + 0.5) is not None) == obj.select_get(), x


@pytest.mark.parametrize("shape", ("BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONE"))
@pytest.mark.usefixtures("drawing")
def test_pixels_of_collision_shapes(shape):
    obj = askew(build.cube("Cube", 0.5))
    for corner in obj.data.vertices:
        corner.co.z += 0.3
    bpy.context.view_layer.objects.active = obj
    bpy.ops.rigidbody.object_add()
    obj.rigid_body.collision_shape = shape
    obj.display_type = "WIRE"
    build.update()
    assert_drawn_is_hit(obj, "BOUNDS", "EDGE")


@pytest.mark.parametrize("mode", ("OBJECT", "EDIT"))
@pytest.mark.usefixtures("drawing")
def test_pixels_of_the_reach_of_metaballs(mode):
    obj = askew(metaball())
    obj.scale = (1.3, 0.6, 0.9)
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode=mode)
    obj.display_type = "WIRE"
    build.update()
    assert_drawn_is_hit(obj, "BOUNDS", "EDGE")


def test_show_bounds_goes_with_the_extras_and_axes_do_not():
    cube = build.cube("Cube", 1.0)
    cube.show_bounds, cube.display_bounds_type, cube.show_axis = True, "SPHERE", True
    build.update()
    # The ball is as large as the cube.
    only_bounds = api.PickOptions(kinds={"BOUNDS"})
    assert api.pick(*looking_at((1, 0, 0)), options=only_bounds).kind == "BOUNDS"
    assert api.pick(*looking_at((1, 0, 0), shows_extras=False), options=only_bounds) is None
    only_axes = api.PickOptions(kinds={"ICON"})
    for settings, is_hit in (
        ({}, True),
        ({"shows_extras": False}, True),
        ({"hidden_kinds": {"BOUNDS"}}, False),
    ):
        found = api.pick(*looking_at((0, 1.2, 0), **settings), options=only_axes)
        assert (found is not None) is is_hit


def test_instances_show_nothing_besides():
    source = build.collection("Source", linked=False)
    cube = build.cube("Cube", collection=source)
    cube.show_bounds = cube.show_axis = cube.show_texture_space = True
    build.collection_instance("Instancer", source, location=(5, 0, 0))
    build.update()
    found = api.pick_all(*looking_at((6, 0, 1)), options=api.PickOptions(kinds={"BOUNDS", "ICON"}))
    assert found == []


@pytest.mark.parametrize("mode, is_drawn", (("OBJECT", False), ("EDIT", True)))
def test_lattice_without_extras_is_drawn_in_edit_mode_alone(mode, is_drawn):
    space, _, _ = build.live_view()
    lattice = build.link(bpy.data.objects.new("Lattice", bpy.data.lattices.new("Lattice")))
    bpy.context.view_layer.objects.active = lattice
    bpy.ops.object.mode_set(mode=mode)
    space.overlay.show_extras = False
    assert not api.viewport().shows_extras and "LATTICE" not in api.viewport().hidden_kinds
    assert (api.pick(*looking_at((0.5, 0, 0.5), shows_extras=False)) is not None) is is_drawn
    assert api.pick(*looking_at((0.5, 0, 0.5))).kind == "LATTICE"


@pytest.mark.parametrize("mode, name", (("POSE", "Armature"), ("OBJECT", "Plate")))
def test_bones_in_pose_mode_are_in_front_where_the_view_shows_them_so(mode, name):
    space, _, _ = build.live_view()
    rig = armature(("Bone", (0, 0, 0), (1, 0, 0)), mode=mode)
    rig.name = "Armature"
    build.plane("Plate", 3.0, location=(0, 0, 1))
    build.update()
    assert api.pick(*looking_at((0.5, 0, 0))).object_name == "Plate"
    assert api.pick(*looking_at((0.5, 0, 0), bones_in_front=True)).object_name == name
    space.overlay.show_xray_bone = True
    assert api.viewport().bones_in_front
    space.overlay.show_overlays = False
    assert not api.viewport().bones_in_front


def test_reach_of_a_metaball_is_described_by_its_element():
    metaball(((0, 0, 0), 1.0, "BALL"), ((6, 0, 0), 2.0, "BALL"))
    build.update()
    options = api.PickOptions(kinds={"BOUNDS"})
    viewport = build.view_down((6, 0, 50))
    pixel = viewport.view.project(np.array([(6 + 2, 0, 0)]))[0][0]
    pick = api.pick(viewport, pixel + (3, 0), options=options)
    assert (pick.kind, pick.element_index, pick.object_name) == ("BOUNDS", 1, "Meta")
    assert np.linalg.norm(pick.location - (6, 0, 0)) == pytest.approx(2.0, abs=0.01)
    assert api.pick(*looking_at((6, 0, 0)), options=options) is None
