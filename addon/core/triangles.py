"""Which triangles a ray may meet: a float64 filter that errs only towards keeping.

Seen along the ray, a triangle is met if it covers the ray's point in the plane. The plane used is sheared,
not rotated (Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", JCGT 2013), here without their
division: p = d_z * (x, y) - (d_x, d_y) * z, where z is the axis along which the direction is longest.
"""

from __future__ import annotations

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


def may_meet(
    origins: FloatArray, directions: FloatArray, error: FloatArray, corners: FloatArray
) -> BoolArray:
    """(k,) False where a line surely misses a triangle (k, 3, 3).

    It then passes two edges on different sides, which no triangle it meets allows. Directions are scaled to one.
    """
    longest = np.abs(directions).argmax(axis=1)
    order = (longest[:, None] + np.array([1, 2, 0])) % 3
    start = np.take_along_axis(origins, order, axis=1).T
    along = np.take_along_axis(directions, order, axis=1).T
    x, y, z = np.take_along_axis(corners, order[:, None], axis=2).transpose(2, 1, 0) - start[:, None]
    x = along[2] * x - along[0] * z
    y = along[2] * y - along[1] * z
    left = np.zeros(len(corners), dtype=bool)
    right = left.copy()
    for i, j in ((0, 1), (1, 2), (2, 0)):
        edge = x[i] * y[j] - y[i] * x[j]
        lengths = np.abs(x[i]) + np.abs(y[i]) + np.abs(x[j]) + np.abs(y[j])
        bound = error * (lengths + 2.0 * error) + SMALLEST
        left |= edge > bound
        right |= edge < -bound
    result: BoolArray = ~(left & right)
    return result
