"""Edges and vertices of meshes, and curves that have no surface.

Blender draws the loose edges of every mesh, and the vertices of a mesh that has nothing else. In edit mode it draws
all edges, and in vertex select mode the vertices, that are not hidden.
"""

import numpy as np

from ..cage import mesh_as_cage, picked_positions, read_cage
from ..mesh_arrays import (
    polygons_view,
    read_edge_vertices,
    read_flags,
    read_loose_edges,
    read_positions,
    read_triangle_corners,
)
from ..mesh_sources import evaluated_mesh, original_mesh, picked_mesh
from ..modes import is_edited_mesh
from .control_points import control_outlines
from .outline import Outline, points
from .silhouettes import Solid


def mesh_outlines(obj, geometry, depsgraph):
    """Loose edges, and the vertices of a mesh without any edge; of a mesh in edit mode all that is not hidden."""
    if is_edited_mesh(obj):
        yield from _edited_outlines(obj, geometry, depsgraph)
        return
    with picked_mesh(obj, geometry) as mesh:
        loose = read_loose_edges(mesh)
        if len(mesh.edges) and not len(loose):
            return
        positions = picked_positions(obj, mesh, geometry, depsgraph)
        if len(mesh.edges):
            yield edges_outline("EDGE", mesh, loose, positions)
        else:
            yield points("VERTEX", positions.astype(np.float64))


def _edited_outlines(obj, geometry, depsgraph):
    """Edges and vertices of a mesh in edit mode where the cage has them, numbered as in the edited mesh."""
    with original_mesh(obj) as mesh:
        hides_edge = read_flags(mesh, ".hide_edge", "EDGE", len(mesh.edges))
        hides_vertex = read_flags(mesh, ".hide_vert", "POINT", len(mesh.vertices))
        cage = mesh_as_cage(mesh) if geometry == "ORIGINAL" else read_cage(obj, depsgraph)
    positions = cage.positions.astype(np.float64)
    shown = np.flatnonzero((cage.edge_origins >= 0) & ~np.append(hides_edge, True)[cage.edge_origins])
    ends = positions[cage.edges[shown]]
    yield Outline("EDGE", ends[:, 0], ends[:, 1], cage.edge_origins[shown])
    shown = np.flatnonzero((cage.vertex_origins >= 0) & ~np.append(hides_vertex, True)[cage.vertex_origins])
    places = positions[shown]
    yield Outline("VERTEX", places, places, cage.vertex_origins[shown])


def curve_outlines(obj):
    """The line of a curve, surface or text that has no surface; in edit mode the control points as well."""
    if obj.mode == "EDIT" and obj.type != "FONT":
        yield from control_outlines(obj)
    try:
        mesh = obj.to_mesh()
        # A curve without a spline has none.
        if mesh is not None and not len(mesh.polygons):
            yield edges_outline("CURVE", mesh, np.arange(len(mesh.edges)), read_positions(mesh))
    finally:
        obj.to_mesh_clear()


def edges_of(kind, obj, only_loose):
    """All edges, or those of no face, of the mesh that something of another kind is drawn as."""
    with evaluated_mesh(obj) as mesh:
        indices = read_loose_edges(mesh) if only_loose else np.arange(len(mesh.edges))
        return edges_outline(kind, mesh, indices, read_positions(mesh))


def solid(obj):
    """The faces of the same mesh as a `Solid`."""
    with evaluated_mesh(obj) as mesh:
        triangles = polygons_view(mesh)[0][read_triangle_corners(mesh)]
        return Solid(read_positions(mesh).astype(np.float64), triangles)


def edges_outline(kind, mesh, indices, positions, **settings):
    """Edges of a mesh, by their numbers, as an `Outline` of a kind; `positions` (n, 3) are those of its vertices."""
    ends = read_edge_vertices(mesh)[indices]
    places = positions.astype(np.float64)
    return Outline(kind, places[ends[:, 0]], places[ends[:, 1]], indices, **settings)
