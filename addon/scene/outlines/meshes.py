"""Edges and vertices of meshes, and curves that have no surface.

Blender draws the loose edges of every mesh, and the vertices of a mesh that has nothing else.
"""

import numpy as np

from ..geometry import edge_vertices, evaluated_mesh, positions
from .outline import Outline, points, read_vectors


def mesh_outlines(obj):
    """Loose edges; the vertices of a mesh without any edge."""
    with evaluated_mesh(obj) as mesh:
        if len(mesh.edges) == 0:
            yield points("VERTEX", read_vectors(mesh.vertices, "co"))
            return
        is_loose = np.empty(len(mesh.edges), dtype=bool)
        mesh.edges.foreach_get("is_loose", is_loose)
        if is_loose.any():
            yield edges_outline("EDGE", mesh, np.flatnonzero(is_loose))


def curve_outlines(obj):
    """The line of a curve, surface or text; asked for only where it has no surface."""
    try:
        mesh = obj.to_mesh()
        # A curve without a spline has none.
        if mesh is not None:
            yield edges_outline("CURVE", mesh, np.arange(len(mesh.edges)))
    finally:
        obj.to_mesh_clear()


def mesh_drawing(kind, obj):
    """All edges and faces of a mesh that something of another kind is drawn as."""
    with evaluated_mesh(obj) as mesh:
        mesh.calc_loop_triangles()
        triangles = np.empty(len(mesh.loop_triangles) * 3, dtype=np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles)
        fills = read_vectors(mesh.vertices, "co")[triangles.reshape(-1, 3)]
        owners = np.zeros(len(fills), dtype=np.int64)
        yield edges_outline(kind, mesh, np.arange(len(mesh.edges)), fills=fills, fill_indices=owners)


def edges_outline(kind, mesh, indices, **settings):
    """Edges of a mesh, by their numbers, as an `Outline` of a kind."""
    ends = edge_vertices(mesh)[indices]
    places = positions(mesh).astype(np.float64)
    return Outline(kind, places[ends[:, 0]], places[ends[:, 1]], indices, **settings)
