"""A line against a triangle in whole numbers: every float is one over a power of two, so nothing rounds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import frexp, inf, isinf, ldexp
from typing import NamedTuple


class Crossing(NamedTuple):
    """Where a line crosses a triangle: t is the ratio of two integers, weights are over their sum."""

    t_numerator: int
    t_denominator: int
    weights: tuple[int, int, int]
    facing: int

    def t(self) -> float:
        """t rounded to the nearest float; inf beyond their range."""
        try:
            return self.t_numerator / self.t_denominator
        except OverflowError:
            return inf if self.t_numerator > 0 else -inf

    def t_fraction(self) -> Fraction:
        """t itself, to be compared with others."""
        return Fraction(self.t_numerator, self.t_denominator)

    def barycentric(self) -> tuple[float, float, float]:
        """Weights of the corners, each rounded once."""
        first, second, third = self.weights
        total = first + second + third
        return first / total, second / total, third / total

    def is_between(self, t_min: float, t_max: float) -> bool:
        """Whether t_min <= t <= t_max, exactly."""
        return self._compared_with(t_min) >= 0 >= self._compared_with(t_max)

    def _compared_with(self, bound: float) -> int:
        """Above zero where t is more than the bound, below where less."""
        if isinf(bound):
            return -1 if bound > 0 else 1
        numerator, denominator = bound.as_integer_ratio()
        return self.t_numerator * denominator - numerator * self.t_denominator


def cross_triangle(
    origin: Sequence[float], direction: Sequence[float], corners: Sequence[Sequence[float]]
) -> Crossing | None:
    """Crossing of a line and a triangle, edges and corners included; None also for a line in its plane.

    The signed volumes of the line with the three edges have one sign, zero included, exactly where the line
    passes inside; their sum is the direction along the normal. It is zero for a triangle without area.
    `facing` is 1 where the direction runs along the normal, into a back face, and -1 into a front face.
    The products are those of Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", Journal of
    Graphics Tools 2 (1997): there are no fewer, and none of smaller numbers.
    """
    (x, y, z), (dx, dy, dz), ((ax, ay, az), (bx, by, bz), (cx, cy, cz)) = origin, direction, corners
    sizes = map(abs, (x, y, z, dx, dy, dz, ax, ay, az, bx, by, bz, cx, cy, cz))
    try:
        # What makes the smallest, of 53 bits, whole makes all of them whole. A third of the time of reduced fractions,
        # and another third less than number after number of a list.
        scale = ldexp(1.0, max(53 - frexp(min(sizes) or _smallest(origin, direction, *corners))[1], 0))
        ax, ay, az = int(ax * scale), int(ay * scale), int(az * scale)
        bx, by, bz = int(bx * scale) - ax, int(by * scale) - ay, int(bz * scale) - az
        cx, cy, cz = int(cx * scale) - ax, int(cy * scale) - ay, int(cz * scale) - az
        x, y, z = int(x * scale) - ax, int(y * scale) - ay, int(z * scale) - az
        dx, dy, dz = int(dx * scale), int(dy * scale), int(dz * scale)
    except OverflowError:
        values = _integers((*origin, *direction, *corners[0], *corners[1], *corners[2]))
        x, y, z, dx, dy, dz, ax, ay, az, bx, by, bz, cx, cy, cz = values
        x, y, z = x - ax, y - ay, z - az
        bx, by, bz, cx, cy, cz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    px, py, pz = dy * cz - dz * cy, dz * cx - dx * cz, dx * cy - dy * cx
    total = bx * px + by * py + bz * pz
    if total == 0:
        return None
    qx, qy, qz = y * bz - z * by, z * bx - x * bz, x * by - y * bx
    second = x * px + y * py + z * pz
    third = dx * qx + dy * qy + dz * qz
    volume = cx * qx + cy * qy + cz * qz
    facing = -1
    if total < 0:
        total, second, third, volume, facing = -total, -second, -third, -volume, 1
    first = total - second - third
    if first < 0 or second < 0 or third < 0:
        return None
    return Crossing(volume, total, (first, second, third), facing)


def _smallest(*vectors: Sequence[float]) -> float:
    """The size of the smallest number but zero; 1 where there is none."""
    return min([abs(value) for vector in vectors for value in vector if value], default=1.0)


def _integers(values: Sequence[float]) -> list[int]:
    """The floats times a power of two that makes all of them whole, where that is no float."""
    ratios = [value.as_integer_ratio() for value in values]
    common = max([denominator for _, denominator in ratios])
    return [numerator * (common // denominator) for numerator, denominator in ratios]
