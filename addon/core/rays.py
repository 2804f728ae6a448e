"""Rays: origins, directions and the part of each line that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from struct import Struct

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import BoolArray, FloatArray, IndexArray

FLOAT, REAL = np.dtype(np.float64), (float, int)
ONE = ((3,), (1, 3))
EIGHT = Struct("8d")
# Origin, direction, t_min and t_max of a ray.
Vector = Sequence[float]
Numbers = tuple[Vector, Vector, float, float]


@dataclass(frozen=True, eq=False)
class Rays:
    """Half-lines or segments, `origin + t * direction` for `t_min <= t <= t_max`.

    Parameters
    ----------
    origins, directions : (n, 3) float, or (3,) for one ray
        Directions may have any length but zero; `t` counts in these lengths.
    t_min, t_max : float or (n,) float
        Both ends count. A ray with `t_min > t_max` meets nothing.

    Raises
    ------
    ValueError
        For other shapes, NaN, infinite coordinates or a direction of zero length.
    """

    origins: FloatArray
    directions: FloatArray
    t_min: FloatArray
    t_max: FloatArray

    def __init__(
        self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike = 0.0, t_max: ArrayLike = np.inf
    ) -> None:
        arrays = _one_ray(origins, directions, t_min, t_max)
        self._set(*(_checked(origins, directions, t_min, t_max) if arrays is None else arrays))

    def _set(self, origins: FloatArray, directions: FloatArray, t_min: FloatArray, t_max: FloatArray) -> None:
        # Frozen, so that no attribute can be set, but for this way: a quarter of the time of `object.__setattr__`.
        self.__dict__.update(origins=origins, directions=directions, t_min=t_min, t_max=t_max)

    @classmethod
    def _of(cls, *arrays: FloatArray) -> Rays:
        """Rays of arrays that are known to be right, such as those of other rays."""
        for array in arrays:
            array.flags.writeable = False
        rays = cls.__new__(cls)
        rays._set(*arrays)
        return rays

    def __len__(self) -> int:
        return len(self.origins)

    def numbers(self, row: int = 0) -> Numbers:
        """Origin, direction, t_min and t_max of one ray in plain floats, which for a single one are faster."""
        return (
            self.origins[row].tolist(),
            self.directions[row].tolist(),
            self.t_min.item(row),
            self.t_max.item(row),
        )

    def at(self, t: ArrayLike) -> FloatArray:
        """(n, 3) points at `t`, one number or (n,)."""
        along = checks.one_for_each("t", t, len(self))
        return self.origins + along[:, None] * self.directions

    def take(self, index: IndexArray | BoolArray | slice) -> Rays:
        """The rays with these indices, of this slice, or those where a mask is True."""
        return Rays._of(self.origins[index], self.directions[index], self.t_min[index], self.t_max[index])

    def clipped(self, t_max: ArrayLike) -> Rays:
        """The same rays, ending at `t_max` where that is nearer."""
        nearer = np.minimum(self.t_max, checks.one_for_each("t_max", t_max, len(self)))
        return Rays._of(self.origins, self.directions, self.t_min, nearer)

    def between(self, t_min: FloatArray, t_max: FloatArray) -> Rays:
        """The same rays from `t_min` to `t_max`, (n,) without NaN, where these are nearer to each other."""
        lowest, highest = np.maximum(self.t_min, t_min), np.minimum(self.t_max, t_max)
        return Rays._of(self.origins, self.directions, lowest, highest)

    def until(self, t_max: float) -> Rays:
        """The same rays, all of them ending at `t_max`."""
        return Rays._of(self.origins, self.directions, self.t_min, np.full(len(self), t_max))

    def transformed(self, matrix: ArrayLike) -> Rays:
        """The rays taken through a (4, 4) affine matrix; directions keep the length it gives, so t stays.

        Raises
        ------
        ValueError
            If the matrix is no finite (4, 4), or turns a direction into zero.
        """
        affine = checks.fixed("matrix", matrix, (4, 4))
        linear = affine[:3, :3]
        return Rays(
            self.origins @ linear.T + affine[:3, 3], self.directions @ linear.T, self.t_min, self.t_max
        )


def _one_ray(
    origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike, t_max: ArrayLike
) -> tuple[FloatArray, ...] | None:
    """The arrays of a single ray of plain floats; None for anything else or wrong, which takes the long way.

    A pick is a single ray, and the long way would take as long as the pick itself. The arrays are parts of one that
    cannot be written to.
    """
    if not (isinstance(t_min, REAL) and isinstance(t_max, REAL) and t_min == t_min and t_max == t_max):
        return None
    try:
        start, along = np.asarray(origins), np.asarray(directions)
    except (TypeError, ValueError):
        return None
    if (
        start.dtype is not FLOAT
        or along.dtype is not FLOAT
        or start.shape not in ONE
        or along.shape not in ONE
    ):
        return None
    x, y, z = start.ravel().tolist()
    u, v, w = along.ravel().tolist()
    if not ((u or v or w) and isfinite(x + y + z) and isfinite(u + v + w)):
        return None
    try:
        numbers = np.frombuffer(EIGHT.pack(x, y, z, u, v, w, t_min, t_max))
    except OverflowError:
        return None
    vectors = numbers[:6].reshape(2, 1, 3)
    return vectors[0], vectors[1], numbers[6:7], numbers[7:]


def _checked(
    origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike, t_max: ArrayLike
) -> tuple[FloatArray, ...]:
    start = checks.vectors("origins", origins)
    along = checks.vectors("directions", directions)
    if len(start) != len(along):
        raise ValueError(f"directions: expected one for each of {len(start)} origins, got {len(along)}")
    zero = ~along.any(axis=1)
    if zero.any():
        raise ValueError(f"directions: expected non-zero vectors, got zero in row {int(zero.argmax())}")
    count = len(start)
    arrays = (
        start,
        along,
        checks.one_for_each("t_min", t_min, count),
        checks.one_for_each("t_max", t_max, count),
    )
    for array in arrays:
        array.flags.writeable = False
    return arrays
