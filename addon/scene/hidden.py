"""Objects that Blender hides so that the dependency graph lists them no more, and often does not evaluate."""

from typing import NamedTuple

import bpy
import numpy as np

_NOT_EVALUATED = (
    "Not evaluated while hidden: the original is picked, without modifiers, constraints and animation"
)


class HiddenEntry(NamedTuple):
    """What stands for an entry of `Depsgraph.object_instances`, of an object that has none.

    `object` is evaluated, or else the original, and then `stale` says so; keep nothing of it.
    """

    object: bpy.types.Object
    matrix_world: np.ndarray
    stale: str | None
    is_instance: bool = False
    show_self: bool = True


def unlisted_objects(depsgraph, visibility):
    """The original objects of the scene that were not among the instances."""
    objects = depsgraph.scene.original.objects
    return [obj for obj in objects if obj is not None and obj.session_uid not in visibility.seen_uids]


def hidden_entry(obj, depsgraph):
    """The `HiddenEntry` of an original object."""
    evaluated = obj.evaluated_get(depsgraph)
    matrix_world = np.array(_placed(obj, depsgraph), dtype=np.float64)
    if evaluated.is_evaluated:
        return HiddenEntry(evaluated, matrix_world, None)
    return HiddenEntry(obj, matrix_world, _NOT_EVALUATED)


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
