"""Which triangles of a cell rays in it may meet: signed volumes in float32, as products of matrices.

The volume between a line and an edge is the product of six numbers of the one with six of the other, their Plücker
coordinates; where the three of a triangle have one sign, the line runs through it (Jones, "Intersection in the
Plücker space", 2000). So all rays in a cell against all edges in it are one product, at 2 ns for a ray and a
triangle, a sixth of what it takes to work each pair out by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from .arrays import BoolArray, FloatArray, IndexArray
from .ray_grid import MARGIN, Float32Array, RayGrid

# Triangles in a product; of a cell that has more there are several.
BLOCK = 16
# Rays in a product: a row that is not used costs as much as one that is, and so does another product.
FEW_RAYS, MANY_RAYS = 8, 32
# Volumes worked out at once: they stay in the processor's second cache.
VOLUMES_AT_ONCE = 1 << 18
BLOCKS_AT_ONCE, SEGMENTS_AT_ONCE = 512, 1 << 15
CYCLES = ((1, 2), (2, 0), (0, 1))
# Rounding of a volume, over the length of its edge and how far that reaches from the middle of the cell. The points
# of rays are off their lines by less than a fourth of this, in cells; everything else is a thousand times less.
ERROR = np.float32(2.0**-10)
# The same for places along the normal of a slab, whose components are at most 1.
SLAB_MARGIN = np.float32(3.0 * MARGIN)


class CellEdges:
    """The edges of the triangles in the cells of a grid, in blocks of one cell each, made ready for rays."""

    def __init__(self, grid: RayGrid, positions: FloatArray, triangles: IndexArray) -> None:
        self._grid, self._positions, self._triangles = grid, positions, triangles
        counts = -(-np.diff(grid.starts) // BLOCK)
        self._first = np.concatenate([[0], np.cumsum(counts)])
        self._cell = np.repeat(np.arange(len(counts)), counts)
        start = (np.arange(len(self._cell)) - self._first[self._cell]) * BLOCK + grid.starts[self._cell]
        self.sizes = np.minimum(grid.starts[self._cell + 1] - start, BLOCK)
        self._start = start
        # Made when a ray first needs them: cells inside a mesh, or behind it, may never.
        self._coordinates = np.empty((len(start), 6, 3 * BLOCK), dtype=np.float32)
        # Of each block a direction, and the lowest and highest of its triangles along it.
        self._slabs = np.empty((5, len(start)), dtype=np.float32)
        self._is_made = np.zeros(len(start), dtype=bool)
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """Bytes of all of it, also of what no ray has needed yet."""
        return sum(
            array.nbytes for array in (self._coordinates, self._slabs, self._start, self._cell, self.sizes)
        )

    def blocks(self, cells: IndexArray) -> tuple[IndexArray, IndexArray]:
        """First block, and how many there are, of each of these cells; made ready all of them."""
        place = np.searchsorted(self._grid.occupied, cells)
        first, count = self._first[place], self._first[place + 1] - self._first[place]
        needed = _counted(first, count)
        with self._lock:
            missing = needed[~self._is_made[needed]]
            for begin in range(0, len(missing), BLOCKS_AT_ONCE):
                self._make(missing[begin : begin + BLOCKS_AT_ONCE])
        return first, count

    def coordinates(self, blocks: IndexArray) -> Float32Array:
        """(b, 48, 6) of three times 16 edges; what a block lacks of 16 triangles repeats its last."""
        return self._coordinates.take(blocks, axis=0).transpose(0, 2, 1)

    def may_touch(self, blocks: IndexArray, segments: Segments, rows: IndexArray) -> BoolArray:
        """False for segments that surely pass by all triangles of a block.

        Triangles of a surface lie in a thin slab, and most segments in a cell are beside it: this saves half of the
        products.
        """
        x, y, z, lowest, highest = self._slabs.take(blocks, axis=1)
        p, along = segments.points.take(rows, axis=1), segments.directions.take(rows, axis=1)
        begin = x * p[0] + y * p[1] + z * p[2]
        end = begin + (x * along[0] + y * along[1] + z * along[2]) * segments.lengths.take(rows)
        touches: BoolArray = np.maximum(begin, end) >= lowest
        touches &= np.minimum(begin, end) <= highest
        return touches

    def triangles(self, blocks: IndexArray, places: IndexArray) -> IndexArray:
        """The triangles at these places of these blocks."""
        members: IndexArray = self._grid.members[self._start[blocks] + places]
        return members

    def _make(self, blocks: IndexArray) -> None:
        places = np.minimum(np.arange(BLOCK), self.sizes[blocks, None] - 1)
        triangles = self.triangles(blocks[:, None], places)
        middles = self._grid.middles(self._grid.occupied[self._cell[blocks]])
        corners = self._positions.take(self._triangles.take(triangles, axis=0), axis=0)
        corners -= middles[:, None, None]
        corners *= 1.0 / self._grid.side
        local = corners.transpose(2, 3, 0, 1).astype(np.float32, order="C")
        self._slabs[:, blocks] = _slabs(local)
        self._coordinates[blocks] = _edges(local)
        self._is_made[blocks] = True


@dataclass(frozen=True, eq=False)
class Segments:
    """Parts of rays inside cells, a row each.

    `cells` are the numbers of the cells, `rays` whose part it is; from (3, k) `points` along (3, k) `directions`, in
    cells from the middle of each one's own, up to (k,) `lengths` of the direction.
    """

    cells: IndexArray
    rays: IndexArray
    points: Float32Array
    directions: Float32Array
    lengths: Float32Array

    def by_cell(self) -> Segments:
        """The same in the order of their cells."""
        # Both in one number: that sorts five times as fast as sorting rows by numbers.
        keys = np.sort((self.cells << 32) | np.arange(len(self.cells)))
        rows = keys & 0xFFFFFFFF
        return Segments(
            keys >> 32,
            self.rays.take(rows),
            self.points.take(rows, axis=1),
            self.directions.take(rows, axis=1),
            self.lengths.take(rows),
        )

    def coordinates(self) -> Float32Array:
        """(k, 6) Plücker coordinates of their lines."""
        p, along = self.points, self.directions
        six = np.empty((6, len(self.cells)), dtype=np.float32)
        six[:3] = along
        for axis, (i, j) in enumerate(CYCLES):
            six[3 + axis] = p[i] * along[j] - p[j] * along[i]
        return six.T.copy()


def joined(parts: Sequence[Segments]) -> Segments:
    """The rows of all parts, of which there is one at least."""
    names = ("cells", "rays", "points", "directions", "lengths")
    return Segments(*(np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in names))


def pairs(edges: CellEdges, segments: Segments) -> Iterator[tuple[IndexArray, IndexArray, int]]:
    """Rays and triangles that may meet inside the segments, and how many pairs were tested, in parts."""
    if len(segments.cells) == 0:
        return
    segments = segments.by_cell()
    row, block = _near_blocks(edges, segments)
    lines = segments.coordinates()
    # A tile is a block of triangles and up to so many rays.
    starts = np.flatnonzero(np.diff(block, prepend=-1))
    counts = np.diff(starts, append=len(block))
    width = MANY_RAYS if len(block) > MANY_RAYS // 2 * len(starts) else FEW_RAYS
    tile_counts = -(-counts // width)
    run = np.repeat(np.arange(len(starts)), tile_counts)
    first = starts[run] + _counted(np.zeros_like(tile_counts), tile_counts) * width
    size = np.minimum(starts[run] + counts[run] - first, width)
    at_once = VOLUMES_AT_ONCE // (3 * BLOCK * width)
    for begin in range(0, len(first), at_once):
        part = slice(begin, begin + at_once)
        place, triangles = _met(edges, lines, row, first[part], size[part], block[first[part]], width)
        tested = int((size[part] * edges.sizes[block[first[part]]]).sum())
        yield segments.rays[row[place]], triangles, tested


def _near_blocks(edges: CellEdges, segments: Segments) -> tuple[IndexArray, IndexArray]:
    """Rows of segments in the order of cells, and blocks of triangles whose slabs they touch."""
    starts = np.flatnonzero(np.diff(segments.cells, prepend=-1))
    counts = np.diff(starts, append=len(segments.cells))
    first_block, block_count = edges.blocks(segments.cells[starts])
    blocks = _counted(first_block, block_count)
    counts = np.repeat(counts, block_count)
    row = _counted(np.repeat(starts, block_count), counts)
    block = np.repeat(blocks, counts)
    kept = np.empty(len(row), dtype=bool)
    for begin in range(0, len(row), SEGMENTS_AT_ONCE):
        part = slice(begin, begin + SEGMENTS_AT_ONCE)
        kept[part] = edges.may_touch(block[part], segments, row[part])
    found = np.flatnonzero(kept)
    return row.take(found), block.take(found)


def _met(
    edges: CellEdges,
    lines: Float32Array,
    row: IndexArray,
    first: IndexArray,
    size: IndexArray,
    block: IndexArray,
    width: int,
) -> tuple[IndexArray, IndexArray]:
    """Places in `row`, and triangles, that may meet, of tiles."""
    places = first[:, None] + np.minimum(np.arange(width), size[:, None] - 1)
    volumes = edges.coordinates(block) @ lines.take(row.take(places), axis=0).transpose(0, 2, 1)
    found = _of_one_sign(volumes > -ERROR)
    found |= _of_one_sign(volumes < ERROR)
    # Few are: bytes are looked at only in words that are not zero.
    words = np.flatnonzero(found)
    place = np.flatnonzero(found.take(words).view(np.bool_))
    tile, rest = np.divmod((words[place >> 3] << 3) + (place & 7), BLOCK * width)
    triangle, line = np.divmod(rest, width)
    real = np.flatnonzero((triangle < edges.sizes[block[tile]]) & (line < size[tile]))
    tile, triangle, line = tile[real], triangle[real], line[real]
    return first[tile] + line, edges.triangles(block[tile], triangle)


def _of_one_sign(holds: BoolArray) -> NDArray[np.uint64]:
    """Whether it holds of all three edges, a byte each of the words: eight at once, in place of one."""
    words = holds.reshape(len(holds), 3, -1).view(np.uint64)
    result: NDArray[np.uint64] = words[:, 0] & words[:, 1]
    result &= words[:, 2]
    return result


def _counted(first: IndexArray, count: IndexArray) -> IndexArray:
    """From each first number on so many, one after another."""
    end = np.cumsum(count)
    shifts = np.repeat(first - (end - count), count)
    return shifts + np.arange(len(shifts))


def _edges(corners: Float32Array) -> Float32Array:
    """(b, 6, 48) coordinates of the edges of triangles (corner, axis, b, 16), over the size of their rounding."""
    result = np.empty((corners.shape[2], 6, 3, BLOCK), dtype=np.float32)
    for edge, (i, j) in enumerate(CYCLES):
        p, along = corners[i], corners[j] - corners[i]
        reach = _size(p)
        np.maximum(reach, _size(corners[j]), out=reach)
        reach += np.float32(1.0)
        # A length below the rounding of its ends, which are float32, would not be known.
        scale = np.float32(1.0) / ((_size(along) + np.float32(2.0**-10) * reach) * reach)
        along *= scale
        for axis, (u, v) in enumerate(CYCLES):
            result[:, axis, edge] = p[u] * along[v] - p[v] * along[u]
        result[:, 3:, edge] = along.transpose(1, 0, 2)
    return result.reshape(-1, 6, 3 * BLOCK)


def _slabs(corners: Float32Array) -> Float32Array:
    """(5, b) mean normals of triangles (corner, axis, b, 16), and their lowest and highest place along it."""
    first, second = corners[1] - corners[0], corners[2] - corners[0]
    normal = np.stack([(first[i] * second[j] - first[j] * second[i]).sum(axis=1) for i, j in CYCLES])
    normal *= np.float32(1.0) / np.maximum(_size(normal), np.float32(1e-30))
    along = sum(corners[:, axis] * normal[axis][:, None] for axis in range(3))
    margin = SLAB_MARGIN * (1.0 + np.abs(along).max(axis=(0, 2)))
    return np.stack([*normal, along.min(axis=(0, 2)) - margin, along.max(axis=(0, 2)) + margin])


def _size(vectors: Float32Array) -> Float32Array:
    size: Float32Array = np.maximum(np.maximum(np.abs(vectors[0]), np.abs(vectors[1])), np.abs(vectors[2]))
    return size
