"""Case G7: in edit mode the control points of curves and surfaces are hits, numbered over all splines."""

from math import atan, pi

import bpy
import pytest

from addon import api

from . import build
from .test_edit_elements import assert_elements_are_drawn
from .test_lines_and_points import hair, looking_at
from .test_modes import enter
from .test_strokes import IS_LEGACY, strokes

POINTS = ((-1, 0, 0), (-0.4, 0.8, 0), (0.1, -0.7, 0.5), (0.6, 0.9, 0), (1, 0, 0.2))


def curve(*kinds, spacing=3.0, **settings):
    """A curve object with one spline of five points for each kind, one behind the other."""
    data = bpy.data.curves.new("Curve", "CURVE")
    data.dimensions = "3D"
    for number, kind in enumerate(kinds):
        spline = data.splines.new(kind)
        points = spline.bezier_points if kind == "BEZIER" else spline.points
        points.add(4)
        for point, (x, y, z) in zip(points, POINTS, strict=True):
            place = (x, y + spacing * number, z)
            if kind == "BEZIER":
                point.co = place
                point.handle_left, point.handle_right = (
                    (x + side * 0.2, place[1] - side * 0.3, z + 0.1) for side in (-1, 1)
                )
            else:
                point.co = (*place, 1)
    for name, value in settings.items():
        setattr(data, name, value)
    obj = build.link(bpy.data.objects.new("Curve", data))
    build.update()
    return obj


def select(obj, is_selected):
    for spline in obj.data.splines:
        for point in spline.bezier_points:
            point.select_control_point = point.select_left_handle = point.select_right_handle = is_selected
        for point in spline.points:
            point.select = is_selected


def test_points_are_numbered_over_all_splines_and_handles_have_the_number_of_their_point():
    obj = curve("BEZIER", "POLY")
    enter(obj, "EDIT")
    select(obj, True)
    x, y, z = POINTS[2]
    for offset, handle in (
        ((0, 0, 0), None),
        ((-0.2, 0.3, 0.1), "Left Handle"),
        ((0.2, -0.3, 0.1), "Right Handle"),
    ):
        place = (x + offset[0], y + offset[1], z + offset[2])
        pick = api.pick(*looking_at(place, (2, 1)))
        assert (pick.kind, pick.index, pick.element_name) == ("VERTEX", 2, handle)
        assert pick.location == pytest.approx(place, abs=1e-6)
    pick = api.pick(*looking_at((x, y + 3, z)))
    assert (pick.kind, pick.index, pick.element_name) == ("VERTEX", 7, None)
    between = api.pick(*looking_at(((POINTS[3][0] + POINTS[4][0]) / 2, 3.45, 0.1)))
    assert (between.kind, between.index) == ("EDGE", 8)


@pytest.mark.parametrize(
    ("display", "when_selected", "when_not"), (("NONE", 0, 0), ("SELECTED", 1, 0), ("ALL", 1, 1))
)
def test_handles_are_hits_as_the_overlay_shows_them(display, when_selected, when_not):
    obj = curve("BEZIER")
    enter(obj, "EDIT")
    space, _, _ = build.live_view()
    space.overlay.display_handle = display
    assert api.viewport().curve_handles == display
    x, y, z = POINTS[2]
    for is_selected, count in ((True, when_selected), (False, when_not)):
        select(obj, is_selected)
        at = looking_at((x - 0.2, y + 0.3, z + 0.1), curve_handles=display)
        handles = [pick for pick in api.pick_all(*at) if pick.element_name is not None]
        assert len(handles) == count


def test_hidden_points_are_no_hits_and_points_show_through_faces():
    obj = curve("POLY")
    build.plane("Above", 3.0, location=(0, 0, 2))
    enter(obj, "EDIT")
    assert api.pick(*looking_at(POINTS[2])).index == 2
    obj.data.splines[0].points[2].hide = True
    assert api.pick(*looking_at(POINTS[2])).object_name == "Above"
    obj.data.splines[0].points[2].hide = False
    bpy.ops.object.mode_set(mode="OBJECT")
    assert api.pick(*looking_at(POINTS[2])).object_name == "Above"


def test_bevelled_curve_has_its_surface_and_its_points():
    obj = curve("POLY", bevel_depth=0.1)
    enter(obj, "EDIT")
    kinds = [pick.kind for pick in api.pick_all(*looking_at(POINTS[2]))]
    assert kinds[0] == "VERTEX" and "FACE" in kinds and "CURVE" not in kinds
    assert {pick.is_instance for pick in api.pick_all(*looking_at(POINTS[2]))} == {False}


def test_surface_has_a_net_of_control_points():
    with build.live_override():
        bpy.ops.surface.primitive_nurbs_surface_surface_add()
        bpy.ops.object.mode_set(mode="EDIT")
    obj = bpy.context.object
    points = obj.data.splines[0].points
    for number in (0, 5, 15):
        pick = api.pick(*looking_at(points[number].co[:3], (1, 1)))
        assert (pick.kind, pick.index) == ("VERTEX", number)
    # Points 5 and 9 lie side by side in two rows of four.
    middle = [(a + b) / 2 for a, b in zip(points[5].co[:3], points[9].co[:3], strict=True)]
    pick = api.pick(*looking_at(middle, distance=2.0))
    assert (pick.kind, pick.index) == ("EDGE", 5)


