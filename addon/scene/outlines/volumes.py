"""Volumes, which are as large as their bounds: Blender shows the density inside."""

import numpy as np

from .figures import box_faces
from .outline import Outline

_NO_LINES = np.zeros((0, 3))


def volume_outlines(obj):
    """The sides of the box around all grids; nothing without a grid, of which nothing is drawn."""
    corners = np.array([corner[:] for corner in obj.bound_box])
    low, high = corners.min(axis=0), corners.max(axis=0)
    if (low >= high).all():
        return
    triangles = (low + high) / 2.0 + box_faces() * (high - low) / 2.0
    yield Outline(
        "VOLUME",
        _NO_LINES,
        _NO_LINES,
        np.zeros(0, dtype=np.int64),
        fills=triangles,
        fill_indices=np.zeros(len(triangles), dtype=np.int64),
    )
