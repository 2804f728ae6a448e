"""Edges and vertices of meshes, and curves that have no surface.

Blender draws the loose edges of every mesh, and the vertices of a mesh that has nothing else. In edit mode it draws
all edges, and in vertex select mode the vertices, that are not hidden.
"""

import numpy as np

from ..cage import mesh_as_cage, read_cage
from ..mesh_sources import evaluated_mesh, has_original, original_mesh, picked_mesh, read_flags
from ..modes import is_edited_mesh
from .control_points import control_outlines
from .outline import Outline, points, read_vectors


def mesh_outlines(obj, geometry, depsgraph):
    """Loose edges, and the vertices of a mesh without any edge; of a mesh in edit mode all that is not hidden."""
    if is_edited_mesh(obj):
        yield from _edited_outlines(obj, geometry, depsgraph)
        return
    with picked_mesh(obj, geometry) as mesh:
        positions = read_vectors(mesh.vertices, "co")
        if geometry == "CAGE" and has_original(obj):
            positions = read_cage(obj, depsgraph).original_positions(len(positions)).astype(np.float64)
        if len(mesh.edges) == 0:
            yield points("VERTEX", positions)
            return
        is_loose = np.empty(len(mesh.edges), dtype=bool)
        mesh.edges.foreach_get("is_loose", is_loose)
        if is_loose.any():
            yield _edges("EDGE", mesh, np.flatnonzero(is_loose), positions)


def _edited_outlines(obj, geometry, depsgraph):
    """Edges and vertices of a mesh in edit mode where the cage has them, numbered as in the edited mesh."""
    with original_mesh(obj) as mesh:
        hides_edge = read_flags(mesh, ".hide_edge", "EDGE", len(mesh.edges))
        hides_vertex = read_flags(mesh, ".hide_vert", "POINT", len(mesh.vertices))
        cage = mesh_as_cage(mesh) if geometry == "ORIGINAL" else read_cage(obj, depsgraph)
    positions = cage.positions.astype(np.float64)
    shown = np.flatnonzero((cage.edge_origins >= 0) & ~np.append(hides_edge, True)[cage.edge_origins])
    ends = positions[cage.edges[shown]]
    yield Outline("EDGE", ends[:, 0], ends[:, 1], cage.edge_origins[shown], shows_through="XRAY")
    shown = np.flatnonzero((cage.vertex_origins >= 0) & ~np.append(hides_vertex, True)[cage.vertex_origins])
    places = positions[shown]
    yield Outline("VERTEX", places, places, cage.vertex_origins[shown], shows_through="XRAY")


def curve_outlines(obj):
    """The line of a curve, surface or text that has no surface; in edit mode the control points as well."""
    if obj.mode == "EDIT" and obj.type != "FONT":
        yield from control_outlines(obj)
    try:
        mesh = obj.to_mesh()
        # A curve without a spline has none.
        if mesh is not None and not len(mesh.polygons):
            positions = read_vectors(mesh.vertices, "co")
            yield _edges("CURVE", mesh, np.arange(len(mesh.edges)), positions)
    finally:
        obj.to_mesh_clear()


def mesh_drawing(kind, obj):
    """All edges and faces of a mesh that something of another kind is drawn as."""
    with evaluated_mesh(obj) as mesh:
        mesh.calc_loop_triangles()
        triangles = np.empty(len(mesh.loop_triangles) * 3, dtype=np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles)
        triangles = triangles.reshape(-1, 3)
        owners = np.zeros(len(triangles), dtype=np.int64)
        positions = read_vectors(mesh.vertices, "co")
        yield _edges(
            kind, mesh, np.arange(len(mesh.edges)), positions, fills=positions[triangles], fill_indices=owners
        )


def _edges(kind, mesh, indices, positions, **settings):
    ends = np.empty(len(mesh.edges) * 2, dtype=np.int32)
    mesh.edges.foreach_get("vertices", ends)
    ends = ends.reshape(-1, 2)[indices]
    return Outline(kind, positions[ends[:, 0]], positions[ends[:, 1]], indices, **settings)
