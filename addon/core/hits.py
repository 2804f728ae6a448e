"""Hits: what rays met, as numbers and indices; everything else is derived from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .exact import Crossing


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
    return Hits(
        ray_index=np.arange(ray_count, dtype=np.int64),
        t=np.full(ray_count, np.inf),
        triangle_index=np.full(ray_count, -1, dtype=np.int64),
        barycentric=np.zeros((ray_count, 3)),
        instance_index=np.full(ray_count, -1, dtype=np.int64),
    )


def single(t: float, triangle_index: int, barycentric: tuple[float, float, float]) -> Hits:
    """The one row of one ray that has met a triangle."""
    index, number = np.array([0, triangle_index, 0]), np.array([t, *barycentric])
    # Parts of two arrays, past the checks of a frozen class: a pick has no time for more.
    hits = Hits.__new__(Hits)
    hits.__dict__.update(
        ray_index=index[:1],
        t=number[:1],
        triangle_index=index[1:2],
        barycentric=number[1:].reshape(1, 3),
        instance_index=index[2:],
    )
    return hits


def of_one_ray(crossings: Sequence[tuple[int, Crossing]]) -> Hits:
    """Triangles that one ray has met and where it crosses them, in this order."""
    triangle_index = np.array([triangle for triangle, _ in crossings], dtype=np.int64)
    t = np.array([crossing.t() for _, crossing in crossings], dtype=np.float64)
    barycentric = np.array([crossing.barycentric() for _, crossing in crossings]).reshape(-1, 3)
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
