"""One ray down a tree of boxes, front to back."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from math import copysign, inf, isinf, ldexp
from struct import Struct

import numpy as np

from .arrays import Float32Array
from .box_tree import ROUNDING, BoxTree, Frame
from .one_ray import OneRay
from .triangles import EPSILON

# Distance from a mesh, in halves of its size, from which not even float64 tells where it lies.
FARTHEST = 1e30
# A direction along an axis that is smaller stays where it is in the frame, to within its rounding, and counts as this,
# whose inverse does not overflow.
SLOWEST = 1e-12
# Units of triangles tested at once where all are.
MANY = 1 << 12
# Distance in halves of the mesh's size up to which float32 is fine enough from the ray's own origin. From farther away
# a ray begins where it enters the mesh, which takes 2 us to find.
NEAR = 8.0
# Distances are less, from where a ray enters a mesh or from `NEAR`, inside it: at most 2 to 1 along the longest axis.
APART = 32.0
# Powers of two beyond this leave the range of floats.
LARGEST_EXPONENT = 1000
# Nodes of one level looked at together, or boxes of triangles, those that begin before the nearest one ends: of a
# million triangles 3.1 steps for a pick, with 0.7 nodes in vain; one by one 5.0.
TOGETHER = 4
# Of a ray in a frame its matrix, see `_templates`; `rate` and `start`, distances along it being `rate` * t - `start`;
# and those of its beginning and its end.
Track = tuple[Float32Array, float, float, float, float]
# Looked up once: in a pick of 50 us each of these counts.
signbit, greatest, concatenate = np.signbit, np.maximum.reduce, np.concatenate
frombuffer, float32, PACK = np.frombuffer, np.dtype(np.float32), Struct("11f").pack


def _templates() -> list[Float32Array]:
    """What takes the numbers of a track to its matrix (8, 7): (56, 11) for each axis and octant of directions.

    The numbers are the three inverse directions, three distances at which the middle of the frame is entered and
    three at which it is left, these negative, where the ray begins and, negative, where it ends. The rows are the sums
    of each entry and each exit of another axis, and of the entry and exit of the axis along which the direction is
    longest with the end and the beginning: these two also tell which box comes first, and eight rows take no longer
    than the twelve sums of all four entries and exits would, with which that would take two more.
    """
    templates = []
    for axis in range(3):
        for octant in range(8):
            enter, leave = np.zeros((2, 3, 7, 11))
            for i in range(3):
                low, high = (i + 3, i) if octant >> i & 1 else (i, i + 3)
                enter[i, [low, 6], [i, i + 3]] = 1.0
                leave[i, [high, 6], [i, i + 6]] = -1.0, 1.0
            rows = [enter[i] + leave[k] for i in range(3) for k in range(3) if i != k]
            begin, end = np.zeros((2, 7, 11))
            begin[6, 9] = end[6, 10] = 1.0
            rows += [enter[axis] + end, leave[axis] + begin]
            templates.append(np.stack(rows).reshape(56, 11).astype(np.float32))
    return templates


TEMPLATES = _templates()


def candidates(tree: BoxTree, ray: OneRay) -> Iterable[Sequence[int]]:
    """Units of triangles that the ray may meet before its limit, a few at a time, the nearest boxes first."""
    try:
        track = _track(tree.frame, ray)
    except OverflowError:
        count = len(tree.order)
        return (range(first, min(first + MANY, count)) for first in range(0, count, MANY))
    if track is None:
        return ()
    return _walk(tree, ray, track) if tree.starts else _in_root(tree, ray, track)


def _in_root(tree: BoxTree, ray: OneRay, track: Track) -> Iterator[Sequence[int]]:
    """The same of a small mesh, which has but one node: box after box, for its corners take no time to look up.

    A ray among instances of it takes 3% less than by `_walk`.
    """
    matrix, rate, start, _, end = track
    sides = matrix.dot(tree.levels[0])
    met = signbit(greatest(sides)).nonzero()[0]
    if not len(met):
        return
    limit = 0.0
    for enter, place in sorted(zip(sides[6].take(met).tolist(), met.tolist())):
        if enter > limit:
            return
        yield (tree.numbers[place],)
        limit = min(_beyond(ray.limit, rate, start) - end, 0.0)


def _walk(tree: BoxTree, ray: OneRay, track: Track) -> Iterator[list[int]]:
    """The same, where the ray may come near.

    A box is met where the ray does not leave it along one axis before it enters it along another: where all differences
    of an entry and an exit are negative. The product of a matrix with the boxes has them, and how far away they are.
    What is met waits in one list, boxes of triangles as well: of a mesh of few triangles, which are all in one node,
    a ray tests half as many as it meets boxes of.
    """
    matrix, rate, start, begin, end = track
    levels, last, order = tree.levels, len(tree.starts), tree.numbers
    boxes, depth, parts = levels[0], 0, [(0, 0)]
    waiting: list[tuple[float, int, int, float]] = []
    limit = 0.0
    while True:
        sides = matrix.dot(boxes)
        met = signbit(greatest(sides)).nonzero()[0]
        enters, leaves = sides[6:].take(met, 1).tolist()
        waiting += zip(enters, repeat(depth), _places(met.tolist(), parts), leaves)
        waiting.sort(reverse=True)
        while True:
            if not waiting or waiting[-1][0] > limit:
                return
            _, depth, node, leave = waiting.pop()
            nodes, until = [node], min(limit, begin - end - leave)
            while waiting and waiting[-1][0] <= until and waiting[-1][1] == depth and len(nodes) < TOGETHER:
                nodes.append(waiting.pop()[2])
            if depth < last:
                break
            yield [order[place] for place in nodes]
            if waiting:
                limit = min(_beyond(ray.limit, rate, start) - end, 0.0)
        boxes, parts = _side_by_side(levels[depth + 1], tree.starts[depth], nodes)
        depth += 1


def _side_by_side(
    level: Float32Array, starts: array[int], nodes: list[int]
) -> tuple[Float32Array, list[tuple[int, int]]]:
    """The boxes of the children of some nodes; where each node's begin, and how far they have moved."""
    if len(nodes) == 1:
        node = nodes[0]
        first = starts[node]
        return level[:, first : starts[node + 1]], [(0, first)]
    blocks, parts, width = [], [], 0
    for node in nodes:
        first, stop = starts[node], starts[node + 1]
        blocks.append(level[:, first:stop])
        parts.append((width, first - width))
        width += stop - first
    return concatenate(blocks, 1), parts


