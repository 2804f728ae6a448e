"""Hits moved to vertices, edges and centres; the floor and the 3D cursor's plane where nothing is hit."""

from math import radians

import bpy
import numpy as np
import pytest
from mathutils import Euler

from addon import api

from . import build


def snap_at(viewport, pixel_px, snap, **options):
    return api.pick(viewport, pixel_px, options=api.PickOptions(snap=snap, **options))


# The middle of the picture looks at (0.1, 0.13): right of the middle of a plane of half size 1, and above.
@pytest.mark.parametrize(
    "snap, place",
    (
        ("VERTEX", (1.0, 1.0)),
        ("EDGE", (0.1, 1.0)),
        ("MIDPOINT", (0.0, 1.0)),
        ("CENTER", (0.0, 0.0)),
    ),
)
def test_a_face_gives_its_nearest_place_however_far_that_is(snap, place):
    plane = build.plane(location=(5.0, 0.0, 2.0))
    plane.rotation_euler.z = radians(90)
    view = build.view_from((5.1, 0.13, 3.0), (5.1, 0.13, 2.0))
    pick = snap_at(view, build.MIDDLE_PX, snap, tolerance_px=0)
    world = np.array((*place, 0.0)) + (5.0, 0.0, 2.0)
    assert pick.location == pytest.approx(world, abs=1e-6)
    assert pick.location_local == pytest.approx((place[1], -place[0], 0.0), abs=1e-6)
    assert pick.distance == pytest.approx(np.linalg.norm(world - (5.1, 0.13, 3.0)), abs=1e-6)
    assert (pick.depth, pick.snapped, pick.kind) == (pytest.approx(1.0), snap, "FACE")
    assert pick.pixel.tolist() == list(build.MIDDLE_PX)
    assert snap_at(view, build.MIDDLE_PX, "OFF").snapped is None


# A plane of half size 1 whose edges are 100 pixels from the middle of the picture.
@pytest.mark.parametrize(
    "offset, place, snapped",
    (
        ((-95, 97), (-1.0, 1.0), "VERTEX"),
        ((4, 97), (0.0, 1.0), "MIDPOINT"),
        ((-3, 2), (0.0, 0.0), "CENTER"),
        ((40, 95), (0.4, 1.0), "EDGE"),
        ((40, 50), (0.4, 0.5), None),
    ),
)
def test_of_several_places_the_nearest_within_the_tolerance_is_taken_and_edges_last(offset, place, snapped):
    build.plane()
    view = build.view_from((0.0, 0.0, 5.0), (0.0, 0.0, 0.0))
    edge_px = view.view.project(np.array([(1.0, 0.0, 0.0)]))[0][0][0] - build.MIDDLE_PX[0]
    pixel = np.array(build.MIDDLE_PX) + np.array(offset) * (edge_px / 100.0)
    every = ("VERTEX", "EDGE", "MIDPOINT", "CENTER")
    pick = snap_at(view, pixel, every, tolerance_px=8.0 * edge_px / 100.0)
    assert (pick.snapped, pick.location) == (snapped, pytest.approx((*place, 0.0), abs=1e-6))


def test_the_nearest_point_of_an_edge_is_nearest_on_the_screen_and_not_in_the_world():
    build.plane("Ground", 10.0)
    view = build.view_from((0, -12, 3), (0, 0, 0), up=(0, 0, 1))
    corner = view.view.project(np.array([(10.0, 5.0, 0.0)]))[0][0]
    pick = snap_at(view, corner - (5.0, 0.0), "EDGE")
    assert pick.location[0] == pytest.approx(10.0)
    on_screen = view.view.project(pick.location[None])[0][0]
    edge = view.view.project(np.array([(10.0, -9.0, 0.0), (10.0, 9.0, 0.0)]))[0]
    along = (edge[1] - edge[0]) / np.linalg.norm(edge[1] - edge[0])
    assert (on_screen - pick.pixel) @ along == pytest.approx(0.0, abs=1e-6)


def test_every_hit_of_the_list_is_moved():
    build.cube()
    picks = api.pick_all(build.view_down(), build.MIDDLE_PX, options=api.PickOptions(snap="CENTER"))
    assert [pick.location.tolist() for pick in picks] == [[0, 0, 1], [0, 0, -1]]


