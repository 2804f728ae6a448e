"""What the dependency graph draws, one row an instance, held as values."""

from dataclasses import dataclass, field
from typing import NamedTuple

import bpy
import numpy as np

from . import changes
from .outlines import has_outlines, icon_outlines, is_icon, outline_placement
from .outlines.empties import is_image_in_back, is_image_in_front
from .shapes import NO_FACES, Shape, read_shape
from .visibility import Reason

# `persistent_id` has this many numbers, filled up with the largest.
_PATH_LENGTH = 8
_NO_ID = 2147483647


@dataclass(frozen=True, eq=False)
class Instance:
    """One drawn surface, set of lines or points: whose it is and where it stands.

    Attributes
    ----------
    object_name, object_uid, library : str, int, str or None
        The source object, by name, `session_uid` and path of its library.
    matrix_world : (4, 4) float
    is_instance : bool
        False when the object draws itself.
    persistent_id : tuple of int
        As Blender gives it, innermost first; empty when not an instance.
    instancer_path : tuple of str
        Names of the instancers, outermost first.
    base_name, base_uid, base_library : str, int, str or None
        The object of the view layer that stands for it: itself, or the outermost instancer.
    in_front : bool
        Whether it is drawn in front of everything that is not.
    in_back : bool
        Whether it is an image whose area is drawn behind everything else.
    """

    object_name: str
    object_uid: int
    library: str | None
    matrix_world: np.ndarray
    is_instance: bool
    persistent_id: tuple
    instancer_path: tuple
    base_name: str
    base_uid: int
    base_library: str | None
    in_front: bool
    in_back: bool
    shape: Shape = field(repr=False)
    order: int = field(repr=False)

    @property
    def object(self):
        """The live source object, or None once it is gone."""
        return find_object(self.object_name, self.library, self.object_uid)


class _Gone(NamedTuple):
    """Objects that were looked for in vain, true until Blender reports a change: panels ask at every redraw."""

    update_count: int
    uids: set


_gone = _Gone(-1, set())


def find_object(name, library, uid):
    """The object of this `session_uid`, looked for by name first; None when there is none."""
    global _gone
    found = bpy.data.objects.get((name, library))
    if found is not None and found.session_uid == uid:
        return found
    if _gone.update_count != changes.update_count():
        _gone = _Gone(changes.update_count(), set())
    if uid in _gone.uids:
        return None
    renamed = next((obj for obj in bpy.data.objects if obj.session_uid == uid), None)
    if renamed is None:
        _gone.uids.add(uid)
    return renamed


def drawn_instances(depsgraph, store, visibility):
    """What is drawn, in the order of `Depsgraph.object_instances`.

    Parameters
    ----------
    depsgraph : bpy.types.Depsgraph
        Evaluated.
    store : GeometryStore
        Asked for the shape of each; what it holds of the same view layer beyond that is dropped.
    visibility : Visibility
        Says what is shown, and counts what is not.

    Returns
    -------
    list of Instance
        Nothing in it refers to Blender's memory.
    """
    walk = _Walk(depsgraph, store, visibility)
    for order, item in enumerate(depsgraph.object_instances):
        walk.visit(order, item)
    walk.settle_pending()
    if walk.without_surface:
        for order, item in enumerate(depsgraph.object_instances):
            if order in walk.without_surface:
                walk.add(order, item, *walk.without_surface[order])
        walk.instances.sort(key=lambda one: one.order)
    store.keep_only(walk.scene_key, walk.keys)
    return walk.instances


