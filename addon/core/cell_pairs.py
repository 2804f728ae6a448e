"""Which triangles of a cell rays in it may meet: each pair by itself in float32, which errs only towards keeping.

Seen along a ray, in the sheared plane of `triangles`, three signed areas take 35 operations in all. Of a million
incoherent rays at half a million triangles hardly two are in one cell at a time, so that products of matrices, all rays
of a cell by all its edges, are mostly filled up with nothing: they took a third more time, and twice the memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from . import components
from .arrays import BoolArray, FloatArray, Index32Array, IndexArray
from .ray_grid import MARGIN, Float32Array, RayGrid

# Pairs worked on at once: what they need stays in the processor's second cache.
PAIRS_AT_ONCE = 1 << 14
CYCLES = ((1, 2), (2, 0), (0, 1))
# Rounding of an area, over the size of its triangle, in cells. Points of rays are off their lines by at most 2**-12,
# and seen along them by twice as much; with coordinates of up to 512 cells, points and corners there by 2**-12.5 more.
# An area is off by four times that, and by what the arithmetic adds, which grows with the triangle.
ERROR, ROUNDING = 12.0 * 2.0**-12, 2.0**-16
# By how much slabs are widened, as a part of how far they reach from the middle of the cell along their normal, whose
# components are at most 1.
SLAB_MARGIN = np.float32(3.0 * MARGIN)
TRIANGLES_AT_ONCE, CELLS_AT_ONCE = 1 << 14, 1 << 12
# Rows of the table of triangles, in cells from the corner of the grid: a corner, two edges from there, the error.
CORNER, FIRST, SECOND = (slice(3 * i, 3 * i + 3) for i in range(3))
ERRORS = 9
ROW_COUNT = 10


@dataclass(frozen=True, eq=False)
class Segments:
    """Parts of rays inside cells, a row each.

    `places` are those of the cells among the occupied ones, `rays` whose part it is; (3, k) `points` on its line, in
    cells from the corner of the grid, and (3, k) `directions`.
    """

    places: Index32Array
    rays: IndexArray
    points: Float32Array
    directions: Float32Array

    def by_axis_and_cell(self) -> Iterator[tuple[int, Segments]]:
        """The same for each axis on which some are longest, and in the order of their cells.

        Then the triangles of a cell are in the cache when the next ray needs them.
        """
        x, y, z = np.abs(self.directions)
        axis = np.where(z >= np.maximum(x, y), 2, y >= x)
        # All in one number: that sorts five times as fast as sorting rows by numbers.
        keys = np.sort((axis << 60) | (self.places.astype(np.int64) << 32) | np.arange(len(axis)))
        ends = np.searchsorted(keys, np.arange(4) << 60)
        for number in range(3):
            rows = keys[ends[number] : ends[number + 1]] & 0xFFFFFFFF
            if len(rows):
                yield (
                    number,
                    Segments(
                        self.places.take(rows),
                        self.rays.take(rows),
                        self.points.take(rows, axis=1),
                        self.directions.take(rows, axis=1),
                    ),
                )


def joined(parts: Sequence[Segments]) -> Segments:
    """The rows of all parts, of which there is one at least."""
    names = ("places", "rays", "points", "directions")
    return Segments(*(np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in names))


class CellTriangles:
    """The triangles of the cells of a grid, made ready for rays in these cells."""

    def __init__(self, grid: RayGrid, positions: FloatArray, triangles: IndexArray) -> None:
        self._grid = grid
        # The place of each cell among the occupied ones, by its number.
        self.places = np.full(len(grid.leaps), -1, dtype=np.int32)
        self.places[grid.occupied] = np.arange(len(grid.occupied), dtype=np.int32)
        each = np.empty((ROW_COUNT, len(triangles)), dtype=np.float32)
        for start in range(0, len(triangles), TRIANGLES_AT_ONCE):
            part = slice(start, start + TRIANGLES_AT_ONCE)
            corners = np.ascontiguousarray(positions.take(triangles[part], axis=0).transpose(1, 2, 0))
            corners -= grid.origin[:, None]
            corners *= 1.0 / grid.side
            each[:, part] = _rows(corners)
        # A triangle as often as it is in a cell: rays that come in the order of the cells then read what lies in a row.
        # Read from a table of triangles, pairs took a tenth longer.
        self._table = np.empty((ROW_COUNT, len(grid.members)), dtype=np.float32)
        for row, values in zip(self._table, each, strict=True):
            values.take(grid.members, mode="clip", out=row)
        # Of each cell a direction, and the lowest and highest of its triangles along it.
        self._slabs = np.empty((5, len(grid.occupied)), dtype=np.float32)
        for start in range(0, len(grid.occupied), CELLS_AT_ONCE):
            self._slabs[:, start : start + CELLS_AT_ONCE] = self._slabs_of(start)

    @property
    def nbytes(self) -> int:
        return self.places.nbytes + self._table.nbytes + self._slabs.nbytes

    def may_touch(
        self, places: Index32Array, points: Float32Array, directions: Float32Array, lengths: Float32Array
    ) -> BoolArray:
        """False for parts of rays inside cells that surely pass by all triangles there.

        Triangles of a surface lie in a thin slab, and most parts are
        beside it: this saves half of the pairs.
        """
        x, y, z, lowest, highest = self._slabs.take(places, axis=1, mode="clip")
        begin = x * points[0]
        begin += y * points[1]
        begin += z * points[2]
        end = x * directions[0]
        end += y * directions[1]
        end += z * directions[2]
        end *= lengths
        end += begin
        touches: BoolArray = np.maximum(begin, end) >= lowest
        touches &= np.minimum(begin, end) <= highest
        return touches

    def pairs(self, segments: Segments) -> Iterator[tuple[IndexArray, IndexArray, int]]:
        """Rays and triangles that may meet in the cells of the segments, and how many were tested, in parts."""
        for axis, mine in segments.by_axis_and_cell():
            first = self._grid.starts.take(mine.places)
            counts = self._grid.starts.take(mine.places + 1) - first
            lines = _lines(axis, mine)
            ends = np.cumsum(counts)
            cuts = np.searchsorted(ends, np.arange(PAIRS_AT_ONCE, ends[-1], PAIRS_AT_ONCE))
            for start, stop in pairwise(np.unique([0, *cuts, len(ends)]).tolist()):
                part = slice(start, stop)
                count = counts[part]
                before = ends[part] - count
                member = np.arange(before[0], ends[stop - 1])
                member += (first[part] - before).repeat(count)
                met = self._may_meet(axis, lines[:, part], count, member)
                triangles = self._grid.members.take(member.take(met))
                yield mine.rays[part].repeat(count).take(met), triangles, len(member)

    def _may_meet(self, axis: int, lines: Float32Array, count: IndexArray, member: IndexArray) -> IndexArray:
        """Which pairs of a line, repeated so often, and a triangle may meet: without areas of clearly different signs.

        To clip and to repeat takes two thirds and half of what checked indices take.
        """
        x, y = CYCLES[axis]
        u, v, point_x, point_y = (row.repeat(count) for row in lines)

        def seen(rows: slice) -> tuple[Float32Array, Float32Array]:
            table = self._table[rows]
            far = table[axis].take(member, mode="clip")
            across, up = (table[row].take(member, mode="clip") for row in (x, y))
            across -= u * far
            up -= np.multiply(v, far, out=far)
            return across, up

        corner_x, corner_y = seen(CORNER)
        point_x -= corner_x
        point_y -= corner_y
        first_x, first_y = seen(FIRST)
        second_x, second_y = seen(SECOND)
        one = _cross(point_x, point_y, second_x, second_y)
        other = _cross(first_x, first_y, point_x, point_y)
        rest = _cross(first_x, first_y, second_x, second_y)
        rest -= one
        rest -= other
        error = self._table[ERRORS].take(member, mode="clip")
        highest = np.maximum(one, other)
        np.maximum(highest, rest, out=highest)
        np.minimum(one, other, out=one)
        np.minimum(one, rest, out=one)
        may_meet = highest <= error
        may_meet |= one >= np.negative(error, out=error)
        return np.flatnonzero(may_meet)

    def _slabs_of(self, begin: int) -> Float32Array:
        """(5, c) mean normals of the triangles of some cells, and the lowest and highest place along them."""
        grid = self._grid
        starts = grid.starts[begin : begin + CELLS_AT_ONCE + 1]
        members = self._table[:, starts[0] : starts[-1]]
        first, second = members[FIRST], members[SECOND]
        begins, counts = starts[:-1] - starts[0], np.diff(starts)
        normals = np.stack([_cross(first[i], first[j], second[i], second[j]) for i, j in CYCLES])
        normal = np.add.reduceat(normals, begins, axis=1)
        normal *= np.float32(1.0) / np.maximum(components.size(normal), np.float32(1e-30))
        each = np.repeat(normal, counts, axis=1)
        middles = grid.middles(grid.occupied[begin : begin + CELLS_AT_ONCE])
        place = components.dot(each, members[CORNER] - np.repeat(middles, counts, axis=1))
        ends = (
            np.stack([np.zeros_like(place), components.dot(each, first), components.dot(each, second)])
            + place
        )
        lowest = np.minimum.reduceat(ends.min(axis=0), begins)
        highest = np.maximum.reduceat(ends.max(axis=0), begins)
        margin = SLAB_MARGIN * (np.float32(1.0) + np.maximum(np.abs(lowest), np.abs(highest)))
        middle = components.dot(normal, middles)
        return np.stack([*normal, middle + (lowest - margin), middle + (highest + margin)])


def _rows(corners: FloatArray) -> FloatArray:
    """(10, m) rows of the table for triangles (corner, axis, m)."""
    a, b, c = corners
    first, second = b - a, c - a
    size = np.maximum(
        np.maximum(components.size(first), components.size(second)), components.size(second - first)
    )
    return np.concatenate([a, first, second, (size * (ERROR + ROUNDING * (1.0 + size)))[None]])


def _lines(axis: int, segments: Segments) -> Float32Array:
    """(4, k) slopes of lines over their longest axis, and their points seen along them."""
    x, y = CYCLES[axis]
    point, along = segments.points, segments.directions
    # One or minus one.
    forward = along[axis]
    slopes = along[[x, y]] * forward
    return np.concatenate([slopes, point[[x, y]] - slopes * point[axis]])


def _cross(x: Float32Array, y: Float32Array, other_x: Float32Array, other_y: Float32Array) -> Float32Array:
    area = x * other_y
    area -= y * other_x
    return area
