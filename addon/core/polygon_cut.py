"""How polygons are cut into triangles, and how these are numbered: polygon by polygon."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property

import numpy as np

from .arrays import IndexArray
from .numbering import ranges
from .outcodes import Positions
from .polygon_copies import Corners

# Cuts polygons into triangles. It is given the positions (c, 3) of the corners of some polygons, one after another, and
# where each begins and the last ends (k + 1,), and gives (t, 3) numbers of those corners, n - 2 triangles of n corners.
Triangulate = Callable[[Positions, IndexArray], IndexArray]


class PolygonCut:
    """The triangles of the polygons of one mesh, of which only those are made that are asked for.

    Parameters
    ----------
    positions, corner_vertices, offsets
        As `PolygonIndex` takes them, known to be right.
    size : int
        How many corners all polygons have, 3 at least; 0 where they differ.
    has_scraps : bool
        Whether any have so few, none or one, that those before do not tell how many triangles there are.
    triangulate : Triangulate

    Attributes
    ----------
    triangle_count : int
    cut_count : int
        How many polygons have been cut since it was made.
    """

    def __init__(
        self,
        positions: Positions,
        corner_vertices: Corners,
        offsets: Corners,
        size: int,
        has_scraps: bool,
        triangulate: Triangulate,
    ) -> None:
        self._positions, self._corner_vertices, self._offsets = positions, corner_vertices, offsets
        self._triangulate = triangulate
        self._size, self._has_scraps = size, has_scraps
        self.cut_count = 0
        self.triangle_count = self.first_triangle(len(offsets) - 1)

    def triangles(self, polygons: IndexArray) -> tuple[IndexArray, IndexArray]:
        """Numbers (t,) of the triangles of some polygons, in their order, and of their corners (t, 3)."""
        self.cut_count += len(polygons)
        starts = self._offsets[polygons].astype(np.int64)
        if self._size == 3:
            return polygons, starts[:, None] + np.arange(3)
        if self._size:
            return self._alike(polygons, starts)
        sizes = self._offsets[polygons + 1] - starts
        counts = np.maximum(sizes - 2, 0)
        begin = np.cumsum(counts) - counts
        corners = np.empty((int(counts.sum()), 3), dtype=np.int64)
        whole, others = np.flatnonzero(sizes == 3), np.flatnonzero(sizes > 3)
        corners[begin[whole]] = starts[whole, None] + np.arange(3)
        if len(others):
            of_others = ranges(starts[others], sizes[others])
            offsets = np.concatenate(([0], np.cumsum(sizes[others])))
            corners[ranges(begin[others], counts[others])] = of_others[self._parts(of_others, offsets)]
        numbers = self._first_triangles[polygons] if self._has_scraps else starts - 2 * polygons
        return ranges(numbers, counts), corners

    def _alike(self, polygons: IndexArray, starts: IndexArray) -> tuple[IndexArray, IndexArray]:
        """The same of polygons of one size, with a third of the calls."""
        of_all = (starts[:, None] + np.arange(self._size)).ravel()
        corners = of_all[self._parts(of_all, np.arange(0, len(of_all) + 1, self._size))]
        numbers = (self._size - 2) * polygons[:, None] + np.arange(self._size - 2)
        return numbers.ravel(), corners

    def _parts(self, corners: IndexArray, offsets: IndexArray) -> IndexArray:
        return self._triangulate(self._positions[self._corner_vertices[corners]], offsets)

    def polygon_of(self, triangle: int) -> int:
        """The polygon that a triangle is a part of."""
        if self._size:
            return triangle // (self._size - 2)
        return bisect_right(range(len(self._offsets)), triangle, key=self.first_triangle) - 1

    def first_triangle(self, polygon: int) -> int:
        """The number of the first triangle of a polygon."""
        if self._has_scraps:
            return int(self._first_triangles[polygon])
        # Every polygon before it has two triangles less than corners.
        return int(self._offsets[polygon]) - 2 * polygon

    @cached_property
    def _first_triangles(self) -> IndexArray:
        """The same for all polygons, where some have so few corners that they have none."""
        counts = np.maximum(np.diff(self._offsets) - 2, 0)
        return np.concatenate(([0], np.cumsum(counts)))
