"""Light probes have bounds since Blender 5.3, drawn besides their icon or instead of it; found in random scenes."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles, pictures
from .test_icons import made

HAS_BOUNDS = bpy.app.version >= (5, 3)
KINDS = ("lightprobes SPHERE", "lightprobes PLANE", "lightprobes VOLUME")


@pytest.mark.parametrize("flag", ("display_type", "show_bounds"))
@pytest.mark.parametrize("kind", (*KINDS, "lights POINT", "cameras"))
def test_bounds_of_a_probe_are_hits_and_others_have_none(kind, flag):
    obj = made(kind)
    obj.location, obj.rotation_euler, obj.scale = (0, 0, 0), (0, 0, 0), (1, 1, 1)
    setattr(obj, flag, "BOUNDS" if flag == "display_type" else True)
    build.update()
    view = build.view_down((0, 0, 10))
    corner = view.view.project([(1.0, 1.0, 1.0)])[0][0]
    pick = api.pick(view, corner, options=api.PickOptions(kinds={"BOUNDS"}))
    assert (pick is not None) == (HAS_BOUNDS and kind in KINDS)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("extras", (True, False))
@pytest.mark.parametrize("flag", ("display_type", "show_bounds"))
@pytest.mark.parametrize("kind", KINDS)
def test_every_drawn_pixel_of_bounds_of_a_probe_is_a_hit_and_nothing_else(kind, flag, extras):
    obj = made(kind)
    setattr(obj, flag, "BOUNDS" if flag == "display_type" else True)
    space, region, region_3d = build.live_view()
    space.overlay.show_extras = extras
    if extras or (HAS_BOUNDS and flag == "display_type"):
        oracles.assert_drawn_is_picked(obj, oracles.VIEWS[0], thin_px=1)
        return
    oracles.look_from(region_3d, oracles.VIEWS[0])
    viewport = api.viewport()
    assert not pictures.changed_pixels(space, region, viewport, obj).any()
    middle = viewport.view.project(np.array([obj.location]))[0][0]
    assert api.pick(viewport, middle) is None
