"""One ray in plain floats, which for a handful of triangles are faster than arrays.

The float64 test of `triangles`, for one triangle after another; what its bounds leave in doubt is decided in whole
numbers, and so are t and weights of the nearest in the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import frexp, isinf, ldexp, nan

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .crossings import FEW_PAIRS
from .exact import Crossing, cross_triangle
from .precise import LARGEST_SIZE, SMALLEST_SIZE
from .rays import Numbers
from .triangles import EPSILON, SHEAR_ERROR, SMALLEST

Corners = list[list[float]]
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
        self,
        numbers: Numbers,
        positions: FloatArray,
        triangles: IndexArray,
        largest: float,
        cull_backfaces: bool | BoolArray,
    ) -> None:
        self.origin, self.direction, self.t_min, self.t_max = numbers
        self.limit = self.t_max
        self._positions, self._triangles, self._culling = positions, triangles, cull_backfaces
        x, y, z = self.origin
        u, v, w = self.direction
        sizes = (abs(u), abs(v), abs(w))
        speed = max(sizes)
        self.axis = sizes.index(speed)
        self.exponent = exponent = frexp(speed)[1]
        self.scaled = (ldexp(u, -exponent), ldexp(v, -exponent), ldexp(w, -exponent))
        self._reach = reach = max(abs(x), abs(y), abs(z)) + largest
        self._error = SHEAR_ERROR * reach + SMALLEST
        self.tested = 0
        self._is_in_range = SMALLEST_SIZE < reach < LARGEST_SIZE and SMALLEST_SIZE < speed < LARGEST_SIZE

    def meetings(self, triangles: list[int]) -> list[Meeting]:
        """What the ray meets of these triangles before its limit, culled ones left out."""
        found = []
        self.tested += len(triangles)
        z = self.axis
        x, y = z - 2, z - 1
        ox, oy, oz = self.origin[x], self.origin[y], self.origin[z]
        dx, dy, dz = self.scaled[x], self.scaled[y], self.scaled[z]
        error = self._error
        # Twice the reach is more than any coordinate below can be.
        bound = error * (8.0 * self._reach + 2.0 * error) + SMALLEST
        corners = self._positions.take(self._triangles.take(triangles, 0), 0).tolist()
        for triangle, points in zip(triangles, corners):
            a, b, c = points
            az, bz, cz = a[z] - oz, b[z] - oz, c[z] - oz
            ax, bx, cx = dz * (a[x] - ox) - dx * az, dz * (b[x] - ox) - dx * bz, dz * (c[x] - ox) - dx * cz
            ay, by, cy = dz * (a[y] - oy) - dy * az, dz * (b[y] - oy) - dy * bz, dz * (c[y] - oy) - dy * cz
            areas = first, second, third = bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx
            if first > bound:
                if second < -bound or third < -bound:
                    continue
            elif first < -bound:
                if second > bound or third > bound:
                    continue
            elif (second > bound and third < -bound) or (second < -bound and third > bound):
                continue
            interval = self._interval(areas, (az, bz, cz), bound)
            if interval is None:
                across = abs(ax) + abs(bx) + abs(cx) + abs(ay) + abs(by) + abs(cy)
                interval = self._in_doubt(points, areas, (az, bz, cz), across)
            lowest, highest, facing = interval
            if lowest <= self.limit and (facing < 0 or not self._culls(triangle)):
                found.append((lowest, highest, triangle, points))
        return found

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

    def _interval(
        self, areas: tuple[float, float, float], along: tuple[float, float, float], bound: float
    ) -> Interval | None:
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
        az, bz, cz = along
        bz, cz = bz - az, cz - az
        speed = self.direction[self.axis]
        t = (az + (second * bz + third * cz) / total) / speed
        error = (6.0 * bound / room + 8.0 * EPSILON) * (abs(bz) + abs(cz)) + 8.0 * EPSILON * self._reach
        error /= abs(speed)
        if t - error > self.t_min and t + error < self.t_max:
            return t - error, t + error, 1 if (total > 0.0) == (speed > 0.0) else -1
        if t + error < self.t_min or t - error > self.t_max:
            return MISSED
        return None

    def _in_doubt(
        self,
        corners: Corners,
        areas: tuple[float, float, float],
        along: tuple[float, float, float],
        across: float,
    ) -> Interval:
        """The same where the coarse bound does not tell: by that of this triangle, or else exactly."""
        bound = self._error * (across + 2.0 * self._error) + SMALLEST
        if max(areas) > bound and min(areas) < -bound:
            return MISSED
        interval = self._interval(areas, along, bound)
        if interval is not None:
            return interval
        crossing = cross_triangle(self.origin, self.direction, corners)
        if crossing is None or not crossing.is_between(self.t_min, self.t_max):
            return MISSED
        t = crossing.t()
        error = 0.0 if isinf(t) else EPSILON * abs(t) + SMALLEST
        return t - error, t + error, crossing.facing


def nearest(ray: OneRay, candidates: Iterable[list[int]]) -> Found | None:
    """What is met at the least t, of an exact tie on the lowest triangle; lowers the ray's limit as it goes."""
    found: list[Meeting] = []
    for triangles in candidates:
        for meeting in ray.meetings(triangles):
            found.append(meeting)
            if meeting[1] < ray.limit:
                ray.limit = meeting[1]
    best: tuple[Crossing, int] | None = None
    for lowest, _, triangle, corners in found:
        if lowest > ray.limit:
            continue
        crossing = cross_triangle(ray.origin, ray.direction, corners)
        assert crossing is not None
        if best is None or (crossing.t_fraction(), triangle) < (best[0].t_fraction(), best[1]):
            best = crossing, triangle
    if best is None:
        return None
    crossing, triangle = best
    return crossing.t(), triangle, crossing.barycentric()


def every(ray: OneRay, candidates: Iterable[list[int]]) -> list[Found] | None:
    """All that is met, by t; None of very many, or where the bounds of two t overlap.

    Of the few that a pick meets in a quarter of the time of `selection.every`, for the order is plain to see.
    """
    met = [meeting for triangles in candidates for meeting in ray.meetings(triangles)]
    met.sort(key=lambda meeting: meeting[:3])
    if len(met) >= FEW_PAIRS or any(one[1] >= other[0] for one, other in pairwise(met)):
        return None
    found = []
    for _, _, triangle, corners in met:
        crossing = cross_triangle(ray.origin, ray.direction, corners)
        assert crossing is not None
        found.append((crossing.t(), triangle, crossing.barycentric()))
    return found