def _places(met: list[int], parts: list[tuple[int, int]]) -> list[int]:
    """Where boxes are in their level that were met side by side with those of other nodes."""
    if len(parts) == 1:
        shift = parts[0][1]
        return [box + shift for box in met] if shift else met
    places = []
    part = len(parts) - 1
    for box in reversed(met):
        while box < parts[part][0]:
            part -= 1
        places.append(box + parts[part][1])
    places.reverse()
    return places


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
        x, pad_x = _moved(x, u, start)
        y, pad_y = _moved(y, v, start)
        z, pad_z = _moved(z, w, start)
        if abs(x) > 1.0 + pad_x or abs(y) > 1.0 + pad_y or abs(z) > 1.0 + pad_z:
            return None
    else:
        raise OverflowError
    begin = max(-APART, min(APART, -_beyond(-ray.t_min, rate, -start)))
    end = max(-APART, min(APART, _beyond(ray.t_max, rate, start)))
    if begin > end:
        return None
    pad_x, pad_y, pad_z = abs(iu) * pad_x, abs(iv) * pad_y, abs(iw) * pad_z
    x, y, z = iu * x, iv * y, iw * z
    numbers = PACK(
        iu, iv, iw, -x - pad_x, -y - pad_y, -z - pad_z, x - pad_x, y - pad_y, z - pad_z, begin, -end
    )
    template = TEMPLATES[8 * (ray.axis % 3) + (iu < 0.0) + 2 * (iv < 0.0) + 4 * (iw < 0.0)]
    return template.dot(frombuffer(numbers, float32)).reshape(8, 7), rate, start, begin, end


def _moved(place: float, along: float, start: float) -> tuple[float, float]:
    """A coordinate at the start, and what rounding may do to it and to all that is compared with it."""
    moved = start * along
    there = place + moved
    return there, ROUNDING * (1.0 + abs(there)) + 4.0 * EPSILON * (abs(place) + abs(moved))


def _beyond(t: float, rate: float, start: float) -> float:
    """A distance not below that of t, also where both are compared in float32."""
    there = t * rate
    return (
        there
        if isinf(there)
        else there - start + 4.0 * EPSILON * (abs(there) + abs(start)) + APART * ROUNDING
    )
