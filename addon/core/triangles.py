"""Which triangles a ray may meet: a float64 filter that errs only towards keeping.

Seen along the ray, a triangle is met if it covers the ray's point in the plane. The plane used is sheared,
not rotated (Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", JCGT 2013), here without their
division: p = d_z * (x, y) - (d_x, d_y) * z, where z is the axis along which the direction is longest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .arrays import BoolArray, FloatArray

EPSILON = float(np.finfo(np.float64).eps)
SMALLEST = float(np.finfo(np.float64).tiny)
# Rounding of p, as a part of the largest coordinate relative to the ray's origin and for directions of at
# most 1: two differences, two products and their difference make 6 half epsilons. An edge's signed area adds 4
# for the rounding of its two products. The rest covers the rounding of the bounds.
SHEAR_ERROR = 6.0 * EPSILON


def scaled_to_one(directions: FloatArray) -> FloatArray:
    """Directions over a power of two, which rounds nothing, so that the longest component is in 0.5..1."""
    _, exponents = np.frexp(np.abs(directions).max(axis=1, initial=0.0))
    scaled: FloatArray = np.ldexp(directions, -exponents[:, None])
    return scaled


def filter_error(largest_origin: FloatArray, largest_point: float) -> FloatArray:
    """Bound of the rounding of p for directions scaled to one and points and origins no larger than given."""
    with np.errstate(over="ignore"):
        return SHEAR_ERROR * (largest_origin + largest_point) + SMALLEST


def sheared(
    origins: FloatArray, directions: FloatArray, points: Sequence[FloatArray], axis: int
) -> tuple[FloatArray, FloatArray]:
    """The two coordinates of p, for points given as x, y, z and directions that are longest along `axis`."""
    across, up = (axis + 1) % 3, (axis + 2) % 3
    z = points[axis] - origins[axis]
    x = directions[axis] * (points[across] - origins[across]) - directions[across] * z
    y = directions[axis] * (points[up] - origins[up]) - directions[up] * z
    return x, y


def may_cover(xs: Sequence[FloatArray], ys: Sequence[FloatArray], error: FloatArray) -> BoolArray:
    """False where all three corners surely lie on one side of the ray; cheap, for very many."""
    outside = _beyond(xs, error)
    outside |= _beyond(ys, error)
    return ~outside


def may_be_inside(xs: Sequence[FloatArray], ys: Sequence[FloatArray], error: FloatArray) -> BoolArray:
    """False where the ray surely passes two edges on different sides, which no triangle it meets allows."""
    left = np.zeros(np.broadcast(xs[0], error).shape, dtype=bool)
    right = left.copy()
    for i, j in ((0, 1), (1, 2), (2, 0)):
        edge = xs[i] * ys[j] - ys[i] * xs[j]
        lengths = np.abs(xs[i]) + np.abs(ys[i]) + np.abs(xs[j]) + np.abs(ys[j])
        bound = error * (lengths + 2.0 * error) + SMALLEST
        left |= edge > bound
        right |= edge < -bound
    return ~(left & right)


def _beyond(values: Sequence[FloatArray], error: FloatArray) -> BoolArray:
    lowest = np.minimum(np.minimum(values[0], values[1]), values[2])
    highest = np.maximum(np.maximum(values[0], values[1]), values[2])
    result: BoolArray = (lowest > error) | (highest < -error)
    return result
