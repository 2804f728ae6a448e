"""Emitters that are not shown: their hair and lines are, their faces hide nothing; found in random scenes."""

import numpy as np
import pytest

from addon import api

from . import build, pictures
from .test_particles import hairy


def looking_down(place, **settings):
    view = build.view_down((0.1, 0.0, 5.0), **settings)
    return view, view.view.project([place])[0][0]


def test_faces_of_a_hidden_emitter_hide_nothing():
    hairy()
    build.cube("Edges", 0.1, (0.0, 0.0, -1.0)).display_type = "WIRE"
    build.update()
    for settings in ({}, {"shading": "WIREFRAME"}):
        view, pixel = looking_down((0.1, 0.0, -0.9), **settings)
        pick = api.pick(view, pixel)
        assert (pick.object_name, pick.kind) == ("Edges", "EDGE")


@pytest.mark.parametrize("way", ("wireframe", "overlay", "display"))
def test_wires_of_a_hidden_emitter_are_hit(way):
    obj = hairy()
    obj.display_type = "WIRE" if way == "display" else "TEXTURED"
    build.update()
    settings = {"wireframe": {"shading": "WIREFRAME"}, "overlay": {"shows_wires": True}, "display": {}}[way]
    view, pixel = looking_down((0.5, 0.3, 0.0), **settings)
    pick = api.pick(view, pixel, options=api.PickOptions(kinds={"EDGE"}))
    assert (pick.kind, pick.object_name) == ("EDGE", "Emitter")
    hidden_too = api.PickOptions(kinds={"FACE"})
    assert api.pick(*looking_down((0.3, 0.3, 0.0), **settings), options=hidden_too) is None


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("shows_wires", (False, True))
def test_blender_draws_the_wires_of_a_hidden_emitter(shows_wires):
    obj = hairy()
    space, region, _ = build.live_view()
    space.overlay.show_wireframes = shows_wires
    viewport = api.viewport()
    drawn = pictures.changed_pixels(space, region, viewport, obj, smooth_wires=True)
    column, row = viewport.view.project([(0.5, 0.3, 0.0)])[0][0].astype(int)
    assert drawn[row - 2 : row + 3, column - 2 : column + 3].any() == shows_wires
    pick = api.pick(viewport, np.array((column, row)) + 0.5, options=api.PickOptions(kinds={"EDGE"}))
    assert (pick is not None) == shows_wires
