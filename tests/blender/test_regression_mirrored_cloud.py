"""E10: a mirrored point cloud is not drawn where back faces are culled; found in random scenes."""

import pytest

from addon import api

from . import build, kinds, pictures
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
@pytest.mark.parametrize("kind", ("cloud", "hair"))
@pytest.mark.parametrize("mirror", (1, -1))
def test_blender_culls_mirrored_points_and_no_hair(kind, mirror):
    made = (
        kinds.cloud("Cloud", [(0, 0, 0), (1, 1, 0)], radius=0.1)
        if kind == "cloud"
        else kinds.hair("Hair", [(0, 0, 0), (1, 1, 0)])
    )
    made.scale = (mirror, 1, 1)
    space, region, _ = build.live_view()
    space.shading.show_backface_culling = True
    build.update()
    viewport = api.viewport()
    is_drawn = pictures.changed_pixels(space, region, viewport, made).any()
    assert is_drawn == (kind == "hair" or mirror == 1)
    pixel = viewport.view.project([(mirror * 1.0, 1.0, 0.0)])[0][0]
    assert (api.pick(viewport, pixel) is not None) == is_drawn


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
