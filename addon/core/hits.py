"""Hits: what rays met, as numbers and indices; everything else is derived from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray


@dataclass(frozen=True, eq=False)
class Hits:
    """Structure of arrays, one row a hit; of `first` one row a ray, hit or not.

    Attributes
    ----------
    ray_index : (k,) int
    t : (k,) float
        In lengths of the ray's direction; inf where the ray missed.
    triangle_index : (k,) int
        -1 where the ray missed.
    barycentric : (k, 3) float
        Weights of the triangle's corners, none negative, of sum 1; zeros where the ray missed.
    instance_index : (k,) int
        -1 where the ray missed; 0 where there was but one mesh.
    instances : sequence
        What `instance_index` counts, where the maker of the hits knows it; else empty.
    """

    ray_index: IndexArray
    t: FloatArray
    triangle_index: IndexArray
    barycentric: FloatArray
    instance_index: IndexArray
    instances: Sequence[object] = ()

    def __len__(self) -> int:
        return len(self.ray_index)

    @property
    def hit(self) -> BoolArray:
        """(k,) True where the row is a hit."""
        return self.triangle_index >= 0

    def take(self, index: IndexArray | BoolArray) -> Hits:
        """The rows with these indices, or those where a mask is True."""
        return Hits(
            self.ray_index[index],
            self.t[index],
            self.triangle_index[index],
            self.barycentric[index],
            self.instance_index[index],
            self.instances,
        )


def missed(ray_count: int) -> Hits:
    """One row a ray, none of them a hit."""
    if ray_count == 1:
        return single(np.inf, -1, (0.0, 0.0, 0.0), -1)
    return Hits(
        ray_index=np.arange(ray_count, dtype=np.int64),
        t=np.full(ray_count, np.inf),
        triangle_index=np.full(ray_count, -1, dtype=np.int64),
        barycentric=np.zeros((ray_count, 3)),
        instance_index=np.full(ray_count, -1, dtype=np.int64),
    )


def single(
    t: float, triangle_index: int, barycentric: tuple[float, float, float], instance_index: int = 0
) -> Hits:
    """The one row of one ray."""
    # Copies of rows, and past the checks of a frozen class: half the time of making them, and a pick has no more.
    times, weights = _ZERO.copy(), _WEIGHTS.copy()
    triangles, instances = _FIRST.copy(), _FIRST.copy()
    times[0], triangles[0], instances[0] = t, triangle_index, instance_index
    weights[0, 0], weights[0, 1], weights[0, 2] = barycentric
    hits = Hits.__new__(Hits)
    hits.__dict__.update(
        ray_index=_FIRST.copy(),
        t=times,
        triangle_index=triangles,
        barycentric=weights,
        instance_index=instances,
    )
    return hits


_ZERO, _WEIGHTS, _FIRST = np.zeros(1), np.zeros((1, 3)), np.zeros(1, dtype=np.int64)


def of_one_ray(found: Sequence[tuple[float, int, tuple[float, float, float]]]) -> Hits:
    """What one ray has met, t, triangle and weights of its corners, in this order."""
    t = np.array([one[0] for one in found], dtype=np.float64)
    triangle_index = np.array([one[1] for one in found], dtype=np.int64)
    barycentric = np.array([one[2] for one in found], dtype=np.float64).reshape(-1, 3)
    none = np.zeros(len(t), dtype=np.int64)
    return Hits(none, t, triangle_index, barycentric, none.copy())


def stacked(parts: Sequence[Hits]) -> Hits:
    """The rows of single rays, numbered in this order."""
    return Hits(
        ray_index=np.arange(len(parts), dtype=np.int64),
        t=np.array([part.t[0] for part in parts]),
        triangle_index=np.array([part.triangle_index[0] for part in parts], dtype=np.int64),
        barycentric=np.array([part.barycentric[0] for part in parts]).reshape(-1, 3),
        instance_index=np.array([part.instance_index[0] for part in parts], dtype=np.int64),
    )


def joined(parts: Sequence[Hits]) -> Hits:
    """The rows of all parts, of which there is one at least, sorted by ray, t, instance and triangle."""
    rows = one_after_another(parts)
    return rows.take(np.lexsort((rows.triangle_index, rows.instance_index, rows.t, rows.ray_index)))


def one_after_another(parts: Sequence[Hits]) -> Hits:
    """The rows of all parts, of which there is one at least, as they are."""
    return Hits(
        ray_index=np.concatenate([part.ray_index for part in parts]),
        t=np.concatenate([part.t for part in parts]),
        triangle_index=np.concatenate([part.triangle_index for part in parts]),
        barycentric=np.concatenate([part.barycentric for part in parts]),
        instance_index=np.concatenate([part.instance_index for part in parts]),
    )
