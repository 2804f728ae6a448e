"""Lines behind grease pencil strokes, and those of a wireframe behind their own stroke; found in random scenes.

What overlays draw is hidden where strokes are drawn, behind a plane through the middle of their object; with the depth
order 3D Location behind the strokes themselves.
"""

from itertools import pairwise

import numpy as np
import pytest

from addon import api, core

from . import build, kinds, oracles, pictures

# On the left the stroke lies below the plane through its middle, z = 0, on the right above it.
LEFT, RIGHT = (-1.5, 0.1), (1.5, 0.1)


def band(depth_order="2D"):
    obj = kinds.strokes(0.5, [[(-2, 0, -1), (2, 0, 1)]])[0]
    obj.data.stroke_depth_order = depth_order
    return obj


def edge(place, height):
    obj = kinds.edges_object("Edge", [(place[0], -1, height), (place[0], 1, height)], [(0, 1)])
    build.update()
    return obj


def from_above(**settings):
    projection = core.orthographic(-4, 4, -3, 3, 0.1, 100.0)
    view = core.look_at((0, 0, 10), (0, 0, 0), (0, 1, 0))
    return api.Viewport(view, projection, build.SIZE_PX, **settings)


def is_seen(place, kind, **settings):
    view = from_above(**settings)
    options = api.PickOptions(kinds={kind, "FACE"}, tolerance_px=2)
    pick = api.pick(view, view.view.project([(*place, 0.0)])[0][0], options=options)
    return pick is not None and pick.kind == kind


@pytest.mark.parametrize("shading", ("SOLID", "WIREFRAME"))
@pytest.mark.parametrize("depth_order", ("2D", "3D"))
def test_edge_is_hidden_behind_the_plane_of_strokes_or_behind_them(depth_order, shading):
    band(depth_order)
    below_stroke, above_stroke = edge(RIGHT, 0.3), edge(LEFT, -0.3)
    settings = {"shading": shading}
    is_by_plane = depth_order == "2D"
    assert is_seen(RIGHT, "EDGE", **settings) is is_by_plane
    assert is_seen(LEFT, "EDGE", **settings) is not is_by_plane
    assert is_seen((LEFT[0], 0.8), "EDGE", **settings), "beside the stroke"
    for obj in (below_stroke, above_stroke):
        obj.show_in_front = True
    build.update()
    assert is_seen(RIGHT, "EDGE", **settings)
    assert is_seen(LEFT, "EDGE", **settings)


@pytest.mark.parametrize("change", ("in_front", "wire", "bounds", "xray", "hidden", "behind a face"))
def test_edge_behind_the_plane_is_seen_where_no_stroke_is_drawn(change):
    obj, settings = band(), {}
    edge(LEFT, -0.3)
    assert not is_seen(LEFT, "EDGE")
    if change in ("wire", "bounds"):
        obj.display_type = change.upper()
    elif change == "in_front":
        obj.show_in_front = True
    elif change == "hidden":
        obj.hide_viewport = True
    elif change == "xray":
        settings = {"is_xray": True}
    else:
        # Between the edge and the stroke.
        build.plane(location=(-1.5, 0, -0.5))
    build.update()
    assert is_seen(LEFT, "EDGE", **settings) is (change != "in_front")


@pytest.mark.parametrize("is_in_front", (False, True))
def test_line_of_a_wireframe_is_hidden_behind_the_plane_of_its_own_stroke(is_in_front):
    band().show_in_front = is_in_front
    build.update()
    for shading, is_left_seen in (("SOLID", True), ("WIREFRAME", is_in_front)):
        assert is_seen((1.5, 0.0), "STROKE", shading=shading)
        assert is_seen((-1.5, 0.0), "STROKE", shading=shading) is is_left_seen


STROKE = [(-1.5, -0.6, 0.8), (0, 0.2, -0.3), (1.5, 0.7, -0.6)]
ENDS = [(-1.8, 0.5, -1.6), (1.9, -0.3, 1.7)]


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("depth_order", ("2D", "3D"))
@pytest.mark.parametrize("view", oracles.VIEWS[::2])
@pytest.mark.parametrize("shading", ("SOLID", "WIREFRAME"))
@pytest.mark.parametrize("is_own", (False, True))
def test_pixels_of_a_line_behind_strokes(is_own, shading, view, depth_order):
    if is_own and (shading, depth_order) != ("WIREFRAME", "2D"):
        pytest.skip("it has no line of its own, or lies in the depth of it")
    space, region, region_3d = build.live_view()
    space.shading.type, space.shading.show_xray_wireframe = shading, False
    oracles.look_from(region_3d, view)
    obj = kinds.strokes(0.25, [STROKE])[0]
    obj.data.stroke_depth_order = depth_order
    obj.rotation_euler, obj.scale = (0.3, 0.2, 0.1), (1.2, 0.8, 1.0)
    line = obj if is_own else kinds.edges_object("Line", ENDS, [(0, 1)])
    build.update()
    viewport = api.viewport()
    drawn = pictures.changed_pixels(space, region, viewport, line, smooth_wires=True)
    ends = np.array(STROKE if is_own else ENDS)
    places = np.concatenate([np.linspace(*pair, 200) for pair in pairwise(ends)])
    matrix = np.array(line.matrix_world)
    places = places @ matrix[:3, :3].T + matrix[:3, 3]
    options = api.PickOptions(kinds={"STROKE" if is_own else "EDGE", "FACE"}, tolerance_px=1.5)
    rows_columns = viewport.view.project(places)[0].astype(int).T[::-1]
    is_near, is_around = (oracles.around(drawn, radius)[*rows_columns] for radius in (1.0, 5.0))
    # Where it goes behind the strokes rounding counts.
    is_seen = np.all([np.roll(is_near, step) for step in range(-6, 7)], axis=0)
    for wanted in (is_seen, ~is_around):
        picks = api.pick(viewport, viewport.view.project(places[wanted])[0], options=options)
        assert [pick is not None for pick in picks] == [wanted is is_seen] * int(wanted.sum())
    assert is_seen.sum() > 50
    assert (~is_around).any()
