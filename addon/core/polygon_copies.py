"""Copies of the arrays of a mesh, with what tells of whole parts of them where they lie."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .arrays import FloatArray
from .outcodes import Positions
from .two_threads import at_once

Corners = NDArray[np.int32]
Boxes = tuple[FloatArray, FloatArray]
Extremes = tuple[Corners, Corners]

# Vertices with a common box: rows of so many vertices, one below another, which are halved: along an axis of only 3
# numbers a minimum takes 20 times as long.
_BLOCK_ROWS, _BLOCK_WIDTH = 16, 32
BLOCK_SIZE = _BLOCK_ROWS * _BLOCK_WIDTH
# Polygons that are passed over together.
CHUNK_SIZE = 512
# What is copied at once, so that it stays in the processor's cache.
_BLOCKS_AT_ONCE = _CHUNKS_AT_ONCE = 64
# How many corners are copied while the vertices are: of five million triangles 150 ms went into that, where two threads
# ask the system for new memory, and one after another take 45.
_CORNERS_FOR_TWO_THREADS = range(1 << 19, 1 << 22)


class Copies(NamedTuple):
    """Copies of what `copied` takes, (b, 3) lowest and highest coordinates, and (k,) extreme vertex numbers."""

    positions: Positions
    corner_vertices: Corners
    offsets: Corners
    boxes: Boxes
    chunk_vertices: Extremes


def copied(positions: Positions, corner_vertices: Corners, offsets: Corners, *, with_blocks: bool) -> Copies:
    """Copies of positions, vertices of corners and offsets of polygons, as `PolygonSieve` takes them.

    There are boxes of all `BLOCK_SIZE` vertices `with_blocks`, else of all together, and extremes of all `CHUNK_SIZE`
    polygons; the last of fewer.
    """
    boxed = partial(_copied_with_boxes if with_blocks else _copied_with_one_box, positions)

    def numbered() -> tuple[Corners, tuple[Corners, Extremes]]:
        return offsets.copy(), _copied_with_extremes(corner_vertices, offsets)

    if len(corner_vertices) in _CORNERS_FOR_TWO_THREADS:
        # Of a million triangles 2.7 and 2.2 ms one after another.
        vertices, corners = at_once(boxed, numbered)
    else:
        vertices, corners = boxed(), numbered()
    return Copies(vertices[0], corners[1][0], corners[0], vertices[1], corners[1][1])


def _copied_with_boxes(positions: Positions) -> tuple[Positions, tuple[FloatArray, FloatArray]]:
    """A copy, and (b, 3) lowest and highest coordinates of blocks of vertices, the last of fewer.

    One after another, while they are in the processor's cache: half the time of the three things by themselves.
    """
    copied = np.empty((len(positions), 3), dtype=np.float32)
    whole = len(positions) // BLOCK_SIZE * BLOCK_SIZE
    boxes: list[FloatArray] = []
    with np.errstate(invalid="ignore"):
        parts: tuple[list[Positions], list[Positions]] = ([], [])
        for start in range(0, len(positions), _BLOCKS_AT_ONCE * BLOCK_SIZE):
            end = start + _BLOCKS_AT_ONCE * BLOCK_SIZE
            copied[start:end] = positions[start:end]
            rows = copied[start : min(end, whole)].reshape(-1, _BLOCK_ROWS, 3 * _BLOCK_WIDTH)
            for part, extreme in zip(parts, (np.minimum, np.maximum), strict=True):
                part.append(extreme.reduce(rows, axis=1))
        for part, extreme in zip(parts, (np.minimum, np.maximum), strict=True):
            folded = np.concatenate([np.zeros((0, 3 * _BLOCK_WIDTH), dtype=np.float32), *part])
            while folded.shape[1] > 3:
                half = folded.shape[1] // 2
                folded = extreme(folded[:, :half], folded[:, half:])
            if whole < len(positions):
                folded = np.concatenate((folded, extreme.reduce(copied[whole:], axis=0)[None]))
            boxes.append(folded.astype(np.float64))
    return copied, (boxes[0], boxes[1])


def _copied_with_one_box(positions: Positions) -> tuple[Positions, tuple[FloatArray, FloatArray]]:
    """The same with one box around all, (1, 3), in a third of the time of few vertices."""
    copied = np.array(positions, dtype=np.float32, order="C")
    whole = len(copied) // _BLOCK_WIDTH * _BLOCK_WIDTH
    boxes: list[FloatArray] = []
    with np.errstate(invalid="ignore"):
        for extreme in (np.minimum, np.maximum):
            box = copied[whole:]
            if whole:
                rows = extreme.reduce(copied[:whole].reshape(-1, 3 * _BLOCK_WIDTH), axis=0)
                box = np.concatenate((box, rows.reshape(_BLOCK_WIDTH, 3)))
            if len(box):
                box = extreme.reduce(box, axis=0)[None]
            boxes.append(box.astype(np.float64))
    return copied, (boxes[0], boxes[1])


def _copied_with_extremes(
    corner_vertices: Corners, offsets: Corners
) -> tuple[Corners, tuple[Corners, Corners]]:
    """A copy, and (k,) the lowest and the highest vertex number of each chunk of polygons; none without any corner."""
    copied = np.empty(len(corner_vertices), dtype=np.int32)
    lowest, highest = [copied[:0]], [copied[:0]]
    starts = offsets[:-1:CHUNK_SIZE]
    for first in range(0, len(starts) if len(copied) else 0, _CHUNKS_AT_ONCE):
        some = starts[first : first + _CHUNKS_AT_ONCE]
        end = offsets[min((first + _CHUNKS_AT_ONCE) * CHUNK_SIZE, len(offsets) - 1)]
        part = copied[some[0] : end]
        part[:] = corner_vertices[some[0] : end]
        # Where all that follow have no corner, what lies before them is as good as anything.
        begin = np.minimum(some - some[0], max(len(part) - 1, 0))
        if len(part):
            lowest.append(np.minimum.reduceat(part, begin))
            highest.append(np.maximum.reduceat(part, begin))
        else:
            lowest.append(np.zeros_like(some))
            highest.append(np.zeros_like(some))
    return copied, (np.concatenate(lowest), np.concatenate(highest))
