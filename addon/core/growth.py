"""A tree of boxes that is built a little at a time, between events."""

from __future__ import annotations

from time import perf_counter

from .arrays import FloatArray, IndexArray
from .box_tree import BoxTree, growing


class Growth:
    """The building of a tree over triangles (m, 3) of finite positions (v, 3) within bounds (2, 3)."""

    def __init__(self, positions: FloatArray, triangles: IndexArray, bounds: FloatArray) -> None:
        self._steps = growing(positions, triangles, bounds)

    def go_on(self, seconds: float) -> BoxTree | None:
        """Work for about so long, at least one step of a few milliseconds; the tree once it is finished."""
        end = perf_counter() + seconds
        while True:
            try:
                next(self._steps)
            except StopIteration as finished:
                tree: BoxTree = finished.value
                return tree
            if perf_counter() >= end:
                return None
