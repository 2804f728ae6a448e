"""Cases D10, I8, J: lines and points of very many instances, of which a pick looks at those near the pixel alone."""

import bpy
import numpy as np
import pytest

from addon import api, core
from addon.core import elements
from addon.scene import front_face, hiding, outline_table, snapshot
from addon.scene.ball_groups import BallGroups
from addon.scene.line_sieve import LineSieve
from addon.scene.options import PickOptions
from addon.scene.outlines.placing import pixel_sizes
from addon.scene.pixel_search import Search

from . import build

SIZE = (800, 600)
EYE = (3.0, -9.0, 4.0)
SHIFTED = core.perspective(1.2, 4 / 3, 0.01, 100.0)
SHIFTED[:2, 2] = 0.3, -0.2
VIEWS = [
    core.View(core.look_at(EYE, (0, 0, 0), (0, 0, 1)), SHIFTED, SIZE),
    core.View(core.look_at(EYE, (0, 0, 0), (0, 0, 1)), core.orthographic(-5, 7, -5, 4, -50.0, 50.0), SIZE),
]


def sieved(view, pixel_px, starts, ends, reach_px=8.0):
    """Numbers of the lines that a sieve lets through."""
    sieve = LineSieve(view, np.array(pixel_px), reach_px, 1.0)
    (linear,), (offset,) = sieve.frames(np.eye(4)[None])
    places = [linear @ ends.T + offset[:, None] for ends in (starts, ends)]
    return sieve.near(*places, sieve.reach(0.0), sieve.widths(0.0, 100.0, reach_px))


@pytest.mark.parametrize("view", VIEWS, ids=["perspective", "orthographic"])
@pytest.mark.parametrize("length", [0.0, 0.1, 3.0, 60.0])
def test_no_line_near_the_pixel_is_left_out_and_few_others_stay(view, length):
    """The longest lines go through the plane of the eye and behind it."""
    rng = np.random.default_rng(8)
    starts = rng.uniform(-8, 8, (20_000, 3))
    ends = starts + length * rng.normal(size=starts.shape)
    for pixel_px in rng.uniform((50, 50), (750, 550), (10, 2)):
        distances, _ = elements.distances_to_segments_px(view, pixel_px, starts, ends)
        near = sieved(view, pixel_px, starts, ends)
        assert np.isin(np.flatnonzero(distances <= 8.0), near).all()
        assert (distances[near] <= 12.0).mean() > 0.5
        assert (distances <= 8.0).any()


def test_lines_that_are_nowhere_stay_for_the_search_to_tell():
    starts = np.array([(0.0, 0.0, np.nan), (50.0, 0.0, 0.0)])
    assert sieved(VIEWS[0], (400, 300), starts, starts).tolist() == [0]


def balls(count=5000):
    rng = np.random.default_rng(2)
    return rng.uniform(-50, 50, (count, 3)), rng.uniform(0.0, 4.0, count), rng.uniform(0.0, 20.0, count)


def come_near(centers, reaches, reaches_px):
    """Whether balls come near the z axis."""
    return np.linalg.norm(centers[:, :2], axis=1) <= reaches + 0.01 * reaches_px


def test_balls_near_a_line_are_found_among_many():
    centers, reaches, reaches_px = balls()
    reaches[7], centers[9] = np.inf, np.nan
    groups = BallGroups(centers, reaches, reaches_px)
    expected = np.flatnonzero(come_near(centers, reaches, reaches_px)).tolist()
    assert len(expected) >= 5 and groups.near(come_near).tolist() == expected
    assert groups.balls_tested < len(centers) / 2


def test_balls_that_move_are_found_where_they_are():
    groups = BallGroups(*balls())
    near = groups.near(come_near).tolist()
    far = next(number for number in range(100, 5000) if number not in near)
    groups.move(far, far + 1, np.array([(0.1, 0.0, 900.0)]), np.array([0.2]))
    groups.move(near[0], near[0] + 1, np.array([(0.0, 70.0, 0.0)]), np.array([0.2]))
    assert groups.near(come_near).tolist() == sorted({far, *near[1:]})


