"""Bounds of a turned armature: before 4.4 Blender draws what fills them as if the box were turned inside out."""

from math import pi

import numpy as np
import pytest

from addon import api

from . import build, pictures
from .kinds import armature


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("shape", ("BOX", "SPHERE", "CYLINDER", "CONE", "CAPSULE"))
@pytest.mark.parametrize("turn", ((0, 0, 0), (0, 0, pi), (0.6, 0.4, 2.5)))
def test_drawn_pixels_of_bounds_are_hits(turn, shape):
    obj = armature(("First", (0, 0, 0), (0.8, 0.3, 1.5)), ("Second", (0.8, 0.3, 1.5), (-0.6, 0.9, 1.0)))
    obj.rotation_euler, obj.show_bounds, obj.display_bounds_type = turn, True, shape
    build.update()
    space, region, region_3d = build.live_view()
    region_3d.update()
    viewport = api.viewport()
    changed = pictures.changed_by(space, region, viewport, obj, smooth_wires=False, show_bounds=False)
    drawn = np.argwhere(changed)[:, ::-1][::5] + 0.5
    assert len(drawn) > 20
    picks = api.pick(viewport, drawn, options=api.PickOptions(kinds={"BOUNDS"}, tolerance_px=2))
    assert [tuple(pixel) for pixel, pick in zip(drawn, picks, strict=True) if pick is None] == []
