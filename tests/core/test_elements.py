"""Vertices and edges on the screen."""

import numpy as np
import pytest

from addon import core
from addon.core import elements

SIZE = (800, 600)
# At depth d a unit across is 300 / d pixels; the eye is in the origin and looks along -z.
PERSPECTIVE = core.View(np.eye(4), core.perspective(np.pi / 2, 4 / 3, 1.0, 100.0), SIZE, near=1.0, far=100.0)
ORTHOGRAPHIC = core.View(np.eye(4), core.orthographic(-4, 4, -3, 3, -5, 10), SIZE)
MIDDLE = (400, 300)


def test_distance_of_points():
    points = [[0, 0, -3], [1, 0, -3], [3, 4, -10], [0, -0.5, -1]]
    assert elements.distances_to_points_px(PERSPECTIVE, MIDDLE, points) == pytest.approx(
        np.array([0, 100, 150, 150])
    )


def test_points_outside_the_clip_planes_are_infinitely_far():
    points = [[0, 0, -0.5], [0, 0, 5], [0, 0, 0], [0, 0, -101], [np.nan, 0, -5], [0, 0, -np.inf]]
    assert elements.distances_to_points_px(PERSPECTIVE, MIDDLE, points).tolist() == [np.inf] * 6
    assert elements.distances_to_points_px(
        ORTHOGRAPHIC, MIDDLE, [[0, 0, 4], [0, 0, 6], [0, 0, -11]]
    ).tolist() == [
        0.0,
        np.inf,
        np.inf,
    ]


def segment(view, pixel, start, end):
    distance, parameter = elements.distances_to_segments_px(view, pixel, [start], [end])
    return distance[0], parameter[0]


def test_segment_beside_the_pixel():
    assert segment(ORTHOGRAPHIC, MIDDLE, (-1, 0.5, 0), (3, 0.5, 0)) == pytest.approx((50.0, 0.25))


def test_segment_nearest_at_its_ends():
    assert segment(ORTHOGRAPHIC, MIDDLE, (1, 0, 0), (3, 0, 0)) == pytest.approx((100.0, 0.0))
    assert segment(ORTHOGRAPHIC, MIDDLE, (3, 0, 0), (1, 0, 0)) == pytest.approx((100.0, 1.0))


def test_segment_that_is_a_point():
    assert segment(PERSPECTIVE, MIDDLE, (1, 0, -3), (1, 0, -3)) == pytest.approx((100.0, 0.0))
    assert segment(PERSPECTIVE, MIDDLE, (0, 0, -3), (0, 0, -6)) == pytest.approx((0.0, 0.0))


def test_parameter_is_measured_in_the_world_not_on_the_screen():
    """From (-1, ., -2) to (8, ., -8): the pixel in the middle sees the point with x = 0, a ninth of the way."""
    distance, parameter = segment(PERSPECTIVE, MIDDLE, (-1, 0, -2), (8, 0, -8))
    assert (distance, parameter) == pytest.approx((0.0, 1 / 9))


def test_edge_with_one_end_behind_the_eye_in_a_view_that_clips_nothing():
    """From (2, 1, -4) to (-2, 1, 4): at the depth d, above the middle by 300 / d and aside by 150 pixels."""
    unclipped = core.View(
        np.eye(4), core.perspective(np.pi / 2, 4 / 3, 1.0, 100.0), SIZE, near=5e-324, far=1e300
    )
    for pixel_above, depth in ((75.0, 4.0), (3000.0, 0.1)):
        distance, parameter = segment(unclipped, (550, 300 + pixel_above), (2, 1, -4), (-2, 1, 4))
        assert (distance, parameter) == pytest.approx((0.0, (4.0 - depth) / 8.0), abs=1e-6)


