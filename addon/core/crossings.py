"""Crossings: where rays cross triangles of one mesh, decided exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from . import plain, precise
from .arrays import BoolArray, FloatArray, IndexArray
from .exact import Crossing, cross_triangle
from .rays import Rays
from .triangles import EPSILON, SMALLEST

# Below about this many pairs at once, whole numbers one by one are faster than arrays.
FEW_PAIRS = 32
# Pairs worked on at once: few enough to stay in the processor's cache.
PAIRS_AT_ONCE = 1 << 13
Method = Callable[[FloatArray, FloatArray, FloatArray], precise.PreciseCrossings]


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
    """Exact answers about some rays and the triangles of one mesh.

    For very many rays it is `plain_first`: where plain floats settle a pair they take a quarter of the time, give t as
    well as others do, and weights to about an ulp, instead of nearly always the nearest float.
    """

    rays: Rays
    positions: FloatArray
    triangles: IndexArray
    plain_first: bool = False

    def cross(self, ray_index: IndexArray, triangle_index: IndexArray) -> Crossings:
        """Crossings among pairs of a ray and a triangle, within the ends of the rays, both ends included."""
        if len(ray_index) < FEW_PAIRS:
            return self._cross_exactly(ray_index, triangle_index)
        parts = []
        methods = (plain.cross_pairs, precise.cross_pairs)
        for method in methods if self.plain_first else methods[1:]:
            settled, is_open = self._settled(method, ray_index, triangle_index)
            parts.append(settled)
            ray_index, triangle_index = ray_index[is_open], triangle_index[is_open]
        return joined([*parts, self._cross_exactly(ray_index, triangle_index)])

    def _settled(
        self, method: Method, ray_index: IndexArray, triangle_index: IndexArray
    ) -> tuple[Crossings, IndexArray]:
        """Crossings that a method is sure of, and the rows of the pairs that it leaves open."""
        parts, open_rows = [], [np.zeros(0, dtype=np.int64)]
        for start in range(0, len(ray_index), PAIRS_AT_ONCE):
            ray, triangle = (
                ray_index[start : start + PAIRS_AT_ONCE],
                triangle_index[start : start + PAIRS_AT_ONCE],
            )
            pairs = method(
                self.rays.origins.take(ray, axis=0),
                self.rays.directions.take(ray, axis=0),
                self.positions.take(self.triangles.take(triangle, axis=0), axis=0),
            )
            t_min, t_max = self.rays.t_min.take(ray), self.rays.t_max.take(ray)
            low, high = pairs.t - pairs.t_error, pairs.t + pairs.t_error
            certain = pairs.crosses & (low > t_min) & (high < t_max)
            outside = pairs.crosses & ((high < t_min) | (low > t_max))
            open_rows.append(np.flatnonzero(~(pairs.misses | certain | outside)) + start)
            rows = np.flatnonzero(certain)
            parts.append(
                Crossings(
                    ray.take(rows),
                    triangle.take(rows),
                    pairs.t.take(rows),
                    pairs.t_error.take(rows),
                    pairs.barycentric.take(rows, axis=0),
                    pairs.facing.take(rows),
                )
            )
        return joined(parts), np.concatenate(open_rows)

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
