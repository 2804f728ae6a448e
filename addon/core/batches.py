"""Many rays against one mesh: through a grid to pairs that may meet, and from these to exact crossings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from itertools import pairwise
from threading import Lock
from typing import TypeVar

import numpy as np

from . import cell_pairs, selection
from .arrays import BoolArray, FloatArray, Index32Array, IndexArray
from .crossings import Crossings, Solver, joined
from .grid_walk import Walk
from .ray_grid import RayGrid
from .rays import Rays

# Fewer rays are answered in less time by a tree, even once there is a grid: 500 take 10 ms either way, 1,000 take 14 in
# place of 18, and 10,000 take 33 in place of 200.
FEWEST_RAYS = 600
# A grid is made after so many rays that came together, and as many as the triangles over the second: a tree answers
# these in less than half of the time that it takes to make one, but who has asked so many asks as many again.
FEWEST_TO_BUILD, TRIANGLES_A_RAY = 2048, 64
# From so many on plain floats come first, whose weights may be others by an ulp.
FEWEST_PLAIN = 4096
# Rays worked on at once: many, so that many share a cell; a worker needs about 200 bytes for each.
RAYS_AT_ONCE = 1 << 19
# Numpy lets go of the interpreter while it computes, so that two parts of the rays take little longer than one.
WORKERS = 2
FEWEST_SHARED = 1 << 15
Pairs = Iterator[tuple[IndexArray, IndexArray | Index32Array]]
# Cells that rays go through before it is looked which have met something: twice as many each time up to these, for
# rays that graze much are few.
MOST_AHEAD = 8
Result = TypeVar("Result")


def is_worth_building(ray_count: int, asked: int, triangle_count: int) -> bool:
    """Whether so many rays, the last of so many that have been asked, are faster if a grid is made for them."""
    return ray_count >= FEWEST_RAYS and asked >= FEWEST_TO_BUILD and asked * TRIANGLES_A_RAY >= triangle_count


class Wanted(Enum):
    """Which crossings of a ray are asked for."""

    NEAREST = auto()
    ALL = auto()
    ANY = auto()

    def limits(self, found: Crossings) -> FloatArray | float:
        """The t beyond which each of these makes all others of its ray needless."""
        if self is Wanted.NEAREST:
            return found.t + found.t_error
        return np.inf if self is Wanted.ALL else -np.inf


class GridBatch:
    """A mesh made ready for many rays at once.

    Parameters
    ----------
    positions, triangles : (v, 3) float, (m, 3) int
        Finite, and `ray_grid.can_hold` them.
    candidates : callable
        Gives pairs of rays and triangles that may meet, for rays from so far away that float64 does not tell one
        cell from the next.
    """

    def __init__(
        self, positions: FloatArray, triangles: IndexArray, candidates: Callable[[Rays], Pairs]
    ) -> None:
        self._grid = RayGrid(positions, triangles)
        self._cells = cell_pairs.CellTriangles(self._grid, positions, triangles)
        self._candidates, self._lock = candidates, Lock()

    @property
    def nbytes(self) -> int:
        """Bytes of the structure, beside positions and triangles."""
        return self._grid.nbytes + self._cells.nbytes

    def crossings(
        self, solver: Solver, cull_backfaces: bool | BoolArray, wanted: Wanted
    ) -> Iterator[tuple[Crossings, int]]:
        """Crossings, among them what is wanted of each ray, and how many pairs were tested for them.

        In parts, of which each has all of its rays. Of the nearest there is but one for each.
        """

        def part(rays: slice) -> tuple[Crossings, int]:
            walk = Walk(self._grid, solver.rays, rays)
            found = self._from_afar(solver, walk.doubtful)
            parts, ahead, tested = [selection.seen(found, cull_backfaces)], 1, 0
            limit = np.full(rays.stop - rays.start, np.inf)
            while len(walk):
                found, count = self._next(solver, walk, ahead)
                found = selection.seen(found, cull_backfaces)
                np.minimum.at(limit, found.ray_index - rays.start, wanted.limits(found))
                walk.end(limit[walk.ray_index - rays.start])
                parts.append(found)
                tested += count
                ahead = min(2 * ahead, MOST_AHEAD)
            found = joined(parts)
            near = found.t - found.t_error <= limit[found.ray_index - rays.start]
            found = _once(found.take(np.flatnonzero(near | (wanted is Wanted.ANY))), solver)
            # Here, where workers share it.
            return (selection.nearest(solver, found) if wanted is Wanted.NEAREST else found), tested

        return _shared(part, len(solver.rays))

    def _from_afar(self, solver: Solver, ray_index: IndexArray) -> Crossings:
        if len(ray_index) == 0:
            return joined([])
        with self._lock:
            pairs = list(self._candidates(solver.rays.take(ray_index)))
        return joined([solver.cross(ray_index[row], triangle.astype(np.int64)) for row, triangle in pairs])

    def _next(self, solver: Solver, walk: Walk, ahead: int) -> tuple[Crossings, int]:
        """Crossings of triangles in so many next cells of rays, and how many pairs were tested for them."""
        segments = cell_pairs.joined([walk.next_segments(self._cells) for _ in range(ahead)])
        parts = list(self._cells.pairs(segments))
        if not parts:
            return joined([]), 0
        rays, triangles, tested = zip(*parts, strict=True)
        # One in four has been found in two cells that the ray goes through, and to look at it exactly takes thirty
        # times as long as to notice that. In the order of rays, theirs lie in a row besides.
        keys = np.concatenate(rays) * len(solver.triangles)
        keys += np.concatenate(triangles)
        keys.sort()
        keys = keys[np.diff(keys, prepend=-1) != 0]
        return solver.cross(*np.divmod(keys, len(solver.triangles))), sum(tested)


def _shared(part: Callable[[slice], Result], count: int) -> Iterator[Result]:
    """What a function gives for parts of so many rays, in their order; workers share them."""
    part_count = -(-count // RAYS_AT_ONCE)
    if count >= FEWEST_SHARED:
        part_count = WORKERS * -(-part_count // WORKERS)
    ends = [count * i // part_count for i in range(part_count + 1)] if count else []
    parts = [slice(start, stop) for start, stop in pairwise(ends)]
    if len(parts) < 2:
        yield from map(part, parts)
        return
    with ThreadPoolExecutor(WORKERS) as pool:
        for first in range(0, len(parts), WORKERS):
            yield from pool.map(part, parts[first : first + WORKERS])


def _once(found: Crossings, solver: Solver) -> Crossings:
    """Each ray and triangle once: one that lies in several cells may have been found in each."""
    if len(found) == 0:
        return found
    row = found.ray_index - found.ray_index.min()
    lonely = np.bincount(row)[row] == 1
    several = np.flatnonzero(~lonely)
    keys = found.ray_index[several] * len(solver.triangles) + found.triangle_index[several]
    _, first = np.unique(keys, return_index=True)
    return found.take(np.concatenate([np.flatnonzero(lonely), several[first]]))
