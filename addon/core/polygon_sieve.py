"""Which polygons of a mesh a line may meet: a pass over them, without a structure and without triangles.

A polygon all of whose corners are surely on one side of the line is met nowhere, however it is cut into triangles. What
is fast, measured with a million triangles in 1.5 million corners: codes in bytes, and `take` in pieces that stay in the
processor's cache, half the time of an index in brackets. Meshes whose numbers follow their places, as most do, are
looked at by whole blocks of vertices and chunks of polygons first, which leaves a fifth of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .numbering import ranges
from .outcodes import Codes, Outcodes, Positions, outcodes
from .polygon_copies import BLOCK_SIZE, CHUNK_SIZE, Corners, copied

# Corners from which on that is worth its preparation.
_MANY_CORNERS = 1 << 16
# Corners worked on at once.
_CORNERS_AT_ONCE = 3 << 15
# Blocks of a chunk from which on it is asked which of those between its first and its last it has, and how many chunks
# are; of more, as where the vertices are shuffled, all vertices are looked at.
_WIDE, _MOST_WIDE = 32, 32
# Where more stretches of chunks than these are left, what is between them costs less than they do one by one.
_MOST_STRETCHES = 64


class PolygonSieve:
    """The polygons of one mesh, copied.

    Parameters
    ----------
    positions : (v, 3) float32
    corner_vertices : (c,) int32
        Vertex numbers of the corners of all polygons, one after another.
    offsets : (p + 1,) int32
        Where in them each polygon begins, and the last ends.
    size : int
        How many corners every polygon has, 3 at least; 0 where they differ.
    """

    def __init__(self, positions: Positions, corner_vertices: Corners, offsets: Corners, size: int) -> None:
        copies = copied(
            positions, corner_vertices, offsets, with_blocks=len(corner_vertices) >= _MANY_CORNERS
        )
        self.positions, self.corner_vertices, self.offsets = (
            copies.positions,
            copies.corner_vertices,
            copies.offsets,
        )
        self._boxes, self.chunk_vertices = copies.boxes, copies.chunk_vertices
        self._size = size

    @cached_property
    def bounds(self) -> FloatArray:
        """(2, 3) lowest and highest coordinates of the finite vertices; inf and -inf where there are none."""
        low, high = self._boxes
        bounds = np.stack((low.min(axis=0, initial=np.inf), high.max(axis=0, initial=-np.inf)))
        if len(low) and not np.isfinite(bounds).all():
            finite = self.positions[np.isfinite(self.positions).all(axis=1)].astype(np.float64)
            bounds = np.stack((finite.min(axis=0, initial=np.inf), finite.max(axis=0, initial=-np.inf)))
        return bounds

    def near_line(self, origin: FloatArray, direction: FloatArray) -> IndexArray:
        """(k,) polygons that a line (3,), (3,) may meet, ascending: all it meets are among them.

        One with a corner that is no number always is.
        """
        nothing = np.zeros(0, dtype=np.int64)
        largest = float(np.abs(self.bounds).max())
        if not np.isfinite(largest):
            return nothing
        seen = outcodes(origin, direction, largest)
        codes = np.empty(len(self.positions), dtype=np.uint8)
        found = [nothing]
        for begin, end in self._coded_stretches(seen, codes):
            for first, last in self._pieces(begin, end):
                found.append(self._near(codes, first, last))
        return np.concatenate(found)

    def with_vertices(self, vertices: Corners) -> IndexArray:
        """(k,) polygons that have any of some vertices, ascending."""
        lowest, highest = self.chunk_vertices
        may_have = np.zeros(len(lowest), dtype=bool)
        for vertex in vertices:
            may_have |= (lowest <= vertex) & (vertex <= highest)
        found = [np.zeros(0, dtype=np.int32)]
        for begin, end in _stretches(may_have):
            for first, last in self._pieces(begin * CHUNK_SIZE, min(end * CHUNK_SIZE, len(self.offsets) - 1)):
                start = self.offsets[first]
                part = self.corner_vertices[start : self.offsets[last]]
                is_one = np.zeros(len(part), dtype=bool)
                for vertex in vertices:
                    is_one |= part == vertex
                found.append(np.flatnonzero(is_one).astype(np.int32) + start)
        corners = np.concatenate(found)
        ends = self.offsets[1:]
        polygons = corners // self._size if self._size else np.searchsorted(ends, corners, side="right")
        # They are few, and `np.unique` first makes Python read all about masked arrays: 17 ms of the very first pick.
        return np.array(sorted(set(polygons.tolist())), dtype=np.int64)

    def _coded_stretches(self, seen: Outcodes, codes: Codes) -> Iterator[tuple[int, int]]:
        """Stretches of polygons that may hold some that are met, once the codes of their vertices are written."""
        polygon_count = len(self.offsets) - 1
        if len(self.corner_vertices) < _MANY_CORNERS:
            seen.of_points(self.positions, codes)
            yield 0, polygon_count
            return
        first_block, end_block = self._chunk_blocks
        # A block more, so that there is one at every end.
        blocks = np.append(seen.of_boxes(*self._boxes), np.uint8(0))
        shared = np.bitwise_and.reduceat(blocks, np.stack((first_block, end_block), axis=1).ravel())[::2]
        stretches = _stretches(shared == 0)
        for begin, end in _stretches(self._are_needed(stretches, len(blocks))):
            part = slice(begin * BLOCK_SIZE, end * BLOCK_SIZE)
            seen.of_points(self.positions[part], codes[part])
        for begin, end in stretches:
            yield begin * CHUNK_SIZE, min(end * CHUNK_SIZE, polygon_count)

    def _are_needed(self, stretches: list[tuple[int, int]], block_count: int) -> BoolArray:
        """(block_count,) which blocks have vertices of the chunks of some stretches."""
        first_block, end_block = self._chunk_blocks
        change = np.zeros(block_count, dtype=np.int64)
        wide: list[int] = []
        for begin, end in stretches:
            chunks = np.arange(begin, end)
            is_wide = end_block[chunks] - first_block[chunks] > _WIDE
            np.add.at(change, first_block[chunks[~is_wide]], 1)
            np.add.at(change, end_block[chunks[~is_wide]], -1)
            wide += chunks[is_wide].tolist()
        if len(wide) > _MOST_WIDE:
            return np.ones(block_count, dtype=bool)
        needed: BoolArray = np.cumsum(change) > 0
        for chunk in wide:
            # As where a closed surface meets its own beginning.
            starts = self.offsets[chunk * CHUNK_SIZE : (chunk + 1) * CHUNK_SIZE + 1]
            needed[self.corner_vertices[starts[0] : starts[-1]] // BLOCK_SIZE] = True
        return needed

    def _pieces(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """First and last polygon of parts of a stretch that are worked on at once."""
        while begin < end:
            # As a number of their own type, without which all offsets would be copied.
            full = np.int32(min(int(self.offsets[begin]) + _CORNERS_AT_ONCE, int(self.offsets[-1])))
            last = int(np.searchsorted(self.offsets, full, side="right")) - 1
            last = min(max(last, begin + 1), end)
            yield begin, last
            begin = last

    def _near(self, codes: Codes, first: int, last: int) -> IndexArray:
        """Those of the polygons from `first` to before `last` that are not surely on one side."""
        begin, end = int(self.offsets[first]), int(self.offsets[last])
        code = np.take(codes, self.corner_vertices[begin:end], mode="clip")
        if self._size == 4:
            return _without_common_bit(code) + first
        starts = None if self._size else self.offsets[first : last + 1].astype(np.int64) - begin
        # Almost all have one code at all corners, and so a side: only the others are looked at one by one.
        is_open = code == 0
        differs = code[1:] != code[:-1]
        differs &= self._continues(starts, len(code))[1:]
        is_open[1:] |= differs
        rows = np.flatnonzero(is_open)
        if not len(rows):
            return rows
        near = rows // self._size if starts is None else np.searchsorted(starts, rows, side="right") - 1
        near = near[np.concatenate(([True], near[1:] != near[:-1]))]
        if starts is None:
            shared = np.bitwise_and.reduce(code.reshape(-1, self._size)[near], axis=1)
        else:
            counts = starts[near + 1] - starts[near]
            shared = np.bitwise_and.reduceat(code[ranges(starts[near], counts)], np.cumsum(counts) - counts)
        met: IndexArray = near[shared == 0] + first
        return met

    def _continues(self, starts: IndexArray | None, count: int) -> BoolArray:
        """(count,) whether a corner belongs to the same polygon as the one before."""
        if starts is None:
            return self._even_pattern[:count]
        continues = np.ones(count + 1, dtype=bool)
        continues[starts] = False
        return continues[:count]

    @cached_property
    def _even_pattern(self) -> BoolArray:
        pattern = np.ones((_CORNERS_AT_ONCE // self._size + 1, self._size), dtype=bool)
        pattern[:, 0] = False
        return pattern.reshape(-1)

    @cached_property
    def _chunk_blocks(self) -> tuple[IndexArray, IndexArray]:
        """(k,) the first block of the vertices of each chunk of polygons, and the one after the last."""
        lowest, highest = self.chunk_vertices
        return lowest.astype(np.int64) // BLOCK_SIZE, highest.astype(np.int64) // BLOCK_SIZE + 1


def _without_common_bit(codes: Codes) -> IndexArray:
    """Which quads have no bit in the codes of all their corners, (4 n,) one quad after another.

    As one number a quad: a third less time than the codes one by one, and half the calls.
    """
    four = codes.view(np.uint32)
    shared = four >> np.uint32(16)
    shared &= four
    shared &= shared >> np.uint32(8)
    return np.flatnonzero(shared.astype(np.uint8) == 0)


def _stretches(is_in: BoolArray) -> list[tuple[int, int]]:
    """Where stretches of True begin and end; where there are too many, all from the first to the last as one."""
    bounded = np.concatenate(([False], is_in, [False]))
    edges = np.flatnonzero(bounded[1:] != bounded[:-1])
    if len(edges) > 2 * _MOST_STRETCHES:
        edges = edges[[0, -1]]
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
