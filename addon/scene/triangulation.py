"""Blender's own triangles of a few polygons, without those of the whole mesh."""

import numpy as np

from .mesh_arrays import read_triangle_corners
from .mesh_memory import add_polygons
from .temporary_mesh import temporary_mesh


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
    with temporary_mesh() as mesh:
        add_polygons(mesh, positions, np.arange(len(positions), dtype=np.int32), offsets)
        return read_triangle_corners(mesh)
