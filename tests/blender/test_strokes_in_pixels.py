"""Cases C1 and J1: before 4.3 grease pencil strokes may be as wide on the screen as they are told, at any zoom."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build
from .kinds import IS_LEGACY, strokes
from .test_point_clouds import clicked


@pytest.mark.usefixtures("gpu")
@pytest.mark.skipif(not IS_LEGACY, reason="since 4.3 strokes have no width in pixels")
@pytest.mark.parametrize("thickness", ("WORLDSPACE", "SCREENSPACE"))
def test_clicks_in_blender_reach_as_far_as_strokes_are_wide(thickness):
    """Beyond the stroke itself a click reaches the same number of pixels at any zoom and scale."""
    _, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location = (0, 0, 0)
    obj, _ = strokes(radius=0.02, lines=(((-3, 0, 0), (3, 0, 0)),))
    obj.data.stroke_thickness_space, obj.data.pixel_factor = thickness, 4.0
    beyond, widths = [], set()
    for scale in ((1, 1, 1), (2, 2, 2), (3, 1, 1)):
        for distance in (5, 10):
            region_3d.view_distance, obj.scale = distance, scale
            build.update()
            region_3d.update()
            viewport = api.viewport()
            pixels = np.array(viewport.size_px) / 2 + np.column_stack((np.zeros(120), np.arange(120)))
            picks = api.pick(viewport, pixels)
            hits = sum(one is not None and one.pixel_distance == 0.0 for one in picks)
            beyond.append(sum(clicked(obj, pixel) for pixel in pixels) - hits)
            widths.add(hits)
    assert np.ptp(beyond) <= 3 and beyond[0] > 0
    assert (len(widths) == 3) is (thickness == "SCREENSPACE")
    assert bpy.context.mode == "OBJECT"
