"""Volumes: Blender shows the density of one grid, or lines around it in wireframe."""

from dataclasses import replace
from typing import NamedTuple

import bpy
import numpy as np

from .figures import box, box_faces
from .outline import Outline, lines

# Before 4.4 volumes are drawn with lines only if all edges are asked for, then not at all until 5.2; points always are.
_NEEDS_EVERY_EDGE = bpy.app.version < (4, 4)
_HAS_NO_LINES = (4, 4) <= bpy.app.version < (5, 2)
# From 5.0 on what is drawn filled, and the bounds of an object, begin half a voxel earlier than lines.
_SHIFT = 0.5 if bpy.app.version >= (5, 0) else 0.0
# Before, these bounds end where the last voxels begin.
_UNTOLD = 1.0 - 2.0 * _SHIFT
# Voxels along an edge of the second smallest nodes of a grid: 16 leaves of 8.
_BLOCK_SIZE = 128.0
# How far from whole numbers of voxels the bounds of one grid can be by rounding.
_ROUNDING = 0.05
_NO_LINES = np.zeros((0, 3))


class _Voxels(NamedTuple):
    """The voxels of a grid from the `first` (3,) to before the `last`, whole numbers; `matrix` (4, 4) to the object."""

    matrix: np.ndarray
    first: np.ndarray
    last: np.ndarray

    def places(self, indices):
        """(..., 3) of the object's space."""
        return indices @ self.matrix[:3, :3].T + self.matrix[:3, 3]


def volume_outlines(obj):
    """The sides of the box around a volume; nothing without a grid, of which nothing is drawn.

    Then, not filled, what is drawn instead in wireframe: the edges of the box, or of the blocks of voxels that it is
    made of; see `unread_parts` for the rest.
    """
    low, high = _bounds(obj)
    if (low >= high).all():
        return
    voxels = _voxels(obj.data.grids, low, high)
    if voxels is None:
        triangles = (low + high) / 2.0 + box_faces() * (high - low) / 2.0
    else:
        first, last = voxels.first - _SHIFT, voxels.last - _SHIFT
        triangles = voxels.places((first + last) / 2.0 + box_faces() * (last - first) / 2.0)
    area = Outline(
        "VOLUME",
        _NO_LINES,
        _NO_LINES,
        np.zeros(0, dtype=np.int64),
        fills=triangles,
        fill_indices=np.zeros(len(triangles), dtype=np.int64),
    )
    yield area
    wireframe = obj.data.display.wireframe_type
    if wireframe == "POINTS":
        yield replace(area, is_filled=False)
    elif wireframe != "NONE" and not _HAS_NO_LINES and (obj.show_all_edges or not _NEEDS_EVERY_EDGE):
        if voxels is None:
            edges = ((low + high) / 2.0 + ends * (high - low) / 2.0 for ends in box())
        else:
            edges = _edges(voxels, _has_blocks(obj))
        yield lines("VOLUME", *edges, is_filled=False)


def unread_parts(obj, outlines):
    """Why what is drawn of an evaluated object with these outlines may be other than them, a sentence; else None."""
    if all(outline.kind != "VOLUME" for outline in outlines):
        return None
    if len(obj.data.grids) > 1:
        return "Only the active grid of the volume is drawn, but how far all of them reach together is all that is told"
    voxels = _voxels(obj.data.grids, *_bounds(obj))
    if voxels is None:
        return "How far the grid of the volume reaches cannot be read, so the box around it along the axes is picked"
    if all(outline.is_filled for outline in outlines):
        return None
    display = obj.data.display
    has_points = display.wireframe_type == "POINTS"
    if has_points or (display.wireframe_type == "BOXES" and display.wireframe_detail == "FINE"):
        what = "points" if has_points else "fine boxes"
        return f"Which {what} of the volume are drawn cannot be read, so its bounds are picked"
    if _has_blocks(obj) and any(len(cuts) > 2 for cuts in _cuts(voxels, has_blocks=True)):
        return (
            "Which blocks of the volume are empty, and not drawn, cannot be read, so all of them are picked"
        )
    return None


def _has_blocks(obj):
    display = obj.data.display
    return display.wireframe_type == "BOXES" and display.wireframe_detail == "COARSE"


def _edges(voxels, has_blocks):
    """Edges of the blocks of voxels in a box, or of one that ends where the last voxels begin, as a pair of (n, 3)."""
    cuts = _cuts(voxels, has_blocks)
    starts, stops = [], []
    for axis in range(3):
        across = [cuts[other] if other != axis else cuts[axis][:1] for other in range(3)]
        corners = np.stack(np.meshgrid(*across, indexing="ij"), axis=-1).reshape(-1, 3)
        starts.append(corners)
        stops.append(corners + np.eye(3)[axis] * (cuts[axis][-1] - cuts[axis][0]))
    return voxels.places(np.concatenate(starts)), voxels.places(np.concatenate(stops))


def _cuts(voxels, has_blocks):
    """Of each axis the first voxel and the last, and where blocks begin between them."""
    if not has_blocks:
        return np.stack((voxels.first, voxels.last - 1.0), axis=1)
    found = []
    for first, last in zip(voxels.first, voxels.last, strict=True):
        blocks = np.arange(np.floor(first / _BLOCK_SIZE) + 1.0, np.ceil(last / _BLOCK_SIZE)) * _BLOCK_SIZE
        found.append(np.concatenate(((first,), blocks, (last,))))
    return found


def _bounds(obj):
    """Lowest and highest coordinates (3,) of all grids, as Blender tells them."""
    corners = np.array([corner[:] for corner in obj.bound_box], dtype=np.float64)
    return corners.min(axis=0), corners.max(axis=0)


def _voxels(grids, low, high):
    """The `_Voxels` that have these bounds, of the active grid and of others that lie as it does.

    None where the bounds do not say: of a grid that is turned by an eighth, or of grids that lie differently.
    """
    matrices = np.array([grid.matrix_object for grid in grids], dtype=np.float64)
    matrix = matrices[min(max(grids.active_index, 0), len(grids) - 1)]
    linear, middle = matrix[:3, :3], (low + high) / 2.0
    sizes = np.abs(linear)
    stretch = np.linalg.cond(sizes)
    if (matrices != matrix).any() or not np.isfinite(stretch) or not np.linalg.det(linear):
        return None
    # The bounds of a box reach as far as its three half sides together.
    reach = np.linalg.solve(sizes, (high - low) / 2.0)
    center = np.linalg.solve(linear, middle - matrix[:3, 3])
    ends = np.stack((center - reach, center + reach)) + _SHIFT
    whole = np.round(ends)
    error = stretch * np.abs(ends).max() * np.finfo(np.float32).eps
    if not (np.abs(ends - whole) < _ROUNDING).all() or error > _ROUNDING or (reach < 0.0).any():
        return None
    return _Voxels(matrix, whole[0], whole[1] + _UNTOLD)
