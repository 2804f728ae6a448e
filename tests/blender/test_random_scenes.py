"""Scenes at random, of every kind and in every state: what is picked is what Blender draws.

A scene that fails is made small by hand and kept as a test of its own; its seed is in the name of the test.
"""

import bpy
import pytest

from . import random_judge

SHORT, LONG = range(10), range(10, 200)
SEEDS = (*SHORT, *(pytest.param(seed, marks=pytest.mark.long) for seed in LONG))


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("seed", SEEDS)
def test_face_is_that_of_the_picture_at_interior_pixels(seed):
    verdict = random_judge.judge_faces(seed, sample_count=1000)
    assert verdict.differences == [], verdict.notes
    assert verdict.compared > 100


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("seed", SEEDS)
def test_lines_and_points_are_hit_where_they_are_drawn_and_nowhere_else(seed):
    verdict = random_judge.judge_lines(seed, sample_count=6)
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