def placed(count, spread=40.0, child=None):
    """Points that place instances of an object at random; returns the places."""
    places = np.random.default_rng(1).uniform(-spread, spread, (count, 3)).astype(np.float32)
    points = build.mesh_object("Points", places.tolist(), [])
    points.instance_type = "VERTS"
    child.parent = points
    build.update()
    return places


def looking(target, **settings):
    view = build.view_from((5.0, -120.0, 30.0), target, up=(0.0, 0.0, 1.0), **settings)
    return view, view.view.project(np.array([target]))[0][0]


@pytest.fixture
def tested(monkeypatch):
    """How many balls, and boxes of instances, picks have looked at, and how many outlines were searched."""
    searched = []
    nearest_by_kind = Search.nearest_by_kind

    def counted(search, instance, numbers):
        searched.append(len(numbers))
        return nearest_by_kind(search, instance, numbers)

    monkeypatch.setattr(Search, "nearest_by_kind", counted)

    def counts(viewport):
        shot = snapshot.Snapshot(PickOptions(), viewport)
        return np.array([shot.outlines.balls.balls_tested, shot.index.boxes_tested, sum(searched)])

    return counts


@pytest.mark.parametrize("count", [1000, 8000])
def test_a_pick_among_instances_of_empties_looks_at_those_near_the_pixel(count, tested):
    empty = build.link(bpy.data.objects.new("Empty", None))
    empty.empty_display_size = 0.3
    places = placed(count, child=empty)
    bpy.data.objects["Points"].show_instancer_for_viewport = False
    build.update()
    view, _ = looking((0, 0, 0))
    pixels = view.view.project(places[:20].astype(float))[0]
    api.pick(view, pixels[0])
    before = tested(view)
    picks = api.pick(view, pixels)
    assert [pick.kind for pick in picks].count("EMPTY") == len(picks)
    balls_tested, boxes_tested, searched = (tested(view) - before) / len(pixels)
    assert balls_tested < 200 + count / 6
    # Nothing has a face: nothing to be hidden by.
    assert boxes_tested == 0
    assert searched <= 20


def test_outlines_of_an_instance_are_searched_where_they_are_near(tested):
    """A light has a dozen outlines, and a line to the ground that passes far from most pixels."""
    rng = np.random.default_rng(4)
    for number, place in enumerate(rng.uniform(-30, 30, (60, 3))):
        light = bpy.data.lights.new(f"Light{number}", "POINT")
        build.link(bpy.data.objects.new(light.name, light)).location = place
    build.update()
    view, _ = looking((0.0, 0.0, 0.0))
    api.pick(view, (1.0, 1.0))
    before = tested(view)
    for column in range(20):
        api.pick(view, (10.0 + 40.0 * column, 300.0))
    searched = (tested(view) - before)[2] / 20
    rows = len(snapshot.Snapshot(PickOptions(), view).outlines.owners)
    assert 0 < searched < rows / 5


def wires(places):
    """A straight wire through each of these places, along the x axis and ten long."""
    for number, place in enumerate(places):
        mesh = bpy.data.meshes.new("Wire")
        mesh.from_pydata([(-5, 0, 0), (5, 0, 0)], [(0, 1)], [])
        build.link(bpy.data.objects.new(f"Wire{number}", mesh)).location = place
    build.update()


@pytest.fixture
def asked(monkeypatch):
    """How many rays each search for what hides a line has had."""
    counts = []
    met = core.SceneIndex.any

    def counted(index, rays, **settings):
        counts.append(len(rays))
        return met(index, rays, **settings)

    monkeypatch.setattr(core.SceneIndex, "any", counted)
    return counts


def test_what_ranks_behind_a_seen_line_is_not_asked_whether_it_is_hidden(asked):
    """Of twenty wires before a wall the nearest to the pixel is enough for the first pick."""
    build.plane(half_size=50.0)
    wires([(0.0, 0.01 * number, 1.0 + 0.1 * number) for number in range(20)])
    view = build.view_down((0.1, 0.13, 100.0))
    pixel = view.view.project(np.array([(0.1, 0.05, 1.5)]))[0][0]
    first = api.pick(view, pixel)
    assert first.kind == "EDGE" and sum(asked) == 1
    every = api.pick_all(view, pixel)
    assert len(every) == 21 and sum(asked) >= 20
    assert every[0].object_name == first.object_name


