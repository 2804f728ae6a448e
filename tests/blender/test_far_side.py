"""Through a surface to the other side of the same object: walls of known thickness."""

import bpy
import numpy as np
import pytest
from mathutils import Euler, Matrix

from addon import api

from . import build


def thickness(pick):
    ends = api.far_side(pick)
    return None if ends is None else float(np.linalg.norm(ends[1] - ends[0]))


@pytest.fixture
def wall():
    """A box of 2 x 2 x 2 below the eye, whose top is picked off its middle."""
    return build.cube("Wall")


def test_through_a_box(wall):
    pick = build.pick_down(eye=(0.3, 0.2, 10))
    ends = api.far_side(pick)
    assert ends == pytest.approx(np.array(((0.3, 0.2, 1), (0.3, 0.2, -1))), abs=1e-12)


def test_other_objects_inside_and_below_do_not_count(wall):
    build.cube("Inside", 0.5)
    build.cube("Below", 0.5, location=(0, 0, -1.2))
    assert thickness(build.pick_down(eye=(0.3, 0.2, 10))) == pytest.approx(2.0, rel=1e-12)


def test_the_line_follows_the_surface_and_not_the_view(wall):
    wall.matrix_world = Euler((0.4, 0.7, 0.2)).to_matrix().to_4x4() @ Matrix.Diagonal((3, 3, 0.25, 1))
    build.update()
    pick = build.pick_down(eye=(0.01, 0.02, 10))
    assert abs(pick.normal[2]) < 0.9
    assert thickness(pick) == pytest.approx(0.5, rel=1e-6)


@pytest.mark.parametrize("size, place", [(1e-4, 0.0), (1.0, 1e6), (1e4, 1e6)])
def test_tiny_and_far_away(size, place):
    # A power of two, so that its corners are where they are said to be.
    half = 2.0 ** np.round(np.log2(size))
    build.cube("Wall", half, location=(place, place, 0))
    build.update()
    view = build.view_down((place + 0.25 * half, place, 10 * half), near=half, far=100 * half)
    pick = api.pick(view, build.MIDDLE_PX)
    assert thickness(pick) == pytest.approx(2.0 * half, rel=1e-9)


def test_seen_from_behind_it_goes_into_the_wall_as_well(wall):
    """From inside a box the outside of the wall is nowhere."""
    pick = build.pick_down(eye=(0.3, 0.2, 0))
    assert not pick.front_face
    assert api.far_side(pick) == pytest.approx(np.array(((0.3, 0.2, -1), (0.3, 0.2, 1))), abs=1e-12)


def test_at_a_vertex_the_faces_beside_it_do_not_count(wall):
    pick = build.pick_down(eye=(0.9, 0.95, 10), snap="VERTEX")
    assert pick.location == pytest.approx((1, 1, 1))
    assert thickness(pick) == pytest.approx(2.0, rel=1e-12)


def test_far_from_the_origin_the_line_does_not_end_where_it_begins(wall):
    """There the picked place is rounded to a tenth of a nanometre, below or above its own face."""
    rotation = Euler((0.4, 0.7, 0.2)).to_matrix().to_4x4()
    wall.matrix_world = Matrix.Translation((1e6, 2e6, -3e5)) @ rotation
    build.update()
    found = []
    for x, y in np.random.default_rng(5).uniform(-0.4, 0.4, (50, 2)):
        found.append(thickness(build.pick_down(eye=(1e6 + x, 2e6 + y, -3e5 + 10))))
    assert found == pytest.approx([2.0] * 50, rel=1e-6)


def test_a_plane_has_no_other_side():
    build.plane()
    assert api.far_side(build.pick_down(eye=(0.3, 0.2, 10))) is None


def test_an_object_that_moved_and_grew_is_measured_where_it_is_now(wall):
    pick = build.pick_down(eye=(0.3, 0.2, 10))
    wall.matrix_world = (
        Matrix.Translation((50, 0, 0)) @ Euler((0, 1, 0)).to_matrix().to_4x4() @ Matrix.Scale(2, 4)
    )
    build.update()
    ends = api.far_side(pick)
    assert ends[0] == pytest.approx(
        wall.matrix_world @ Matrix.Translation((0.3, 0.2, 1)).translation, abs=1e-5
    )
    assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(4.0, rel=1e-6)


def test_an_object_that_is_hidden_or_passed_over_by_now_is_measured(wall):
    pick = build.pick_down(eye=(0.3, 0.2, 10))
    wall.hide_set(True)
    wall.hide_select = True
    ends = api.far_side(pick, options=api.PickOptions(ignored=("Wall",), selectable_only=True))
    assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(2.0, rel=1e-12)


def test_an_object_that_is_gone_or_flattened_has_none(wall):
    pick = build.pick_down(eye=(0.3, 0.2, 10))
    wall.scale.z = 0.0
    build.update()
    assert api.far_side(pick) is None
    bpy.data.objects.remove(wall)
    assert api.far_side(pick) is None


def test_of_instances_the_one_that_was_picked():
    source = build.collection("Source", linked=False)
    build.cube("Part", collection=source)
    build.collection_instance("Thick", source, location=(0, 0, -5)).scale.z = 2.0
    build.collection_instance("Thin", source).scale.z = 0.125
    build.update()
    pick = build.pick_down(eye=(0.3, 0.2, 10))
    assert pick.instancer_path == ("Thin",)
    assert thickness(pick) == pytest.approx(0.25, rel=1e-12)


def test_a_place_without_a_surface_has_none():
    assert api.far_side(build.pick_down(snap="FLOOR")) is None
    build.link(bpy.data.objects.new("Empty", None))
    build.update()
    pick = build.pick_down()
    assert pick.kind == "EMPTY"
    assert api.far_side(pick) is None
