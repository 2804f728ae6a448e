"""Measures follow what was picked."""

from math import pi, sqrt

import bpy
import pytest

from addon import api
from addon.ui.measures import kept, live
from addon.ui.panels import measures as panels

from . import build
from .layouts import panel_texts
from .measured_boxes import A, B, add, look_down, now, pick_at, pick_corners, scene_measures, two_boxes, value
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def boxes():
    return two_boxes()


def test_measures_follow_their_objects(boxes):
    a, b = boxes
    pick_corners(A[0], B[0])
    add("DISTANCE")
    add("SURFACE_HEIGHT")
    b.location.z += 10
    build.update()
    assert [one.value for one in now()] == [sqrt(25 + 25 + 144), 12.0]
    a.rotation_euler.x = pi / 2
    a.location = (0, 0, 0)
    build.update()
    # The top of A looks to -Y now, and its corner is at (-1, -1, -1).
    assert [one.value for one in now()] == pytest.approx([sqrt(25 + 25 + 14**2), -5.0], rel=1e-6)


def test_measures_follow_an_animation(boxes):
    b = boxes[1]
    b.keyframe_insert("location", frame=1)
    b.location.x += 7
    b.keyframe_insert("location", frame=11)
    bpy.context.scene.frame_set(1)
    pick_corners(A[0], B[0])
    add("DISTANCE")
    assert now()[0].parts[0] == ("X", 5.0)
    bpy.context.scene.frame_set(11)
    assert now()[0].parts[0] == ("X", 12.0)


def test_the_places_of_picks_count_where_their_objects_are_now(boxes):
    pick_corners(A[0], A[2], B[0])
    boxes[1].location.x += 1
    boxes[0].scale.y = 3
    build.update()
    assert dict(
        live.measured_now(
            "DISTANCE", live.anchored_places("DISTANCE", live.picks_for("DISTANCE", bpy.context.scene))
        ).parts
    ) == {"X": 4.0, "Y": 1.0, "Z": 2.0}
    add("DISTANCE")
    assert dict(now()[0].parts) == {"X": 4.0, "Y": 1.0, "Z": 2.0}


@pytest.mark.parametrize("kind, expected", [("FACE_AREA", (15, 5, 3)), ("THICKNESS", (14, 4, 2))])
def test_a_face_or_thickness_of_an_object_that_has_moved_since_is_measured_where_it_is_now(
    boxes, kind, expected
):
    pick_corners(B[0])
    boxes[1].location.x += 10
    build.update()
    add(kind)
    assert now()[0].label_place == pytest.approx(expected, abs=1e-6)
    boxes[1].location.x += 10
    build.update()
    assert now()[0].label_place == pytest.approx((expected[0] + 10, *expected[1:]), abs=1e-6)


def test_picks_of_what_is_gone_are_passed_over(boxes):
    pick_corners(A[0], A[1], B[0])
    bpy.data.objects.remove(boxes[1])
    build.update()
    add("DISTANCE")
    assert value() == 2.0


def test_an_instance_moves_with_what_makes_it():
    look_down()
    source = build.collection("Source", linked=False)
    part = build.cube("Part", collection=source)
    build.collection_instance("L", source, location=(-3, 0, 0))
    right = build.collection_instance("R", source, location=(3, 0, 0))
    build.update()
    bpy.context.scene.picking_ray.snap = "VERTEX"
    pick_at((-2.1, 0.9, 1))
    pick_at((2.1, 0.9, 1))
    add("DISTANCE")
    assert value() == pytest.approx(4.0, rel=1e-14)
    assert kept.object_names(bpy.context.scene, scene_measures().kept[0]) == ["L", "R"]
    right.location.x += 5
    build.update()
    assert value() == pytest.approx(9.0, rel=1e-14)
    part.location.x += 5
    build.update()
    assert value() == pytest.approx(9.0, rel=1e-14)


def test_places_on_the_floor_stay_in_the_world(boxes):
    bpy.context.scene.picking_ray.empty_space = "FLOOR"
    bpy.context.scene.picking_ray.snap = "OFF"
    for obj in boxes:
        bpy.data.objects.remove(obj)
    build.update()
    for place in ((0, 0, 0), (3, 0, 0)):
        pick_at(place)
    add("DISTANCE")
    picks = api.history()
    assert value() == pytest.approx(picks[0].location[0] - picks[1].location[0], rel=1e-9)
    assert "World" in panel_texts(panels.PICKING_RAY_PT_measures)