def test_j8_edge_with_one_end_behind_the_eye():
    """Clipped at the near plane: from there on, (0.5, 1, -1), it is drawn 300 px above the middle and more."""
    start, end = (0.5, 1.0, 3.0), (0.5, 1.0, -5.0)
    distance, parameter = segment(PERSPECTIVE, (550, 600), start, end)
    assert (distance, parameter) == pytest.approx((0.0, 0.5), abs=1e-12)
    assert segment(PERSPECTIVE, (550, 600), end, start) == pytest.approx((0.0, 0.5), abs=1e-12)
    assert segment(PERSPECTIVE, (550 + 3, 600 + 4), start, end)[0] == pytest.approx(5.0, abs=0.5)
    assert segment(PERSPECTIVE, (430, 360), start, end) == pytest.approx((0.0, 1.0))


def test_j8_edge_through_the_eye():
    assert segment(PERSPECTIVE, MIDDLE, (0, 0, 4), (0, 0, -4)) == pytest.approx((0.0, 5 / 8))


def test_segment_is_clipped_at_the_far_plane():
    distance, parameter = segment(PERSPECTIVE, MIDDLE, (10, 0, -50), (110, 0, -150))
    assert (distance, parameter) == pytest.approx((60.0, 0.0))
    distance, parameter = segment(PERSPECTIVE, (800, 300), (10, 0, -50), (110, 0, -150))
    assert (distance, parameter) == pytest.approx((400 - 180, 0.5))


@pytest.mark.parametrize(
    "start, end",
    [
        pytest.param((0, 0, 1), (1, 0, 5), id="behind"),
        pytest.param((0, 0, -0.5), (1, 0, -0.9), id="before-the-near-plane"),
        pytest.param((0, 0, -0.5), (1, 0, -0.5), id="level-before-the-near-plane"),
        pytest.param((0, 0, -101), (1, 0, -200), id="beyond-the-far-plane"),
        pytest.param((0, 0, -300), (1, 0, -300), id="level-beyond-the-far-plane"),
        pytest.param((0, 0, -5), (np.nan, 0, -5), id="not-finite"),
    ],
)
def test_segment_of_which_nothing_is_drawn(start, end):
    assert segment(PERSPECTIVE, MIDDLE, start, end) == (np.inf, 0.0)


def test_segments_keep_their_rows():
    starts = [[1, 0, -3], [0, 0, 5], [2, 0, -3]]
    ends = [[1, 1, -3], [0, 0, 9], [2, 1, -3]]
    distance, parameter = elements.distances_to_segments_px(PERSPECTIVE, MIDDLE, starts, ends)
    assert distance == pytest.approx(np.array([100, np.inf, 200]))
    assert parameter.tolist() == [0.0, 0.0, 0.0]


def test_far_plane_at_infinity():
    view = core.View(np.eye(4), PERSPECTIVE.projection, SIZE, near=1.0, far=np.inf)
    assert segment(view, MIDDLE, (10, 0, -50), (110, 0, -150)) == pytest.approx((60.0, 0.0))
    assert elements.distances_to_points_px(view, MIDDLE, [[0, 0, -1e9]])[0] == 0.0


@pytest.mark.parametrize("view", [PERSPECTIVE, ORTHOGRAPHIC], ids=["perspective", "orthographic"])
@pytest.mark.parametrize("depth", [-8.0, -2.0, 3.0])
def test_distances_to_a_polygon_are_those_to_its_corners_and_sides(view, depth):
    """In view, cut by the near clip plane, and with a corner that is nowhere."""
    rng = np.random.default_rng(3)
    for _ in range(50):
        corners = rng.uniform(-3, 3, (5, 3)) + (0, 0, depth)
        if rng.random() < 0.2:
            corners[2, 0] = np.nan
        to_corners, to_sides = elements.distances_to_polygon_px(view, (410, 290), corners)
        assert to_corners == pytest.approx(
            elements.distances_to_points_px(view, (410, 290), corners), rel=1e-12
        )
        sides = elements.distances_to_segments_px(view, (410, 290), corners, np.roll(corners, -1, axis=0))
        assert to_sides == pytest.approx(sides[0], rel=1e-12)
