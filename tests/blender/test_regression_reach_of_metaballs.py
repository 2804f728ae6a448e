"""The ring around a metaball seen from near: since 4.4 it is smaller than its outline; found in random scenes."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles
from .test_shown_besides import metaball

RADIUS, DISTANCE = 2.0, 4.0


def test_ring_of_a_metaball_is_as_wide_as_blender_draws_it():
    metaball(((0, 0, 0), RADIUS, "BALL"))
    build.update()
    view = build.view_down((0, 0, DISTANCE), fov=2.0)
    # Of the outline the eye, a place on it and the middle make a right angle there.
    is_disc = bpy.app.version >= (4, 4)
    tangent = RADIUS / DISTANCE if is_disc else RADIUS / np.sqrt(DISTANCE**2 - RADIUS**2)
    rim_px = tangent * view.view.projection[0, 0] * view.size_px[0] / 2.0
    options = api.PickOptions(kinds={"BOUNDS"}, tolerance_px=3.0)
    for aside_px, is_hit in ((0.0, True), (2.0, True), (-2.0, True), (6.0, False), (-6.0, False)):
        pick = api.pick(view, np.add(build.MIDDLE_PX, (rim_px + aside_px, 0.0)), options=options)
        assert (pick is not None) is is_hit, aside_px


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", (("PERSP", 3.4), ("ORTHO", 6.0)))
def test_every_drawn_pixel_of_a_metaball_seen_from_near_is_a_hit_and_no_far_one(view):
    obj = metaball(((0.4, 0.2, 0.3), 2.0, "BALL"))
    obj.rotation_euler, obj.scale = (0.3, 0.4, 0.5), (1.0, 0.7, 0.8)
    # Without the surface, whose rim would count.
    obj.display_type = "BOUNDS"
    build.live_view()[0].lens = 24.0
    oracles.assert_drawn_is_picked(obj, view)


def test_ring_without_a_size_or_around_the_eye_is_no_hit():
    metaball(((0, 0, 0), 0.0, "BALL"), ((0, 0, 5), 1.0, "BALL"))
    build.update()
    options = api.PickOptions(kinds={"BOUNDS"}, tolerance_px=50.0)
    assert api.pick(build.view_down((0, 0, 5)), build.MIDDLE_PX, options=options) is None
