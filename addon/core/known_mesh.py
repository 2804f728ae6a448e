"""A `MeshIndex` of arrays that are known to be right."""

from __future__ import annotations

import numpy as np

from .arrays import FloatArray, IndexArray
from .mesh_index import MeshIndex


def known_mesh(positions: FloatArray, triangles: IndexArray, bounds: FloatArray) -> MeshIndex:
    """The index of positions (v, 3) float64 and triangles (m, 3) int64, neither copied nor looked at; `bounds` are its.

    Of five million triangles the checks and copies would be half a second in which everything waits.
    """
    index = MeshIndex(np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64))
    for array in (positions, triangles, bounds):
        array.setflags(write=False)
    index.positions, index.triangles = positions, triangles
    vars(index)["bounds"] = bounds
    return index
