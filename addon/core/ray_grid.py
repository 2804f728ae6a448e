"""A grid of cells over the triangles of a mesh: which lie in a cell, and how far around it nothing lies.

After Amanatides and Woo, "A Fast Voxel Traversal Algorithm" (1987), and Cohen and Sheffer, "Proximity clouds"
(1994), for the distance over which a ray may leap.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .arrays import BoolArray, FloatArray, IndexArray

Float32Array = NDArray[np.float32]

# Where the triangles make a surface most cells are empty, and about ten triangles are in each of the others.
CELLS_PER_TRIANGLE = 4.0
# A walk keeps numbers of cells in float32, which holds whole numbers exactly up to here.
MOST_CELLS, MOST_CELLS_ALONG = 1 << 24, 512
# Where triangles cover more cells than so many on average, the cells are made larger.
MOST_CELLS_COVERED = 16.0
# Empty space around the mesh inside the grid, in cells.
PADDING = 0.5
# How far, in cells, triangles reach beyond themselves: more than rounding takes a walk from its ray.
MARGIN = 2.0**-8
FARTHEST_LEAP = 16
TRIANGLES_AT_ONCE, CELLS_AT_ONCE = 1 << 14, 1 << 18
# Sizes of meshes whose numbers stay far from the ends of the range of floats.
SMALLEST_EXTENT, LARGEST_COORDINATE = 1e-30, 1e30


class RayGrid:
    """Cells over triangles, with one layer of cells around them in which a walk ends.

    Attributes
    ----------
    origin : (3,) float
        Lowest corner of the cells without the layer, in the space of the mesh.
    side : float
        Of a cell.
    counts, strides : (3,) int
        Cells along each axis, without the layer; and what a step along it adds to the number of a cell.
    leaps : (c,) uint8
        0 for cells with triangles, and in the layer; else how many cells far, its own counted, nothing is.
    occupied, starts, members : (k,) int, (k + 1,) int, (r,) int
        Numbers of the cells with triangles, ascending; where the part of each in `members`, triangles, begins.
    """

    def __init__(self, positions: FloatArray, triangles: IndexArray) -> None:
        lowest, size = _extent(positions, triangles)
        extent = float(size.max())
        with np.errstate(all="ignore"):
            # In float32 and parts of the whole, which rounds by far less than the margin.
            places = ((positions - lowest) / extent).astype(np.float32)
        part = _smallest_side(size / extent, CELLS_PER_TRIANGLE * len(triangles))
        while _covered(places, triangles, part) > MOST_CELLS_COVERED * len(triangles) + 1e4:
            part *= 1.5
        self.side = part * extent
        self.origin = lowest - PADDING * self.side
        self.counts = _counts(size / extent, part)
        _, y, z = (self.counts + 2).tolist()
        self.strides = np.array([y * z, z, 1])
        parts = [
            self._keys(corners, rows, first)
            for first, corners in _parts(places, triangles, part)
            for rows in _shares(corners, positions, triangles[first : first + TRIANGLES_AT_ONCE])
        ]
        keys = np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *parts]))
        cells = keys >> 32
        self.members = (keys & 0xFFFFFFFF).astype(np.int64)
        first = np.flatnonzero(np.diff(cells, prepend=-1))
        self.occupied, self.starts = cells[first], np.append(first, len(cells))
        self.leaps = self._leaps()

    @property
    def nbytes(self) -> int:
        return self.leaps.nbytes + self.occupied.nbytes + self.starts.nbytes + self.members.nbytes

    def middles(self, cells: IndexArray) -> Float32Array:
        """(3, k) middles of the cells with these numbers, in cells from the origin."""
        x, rest = np.divmod(cells, self.strides[0])
        y, z = np.divmod(rest, self.strides[1])
        return np.stack([x, y, z]).astype(np.float32) - np.float32(0.5)

    def _keys(self, corners: Float32Array, rows: IndexArray, first: int) -> IndexArray:
        """Cell and triangle in one number, for each cell that triangles, these rows of `corners`, may reach."""
        corners = corners.take(rows, axis=2)
        low, width = _boxes(corners)
        count = width.prod(axis=0)
        row = np.repeat(np.arange(len(rows)), count)
        place = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
        place, z = np.divmod(place, width[2].take(row))
        x, y = np.divmod(place, width[1].take(row))
        cell = np.stack([x, y, z])
        cell += low.take(row, axis=1)
        kept = np.flatnonzero(_near_plane(corners, row, cell))
        number = (self.strides[:, None] * (cell.take(kept, axis=1) + 1)).sum(axis=0)
        keys: IndexArray = (number << 32) | (rows[row[kept]] + first)
        return keys

    def _leaps(self) -> NDArray[np.uint8]:
        shape = self.counts + 2
        near = np.zeros(shape.prod(), dtype=bool)
        near[self.occupied] = True
        near = near.reshape(shape)
        leaps = np.zeros(shape, dtype=np.uint8)
        for _ in range(FARTHEST_LEAP):
            leaps += ~near
            near = _grown(near)
        for axis in range(3):
            leaps.swapaxes(0, axis)[[0, -1]] = 0
        return leaps.ravel()


def can_hold(positions: FloatArray, triangles: IndexArray) -> bool:
    """Whether a grid over the triangles, finite all of them, has cells with a size."""
    if len(triangles) == 0:
        return False
    lowest, size = _extent(positions, triangles)
    return bool(size.max() > SMALLEST_EXTENT and max(np.abs(lowest).max(), size.max()) < LARGEST_COORDINATE)


def _extent(positions: FloatArray, triangles: IndexArray) -> tuple[FloatArray, FloatArray]:
    is_used = np.zeros(len(positions), dtype=bool)
    is_used[triangles] = True
    used = positions if is_used.all() else positions[is_used]
    lowest, highest = used.min(axis=0), used.max(axis=0)
    with np.errstate(over="ignore"):
        return lowest, highest - lowest


def _counts(size: FloatArray, side: float) -> IndexArray:
    return (size / side + 2.0 * PADDING).astype(np.int64) + 1


def _smallest_side(size: FloatArray, cell_count: float) -> float:
    """Side of cells of which a box, whose longest side is 1, holds about so many."""
    side = 1.0 / (MOST_CELLS_ALONG - 2.0 * PADDING - 2.0)
    limit = min(cell_count, MOST_CELLS / 2.0)
    while side < 1.0 and float(_counts(size, side).prod()) > limit:
        side *= 1.02
    return side


def _parts(places: Float32Array, triangles: IndexArray, side: float) -> Iterator[tuple[int, Float32Array]]:
    """First triangle and corners, (corner, axis, triangle) in cells, of a part of the triangles."""
    scale, shift = np.float32(1.0 / side), np.float32(PADDING)
    for start in range(0, len(triangles), TRIANGLES_AT_ONCE):
        corners = places[triangles[start : start + TRIANGLES_AT_ONCE].T] * scale
        corners += shift
        yield start, np.ascontiguousarray(corners.transpose(0, 2, 1))


def _covered(places: Float32Array, triangles: IndexArray, side: float) -> float:
    """In how many cells the boxes of all triangles lie together."""
    total = 0.0
    for _, corners in _parts(places, triangles, side):
        total += float(_boxes(corners)[1].prod(axis=0, dtype=np.float64).sum())
    return total


def _boxes(corners: Float32Array) -> tuple[IndexArray, IndexArray]:
    """(3, k) lowest cells of boxes around triangles, and how many cells along each axis."""
    low = np.minimum(np.minimum(corners[0], corners[1]), corners[2]) - np.float32(MARGIN)
    high = np.maximum(np.maximum(corners[0], corners[1]), corners[2]) + np.float32(MARGIN)
    first = np.floor(low).astype(np.int64)
    return first, np.floor(high).astype(np.int64) - first + 1


def _shares(corners: Float32Array, positions: FloatArray, triangles: IndexArray) -> Iterator[IndexArray]:
    """Rows of the triangles that are no points, in shares that do not cover too many cells at once."""
    is_small = (corners[0] == corners[1]).all(axis=0) & (corners[0] == corners[2]).all(axis=0)
    small = np.flatnonzero(is_small)
    a, b, c = (positions[corner] for corner in triangles[small].T)
    is_small[small] = (a == b).all(axis=1) & (a == c).all(axis=1)
    rows = np.flatnonzero(~is_small)
    if len(rows) == 0:
        return
    covered = np.cumsum(_boxes(corners)[1].prod(axis=0)[rows])
    cuts = np.unique(np.searchsorted(covered, np.arange(CELLS_AT_ONCE, covered[-1], CELLS_AT_ONCE)))
    yield from np.split(rows, cuts)


def _near_plane(corners: Float32Array, row: IndexArray, cell: IndexArray) -> BoolArray:
    """False for cells that the plane of their triangle surely passes by; rounding in float32 is allowed for."""
    a, first, second = corners[0], corners[1] - corners[0], corners[2] - corners[0]
    normal = np.stack([first[i] * second[j] - first[j] * second[i] for i, j in ((1, 2), (2, 0), (0, 1))])
    level = (normal * (a - np.float32(0.5))).sum(axis=0)
    size = np.maximum(np.abs(first), np.abs(second)).max(axis=0)
    reach = np.float32(0.5 + 4.0 * MARGIN) * np.abs(normal).sum(axis=0) + np.float32(2.0**-10) * size * (
        size + 1
    )
    distance = level[row]
    for axis in range(3):
        distance -= normal[axis, row] * cell[axis].astype(np.float32)
    is_near: BoolArray = np.abs(distance) <= reach[row]
    return is_near


def _grown(cells: BoolArray) -> BoolArray:
    """The cells and all that touch them."""
    for axis in range(3):
        grown = cells.copy()
        ahead, behind = grown.swapaxes(0, axis), cells.swapaxes(0, axis)
        ahead[1:] |= behind[:-1]
        ahead[:-1] |= behind[1:]
        cells = grown
    return cells
