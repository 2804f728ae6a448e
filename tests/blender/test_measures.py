"""Measures of picks: their values, that they are kept with the file, and that they follow what was picked."""

from math import acos, degrees, pi, sqrt

import bpy
import numpy as np
import pytest

from addon import api
from addon.ui import results
from addon.ui.measures import kept, live
from addon.ui.measures.places import Anchored
from addon.ui.overlay import measures as overlay
from addon.ui.overlay import projection
from addon.ui.panels import measures as panels

from . import build, ui
from .layouts import panel_texts
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")

# Corners of the two boxes, seen from above.
A = [(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]
B = [(4, 4, 3), (6, 4, 3), (6, 6, 3), (4, 6, 3)]
INSIDE_A = (0.2, 0.3, 1)


def look_down(target=(0.0, 0.0, 0.0), distance=20.0):
    """Turn the live view so that it looks straight down at a place, in perspective."""
    space, _, region_3d = build.live_view()
    region_3d.view_perspective = "PERSP"
    region_3d.view_location, region_3d.view_rotation = target, (1, 0, 0, 0)
    region_3d.view_distance = distance
    space.clip_start, space.clip_end = distance / 1000, distance * 100


def pick_at(place):
    """Pick at the pixel of the live view that a place of the world is drawn in; returns the operator's answer."""
    with build.live_override():
        pixel = api.viewport().view.project(place)[0][0]
        return bpy.ops.picking_ray.pick(x=int(pixel[0]), y=int(pixel[1]))


@pytest.fixture
def boxes():
    """Two boxes of 2 x 2 x 2 whose tops are at z = 1 and z = 3, seen from above; picks snap to their corners."""
    look_down((2, 2, 0))
    made = build.cube("A"), build.cube("B", location=(5, 5, 2))
    build.update()
    bpy.context.scene.picking_ray.snap = "VERTEX"
    return made


def pick_corners(*corners):
    for corner in corners:
        # A little towards the middle of the box, where its face is.
        middle = (0, 0) if corner in A else (5, 5)
        x, y = (value + 0.05 * (centre - value) for value, centre in zip(corner, middle, strict=False))
        assert pick_at((x, y, corner[2])) == {"FINISHED"}
        assert tuple(api.history()[0].location) == corner


def add(kind, **settings):
    return ui.run("measure_add", kind=kind, **settings)


def refusal(capfd, name, **settings):
    """What the operator reports while it is cancelled."""
    capfd.readouterr()
    assert ui.run(name, **settings) == {"CANCELLED"}
    return capfd.readouterr().out.strip()


def scene_measures():
    return bpy.context.scene.picking_ray_measures


def now():
    """The measures as they are now."""
    return kept.measured(bpy.context.scene)


def value():
    return now()[scene_measures().active].value


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


def drawn_labels():
    """(text, plate) of the labels that the live view has."""
    with build.live_override():
        shown, active = kept._to_be_drawn(bpy.context)
        view = api.viewport().view
        matrix = view.projection @ view.view
        centers, are_seen = projection.places_px(shown.places, matrix, view.size_px)
        count = len(shown.labels)
        return overlay._labels(bpy.context, shown, active, centers[:count], are_seen[:count], 1.0)


def keep_heights(places):
    """Measures of the height of places of the world, without a pick."""
    for place in places:
        anchors = [Anchored(None, np.array([place], dtype=float))]
        kept.add(bpy.context.scene, "Height", "HEIGHT", anchors, "")


def test_ten_labels_are_drawn_the_active_one_and_the_newest():
    look_down()
    keep_heights([(x, y, 1 + 4 * y + x) for y in range(-3, 4) for x in (-5, -2, 1, 4)])
    every = [one.value for one in now()]
    scene_measures().active = 2
    found = [float(text.removesuffix(" m")) for text, _ in drawn_labels()]
    assert found == [every[2], *every[:-10:-1]]


def test_a_label_that_would_lie_over_another_or_out_of_view_is_left_out():
    look_down()
    keep_heights([(0, 0, 1), (0.01, 0, 2), (3, 0, 3), (500, 0, 4), (0, 0, 500)])
    scene_measures().active = 0
    assert [text for text, _ in drawn_labels()] == ["1.000 m", "3.000 m"]


def test_labels_change_with_the_units_of_the_scene():
    look_down()
    keep_heights([(0, 0, 1)])
    assert [text for text, _ in drawn_labels()] == ["1.000 m"]
    bpy.context.scene.unit_settings.length_unit = "CENTIMETERS"
    assert [text for text, _ in drawn_labels()] == ["100.000 cm"]


def test_a_hundred_measures_are_read_once_between_changes(monkeypatch):
    look_down()
    keep_heights([(x, 0, 1) for x in range(100)])
    reads = []
    read = kept._read
    monkeypatch.setattr(kept, "_read", lambda scene: reads.append(scene) or read(scene))
    drawn_labels()  # Blender evaluates what is new
    reads.clear()
    for _ in range(5):
        drawn_labels()
        panel_texts(panels.PICKING_RAY_PT_measures)
    assert len(reads) <= 1
    bpy.context.scene.frame_set(5)
    reads.clear()
    drawn_labels()
    assert len(reads) == 1
