"""Which face of the original mesh an evaluated face is."""

import bmesh
import numpy as np

from .mesh_arrays import vertex_positions

# Modifiers that move vertices or write other data, and leave every face what and where in the order it was.
KEEP_FACES = frozenset(
    (
        *("ARMATURE", "CAST", "CLOTH", "CORRECTIVE_SMOOTH", "CURVE", "DISPLACE", "HOOK", "LAPLACIANDEFORM"),
        *("LAPLACIANSMOOTH", "LATTICE", "MESH_CACHE", "MESH_DEFORM", "SHRINKWRAP", "SIMPLE_DEFORM", "SMOOTH"),
        *("SOFT_BODY", "SURFACE_DEFORM", "WARP", "WAVE"),
        *("COLLISION", "PARTICLE_SYSTEM", "SURFACE"),
        *("DATA_TRANSFER", "NORMAL_EDIT", "UV_PROJECT", "UV_WARP", "WEIGHTED_NORMAL"),
        *("VERTEX_WEIGHT_EDIT", "VERTEX_WEIGHT_MIX", "VERTEX_WEIGHT_PROXIMITY"),
    )
)

# Blender hands out no map back to the original faces, but carries a face attribute through its modifiers. A user who
# stores each face's own number under this name can have it read.
CARRIED_ATTRIBUTE = "original_face_index"


def original_face(obj, mesh, face_index, geometry):
    """The face of the original mesh that a face of the evaluated one is, or was made from.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated.
    mesh : bpy.types.Mesh
        What it is drawn as.
    face_index : int
        Polygon of `mesh`.
    geometry : str
        Which of the object's meshes `mesh` is; see `PickOptions`.

    Returns
    -------
    (int, None) or (None, str)
        Its index, or a sentence that says why it is not known.
    """
    source = obj.original
    if source.type != "MESH":
        return None, "The object has no faces of its own"
    if geometry != "EVALUATED" or not obj.is_evaluated:
        return face_index, None
    changing = changing_modifier(source)
    if changing is not None:
        carried = _carried(mesh, source.data, face_index)
        return (
            (carried, None) if carried is not None else (None, f"{changing.name} may have changed the faces")
        )
    # The original of a mesh being edited gets its faces on leaving edit mode.
    if source.data.is_editmode or face_index < len(source.data.polygons):
        return face_index, None
    return None, "The evaluated mesh has other faces"


def original_place(obj, corners, geometry):
    """The same place on the original mesh, without modifiers and with shape keys at their basis.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated.
    corners : list of (int, float)
        Vertices of the mesh that was hit, and their weights.
    geometry : str
        Which of the object's meshes that is; see `PickOptions`.

    Returns
    -------
    (3,) float64, or None
        In the object's own space; None where modifiers may have changed the faces.
    """
    source = obj.original
    if geometry == "EVALUATED" and changing_modifier(source) is not None:
        return None
    vertices, weights = zip(*corners, strict=True)
    places_of = _edited_places if source.data.is_editmode else _basis_places
    places = np.array(places_of(source, list(vertices)), dtype=np.float64)
    return sum(weight * place for weight, place in zip(weights, places, strict=True))


def _basis_places(source, vertices):
    mesh = source.data
    if mesh.shape_keys is None:
        return vertex_positions(mesh, vertices)
    elements = mesh.shape_keys.reference_key.data
    return [tuple(elements[vertex].co) for vertex in vertices]


def _edited_places(source, vertices):
    edited = bmesh.from_edit_mesh(source.data)
    edited.verts.ensure_lookup_table()
    keys = source.data.shape_keys
    # The key that is being edited is where the vertices are.
    is_moved = keys is not None and source.active_shape_key_index > 0
    basis = edited.verts.layers.shape.get(keys.reference_key.name) if is_moved else None
    places = [edited.verts[vertex] for vertex in vertices]
    # Vectors would look into the memory of the edited mesh, which is gone when this returns.
    return [tuple(place.co if basis is None else place[basis]) for place in places]


def changing_modifier(source):
    """The first modifier of an original mesh object that is shown and may have changed the faces, or None."""
    for modifier in source.modifiers:
        is_shown = modifier.show_viewport and (modifier.show_in_editmode or not source.data.is_editmode)
        if is_shown and modifier.type not in KEEP_FACES:
            return modifier
    return None


def _carried(mesh, original, face_index):
    """The number that the user's attribute has, if the original face of that number has it too."""
    carried, own = (_face_numbers(one) for one in (mesh, original))
    if carried is None or own is None:
        return None
    index = carried[face_index].value
    return index if 0 <= index < len(own) and own[index].value == index else None


def _face_numbers(mesh):
    attribute = mesh.attributes.get(CARRIED_ATTRIBUTE)
    if attribute is None or (attribute.domain, attribute.data_type) != ("FACE", "INT"):
        return None
    return attribute.data
