"""Which boxes of a node one ray may meet, by one small matrix product into arrays that are there already.

A box is met where the ray does not leave it along one axis before it enters it along another: where all differences of
an entry and an exit are negative. The product of boxes, rows of three lowest and three highest coordinates and a one,
with a matrix of the ray has all of them. Their signs are eight bytes a box, which are compared as one number: half the
time of the largest of the eight, and a node of 64 boxes takes 2 us.
"""

from __future__ import annotations

from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Boxes that follow those that may be asked for and are never met: there is room of few sizes, and more is read.
SPARE = 64
# Eight bytes of which each is a true one.
ALL = np.array(0x0101010101010101, dtype=np.uint64)
# Looked up once: in a pick of 40 us each of these counts.
signbit, equal = np.signbit, np.equal
# Columns of a product: along which axis each enters less leave along which other; then, for the axis along which the
# direction is longest, where the ray begins less leave, and enter less where it ends, which tells what comes first.
# Eight take no longer than the twelve of all four entries and exits.
COLUMNS, ENTER = 8, 7
_PAIRS = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))


def templates(dtype: type[np.floating]) -> list[NDArray[Any]]:
    """What takes the numbers of a ray to its matrix (7, 8): (56, 11) for each axis and octant of directions.

    The numbers are the three inverse directions, three distances at which the origin of coordinates is entered and
    three at which it is left, these negative, where the ray begins and, negative, where it ends.
    """
    result = []
    for axis in range(3):
        for octant in range(8):
            enter, leave = np.zeros((2, 3, 7, 11))
            for i in range(3):
                low, high = (i + 3, i) if octant >> i & 1 else (i, i + 3)
                enter[i, [low, 6], [i, i + 3]] = 1.0
                leave[i, [high, 6], [i, i + 6]] = -1.0, 1.0
            begin, end = np.zeros((2, 7, 11))
            begin[6, 9] = end[6, 10] = 1.0
            columns = [enter[i] + leave[k] for i, k in _PAIRS]
            columns += [begin + leave[axis], enter[axis] + end]
            result.append(np.stack(columns, axis=1).reshape(7 * COLUMNS, 11).astype(dtype))
    return result


class Room:
    """Room for the products of one ray with up to `count` boxes at once.

    To make it anew would take a ray a quarter of its time. `values` are the numbers of the last product, `COLUMNS` for
    each of its boxes.
    """

    def __init__(self, count: int, dtype: type[np.floating]) -> None:
        count = -(-count // SPARE) * SPARE
        self._numbers, self._product = np.zeros(11, dtype=dtype), np.zeros(7 * COLUMNS, dtype=dtype)
        self._packed, self._matrix = self._numbers.data, self._product.reshape(7, COLUMNS)
        self._pack = Struct(f"11{self._numbers.dtype.char}").pack_into
        sides, flags = np.zeros((count, COLUMNS), dtype=dtype), np.zeros((count, COLUMNS), dtype=bool)
        bits, met = flags.reshape(-1).view(np.uint64), np.zeros(count, dtype=bool)
        self.values = sides.reshape(-1).data
        # For each number of `SPARE` boxes the parts of the same arrays: products, whether they are negative, the same
        # as whole numbers, and where these are `ALL`.
        self._sizes = [
            (size, sides[:size], flags[:size], bits[:size], met[:size]) for size in range(0, count + 1, SPARE)
        ]

    def take(self, template: NDArray[Any], numbers: tuple[float, ...]) -> None:
        """Take in another ray, one of `templates` and the numbers it takes."""
        self._pack(self._packed, 0, *numbers)
        template.dot(self._numbers, self._product)

    def met(self, rows: NDArray[Any], first: int, count: int) -> list[int]:
        """Which of `count` rows from `first` on are met, numbered from there."""
        size, sides, flags, bits, met = self._sizes[(count + SPARE - 1) // SPARE]
        rows[first : first + size].dot(self._matrix, sides)
        signbit(sides, flags)
        equal(bits, ALL, met)
        boxes: list[int] = met.nonzero()[0].tolist()
        # Those read as well come last.
        while boxes and boxes[-1] >= count:
            boxes.pop()
        return boxes
