"""The one order of candidates under a pixel; its head is what a pick answers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .arrays import IndexArray


def rank_hits(
    layer: ArrayLike,
    distance: ArrayLike,
    instance_index: ArrayLike,
    element_index: ArrayLike,
    pixel_distance: ArrayLike = np.inf,
    is_last: ArrayLike = False,
) -> IndexArray:
    """Order of candidates: by layer, lines and points by their distance on the screen, then by depth.

    Parameters
    ----------
    layer : (k,) int or bool
        The higher, the more of the others it is drawn over.
    distance : (k,) float
        t or distance, of one ray.
    instance_index, element_index : (k,) int
        The lower wins where all else is the same.
    pixel_distance : float or (k,) float
        Of lines and points that can be seen; inf for faces, and for what lies behind one.
    is_last : bool or (k,) bool
        What comes after everything that is not.

    Returns
    -------
    (k,) int
        Row numbers, the best first.
    """
    behind = -np.asarray(layer, dtype=np.int64)
    on_screen = np.broadcast_to(np.asarray(pixel_distance, dtype=np.float64), behind.shape)
    last = np.broadcast_to(np.asarray(is_last, dtype=bool), behind.shape)
    keys = (element_index, instance_index, distance, on_screen, behind, last)
    return np.lexsort(keys).astype(np.int64)  # type: ignore[arg-type]
