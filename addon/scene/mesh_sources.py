"""Which mesh of an object is picked."""

from contextlib import contextmanager

import bmesh

from .modes import is_just_edited, is_live
from .temporary_mesh import temporary_mesh


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
    `to_mesh()` has all of them. Asked for a linked duplicate before it is drawn, Blender then draws the faces that are
    hidden, so what has nothing of its own is not asked. Sculpting changes the original alone.
    """
    if is_live(obj):
        yield obj.original.data
        return
    if obj.type == "MESH" and not getattr(obj.original.data, "is_editmode", False):
        yield obj.data
        return
    if obj.type == "MESH" and is_just_edited(obj):
        with original_mesh(obj) as mesh:
            yield mesh
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
    with temporary_mesh(source.name) as mesh:
        bmesh.from_edit_mesh(source).to_mesh(mesh)
        yield mesh
