"""Rays against triangles that know nothing of one another."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .hits import Hits
from .mesh_index import MeshIndex
from .rays import Rays


def ray_triangles(rays: Rays, triangles: ArrayLike, cull_backfaces: bool = False) -> Hits:
    """Nearest hit of each ray among triangles that share no vertices.

    Parameters
    ----------
    rays : Rays
    triangles : (m, 3, 3) float
        Corners, counter-clockwise as seen from the front.
    cull_backfaces : bool
        Let rays pass through triangles they meet from behind.

    Returns
    -------
    Hits
        One row a ray, as `MeshIndex.first` gives it.

    Raises
    ------
    ValueError
        If the shape is wrong.
    """
    corners = checks.shaped("triangles", triangles, (None, 3, 3)).reshape(-1, 3)
    index = MeshIndex(corners, np.arange(len(corners)).reshape(-1, 3))
    return index.first(rays, cull_backfaces=cull_backfaces)
