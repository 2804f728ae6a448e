"""Which mesh of an object is picked, and its numbers as arrays."""

from contextlib import contextmanager

import bmesh
import bpy
import numpy as np

from .modes import is_live


def has_original(obj):
    """Whether an evaluated object of type MESH was made from a mesh; what geometry nodes place as it is was not."""
    source = obj.original
    return source.type == "MESH" and source.data is not None


@contextmanager
def picked_mesh(obj, geometry):
    """The mesh whose faces, attributes and so on are those of a pick of an evaluated object of type MESH.

    That of a cage is the original: it has other positions, and nothing else of its own.
    """
    of_original = geometry != "EVALUATED" and has_original(obj)
    with original_mesh(obj) if of_original else evaluated_mesh(obj) as mesh:
        yield mesh


@contextmanager
def evaluated_mesh(obj):
    """The mesh that is drawn for an evaluated object of type MESH, or that another is drawn as.

    Of a mesh in edit mode, in whichever object, `obj.data` lacks the vertices, or the values of its corners; only
    `to_mesh()` has all of them. Sculpting changes the original alone.
    """
    if is_live(obj):
        yield obj.original.data
        return
    if obj.type == "MESH" and not getattr(obj.original.data, "is_editmode", False):
        yield obj.data
        return
    try:
        yield obj.to_mesh()
    finally:
        obj.to_mesh_clear()


@contextmanager
def original_mesh(obj):
    """The mesh without modifiers and shape keys of an object of type MESH, in edit mode as it is being edited."""
    source = obj.original.data
    if not source.is_editmode:
        yield source
        return
    # Of no file: data-blocks of the user's are neither made nor counted.
    with bpy.data.temp_data() as temporary:
        mesh = temporary.meshes.new(source.name)
        bmesh.from_edit_mesh(source).to_mesh(mesh)
        yield mesh


def read_positions(mesh):
    """(n, 3) float32 of the vertices."""
    return _read_values(mesh, "position", "vector", mesh.vertices, "co", np.float32, 3)


def read_edge_vertices(mesh):
    """(n, 2) int32 numbers of the vertices that each edge joins."""
    return _read_values(mesh, ".edge_verts", "value", mesh.edges, "vertices", np.int32, 2)


def _read_values(mesh, attribute_name, value_name, elements, name, dtype, width):
    """(n, width) values of elements, from their attribute if there is one: that is many times as fast."""
    values = np.empty(len(elements) * width, dtype=dtype)
    attribute = mesh.attributes.get(attribute_name)
    if attribute is not None:
        attribute.data.foreach_get(value_name, values)
    else:
        elements.foreach_get(name, values)
    return values.reshape(-1, width)


def read_flags(mesh, name, domain, count):
    """(count,) bool of an attribute; False where the mesh has none of the name and domain."""
    flags = np.zeros(count, dtype=bool)
    attribute = mesh.attributes.get(name)
    if attribute is not None and (attribute.domain, attribute.data_type) == (domain, "BOOLEAN"):
        attribute.data.foreach_get("value", flags)
    return flags
