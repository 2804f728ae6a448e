"""One ray in plain floats, which for a handful of triangles are faster than arrays.

The float64 test of `triangles`, for one triangle after another; what its bounds leave in doubt is decided in whole
numbers, and so are t and weights of the nearest in the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import frexp, isinf, ldexp

import numpy as np

from .arrays import BoolArray, FloatArray, Index32Array, IndexArray
from .crossings import FEW_PAIRS
from .exact import Crossing, cross_triangle
from .precise import LARGEST_SIZE, SMALLEST_SIZE
from .rays import Rays
from .triangles import EPSILON, SHEAR_ERROR, SMALLEST

Corners = list[list[float]]


# Lowest and highest possible t, triangle and its corners.
Meeting = tuple[float, float, int, Corners]


class OneRay:
    """A ray against triangles of one mesh, whose largest coordinate is `largest`.

    `limit` is what the nearest t cannot exceed: the end of the ray, or what has been met so far. `scaled` is the
    direction over 2**exponent, its longest component in 0.5..1. `tested` counts triangles.
    """

    def __init__(
        self,
        rays: Rays,
        row: int,
        positions: FloatArray,
        triangles: IndexArray,
        largest: float,
        cull_backfaces: bool | BoolArray,
    ) -> None:
        self.origin: list[float] = rays.origins[row].tolist()
        self.direction: list[float] = rays.directions[row].tolist()
        self.t_min, self.t_max = rays.t_min.item(row), rays.t_max.item(row)
        self.limit = self.t_max
        self._positions, self._triangles, self._culling = positions, triangles, cull_backfaces
        sizes = [abs(value) for value in self.direction]
        speed = max(sizes)
        self._axis = sizes.index(speed)
        self.exponent = frexp(speed)[1]
        self.scaled = [ldexp(value, -self.exponent) for value in self.direction]
        self._reach = max(map(abs, self.origin)) + largest
        self._error = SHEAR_ERROR * self._reach + SMALLEST
        self.tested = 0
        self._is_in_range = (
            SMALLEST_SIZE < self._reach < LARGEST_SIZE and SMALLEST_SIZE < speed < LARGEST_SIZE
        )

    def meetings(self, triangle_index: IndexArray | Index32Array) -> list[Meeting]:
        """What the ray meets of these triangles, culled ones left out."""
        found = []
        self.tested += len(triangle_index)
        z = self._axis
        x, y = z - 2, z - 1
        ox, oy, oz = self.origin[x], self.origin[y], self.origin[z]
        dx, dy, dz = self.scaled[x], self.scaled[y], self.scaled[z]
        error = self._error
        # Twice the reach is more than any coordinate below can be.
        bound = error * (8.0 * self._reach + 2.0 * error) + SMALLEST
        corners = self._positions.take(self._triangles.take(triangle_index, axis=0), axis=0).tolist()
        for triangle, points in zip(triangle_index.tolist(), corners):
            a, b, c = points
            az, bz, cz = a[z] - oz, b[z] - oz, c[z] - oz
            ax, bx, cx = dz * (a[x] - ox) - dx * az, dz * (b[x] - ox) - dx * bz, dz * (c[x] - ox) - dx * cz
            if (ax > error and bx > error and cx > error) or (ax < -error and bx < -error and cx < -error):
                continue
            ay, by, cy = dz * (a[y] - oy) - dy * az, dz * (b[y] - oy) - dy * bz, dz * (c[y] - oy) - dy * cz
            first, second, third = bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx
            if first > bound:
                if second < -bound or third < -bound:
                    continue
            elif first < -bound:
                if second > bound or third > bound:
                    continue
            elif (second > bound and third < -bound) or (second < -bound and third > bound):
                continue
            interval = self._interval(points, (ax, bx, cx, ay, by, cy), (az, bz, cz), (first, second, third))
            if interval is None:
                continue
            lowest, highest, facing = interval
            if facing < 0 or not self._culls(triangle):
                found.append((lowest, highest, triangle, points))
        return found

    def projection(self) -> tuple[FloatArray, FloatArray, float]:
        """(2, 3) matrix and (2, 1) offset of the two coordinates across the ray, and the rounding of `sheared` ones."""
        z = self._axis
        shear = np.zeros((2, 3))
        for row, axis in enumerate((z - 2, z - 1)):
            shear[row, axis], shear[row, z] = self.scaled[z], -self.scaled[axis]
        return shear, shear.dot(np.array(self.origin))[:, None], self._error

    def exact(self, meeting: Meeting) -> Crossing:
        """The crossing itself."""
        crossing = cross_triangle(self.origin, self.direction, meeting[3])
        assert crossing is not None
        return crossing

    def _culls(self, triangle: int) -> bool:
        culling = self._culling
        return culling if isinstance(culling, bool) else bool(culling[triangle])

    def _interval(
        self,
        corners: Corners,
        across: tuple[float, ...],
        along: tuple[float, float, float],
        areas: tuple[float, float, float],
    ) -> tuple[float, float, int] | None:
        """Lowest and highest t at which a triangle is crossed, and facing as in `Crossings`."""
        first, second, third = areas
        bound = self._error * (sum(map(abs, across)) + 2.0 * self._error) + SMALLEST
        least, most = min(areas), max(areas)
        if most > bound and least < -bound:
            return None
        total = first + second + third
        # Each area is off by the bound at most, and their sum by three times as much.
        room = abs(total) - 3.0 * bound
        if (least > bound or most < -bound) and room > bound and self._is_in_range:
            speed = self.direction[self._axis]
            az, bz, cz = along
            bz, cz = bz - az, cz - az
            t = (az + (second * bz + third * cz) / total) / speed
            error = (6.0 * bound / room + 8.0 * EPSILON) * (abs(bz) + abs(cz)) + 8.0 * EPSILON * self._reach
            error /= abs(speed)
            if t - error > self.t_min and t + error < self.t_max:
                return t - error, t + error, 1 if (total > 0.0) == (speed > 0.0) else -1
            if t + error < self.t_min or t - error > self.t_max:
                return None
        return self._exact_interval(corners)

    def _exact_interval(self, corners: Corners) -> tuple[float, float, int] | None:
        crossing = cross_triangle(self.origin, self.direction, corners)
        if crossing is None or not crossing.is_between(self.t_min, self.t_max):
            return None
        t = crossing.t()
        error = 0.0 if isinf(t) else EPSILON * abs(t) + SMALLEST
        return t - error, t + error, crossing.facing


def nearest(ray: OneRay, candidates: Iterable[IndexArray | Index32Array]) -> tuple[int, Crossing] | None:
    """Triangle and crossing of least t, of an exact tie the lowest triangle; lowers the ray's limit as it goes."""
    found: list[Meeting] = []
    for triangle_index in candidates:
        for meeting in ray.meetings(triangle_index):
            found.append(meeting)
            if meeting[1] < ray.limit:
                ray.limit = meeting[1]
    found = [meeting for meeting in found if meeting[0] <= ray.limit]
    if not found:
        return None
    crossings = [(meeting[2], ray.exact(meeting)) for meeting in found]
    if len(crossings) == 1:
        return crossings[0]
    return min(crossings, key=lambda item: (item[1].t_fraction(), item[0]))


def every(ray: OneRay, candidates: Iterable[IndexArray | Index32Array]) -> list[tuple[int, Crossing]] | None:
    """All triangles and crossings by t; None of very many, or where the bounds of two t overlap.

    Of the few that a pick meets in a quarter of the time of `selection.every`, for the order is plain to see.
    """
    found = [meeting for triangle_index in candidates for meeting in ray.meetings(triangle_index)]
    found.sort(key=lambda meeting: meeting[:3])
    if len(found) >= FEW_PAIRS or any(one[1] >= other[0] for one, other in pairwise(found)):
        return None
    return [(meeting[2], ray.exact(meeting)) for meeting in found]
