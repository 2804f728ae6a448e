"""What objects are drawn with besides faces: lines and points, in the object's own space.

Blender draws the loose edges of every mesh, and the vertices of a mesh that has nothing else; a curve without a
surface as its line; hair curves as strands; a point cloud as its points.
"""

from dataclasses import dataclass

import numpy as np

from .geometry import evaluated_mesh


@dataclass(frozen=True, eq=False)
class Outline:
    """Lines or points of one kind.

    Attributes
    ----------
    kind : str
        As `Pick.kind` gives it.
    starts, ends : (n, 3) float
        Own space; a point starts where it ends.
    indices : (n,) int
        Which of the object each is: edge, vertex, curve or point.
    """

    kind: str
    starts: np.ndarray
    ends: np.ndarray
    indices: np.ndarray


def read_outlines(obj):
    """The outlines of an evaluated object, empty ones left out.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated. Of a curve, surface or text only if it has no surface of its own.

    Returns
    -------
    tuple of Outline
    """
    read = _READERS.get(obj.type)
    return tuple(outline for outline in read(obj) if len(outline.indices)) if read else ()


def has_outlines(object_type):
    """Whether objects of this type can be drawn as lines or points."""
    return object_type in _READERS


def _mesh(obj):
    with evaluated_mesh(obj) as mesh:
        if len(mesh.edges) == 0:
            yield _points("VERTEX", _vectors(mesh.vertices, "co"))
            return
        is_loose = np.empty(len(mesh.edges), dtype=bool)
        mesh.edges.foreach_get("is_loose", is_loose)
        if is_loose.any():
            yield _edges("EDGE", mesh, np.flatnonzero(is_loose))


def _wire(obj):
    try:
        mesh = obj.to_mesh()
        yield _edges("CURVE", mesh, np.arange(len(mesh.edges)))
    finally:
        obj.to_mesh_clear()


def _hair(obj):
    counts = np.empty(len(obj.data.curves), dtype=np.int32)
    obj.data.curves.foreach_get("points_length", counts)
    positions = _attribute(obj.data, "position")
    curve_of_point = np.repeat(np.arange(len(counts)), counts)
    joined = np.flatnonzero(curve_of_point[1:] == curve_of_point[:-1])
    yield Outline("HAIR", positions[joined], positions[joined + 1], curve_of_point[joined])


def _cloud(obj):
    yield _points("POINT", _attribute(obj.data, "position"))


_READERS = {
    "MESH": _mesh,
    "CURVE": _wire,
    "SURFACE": _wire,
    "FONT": _wire,
    "CURVES": _hair,
    "POINTCLOUD": _cloud,
}


def _points(kind, positions):
    return Outline(kind, positions, positions, np.arange(len(positions)))


def _edges(kind, mesh, indices):
    ends = np.empty(len(mesh.edges) * 2, dtype=np.int32)
    mesh.edges.foreach_get("vertices", ends)
    ends = ends.reshape(-1, 2)[indices]
    positions = _vectors(mesh.vertices, "co")
    return Outline(kind, positions[ends[:, 0]], positions[ends[:, 1]], indices)


def _vectors(elements, name):
    values = np.empty(len(elements) * 3, dtype=np.float32)
    elements.foreach_get(name, values)
    return values.reshape(-1, 3).astype(np.float64)


def _attribute(data, name):
    attribute = data.attributes.get(name)
    return _vectors(attribute.data, "vector") if attribute is not None else np.zeros((0, 3))
