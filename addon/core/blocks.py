"""Triangles in blocks with a box each: which triangles a ray may meet."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .arrays import FloatArray, IndexArray
from .boxes import may_meet_boxes
from .rays import Rays
from .triangles import filter_error, may_be_inside, may_cover, scaled_to_one, sheared

# Triangles whose common box is tested before any of them: few enough to skip much, enough to work in batches.
BLOCK_SIZE = 128
# Pairs of a ray and a triangle, or a box, worked on at once: few enough to stay in the processor's cache.
PAIRS_AT_ONCE = 1 << 15


class TriangleBlocks:
    """Triangles in their own order, cut into blocks.

    Parameters
    ----------
    positions : (v, 3) float
        Finite.
    triangles : (m, 3) int
    """

    def __init__(self, positions: FloatArray, triangles: IndexArray) -> None:
        self._coordinates = np.ascontiguousarray(positions.T)
        self._triangles = triangles
        self._minimum, self._maximum = self._boxes()

    def candidates(self, rays: Rays) -> Iterator[tuple[IndexArray, IndexArray, int]]:
        """Pairs of a ray and a triangle that may meet, in batches: ray and triangle index, pairs tested."""
        if len(self._minimum) == 0:
            return
        directions = scaled_to_one(rays.directions)
        longest = np.abs(directions).argmax(axis=1)
        error = filter_error(np.abs(rays.origins).max(axis=1, initial=0.0), self._largest())
        origins, directions = rays.origins.T, directions.T
        blocks_at_once = PAIRS_AT_ONCE // BLOCK_SIZE
        for ray_index, block_index in self._blocks_met(rays):
            for axis in range(3):
                mine = np.flatnonzero(longest[ray_index] == axis)
                for start in range(0, len(mine), blocks_at_once):
                    part = mine[start : start + blocks_at_once]
                    row = ray_index[part]
                    rows, triangle_index, tested = self._filtered(
                        block_index[part], origins[:, row], directions[:, row], error[row], axis
                    )
                    yield row[rows], triangle_index, tested

    def _largest(self) -> float:
        """Largest coordinate of any triangle."""
        return float(max(np.abs(self._minimum).max(), np.abs(self._maximum).max()))

    def _boxes(self) -> tuple[FloatArray, FloatArray]:
        """(b, 3) lowest and highest coordinates of each block."""
        block_count = -(-len(self._triangles) // BLOCK_SIZE)
        minimum, maximum = np.empty((block_count, 3)), np.empty((block_count, 3))
        for start in range(0, len(self._triangles), PAIRS_AT_ONCE):
            corners = self._triangles[start : start + PAIRS_AT_ONCE]
            first = np.arange(0, len(corners), BLOCK_SIZE)
            rows = slice(start // BLOCK_SIZE, start // BLOCK_SIZE + len(first))
            for axis, values in enumerate(self._coordinates):
                a, b, c = (values[corner] for corner in corners.T)
                minimum[rows, axis] = np.minimum.reduceat(np.minimum(np.minimum(a, b), c), first)
                maximum[rows, axis] = np.maximum.reduceat(np.maximum(np.maximum(a, b), c), first)
        return minimum, maximum

    def _blocks_met(self, rays: Rays) -> Iterator[tuple[IndexArray, IndexArray]]:
        """Pairs of a ray and a block whose box it may meet, in batches."""
        rays_at_once = max(1, PAIRS_AT_ONCE // len(self._minimum))
        for start in range(0, len(rays), rays_at_once):
            part = slice(start, start + rays_at_once)
            meets, _ = may_meet_boxes(rays.take(part), self._minimum, self._maximum)
            row, block = np.nonzero(meets)
            yield row + start, block

    def _filtered(
        self,
        block_index: IndexArray,
        origins: FloatArray,
        directions: FloatArray,
        error: FloatArray,
        axis: int,
    ) -> tuple[IndexArray, IndexArray, int]:
        """Rows and triangles that may meet, and how many pairs there were; a row is a ray and one block.

        `origins` and `directions` are (3, k); every direction is longest along `axis`.
        """
        triangle_index = block_index[:, None] * BLOCK_SIZE + np.arange(BLOCK_SIZE)
        exists = triangle_index < len(self._triangles)
        start, along = origins[:, :, None], directions[:, :, None]
        xs, ys = [], []
        with np.errstate(over="ignore", invalid="ignore"):
            corners = self._triangles.take(triangle_index, axis=0, mode="clip")
            for vertex in (corners[..., i] for i in range(3)):
                x, y = sheared(start, along, [values[vertex] for values in self._coordinates], axis)
                xs.append(x)
                ys.append(y)
            rows, columns = np.nonzero(may_cover(xs, ys, error[:, None]) & exists)
            xs, ys = [x[rows, columns] for x in xs], [y[rows, columns] for y in ys]
            kept = np.flatnonzero(may_be_inside(xs, ys, error[rows]))
        rows, columns = rows[kept], columns[kept]
        return rows, triangle_index[rows, columns], int(np.count_nonzero(exists))
