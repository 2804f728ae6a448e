"""Rays: origins, directions and the part of each line that counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import BoolArray, FloatArray, IndexArray


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
        start = checks.vectors("origins", origins)
        along = checks.vectors("directions", directions)
        if len(start) != len(along):
            raise ValueError(f"directions: expected one for each of {len(start)} origins, got {len(along)}")
        zero = ~along.any(axis=1)
        if zero.any():
            raise ValueError(f"directions: expected non-zero vectors, got zero in row {int(zero.argmax())}")
        arrays = {
            "origins": start,
            "directions": along,
            "t_min": checks.one_for_each("t_min", t_min, len(start)),
            "t_max": checks.one_for_each("t_max", t_max, len(start)),
        }
        for name, array in arrays.items():
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @classmethod
    def _of(cls, *arrays: FloatArray) -> Rays:
        """Rays of arrays that are known to be right, such as those of other rays."""
        for array in arrays:
            array.flags.writeable = False
        rays = cls.__new__(cls)
        rays.__dict__.update(zip(("origins", "directions", "t_min", "t_max"), arrays, strict=True))
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
