"""The arrays that a Blender mesh is made of, read in the quickest way there is."""

from functools import partial

import numpy as np

from ..core.two_threads import at_once
from .mesh_memory import attribute_view, offsets_view, triangles_view

# Corners looked at together, so that they stay in the processor's cache.
_CORNERS_AT_ONCE = 1 << 15
_CORNERS_FOR_TWO_THREADS = 1 << 19


def positions_view(mesh):
    """(n, 3) float32 of the vertices, maybe as they lie in memory: to be read before anything else happens to them."""
    return _values(mesh, "position", "vector", mesh.vertices, "co", np.float32, 3)


def read_positions(mesh):
    """(n, 3) float32 of the vertices."""
    return positions_view(mesh).copy()


def read_edge_vertices(mesh):
    """(n, 2) int32 numbers of the vertices that each edge joins."""
    return _values(mesh, ".edge_verts", "value", mesh.edges, "vertices", np.int32, 2).copy()


def polygons_view(mesh):
    """The polygons as two arrays, as they may lie in memory: to be read before anything else happens to them.

    (c,) int32 vertex numbers of the corners of all polygons, one after another, and (n + 1,) int32 where in them each
    begins, and the last ends.
    """
    offsets = offsets_view(mesh)
    corner_vertices = _values(mesh, ".corner_vert", "value", mesh.loops, "vertex_index", np.int32, 1).ravel()
    return corner_vertices, asked_offsets(mesh) if offsets is None else offsets


def asked_offsets(mesh):
    """(n + 1,) int32 where polygons begin, slowly."""
    offsets = np.full(len(mesh.polygons) + 1, len(mesh.loops), dtype=np.int32)
    mesh.polygons.foreach_get("loop_start", offsets[:-1])
    return offsets


def read_triangle_corners(mesh):
    """(n, 3) int32 corner numbers of the triangles that Blender cuts all polygons into."""
    mesh.calc_loop_triangles()
    seen = triangles_view(mesh)
    return asked_triangle_corners(mesh) if seen is None else seen.copy()


def asked_triangle_corners(mesh):
    """The same, slowly."""
    corners = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("loops", corners)
    return corners.reshape(-1, 3)


def read_loose_edges(mesh):
    """(k,) numbers of the edges of no face; to ask every edge for `is_loose` takes 15 times as long."""
    is_loose = np.ones(len(mesh.edges), dtype=bool)
    corner_edges = attribute_view(mesh, ".corner_edge", len(mesh.loops), np.int32)
    if corner_edges is None:
        corner_edges = np.empty(len(mesh.loops), dtype=np.int32)
        mesh.loops.foreach_get("edge_index", corner_edges)

    def mark(part):
        for start in range(0, len(part), _CORNERS_AT_ONCE):
            # As an index in the processor's own whole numbers; else every one is looked at twice.
            is_loose[part[start : start + _CORNERS_AT_ONCE].astype(np.intp)] = False

    if len(corner_edges) < _CORNERS_FOR_TWO_THREADS:
        mark(corner_edges)
    else:
        # Both write the same wherever they write: 2 ms instead of 4 of a million triangles.
        half = len(corner_edges) // 2
        at_once(partial(mark, corner_edges[:half]), partial(mark, corner_edges[half:]))
    return np.flatnonzero(is_loose)


def corner_edge(mesh, corner):
    """The number of the edge from a corner of a polygon to the next."""
    corner_edges = attribute_view(mesh, ".corner_edge", len(mesh.loops), np.int32)
    return mesh.loops[corner].edge_index if corner_edges is None else int(corner_edges[corner])


def vertex_positions(mesh, vertices):
    """(n, 3) float32 of a few vertices."""
    positions = attribute_view(mesh, "position", 3 * len(mesh.vertices), np.float32)
    if positions is None:
        return np.array([mesh.vertices[vertex].co for vertex in vertices], dtype=np.float32)
    return positions.reshape(-1, 3)[vertices]


def uv_at(mesh, layer, corners):
    """(k, 2) UV of some corners in a `MeshUVLoopLayer`."""
    uv = attribute_view(mesh, layer.name, 2 * len(mesh.loops), np.float32)
    if uv is None:
        return np.array([layer.uv[corner].vector for corner in corners], dtype=np.float32)
    return uv.reshape(-1, 2)[corners]


def read_flags(mesh, name, domain, count):
    """(count,) bool of an attribute; False where the mesh has none of the name and domain."""
    flags = np.zeros(count, dtype=bool)
    attribute = mesh.attributes.get(name)
    if attribute is not None and (attribute.domain, attribute.data_type) == (domain, "BOOLEAN"):
        attribute.data.foreach_get("value", flags)
    return flags


def read_material_indices(mesh):
    """(n,) int32 of the polygons."""
    indices = np.zeros(len(mesh.polygons), dtype=np.int32)
    attribute = _material_indices(mesh)
    if attribute is not None:
        attribute.data.foreach_get("value", indices)
    return indices


def material_index(mesh, polygon):
    """The material index of one polygon."""
    attribute = _material_indices(mesh)
    return 0 if attribute is None else attribute.data[polygon].value


def _material_indices(mesh):
    attribute = mesh.attributes.get("material_index")
    is_known = attribute is not None and (attribute.domain, attribute.data_type) == ("FACE", "INT")
    return attribute if is_known else None


def _values(mesh, attribute_name, value_name, elements, name, dtype, width):
    """(n, width) values of elements, from their attribute if there is one: that is many times as fast."""
    seen = attribute_view(mesh, attribute_name, len(elements) * width, dtype)
    if seen is not None:
        return seen.reshape(-1, width)
    values = np.empty(len(elements) * width, dtype=dtype)
    attribute = mesh.attributes.get(attribute_name)
    if attribute is not None:
        attribute.data.foreach_get(value_name, values)
    else:
        elements.foreach_get(name, values)
    return values.reshape(-1, width)
