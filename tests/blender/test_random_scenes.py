"""Scenes at random, of every kind and in every state: what is picked is what Blender draws, or what a click selects.

A scene that fails is made small by hand and kept as a test of its own; its seed is in the name of the test.
"""

import bpy
import pytest

from . import pictures, random_clicks, random_judge

SHORT, LONG = range(10), range(10, 200)
SEEDS = (*SHORT, *(pytest.param(seed, marks=pytest.mark.long) for seed in LONG))

needs_pictures = pytest.mark.skipif(
    not pictures.can_draw(), reason="before 5.2 Blender draws no picture without a window"
)


@pytest.mark.usefixtures("gpu")
@needs_pictures
@pytest.mark.parametrize("seed", SEEDS)
def test_face_is_that_of_the_picture_at_interior_pixels(seed):
    verdict = random_judge.judge_faces(seed, sample_count=1000)
    assert verdict.differences == [], verdict.notes
    assert verdict.compared > 100


@pytest.mark.usefixtures("gpu")
@needs_pictures
@pytest.mark.parametrize("seed", SEEDS)
def test_lines_and_points_are_hit_where_they_are_drawn_and_nowhere_else(seed):
    verdict = random_judge.judge_lines(seed, sample_count=6)
    assert verdict.differences == [], verdict.notes


@pytest.mark.usefixtures("gpu")
@pytest.mark.skipif(pictures.can_draw(), reason="there are pictures, which say more")
@pytest.mark.parametrize("seed", SEEDS)
def test_face_is_that_of_what_a_click_selects(seed):
    verdict = random_clicks.judge_clicks(seed, sample_count=15)
    assert verdict.differences == [], verdict.notes


def test_scene_is_the_same_for_the_same_seed():
    first, again, other = (signature(seed) for seed in (5, 5, 6))
    assert first == again != other


def signature(seed):
    """What stands where in a random scene."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
        random_judge.build_and_look(seed)
        return [
            (obj.name, obj.type, obj.visible_get(), *map(tuple, obj.matrix_world)) for obj in bpy.data.objects
        ]
