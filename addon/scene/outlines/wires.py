"""The edges of surfaces, as they are drawn where a surface is shown by its wires.

Blender leaves out edges between faces that are almost in one plane, and those that subdivision added; see
extract_mesh_vbo_edge_fac.cc and overlay_wireframe.hh in its draw engine.
"""

from math import inf, sqrt

import numpy as np

from ..cage import picked_positions
from ..mesh_arrays import read_edge_vertices, read_flags, read_loose_edges
from ..mesh_sources import picked_mesh
from ..modes import is_edited_mesh
from .meshes import edges_outline
from .outline import read_vectors

# The part that wires are of while another mesh is edited, whose edges have other numbers.
EVALUATED_MESH = "Evaluated Mesh"
# A threshold that no edge is left out by.
EVERY_EDGE = inf
# Of the cosine between two faces: 1 is flat, and 0 is reached at about 5.7 degrees.
_FLATNESS_SLOPE = 200.0
# Modifiers whose result is another mesh, so that it is not known any more which edges subdivision added. That of a
# weld without anything to merge is the same; where it merges something, `_control_edge_count` finds no subdivision.
_REBUILDING = frozenset(
    ("ARRAY", "BEVEL", "BOOLEAN", "BUILD", "DECIMATE", "EDGE_SPLIT", "EXPLODE", "FLUID", "MASK", "MESH_TO_VOLUME",
     "MIRROR", "OCEAN", "PARTICLE_INSTANCE", "REMESH", "SCREW", "SKIN", "SOLIDIFY", "TRIANGULATE", "VOLUME_TO_MESH",
     "WIREFRAME")
)  # fmt: skip
# Settings with which they pass on the mesh as it is; measured on 4.2.23, 4.3.2, 4.5.15 and 5.3.0.
_IDLE = {
    "ARRAY": lambda one: (
        one.fit_type == "FIXED_COUNT" and one.count == 1 and one.start_cap is None and one.end_cap is None
    ),
    "BEVEL": lambda one: one.offset_type != "PERCENT" and one.width == 0.0,
    "BOOLEAN": lambda one: one.operand_type == "OBJECT" and one.object is None,
    "DECIMATE": lambda one: {
        "COLLAPSE": one.ratio == 1.0,
        "UNSUBDIV": one.iterations == 0,
        "DISSOLVE": one.angle_limit == 0.0,
    }[one.decimate_type],
    "EDGE_SPLIT": lambda one: not (one.use_edge_angle or one.use_edge_sharp),
    "EXPLODE": lambda one: not len(one.id_data.particle_systems),
    "FLUID": lambda one: one.fluid_type != "DOMAIN" or one.domain_settings.domain_type == "GAS",
    "MASK": lambda one: one.mode == "VERTEX_GROUP" and not one.vertex_group and one.invert_vertex_group,
    "MIRROR": lambda one: not any(one.use_axis),
    "OCEAN": lambda one: one.geometry_mode == "DISPLACE",
    "PARTICLE_INSTANCE": lambda one: one.object is None or not len(one.object.particle_systems),
}


def read_wires(obj, geometry, depsgraph, without_hidden, threshold):
    """The edges that faces of an evaluated object of type MESH have; loose ones are outlines of their own.

    Parameters
    ----------
    obj : bpy.types.Object
    geometry : str
        Which of its meshes; see `PickOptions`.
    depsgraph : bpy.types.Depsgraph
    without_hidden : bool
        Whether hidden edges are left out.
    threshold : float
        0 to 1 as `View3DOverlay.wireframe_threshold`: 1 leaves out what subdivision added, less also what is flat.
        `EVERY_EDGE` leaves out nothing.

    Returns
    -------
    tuple of Outline
        Of kind EDGE, the index that of the edge; empty where nothing is drawn. In edit mode also of loose edges, and
        of the part `EVALUATED_MESH`.
    """
    with picked_mesh(obj, geometry) as mesh:
        is_drawn = np.ones(len(mesh.edges), dtype=bool)
        if not is_edited_mesh(obj):
            is_drawn[read_loose_edges(mesh)] = False
        if without_hidden:
            is_drawn &= ~read_flags(mesh, ".hide_edge", "EDGE", len(mesh.edges))
        if threshold != EVERY_EDGE and geometry == "EVALUATED" and _leaves_out_added_edges(obj):
            is_drawn[_control_edge_count(mesh) :] = False
        if threshold < 1.0:
            is_drawn &= _flatness(mesh) <= sqrt(threshold)
        positions = picked_positions(obj, mesh, geometry, depsgraph)
        part = EVALUATED_MESH if is_edited_mesh(obj) else None
        outline = edges_outline("EDGE", mesh, np.flatnonzero(is_drawn), positions, part=part)
    return () if outline.is_empty else (outline,)


def _flatness(mesh):
    """(n,) of each edge: 0 where its faces make an angle, or it has not two of them; 1 where they are in one plane."""
    corner_edges = np.empty(len(mesh.loops), dtype=np.int32)
    mesh.loops.foreach_get("edge_index", corner_edges)
    corner_counts = np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("loop_total", corner_counts)
    corner_faces = np.repeat(np.arange(len(mesh.polygons)), corner_counts)
    face_counts = np.bincount(corner_edges, minlength=len(mesh.edges))
    first = np.cumsum(face_counts) - face_counts
    faces_by_edge = corner_faces[np.argsort(corner_edges, kind="stable")]
    edges = np.flatnonzero(face_counts == 2)
    normals = read_vectors(mesh.polygon_normals, "vector")
    pairs = normals[faces_by_edge[first[edges]]], normals[faces_by_edge[first[edges] + 1]]
    flatness = np.zeros(len(mesh.edges))
    flatness[edges] = _FLATNESS_SLOPE * (np.einsum("nc,nc->n", *pairs) - 1.0) + 1.0
    return np.clip(flatness, 0.0, 1.0)


def _leaves_out_added_edges(obj):
    """Whether a subdivision modifier shows only the edges there were before it."""
    for modifier in reversed(obj.modifiers):
        is_on = modifier.show_viewport and (modifier.show_in_editmode or obj.mode != "EDIT")
        if is_on and modifier.type in ("SUBSURF", "MULTIRES"):
            return modifier.show_only_control_edges
        is_idle = _IDLE.get(modifier.type)
        if is_on and modifier.type in _REBUILDING and not (is_idle and is_idle(modifier)):
            return False
    return False


def _control_edge_count(mesh):
    """How many edges, the first ones, are parts of those there were before a subdivision; all if there was none.

    Subdivision lists first the parts of every old edge, from one old vertex to the other, and numbers the vertices
    between them after all old ones. An edge that it added has no old vertex.
    """
    count = len(mesh.edges)
    low, high = np.sort(read_edge_vertices(mesh), axis=1).T
    old_vertex_count = high[0] if count else 0
    returns = np.flatnonzero(low[1:] < old_vertex_count)
    if not len(returns):
        return count
    part_count = int(returns[0]) + 2
    chains = np.arange(count // part_count)
    is_chain = low[chains * part_count] < old_vertex_count
    is_chain &= high[chains * part_count] == old_vertex_count + chains * (part_count - 1)
    found = part_count * int(len(chains) if is_chain.all() else np.argmin(is_chain))
    return found if (low[found:] >= old_vertex_count).all() else count
