"""Blender's own triangles of a few polygons, without those of the whole mesh."""

import numpy as np

from .mesh_arrays import read_triangle_corners
from .mesh_memory import add_polygons
from .temporary_mesh import temporary_mesh

# A pick cuts a few quads, looked at in 10 us; Blender, which needs a mesh of them, takes 40, and after other work three
# times as long.
_FEW = 32
_TWO_TRIANGLES = ((0, 1, 2), (0, 2, 3))
# Of sums of products in single precision, in whatever order they are rounded: twice the 16 half epsilons that they come
# to. Below and beyond these sizes numbers may be lost altogether.
_ROUNDING, _SMALLEST, _LARGEST = 2.0**-19, 1e-24, 1e8


def triangulate(positions, offsets):
    """How Blender cuts polygons into triangles, as `core.PolygonIndex` asks.

    A mesh of these polygons alone, of no file, is cut by Blender itself: how depends on nothing but the positions of a
    polygon's corners. It takes 30 us; the triangles of a mesh of a million take 25 ms, and 100 more to read.

    Parameters
    ----------
    positions : (c, 3) float32
        Of the corners of the polygons, one after another.
    offsets : (k + 1,) int
        Where in them each polygon begins, and the last ends.

    Returns
    -------
    (t, 3) int
        Numbers of corners.
    """
    if len(offsets) <= _FEW + 1 and (quads := _plain_quads(positions, offsets)) is not None:
        return quads
    with temporary_mesh() as mesh:
        add_polygons(mesh, positions, np.arange(len(positions), dtype=np.int32), offsets)
        return read_triangle_corners(mesh)


def _plain_quads(positions, offsets):
    """The same of polygons that all surely are quads which Blender cuts from their first corner to their third.

    It does so unless the second and the fourth lie on one side of that line; whether they do is sure where what is
    computed is larger than all that it can be off by. None if any is another polygon, or that is not sure.
    """
    count = len(offsets) - 1
    if len(positions) != 4 * count or offsets.tolist() != list(range(0, 4 * count + 1, 4)):
        return None
    corners = positions.tolist()
    if not all(_are_apart(*corners[start : start + 4]) for start in range(0, 4 * count, 4)):
        return None
    return (np.arange(0, 4 * count, 4)[:, None, None] + _TWO_TRIANGLES).reshape(-1, 3)


def _are_apart(first, second, third, fourth):
    """Whether two corners surely lie on different sides of the line between the two others."""
    x, y, z = first
    a, b, c = second[0] - x, second[1] - y, second[2] - z
    d, e, f = third[0] - x, third[1] - y, third[2] - z
    g, h, i = fourth[0] - x, fourth[1] - y, fourth[2] - z
    product = (b * f - c * e) * (h * f - i * e)
    product += (c * d - a * f) * (i * d - g * f)
    product += (a * e - b * d) * (g * e - h * d)
    # Of their sizes, and of what is added up.
    a, b, c, d, e, f, g, h, i = map(abs, (a, b, c, d, e, f, g, h, i))
    size = (b * f + c * e) * (h * f + i * e)
    size += (c * d + a * f) * (i * d + g * f)
    size += (a * e + b * d) * (g * e + h * d)
    return max(a, b, c, d, e, f, g, h, i) < _LARGEST and product < -_SMALLEST - _ROUNDING * size
