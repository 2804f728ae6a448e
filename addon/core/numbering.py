"""Numbers of things in arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .arrays import IndexArray

_FEW = 100


def ranges(starts: IndexArray, counts: IndexArray) -> IndexArray:
    """The numbers from each start on, as many as counted, one range after another."""
    before = np.cumsum(counts) - counts
    numbers: IndexArray = np.repeat(starts - before, counts) + np.arange(int(counts.sum()))
    return numbers


def numbered(values: NDArray[np.integer]) -> tuple[IndexArray, IndexArray]:
    """The different ones of some whole numbers (n,), ascending, and for each of the n its place among these.

    Of few without `np.unique`, which takes 25 us of any, and has Python read all about masked arrays when it is first
    called: 17 ms of the very first pick.
    """
    if len(values) > _FEW:
        different, places = np.unique(values, return_inverse=True)
        return different.astype(np.int64), places
    plain = values.tolist()
    place = {value: number for number, value in enumerate(sorted(set(plain)))}
    return np.array(list(place), dtype=np.int64), np.array([place[value] for value in plain], dtype=np.int64)
