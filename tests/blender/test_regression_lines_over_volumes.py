"""Overlays are drawn over a volume that is In Front, for it leaves no depth; found in random scenes."""

import numpy as np
import pytest

from addon import api

from . import build, kinds, pictures

SEEN = {"empty": "EMPTY", "edges": "EDGE", "cube": "FACE"}


def made(kind):
    if kind == "cube":
        return build.cube("Behind", 0.5, location=(0.4, 0.3, -2))
    if kind == "empty":
        obj = kinds.empty("PLAIN_AXES", 0.5)
    else:
        obj = kinds.edges_object("Edges", [(-0.5, 0, 0), (0.5, 0, 0)], [(0, 1)])
    obj.name, obj.location = "Behind", (0.4, 0.3, -2)
    return obj


@pytest.mark.parametrize("kind", SEEN)
def test_lines_are_seen_through_a_volume_in_front_and_faces_are_not(kind):
    made(kind)
    kinds.volume().show_in_front = True
    build.update()
    view = build.view_down((0, 0, 10))
    pixel = view.view.project([(0.42, 0.3, -2.0 + 0.5 * (kind == "cube"))])[0][0]
    names = [pick.object_name for pick in api.pick_all(view, pixel)]
    assert names[:2] == (["Volume", "Behind"] if kind == "cube" else ["Behind", "Volume"])
    assert api.pick(view, pixel, options=api.PickOptions(true_depth=True)).object_name == names[0]


def test_line_hidden_by_a_face_comes_after_a_volume_in_front():
    made("empty")
    build.plane("Before", 3.0, location=(0, 0, -1.5))
    kinds.volume().show_in_front = True
    build.update()
    view = build.view_down((0, 0, 10))
    pixel = view.view.project([(0.42, 0.3, -2.0)])[0][0]
    assert [pick.object_name for pick in api.pick_all(view, pixel)] == ["Volume", "Before", "Behind"]


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("kind", ("empty", "edges"))
def test_line_behind_a_volume_in_front_is_drawn_where_it_is_picked(kind):
    obj, volume = made(kind), kinds.volume()
    volume.show_in_front = True
    space, region, _ = build.live_view()
    view = build.view_down((0, 0, 10))
    rows, columns = np.nonzero(pictures.changed_pixels(space, region, view, obj))
    picks = api.pick(view, np.column_stack((columns, rows)) + 0.5)
    assert len(picks) > 20 and {pick.object_name for pick in picks} == {"Behind"}
