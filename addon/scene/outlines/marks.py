"""Discs and squares that face the viewer around points, as strokes are made of."""

from typing import NamedTuple

import numpy as np

from .placing import pixel_sizes

# From the middle of a square to its corners, in parts of its radius.
REACH = np.sqrt(2.0)
_TO_THE_RIGHT = np.array((1.0, 0.0))


class Marks(NamedTuple):
    """How a disc or a square around each of n points lies on the screen.

    Attributes
    ----------
    is_square : bool
    directions : (n, 3) float or None
        Of the outline's own space: where its first axis goes on the screen; to the right without them.
    turns : (n,) float
        By how much it is turned clockwise from there, radians.
    aspects : (n, 2) float
        How far it reaches along its two axes, in parts of its radius.
    radii_px : (n,) float or None
        Radii before `icon_scale`, where they are not in `Outline.half_widths`.
    """

    is_square: bool
    directions: np.ndarray | None
    turns: np.ndarray
    aspects: np.ndarray
    radii_px: np.ndarray | None = None


def nearest_marks(marks, placed, matrix_world, view, icon_scale, pixel_px, rows):
    """Which places of some marks are nearest to a pixel.

    Parameters
    ----------
    marks : Marks
    placed : Placed
        Their points in the world.
    matrix_world : (4, 4) float
    view : View
    icon_scale : float
    pixel_px : (2,) float
    rows : (k,) int

    Returns
    -------
    locations : (k, 3) float
        In the world; what the pixel shows where it is inside.
    distances_px : (k,) float
        0 inside; of discs that are not round to the first order.
    """
    middles = placed.starts[rows]
    axes = _turned(_axes_px(marks, placed, matrix_world, view, rows), marks.turns[rows])
    across = np.column_stack((-axes[:, 1], axes[:, 0]))
    radii = radii_px(marks, placed, view, icon_scale)[rows, None]
    sizes = np.maximum(radii * marks.aspects[rows], np.finfo(float).tiny)
    offsets_px = pixel_px - view.project(middles)[0]
    local = np.stack([np.einsum("kc,kc->k", offsets_px, axis) for axis in (axes, across)], axis=1)
    nearest, distances = (_of_squares if marks.is_square else _of_discs)(local, sizes)
    steps_px = nearest[:, :1] * axes + nearest[:, 1:] * across
    steps = steps_px * pixel_sizes(view, middles)[:, None]
    return middles + steps @ view.world_from_view[:3, :2].T, distances


def radii_px(marks, placed, view, icon_scale):
    """(n,) how large `Marks` are on the screen."""
    if marks.radii_px is not None:
        return marks.radii_px * icon_scale
    return placed.half_widths[:, 0] / np.maximum(pixel_sizes(view, placed.starts), np.finfo(float).tiny)


def _of_squares(local, sizes):
    nearest = np.clip(local, -sizes, sizes)
    return nearest, np.linalg.norm(local - nearest, axis=1)


def _of_discs(local, sizes):
    """See Inigo Quilez, "Ellipsoid - bound" by its gradient."""
    parts = np.linalg.norm(local / sizes, axis=1)
    slopes = np.maximum(np.linalg.norm(local / sizes**2, axis=1), np.finfo(float).tiny)
    distances = np.where(parts > 1.0, parts * (parts - 1.0) / slopes, 0.0)
    return local / np.maximum(parts, 1.0)[:, None], distances


def _axes_px(marks, placed, matrix_world, view, rows):
    """(k, 2) where the `directions` go on the screen, unit vectors."""
    if marks.directions is None:
        return np.broadcast_to(_TO_THE_RIGHT, (len(rows), 2))
    middles = placed.starts[rows]
    towards = middles + marks.directions[rows] @ matrix_world[:3, :3].T
    spans = view.project(towards)[0] - view.project(middles)[0]
    lengths = np.linalg.norm(spans, axis=1, keepdims=True)
    return np.divide(spans, lengths, out=np.zeros_like(spans), where=lengths > 0.0)


def _turned(axes, angles):
    """Vectors (k, 2) turned clockwise."""
    cosines, sines = np.cos(angles), np.sin(angles)
    x, y = axes.T
    return np.column_stack((cosines * x + sines * y, cosines * y - sines * x))
