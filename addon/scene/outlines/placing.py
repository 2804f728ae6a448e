"""From outlines to lines in the world, as one view shows them."""

from typing import NamedTuple

import numpy as np

# Sine of the angle at which a face is seen from the side; see overlay_armature_shape_outline_vert.glsl.
_EDGE_ON = 1e-5


class Placed(NamedTuple):
    """`starts` and `ends` (n, 3), NaN where a line is not drawn; `half_widths` (n, 2) and `lifts` (n,), or None.

    All is in the world. Widths that depend on how they lie are the largest that they can be.
    """

    starts: np.ndarray
    ends: np.ndarray
    half_widths: np.ndarray | None
    lifts: np.ndarray | None = None


def place(outline, matrix_world, view, icon_scale):
    """The lines or points of an outline in the world.

    Parameters
    ----------
    outline : Outline
    matrix_world : (4, 4) float
        Of the instance that is drawn with it.
    view : View
    icon_scale : float

    Returns
    -------
    Placed
        Points keep one array for both ends.
    """
    if outline.turned is not None:
        axes = _towards_viewer(outline.turned, view)
        middle = outline.turned[:3, 3]
        return Placed(outline.starts[:, :2] @ axes + middle, outline.ends[:, :2] @ axes + middle, None)
    starts = to_world(outline, matrix_world, outline.starts)
    half_widths = outline.half_widths
    if half_widths is not None:
        half_widths = half_widths * _WIDTH_SCALES[outline.width_scale](matrix_world)
    if outline.starts is outline.ends and outline.facing is None:
        lifts = outline.lifts
        if lifts is not None:
            lifts = lifts * _WIDTH_SCALES[outline.width_scale](matrix_world)
        return Placed(starts, starts, half_widths, lifts)
    ends = to_world(outline, matrix_world, outline.ends)
    if outline.facing is not None:
        starts = starts + _on_screen(outline, outline.facing[:, 0], starts, view, icon_scale)
        ends = ends + _on_screen(outline, outline.facing[:, 1], ends, view, icon_scale)
    if outline.side_normals is not None:
        normals = outline.side_normals
        if not outline.in_world:
            normals = placed_normals(normals, matrix_world[:3, :3])
        starts = np.where(_is_silhouette(normals, ends, view)[:, None], starts, np.nan)
    return Placed(starts, ends, half_widths)


def to_world(outline, matrix_world, positions):
    """Positions (..., 3) of an outline in the world."""
    if outline.in_world:
        return positions
    # What is infinite turns into no number.
    with np.errstate(invalid="ignore"):
        return positions @ matrix_world[:3, :3].T + matrix_world[:3, 3]


def pixel_sizes(view, positions):
    """(n,) world units of a pixel at places in the world; below zero behind the eye."""
    depths = np.ones(len(positions)) if view.is_orthographic else view.depths(positions)
    return 2.0 * depths / (abs(view.projection[0, 0]) * view.size_px[0])


def _on_screen(outline, offsets, positions, view, icon_scale):
    """World vectors of offsets to the right and upwards on the screen."""
    if outline.facing_unit == "PIXEL":
        offsets = offsets * (icon_scale * pixel_sizes(view, positions))[:, None]
    return offsets @ view.world_from_view[:3, :2].T


def _towards_viewer(matrix, view):
    """(2, 3) vectors in the world: axes of length 1 across the way from the origin to the viewer, before the matrix."""
    linear = matrix[:3, :3]
    towards = np.linalg.solve(linear, -view.view_axis if view.is_orthographic else view.eye - matrix[:3, 3])
    # Beside an axis that lies far from the way there.
    first = np.cross(towards, np.eye(3)[np.abs(towards).argmin()])
    second = np.cross(towards, first)
    least = np.finfo(float).tiny
    return np.array([axis / max(np.linalg.norm(axis), least) for axis in (first, second)]) @ linear.T


def _is_silhouette(side_normals, positions, view):
    towards = -view.view_axis[None] if view.is_orthographic else view.eye - positions
    heights = np.einsum("nsc,nc->ns", side_normals, np.broadcast_to(towards, positions.shape))
    lengths = np.linalg.norm(side_normals, axis=2) * np.linalg.norm(towards, axis=1)[:, None]
    is_edge_on = (np.abs(heights) <= _EDGE_ON * lengths).any(axis=1)
    return is_edge_on | ((heights[:, 0] > 0.0) != (heights[:, 1] > 0.0))


def placed_normals(normals, linear):
    """Normals (..., 3) of what a matrix (3, 3) moves, as long as areas become; one that mirrors turns all of them."""
    first, second, third = linear.T
    cofactors = np.array((np.cross(second, third), np.cross(third, first), np.cross(first, second)))
    return normals @ cofactors


def mean_scale(matrix_world):
    """How long the matrix makes a vector of length 1 with three equal coordinates, as Blender scales widths."""
    return np.linalg.norm(matrix_world[:3, :3].sum(axis=1)) / np.sqrt(3.0)


def scales_across(matrix_world, across):
    """(n,) how long the matrix makes vectors of length 1 that it turns towards unit vectors (n, 3).

    0 where the matrix has no inverse.
    """
    linear = matrix_world[:3, :3]
    if not np.linalg.det(linear):
        return np.zeros(len(across))
    lengths = np.linalg.norm(across @ np.linalg.inv(linear).T, axis=1)
    return np.divide(1.0, lengths, out=np.zeros(len(across)), where=lengths > 0.0)


def _mean_coordinate(matrix_world):
    return np.abs(matrix_world[:3, :3].sum(axis=1)).mean()


def _largest_scale(matrix_world):
    linear = matrix_world[:3, :3]
    return np.linalg.norm(linear, 2) if np.isfinite(linear).all() else np.nan


_WIDTH_SCALES = {"MEAN": mean_scale, "COORDINATES": _mean_coordinate, "ACROSS": _largest_scale}
