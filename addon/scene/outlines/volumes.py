"""Volumes, which are as large as their bounds: Blender shows the density inside."""

import bpy
import numpy as np

from .figures import box_faces
from .outline import Outline

_NO_LINES = np.zeros((0, 3))


def volume_outlines(obj):
    """The sides of the box around all grids; nothing without a grid, of which nothing is drawn."""
    low, high = _drawn_box(obj)
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


def _drawn_box(obj):
    """Lowest and highest coordinates (3,) of all grids, in the object's space."""
    corners = np.array([corner[:] for corner in obj.bound_box])
    low, high = corners.min(axis=0), corners.max(axis=0)
    if bpy.app.version < (5, 0) and (low < high).any():
        # There the box ends where the last voxels begin.
        voxels = np.array([grid.matrix_object for grid in obj.data.grids]).reshape(-1, 4, 4)[:, :3, :3]
        low = low + np.minimum(voxels, 0.0).sum(axis=2).min(axis=0, initial=0.0)
        high = high + np.maximum(voxels, 0.0).sum(axis=2).max(axis=0, initial=0.0)
    return low, high
