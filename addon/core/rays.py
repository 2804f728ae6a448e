"""Rays: origins, directions and the part of each line that counts."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import BoolArray, FloatArray, IndexArray

NAMES = ("origins", "directions", "t_min", "t_max")
FLOAT = np.dtype(np.float64)


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
        if arrays is None:
            arrays = _checked(origins, directions, t_min, t_max)
        self._set(*arrays)

    def _set(self, *arrays: FloatArray) -> None:
        for array in arrays:
            array.flags.writeable = False
        # Frozen: no attribute can be set from outside.
        self.__dict__.update(zip(NAMES, arrays, strict=True))

    @classmethod
    def _of(cls, *arrays: FloatArray) -> Rays:
        """Rays of arrays that are known to be right, such as those of other rays."""
        rays = cls.__new__(cls)
        rays._set(*arrays)
        return rays

    def __len__(self) -> int:
        return len(self.origins)

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

    A pick is a single ray: the long way would take longer than the pick itself.
    """
    if not (
        isinstance(t_min, int | float)
        and isinstance(t_max, int | float)
        and t_min == t_min
        and t_max == t_max
    ):
        return None
    try:
        start, along = np.asarray(origins), np.asarray(directions)
    except (TypeError, ValueError):
        return None
    if start.dtype is not FLOAT or along.dtype is not FLOAT or not start.size == along.size == 3:
        return None
    if start.shape[-1:] != (3,) or along.shape[-1:] != (3,) or start.ndim > 2 or along.ndim > 2:
        return None
    x, y, z = start.ravel().tolist()
    u, v, w = along.ravel().tolist()
    if not ((u or v or w) and isfinite(x + y + z) and isfinite(u + v + w)):
        return None
    return np.array([[x, y, z]]), np.array([[u, v, w]]), np.array([float(t_min)]), np.array([float(t_max)])


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
    return (
        start,
        along,
        checks.one_for_each("t_min", t_min, count),
        checks.one_for_each("t_max", t_max, count),
    )
