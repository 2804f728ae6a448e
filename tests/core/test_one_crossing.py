"""Where one ray crosses one triangle, in plain floats where these are known to do, against whole numbers."""

import numpy as np
import pytest

from addon.core.exact import cross_triangle
from addon.core.one_crossing import found, plainly


def cases(seed, size, distance, is_float32):
    """Rays at points inside triangles of a size, from a distance."""
    rng = np.random.default_rng(seed)
    for _ in range(400):
        corners = rng.normal(size=3) + size * rng.normal(size=(3, 3))
        if is_float32:
            corners = corners.astype(np.float32).astype(np.float64)
        target = rng.dirichlet((1, 1, 1)) @ corners
        origin = target + distance * rng.normal(size=3)
        direction = (target - origin) * 10.0 ** rng.uniform(-2, 2)
        yield origin.tolist(), direction.tolist(), corners.tolist()


@pytest.mark.parametrize("is_float32", [True, False], ids=["float32", "float64"])
@pytest.mark.parametrize(
    "size, distance, part",
    [(1e-3, 4.0, 0.6), (0.1, 4.0, 0.2), (1.0, 1.0, 0.0), (0.01, 1e4, 0.6), (100.0, 0.1, 0.0)],
)
def test_t_is_the_nearest_float_and_weights_are_good_to_some_epsilons(size, distance, part, is_float32):
    plain = 0
    for origin, direction, corners in cases(1, size, distance, is_float32):
        crossing = cross_triangle(origin, direction, corners)
        if crossing is None:
            continue
        plain += plainly(origin, direction, corners) is not None
        t, triangle, weights = found(origin, direction, corners, 7)
        assert (t, triangle) == (crossing.t(), 7)
        assert weights == pytest.approx(crossing.barycentric(), rel=0.0, abs=2e-15)
        assert abs(sum(weights) - 1.0) <= 4e-16 and min(weights) >= 0.0
    assert plain >= 400 * part


@pytest.mark.parametrize("power", [-1000, -200, 200, 1000])
def test_sizes_beyond_the_range_of_products_are_left_to_whole_numbers(power):
    origin, direction = [0.1, 0.2, 3.0], [0.01, 0.02, -1.0]
    corners = np.ldexp([[-1.0, -1.0, 0.0], [2.0, 0.0, 0.1], [0.0, 2.0, 0.2]], power).tolist()
    origin, direction = np.ldexp(origin, power).tolist(), np.ldexp(direction, power // 2).tolist()
    crossing = cross_triangle(origin, direction, corners)
    assert plainly(origin, direction, corners) is None
    assert found(origin, direction, corners, 0) == (crossing.t(), 0, crossing.barycentric())


def test_a_weight_of_zero_is_zero():
    """Through the middle of a side, and through a corner."""
    corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    assert found([0.5, 0.5, 3.0], [0.0, 0.0, -1.0], corners, 0) == (3.0, 0, (0.0, 0.5, 0.5))
    assert found([1.0, 0.0, 3.0], [0.0, 0.0, -1.0], corners, 0) == (3.0, 0, (0.0, 1.0, 0.0))


def test_through_the_middle_of_any_side_one_weight_is_zero():
    rng = np.random.default_rng(3)
    for row in range(90):
        corners, origin = np.round(rng.normal(size=(3, 3)) * 2**20), np.round(rng.normal(size=3) * 2**24)
        direction = corners[[row % 3, row % 3 - 1]].mean(axis=0) - origin
        weights = found(origin.tolist(), direction.tolist(), corners.tolist(), 0)[2]
        assert [weight == 0.0 for weight in weights] == [corner == (row + 1) % 3 for corner in range(3)]


def test_triangles_in_the_plane_of_a_ray_are_left_to_whole_numbers():
    corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    assert plainly([-1.0, 0.2, 0.0], [1.0, 0.0, 0.0], corners) is None
