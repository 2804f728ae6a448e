"""Interpolation and normals."""

import numpy as np
import pytest

from addon.core import surface

from .meshes import matrix, rotation, scaled


def test_interpolate_weighs_the_corners():
    corners = [[[0, 10], [1, 20], [2, 40]], [[5, 5], [6, 6], [7, 7]]]
    weights = [[0.5, 0.25, 0.25], [0, 1, 0]]
    assert surface.interpolate(corners, weights).tolist() == [[0.75, 20.0], [6.0, 6.0]]


def test_normal_is_on_the_counter_clockwise_side():
    normals = surface.triangle_normals([[[0, 0, 0], [2, 0, 0], [0, 3, 0]], [[0, 0, 0], [0, 3, 0], [2, 0, 0]]])
    assert normals.tolist() == [[0, 0, 1], [0, 0, -1]]


@pytest.mark.parametrize(
    "size, offset", [(1e-8, 0.0), (1e-200, 0.0), (1e7, 0.0), (1e200, 0.0), (2.0**-10, 2.0**24)]
)
def test_normal_of_any_size(size, offset):
    triangle = size * np.array([[0, 0, 0], [2, 0, 1], [0, 2, 0]]) + offset
    assert surface.triangle_normals([triangle])[0] == pytest.approx(
        np.array([-1, 0, 2]) / np.sqrt(5), abs=1e-15
    )


def test_triangle_without_area_has_no_normal():
    assert (
        surface.triangle_normals([[[0, 0, 0], [1, 1, 1], [2, 2, 2]], [[1, 2, 3]] * 3]).tolist()
        == [[0, 0, 0]] * 2
    )


@pytest.mark.parametrize("factors", [(-1, 1, 1), (1, 1, -1), (-1, -1, -1), (1, -1, -1)])
def test_f4_mirrored_normal_stays_outside(factors):
    """The face of a cube that ends up on top points up."""
    local = [[0, 0, np.sign(factors[2])]]
    assert surface.world_normals(local, scaled(*factors))[0] == pytest.approx([0, 0, 1])


def test_f5_normal_under_scale():
    local = surface.triangle_normals([[[-1, -1, -1], [3, -1, -1], [-1, 3, 1]]])
    assert surface.world_normals(local, scaled(1, 1, 4))[0] == pytest.approx([0, -0.8944, 0.4472], abs=5e-5)


@pytest.mark.parametrize("seed", range(5))
def test_f5_normal_under_shear_is_that_of_the_moved_triangle(seed):
    """Also below mirroring parents: the outside stays outside, which the winding alone does not say."""
    rng = np.random.default_rng(seed)
    triangle, linear = (
        rng.normal(size=(3, 3)),
        rotation(seed) @ (np.triu(rng.normal(size=(3, 3))) + np.eye(3)),
    )
    moved = surface.triangle_normals([triangle @ linear.T]) * np.sign(np.linalg.det(linear))
    found = surface.world_normals(3.0 * surface.triangle_normals([triangle]), matrix(linear, (5, 6, 7)))
    assert found == pytest.approx(moved, abs=1e-12)


def test_f6_flattened_object_keeps_the_normals_of_what_is_drawn():
    normals = surface.world_normals([[0, 0, 1], [0, 0, -1], [1, 0, 0], [0, 0.6, 0.8]], scaled(1, 1, 0))
    assert normals.tolist() == [[0, 0, 1], [0, 0, -1], [0, 0, 0], [0, 0, 1]]
    assert surface.world_normals([[0, 0, 1]], scaled(0, 0, 0)).tolist() == [[0, 0, 0]]


@pytest.mark.parametrize("factor", [1e-150, 1e-6, 1e6, 1e150])
def test_normal_under_extreme_scale(factor):
    found = surface.world_normals([[1, 2, 2]], matrix(-factor * rotation(1)))
    assert found[0] == pytest.approx(-rotation(1) @ [1 / 3, 2 / 3, 2 / 3])


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_one_normal_is_that_of_a_batch(scale):
    rng = np.random.default_rng(5)
    triangles = scale * rng.normal(size=(40, 3, 3))
    triangles[3, 2] = triangles[3, 1]
    world = matrix(rng.normal(size=(3, 3)) * (1, 1, -1))
    together = surface.triangle_normals(triangles)
    turned = surface.world_normals(together, world)
    for row in range(len(triangles)):
        alone = surface.triangle_normals(triangles[row : row + 1])
        assert alone[0] == pytest.approx(together[row], abs=1e-15)
        assert surface.world_normals(alone, world)[0] == pytest.approx(turned[row], abs=1e-15)
