"""Measures of known shapes: exact numbers, far from the origin and tiny as well."""

from math import isnan, pi, sqrt

import numpy as np
import pytest

from addon.core import measures

FAR = (1e6, -2e6, 4e6)
TINY = 2.0**-13  # about 1e-4, and exact


def moved(places, offset=FAR):
    return [tuple(a + b for a, b in zip(place, offset, strict=True)) for place in places]


def scaled(places, factor=TINY):
    return [tuple(factor * value for value in place) for place in places]


PATH = [(0, 0, 0), (3, 4, 0), (3, 4, 12), (3, 4, 12)]


def test_path_length_of_3_4_5_and_a_straight_part_and_a_place_twice():
    assert measures.path_length(PATH) == 17.0


@pytest.mark.parametrize("places, length", [([], 0.0), (PATH[:1], 0.0), (PATH[:2], 5.0)])
def test_path_length_of_few_places(places, length):
    assert measures.path_length(places) == length


def test_path_length_is_exact_far_away_and_tiny():
    assert measures.path_length(moved(PATH)) == 17.0
    assert measures.path_length(scaled(PATH)) == 17.0 * TINY


def test_path_length_of_many_small_steps_does_not_drift():
    assert measures.path_length([(0.1 * i, 0, 0) for i in range(10_001)]) == pytest.approx(1000.0, rel=1e-15)


@pytest.mark.parametrize(
    "last, expected",
    [
        ((0, 1, 0), pi / 2),
        ((5, 0, 0), 0.0),
        ((-2, 0, 0), pi),
        ((1, 1, 0), pi / 4),
        ((-1, 0, 1), 3 * pi / 4),
        ((1, 1e-9, 0), 1e-9),
    ],
)
def test_angle(last, expected):
    assert measures.angle((1, 0, 0), (0, 0, 0), last) == pytest.approx(expected, rel=1e-14, abs=0)


def test_angle_of_a_cube_s_diagonals_far_away_and_tiny():
    places = [(1, 1, 1), (0, 0, 0), (1, 1, -1)]
    expected = np.arccos(1 / 3)
    for some in (places, moved(places), scaled(places), scaled(places, 1e-200), scaled(places, 1e200)):
        assert measures.angle(*some) == pytest.approx(expected, rel=1e-14)


def test_angle_is_unknown_where_a_line_has_no_length():
    assert isnan(measures.angle((1, 0, 0), (1, 0, 0), (0, 1, 0)))
    assert isnan(measures.angle((1, 0, 0), (0, 0, 0), (0, 0, 0)))


SQUARE = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
ARROW = [(0, 0, 0), (4, -2, 0), (1, 0, 0), (4, 2, 0)]  # hollow


@pytest.mark.parametrize(
    "corners, area",
    [(SQUARE, 4.0), (SQUARE[::-1], 4.0), (SQUARE[:3], 2.0), (SQUARE[:2], 0.0), (ARROW, 2.0)],
)
def test_polygon_area(corners, area):
    for some, factor in ((corners, 1.0), (moved(corners), 1.0), (scaled(corners), TINY**2)):
        assert measures.polygon_area(some) == area * factor


def test_polygon_area_of_a_slanting_hexagon():
    turns = np.arange(6) * pi / 3
    flat = np.column_stack((np.cos(turns), np.sin(turns), np.zeros(6)))
    across, up = np.array((2.0, 1.0, 2.0)) / 3.0, np.array((1.0, 2.0, -2.0)) / 3.0
    slanting = flat[:, :1] * across + flat[:, 1:2] * up
    assert measures.polygon_area(slanting.tolist()) == pytest.approx(1.5 * sqrt(3.0), rel=1e-14)


def test_height_above_the_ground_and_below_it():
    ground = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    assert measures.height_above((3, -4, 2.5), ground) == (2.5, (3, -4, 0))
    assert measures.height_above((3, -4, -2.5), ground) == (-2.5, (3, -4, 0))
    assert measures.height_above((3, -4, 2.5), ground[::-1])[0] == -2.5


def test_height_above_a_slope_far_away_and_tiny():
    slope = [(0, 0, 0), (0, 5, 0), (-4, 0, 3)]  # rises to the left, its normal is (3, 0, 4) / 5
    place = (3, 7, 4)
    for some, factor in ((moved, 1.0), (scaled, TINY)):
        height, foot = measures.height_above(some([place])[0], some(slope))
        assert height == pytest.approx(5.0 * factor, rel=1e-14)
        assert foot == pytest.approx(some([(0, 7, 0)])[0], rel=1e-14, abs=1e-14)


def test_height_is_unknown_where_the_plane_is_a_line():
    height, foot = measures.height_above((0, 0, 1), [(0, 0, 0), (1, 0, 0), (2, 0, 0)])
    assert isnan(height) and all(map(isnan, foot))