class _Walk:
    """The state of one enumeration of `depsgraph.object_instances`."""

    def __init__(self, depsgraph, store, visibility):
        self.scene_key = (depsgraph.scene.original.session_uid, depsgraph.view_layer.name)
        self.keys = set()
        self.instances = []
        self.without_surface = {}
        self._scene = depsgraph.scene
        self._hair_subdivision = depsgraph.scene.render.hair_subdiv
        self._matrices, self._path_ids = _placements(depsgraph)
        self._store = store
        self._visibility = visibility
        self._visited = {}
        self._pending = None

    def visit(self, order, item):
        obj = item.object
        source = obj.original
        base = item.parent.original if item.is_instance else source
        path_id = self._path_id(order) if item.is_instance else ()
        if self._is_own_surface(source, base, path_id):
            path_id = path_id[1:]
            self._pending = None
        else:
            self.settle_pending()
            self._visited[base.session_uid, path_id] = (source.session_uid, source.name)
        reason = self._visibility.why_not(source, base, item)
        if self._visibility.is_looked_through(source, item):
            return
        if obj.type in _SURFACE_FOLLOWS:
            is_counted = reason is not None and self._visibility.counts(obj, self._matrices[order])
            self._pending = (order, base, path_id, reason, is_counted)
        elif obj.type != "META":
            # All metaballs of a family share one surface, listed after the first of them.
            self._add_or_count(order, item, base, path_id, reason)

    def settle_pending(self):
        """Note the object visited last as one without a surface, if none has followed: a curve without a bevel."""
        if self._pending is None:
            return
        order, base, path_id, reason, is_counted = self._pending
        self._pending = None
        if reason is not None:
            self._visibility.skipped[reason] += is_counted
        else:
            self.without_surface[order] = (base, path_id)

    def _add_or_count(self, order, item, base, path_id, reason):
        if reason is not None:
            self._visibility.skip(reason, item.object, self._matrices[order])
        else:
            self.add(order, item, base, path_id)

    def add(self, order, item, base, path_id):
        """Append what an entry is drawn as; count it if that is nothing that can be picked."""
        obj = item.object
        if not has_outlines(obj.type):
            self._visibility.skip(Reason.TYPE, obj, self._matrices[order])
            return
        matrix_world = _affine_matrix(self._matrices[order])
        if matrix_world is None:
            # Blender draws nothing of an object that is nowhere.
            return
        if is_icon(obj.type):
            shape = Shape(NO_FACES, icon_outlines(obj, self._scene, matrix_world))
        else:
            shape = self._shape(obj, base)
        shown = self._visibility.shown_part(shape, item, base, matrix_world)
        if shown.is_empty:
            if not shape.is_empty:
                self._visibility.skip(Reason.TYPE, obj, self._matrices[order])
            return
        self.instances.append(self._instance(order, obj, matrix_world, base, path_id, shown))

    def _path_id(self, order):
        return tuple(part for part in self._path_ids[order] if part != _NO_ID)

    def _is_own_surface(self, source, base, path_id):
        """A curve, text or metaball draws its surface as an instance of itself, listed after itself."""
        if not path_id:
            return False
        owner = self._visited.get((base.session_uid, path_id[1:]))
        return owner is not None and owner[0] == source.session_uid

    def _shape(self, obj, base):
        data, source = obj.data, obj.original
        if obj.mode == "EDIT" and obj.type in ("ARMATURE", "LATTICE"):
            return self._read_shape(obj)
        key = (
            self.scene_key,
            data.as_pointer(),
            data.original.session_uid,
            outline_placement(obj, self._scene),
        )
        if obj.type in ("ARMATURE", "LATTICE"):
            # The pose and what modifiers make of a lattice belong to the object.
            key = (*key, source.session_uid)
        self.keys.add(key)
        sources = [data.original.session_uid, source.session_uid, base.session_uid]
        if source.data is not None:
            sources.append(source.data.session_uid)
        return self._store.fetch(key, obj, sources, self._read_shape)

    def _read_shape(self, obj):
        return read_shape(obj, self._hair_subdivision)

    def _instance(self, order, obj, matrix_world, base, path_id, shape):
        source = obj.original
        return Instance(
            object_name=source.name,
            object_uid=source.session_uid,
            library=_library(source),
            matrix_world=matrix_world,
            is_instance=bool(path_id),
            persistent_id=path_id,
            instancer_path=self._instancer_path(base, path_id),
            base_name=base.name,
            base_uid=base.session_uid,
            base_library=_library(base),
            in_front=obj.show_in_front or is_image_in_front(obj),
            in_back=is_image_in_back(obj),
            shape=shape,
            order=order,
        )

    def _instancer_path(self, base, path_id):
        if not path_id:
            return ()
        between = (
            self._visited.get((base.session_uid, path_id[-length:])) for length in range(1, len(path_id))
        )
        return (base.name, *(entry[1] for entry in between if entry is not None))


# Curves, texts and metaballs are listed themselves, without a mesh; their surface follows as an instance of its own.
_SURFACE_FOLLOWS = frozenset(("CURVE", "SURFACE", "FONT"))


def _placements(depsgraph):
    """Matrices (n, 4, 4) and persistent ids (n, 8) of all entries of `Depsgraph.object_instances`.

    Read at once: while the entries are walked, Blender 5.3 has the next one's where instancers are not shown. It is
    also ten times as fast.
    """
    entries = depsgraph.object_instances
    count = len(entries)
    matrices = np.empty(count * 16, dtype=np.float32)
    entries.foreach_get("matrix_world", matrices)
    path_ids = np.empty(count * _PATH_LENGTH, dtype=np.int32)
    entries.foreach_get("persistent_id", path_ids)
    # Blender keeps matrices by columns.
    columns = matrices.reshape(count, 4, 4).astype(np.float64)
    return columns.transpose(0, 2, 1), path_ids.reshape(count, _PATH_LENGTH).tolist()


def _affine_matrix(matrix):
    """(4, 4) with a last row of 0, 0, 0, 1; None if it has no such form.

    Parenting leaves the inverse of the parent's matrix as Blender rounds it, its last number not quite 1.
    """
    if not np.isfinite(matrix).all() or matrix[3, 3] == 0.0:
        return None
    values = matrix / matrix[3, 3]
    values[3] = (0.0, 0.0, 0.0, 1.0)
    return values


def _library(data):
    return data.library.filepath if data.library else None