@pytest.mark.parametrize("snap, place", (("VERTEX", 2.0), ("EDGE", 0.1), ("MIDPOINT", 0.0), ("CENTER", 0.0)))
def test_a_loose_edge_gives_its_ends_itself_or_its_middle(snap, place):
    edge = build.mesh_object("Edge", [(-2, 0.13, 0), (2, 0.13, 0)], [])
    edge.data.edges.add(1)
    edge.data.edges[0].vertices = (0, 1)
    edge.data.update()
    pick = snap_at(build.view_down(), build.MIDDLE_PX, snap)
    assert (pick.kind, pick.snapped) == ("EDGE", snap)
    assert pick.location == pytest.approx((place, 0.13, 0.0), abs=1e-6)


def test_icons_stay_where_they_are_and_say_so():
    bpy.ops.object.light_add(location=(0.1, 0.13, 0))
    plain, pick = (snap_at(build.view_down(), build.MIDDLE_PX, snap) for snap in ("OFF", "VERTEX"))
    assert (pick.kind, pick.snapped) == ("ICON", None)
    assert (pick.location == plain.location).all()


def test_no_place_is_taken_behind_the_eye_beyond_the_clip_or_outside_the_clip_region():
    build.mesh_object("Long", [(-1, -50, 0), (1, -50, 0), (1.5, 50, 0), (-1.5, 50, 0)], [(0, 1, 2, 3)])
    eye, target = (0.3, 0, 1), (0.3, 10, 0)
    view = build.view_from(eye, target, up=(0, 0, 1), far=40.0)
    pick = snap_at(view, build.MIDDLE_PX, "VERTEX")
    assert pick.snapped is None and pick.location == pytest.approx((0.3, 10, 0), abs=1e-6)
    beyond = snap_at(view, build.MIDDLE_PX, "VERTEX", ignore_clipping=True)
    assert beyond.location == pytest.approx((1.5, 50, 0))
    build.plane("Square", 1.0, location=(0, 0, -20))
    planes = [(-1, 0, 0, 0.5)]
    down = build.view_down(eye=(0.1, 0.13, -10), clip_planes=planes)
    assert snap_at(down, build.MIDDLE_PX, "VERTEX").location == pytest.approx((-1, 1, -20))
    through = snap_at(down, build.MIDDLE_PX, "VERTEX", ignore_clipping=True)
    assert through.location == pytest.approx((1, 1, -20))


def test_the_floor_is_picked_where_nothing_is_hit():
    build.cube("Cube", 0.5, location=(3, 0, 1))
    view = build.view_from((1, 2, 5), (1, 3, 0), up=(0, 1, 0))
    pick = snap_at(view, build.MIDDLE_PX, "FLOOR")
    assert (pick.kind, pick.snapped, pick.object, pick.object_name) == ("FLOOR", "FLOOR", None, "")
    assert (pick.index, pick.selectable_object, pick.is_gone) == (None, None, False)
    assert pick.location == pytest.approx((1, 3, 0)) and pick.location_local == pytest.approx((1, 3, 0))
    assert pick.normal.tolist() == [0, 0, 1] and pick.front_face is True
    assert pick.distance == pytest.approx(26**0.5)
    assert view.view.project(pick.location[None])[0][0] == pytest.approx(build.MIDDLE_PX)
    every = api.pick_all(view, build.MIDDLE_PX, options=api.PickOptions(snap="FLOOR"))
    assert [one.kind for one in every] == ["FLOOR"]
    at_cube = view.view.project(np.array([(3.0, 0.0, 1.5)]))[0][0]
    assert snap_at(view, at_cube, "FLOOR").object_name == "Cube"
    assert snap_at(view, at_cube, "FLOOR").snapped is None
    both = snap_at(view, at_cube, {"CENTER", "FLOOR"})
    assert both.location == pytest.approx((3, 0, 1.5)) and both.snapped == "CENTER"
    assert snap_at(view, build.MIDDLE_PX, ("VERTEX", "FLOOR")).snapped == "FLOOR"
    miss = api.why_missed(view, build.MIDDLE_PX, options=api.PickOptions(snap="FLOOR"))
    assert str(miss) == "Not a miss: Floor is there"
    assert api.pick_as_dict(pick)["kind"] == "FLOOR"


def test_a_floor_behind_the_viewer_or_clipped_is_a_miss():
    up = build.view_from((0, 0, 5), (0, 1, 6), up=(0, 0, 1))
    for options in ({}, {"ignore_clipping": True}):
        assert snap_at(up, build.MIDDLE_PX, "FLOOR", **options) is None
    level = build.view_from((0, 0, 5), (0, 1, 5), up=(0, 0, 1))
    assert snap_at(level, build.MIDDLE_PX, "FLOOR") is None
    short = build.view_down(far=50.0)
    assert snap_at(short, build.MIDDLE_PX, "FLOOR") is None
    assert snap_at(short, build.MIDDLE_PX, "FLOOR", ignore_clipping=True).depth == pytest.approx(100.0)
    cut = build.view_down(clip_planes=[(1, 0, 0, -0.5)])
    assert snap_at(cut, build.MIDDLE_PX, "FLOOR") is None


