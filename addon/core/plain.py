"""Crossings of many lines and triangles at once in plain floats, and which of them that settles: nearly all.

Where a first t leaves the ray's point close to the triangle, what is left to find is small, and so is its rounding:
the point is worked out exactly to within rounding of its distance from a corner, then t and the weights from it.
"""

from __future__ import annotations

import numpy as np

from . import components
from .arrays import FloatArray
from .precise import PreciseCrossings
from .triangles import EPSILON

# Sizes within which no step over- or underflows, float32 included.
SMALLEST_SIZE, LARGEST_SIZE = 1e-30, 1e30
# Rounding of a volume, in the sizes of its factors.
# Edges make 1 half epsilon, their products 3 and the difference 1 of at most twice the size: 7 a component, of which
# there are three, and 18 for the sum of three products; 12 come from the point. The rest covers the bound's own.
VOLUME_ERROR = 32.0 * EPSILON
# By which part of the distance a t in float32 may miss the triangle.
FIRST_ERROR = 2.0**-22
# What t is off by, over the volume of the direction: so much of the point's products with those that the normal is a
# difference of, which for slivers are far above it (2 epsilons from edges, products and difference), and of its
# products with the normal (2.5 from the point and the sums). Held against sizes alone, two of three pairs at long
# triangles were left open, and each of these takes five times as long.
CROSSWISE_ERROR, NORMAL_ERROR = 2.5 * EPSILON, 4.0 * EPSILON
# Doubt about weights, in epsilons of t, up to which they are as good as the rounding that follows from coordinates.
LARGEST_DOUBT = 2.0


def cross_pairs(origins: FloatArray, directions: FloatArray, corners: FloatArray) -> PreciseCrossings:
    """Crossings of lines (k, 3), (k, 3) with triangles (k, 3, 3), a pair a row."""
    start, along = np.ascontiguousarray(origins.T), np.ascontiguousarray(directions.T)
    a, b, c = np.ascontiguousarray(corners.transpose(1, 2, 0))
    with np.errstate(all="ignore"):
        first, second = b - a, c - a
        normal = _cross(first, second)
        slope = components.dot(normal, along)
        offset = start - a
        rough = (components.dot(normal, offset) / -slope).astype(np.float32).astype(np.float64)
        point = _point(start, a, offset, along, rough)
        rest = components.dot(normal, point) / -slope
        t = rough + rest
        speed, size = components.size(along), np.maximum(components.size(first), components.size(second))
        reach = components.size(point) + FIRST_ERROR * np.abs(rough) * speed
        volumes = np.empty_like(point)
        volumes[1] = components.dot(_cross(second, along), point)
        volumes[2] = components.dot(_cross(along, first), point)
        volumes[0] = slope - volumes[1] - volumes[2]
        error = VOLUME_ERROR * speed * size
        spread = FIRST_ERROR * np.abs(rough) * speed + np.abs(rest) * speed
        t_error = _t_error(first, second, normal, point, spread) / np.abs(slope)
        error *= 3.0 * (reach + size)
        certain = (size > SMALLEST_SIZE) & (np.maximum(size, reach) < LARGEST_SIZE)
        certain &= (speed > SMALLEST_SIZE) & (speed < LARGEST_SIZE) & (np.abs(t) > SMALLEST_SIZE)
        # What the sum for t has lost is known, and told from half a step, below a power of two a quarter: else few
        # rays would be told another float than very many.
        is_nearest = np.abs(rest - (t - rough)) + t_error < 0.5 * np.spacing((1.0 - EPSILON) * np.abs(t))
        # How far the weights of slivers may move the point is about this times an epsilon.
        is_nearest &= size * size * reach <= LARGEST_DOUBT * np.abs(t * slope)
        lowest = np.minimum(np.minimum(volumes[0], volumes[1]), volumes[2])
        highest = np.maximum(np.maximum(volumes[0], volumes[1]), volumes[2])
        is_back = lowest > error
        barycentric = (volumes / slope).T
    return PreciseCrossings(
        misses=certain & (lowest < -error) & (highest > error),
        crosses=certain & is_nearest & (is_back | (highest < -error)),
        t=t,
        t_error=t_error + EPSILON * np.abs(t),
        barycentric=barycentric,
        facing=2 * is_back.astype(np.int64) - 1,
    )


def _point(
    start: FloatArray, corner: FloatArray, offset: FloatArray, along: FloatArray, t: FloatArray
) -> FloatArray:
    """start + t * along - corner, rounded only by its own size, for t of 24 bits; `offset` is start - corner."""
    shift = offset - start
    lost = (start - (offset - shift)) - (corner + shift)
    coarse = along.astype(np.float32).astype(np.float64)
    # Products of 24 bits with 24 and with the 29 that remain are exact.
    lost += (along - coarse) * t
    coarse *= t
    coarse += offset
    coarse += lost
    return coarse


def _t_error(
    first: FloatArray, second: FloatArray, normal: FloatArray, point: FloatArray, spread: FloatArray
) -> FloatArray:
    """Bound of the rounding of t, times the volume of the direction; the plane is met within `spread` of the point."""
    far = np.abs(point)
    far += spread
    error = CROSSWISE_ERROR * components.dot(_crosswise(np.abs(first), np.abs(second)), far)
    error += NORMAL_ERROR * components.dot(np.abs(normal), far)
    return error


def _crosswise(a: FloatArray, b: FloatArray) -> FloatArray:
    """Sums of the products of which a cross product has differences."""
    result = np.empty_like(a)
    for axis, (i, j) in enumerate(((1, 2), (2, 0), (0, 1))):
        np.multiply(a[i], b[j], out=result[axis])
        result[axis] += a[j] * b[i]
    return result


def _cross(a: FloatArray, b: FloatArray) -> FloatArray:
    result = np.empty_like(a)
    for axis, (i, j) in enumerate(((1, 2), (2, 0), (0, 1))):
        np.multiply(a[i], b[j], out=result[axis])
        result[axis] -= a[j] * b[i]
    return result
