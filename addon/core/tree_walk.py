"""One ray down a tree of boxes, front to back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from math import copysign, inf, isinf, ldexp

import numpy as np

from .arrays import Float32Array, Index32Array, IndexArray
from .box_tree import ROUNDING, BoxTree, Frame
from .one_ray import OneRay
from .triangles import EPSILON

# Distance from a mesh, in halves of its size, from which not even float64 tells where it lies.
FARTHEST = 1e30
# A direction along an axis that is smaller stays where it is in the frame, to within its rounding, and counts as this,
# whose inverse does not overflow.
SLOWEST = 1e-12
# Triangles tested at once where all are.
MANY = 1 << 12
# Powers of two beyond this leave the range of floats.
LARGEST_EXPONENT = 1000


def _pairs() -> Float32Array:
    """(15, 8) sums of the rows of a track: each entry with each exit of another axis, then the three entries alone."""
    rows = [
        np.eye(8)[enter] + np.eye(8)[leave + 4] for enter in range(4) for leave in range(4) if enter != leave
    ]
    return np.array(rows + list(np.eye(8)[:3]), dtype=np.float32)


# Looked up once: in a pick of 50 us each of these counts.
signbit, greatest = np.signbit, np.maximum.reduce
PAIRS = _pairs()
PAIR_COUNT = 12
# Nodes of one level looked at together, the nearest ones.
TOGETHER = 2


def candidates(tree: BoxTree, ray: OneRay) -> Iterator[IndexArray | Index32Array]:
    """Triangles that the ray may meet before its limit, a few at a time, the nearest boxes first.

    A box is met where the ray does not leave it, along one axis, before it enters it along another: the product of a
    matrix with the boxes has all these differences, and their greatest is negative. So a node takes four calls.
    """
    try:
        track = _track(tree.frame, ray)
    except OverflowError:
        for first in range(0, len(tree.order), MANY):
            yield np.arange(first, min(first + MANY, len(tree.order)))
        return
    if track is None:
        return
    matrix, rate, start = track
    levels, last = tree.levels, len(tree.starts)
    boxes, depth, parts = levels[0], 0, [(levels[0].shape[1], 0)]
    waiting: list[tuple[float, int, int]] = []
    limit = _beyond(ray.limit, rate, start)
    while True:
        sides = matrix.dot(boxes)
        met = signbit(greatest(sides[:PAIR_COUNT])).nonzero()[0]
        places = _places(met.tolist(), parts)
        if depth < last:
            entered = map(max, *sides[PAIR_COUNT:].take(met, axis=1).tolist())
            waiting.extend(zip(entered, places, repeat(depth)))
            waiting.sort(reverse=True)
        elif places:
            yield tree.order.take(places)
            limit = _beyond(ray.limit, rate, start)
        if not waiting or waiting[-1][0] > limit:
            return
        depth = waiting[-1][2]
        children, level, width = tree.starts[depth], levels[depth + 1], 0
        blocks, parts = [], []
        for _ in range(TOGETHER):
            node = waiting.pop()[1]
            first, stop = children[node], children[node + 1]
            blocks.append(level[:, first:stop])
            parts.append((width + stop - first, first - width))
            width += stop - first
            if not waiting or waiting[-1][0] > limit or waiting[-1][2] != depth:
                break
        boxes = np.concatenate(blocks, axis=1) if len(blocks) > 1 else blocks[0]
        depth += 1


def _places(met: list[int], parts: list[tuple[int, int]]) -> list[int]:
    """Where boxes met of several nodes side by side are in their level: each part's end, and how far it has moved."""
    places = []
    following = iter(parts)
    end = shift = 0
    for box in met:
        while box >= end:
            end, shift = next(following)
        places.append(box + shift)
    return places


def _track(frame: Frame, ray: OneRay) -> tuple[Float32Array, float, float] | None:
    """The ray in a frame, from where it enters the box of the mesh; None if it does not.

    (15, 7) matrix: `PAIRS` of where it enters and, negative, leaves slabs, in float64 but for the last rounding, each
    slab widened by what rounding can do. Distances along it are the second number times t, less the third.

    Raises
    ------
    OverflowError
        If it comes from too far away.
    """
    shift = ray.exponent - frame.exponent
    if abs(shift) > LARGEST_EXPONENT:
        raise OverflowError
    rate, exponent = ldexp(1.0, shift), -frame.exponent
    (ox, oy, oz), (cx, cy, cz) = ray.origin, frame.center
    x, y, z = ldexp(ox - cx, exponent), ldexp(oy - cy, exponent), ldexp(oz - cz, exponent)
    if not (abs(x) < FARTHEST and abs(y) < FARTHEST and abs(z) < FARTHEST):
        raise OverflowError
    u, v, w = ray.scaled
    start = max(_entry(x, u), _entry(y, v), _entry(z, w))
    rows = [0.0] * 56
    if not (
        _set_slab(rows, 0, x, u, start)
        and _set_slab(rows, 1, y, v, start)
        and _set_slab(rows, 2, z, w, start)
    ):
        return None
    rows[27] = -_beyond(-ray.t_min, rate, -start)
    rows[55] = -_beyond(ray.t_max, rate, start)
    if rows[27] + rows[55] > 0.0:
        return None
    return PAIRS.dot(np.array(rows, dtype=np.float32).reshape(8, 7)), rate, start


def _entry(place: float, along: float) -> float:
    """Where a ray comes into -1..1 on one axis; anywhere if it hardly moves."""
    if along > SLOWEST:
        return (-1.0 - place) / along
    return (1.0 - place) / along if along < -SLOWEST else -inf


def _set_slab(rows: list[float], axis: int, place: float, along: float, start: float) -> bool:
    """Whether the ray is within -1..1 of an axis at its start; sets the rows of where it enters and leaves a slab."""
    moved = start * along
    there = place + moved
    pad = ROUNDING * (1.0 + abs(there)) + 4.0 * EPSILON * (abs(place) + abs(moved))
    if abs(there) > 1.0 + pad:
        return False
    if along > 0.0:
        inverse = 1.0 / max(along, SLOWEST)
        rows[8 * axis], rows[8 * axis + 31] = inverse, -inverse
        rows[7 * axis + 6], rows[7 * axis + 34] = inverse * (-there - pad), inverse * (there - pad)
    else:
        inverse = 1.0 / min(along, -SLOWEST)
        rows[8 * axis + 3], rows[8 * axis + 28] = inverse, -inverse
        rows[7 * axis + 6], rows[7 * axis + 34] = inverse * (pad - there), inverse * (there + pad)
    return True


def _beyond(t: float, rate: float, start: float) -> float:
    """A distance not below that of t, kept from overflowing."""
    there = t * rate
    if isinf(there):
        return copysign(FARTHEST, there)
    distance = there - start + 4.0 * EPSILON * (abs(there) + abs(start)) + ROUNDING
    return max(-FARTHEST, min(FARTHEST, distance))
