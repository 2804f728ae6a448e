"""Options at random on scenes at random: answers that agree with each other, never an error, a warning or a NaN."""

import dataclasses

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene.options import EVERY_KIND

from . import random_judge

SHORT, LONG = range(300, 306), range(306, 400)
SEEDS = (*SHORT, *(pytest.param(seed, marks=pytest.mark.long) for seed in LONG))
FLAGS = tuple(field.name for field in dataclasses.fields(api.PickOptions) if field.default is False)
SNAPS = ("OFF", "VERTEX", "EDGE", "MIDPOINT", "CENTER", "FLOOR", "CURSOR")


def random_options(rng):
    names = [obj.name for obj in bpy.data.objects]
    return api.PickOptions(
        geometry=str(rng.choice(("EVALUATED", "CAGE", "ORIGINAL"))),
        snap=str(rng.choice(SNAPS)),
        tolerance_px=float(rng.choice((0.0, 8.0, 40.0))),
        min_distance=float(rng.choice((0.0, 3.0))),
        ignored=rng.choice(names, rng.integers(3)).tolist(),
        click_through=rng.choice(names, rng.integers(3)).tolist(),
        kinds=rng.choice(sorted(EVERY_KIND), 5).tolist() if rng.random() < 0.2 else None,
        **{name: bool(rng.integers(2)) for name in FLAGS},
    )


def identity(pick):
    return pick and (pick.object_name, pick.kind, pick.index, pick.persistent_id)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("seed", SEEDS)
def test_any_options_on_any_scene_give_answers_that_agree(seed):
    random_judge.build_and_look(seed)
    rng = np.random.default_rng((seed, 2))
    viewport = api.viewport()
    for _ in range(5):
        options = random_options(rng)
        pixels = rng.uniform(0.0, 1.0, (6, 2)) * viewport.size_px
        for pixel, first in zip(pixels, api.pick(viewport, pixels, options=options), strict=True):
            picks = api.pick_all(viewport, pixel, options=options)
            assert identity(first) == (identity(picks[0]) if picks else None), options
            assert all(np.isfinite([*pick.location, pick.distance, pick.depth]).all() for pick in picks), (
                options
            )
            miss = api.why_missed(viewport, pixel, options=options)
            assert (miss.hit_name is None) is (first is None), options
        hits = api.cast_rays(rng.normal(size=(9, 3)), rng.normal(size=(9, 3)), options=options)
        assert np.isfinite(hits.t[hits.hit]).all() and np.isinf(hits.t[~hits.hit]).all()
