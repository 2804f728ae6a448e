"""Crossings in plain floats: pairs are left open, but nothing is said that exact arithmetic denies."""

from fractions import Fraction

import numpy as np
import pytest

from addon.core.exact import cross_triangle
from addon.core.plain import cross_pairs

from .test_precise import pairs


def crossings(origins, directions, corners):
    return [
        cross_triangle(*row)
        for row in zip(origins.tolist(), directions.tolist(), corners.tolist(), strict=True)
    ]


def assert_true(found, exact, weight_error):
    for row, crossing in enumerate(exact):
        if found.misses[row]:
            assert crossing is None
        if found.crosses[row]:
            assert crossing is not None
            assert found.facing[row] == crossing.facing
            # The nearest float, whoever asks.
            assert found.t[row] == crossing.t()
            t = Fraction(found.t[row])
            assert abs(crossing.t_fraction() - t) <= Fraction(found.t_error[row]) <= abs(t) * Fraction(1e-15)
            assert found.barycentric[row] == pytest.approx(crossing.barycentric(), rel=0.0, abs=weight_error)
            assert abs(found.barycentric[row].sum() - 1.0) < 4e-16


@pytest.mark.parametrize("size", [1.0, 1e-3, 1e-6, 1e-9])
@pytest.mark.parametrize("scale", [1.0, 1e-20, 1e20])
@pytest.mark.parametrize("offset", [0.0, 1.0, 1e6])
def test_plain_never_contradicts_exact(size, scale, offset):
    """Small triangles far away, as those of large meshes are; edges, corners, slivers and grazing rays among them."""
    rng = np.random.default_rng(1)
    origins, directions, corners = pairs(rng, size * scale, scale)
    origins, corners = origins + offset * scale, corners + offset * scale
    # Nearly along their planes.
    edges = corners[100:140, 1] - corners[100:140, 0]
    directions[100:140] = edges + 1e-6 * rng.normal(size=(40, 3)) * np.abs(edges).max()
    origins[100:140] = corners[100:140].mean(axis=1) - 100.0 * directions[100:140]
    found = cross_pairs(origins, directions, corners)
    assert_true(found, crossings(origins, directions, corners), max(1e-14, 1e-15 / size))


def test_plain_settles_nearly_all_small_triangles():
    origins, directions, corners = pairs(np.random.default_rng(2), 1e-3, 1.0)
    found = cross_pairs(origins, directions, corners)
    settled = (found.misses | found.crosses)[60:200]
    assert settled.mean() > 0.9
    assert found.crosses[60:200].any() and found.misses[60:200].any()


@pytest.mark.parametrize("thinness", [1.0, 0.1, 0.01])
def test_plain_settles_long_triangles_where_the_point_is_as_good_as_others(thinness):
    """Three of five that are ten times as long as high; neither t nor the place of the weights is off by more."""
    rng = np.random.default_rng(3)
    corners = 1e-2 * rng.normal(size=(300, 1, 3)) + np.zeros((300, 3, 1))
    corners[:, 1] += 1e-2 * rng.normal(size=(300, 3))
    corners[:, 2] += rng.uniform(size=(300, 1)) * (corners[:, 1] - corners[:, 0])
    corners[:, 2] += thinness * 1e-2 * rng.normal(size=(300, 3))
    targets = np.einsum("nc,ncv->nv", rng.dirichlet((1.0, 1.0, 1.0), 300), corners)
    directions = rng.normal(size=(300, 3))
    # A t of 1 would lie where floats are closest on one side.
    origins = targets - 1.4 * directions
    found = cross_pairs(origins, directions, corners)
    exact = crossings(origins, directions, corners)
    assert_true(found, exact, 1e-12)
    assert found.crosses.mean() > {1.0: 0.7, 0.1: 0.6, 0.01: 0.3}[thinness]
    for row in np.flatnonzero(found.crosses):
        aside = (found.barycentric[row] - exact[row].barycentric()) @ (corners[row] - corners[row, 0])
        assert np.abs(aside).max() < 3e-16 * found.t[row] * np.abs(directions[row]).max()


def test_plain_leaves_open_what_it_would_round_more_than_others():
    """A start close to the plane or in it, an edge met exactly, sizes out of range."""
    triangle = np.array([[[0.0, 0.0, 0.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]]])
    down = np.array([[0.0, 0.0, -1.0]])
    for origin, size in (
        ([2.0, 2.0, 5.0], 1.0),
        ([1.0, 1.0, 0.5], 1.0),
        ([1.0, 1.0, 0.51], 1.0),
        ([1, 1, 5], 1e40),
    ):
        found = cross_pairs(size * np.array([origin]), down, size * triangle)
        assert not found.crosses[0] and not found.misses[0]
