"""Volumes, which are as large as their bounds: Blender shows the density inside, or lines in wireframe."""

from dataclasses import replace

import bpy
import numpy as np

from .figures import box, box_faces
from .outline import Outline, lines

# Before 5.2 nothing is drawn in wireframe of a volume that geometry nodes made, unless all its edges are asked for.
_HAS_NO_WIRES = bpy.app.version < (5, 2)
_NO_LINES = np.zeros((0, 3))


def volume_outlines(obj):
    """The sides of the box around all grids; nothing without a grid, of which nothing is drawn.

    Then, not filled, what is drawn instead in wireframe: the edges of the box, though Blender may show those of smaller
    boxes within, or points, which are about everywhere.
    """
    low, high = _drawn_box(obj)
    if (low >= high).all():
        return
    middle, half_size = (low + high) / 2.0, (high - low) / 2.0
    triangles = middle + box_faces() * half_size
    area = Outline(
        "VOLUME",
        _NO_LINES,
        _NO_LINES,
        np.zeros(0, dtype=np.int64),
        fills=triangles,
        fill_indices=np.zeros(len(triangles), dtype=np.int64),
    )
    yield area
    if _HAS_NO_WIRES and not obj.data.filepath and not obj.show_all_edges:
        return
    wireframe = obj.data.display.wireframe_type
    if wireframe == "POINTS":
        yield replace(area, is_filled=False)
    elif wireframe != "NONE":
        yield lines("VOLUME", *(middle + ends * half_size for ends in box()), is_filled=False)


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
