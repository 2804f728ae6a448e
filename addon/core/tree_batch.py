"""Many rays down a tree of boxes, level by level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .arrays import BoolArray, Float32Array, FloatArray, Index32Array, IndexArray
from .box_tree import ROUNDING, BoxTree, Frame
from .rays import Rays
from .tree_walk import FARTHEST, LARGEST_EXPONENT, SLOWEST
from .triangles import EPSILON

# Pairs of a ray and a box worked on at once, and rays: few enough to stay in the processor's cache.
PAIRS_AT_ONCE = 1 << 14
RAYS_AT_ONCE = 1 << 8


def candidates(
    tree: BoxTree, rays: Rays, limits: FloatArray | None
) -> Iterator[tuple[IndexArray, Index32Array]]:
    """Pairs of a ray and a triangle that may meet, in batches: ray and triangle index.

    With `limits` (n,), what lies beyond that of its ray is left out, and boxes come front to back: the caller lowers
    them between batches.
    """
    for first in range(0, len(rays), RAYS_AT_ONCE):
        part = slice(first, min(first + RAYS_AT_ONCE, len(rays)))
        tracks = Tracks.of(tree.frame, rays.take(part))
        ray, box, entered = tracks.met_root(tree.levels[0])
        for depth in range(len(tree.starts) - 1):
            ray, box, entered = tracks.met(tree, depth, ray, box)
        if not tree.starts:
            yield _triangles(tree, ray + first, box)
            continue
        for row in _waves(tracks, ray, entered, None if limits is None else limits[part]):
            met_ray, met_box, _ = tracks.met(tree, len(tree.starts) - 1, ray[row], box[row])
            if len(met_ray):
                yield _triangles(tree, met_ray + first, met_box)


def _triangles(tree: BoxTree, ray: IndexArray, box: IndexArray) -> tuple[IndexArray, Index32Array]:
    """Pairs of a ray and a box of the last level as pairs of a ray and a triangle."""
    if tree.size == 1:
        return ray, tree.order.take(box)
    triangles: Index32Array = (2 * tree.order.take(box)).repeat(2)
    triangles[1::2] += 1
    return ray.repeat(2), triangles


def _waves(
    tracks: Tracks, ray: IndexArray, entered: Float32Array, limits: FloatArray | None
) -> Iterator[IndexArray]:
    """Rows in the order to look at them: all at once, or the nearest of each ray, the next, two more, four more."""
    if limits is None:
        yield np.arange(len(ray))
        return
    order = np.lexsort((entered, ray))
    begins = np.flatnonzero(np.diff(ray[order], prepend=-1))
    rank = np.arange(len(order)) - np.repeat(begins, np.diff(begins, append=len(order)))
    following = 1
    while len(order):
        row = order[rank < following]
        yield row[entered[row] <= tracks.beyond(limits)[ray[row]]]
        order, rank = order[rank >= following], rank[rank >= following]
        following *= 2


@dataclass(frozen=True, eq=False)
class Tracks:
    """Rays in the frame of a tree, as in `tree_walk`: `matrices` (n, 8, 7), `rates`, `starts` (n,)."""

    matrices: Float32Array
    rates: FloatArray
    starts: FloatArray

    @classmethod
    def of(cls, frame: Frame, rays: Rays) -> Tracks:
        """Of rays that miss the mesh nothing is met; of those from too far away to tell, everything."""
        exponents = np.frexp(np.abs(rays.directions).max(axis=1, initial=0.0))[1]
        shifts = exponents - frame.exponent
        with np.errstate(all="ignore"):
            rates = np.ldexp(1.0, shifts)
            places = np.ldexp(rays.origins - np.array(frame.center), -frame.exponent)
            along = np.ldexp(rays.directions, -exponents[:, None])
            entries = (-np.copysign(1.0, along) - places) / along
            starts = np.where(np.abs(along) > SLOWEST, entries, -np.inf).max(axis=1, initial=-np.inf)
            moved = starts[:, None] * along
            there = places + moved
            pads = ROUNDING * (1.0 + np.abs(there)) + 4.0 * EPSILON * (np.abs(places) + np.abs(moved))
            rows = _rows(along, there, pads)
            rows[:, 6, 6], rows[:, 7, 6] = (
                -_beyond(-rays.t_min, rates, -starts),
                -_beyond(rays.t_max, rates, starts),
            )
            rows[(np.abs(there) > 1.0 + pads).any(axis=1) | (rows[:, 6, 6] + rows[:, 7, 6] > 0.0)] = NOTHING
            is_far = ~(np.abs(places) < FARTHEST).all(axis=1) | (np.abs(shifts) > LARGEST_EXPONENT)
            rows[is_far], rates[is_far], starts[is_far] = EVERYTHING, 1.0, 0.0
        return cls(rows.astype(np.float32), rates, starts)

    def beyond(self, t: FloatArray) -> FloatArray:
        """(n,) distances not below those of t."""
        return _beyond(t, self.rates, self.starts)

    def met_root(self, boxes: Float32Array) -> tuple[IndexArray, IndexArray, Float32Array]:
        """Pairs of a ray and a box (7, b) it may meet, and where it would enter."""
        enter, is_met = _entered(self.matrices, boxes)
        ray, box = np.nonzero(is_met)
        return ray, box, enter[ray, box]

    def met(
        self, tree: BoxTree, depth: int, ray: IndexArray, node: IndexArray
    ) -> tuple[IndexArray, IndexArray, Float32Array]:
        """The same for the children of boxes of a level, each with its ray."""
        starts = np.frombuffer(tree.starts[depth], dtype=np.intc)
        first, stop = starts[node], starts[node + 1]
        width = int((stop - first).max(initial=1))
        step = max(1, PAIRS_AT_ONCE // width)
        met_ray, met_box, entered = [ray[:0]], [node[:0]], [np.zeros(0, dtype=np.float32)]
        for begin in range(0, len(ray), step):
            part = slice(begin, begin + step)
            box = first[part, None] + np.arange(width)
            # Rows, which are as they lie in memory: to take columns would copy the whole level first.
            boxes = tree.rows[depth + 1].take(box, axis=0, mode="clip").transpose(0, 2, 1)
            enter, is_met = _entered(self.matrices[ray[part]], boxes)
            pair, column = np.nonzero(is_met & (box < stop[part, None]))
            met_ray.append(ray[part][pair])
            met_box.append(box[pair, column])
            entered.append(enter[pair, column])
        return np.concatenate(met_ray), np.concatenate(met_box), np.concatenate(entered)


# Rows that meet nothing, and that meet every box: of each side, only the constant.
NOTHING, EVERYTHING = np.zeros((8, 7)), np.zeros((8, 7))
NOTHING[:, 6], EVERYTHING[:, 6] = 1.0, -2.0 * FARTHEST


def _rows(along: FloatArray, there: FloatArray, pads: FloatArray) -> FloatArray:
    """(n, 8, 7) rows of where rays enter and, negative, leave slabs of x, y, z; the last two stay zero."""
    inverses = 1.0 / np.copysign(np.maximum(np.abs(along), SLOWEST), along)
    is_forward = inverses > 0.0
    axes = np.arange(3)
    rows = np.zeros((len(along), 8, 7))
    rows[:, 2 * axes, axes] = np.where(is_forward, inverses, 0.0)
    rows[:, 2 * axes, axes + 3] = np.where(is_forward, 0.0, inverses)
    rows[:, 2 * axes + 1, axes + 3] = np.where(is_forward, -inverses, 0.0)
    rows[:, 2 * axes + 1, axes] = np.where(is_forward, 0.0, -inverses)
    rows[:, 0:6:2, 6] = -inverses * there - np.abs(inverses) * pads
    rows[:, 1:6:2, 6] = inverses * there - np.abs(inverses) * pads
    return rows


def _entered(matrices: Float32Array, boxes: Float32Array) -> tuple[Float32Array, BoolArray]:
    """(k, b) where rays enter boxes, (7, b) or (k, 7, b), and whether they do."""
    sides = np.matmul(matrices, boxes)
    enter, leave = np.moveaxis(sides.reshape(len(sides), 4, 2, -1).max(axis=1), 1, 0)
    return enter, np.signbit(enter + leave)


def _beyond(t: FloatArray, rates: FloatArray, starts: FloatArray) -> FloatArray:
    with np.errstate(over="ignore", invalid="ignore"):
        there = t * rates
        distance = there - starts + 4.0 * EPSILON * (np.abs(there) + np.abs(starts)) + ROUNDING
    return np.clip(np.where(np.isinf(there), there, distance), -FARTHEST, FARTHEST)
