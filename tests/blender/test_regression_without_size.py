"""The dots at the joints of stick bones, lines without length and flat metaballs; found in random scenes."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, kinds
from .test_lines_and_points import looking_at


def stick(end):
    return kinds.armature(("bone", (0, 0, 0), end), display_type="STICK")


def test_dot_at_the_joint_of_a_stick_is_hit_as_far_as_it_is_drawn():
    stick((0, 0, 4))
    view = build.view_from((0, 0, 20), (0, 0, 0))
    middle = np.array(build.MIDDLE_PX)
    options = api.PickOptions(tolerance_px=1.0)
    for x, is_hit in ((0.0, True), (3.4, True), (3.6, False)):
        assert (api.pick(view, middle + (x, 0.0), options=options) is not None) == is_hit
    assert api.pick(view, middle + (2.0, 0.0)).pixel_distance == 0.0


def test_dot_is_seen_where_its_middle_is_hidden():
    stick((-3, 0, 0))
    # A wall whose rim lies 2 pixels beyond the middle of the dot.
    view, pixel = looking_at((0, 0, 0))
    pixel_size = 2.0 / np.diff(view.view.project([(-1, 0, 0), (1, 0, 0)])[0][:, 0])[0]
    wall = build.plane("Wall", half_size=2.0)
    for reach_px, is_seen in ((2.0, True), (5.0, False)):
        wall.location = (reach_px * pixel_size - 2.0, 0, 1e-3)
        build.update()
        assert (api.pick(view, np.array(pixel) + (reach_px + 1.0, 0.0)) is not None) == is_seen


@pytest.mark.parametrize("kind", ("edges", "wire", "bounds", "empty", "bone"))
def test_lines_of_what_has_no_size_at_all_are_not_drawn(kind):
    obj = {
        "edges": lambda: kinds.edges_object("Lines", [(-1, 0, 0), (1, 0, 0)], [(0, 1)]),
        "wire": build.cube,
        "bounds": build.cube,
        "empty": lambda: kinds.empty("CUBE", 1.0),
        "bone": lambda: kinds.armature(("bone", (-1, 0, 0), (1, 0, 0)), display_type="WIRE"),
    }[kind]()
    if kind in ("wire", "bounds"):
        obj.display_type = kind.upper()
    at = looking_at((0, 0, 0))
    obj.scale = (0.01, 0.01, 0.01)
    build.update()
    assert api.pick(*at) is not None
    obj.scale = (0, 0, 0)
    build.update()
    assert api.pick(*at) is None


def test_rim_of_a_metaball_that_is_flattened_is_not_drawn():
    data = bpy.data.metaballs.new("Ball")
    data.elements.new().radius = 2.0
    obj = build.link(bpy.data.objects.new("Ball", data))
    for scale, expected in (((0.5, 1, 1), "BOUNDS"), ((0, 1, 1), None)):
        obj.scale = scale
        build.update()
        view = build.view_from((15, 0, 5), (0, 0, 0), up=(0, 0, 1))
        pick = api.pick(view, view.view.project([(0, 2, 0)])[0][0])
        assert (pick and pick.kind) == expected, scale
