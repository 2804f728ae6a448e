"""One ray in plain floats, which for a handful of triangles are faster than arrays.

The float64 test of `triangles`, for one triangle after another; what its bounds leave in doubt is decided in whole
numbers, and so are t and weights of what is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import frexp, isinf, ldexp, nan

import numpy as np

from .arrays import BoolArray, FloatArray
from .crossings import FEW_PAIRS
from .exact import cross_triangle
from .precise import LARGEST_SIZE, SMALLEST_SIZE
from .rays import Numbers
from .triangles import EPSILON, SHEAR_ERROR, SMALLEST
from .unit_corners import Corners, UnitCorners

Areas = tuple[float, float, float]
# Triangle, its corners, and signed areas between the ray and its sides.
Near = tuple[int, Corners, Areas]
# Lowest and highest possible t, triangle and its corners.
Meeting = tuple[float, float, int, Corners]
# Lowest and highest possible t, and facing.
Interval = tuple[float, float, int]
# No t at all: below and above no limit.
MISSED: Interval = (nan, nan, -1)
# t, triangle and weights of its corners.
Found = tuple[float, int, tuple[float, float, float]]


class OneRay:
    """A ray against triangles of one mesh, whose largest coordinate is `largest`.

    `limit` is what the nearest t cannot exceed: the end of the ray, or what has been met so far. `scaled` is the
    direction over 2**exponent, its longest component in 0.5..1. `tested` counts triangles.
    """

    def __init__(
        self, numbers: Numbers, corners: UnitCorners, largest: float, cull_backfaces: bool | BoolArray
    ) -> None:
        self.origin, self.direction, self.t_min, self.t_max = numbers
        self.limit = self.t_max
        self._corners, self._culling = corners, cull_backfaces
        self.tested = 0
        x, y, z = self.origin
        u, v, w = self.direction
        sizes = (abs(u), abs(v), abs(w))
        speed = max(sizes)
        self.axis = axis = sizes.index(speed)
        self.exponent = exponent = frexp(speed)[1]
        self.scaled = scaled = (ldexp(u, -exponent), ldexp(v, -exponent), ldexp(w, -exponent))
        self._reach = reach = max(abs(x), abs(y), abs(z)) + largest
        self._error = error = SHEAR_ERROR * reach + SMALLEST
        # Axes and factors of coordinates across the ray, as in `triangles`, and those of its origin, taken off last:
        # that rounds no more, 6 half epsilons of the largest coordinate, that of the ray included.
        x, y = axis - 2, axis - 1
        u, v, w = scaled[x], scaled[y], scaled[axis]
        at = self.origin[axis]
        self._plane = x, y, axis, u, v, w, w * self.origin[x] - u * at, w * self.origin[y] - v * at
        # Of areas: twice the reach is more than any coordinate across the ray can be.
        self._bound = error * (8.0 * reach + 2.0 * error) + SMALLEST
        self._is_in_range = SMALLEST_SIZE < reach < LARGEST_SIZE and SMALLEST_SIZE < speed < LARGEST_SIZE

    def meetings(self, units: Iterable[int]) -> Iterator[Meeting]:
        """What the ray meets of these units of triangles before its limit, culled ones left out.

        One after another, as they are asked for: the limit may be lowered between them.
        """
        near = self._near(units) if self._corners.size == 1 else self._near_pairs(units)
        for triangle, points, areas in near:
            interval = self._interval(areas, points, self._bound) or self._in_doubt(areas, points)
            lowest, highest, facing = interval
            if lowest <= self.limit and (facing < 0 or not self._culls(triangle)):
                yield lowest, highest, triangle, points

    def _near(self, units: Iterable[int]) -> Iterator[Near]:
        """Triangles that the coarse bound of areas does not rule out."""
        bound, under, corners_of = self._bound, -self._bound, self._corners.of
        x, y, z, u, v, w, ox, oy = self._plane
        for triangle in units:
            self.tested += 1
            a, b, c = points = corners_of(triangle)
            az, bz, cz = a[z], b[z], c[z]
            ax, bx, cx = w * a[x] - u * az - ox, w * b[x] - u * bz - ox, w * c[x] - u * cz - ox
            ay, by, cy = w * a[y] - v * az - oy, w * b[y] - v * bz - oy, w * c[y] - v * cz - oy
            first, second, third = bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx
            if (first > bound or second > bound or third > bound) and (
                first < under or second < under or third < under
            ):
                continue
            yield triangle, points, (first, second, third)

    def _near_pairs(self, units: Iterable[int]) -> Iterator[Near]:
        """The same of pairs of triangles.

        What the halves of a quad share is worked out once: four corners and five areas instead of six and six. A pick
        of a million triangles takes 4% less.
        """
        bound, under, corners_of = self._bound, -self._bound, self._corners.of
        x, y, z, u, v, w, ox, oy = self._plane
        for unit in units:
            self.tested += 2
            a, b, c, d, e, f = corners_of(unit)
            az, bz, cz, fz = a[z], b[z], c[z], f[z]
            ax, bx, cx = w * a[x] - u * az - ox, w * b[x] - u * bz - ox, w * c[x] - u * cz - ox
            ay, by, cy = w * a[y] - v * az - oy, w * b[y] - v * bz - oy, w * c[y] - v * cz - oy
            first, third, side = bx * cy - by * cx, ax * by - ay * bx, cx * ay - cy * ax
            if not (
                (first > bound or side > bound or third > bound)
                and (first < under or side < under or third < under)
            ):
                yield 2 * unit, (a, b, c), (first, side, third)
            if d is not a or e is not c:
                (ax, ay), (cx, cy) = self._across((d, e))
                side = cx * ay - cy * ax
            fx, fy = w * f[x] - u * fz - ox, w * f[y] - v * fz - oy
            first, second = cx * fy - cy * fx, fx * ay - fy * ax
            if not (
                (first > bound or second > bound or side < under)
                and (first < under or second < under or side > bound)
            ):
                yield 2 * unit + 1, (d, e, f), (first, second, -side)

    def _across(self, points: Corners) -> list[tuple[float, float]]:
        """Their coordinates across the ray."""
        x, y, z, u, v, w, ox, oy = self._plane
        return [(w * p[x] - u * p[z] - ox, w * p[y] - v * p[z] - oy) for p in points]

    def projection(self) -> tuple[FloatArray, FloatArray, float]:
        """(2, 3) matrix and (2, 1) offset of the two coordinates across the ray, and the rounding of `sheared` ones."""
        z = self.axis
        shear = np.zeros((2, 3))
        for row, axis in enumerate((z - 2, z - 1)):
            shear[row, axis], shear[row, z] = self.scaled[z], -self.scaled[axis]
        return shear, shear.dot(np.array(self.origin))[:, None], self._error

    def _culls(self, triangle: int) -> bool:
        culling = self._culling
        return culling if isinstance(culling, bool) else bool(culling[triangle])

    def _interval(self, areas: Areas, corners: Corners, bound: float) -> Interval | None:
        """Lowest and highest t at which a triangle is crossed, and facing as in `Crossings`; None if in doubt.

        The bound is that of the rounding of each area.
        """
        first, second, third = areas
        total = first + second + third
        # Their sum is off by three times as much.
        room = abs(total) - 3.0 * bound
        if not (room > bound and self._is_in_range):
            return None
        if not (
            (first > bound and second > bound and third > bound)
            or (first < -bound and second < -bound and third < -bound)
        ):
            return None
        z = self.axis
        az, speed = corners[0][z], self.direction[z]
        bz, cz, az = corners[1][z] - az, corners[2][z] - az, az - self.origin[z]
        t = (az + (second * bz + third * cz) / total) / speed
        error = (6.0 * bound / room + 8.0 * EPSILON) * (abs(bz) + abs(cz)) + 8.0 * EPSILON * self._reach
        error /= abs(speed)
        if t - error > self.t_min and t + error < self.t_max:
            return t - error, t + error, 1 if (total > 0.0) == (speed > 0.0) else -1
        if t + error < self.t_min or t - error > self.t_max:
            return MISSED
        return None

    def _in_doubt(self, areas: Areas, corners: Corners) -> Interval:
        """The same where the coarse bound does not tell: by that of this triangle, or else exactly."""
        across = sum(abs(x) + abs(y) for x, y in self._across(corners))
        bound = self._error * (across + 2.0 * self._error) + SMALLEST
        if max(areas) > bound and min(areas) < -bound:
            return MISSED
        interval = self._interval(areas, corners, bound)
        if interval is not None:
            return interval
        crossing = cross_triangle(self.origin, self.direction, corners)
        if crossing is None or not crossing.is_between(self.t_min, self.t_max):
            return MISSED
        t = crossing.t()
        error = 0.0 if isinf(t) else EPSILON * abs(t) + SMALLEST
        return t - error, t + error, crossing.facing


def found(origin: Sequence[float], direction: Sequence[float], corners: Corners, triangle: int) -> Found:
    """t and weights of a triangle that a ray is known to meet, each rounded once."""
    crossing = cross_triangle(origin, direction, corners)
    assert crossing is not None
    return crossing.t(), triangle, crossing.barycentric()


def nearest(ray: OneRay, candidates: Iterable[int]) -> Found | None:
    """What is met at the least t, of an exact tie on the lowest triangle; lowers the ray's limit as it goes."""
    met: list[Meeting] = []
    for meeting in ray.meetings(candidates):
        met.append(meeting)
        if meeting[1] < ray.limit:
            ray.limit = meeting[1]
    if len(met) > 1:
        met = [meeting for meeting in met if meeting[0] <= ray.limit]
    if not met:
        return None
    _, _, triangle, corners = met[0] if len(met) == 1 else _first_exactly(ray, met)
    return found(ray.origin, ray.direction, corners, triangle)


def _first_exactly(ray: OneRay, met: list[Meeting]) -> Meeting:
    """The first of triangles whose bounds of t overlap."""

    def rank(meeting: Meeting) -> tuple[Fraction, int]:
        crossing = cross_triangle(ray.origin, ray.direction, meeting[3])
        assert crossing is not None
        return crossing.t_fraction(), meeting[2]

    return min(met, key=rank)


def every(ray: OneRay, candidates: Iterable[int]) -> list[Found] | None:
    """All that is met, by t; None of very many, or where the bounds of two t overlap.

    Of the few that a pick meets in a quarter of the time of `selection.every`, for the order is plain to see.
    """
    met = sorted(ray.meetings(candidates), key=lambda meeting: meeting[:3])
    if len(met) >= FEW_PAIRS or any(one[1] >= other[0] for one, other in pairwise(met)):
        return None
    return [found(ray.origin, ray.direction, corners, triangle) for _, _, triangle, corners in met]
