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
# Nodes of one level looked at together, the nearest ones: 3.6 steps for a pick instead of 5.1.
TOGETHER = 2
# Looked up once: in a pick of 50 us each of these counts.
signbit, greatest = np.signbit, np.maximum.reduce


def _templates() -> Float32Array:
    """(8, 140, 11): what takes the numbers of a track to its matrix (20, 7), for each octant of directions.

    The numbers are the three inverse directions, three distances at which the middle of the frame is entered and
    three at which it is left, these negative, where the ray begins and, negative, where it ends. Rows 0 to 7 are
    entry and exit of x, y, z and the ray; the others the sums of each entry and each exit of another axis.
    """
    templates = np.zeros((8, 8, 7, 11))
    for octant in range(8):
        for axis in range(3):
            low, high = (axis + 3, axis) if octant >> axis & 1 else (axis, axis + 3)
            templates[octant, 2 * axis, [low, 6], [axis, axis + 3]] = 1.0
            templates[octant, 2 * axis + 1, [high, 6], [axis, axis + 6]] = -1.0, 1.0
        templates[octant, [6, 7], 6, [9, 10]] = 1.0
    pairs = [templates[:, 2 * i] + templates[:, 2 * k + 1] for i in range(4) for k in range(4) if i != k]
    rows = np.concatenate([templates, np.stack(pairs, axis=1)], axis=1)
    return rows.reshape(8, 140, 11).astype(np.float32)


TEMPLATES = list(_templates())


def candidates(tree: BoxTree, ray: OneRay) -> Iterator[IndexArray | Index32Array]:
    """Triangles that the ray may meet before its limit, a few at a time, the nearest boxes first.

    A box is met where the ray does not leave it along one axis before it enters it along another. The product of a
    matrix with the boxes has all entries and exits, or, where nothing needs to know which box comes first, all their
    differences, of which the greatest is negative: so few calls count more than so few numbers.
    """
    try:
        track = _track(tree.frame, ray)
    except OverflowError:
        for first in range(0, len(tree.order), MANY):
            yield np.arange(first, min(first + MANY, len(tree.order)))
        return
    if track is None:
        return
    matrix, rate, start, limit = track
    sides, differences = matrix[:8], matrix[8:]
    levels, last = tree.levels, len(tree.starts)
    boxes, depth, parts = levels[0], 0, [(levels[0].shape[1], 0)]
    waiting: list[tuple[float, int, int]] = []
    while True:
        if depth < last:
            enter, leave = greatest(sides.dot(boxes).reshape(4, 2, -1))
            met = signbit(enter + leave).nonzero()[0]
            places = _places(met.tolist(), parts)
            waiting.extend(zip(enter.take(met).tolist(), places, repeat(depth)))
            waiting.sort(reverse=True)
        else:
            met = signbit(greatest(differences.dot(boxes))).nonzero()[0]
            if len(met):
                yield tree.order.take(_places(met.tolist(), parts))
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


def _track(frame: Frame, ray: OneRay) -> tuple[Float32Array, float, float, float] | None:
    """The ray in a frame, from where it enters the box of the mesh; None if it does not.

    Its matrix, see `_templates`, in float64 but for the last rounding, each slab widened by what rounding can do;
    `rate` and `start`, distances along it being `rate` * t - `start`; and that of its end.

    Raises
    ------
    OverflowError
        If it comes from too far away.
    """
    shift = ray.exponent - frame.exponent
    if abs(shift) > LARGEST_EXPONENT:
        raise OverflowError
    rate, exponent = ldexp(1.0, shift), -frame.exponent
    (ox, oy, oz), (cx, cy, cz), (u, v, w) = ray.origin, frame.center, ray.scaled
    x, y, z = ldexp(ox - cx, exponent), ldexp(oy - cy, exponent), ldexp(oz - cz, exponent)
    if not (abs(x) < FARTHEST and abs(y) < FARTHEST and abs(z) < FARTHEST):
        raise OverflowError
    iu, iv, iw = _inverse(u), _inverse(v), _inverse(w)
    start = max(
        -inf if abs(u) < SLOWEST else -iu * x - abs(iu),
        -inf if abs(v) < SLOWEST else -iv * y - abs(iv),
        -inf if abs(w) < SLOWEST else -iw * z - abs(iw),
    )
    x, pad_x = _moved(x, u, start)
    y, pad_y = _moved(y, v, start)
    z, pad_z = _moved(z, w, start)
    begin, end = -_beyond(-ray.t_min, rate, -start), _beyond(ray.t_max, rate, start)
    if abs(x) > 1.0 + pad_x or abs(y) > 1.0 + pad_y or abs(z) > 1.0 + pad_z or begin > end:
        return None
    pad_x, pad_y, pad_z = abs(iu) * pad_x, abs(iv) * pad_y, abs(iw) * pad_z
    x, y, z = iu * x, iv * y, iw * z
    numbers = (iu, iv, iw, -x - pad_x, -y - pad_y, -z - pad_z, x - pad_x, y - pad_y, z - pad_z, begin, -end)
    template = TEMPLATES[(iu < 0.0) + 2 * (iv < 0.0) + 4 * (iw < 0.0)]
    return template.dot(np.array(numbers, dtype=np.float32)).reshape(20, 7), rate, start, end


def _inverse(along: float) -> float:
    return 1.0 / (along if abs(along) > SLOWEST else copysign(SLOWEST, along))


def _moved(place: float, along: float, start: float) -> tuple[float, float]:
    """A coordinate at the start, and what rounding may do to it and to all that is compared with it."""
    moved = start * along
    there = place + moved
    return there, ROUNDING * (1.0 + abs(there)) + 4.0 * EPSILON * (abs(place) + abs(moved))


def _beyond(t: float, rate: float, start: float) -> float:
    """A distance not below that of t, kept from overflowing."""
    there = t * rate
    if isinf(there):
        return copysign(FARTHEST, there)
    distance = there - start + 4.0 * EPSILON * (abs(there) + abs(start)) + ROUNDING
    return max(-FARTHEST, min(FARTHEST, distance))
