"""Measures of picks: their values, and what is said where there is none."""

from math import acos, degrees, pi, sqrt

import bpy
import pytest

from addon.ui import results
from addon.ui.overlay import measures as overlay
from addon.ui.panels import measures as panels

from . import build, ui
from .layouts import panel_texts
from .measured_boxes import (
    A,
    B,
    add,
    look_down,
    now,
    pick_at,
    pick_corners,
    refusal,
    scene_measures,
    two_boxes,
    value,
)
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def boxes():
    return two_boxes()


INSIDE_A = (0.2, 0.3, 1)


def test_distance_of_the_last_two_picks_with_every_digit(boxes):
    pick_corners(A[0], A[2], B[0])
    assert add("DISTANCE") == {"FINISHED"}
    assert value() == sqrt(9 + 9 + 4)
    assert now()[0].parts == (("X", 3.0), ("Y", 3.0), ("Z", 2.0))
    assert [row.name for row in scene_measures().kept] == ["Distance"]


@pytest.mark.parametrize(
    "kind, corners, expected",
    [
        ("PATH", [A[0], A[1], A[2], B[0]], 4 + sqrt(22)),
        ("ANGLE", [A[0], A[1], A[2]], pi / 2),
        ("FACE_AREA", [A[0]], 4.0),
        ("AREA", [A[0], A[1], A[2]], 2.0),
        ("AREA", [A[0], A[1], A[2], A[3]], 4.0),
        ("HEIGHT", [B[1]], 3.0),
        ("SURFACE_HEIGHT", [A[0], B[1]], 2.0),
        ("SURFACE_HEIGHT", [B[0], A[1]], -2.0),
        ("THICKNESS", [B[2]], 2.0),
    ],
)
def test_value_of_each_kind(boxes, kind, corners, expected):
    pick_corners(*corners)
    assert add(kind) == {"FINISHED"}
    assert value() == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    "kind, part, corners, expected",
    [
        ("PATH", "Straight", [A[0], A[1], A[2]], sqrt(8)),
        ("FACE_AREA", "Perimeter", [A[0]], 8.0),
        ("AREA", "Perimeter", [A[0], A[1], A[2]], 4 + sqrt(8)),
        ("SURFACE_HEIGHT", "Sideways", [A[2], B[0]], sqrt(18)),
    ],
)
def test_what_else_there_is_to_know(boxes, kind, part, corners, expected):
    pick_corners(*corners)
    add(kind)
    assert dict(now()[0].parts)[part] == pytest.approx(expected, rel=1e-14)


def test_a_path_takes_the_picks_since_the_last_measure_or_as_many_as_asked_for(boxes, capfd):
    pick_corners(A[0], A[1])
    add("DISTANCE")
    sentence = "Warning: Path Length needs 2 picks: pick 2 more"
    assert refusal(capfd, "measure_add", kind="PATH") == sentence
    pick_corners(A[2], A[3], A[0])
    add("PATH")
    assert value() == 4.0
    add("PATH", count=4)
    assert value() == 6.0


@pytest.mark.parametrize(
    "kind, count, sentence",
    [
        ("DISTANCE", 1, "Distance needs 2 picks: pick 1 more"),
        ("ANGLE", 1, "Angle needs 3 picks: pick 2 more"),
        ("AREA", 2, "Area needs 3 picks: pick 1 more"),
        ("SURFACE_HEIGHT", 1, "Clearance needs 2 picks: pick 1 more"),
    ],
)
def test_too_few_picks_say_how_many_more(boxes, capfd, kind, count, sentence):
    pick_corners(*A[:count])
    assert refusal(capfd, "measure_add", kind=kind) == f"Warning: {sentence}"
    assert len(scene_measures().kept) == 0


def test_before_the_first_pick_it_says_what_to_do(boxes):
    with pytest.raises(RuntimeError, match="Pick the places to measure first"):
        add("HEIGHT")


@pytest.mark.parametrize("name", ["measure_remove", "measure_clear", "measure_copy"])
def test_without_measures_there_is_nothing_to_copy_or_remove(boxes, name):
    with pytest.raises(RuntimeError, match="No measure is kept in this scene"):
        ui.run(name)


def test_what_has_no_surface_says_so(capfd):
    look_down()
    build.link(bpy.data.objects.new("Lamp", bpy.data.lights.new("Lamp", "POINT")))
    build.plane(location=(5, 0, 0))
    build.update()

    def said(kind):
        return refusal(capfd, "measure_add", kind=kind).removeprefix("Warning: ")

    pick_at((0, 0, 0))
    assert said("FACE_AREA") == "Lamp has no face there: pick a face"
    assert said("THICKNESS") == "No thickness: there is no other side of Lamp behind that place"
    pick_at((5.2, 0.1, 0))
    assert said("SURFACE_HEIGHT") == "Lamp has no surface there: pick a face first, then the place above it"
    assert said("THICKNESS") == "No thickness: there is no other side of Plane behind that place"
    assert add("DISTANCE") == {"FINISHED"}


def test_an_angle_with_a_place_twice_is_unknown_and_raises_nothing(boxes):
    pick_corners(A[0], A[0], A[1])
    add("ANGLE")
    assert value() != value()
    assert "Unknown" in panel_texts(panels.PICKING_RAY_PT_measures)


def test_copy_copies_every_digit(boxes, capfd):
    """Blender without a window has no clipboard: what was copied is read from the report."""
    pick_corners(A[1], A[0], B[0])
    copied = []
    for kind in ("DISTANCE", "ANGLE", "FACE_AREA"):
        add(kind)
        capfd.readouterr()
        assert ui.run("measure_copy") == {"FINISHED"}
        copied.append(float(capfd.readouterr().out.removeprefix("Info: Copied ")))
    assert copied == [sqrt(54), pytest.approx(degrees(acos(5 / sqrt(54))), rel=1e-14), 4.0]


def test_remove_takes_the_active_one_and_clear_all(boxes):
    pick_corners(*A)
    for kind in ("DISTANCE", "HEIGHT", "ANGLE"):
        add(kind)
    scene_measures().active = 1
    ui.run("measure_remove")
    assert [row.kind for row in scene_measures().kept] == ["DISTANCE", "ANGLE"]
    assert scene_measures().active == 1
    ui.run("measure_remove")
    assert scene_measures().active == 0
    assert overlay._handle is not None
    ui.run("measure_clear")
    assert len(scene_measures().kept) == 0
    assert overlay._handle is None


def test_the_active_hit_stands_for_its_pick(boxes):
    bpy.context.scene.picking_ray.snap = "OFF"
    pick_at(INSIDE_A)
    ui.rows().active_hit = 1
    assert [pick.location[2] for pick in results.picks_of(bpy.context.scene)] == pytest.approx([-1.0])
    pick_at(INSIDE_A)
    assert [pick.location[2] for pick in results.picks_of(bpy.context.scene)] == pytest.approx([1.0, 1.0])


def test_the_panel_measures_the_last_two_picks_without_a_press(boxes):
    panel = panels.PICKING_RAY_PT_measure
    assert not panel.poll(bpy.context)
    pick_corners(A[0])
    assert panel.poll(bpy.context)
    assert "Distance needs 2 picks: pick 1 more" in " ".join(panel_texts(panel))
    pick_corners(B[0])
    texts = panel_texts(panel)
    for text in ("Distance", "7.3485 m", "X", "5.0000 m", "Y", "Z", "2.0000 m"):
        assert text in texts