# As Blender turns the view for each of its fixed axes.
AXIS_VIEWS = {
    "TOP": ((0, 0, 0), 2),
    "BOTTOM": ((180, 0, 0), 2),
    "FRONT": ((90, 0, 0), 1),
    "BACK": ((90, 0, 180), 1),
    "RIGHT": ((90, 0, 90), 0),
    "LEFT": ((90, 0, -90), 0),
}


@pytest.mark.parametrize("name", AXIS_VIEWS)
def test_the_floor_of_an_orthographic_view_along_an_axis_is_the_plane_of_its_grid(name):
    angles, axis = AXIS_VIEWS[name]
    _, _, region_3d = build.live_view()
    region_3d.view_rotation = Euler([radians(angle) for angle in angles]).to_quaternion()
    region_3d.view_location, region_3d.view_distance = (3.0, 4.0, 5.0), 10.0
    for perspective in ("ORTHO", "PERSP"):
        region_3d.view_perspective = perspective
        viewport = api.viewport()
        pick = snap_at(viewport, viewport.size_px / 2, "FLOOR")
        expected = np.array((3.0, 4.0, 5.0))
        expected[axis] = 0.0
        if perspective == "ORTHO":
            assert pick.location == pytest.approx(expected, abs=1e-5)
            assert pick.normal.tolist() == [float(number == axis) for number in range(3)]
        elif axis == 2:
            assert pick.location == pytest.approx(expected, abs=1e-5)
        else:
            assert pick is None


def test_the_floor_of_a_turned_orthographic_view_or_camera_is_the_ground():
    _, _, region_3d = build.live_view()
    region_3d.view_perspective = "ORTHO"
    region_3d.view_rotation = Euler((radians(80), 0, 0)).to_quaternion()
    region_3d.view_location, region_3d.view_distance = (3.0, 4.0, 5.0), 10.0
    viewport = api.viewport()
    assert snap_at(viewport, viewport.size_px / 2, "FLOOR").location[2] == pytest.approx(0.0, abs=1e-6)
    camera = build.camera((0, -5, 1), (radians(90), 0, 0), type="ORTHO")
    build.update()
    assert snap_at(api.camera_view(camera, 800, 600), (410, 310), "FLOOR") is None


def test_the_plane_of_the_3d_cursor_lies_across_its_z_axis():
    cursor = bpy.context.scene.cursor
    cursor.location = (0.0, 0.0, 2.0)
    pick = snap_at(build.view_down(), build.MIDDLE_PX, "CURSOR")
    assert (pick.kind, pick.snapped, pick.object_name) == ("CURSOR", "CURSOR", "")
    assert pick.location == pytest.approx((0.1, 0.13, 2.0))
    cursor.rotation_euler = (0.0, radians(45), 0.0)
    pick = snap_at(build.view_down(), build.MIDDLE_PX, {"EDGE", "CURSOR"})
    assert pick.location == pytest.approx((0.1, 0.13, 1.9), abs=1e-6)
    assert pick.normal == pytest.approx((0.5**0.5, 0.0, 0.5**0.5))
    cursor.rotation_euler = (0.0, radians(180), 0.0)
    assert snap_at(build.view_down(), build.MIDDLE_PX, "CURSOR").front_face is False
    cursor.location = (3e6, 0.0, 2.0)
    far = build.view_down(eye=(3e6, 0.13, 100.0))
    assert snap_at(far, build.MIDDLE_PX, "CURSOR").location == pytest.approx((3e6, 0.13, 2.0), abs=1e-6)


def test_several_pixels_at_once_get_each_their_own_place():
    build.plane("Plane", 1.0, location=(0, 0, 1))
    view = build.view_down(eye=(0, 0, 10))
    pixels = view.view.project(np.array([(0.5, 0.4, 1.0), (3.0, 0.0, 0.0), (-3.0, 1.0, 0.0)]))[0]
    found = api.pick(view, pixels, options=api.PickOptions(snap=("VERTEX", "FLOOR")))
    assert [pick.location for pick in found] == [
        pytest.approx(place, abs=1e-6) for place in ((1, 1, 1), (3, 0, 0), (-3, 1, 0))
    ]
    hits = api.cast_rays([(0.2, 0, 9), (9, 9, 9)], [(0, 0, -1)] * 2, options=api.PickOptions(snap="FLOOR"))
    assert hits.t.tolist() == [8.0, np.inf]
