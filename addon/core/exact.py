"""A line against a triangle in whole numbers: every float is one over a power of two, so nothing rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf

Vector = tuple[int, int, int]


@dataclass(frozen=True)
class Crossing:
    """Where a line crosses a triangle: t is the ratio of two integers, weights are over their sum."""

    t_numerator: int
    t_denominator: int
    weights: Vector
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
        total = sum(self.weights)
        first, second, third = self.weights
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
    """
    positions, position_scale = _integers((*origin, *corners[0], *corners[1], *corners[2]))
    along, direction_scale = _integers(direction)
    x, y, z = positions[:3]
    a, b, c = ((positions[i] - x, positions[i + 1] - y, positions[i + 2] - z) for i in (3, 6, 9))
    sides = _cross(b, c), _cross(c, a), _cross(a, b)
    weights = [_dot(along, side) for side in sides]
    total = sum(weights)
    facing = (total > 0) - (total < 0)
    if facing == 0 or any(weight * facing < 0 for weight in weights):
        return None
    first, second, third = (weight * facing for weight in weights)
    volume = _dot(a, sides[0]) * facing
    return Crossing(volume * direction_scale, abs(total) * position_scale, (first, second, third), facing)


def _integers(values: Sequence[float]) -> tuple[list[int], int]:
    """The floats times the least power of two that makes them whole, and that power."""
    ratios = [value.as_integer_ratio() for value in values]
    scale = max(denominator for _, denominator in ratios)
    return [numerator * (scale // denominator) for numerator, denominator in ratios], scale


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
