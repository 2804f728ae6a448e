"""Objects that Blender hides so that the dependency graph lists them no more, and often does not evaluate."""

from hashlib import blake2b
from typing import NamedTuple

import bpy
import numpy as np

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
    """Yield a `HiddenEntry` of every object of the scene that was not among the instances, and of what it places.

    Of the ways to place instances, collections alone can be followed without an evaluation.
    """
    objects = depsgraph.scene.original.objects
    unlisted = [obj for obj in objects if obj is not None and obj.session_uid not in visibility.seen_uids]
    for obj in unlisted:
        yield from _with_placed(entry_of(obj, depsgraph), depsgraph)


def entry_of(obj, depsgraph):
    """The `HiddenEntry` of an original object by itself."""
    evaluated = obj.evaluated_get(depsgraph)
    matrix_world = np.array(_placed(obj, depsgraph), dtype=np.float64)
    if evaluated.is_evaluated:
        return HiddenEntry(evaluated, matrix_world, None, obj)
    return HiddenEntry(obj, matrix_world, _NOT_EVALUATED, obj)


def _with_placed(entry, depsgraph):
    yield entry
    source = entry.object.original
    collection = source.instance_collection if source.instance_type == "COLLECTION" else None
    if collection is None or len(entry.path_id) == _DEPTH_MAX:
        return
    origin = np.eye(4)
    origin[:3, 3] = -np.array(collection.instance_offset, dtype=np.float64)
    shown_uids = set(_shown_uids(collection))
    for index, obj in enumerate(collection.all_objects):
        if obj.session_uid in shown_uids:
            inner = entry_of(obj, depsgraph)
            placed = inner._replace(
                matrix_world=entry.matrix_world @ origin @ inner.matrix_world,
                base=entry.base,
                path_id=(index, *entry.path_id),
            )
            yield from _with_placed(placed, depsgraph)


def _shown_uids(collection):
    """Yield the `session_uid` of what instances of a collection show."""
    if collection.hide_viewport:
        return
    yield from (obj.session_uid for obj in collection.objects if not obj.hide_viewport)
    for child in collection.children:
        yield from _shown_uids(child)


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