def test_lines_behind_one_large_face_need_no_rays(asked):
    build.plane(half_size=50.0)
    wires([(0.0, 0.01 * number, -1.0 - 0.1 * number) for number in range(20)])
    view = build.view_down((0.1, 0.13, 100.0))
    assert api.pick(view, build.MIDDLE_PX).kind == "FACE"
    assert sum(asked) == 0


def test_lines_at_the_rim_of_a_face_are_seen_as_by_rays(monkeypatch):
    """Over the rim of a wall, through it and behind it, of which many pixels meet only a corner."""
    for number in range(6):
        tilted = build.plane(f"Wall{number}", half_size=1.0, location=(3.0 * number - 8.0, 0.0, 0.0))
        tilted.rotation_euler = (0.2 * number, 0.15 * number, 0.5)
    rng = np.random.default_rng(11)
    wires(rng.uniform((-8, -1, -0.9), (8, 1, 0.1), (12, 3)))
    view = build.view_down((0.1, 0.13, 40.0))
    pixels = rng.uniform((150, 250), (650, 350), (300, 2))

    def picked():
        picks = api.pick(view, pixels, options=api.PickOptions(tolerance_px=4))
        return [(one.object_name, one.kind) if one else None for one in picks]

    by_face = picked()
    monkeypatch.setattr(front_face.FrontFace, "hides", lambda face, rays: np.zeros(len(rays), dtype=bool))
    assert picked() == by_face
    assert {"EDGE", "FACE"} <= {one[1] for one in by_face if one}


def test_picks_are_the_same_without_the_sieve(monkeypatch):
    rng = np.random.default_rng(6)
    for number, place in enumerate(rng.uniform(-10, 10, (80, 3))):
        data = (bpy.data.lights.new("L", "SPOT"), bpy.data.cameras.new("C"), None)[number % 3]
        build.link(bpy.data.objects.new(f"Object{number}", data)).location = place
    build.update()
    view = build.view_from((5.0, -30.0, 9.0), (0.0, 0.0, 0.0), up=(0.0, 0.0, 1.0))
    pixels = rng.uniform((0, 0), build.SIZE_PX, (150, 2))
    picks = []
    for several in (outline_table._SEVERAL, 1 << 30):
        # Fewer outlines are looked at each on its own.
        monkeypatch.setattr(outline_table, "_SEVERAL", several)
        picks.append(
            [(one.object_name, one.pixel_distance) if one else None for one in api.pick(view, pixels)]
        )
    assert picks[0] == picks[1] and sum(one is not None for one in picks[0]) > 30


def test_points_hidden_one_after_another_cost_at_most_twice_their_rays(monkeypatch):
    """The pixel looks past the wall that hides twenty points beside it; of those farther away the first is seen."""
    view = build.view_down(eye=(0.0, 0.0, 10.0))
    unit = float(pixel_sizes(view.view, np.zeros((1, 3)))[0])
    hidden = [(-unit * (1.0 + 0.3 * number), 0.0, 0.0) for number in range(20)]
    seen = [(unit * (7.5 + 0.005 * number), 0.0, 0.0) for number in range(60)]
    build.mesh_object("Points", hidden + seen, [])
    left, right = -90.0 * unit, -0.3 * unit
    build.mesh_object("Wall", [(left, -1, 1), (right, -1, 1), (right, 1, 1), (left, 1, 1)], [(0, 1, 2, 3)])
    build.update()
    asked, meet_faces = [], hiding._meet_faces

    def counted(viewport, shot, rays, near, options):
        asked.append(len(near))
        return meet_faces(viewport, shot, rays, near, options)

    monkeypatch.setattr(hiding, "_meet_faces", counted)
    pick = api.pick(view, build.MIDDLE_PX)
    assert (pick.kind, pick.element_index) == ("VERTEX", 20)
    assert len(hidden) < sum(asked) <= 2 * len(hidden)
