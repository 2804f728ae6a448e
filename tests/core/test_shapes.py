"""Planes, spheres and boxes by hand."""

import numpy as np
import pytest

from addon.core import Rays, ray_box, ray_plane, ray_sphere

INF = np.inf


@pytest.mark.parametrize(
    "origin, direction, t",
    [
        pytest.param([0, 0, 5], [0, 0, -1], 3.0, id="hit"),
        pytest.param([0, 0, 5], [0, 0, -2], 1.5, id="t-counts-lengths-of-the-direction"),
        pytest.param([0, 0, 5], [0, 0, 1], INF, id="behind"),
        pytest.param([0, 0, 5], [1, 0, 0], INF, id="parallel"),
        pytest.param([0, 0, 2], [1, 0, 0], INF, id="in-the-plane"),
        pytest.param([0, 0, 2], [0, 0, 1], 0.0, id="starts-on-it"),
        pytest.param([0, 0, -5], [0, 0, 1], 7.0, id="from-the-other-side"),
    ],
)
def test_plane(origin, direction, t):
    assert ray_plane(Rays(origin, direction), [0, 0, 3], -6).tolist() == [t]


def test_plane_respects_both_ends_of_the_ray():
    rays = Rays([[0, 0, 5]] * 4, [[0, 0, -1]] * 4, [0, 5, 5.1, -INF], [4.9, 9, 9, INF])
    assert ray_plane(rays, [0, 0, 1], 0).tolist() == [INF, 5.0, INF, 5.0]
    assert ray_plane(Rays([0, 0, 5], [0, 0, 1], -INF), [0, 0, 1], 0).tolist() == [-5.0]


@pytest.mark.parametrize(
    "origin, direction, t",
    [
        pytest.param([0, 0, 5], [0, 0, -1], 3.0, id="hit"),
        pytest.param([0, 0, 5], [0, 0, -1e-3], 3000.0, id="short-direction"),
        pytest.param([0, 0, 5], [0, 0, -1e-200], 3e200, id="very-short-direction"),
        pytest.param([0, 0, 5], [0, 0, 1], INF, id="behind"),
        pytest.param([3, 0, 5], [0, 0, -1], INF, id="miss"),
        pytest.param([2, 0, 5], [0, 0, -1], 5.0, id="touches"),
        pytest.param([0, 0, 0], [0, 0, -1], 2.0, id="from-the-center-the-exit"),
        pytest.param([0, 0, 1], [0, 0, -1], 3.0, id="from-inside-the-exit"),
        pytest.param([0, 0, 2], [0, 0, -1], 0.0, id="starts-on-it"),
        pytest.param([0, 0, 2.0**40], [0, 0, -1], 2.0**40 - 2, id="far-origin"),
    ],
)
def test_sphere(origin, direction, t):
    assert ray_sphere(Rays(origin, direction), [0, 0, 0], 2) == pytest.approx(np.array([t]), rel=1e-15)


def test_sphere_far_away_is_missed_by_a_ray_just_beside_it():
    """The discriminant of the textbook form cancels to noise here."""
    rays = Rays([[0.9999, 0, 1e8], [1.0001, 0, 1e8]], [[0, 0, -1]] * 2)
    t = ray_sphere(rays, [0, 0, 0], 1)
    assert t[0] == pytest.approx(1e8 - np.sqrt(1 - 0.9999**2), abs=3e-8) and t[1] == INF


def test_tiny_sphere_keeps_its_digits():
    rays = Rays([0, 0, 1], [0, 0, -1])
    assert 1.0 - ray_sphere(rays, [0, 0, 0], 1e-8)[0] == pytest.approx(1e-8, rel=1e-7)


def test_sphere_whose_entry_lies_before_t_min_gives_the_exit():
    assert ray_sphere(Rays([0, 0, 5], [0, 0, -1], 4.0), [0, 0, 0], 2).tolist() == [7.0]
    assert ray_sphere(Rays([0, 0, 5], [0, 0, -1], 4.0, 6.0), [0, 0, 0], 2).tolist() == [INF]


@pytest.mark.parametrize(
    "origin, direction, t",
    [
        pytest.param([0, 0, 5], [0, 0, -1], 4.0, id="hit"),
        pytest.param([0.5, 0.5, 5], [0, 0, -2], 2.0, id="t-counts-lengths-of-the-direction"),
        pytest.param([0, 0, 5], [0, 0, 1], INF, id="behind"),
        pytest.param([2, 0, 5], [0, 0, -1], INF, id="parallel-outside"),
        pytest.param([1, 0, 5], [0, 0, -1], 4.0, id="along-a-face"),
        pytest.param([1, 1, 5], [0, 0, -1], 4.0, id="along-an-edge"),
        pytest.param([1, -1, 5], [0, 0, -1], 4.0, id="along-an-edge-on-the-lower-side"),
        pytest.param([0, 0, 0], [0, 0, -1], 1.0, id="from-inside-the-exit"),
        pytest.param([-1, 0, 0], [1, 0, 0], 0.0, id="starts-on-it"),
        pytest.param([5, 5, 5], [-1, -1, -1], 4.0, id="through-corners"),
        pytest.param([0, 2, 0], [1, -1, 0], 1.0, id="touches-an-edge"),
    ],
)
def test_box(origin, direction, t):
    assert ray_box(Rays(origin, direction), [-1, -1, -1], [1, 1, 1]).tolist() == [t]


def test_flat_box_is_hit():
    rays = Rays([[0, 0, 5], [5, 0, 0]], [[0, 0, -1], [-1, 0, 0]])
    assert ray_box(rays, [-1, -1, 0], [1, 1, 0]).tolist() == [5.0, 4.0]


def test_box_whose_entry_lies_before_t_min_gives_the_exit():
    assert ray_box(Rays([0, 0, 5], [0, 0, -1], 4.5), [-1, -1, -1], [1, 1, 1]).tolist() == [6.0]
