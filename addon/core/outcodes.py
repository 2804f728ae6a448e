"""Which polygons of a mesh a line may meet: one pass over all of them, without a structure and without triangles.

Seen along the line, in the sheared plane of `triangles`, every vertex lies surely to the right, to the left, above or
below the line's point, or not surely so: its outcode (Cohen and Sutherland), a bit for each side. A polygon all of
whose corners are surely on one side is met nowhere, however it is cut into triangles.

What is fast, measured with 1e6 triangles: the plane by a product of matrices in float32 (a quarter less than by
columns), codes in bytes, `take` in chunks that stay in the processor's cache (half the time of an index in brackets).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from .arrays import FloatArray, IndexArray

Positions = NDArray[np.float32]
Corners = NDArray[np.int32]
Codes = NDArray[np.uint8]

# Vertices and corners worked on at once. A product of 3 * 2 * 32768 stays below what OpenBLAS gives to many threads,
# whose stalls cost more than the whole pass.
_VERTICES_AT_ONCE = 1 << 15
_CORNERS_AT_ONCE = 3 << 15
# Rounding in the plane, as a part of the largest coordinate and of the line's point there. With u = 2**-24: each of
# two weights of at most 1 is rounded once, each of two products once, their sum twice at most, which comes to less
# than 5 u * 2 * largest = 10 u largest. The point is rounded once to float32, u of it. 2**-20 is 16 u.
_ROUNDING = 2.0**-20
# Of the point itself, computed in float64 from the ray's origin: three roundings of 2**-53, each of at most twice it.
_ORIGIN_ROUNDING = 2.0**-49
# Products below the smallest float32, or that a processor flushes to zero: two of at most 2**-126 for each weight.
_UNDERFLOW = 2.0**-120


def polygons_near_line(
    positions: Positions,
    corner_vertices: Corners,
    offsets: Corners,
    size: int,
    largest: float,
    origin: FloatArray,
    direction: FloatArray,
) -> IndexArray:
    """Polygons that a line may meet: all it meets are among them.

    Parameters
    ----------
    positions : (v, 3) float32
        A polygon with a corner that is no number always counts as near.
    corner_vertices : (c,) int32
        Vertex numbers of the corners of all polygons, one after another.
    offsets : (p + 1,) int32
        Where in them each polygon begins; not looked at where all have one size.
    size : int
        How many corners every polygon has, 3 at least; 0 where they differ.
    largest : float
        Largest finite coordinate without its sign.
    origin, direction : (3,) float
        In the space of the positions.

    Returns
    -------
    (k,) int64
        Ascending.
    """
    codes = _outcodes(positions, largest, origin, direction)
    found = [np.zeros(0, dtype=np.int64)]
    chunks = _even_chunks(corner_vertices, size) if size else _uneven_chunks(corner_vertices, offsets)
    for first, corners, starts, continues in chunks:
        code = np.take(codes, corners, mode="clip")
        # Almost all polygons have one code at all corners, and then a side: only others are looked at closely.
        is_open = code == 0
        differs = code[1:] != code[:-1]
        differs &= continues[1 : len(code)]
        is_open[1:] |= differs
        rows = np.flatnonzero(is_open)
        if not len(rows):
            continue
        near = rows // size if size else np.searchsorted(starts, rows, side="right") - 1
        near = near[np.concatenate(([True], near[1:] != near[:-1]))]
        if size:
            shared = np.bitwise_and.reduce(code.reshape(-1, size)[near], axis=1)
        else:
            shared = _shared_codes(code, starts[near], starts[near + 1])
        found.append(near[shared == 0] + first)
    return np.concatenate(found)


def _outcodes(positions: Positions, largest: float, origin: FloatArray, direction: FloatArray) -> Codes:
    """(v,) outcodes; the bits of one that is no number are all off."""
    axis = int(np.abs(direction).argmax())
    across = [(axis + 1) % 3, (axis + 2) % 3]
    with np.errstate(over="ignore", invalid="ignore"):
        slopes = direction[across] / direction[axis]
        point = origin[across] - slopes * origin[axis]
        pad = _ROUNDING * (largest + np.abs(point)) + _ORIGIN_ROUNDING * np.abs(origin).max() + _UNDERFLOW
        high, low = (point + pad).astype(np.float32)[:, None], (point - pad).astype(np.float32)[:, None]
        plane_from_space = np.zeros((2, 3), dtype=np.float32)
        plane_from_space[(0, 1), across], plane_from_space[:, axis] = 1.0, -slopes
        codes = np.empty(len(positions), dtype=np.uint8)
        for start in range(0, len(positions), _VERTICES_AT_ONCE):
            part = slice(start, start + _VERTICES_AT_ONCE)
            places = plane_from_space @ positions[part].T
            right_or_up, left_or_down = (places > high).view(np.uint8), (places < low).view(np.uint8)
            # Bits 0 to 3 are right, left, up and down.
            left_or_down <<= 1
            right_or_up |= left_or_down
            right_or_up[1] <<= 2
            np.bitwise_or(right_or_up[0], right_or_up[1], out=codes[part])
    return codes


# A chunk: its first polygon, its corners, where in them its polygons begin and end, and which corners belong to the
# same polygon as the corner before.
_Chunk = tuple[int, Corners, IndexArray, NDArray[np.bool_]]


def _even_chunks(corner_vertices: Corners, size: int) -> Iterator[_Chunk]:
    """Chunks of polygons with one number of corners, whose starts nobody needs."""
    count = max(1, _CORNERS_AT_ONCE // size)
    continues = np.ones((count, size), dtype=bool)
    continues[:, 0] = False
    nowhere = np.zeros(0, dtype=np.int64)
    for first in range(0, len(corner_vertices) // size, count):
        yield first, corner_vertices[first * size : (first + count) * size], nowhere, continues.reshape(-1)


def _uneven_chunks(corner_vertices: Corners, offsets: Corners) -> Iterator[_Chunk]:
    """Chunks of polygons with different numbers of corners."""
    first, polygon_count = 0, len(offsets) - 1
    while first < polygon_count:
        begin = int(offsets[first])
        # As a number of the same type, without which all offsets would be copied.
        full = np.int32(min(begin + _CORNERS_AT_ONCE, int(offsets[-1])))
        last = int(np.searchsorted(offsets, full, side="right")) - 1
        last = min(max(last, first + 1), polygon_count)
        starts = offsets[first : last + 1].astype(np.int64) - begin
        continues = np.ones(int(starts[-1]) + 1, dtype=bool)
        continues[starts] = False
        yield first, corner_vertices[begin : begin + int(starts[-1])], starts, continues
        first = last


def _shared_codes(code: Codes, starts: IndexArray, ends: IndexArray) -> Codes:
    """The bits that all corners of each of some polygons have."""
    counts = ends - starts
    shared: Codes = np.bitwise_and.reduceat(code[ranges(starts, counts)], np.cumsum(counts) - counts)
    return shared


def ranges(starts: IndexArray, counts: IndexArray) -> IndexArray:
    """The numbers from each start on, as many as counted, one range after another."""
    before = np.cumsum(counts) - counts
    numbers: IndexArray = np.repeat(starts - before, counts) + np.arange(int(counts.sum()))
    return numbers
