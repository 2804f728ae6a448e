"""Arrays of Blender's meshes where they lie in memory, to be looked at and not kept.

An evaluated mesh shares its arrays with the original. Asked for a single element, or for all by `foreach_get`, Blender
first gives it copies of its own, because whoever asks might write: twice the memory, and more time than reading takes.
Where polygons begin, and the triangles, are in no attribute; one by one they would take a hundred times as long.

Where the addresses of the arrays are is found out on a small mesh, and what is read there compared with what Blender
says when it is asked. Where it differs nothing is looked at.
"""

import ctypes
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .temporary_mesh import temporary_mesh

# Within so many words an attribute, or a mesh, has the addresses.
ATTRIBUTE_WORDS, MESH_WORDS = 16, 64
_FEW_POLYGONS = 100
_WORD_SIZE = ctypes.sizeof(ctypes.c_size_t)
# A view of memory at an address. As arrays of ctypes' each size would be a type of its own, and take 10 us to make.
_memory_at = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int)(
    ("PyMemoryView_FromMemory", ctypes.pythonapi)
)
_WRITABLE = 0x200


class _Layout(NamedTuple):
    """Which word of an attribute is the address of its values, and which of a mesh that of its offsets."""

    values: int
    offsets: int


def attribute_view(mesh, name, count, dtype):
    """(count,) numbers of an attribute of a mesh, to be read before anything else happens to it; None if unknown."""
    attribute = mesh.attributes.get(name)
    # Of a mesh in edit mode they lie elsewhere, and one value for all elements is no array.
    is_array = attribute is not None and getattr(attribute, "storage_type", "ARRAY") == "ARRAY"
    if not count or not is_array or mesh.is_editmode or layout() is None:
        return None
    return _numbers(_word(attribute, layout().values), count, dtype)


def offsets_view(mesh):
    """(n + 1,) int32 where in the corners of all polygons each begins, and the last ends; otherwise as above."""
    if not len(mesh.polygons) or mesh.is_editmode or layout() is None:
        return None
    return _numbers(_word(mesh, layout().offsets), len(mesh.polygons) + 1, np.int32)


def triangles_view(mesh):
    """(n, 3) int32 corner numbers of the triangles of a mesh, which has them; otherwise as above."""
    count = len(mesh.loop_triangles)
    if not count or layout() is None:
        return None
    return _numbers(mesh.loop_triangles[0].as_pointer(), 3 * count, np.int32).reshape(-1, 3)


def add_polygons(mesh, positions, corner_vertices, offsets):
    """Give an empty mesh vertices (v, 3) and polygons, without edges.

    By attributes: two million vertices set otherwise take 150 ms.
    """
    mesh.vertices.add(len(positions))
    mesh.attributes["position"].data.foreach_set("vector", positions.ravel())
    mesh.loops.add(len(corner_vertices))
    mesh.attributes[".corner_vert"].data.foreach_set("value", corner_vertices)
    mesh.polygons.add(len(offsets) - 1)
    starts = np.asarray(offsets[:-1], dtype=np.int32)
    if len(starts) > _FEW_POLYGONS and layout() is not None:
        # There is no attribute of them, and nobody else has this mesh.
        _numbers(mesh.polygons[0].as_pointer(), len(starts), np.int32)[:] = starts
    else:
        mesh.polygons.foreach_set("loop_start", starts)


@lru_cache(1)
def layout():
    """The `_Layout` of this Blender's meshes; None where they are not understood."""
    offsets, turns = [0, 3, 7, 12], np.arange(12.0)
    positions = np.stack((np.cos(turns), np.sin(turns), turns), axis=1).astype(np.float32)
    with temporary_mesh() as mesh:
        add_polygons(mesh, positions, np.arange(12, dtype=np.int32)[::-1], offsets)
        attributes = [mesh.attributes.get(name) for name in ("position", ".corner_vert")]
        triangles = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
        mesh.loop_triangles.foreach_get("loops", triangles)
        if None in attributes or len(triangles) != 18:
            return None
        values = [_places(one.data[0].as_pointer(), one, ATTRIBUTE_WORDS) for one in attributes]
        begins = _places(mesh.polygons[0].as_pointer(), mesh, MESH_WORDS)
        if len(values[0]) != 1 or values[0] != values[1] or len(begins) != 1:
            return None
        found = _Layout(values[0][0], begins[0])
        seen = (
            _numbers(words(attributes[0], ATTRIBUTE_WORDS)[found.values], 36, np.float32),
            _numbers(words(attributes[1], ATTRIBUTE_WORDS)[found.values], 12, np.int32),
            _numbers(words(mesh, MESH_WORDS)[found.offsets], 4, np.int32),
            _numbers(mesh.loop_triangles[0].as_pointer(), 18, np.int32),
        )
        known = (positions.ravel(), np.arange(12)[::-1], offsets, triangles)
        are_same = all(np.array_equal(one, other) for one, other in zip(seen, known, strict=True))
    return found if are_same else None


def words(block, count):
    """The first words of a data-block or a part of one."""
    return (ctypes.c_size_t * count).from_address(block.as_pointer())


def _word(block, place):
    """One of them, in a tenth of the time of all."""
    return ctypes.c_size_t.from_address(block.as_pointer() + place * _WORD_SIZE).value


def _places(address, block, count):
    """Which of its first words are an address."""
    return [place for place, word in enumerate(words(block, count)) if word == address]


def _numbers(address, count, dtype):
    """(count,) of a type at an address; None where there is nothing."""
    if not address:
        return None
    return np.frombuffer(_memory_at(address, count * np.dtype(dtype).itemsize, _WRITABLE), dtype=dtype)
