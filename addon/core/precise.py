"""Crossings of many lines and triangles at once, in twice the precision, and which of them that settles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .double_double import DoubleDouble, difference
from .triangles import EPSILON

# Sizes within which no step over- or underflows: products of six of them stay inside the range of floats.
SMALLEST_SIZE, LARGEST_SIZE = 1e-45, 1e45
# Rounding of a signed area, as a part of the reach times the size of the triangle seen along the ray. The
# steps of double-double arithmetic come to less than 2**-96; the rest is margin.
AREA_ERROR = 2.0**-90
# Largest doubt about a number, as a part of it, that rounding to a float makes invisible: the same comes out as of
# exact arithmetic, however many rays there are.
DOUBT = 2.0**-64


@dataclass(frozen=True, eq=False)
class PreciseCrossings:
    """One row a pair: `misses` or `crosses` for certain, or neither; the rest is for those that cross."""

    misses: BoolArray
    crosses: BoolArray
    t: FloatArray
    t_error: FloatArray
    barycentric: FloatArray
    facing: IndexArray


def cross_pairs(origins: FloatArray, directions: FloatArray, corners: FloatArray) -> PreciseCrossings:
    """Crossings of lines (k, 3), (k, 3) with triangles (k, 3, 3), a pair a row.

    The method is that of `exact` in the sheared plane of `triangles`: three signed areas and their ratios.
    """
    axis = np.abs(directions).argmax(axis=1)
    order = (axis[:, None] + np.array([1, 2, 0])) % 3
    start = np.take_along_axis(origins, order, axis=1).T
    along = np.take_along_axis(directions, order, axis=1).T
    points = np.take_along_axis(corners, order[:, None], axis=2).transpose(2, 1, 0)
    with np.errstate(all="ignore"):
        x, y, z = (difference(points[i], start[i]) for i in range(3))
        reach = np.maximum(np.maximum(np.abs(x.high), np.abs(y.high)), np.abs(z.high)).max(axis=0)
        speed = np.abs(along[2])
        areas, error = _signed_areas(x, y, z, along, reach * speed)
        first, second, third = (DoubleDouble(areas.high[i], areas.low[i]) for i in range(3))
        total = first.plus(second).plus(third)
        moments = areas.times(z)
        first, second, third = (DoubleDouble(moments.high[i], moments.low[i]) for i in range(3))
        t = first.plus(second).plus(third).over(total.scaled(along[2]))
        doubt = 3.0 * error / np.abs(total.high)
        barycentric = areas.over(total).T
        t_doubt = 8.0 * doubt * reach / speed
        is_sharp = (t_doubt < DOUBT * np.abs(t)) & (doubt < DOUBT * barycentric.min(axis=1))
    in_range = _in_range(reach) & _in_range(speed)
    positive, negative = areas.high > error, areas.high < -error
    return PreciseCrossings(
        misses=in_range & positive.any(axis=0) & negative.any(axis=0),
        crosses=in_range & (positive.all(axis=0) | negative.all(axis=0)) & is_sharp,
        t=t,
        t_error=EPSILON * np.abs(t) + t_doubt,
        barycentric=barycentric,
        facing=np.where(positive[0] == (along[2] > 0.0), 1, -1),
    )


def _signed_areas(
    x: DoubleDouble, y: DoubleDouble, z: DoubleDouble, along: FloatArray, reach: FloatArray
) -> tuple[DoubleDouble, FloatArray]:
    """(3, k) areas between the ray and the edge opposite each corner, seen along the ray; their error."""
    across = x.scaled(along[2]).minus(z.scaled(along[0]))
    up = y.scaled(along[2]).minus(z.scaled(along[1]))
    following, preceding = [1, 2, 0], [2, 0, 1]
    areas = (
        _part(across, following)
        .times(_part(up, preceding))
        .minus(_part(up, following).times(_part(across, preceding)))
    )
    size = np.maximum(np.abs(across.high), np.abs(up.high)).max(axis=0)
    return areas, AREA_ERROR * reach * size


def _part(value: DoubleDouble, rows: list[int]) -> DoubleDouble:
    return DoubleDouble(value.high[rows], value.low[rows])


def _in_range(size: FloatArray) -> BoolArray:
    return (size > SMALLEST_SIZE) & (size < LARGEST_SIZE)
