"""Volumes, which are as large as their bounds: Blender shows the density inside, or lines in wireframe."""

from dataclasses import replace

import bpy
import numpy as np

from .figures import box, box_faces
from .outline import Outline, lines

# Before 5.2 nothing is drawn in wireframe of a volume that geometry nodes made, unless all its edges are asked for.
_HAS_NO_WIRES = bpy.app.version < (5, 2)
# Voxels along an edge of the second smallest nodes of a grid: 16 leaves of 8.
_BLOCK_SIZE = 128.0
# Of a voxel, more than the rounding of a box.
_ROUNDING = 1e-2
_NO_LINES = np.zeros((0, 3))


def volume_outlines(obj):
    """The sides of the box around all grids; nothing without a grid, of which nothing is drawn.

    Then, not filled, what is drawn instead in wireframe: the edges of the box, or of the blocks of voxels that it is
    made of; see `unread_wires` for the rest.
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
        has_blocks = wireframe == "BOXES" and obj.data.display.wireframe_detail == "COARSE"
        blocks = _block_edges(obj, low, high, has_blocks)
        edges = blocks or (middle + ends * half_size for ends in box())
        yield lines("VOLUME", *edges, is_filled=False)


def unread_wires(obj, outlines):
    """Why what is drawn of an evaluated object with these outlines may be more than them, a sentence; else None."""
    if obj.type != "VOLUME" or all(outline.is_filled for outline in outlines):
        return None
    display = obj.data.display
    has_points = display.wireframe_type == "POINTS"
    if has_points or (display.wireframe_type == "BOXES" and display.wireframe_detail == "FINE"):
        what = "points" if has_points else "fine boxes"
        return f"Which {what} of the volume are drawn cannot be read, so its bounds are picked"
    return None


def _block_edges(obj, low, high, has_blocks):
    """Edges of the blocks of voxels in a box, or of one that ends where the last voxels begin, as pairs of (n, 3).

    None where the grid does not lie along the axes.
    """
    grids = obj.data.grids
    matrix = np.array(grids[0].matrix_object if len(grids) else np.eye(4), dtype=np.float64)
    voxel = np.diagonal(matrix)[:3]
    if not voxel.all() or (matrix[:3, :3] != np.diag(voxel)).any():
        return None
    # What is drawn filled begins half a voxel earlier from 5.0 on.
    ends = np.floor((np.array((low, high)) - matrix[:3, 3]) / voxel + 0.5 + _ROUNDING)
    first, last = ends.min(axis=0), ends.max(axis=0) - (0.0 if has_blocks else 1.0)
    cuts = [_cuts(*span, has_blocks) * size for *span, size in zip(first, last, voxel, strict=True)]
    starts, stops = [], []
    for axis in range(3):
        across = [cuts[other] if other != axis else cuts[axis][:1] for other in range(3)]
        corners = np.stack(np.meshgrid(*across, indexing="ij"), axis=-1).reshape(-1, 3) + matrix[:3, 3]
        starts.append(corners)
        stops.append(corners + np.eye(3)[axis] * (cuts[axis][-1] - cuts[axis][0]))
    return np.concatenate(starts), np.concatenate(stops)


def _cuts(first, last, has_blocks):
    """The first and the last of an axis, and where blocks begin between them."""
    if not has_blocks:
        return np.array((first, last))
    blocks = np.arange(np.floor(first / _BLOCK_SIZE) + 1.0, np.ceil(last / _BLOCK_SIZE)) * _BLOCK_SIZE
    return np.concatenate(((first,), blocks, (last,)))


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
