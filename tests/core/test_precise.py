"""The vectorised crossing may leave a pair open, but never says anything that exact arithmetic denies."""

from fractions import Fraction

import numpy as np
import pytest

from addon.core.exact import cross_triangle
from addon.core.precise import cross_pairs


def pairs(rng, scale, distance):
    corners = scale * rng.normal(size=(300, 3, 3))
    corners[:60, 2] = corners[:60, 0] + rng.uniform(size=(60, 1)) * (corners[:60, 1] - corners[:60, 0])
    origins = distance * rng.normal(size=(300, 3))
    weights = rng.dirichlet((0.3, 0.3, 0.3), 300) * rng.choice([1.0, 1.5], (300, 1))
    directions = np.einsum("nc,ncv->nv", weights, corners) - origins
    directions[200:] = corners[200:, 0] - origins[200:]
    return origins, 10.0 ** rng.uniform(-3, 3, (300, 1)) * directions, corners


@pytest.mark.parametrize(
    "scale, distance", [(1.0, 1.0), (1e-8, 1.0), (1.0, 1e8), (1e7, 1e7), (1e-60, 1e-60), (1e60, 1e60)]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_precise_never_contradicts_exact(scale, distance, seed):
    origins, directions, corners = pairs(np.random.default_rng(seed), scale, distance)
    precise = cross_pairs(origins, directions, corners)
    for row in range(300):
        exact = cross_triangle(origins[row].tolist(), directions[row].tolist(), corners[row].tolist())
        if precise.misses[row]:
            assert exact is None
        if precise.crosses[row]:
            assert exact is not None
            assert precise.facing[row] == exact.facing
            assert abs(exact.t_fraction() - Fraction(precise.t[row])) <= Fraction(precise.t_error[row])
            assert precise.barycentric[row] == pytest.approx(exact.barycentric(), rel=0.0, abs=4e-16)


def test_precise_settles_all_but_touching_pairs():
    origins, directions, corners = pairs(np.random.default_rng(3), 1.0, 10.0)
    precise = cross_pairs(origins, directions, corners)
    nearly = np.abs(precise.barycentric).min(axis=1) < 1e-6
    assert (precise.crosses | precise.misses | nearly)[60:200].all() and nearly[60:200].sum() < 5
    assert precise.crosses[60:200].any() and precise.misses[60:200].any()


def test_precise_leaves_exact_edges_open():
    triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]
    precise = cross_pairs(np.array([[1.0, 0.0, 5.0]]), np.array([[0.0, 0.0, -1.0]]), np.array([triangle]))
    assert not precise.crosses[0] and not precise.misses[0]


def test_precise_leaves_open_what_only_whole_numbers_decide():
    """The line meets an edge exactly, by products of three times 40 bits that twice the precision must round."""
    rng = np.random.default_rng(4)
    directions, across, corner = rng.integers(2**39, 2**40, (3, 300, 3)).astype(float)
    corners = np.stack([directions + across, directions - 3.0 * across, directions + corner], axis=1)
    precise = cross_pairs(np.zeros((300, 3)), directions, corners)
    for row in range(300):
        assert cross_triangle([0.0] * 3, directions[row].tolist(), corners[row].tolist()) is not None
    assert not precise.misses.any() and not precise.crosses.any()


def test_precise_leaves_open_slivers_whose_weights_it_cannot_know():
    height = 2.0**-84
    sliver = np.array([[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, height, 0.0]]])
    origin, direction = np.array([[0.125, 0.25 * height, 5.0]]), np.array([[0.0, 0.0, -1.0]])
    assert cross_triangle(origin[0].tolist(), direction[0].tolist(), sliver[0].tolist()) is not None
    assert not cross_pairs(origin, direction, sliver).crosses[0]


@pytest.mark.parametrize("size", [1e-150, 1e150])
def test_precise_leaves_to_exact_what_would_leave_the_range_of_floats(size):
    triangle = size * np.array([[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]])
    precise = cross_pairs(size * np.array([[1.0, 1.0, 5.0]]), np.array([[0.0, 0.0, -1.0]]), triangle)
    assert not precise.crosses[0] and not precise.misses[0]