def test_text_in_edit_mode_is_its_faces():
    data = bpy.data.curves.new("Text", "FONT")
    data.body, data.extrude = "I", 0.1
    obj = build.link(bpy.data.objects.new("Text", data))
    enter(obj, "EDIT")
    middle = [sum(corner[axis] for corner in obj.bound_box) / 8 for axis in range(3)]
    assert [pick.kind for pick in api.pick_all(*looking_at(middle))] == ["FACE", "FACE"]


@pytest.mark.parametrize("is_selected", (False, True))
@pytest.mark.parametrize("kind", ("BEZIER", "NURBS", "POLY"))
def test_pixels_of_curves_in_edit_mode(gpu, kind, is_selected):
    obj = curve(kind)
    enter(obj, "EDIT")
    select(obj, is_selected)
    assert_elements_are_drawn({"VERTEX", "EDGE", "CURVE"})


def edited_hair(domain):
    obj = hair("Hair", [(-1, 0, 0), (0, 0, 0.5), (1, 0, 0)], [(-1, 0.5, 0), (1, 0.5, 0)])
    obj.data.surface = None
    enter(obj, "EDIT")
    obj.data.selection_domain = domain
    build.update()
    return obj


def test_points_of_hair_in_edit_mode():
    obj = edited_hair("POINT")
    pick = api.pick(*looking_at((1, 0.5, 0), (2, 2)))
    assert (pick.kind, pick.index) == ("VERTEX", 4)
    build.plane("Above", 3.0, location=(0, 0, 2))
    assert api.pick(*looking_at((1, 0.5, 0))).object_name == "Above"
    bpy.data.objects.remove(bpy.data.objects["Above"])
    obj.data.selection_domain = "CURVE"
    build.update()
    pick = api.pick(*looking_at((1, 0.5, 0), (2, 2)))
    assert (pick.kind, pick.index) == ("HAIR", 1)


def edited_strokes():
    obj, _ = strokes()
    enter(obj, "EDIT_GPENCIL" if IS_LEGACY else "EDIT")
    return obj


def test_points_of_strokes_in_edit_mode_show_through_faces():
    edited_strokes()
    build.plane("Above", 3.0, location=(0, 0, 2))
    pick = api.pick(*looking_at((1, 2, 0), (2, 2)))
    assert (pick.kind, pick.index) == ("VERTEX", 4)
    assert api.pick(*looking_at((0, 1, 0), (2, 2))).kind == "STROKE"
    bpy.context.scene.tool_settings.gpencil_selectmode_edit = "STROKE"
    pick = api.pick(*looking_at((1, 2, 0), (2, 2)))
    assert (pick.kind, pick.index) == ("STROKE", 1)


def edited_metaball():
    """Two elements of a scaled and turned object."""
    with build.live_override():
        bpy.ops.object.metaball_add(type="BALL", radius=1)
    obj = bpy.context.object
    obj.scale, obj.rotation_euler, obj.location = (0.7, 1.1, 0.8), (0.3, 0.2, 0.5), (0.2, 0.1, 0)
    element = obj.data.elements.new(type="BALL")
    element.co, element.radius = (1.2, 0, 0.3), 0.7
    enter(obj, "EDIT")
    return obj


@pytest.mark.parametrize(
    "make", (lambda: edited_hair("POINT"), lambda: edited_hair("CURVE"), edited_strokes, edited_metaball)
)
def test_pixels_of_hair_strokes_and_metaballs_in_edit_mode(gpu, make):
    make()
    assert_elements_are_drawn({"VERTEX", "HAIR", "STROKE", "BOUNDS"})


def test_elements_of_metaballs_in_edit_mode():
    with build.live_override():
        bpy.ops.object.metaball_add(type="BALL", radius=1)
    obj = bpy.context.object
    build.update()
    # The second rim, of the stiffness, is one of edit mode.
    stiff = atan(obj.data.elements[0].stiffness) * 2.0 / pi
    for radius, is_drawn in ((1.0, True), (stiff, False)):
        pick = api.pick(*rim_at(radius), options=api.PickOptions(kinds={"BOUNDS"}))
        assert (pick is not None) == is_drawn
    enter(obj, "EDIT")
    for radius in (1.0, stiff):
        pick = api.pick(*rim_at(radius), options=api.PickOptions(kinds={"BOUNDS"}))
        assert (pick.kind, pick.element_index, pick.object_name) == ("BOUNDS", 0, obj.name)
        assert pick.location[:2] == pytest.approx((0, radius), abs=0.01)
    assert api.pick(*looking_at((0, 0, 0))).kind == "FACE"
    # Hidden elements have no surface, and are drawn themselves all the same.
    obj.data.elements[0].hide = True
    assert api.pick(*rim_at(1.0)).kind == "BOUNDS"


def rim_at(radius):
    return looking_at((0, radius, 0), (0, 3), distance=1000.0, fov=0.005)
