"""One ray down a tree of boxes, front to back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import copysign, inf, isinf, ldexp

import numpy as np

from .arrays import Float32Array
from .box_tree import ROOT_BOXES, ROUNDING, WIDTH, BoxTree, Frame
from .one_ray import OneRay
from .room import COLUMNS, ENTER, SPARE, Room, templates
from .triangles import EPSILON

# Distance from a mesh, in halves of its size, from which not even float64 tells where it lies.
FARTHEST = 1e30
# A direction along an axis that is smaller stays where it is in the frame, to within its rounding, and counts as this,
# whose inverse does not overflow.
SLOWEST = 1e-12
# Distance in halves of the mesh's size up to which float32 is fine enough from the ray's own origin. From farther away
# a ray begins where it enters the mesh, which takes 2 us to find.
NEAR = 8.0
# Distances are less, from where a ray enters a mesh or from `NEAR`, inside it: at most 2 to 1 along the longest axis.
APART = 32.0
# Powers of two beyond this leave the range of floats.
LARGEST_EXPONENT = 1000
# Of a ray in a frame: what makes its matrix, see `templates`, and of which numbers; `rate` and `start`, distances are
# `rate` * t - `start`; and that of its end.
Track = tuple[Float32Array, tuple[float, ...], float, float, float]
TEMPLATES = templates(np.float32)
# Those that no ray is using.
ROOMS: list[Room] = []


def candidates(tree: BoxTree, ray: OneRay) -> Iterable[int]:
    """Units of triangles that the ray may meet before its limit, those of the nearest boxes first."""
    try:
        track = _track(tree.frame, ray)
    except OverflowError:
        return range(len(tree.order))
    if track is None:
        return ()
    return _walk(tree, ray, track)


def _walk(tree: BoxTree, ray: OneRay, track: Track) -> Iterator[int]:
    """The same, where the ray may come near.

    What is met waits in one list, boxes of triangles as well: of a mesh of few triangles, which are all in one node,
    a ray tests half as many as it meets boxes of.

    One node after another, of a million triangles 4.8 a ray, whose products take 2.3 us each; those of several nodes
    together, 3.0 a ray, took 5.5. In order of where a ray enters along one axis: along all three it looks at 4.3 nodes,
    but to tell that of every box takes longer.
    """
    template, numbers, rate, start, end = track
    try:
        room = ROOMS.pop()
    except IndexError:
        room = Room(max(ROOT_BOXES, 2 * WIDTH), np.float32)
    try:
        room.take(template, numbers)
        levels, starts, last, order = tree.rows, tree.starts, len(tree.starts), tree.numbers
        first, count, depth = 0, len(levels[0]) - SPARE, 0
        values = room.values
        waiting: list[tuple[float, int, int]] = []
        limit, known = 0.0, ray.t_max
        while True:
            boxes = room.met(levels[depth], first, count)
            waiting += [(values[COLUMNS * box + ENTER], depth, first + box) for box in boxes]
            waiting.sort(reverse=True)
            while True:
                if not waiting:
                    return
                enter, depth, node = waiting.pop()
                if enter > limit:
                    return
                if depth < last:
                    break
                yield order[node]
                if ray.limit != known:
                    known = ray.limit
                    limit = min(_beyond(known, rate, start) - end, 0.0)
            first = starts[depth][node]
            count = starts[depth][node + 1] - first
            depth += 1
    finally:
        ROOMS.append(room)


def _track(frame: Frame, ray: OneRay) -> Track | None:
    """The ray in a frame, slabs widened by what rounding can do; None past the mesh, OverflowError from too far."""
    shift = ray.exponent - frame.exponent
    if abs(shift) > LARGEST_EXPONENT:
        raise OverflowError
    rate, exponent, start = ldexp(1.0, shift), -frame.exponent, 0.0
    (ox, oy, oz), (cx, cy, cz), (u, v, w) = ray.origin, frame.center, ray.scaled
    x, y, z = ldexp(ox - cx, exponent), ldexp(oy - cy, exponent), ldexp(oz - cz, exponent)
    iu = 1.0 / (u if abs(u) > SLOWEST else copysign(SLOWEST, u))
    iv = 1.0 / (v if abs(v) > SLOWEST else copysign(SLOWEST, v))
    iw = 1.0 / (w if abs(w) > SLOWEST else copysign(SLOWEST, w))
    reach = max(abs(x), abs(y), abs(z))
    if reach < NEAR:
        pad_x = pad_y = pad_z = ROUNDING * (1.0 + reach)
    elif reach < FARTHEST:
        start = max(
            -inf if abs(u) < SLOWEST else -iu * x - abs(iu),
            -inf if abs(v) < SLOWEST else -iv * y - abs(iv),
            -inf if abs(w) < SLOWEST else -iw * z - abs(iw),
        )
        # What rounding may do to a coordinate there, and to all that is compared with it.
        du, dv, dw = start * u, start * v, start * w
        pad_x, pad_y, pad_z = abs(x) + abs(du), abs(y) + abs(dv), abs(z) + abs(dw)
        x, y, z = x + du, y + dv, z + dw
        pad_x = ROUNDING * (1.0 + abs(x)) + 4.0 * EPSILON * pad_x
        pad_y = ROUNDING * (1.0 + abs(y)) + 4.0 * EPSILON * pad_y
        pad_z = ROUNDING * (1.0 + abs(z)) + 4.0 * EPSILON * pad_z
        if abs(x) > 1.0 + pad_x or abs(y) > 1.0 + pad_y or abs(z) > 1.0 + pad_z:
            return None
    else:
        raise OverflowError
    begin = max(-APART, min(APART, -_beyond(-ray.t_min, rate, -start)))
    end = APART if ray.t_max == inf else max(-APART, min(APART, _beyond(ray.t_max, rate, start)))
    if begin > end:
        return None
    pad_x, pad_y, pad_z = abs(iu) * pad_x, abs(iv) * pad_y, abs(iw) * pad_z
    x, y, z = iu * x, iv * y, iw * z
    numbers = (iu, iv, iw, -x - pad_x, -y - pad_y, -z - pad_z, x - pad_x, y - pad_y, z - pad_z, begin, -end)
    template = TEMPLATES[8 * (ray.axis % 3) + (iu < 0.0) + 2 * (iv < 0.0) + 4 * (iw < 0.0)]
    return template, numbers, rate, start, end


def _beyond(t: float, rate: float, start: float) -> float:
    """A distance not below that of t, also where both are compared in float32."""
    there = t * rate
    return (
        there
        if isinf(there)
        else there - start + 4.0 * EPSILON * (abs(there) + abs(start)) + APART * ROUNDING
    )
