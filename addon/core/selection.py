"""Which crossings count: the nearest of each ray, or all of them, each point of a surface once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from .arrays import BoolArray
from .crossings import Crossings, Solver, joined


def seen(crossings: Crossings, cull_backfaces: bool | BoolArray) -> Crossings:
    """The rows that are not into back faces of culled triangles: of all, none or those marked."""
    if cull_backfaces is False:
        return crossings
    is_culled = crossings.facing >= 0
    if cull_backfaces is not True:
        is_culled &= cull_backfaces[crossings.triangle_index]
    return crossings.take(~is_culled)


def nearest(solver: Solver, crossings: Crossings) -> Crossings:
    """One row for each ray that has any: the nearest, of an exact tie the lowest triangle."""
    if len(crossings) == 0:
        return crossings
    row = crossings.ray_index - crossings.ray_index.min()
    is_alone = np.bincount(row)[row] == 1
    if is_alone.any():
        alone, others = crossings.take(np.flatnonzero(is_alone)), crossings.take(np.flatnonzero(~is_alone))
        return joined([alone, nearest(solver, others)])
    rows = crossings.take(np.argsort(crossings.ray_index, kind="stable"))
    starts = np.flatnonzero(_begins_ray(rows))
    limits = np.minimum.reduceat(rows.t + rows.t_error, starts)
    limits = np.repeat(limits, np.diff(starts, append=len(rows)))
    ordered, _ = _in_order(solver, rows.take(rows.t - rows.t_error <= limits))
    return ordered.take(_begins_ray(ordered))


def every(solver: Solver, crossings: Crossings) -> Crossings:
    """All rows by ray, t and triangle.

    Those of one point that share a vertex and face the same way are made one, that of the lowest triangle.
    """
    rows, repeats = _in_order(solver, crossings)
    keep = np.ones(len(rows), dtype=bool)
    for run in _runs(repeats):
        corners = solver.triangles[rows.triangle_index[run]].tolist()
        keep[run] = _leads_its_patch(corners, rows.facing[run].tolist())
    return rows.take(keep)


def _begins_ray(rows: Crossings) -> BoolArray:
    begins = np.ones(len(rows), dtype=bool)
    begins[1:] = rows.ray_index[1:] != rows.ray_index[:-1]
    return begins


def _in_order(solver: Solver, crossings: Crossings) -> tuple[Crossings, BoolArray]:
    """Rows by ray, exact t and triangle; and where a row repeats ray and exact t of the row before."""
    rows = crossings.take(np.lexsort((crossings.triangle_index, crossings.t, crossings.ray_index)))
    close = ~_begins_ray(rows)
    close[1:] &= (rows.t - rows.t_error)[1:] <= (rows.t + rows.t_error)[:-1]
    order, t = np.arange(len(rows)), rows.t.copy()
    repeats = np.zeros(len(rows), dtype=bool)
    for run in _runs(close):
        order[run], t[run], repeats[run] = _settled(solver, rows, run)
    return replace(rows.take(order), t=t), repeats


def _settled(solver: Solver, rows: Crossings, run: slice) -> tuple[list[int], list[float], list[bool]]:
    """Order, t and repeats of rows of one ray whose t cannot be told apart as floats."""
    exact = []
    for row in range(run.start, run.stop):
        triangle = int(rows.triangle_index[row])
        crossing = solver.exact(int(rows.ray_index[row]), triangle)
        if crossing is not None:
            exact.append((crossing.t_fraction(), triangle, row, crossing.t()))
    exact.sort()
    repeats = [i > 0 and exact[i][0] == exact[i - 1][0] for i in range(len(exact))]
    return [row for _, _, row, _ in exact], [t for _, _, _, t in exact], repeats


def _runs(continues: BoolArray) -> Iterator[slice]:
    """Stretches of two rows or more, where every row but the first continues the one before."""
    bounded = np.concatenate([[False], continues, [False]])
    starts = np.flatnonzero(bounded[1:] & ~bounded[:-1]) - 1
    stops = np.flatnonzero(~bounded[1:] & bounded[:-1])
    for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
        yield slice(start, stop)


def _leads_its_patch(corners: list[list[int]], facing: list[int]) -> list[bool]:
    """Which triangles come first among those connected with them by shared vertices and facing alike."""
    leader = list(range(len(corners)))

    def lead(item: int) -> int:
        while leader[item] != item:
            item = leader[item]
        return item

    first_with: dict[tuple[int, int], int] = {}
    for item, (vertices, side) in enumerate(zip(corners, facing, strict=True)):
        for vertex in vertices:
            one, other = lead(item), lead(first_with.setdefault((vertex, side), item))
            leader[max(one, other)] = min(one, other)
    return [leader[item] == item for item in range(len(corners))]
