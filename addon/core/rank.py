"""The one order of candidates under a pixel; its head is what a pick answers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .arrays import IndexArray


def rank_hits(
    in_front: ArrayLike, distance: ArrayLike, instance_index: ArrayLike, triangle_index: ArrayLike
) -> IndexArray:
    """Order of candidates: the In Front layer, then the nearer, then the lower instance and triangle.

    Parameters
    ----------
    in_front : (k,) bool
        What Blender draws on top of everything else.
    distance : (k,) float
        t or distance, of one ray.
    instance_index, triangle_index : (k,) int

    Returns
    -------
    (k,) int
        Row numbers, the best first.
    """
    behind = ~np.asarray(in_front, dtype=bool)
    return np.lexsort((triangle_index, instance_index, distance, behind)).astype(np.int64)  # type: ignore[arg-type]
