"""Corners of triangles as plain numbers, for a ray that tests a few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import Struct

import numpy as np

from .arrays import FloatArray, IndexArray

Corners = Sequence[Sequence[float]]
# Units whose corners are kept, 600 bytes each.
FEW = 512
PLACE, THREE, SIX = Struct("3d"), Struct("3q"), Struct("6q")


class UnitCorners:
    """Corners of units of triangles: single ones, or two that follow one another, which share a box of a tree.

    Read from memory one unit after another: by two calls of numpy a few took 2 us, and a ray, which stops at the
    nearest, had to ask for several at once. Those of a small mesh are kept once asked for: many instances of it have
    the same tested, and a ray among them takes 2% less.
    """

    def __init__(self, positions: FloatArray, triangles: IndexArray, size: int) -> None:
        self.size = size
        self._places = _bytes_of(np.ascontiguousarray(positions, dtype=np.float64))
        self._numbers = _bytes_of(np.ascontiguousarray(triangles, dtype=np.int64))
        self._keeps = len(triangles) <= FEW * size
        self._known: dict[int, Corners] = {}

    @property
    def of(self) -> Callable[[int], Corners]:
        """What gives the three corners, or six, of a unit; one that two triangles share is the same object."""
        if self._keeps:
            return self._kept
        return self._of_one if self.size == 1 else self._of_two

    def _kept(self, unit: int) -> Corners:
        corners = self._known.get(unit)
        if corners is None:
            corners = self._known[unit] = self._of_one(unit) if self.size == 1 else self._of_two(unit)
        return corners

    def _of_one(self, unit: int) -> Corners:
        places, read = self._places, PLACE.unpack_from
        a, b, c = THREE.unpack_from(self._numbers, THREE.size * unit)
        return read(places, 24 * a), read(places, 24 * b), read(places, 24 * c)

    def _of_two(self, unit: int) -> Corners:
        places, read = self._places, PLACE.unpack_from
        a, b, c, d, e, f = SIX.unpack_from(self._numbers, SIX.size * unit)
        first, third = read(places, 24 * a), read(places, 24 * c)
        return (
            first,
            read(places, 24 * b),
            third,
            first if d == a else read(places, 24 * d),
            third if e == c else read(places, 24 * e),
            read(places, 24 * f),
        )


def _bytes_of(values: FloatArray | IndexArray) -> memoryview:
    """Of no values as well, of which a `memoryview` casts nothing."""
    return values.reshape(-1).view(np.uint8).data
