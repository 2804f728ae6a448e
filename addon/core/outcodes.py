"""On which sides of a line points surely lie: a bit for each side (Cohen and Sutherland's outcodes).

Seen along the line, in the sheared plane of `triangles`, a point lies to the right, to the left, above or below of
where the line is. What is bounded by points all of which are surely on one side is not met by the line.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .arrays import FloatArray

Positions = NDArray[np.float32]
Codes = NDArray[np.uint8]

# Points worked on at once, so that they stay in the processor's cache. A product of 3 * 2 * 32768 is also below what
# OpenBLAS gives to several threads, whose stalls cost more than all of it.
_POINTS_AT_ONCE = 1 << 15
# Rounding in the plane, as a part of the largest coordinate and of the line's place there. With u = 2**-24: of two
# weights of at most 1 each is rounded once, so is each of two products, and their sum at most twice, which comes to
# less than 10 u of the largest coordinate. The place is rounded to float32 with its pad, 2 u of it. 2**-20 is 16 u.
_ROUNDING = 2.0**-20
# Of the place itself, computed in float64: three roundings of 2**-53 of numbers of at most twice the ray's origin.
_ORIGIN_ROUNDING = 2.0**-49
# What is lost below the smallest float32, or flushed to zero: at most 2**-126 for each of two products and their sum.
_UNDERFLOW = 2.0**-120


@dataclass(frozen=True, eq=False)
class Outcodes:
    """Codes as seen along one line; the bits of what is no number, or not surely on any side, are all off.

    `axis` is that along which the direction is longest, `across` are the two others, and the plane's coordinates are
    theirs less `slopes` times that along the axis. `high` and `low` (2,) are the line's place there with its doubt.
    """

    axis: int
    across: list[int]
    slopes: FloatArray
    high: FloatArray
    low: FloatArray

    def of_points(self, positions: Positions, codes: Codes) -> None:
        """Write the codes (n,) of points (n, 3) float32; a product of matrices is quicker than columns."""
        with np.errstate(over="ignore", invalid="ignore"):
            high, low = self.high.astype(np.float32)[:, None], self.low.astype(np.float32)[:, None]
            plane_from_space = np.zeros((2, 3), dtype=np.float32)
            plane_from_space[(0, 1), self.across], plane_from_space[:, self.axis] = 1.0, -self.slopes
            for start in range(0, len(positions), _POINTS_AT_ONCE):
                part = slice(start, start + _POINTS_AT_ONCE)
                places = plane_from_space @ positions[part].T
                _joined(places > high, places < low, codes[part])

    def of_boxes(self, minimum: FloatArray, maximum: FloatArray) -> Codes:
        """The codes (n,) of all that boxes (n, 3), (n, 3) hold."""
        with np.errstate(over="ignore", invalid="ignore"):
            along = self.slopes[:, None] * minimum[:, self.axis], self.slopes[:, None] * maximum[:, self.axis]
            lowest = minimum[:, self.across].T - np.maximum(*along)
            highest = maximum[:, self.across].T - np.minimum(*along)
            codes = np.empty(len(minimum), dtype=np.uint8)
            _joined(lowest > self.high[:, None], highest < self.low[:, None], codes)
        return codes


def outcodes(origin: FloatArray, direction: FloatArray, largest: float) -> Outcodes:
    """The codes as seen along a line through `origin` (3,), of points without a larger coordinate than `largest`."""
    axis = int(np.abs(direction).argmax())
    across = [(axis + 1) % 3, (axis + 2) % 3]
    with np.errstate(over="ignore", invalid="ignore"):
        slopes = direction[across] / direction[axis]
        place = origin[across] - slopes * origin[axis]
        pad = _ROUNDING * (largest + np.abs(place)) + _ORIGIN_ROUNDING * np.abs(origin).max() + _UNDERFLOW
        return Outcodes(axis, across, slopes, place + pad, place - pad)


def _joined(right_or_up: NDArray[np.bool_], left_or_down: NDArray[np.bool_], codes: Codes) -> None:
    """Bits 0 to 3 are right, left, up and down."""
    first, second = right_or_up.view(np.uint8), left_or_down.view(np.uint8)
    second <<= 1
    first |= second
    first[1] <<= 2
    np.bitwise_or(first[0], first[1], out=codes)
