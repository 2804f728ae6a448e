"""Crossings: where rays cross triangles of one mesh, decided exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .exact import Crossing, cross_triangle
from .precise import cross_pairs
from .rays import Rays
from .triangles import EPSILON, SMALLEST

# Below about this many pairs at once, whole numbers one by one are faster than arrays.
FEW_PAIRS = 32


@dataclass(frozen=True, eq=False)
class Crossings:
    """One row a crossing, in any order, each triangle at most once a ray.

    `t` is within `t_error` of the exact one; `facing` is -1 into a front face, 1 into a back face.
    """

    ray_index: IndexArray
    triangle_index: IndexArray
    t: FloatArray
    t_error: FloatArray
    barycentric: FloatArray
    facing: IndexArray

    def __len__(self) -> int:
        return len(self.t)

    def take(self, index: IndexArray | BoolArray) -> Crossings:
        """The rows with these indices, or those where a mask is True."""
        return Crossings(
            self.ray_index[index],
            self.triangle_index[index],
            self.t[index],
            self.t_error[index],
            self.barycentric[index],
            self.facing[index],
        )


def joined(parts: Sequence[Crossings]) -> Crossings:
    """The rows of all parts, one after another."""
    names = ("ray_index", "triangle_index", "t", "t_error", "barycentric", "facing")
    return Crossings(*(np.concatenate([getattr(part, name) for part in (none(), *parts)]) for name in names))


def none() -> Crossings:
    """No rows."""
    index, number = np.zeros(0, dtype=np.int64), np.zeros(0)
    return Crossings(index, index, number, number, np.zeros((0, 3)), index)


@dataclass(frozen=True, eq=False)
class Solver:
    """Exact answers about some rays and the triangles of one mesh."""

    rays: Rays
    positions: FloatArray
    triangles: IndexArray

    def cross(self, ray_index: IndexArray, triangle_index: IndexArray) -> Crossings:
        """Crossings among pairs of a ray and a triangle, within the ends of the rays, both ends included."""
        if len(ray_index) < FEW_PAIRS:
            return self._cross_exactly(ray_index, triangle_index)
        pairs = cross_pairs(
            self.rays.origins[ray_index],
            self.rays.directions[ray_index],
            self.positions[self.triangles[triangle_index]],
        )
        t_min, t_max = self.rays.t_min[ray_index], self.rays.t_max[ray_index]
        certain = pairs.crosses & (pairs.t - pairs.t_error > t_min) & (pairs.t + pairs.t_error < t_max)
        outside = pairs.crosses & ((pairs.t + pairs.t_error < t_min) | (pairs.t - pairs.t_error > t_max))
        open_pairs = ~(pairs.misses | certain | outside)
        settled = Crossings(
            ray_index[certain],
            triangle_index[certain],
            pairs.t[certain],
            pairs.t_error[certain],
            pairs.barycentric[certain],
            pairs.facing[certain],
        )
        return joined([settled, self._cross_exactly(ray_index[open_pairs], triangle_index[open_pairs])])

    def exact(self, ray_index: int, triangle_index: int) -> Crossing | None:
        """The crossing of the whole line of a ray, in whole numbers."""
        return cross_triangle(
            self.rays.origins[ray_index].tolist(),
            self.rays.directions[ray_index].tolist(),
            self.positions[self.triangles[triangle_index]].tolist(),
        )

    def _cross_exactly(self, ray_index: IndexArray, triangle_index: IndexArray) -> Crossings:
        found = []
        for row, (ray, triangle) in enumerate(zip(ray_index.tolist(), triangle_index.tolist(), strict=True)):
            crossing = self.exact(ray, triangle)
            if crossing is not None and crossing.is_between(
                float(self.rays.t_min[ray]), float(self.rays.t_max[ray])
            ):
                found.append((row, crossing))
        rows = np.array([row for row, _ in found], dtype=np.int64)
        t = np.array([crossing.t() for _, crossing in found], dtype=np.float64)
        return Crossings(
            ray_index[rows],
            triangle_index[rows],
            t,
            EPSILON * np.abs(t) + SMALLEST,
            np.array([crossing.barycentric() for _, crossing in found], dtype=np.float64).reshape(-1, 3),
            np.array([crossing.facing for _, crossing in found], dtype=np.int64),
        )
