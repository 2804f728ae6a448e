"""Objects that Blender hides so that the dependency graph lists them no more, and often does not evaluate."""

from hashlib import blake2b
from typing import NamedTuple

import bpy
import numpy as np

from .hidden_placements import placements_of

_NOT_EVALUATED = (
    "Not evaluated while hidden: the original is picked, without modifiers, constraints and animation"
)


# Blender instances no deeper.
_DEPTH_MAX = 8


class HiddenEntry(NamedTuple):
    """What stands for an entry of `Depsgraph.object_instances`, of an object that has none.

    `object` is evaluated, or else the original, and then `stale` says so; `base` is the original object of the view
    layer that it comes from; `path_id` is as Blender's `persistent_id`, empty for an object by itself. Keep nothing
    of it.
    """

    object: bpy.types.Object
    matrix_world: np.ndarray
    stale: str | None
    base: bpy.types.Object
    path_id: tuple = ()
    show_self: bool = True
    show_particles: bool = True

    @property
    def is_instance(self):
        return bool(self.path_id)


def hidden_entries(depsgraph, visibility):
    """Yield a `HiddenEntry` of every object of the scene that was not among the instances, and of what it places."""
    objects = depsgraph.scene.original.objects
    unlisted = [obj for obj in objects if obj is not None and obj.session_uid not in visibility.seen_uids]
    for obj in unlisted:
        yield from _with_placed(entry_of(obj, depsgraph), depsgraph, visibility.skip_unread)


def entry_of(obj, depsgraph):
    """The `HiddenEntry` of an original object by itself."""
    evaluated = obj.evaluated_get(depsgraph)
    matrix_world = np.array(_placed(obj, depsgraph), dtype=np.float64)
    if evaluated.is_evaluated:
        return HiddenEntry(evaluated, matrix_world, None, obj)
    return HiddenEntry(obj, matrix_world, _NOT_EVALUATED, obj)


def _with_placed(entry, depsgraph, skip_unread):
    yield entry

    def world_of(source):
        return np.array(_placed(source, depsgraph), dtype=np.float64)

    view_layer = depsgraph.view_layer.id_data.original.view_layers[depsgraph.view_layer.name]
    for placed in placements_of(entry.object, world_of, view_layer, skip_unread):
        inner = entry_of(placed.object, depsgraph)._replace(
            matrix_world=entry.matrix_world @ placed.matrix_local,
            base=entry.base,
            path_id=(*placed.numbers, *entry.path_id),
        )
        if placed.by_particle:
            yield inner
        elif len(inner.path_id) <= _DEPTH_MAX:
            yield from _with_placed(inner, depsgraph, skip_unread)


def _placed(obj, depsgraph):
    """Where an object is, or would be as far as its own settings and its parents tell: no file keeps more."""
    evaluated = obj.evaluated_get(depsgraph)
    if evaluated.is_evaluated:
        return evaluated.matrix_world
    if obj.parent is None:
        return obj.matrix_basis
    if obj.parent_type != "OBJECT":
        return obj.matrix_world
    return _placed(obj.parent, depsgraph) @ obj.matrix_parent_inverse @ obj.matrix_basis


# What the surface and the lines of a mesh are made from, with the name and the numbers of each element.
_MADE_FROM = (("position", "vector", 3), (".edge_verts", "value", 2), (".corner_vert", "value", 1))


def mesh_content(obj):
    """Bytes that differ when the mesh of an original object does; None where there is more to it, or no mesh.

    Of a large mesh a tenth of what it costs to read it.
    """
    if obj.type != "MESH" or obj.data.is_editmode or len(obj.particle_systems):
        return None
    digest = blake2b(digest_size=16)
    for name, value, width in _MADE_FROM:
        attribute = obj.data.attributes.get(name)
        if attribute is not None:
            values = np.empty(len(attribute.data) * width, dtype=np.float32 if width == 3 else np.int32)
            attribute.data.foreach_get(value, values)
            digest.update(values)
    starts = np.empty(len(obj.data.polygons), dtype=np.int32)
    obj.data.polygons.foreach_get("loop_start", starts)
    digest.update(starts)
    return digest.digest()
