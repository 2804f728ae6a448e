"""Measures are kept with the file, through undo, renaming and deleting."""

from math import sqrt

import bpy
import pytest

from addon.ui import results
from addon.ui.measures import kept
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


def reopen(tmp_path):
    path = str(tmp_path / "measures.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert overlay._handle is None
    bpy.ops.wm.open_mainfile(filepath=path)


def test_measures_are_kept_with_the_file_and_drawn_again(boxes, tmp_path):
    pick_corners(A[0], A[1], B[0])
    add("DISTANCE")
    add("ANGLE")
    before = [one.value for one in now()]
    reopen(tmp_path)
    assert [one.value for one in now()] == before
    assert [row.name for row in scene_measures().kept] == ["Distance", "Angle"]
    assert overlay._handle is not None
    bpy.data.objects["B"].location.x += 1
    build.update()
    assert now()[0].parts[0] == ("X", 4.0)


def test_undo_and_redo_of_adding_and_removing(boxes):
    bpy.ops.ed.undo_push(message="before")
    pick_corners(A[0], B[0])
    add("DISTANCE")
    bpy.ops.ed.undo_push(message="added")
    bpy.ops.ed.undo()
    assert len(scene_measures().kept) == 0 and now() == []
    assert overlay._handle is None
    bpy.ops.ed.redo()
    assert value() == sqrt(25 + 25 + 4)
    assert overlay._handle is not None
    ui.run("measure_remove")
    bpy.ops.ed.undo_push(message="removed")
    assert now() == []
    bpy.ops.ed.undo()
    assert value() == sqrt(25 + 25 + 4)


def test_a_renamed_object_is_the_same(boxes, tmp_path):
    pick_corners(A[0], B[0])
    add("DISTANCE")
    boxes[1].name = "Another"
    build.cube("B", location=(50, 0, 0))
    build.update()
    assert value() == sqrt(25 + 25 + 4)
    assert "A, Another" in panel_texts(panels.PICKING_RAY_PT_measures)
    reopen(tmp_path)
    assert value() == sqrt(25 + 25 + 4)


def remove_by_script(obj):
    bpy.data.objects.remove(obj)


def remove_by_operator(obj):
    for other in bpy.context.scene.objects:
        other.select_set(other == obj)
    with build.live_override():
        bpy.ops.object.delete()


@pytest.mark.parametrize("remove", [remove_by_script, remove_by_operator])
def test_with_an_object_gone_the_measure_says_so_and_the_file_lets_it_go(boxes, tmp_path, capfd, remove):
    pick_corners(A[0], B[0])
    add("DISTANCE")
    pick_corners(A[0], A[1])
    add("DISTANCE")
    remove(boxes[1])
    build.update()
    assert [one and one.value for one in now()] == [None, 2.0]
    scene_measures().active = 0
    assert "A, B" in panel_texts(panels.PICKING_RAY_PT_measures)
    sentence = "Warning: Nothing to copy: an object of Distance no longer exists"
    assert refusal(capfd, "measure_copy") == sentence
    reopen(tmp_path)
    assert "B" not in bpy.data.objects
    assert [one and one.value for one in now()] == [None, 2.0]
    assert "A, B" in panel_texts(panels.PICKING_RAY_PT_measures)


def test_deletion_that_is_undone_after_saving_brings_the_measure_back(boxes, tmp_path):
    pick_corners(A[0], B[0])
    add("DISTANCE")
    bpy.ops.ed.undo_push(message="added")
    remove_by_operator(boxes[1])
    bpy.ops.ed.undo_push(message="deleted")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
    assert now() == [None]
    bpy.ops.ed.undo()
    assert value() == sqrt(25 + 25 + 4)


def test_a_hidden_object_is_not_gone(boxes):
    pick_corners(A[0], B[0])
    add("DISTANCE")
    boxes[0].hide_set(True)
    boxes[1].hide_viewport = True
    build.update()
    assert value() == sqrt(25 + 25 + 4)


def test_objects_are_not_held_on_to(boxes):
    """Else Make Single User would copy them, and what the user deletes would stay in the file."""
    before = [obj.users for obj in boxes]
    pick_corners(A[0], B[0])
    add("DISTANCE")
    assert [obj.users for obj in boxes] == before


def test_another_object_of_the_same_name_is_another(boxes, tmp_path):
    pick_corners(A[0], B[0])
    add("DISTANCE")
    boxes[1].name = "Old"
    build.cube("B", location=(50, 0, 0))
    build.update()
    bpy.data.objects.remove(bpy.data.objects["Old"])
    build.update()
    assert now() == [None]


def test_a_file_of_another_session_is_read_by_names(boxes, tmp_path):
    """Ids of sessions are small numbers, so that those of another session are those of other objects here."""
    pick_corners(A[0], B[0])
    add("DISTANCE")
    path = str(tmp_path / "measures.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    uids = [place.object_uid for place in scene_measures().kept[0].places]
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.wm.open_mainfile(filepath=path)
    assert value() == sqrt(25 + 25 + 4)
    places = scene_measures().kept[0].places
    assert (
        [place.object_uid for place in places]
        == [bpy.data.objects[name].session_uid for name in "AB"]
        != uids
    )


def test_each_scene_has_measures_of_its_own(boxes):
    pick_corners(A[0], B[0])
    add("DISTANCE")
    other = bpy.data.scenes.new("Other")
    assert kept.measured(other) == []
    assert overlay._handle is not None
    assert list(results.picks_of(other)) == []


def test_far_from_the_origin_and_tiny_every_digit_is_kept(tmp_path):
    half = 2.0**-14
    look_down((0, 0, 0), distance=20 * half)
    build.cube("Tiny", half)
    build.update()
    bpy.context.scene.picking_ray.snap = "VERTEX"
    for x in (-0.9, 0.9):
        pick_at((x * half, 0.9 * half, half))
    add("DISTANCE")
    assert value() == 2 * half
    bpy.data.objects["Tiny"].location = (1e6, 2e6, -4e6)
    build.update()
    assert value() == pytest.approx(2 * half, abs=1e-9)
    reopen(tmp_path)
    assert value() == pytest.approx(2 * half, abs=1e-9)
    bpy.data.objects["Tiny"].location = (0, 0, 0)
    build.update()
    assert value() == 2 * half


def test_damaged_measures_raise_nothing(boxes):
    pick_corners(A[0], B[0])
    for kind in ("DISTANCE", "DISTANCE", "ANGLE"):
        pick_corners(A[1])
        add(kind)
    rows = scene_measures().kept
    rows[0].places[0].place = "1 2 nonsense"
    rows[1].places.clear()
    rows[2].places.remove(0)
    kept.update()
    assert now() == [None, None, None]
    panel_texts(panels.PICKING_RAY_PT_measures)
