"""The arrays that a Blender mesh is made of, read in the quickest way there is.

An attribute is copied whole; anything asked of element after element takes a hundred times as long. Two arrays are in
no attribute, and are read where they lie in memory: where polygons begin, and Blender's triangles.
"""

import ctypes
from functools import lru_cache

import bpy
import numpy as np


def read_positions(mesh):
    """(n, 3) float32 of the vertices."""
    return _read_values(mesh, "position", "vector", mesh.vertices, "co", np.float32, 3)


def read_edge_vertices(mesh):
    """(n, 2) int32 numbers of the vertices that each edge joins."""
    return _read_values(mesh, ".edge_verts", "value", mesh.edges, "vertices", np.int32, 2)


def read_corner_vertices(mesh):
    """(n,) int32 vertex numbers of the corners of all polygons, one after another."""
    return _read_values(mesh, ".corner_vert", "value", mesh.loops, "vertex_index", np.int32, 1).ravel()


def read_corner_edges(mesh):
    """(n,) int32 numbers of the edges from each corner to the next of its polygon."""
    return _read_values(mesh, ".corner_edge", "value", mesh.loops, "edge_index", np.int32, 1).ravel()


def read_offsets(mesh):
    """(n + 1,) int32 where in the corners of all polygons each begins, and the last ends."""
    if len(mesh.polygons) and _has_known_layout():
        return _copied(mesh.polygons[0], len(mesh.polygons) + 1)
    return asked_offsets(mesh)


def asked_offsets(mesh):
    """The same, slowly."""
    offsets = np.full(len(mesh.polygons) + 1, len(mesh.loops), dtype=np.int32)
    mesh.polygons.foreach_get("loop_start", offsets[:-1])
    return offsets


def read_triangle_corners(mesh):
    """(n, 3) int32 corner numbers of the triangles that Blender cuts all polygons into."""
    mesh.calc_loop_triangles()
    if len(mesh.loop_triangles) and _has_known_layout():
        return _copied(mesh.loop_triangles[0], 3 * len(mesh.loop_triangles)).reshape(-1, 3)
    return asked_triangle_corners(mesh)


def asked_triangle_corners(mesh):
    """The same, slowly."""
    corners = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("loops", corners)
    return corners.reshape(-1, 3)


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
    attribute = mesh.attributes.get("material_index")
    if attribute is not None and (attribute.domain, attribute.data_type) == ("FACE", "INT"):
        attribute.data.foreach_get("value", indices)
    return indices


def add_polygons(mesh, positions, corner_vertices, offsets):
    """Give an empty mesh vertices (v, 3) and polygons, without edges."""
    mesh.vertices.add(len(positions))
    mesh.vertices.foreach_set("co", positions.ravel())
    mesh.loops.add(len(corner_vertices))
    mesh.loops.foreach_set("vertex_index", corner_vertices)
    mesh.polygons.add(len(offsets) - 1)
    mesh.polygons.foreach_set("loop_start", np.asarray(offsets[:-1], dtype=np.int32))


def _read_values(mesh, attribute_name, value_name, elements, name, dtype, width):
    """(n, width) values of elements, from their attribute if there is one: that is many times as fast."""
    values = np.empty(len(elements) * width, dtype=dtype)
    attribute = mesh.attributes.get(attribute_name)
    if attribute is not None:
        attribute.data.foreach_get(value_name, values)
    else:
        elements.foreach_get(name, values)
    return values.reshape(-1, width)


def _copied(first, count):
    """(count,) int32 from where the first element of an array of Blender's lies; nothing refers to it afterwards."""
    return np.ctypeslib.as_array((ctypes.c_int32 * count).from_address(first.as_pointer())).copy()


@lru_cache(1)
def _has_known_layout():
    """Whether those two arrays lie in memory as they are read, tried on a triangle, a quadrilateral and a pentagon."""
    offsets, angles = [0, 3, 7, 12], np.arange(12.0)
    positions = np.stack((np.cos(angles), np.sin(angles), 0.0 * angles), axis=1)
    with bpy.data.temp_data() as temporary:
        mesh = temporary.meshes.new("")
        add_polygons(mesh, positions, np.arange(12, dtype=np.int32), offsets)
        corners = asked_triangle_corners(mesh).ravel()
        are_known = _copied(mesh.polygons[0], 4).tolist() == offsets
        return are_known and np.array_equal(_copied(mesh.loop_triangles[0], len(corners)), corners)
