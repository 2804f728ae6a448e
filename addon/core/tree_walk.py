"""One ray down a tree of boxes, front to back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import copysign, inf, isinf, ldexp
from struct import Struct

import numpy as np

from .arrays import Float32Array
from .box_tree import ROOT_BOXES, ROUNDING, SPARE, WIDTH, BoxTree, Frame
from .one_ray import OneRay
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
# Of a ray in a frame: what makes its matrix, see `_templates`, and of which numbers; `rate` and `start`, distances are
# `rate` * t - `start`; and that of its end.
Track = tuple[Float32Array, tuple[float, ...], float, float, float]
# Looked up once: in a pick of 40 us each of these counts.
signbit, equal, PACK_INTO = np.signbit, np.equal, Struct("11f").pack_into
# Eight bytes of which each is a true one.
ALL = np.array(0x0101010101010101, dtype=np.uint64)


def _templates() -> list[Float32Array]:
    """What takes the numbers of a track to its matrix (7, 8): (56, 11) for each axis and octant of directions.

    The numbers are the three inverse directions, three distances at which the middle of the frame is entered and
    three at which it is left, these negative, where the ray begins and, negative, where it ends. The columns are the
    sums of each entry and each exit of another axis, and of the entry and exit of the axis along which the direction is
    longest with the end and the beginning: the first of these two also tells which box comes first, and eight columns
    take no longer than the twelve sums of all four entries and exits would, with which that would take one more.
    """
    templates = []
    for axis in range(3):
        for octant in range(8):
            enter, leave = np.zeros((2, 3, 7, 11))
            for i in range(3):
                low, high = (i + 3, i) if octant >> i & 1 else (i, i + 3)
                enter[i, [low, 6], [i, i + 3]] = 1.0
                leave[i, [high, 6], [i, i + 6]] = -1.0, 1.0
            columns = [enter[i] + leave[k] for i in range(3) for k in range(3) if i != k]
            begin, end = np.zeros((2, 7, 11))
            begin[6, 9] = end[6, 10] = 1.0
            columns += [leave[axis] + begin, enter[axis] + end]
            templates.append(np.stack(columns, axis=1).reshape(56, 11).astype(np.float32))
    return templates


TEMPLATES = _templates()


class Room:
    """Where the products of one ray go, made once: to make it anew would take a ray a quarter of its time.

    `sizes` has for each number of `SPARE` boxes the parts of the same arrays: the product (n, 8), whether its numbers
    are negative, the same as whole numbers of eight bytes (n,), and where these are `ALL`.
    """

    def __init__(self) -> None:
        count = max(ROOT_BOXES, 2 * WIDTH) + SPARE
        self.numbers, self.product = np.zeros(11, dtype=np.float32), np.zeros(56, dtype=np.float32)
        self.packed = self.numbers.data
        self.matrix = self.product.reshape(7, 8)
        sides, flags = np.zeros((count, 8), dtype=np.float32), np.zeros((count, 8), dtype=bool)
        bits, met = flags.reshape(-1).view(np.uint64), np.zeros(count, dtype=bool)
        self.entered = sides.reshape(-1).data[7::8]
        self.sizes = [
            (size, sides[:size], flags[:size], bits[:size], met[:size]) for size in range(0, count + 1, SPARE)
        ]


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

    A box is met where the ray does not leave it along one axis before it enters it along another: where all differences
    of an entry and an exit are negative. The product of the boxes with a matrix has them, and how far away they are.
    Their signs are eight bytes a box, which are compared as one number: half the time of the largest of the eight.
    What is met waits in one list, boxes of triangles as well: of a mesh of few triangles, which are all in one node,
    a ray tests half as many as it meets boxes of.

    One node after another, of a million triangles 4.8 a ray: their products take 2.3 us each. Those of several nodes
    together, 3.0 a ray, took 5.5.
    """
    template, numbers, rate, start, end = track
    try:
        room = ROOMS.pop()
    except IndexError:
        room = Room()
    try:
        PACK_INTO(room.packed, 0, *numbers)
        template.dot(room.numbers, room.product)
        matrix, sizes, entered = room.matrix, room.sizes, room.entered
        levels, starts, last, order = tree.rows, tree.starts, len(tree.starts), tree.numbers
        first, width, depth = 0, len(levels[0]) - SPARE, 0
        waiting: list[tuple[float, int, int]] = []
        limit, known = 0.0, ray.t_max
        while True:
            # Boxes of the next nodes as well, or spare ones, so that there is room of few sizes.
            size, sides, flags, bits, met = sizes[(width + SPARE - 1) // SPARE]
            levels[depth][first : first + size].dot(matrix, sides)
            signbit(sides, flags)
            equal(bits, ALL, met)
            for box in met.nonzero()[0].tolist():
                if box < width:
                    waiting.append((entered[box], depth, first + box))
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
            first, depth = starts[depth][node], depth + 1
            width = starts[depth - 1][node + 1] - first
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
        x, pad_x = _moved(x, u, start)
        y, pad_y = _moved(y, v, start)
        z, pad_z = _moved(z, w, start)
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
