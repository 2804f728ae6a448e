"""The cage of a mesh: the elements of the original where modifiers put them."""

from dataclasses import dataclass

import bmesh
import bpy
import numpy as np

from .mesh_arrays import positions_view, read_edge_vertices, read_positions
from .mesh_sources import evaluated_mesh, has_original, original_mesh
from .modes import is_edited_mesh
from .originals import KEEP_FACES

_MARK = "picking_ray_mark_"
# They keep what they computed in caches, which a copy of the object would share.
_SIMULATIONS = frozenset(
    ("CLOTH", "COLLISION", "DYNAMIC_PAINT", "EXPLODE", "FLUID", "PARTICLE_INSTANCE", "PARTICLE_SYSTEM")
    + ("SOFT_BODY", "SURFACE")
)


@dataclass(frozen=True, eq=False)
class Cage:
    """Vertices and edges after some of the modifiers, in the object's own space.

    Attributes
    ----------
    positions : (n, 3) float32
    edges : (m, 2) int
    vertex_origins, edge_origins : (n,), (m,) int
        The element of the original mesh that each is; -1 for those that modifiers made.
    """

    positions: np.ndarray
    edges: np.ndarray
    vertex_origins: np.ndarray
    edge_origins: np.ndarray

    def original_positions(self, vertex_count):
        """(vertex_count, 3) where the vertices of the original are; NaN for those that a modifier took away."""
        placed = np.full((vertex_count, 3), np.nan, dtype=np.float32)
        known = np.flatnonzero(self.vertex_origins >= 0)[::-1]
        # Of several copies of a vertex the first counts.
        placed[self.vertex_origins[known]] = self.positions[known]
        return placed


def read_cage(obj, depsgraph):
    """The cage of an evaluated mesh object.

    In edit mode it is what the modifiers up to the last one that is shown on the cage make of the edited mesh; else
    what the leading deform modifiers make of the original, with its shape keys. Simulations do not count.

    Where that is neither the original nor what is drawn, Blender computes it for a copy of the object that is gone
    when this returns. It reports an update for that, in which nothing has changed.
    """
    source = obj.original
    shown, kept = _shown_modifiers(obj)
    if not kept and (is_edited_mesh(obj) or source.data.shape_keys is None):
        with original_mesh(obj) as mesh:
            return mesh_as_cage(mesh)
    if len(kept) == len(shown) and all(modifier.type in KEEP_FACES for modifier in kept):
        # Nothing comes after the cage, which is what is drawn.
        with evaluated_mesh(obj) as mesh:
            return mesh_as_cage(mesh)
    return _computed(obj, depsgraph, kept)


def is_what_is_drawn(obj):
    """Whether the cage of an evaluated mesh object in edit mode is all there is: no shown modifier comes after it."""
    shown, kept = _shown_modifiers(obj)
    return len(shown) == len(kept)


def moves_vertices(obj, geometry):
    """Whether the vertices of the picked mesh of an evaluated object are elsewhere than the mesh itself has them."""
    return geometry == "CAGE" and has_original(obj)


def picked_positions(obj, mesh, geometry, depsgraph):
    """(n, 3) float32 where a pick of an evaluated object has the vertices of the mesh that `picked_mesh` gives.

    Maybe as they lie in memory: to be read before anything else happens to them.
    """
    if not moves_vertices(obj, geometry):
        return positions_view(mesh)
    return read_cage(obj, depsgraph).original_positions(len(mesh.vertices))


def _shown_modifiers(obj):
    """The modifiers that are shown, and those of them that make the cage."""
    source = obj.original
    shown = [modifier for modifier in source.modifiers if modifier.show_viewport]
    if is_edited_mesh(obj):
        shown = [modifier for modifier in shown if modifier.show_in_editmode]
        on_cage = [number for number, modifier in enumerate(shown) if modifier.show_on_cage]
        return shown, shown[: on_cage[-1] + 1] if on_cage else []
    leading = next((n for n, modifier in enumerate(shown) if modifier.type not in KEEP_FACES), len(shown))
    return shown, shown[:leading]


def mesh_as_cage(mesh):
    """A mesh as its own cage."""
    return Cage(
        read_positions(mesh),
        read_edge_vertices(mesh),
        np.arange(len(mesh.vertices)),
        np.arange(len(mesh.edges)),
    )


def _computed(obj, depsgraph, kept):
    """The cage as Blender evaluates it for a copy of the object, which no dependency graph ever holds."""
    source = obj.original
    computed, copy, mesh = bmesh.new(), source.copy(), None
    names = {modifier.name for modifier in kept if modifier.type not in _SIMULATIONS}
    try:
        for modifier in copy.modifiers:
            modifier.show_viewport = modifier.name in names
        if source.data.is_editmode:
            mesh = _edited_copy(source, copy)
        # Computes the mesh after the leading deform modifiers, which it gives, and the one after all.
        computed.from_object(copy, depsgraph, cage=True)
        if mesh is not None:
            computed.clear()
            computed.from_object(copy, depsgraph)
        return _of_bmesh(computed, mesh)
    finally:
        computed.free()
        bpy.data.objects.remove(copy)
        if mesh is not None:
            bpy.data.meshes.remove(mesh)


def _edited_copy(source, copy):
    """Give the copy a mesh as edit mode has it, each vertex and edge marked by a vector of its own."""
    mesh = bpy.data.meshes.new(source.data.name)
    bmesh.from_edit_mesh(source.data).to_mesh(mesh)
    random = np.random.default_rng(0)
    for domain, count in (("POINT", len(mesh.vertices)), ("EDGE", len(mesh.edges))):
        # What modifiers mix of several elements is like none of them.
        marks = mesh.attributes.new(_MARK + domain, "FLOAT_VECTOR", domain)
        marks.data.foreach_set("vector", random.random(count * 3, dtype=np.float32))
    copy.data = mesh
    for group in source.vertex_groups:
        copy.vertex_groups.new(name=group.name)
    return mesh


def _of_bmesh(computed, marked):
    """The cage as arrays; without a `marked` mesh all elements are those of the original."""
    positions = np.array([vertex.co[:] for vertex in computed.verts], dtype=np.float32).reshape(-1, 3)
    computed.verts.index_update()
    edges = [[vertex.index for vertex in edge.verts] for edge in computed.edges]
    edges = np.array(edges, dtype=np.int64).reshape(-1, 2)
    if marked is None:
        return Cage(positions, edges, np.arange(len(positions)), np.arange(len(edges)))
    return Cage(
        positions,
        edges,
        _origins(computed.verts, marked.attributes[_MARK + "POINT"]),
        _origins(computed.edges, marked.attributes[_MARK + "EDGE"]),
    )


def _origins(elements, marks):
    """(n,) which marked element each is, -1 for none."""
    layer = elements.layers.float_vector.get(marks.name)
    if layer is None:
        return np.full(len(elements), -1)
    numbers = {tuple(mark.vector): number for number, mark in enumerate(marks.data)}
    return np.array([numbers.get(tuple(element[layer]), -1) for element in elements], dtype=np.int64)
