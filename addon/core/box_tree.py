"""A tree of boxes over the triangles of a mesh, sorted along a space-filling curve, about 64 children a node.

The curve is Morton's, as in Lauterbach et al., "Fast BVH Construction on GPUs", Eurographics 2009, cut into runs of
runs: the children of a node lie side by side. The boxes of a level are a (7, n) float32 matrix, three lowest and three
highest coordinates and a row of ones, so that one small matrix product with a ray gives all distances of a node at
once, in half the time of elementwise slabs. In memory the seven numbers of a box follow one another: a node is one
piece of it, and its product takes 0.5 us instead of 0.75. The coordinates are those of `Frame`, within -1..1, because
float32 far from the origin would not tell triangles apart; what rounding does to them a ray makes up for by `ROUNDING`.

Of a million triangles it takes 33 bytes each and a quarter of the processor's time that `Scene.ray_cast` takes for its
own; of those that are the halves of quads, 16 bytes and a sixth.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import frexp

import numpy as np
from numpy.typing import NDArray

from .arrays import Float32Array, FloatArray, Index32Array, IndexArray
from .room import SPARE

# Children of a node on average, at most twice as many: with fewer the number of calls counts, with more that of boxes.
WIDTH = 64
# Boxes of the root: a product of so many costs no more than two of 64, and saves a level.
ROOT_BOXES = 512
# Pairs of triangles looked at to tell whether they are halves of quads, and the part of them that must be.
SAMPLE, MOST = 1 << 12, 0.9
# Coordinates in `Frame` are rounded to float32 (2**-25), and so are a ray's origin and inverse direction, the
# product and the sum (2**-24 each, of numbers up to 2): together less than this, in units of half the mesh.
ROUNDING = 2.0**-20
# Triangles worked on at once: their corners stay in the processor's cache.
TRIANGLES_AT_ONCE = 1 << 14
# Triangles sorted at once: 3 ms, at least as many as there are digits, whose counts cost as much each time.
SORTED_AT_ONCE = 1 << 17
# Cells along an axis that Morton numbers tell apart: three times 10 bits.
CELLS = 1024
DIGITS = 1 << 16

Steps = Generator[None, None, "BoxTree"]


@dataclass(frozen=True)
class Frame:
    """Coordinates in which a mesh lies within -1..1: (p - center) * 2**-exponent, which rounds only the difference."""

    center: tuple[float, float, float]
    exponent: int

    @classmethod
    def around(cls, bounds: FloatArray) -> Frame:
        """The frame of a box (2, 3), finite."""
        low, high = 0.5 * bounds
        center = low + high
        reach = np.maximum(bounds[1] - center, center - bounds[0]).max()
        x, y, z = center.tolist()
        return cls((x, y, z), frexp(float(reach))[1])

    def coordinate(self, values: FloatArray, axis: int) -> FloatArray:
        """Coordinates along an axis, taken into the frame."""
        result: FloatArray = np.ldexp(values - self.center[axis], -self.exponent)
        return result


@dataclass(frozen=True, eq=False)
class BoxTree:
    """Boxes of all nodes and triangles.

    `rows` are (n + SPARE, 7) float32, and `levels` (7, n) the same without what is spare, from the root down to the
    triangles; the children of box i of level k are the boxes `starts[k][i]` up to `starts[k][i + 1]` of the next level.
    The boxes of the last level are around `size` triangles each, 1 or 2 that follow one another; `order` says which of
    these units.
    """

    frame: Frame
    rows: list[Float32Array]
    starts: list[array[int]]
    order: Index32Array
    size: int

    @cached_property
    def levels(self) -> list[Float32Array]:
        """The boxes without what is spare, a column each."""
        return [part[:-SPARE].T for part in self.rows]

    @cached_property
    def numbers(self) -> memoryview[int]:
        """`order` as plain numbers: one of them takes a third of the time."""
        return self.order.data

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        starts = sum(len(part) * part.itemsize for part in self.starts)
        return starts + sum(part.nbytes for part in (*self.rows, self.order))


def growing(positions: FloatArray, triangles: IndexArray, bounds: FloatArray) -> Steps:
    """Steps of building a tree, which the generator returns; each takes a few milliseconds.

    `positions` (v, 3) are finite and within `bounds` (2, 3); there are `triangles` (m, 3).
    """
    frame = Frame.around(bounds)
    coordinates = np.empty((3, len(positions)), dtype=np.float32)
    vertex_keys = np.empty(len(positions), dtype=np.uint32)
    for part in _parts(len(positions), TRIANGLES_AT_ONCE):
        for axis in range(3):
            coordinates[axis, part] = frame.coordinate(positions[part, axis], axis)
        vertex_keys[part] = _morton_numbers(coordinates[:, part])
        yield
    size = 2 if _are_halves(triangles) else 1
    corners = triangles.reshape(-1, 3 * size)
    keys = np.empty(len(corners), dtype=np.uint32)
    for part in _parts(len(corners), SORTED_AT_ONCE):
        keys[part] = vertex_keys.take(corners[part, 0])
        yield
    order = yield from _sorted(keys)
    sorted_keys = np.empty_like(keys)
    boxes = _rows(len(corners))
    columns = np.ones((7, TRIANGLES_AT_ONCE), dtype=np.float32)
    for part in _parts(len(corners), TRIANGLES_AT_ONCE // size):
        sorted_keys[part] = keys.take(order[part])
        some = columns[:, : part.stop - part.start]
        _write_boxes(some, coordinates, corners.take(order[part], axis=0))
        boxes[part] = some.T
        yield
    rows: list[Float32Array] = [boxes]
    starts: list[array[int]] = []
    while len(sorted_keys) > ROOT_BOXES:
        first = yield from _cuts(sorted_keys)
        around = yield from _boxes_around(rows[0], first, len(sorted_keys))
        starts.insert(0, array("i", [*first.tolist(), len(sorted_keys)]))
        sorted_keys = sorted_keys.take(first)
        rows.insert(0, around)
        yield
    return BoxTree(frame, rows, starts, order, size)


def _rows(count: int) -> Float32Array:
    """(count + SPARE, 7) for boxes that are to be set, the spare ones zeros."""
    rows = np.empty((count + SPARE, 7), dtype=np.float32)
    rows[count:] = 0.0
    return rows


def _are_halves(triangles: IndexArray) -> bool:
    """Whether nearly every two triangles share an edge, as those of quads do, by a sample.

    Then a box around two is hardly larger than one around each: a ray tests 6.9 triangles instead of 5.7. The tree is
    half as large and built in half the time, which goes into memory touched for the first time and into sorting. Of
    other triangles a box around two would have a ray test three times as many.
    """
    if not len(triangles) or len(triangles) % 2:
        return False
    pairs = triangles.reshape(-1, 2, 3)[:: max(1, len(triangles) // SAMPLE)]
    shared = (pairs[:, 0, :, None] == pairs[:, 1, None, :]).any(axis=2).sum(axis=1)
    return bool((shared >= 2).mean() >= MOST)


def _parts(count: int, size: int) -> Iterator[slice]:
    for start in range(0, count, size):
        yield slice(start, min(start + size, count))


def _spread_bits() -> NDArray[np.uint32]:
    """The bits of each cell number, moved apart to every third place."""
    cells = np.arange(CELLS, dtype=np.uint32)
    spread = np.zeros(CELLS, dtype=np.uint32)
    for bit in range(10):
        spread |= (cells >> np.uint32(bit) & np.uint32(1)) << np.uint32(3 * bit)
    return spread


SPREAD = _spread_bits()


def _morton_numbers(coordinates: Float32Array) -> NDArray[np.uint32]:
    """(k,) numbers along the curve of points (3, k) in the frame."""
    cells = ((coordinates + np.float32(1.0)) * np.float32(CELLS / 2)).astype(np.int16)
    x, y, z = (SPREAD.take(values, mode="clip") for values in cells)
    numbers: NDArray[np.uint32] = x | y << np.uint32(1) | z << np.uint32(2)
    return numbers


def _sorted(keys: NDArray[np.uint32]) -> Generator[None, None, Index32Array]:
    """Order of keys, by two passes of 16 bits, which numpy sorts by radix: a quarter of the time of one of 32.

    Each pass takes a part at once, sorts it, and deals it out to where the digits go: no step is as long as the whole.
    """
    order = np.arange(len(keys), dtype=np.int32)
    digits = np.empty(len(keys), dtype=np.uint16)
    for shift in (0, 16):
        counts = np.zeros(DIGITS, dtype=np.int64)
        for part in _parts(len(keys), SORTED_AT_ONCE):
            digits[part] = keys.take(order[part]) >> np.uint32(shift) & np.uint32(DIGITS - 1)
            counts += np.bincount(digits[part], minlength=DIGITS)
            yield
        following = np.cumsum(counts) - counts
        dealt = np.empty_like(order)
        for part in _parts(len(keys), SORTED_AT_ONCE):
            inside = digits[part].argsort(kind="stable")
            found = digits[part].take(inside)
            counts = np.bincount(found, minlength=DIGITS)
            first = np.cumsum(counts) - counts
            dealt[(following - first).take(found) + np.arange(len(found))] = order[part].take(inside)
            following += counts
            yield
        order = dealt
    return order


def _write_boxes(boxes: Float32Array, coordinates: Float32Array, corners: IndexArray) -> None:
    """Set `boxes` (7, k) to those around vertices (k, c), but for their row of ones."""
    vertices = np.ascontiguousarray(corners.T)
    for values, low, high in zip(coordinates, boxes[:3], boxes[3:6]):
        at = values.take(vertices)
        np.minimum.reduce(at, out=low)
        np.maximum.reduce(at, out=high)


def _cuts(keys: NDArray[np.uint32]) -> Generator[None, None, IndexArray]:
    """Where to cut sorted keys into nodes: once in each stretch of `WIDTH`, where the curve leaves the largest cell.

    Runs of equal length span several cells: of 15,000 boxes a ray met 20, of these it meets 6.
    """
    first = np.zeros(-(-len(keys) // WIDTH), dtype=np.int64)
    for part in _parts(len(first), TRIANGLES_AT_ONCE // WIDTH):
        here = keys[part.start * WIDTH : part.stop * WIDTH]
        steps = np.zeros((part.stop - part.start) * WIDTH, dtype=np.uint32)
        np.bitwise_xor(here[1:], here[:-1], out=steps[1 : len(here)])
        if part.start:
            steps[0] = here[0] ^ keys[part.start * WIDTH - 1]
        first[part] = steps.reshape(-1, WIDTH).argmax(axis=1) + np.arange(part.start, part.stop) * WIDTH
        yield
    first[0] = 0
    return first


def _boxes_around(boxes: Float32Array, first: IndexArray, count: int) -> Generator[None, None, Float32Array]:
    """The boxes around stretches of `count` boxes that begin at `first`."""
    around = _rows(len(first))
    for part in _parts(len(first), TRIANGLES_AT_ONCE // WIDTH):
        begin, stop = first[part.start], count if part.stop == len(first) else first[part.stop]
        inside, begins = boxes[begin:stop], first[part] - begin
        np.minimum.reduceat(inside[:, :3], begins, axis=0, out=around[part, :3])
        np.maximum.reduceat(inside[:, 3:6], begins, axis=0, out=around[part, 3:6])
        around[part, 6] = 1.0
        yield
    return around
