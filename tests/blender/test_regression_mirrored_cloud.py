"""E10: mirrored point clouds and ribbons are not drawn where back faces are culled; found in random scenes."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, kinds, oracles, pictures
from .test_hair import HAIR_TYPES, set_hair_type
from .test_lines_and_points import looking_at


@pytest.mark.parametrize("scale, is_drawn", (((1, 1, 1), True), ((-1, 1, 1), False), ((-1, -1, 1), True)))
def test_mirrored_cloud_is_culled_as_a_whole(scale, is_drawn):
    kinds.cloud("Cloud", [(0, 0, 0)]).scale = scale
    build.update()
    for culled, expected in ((True, is_drawn), (False, True)):
        viewport, pixel = looking_at((0, 0, 0), cull_backfaces=culled)
        assert (api.pick(viewport, pixel) is not None) is expected
    viewport, pixel = looking_at((0, 0, 0), cull_backfaces=True)
    assert api.pick(viewport, pixel, options=api.PickOptions(ignore_culling=True)) is not None


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("kind", ("cloud", *HAIR_TYPES))
@pytest.mark.parametrize("mirror", (1, -1))
def test_blender_culls_mirrored_points_and_wide_hair(kind, mirror):
    """Hair as lines never, and since 5.0 ribbons and half tubes."""
    places = [(0, 0, 0), (1, 1, 0)]
    made = kinds.cloud("Cloud", places, 0.1) if kind == "cloud" else kinds.hair("Hair", places, radius=0.1)
    set_hair_type("STRAND" if kind == "cloud" else kind)
    made.scale = (mirror, 1, 1)
    space, region, _ = build.live_view()
    space.shading.show_backface_culling = True
    build.update()
    viewport = api.viewport()
    is_drawn = pictures.changed_pixels(space, region, viewport, made).any()
    assert is_drawn == (mirror == 1 or kind == "STRAND" or (kind != "cloud" and bpy.app.version < (5, 0)))
    pixel = viewport.view.project([(mirror * 0.9, 0.9, 0.0) if kind != "cloud" else (mirror, 1, 0)])[0][0]
    assert (api.pick(viewport, pixel) is not None) == is_drawn
    every = api.PickOptions(ignore_culling=True)
    assert api.pick(viewport, pixel, options=every).object_name == made.name


@pytest.mark.usefixtures("gpu")
@pytest.mark.skipif(bpy.app.version < (5, 0), reason="this Blender culls no hair")
def test_of_a_mirrored_ribbon_that_is_twisted_only_the_twists_are_picked():
    places = [(0, 0, 0), (1, 0.2, 0), (1.2, 1, 0.3), (0.2, 1.2, 0)]
    made = kinds.hair("Hair", places, radius=(0.3, 0.23, 0.17, 0.1))
    made.scale = (-1, 1, 1)
    set_hair_type("STRIP")
    space, region, region_3d = build.live_view()
    oracles.look_from(region_3d, oracles.VIEWS[1])
    whole = pictures.changed_pixels(space, region, api.viewport(), made)
    space.shading.show_backface_culling = True
    viewport = api.viewport()
    twists = pictures.changed_pixels(space, region, viewport, made)
    culled = whole & ~oracles.around(twists, 10.0)
    for mask, is_picked in ((twists, True), (culled, False)):
        rows, columns = np.nonzero(mask)
        assert len(rows) > 300
        pixels = np.column_stack((columns, rows))[:: len(rows) // 100] + 0.5
        assert [pick is not None for pick in api.pick(viewport, pixels)] == [is_picked] * len(pixels)


@pytest.mark.parametrize("shown", ("show_wire", "display_type"))
def test_dots_of_the_wires_of_a_mirrored_cloud_are_drawn_and_picked(shown, gpu):
    made = kinds.cloud("Cloud", [(0, 0, 0), (1, 1, 0)])
    made.scale = (-1, 1, 1)
    setattr(made, shown, True if shown == "show_wire" else "WIRE")
    build.update()
    viewport, pixel = looking_at((0, 0, 0), cull_backfaces=True)
    assert api.pick(viewport, pixel).kind == "POINT"
    space, region, _ = build.live_view()
    space.shading.show_backface_culling = True
    assert pictures.changed_pixels(space, region, api.viewport(), made).any()
