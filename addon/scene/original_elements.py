"""Which face, edge or vertex of the original mesh, the one that edit mode edits, a pick has hit."""

import bmesh
import numpy as np

from .originals import changing_modifier
from .outlines.wires import EVALUATED_MESH

# Of the size of the coordinates: what single precision makes of a place that is taken to the world and back.
_SAME_PLACE = 1e-5


def original_element(pick, element):
    """The face, edge or vertex of the original mesh that a pick has hit, or is nearest to in the face it has hit.

    Parameters
    ----------
    pick : Pick
    element : str
        FACE, EDGE or VERTEX.

    Returns
    -------
    (int, None) or (None, str)
        Its index in the mesh as it is now, in edit mode in the edited one; or a sentence that says why it is not known.

    Raises
    ------
    ValueError
        If `element` is something else.
    """
    if element not in ("FACE", "EDGE", "VERTEX"):
        raise ValueError(f"element: expected FACE, EDGE or VERTEX, got {element!r}")
    source = pick.object
    if source is None or source.type != "MESH":
        return None, "The object has no mesh of its own"
    index, reason = _face(pick) if element == "FACE" else _edge_or_vertex(pick, source, element)
    if index is not None and index >= _count(source.data, element):
        return None, "The mesh has changed since it was picked"
    return index, reason


def _face(pick):
    if pick.kind != "FACE":
        return None, "No face was hit"
    return pick.original_face_index, pick.original_face_reason


def _edge_or_vertex(pick, source, element):
    nearest = pick.nearest_edge if element == "EDGE" else pick.nearest_vertex
    if nearest is None:
        return None, f"No {element.lower()} was hit"
    if pick.kind == "FACE":
        if pick.original_location_local is not None:
            return nearest.index, None
    elif pick.element_name != EVALUATED_MESH and (
        changing_modifier(source) is None or _is_of_original(pick, source.data, nearest)
    ):
        return nearest.index, None
    modifier = changing_modifier(source)
    if modifier is None:
        return None, "The mesh has changed since it was picked"
    return None, f"{modifier.name} may have changed the faces"


def _is_of_original(pick, mesh, nearest):
    """Whether an edge or vertex is where the original mesh has the one of its number."""
    if nearest.index >= _count(mesh, pick.kind):
        return False
    ends = pick.matrix_world[:3, :3] @ _ends(mesh, pick.kind, nearest.index).T + pick.matrix_world[:3, 3:]
    tolerance = _SAME_PLACE * np.abs(ends).max()
    return any(np.allclose(one, pick.element_ends, rtol=0, atol=tolerance) for one in (ends.T, ends.T[::-1]))


def _ends(mesh, element, index):
    """(2, 3) the ends of an edge in the mesh's own space, or twice the vertex."""
    holder = _elements(mesh, element)[index]
    vertices = holder.vertices if element == "EDGE" and not mesh.is_editmode else None
    if vertices is not None:
        return np.array([mesh.vertices[vertex].co for vertex in vertices])
    return np.array([vertex.co for vertex in (holder.verts if element == "EDGE" else (holder, holder))])


def _count(mesh, element):
    return len(_elements(mesh, element))


def _elements(mesh, element):
    """Faces, edges or vertices of a mesh as it is now."""
    number = ("FACE", "EDGE", "VERTEX").index(element)
    if not mesh.is_editmode:
        return (mesh.polygons, mesh.edges, mesh.vertices)[number]
    edited = bmesh.from_edit_mesh(mesh)
    elements = (edited.faces, edited.edges, edited.verts)[number]
    elements.ensure_lookup_table()
    return elements
