"""What the dependency graph draws, one row an instance, held as values."""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import bpy
import numpy as np

from . import changes
from .hidden import hidden_entries
from .instancers import Instancers
from .modes import hides_faces, hiding_mesh, is_edited_mesh, live_state, stale_reason
from .outlines import has_outlines, icon_outlines, is_icon, outline_placement
from .outlines.empties import is_image_in_back, is_image_in_front
from .placements import affine_matrix, placements
from .shapes import NO_FACES, Shape, read_hidden_shape, read_shape
from .visibility import Reason

# The order of what is not among the dependency graph's instances.
_UNLISTED = -1


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
    is_click_through : bool
        Whether it is picked only where nothing else is.
    stale : str or None
        Why it is not as it would be drawn.
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
    is_click_through: bool = False
    stale: str | None = None

    @property
    def object(self):
        """The live source object, or None once it is gone."""
        return find_object(self.object_name, self.library, self.object_uid)

    @property
    def is_listed(self):
        """Whether `Depsgraph.object_instances` has it; else it is hidden."""
        return self.order != _UNLISTED


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


def drawn_instances(depsgraph, store, visibility, geometry):
    """What is drawn, in the order of `Depsgraph.object_instances`.

    Parameters
    ----------
    depsgraph : bpy.types.Depsgraph
        Evaluated.
    store : GeometryStore
        Asked for the shape of each; what it holds of the same view layer beyond that is dropped.
    visibility : Visibility
        Says what is shown, and counts what is not.
    geometry : str
        Which mesh of each object; see `PickOptions`.

    Returns
    -------
    list of Instance
        Nothing in it refers to Blender's memory.
    """
    walk = _Walk(depsgraph, store, visibility, geometry)
    for order, item in enumerate(depsgraph.object_instances):
        walk.visit(order, item)
    walk.settle_pending()
    if walk.without_surface:
        for order, item in enumerate(depsgraph.object_instances):
            if order in walk.without_surface:
                walk.add(order, item, *walk.without_surface[order])
        walk.instances.sort(key=lambda one: one.order)
    if visibility.includes_hidden:
        for entry in hidden_entries(depsgraph, visibility):
            walk.visit_hidden(entry)
    store.keep_only(walk.scene_key, walk.keys)
    return walk.instances


class _Walk:
    """The state of one enumeration of `depsgraph.object_instances`."""

    def __init__(self, depsgraph, store, visibility, geometry):
        self.scene_key = (depsgraph.scene.original.session_uid, depsgraph.view_layer.name)
        self.keys = set()
        self.instances = []
        self.without_surface = {}
        self._scene = depsgraph.scene
        self._depsgraph = depsgraph
        self._geometry = geometry
        self._painted = hiding_mesh(depsgraph)
        self._matrices, self._path_ids = placements(depsgraph)
        self._store = store
        self._visibility = visibility
        self._visited = {}
        self._instancers = Instancers()
        self._pending = None

    def visit(self, order, item):
        obj = item.object
        source = obj.original
        base = item.parent.original if item.is_instance else source
        path_id = self._path_ids[order] if item.is_instance else ()
        if self._is_own_surface(source, base, path_id):
            path_id = path_id[1:]
            if source.mode == "EDIT":
                # Its control points are drawn as well.
                self.settle_pending()
            self._pending = None
        else:
            self.settle_pending()
            self._visited[base.session_uid, path_id] = source.session_uid
        reason = self._visibility.why_not(source, base, item)
        if self._visibility.is_looked_through(source, item):
            return
        if obj.type in _SURFACE_FOLLOWS:
            is_counted = reason is not None and self._visibility.counts(obj, self._matrices[order])
            self._pending = (order, base, path_id, reason, is_counted)
        elif obj.type != "META" or source.mode == "EDIT":
            # All metaballs of a family share one surface, listed after the first of them; elements are their own.
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

    def visit_hidden(self, entry):
        """Take in what is not among the instances because it is hidden, a `HiddenEntry`."""
        source = entry.object.original
        reason = self._visibility.why_not(source, entry.base, entry)
        if reason is not None:
            self._visibility.skip(reason, entry.object, entry.matrix_world)
        elif not self._visibility.is_looked_through(source, entry):
            self.add(_UNLISTED, entry, entry.base, entry.path_id, entry)

    def add(self, order, item, base, path_id, hidden=None):
        """Append what an entry is drawn as; count it if that is nothing that can be picked."""
        obj = item.object
        placed = hidden.matrix_world if hidden else self._matrices[order]
        if not has_outlines(obj.type):
            self._visibility.skip(Reason.TYPE, obj, placed)
            return
        matrix_world = affine_matrix(placed)
        if matrix_world is None:
            # Blender draws nothing of an object that is nowhere.
            return
        if is_icon(obj.type):
            shape = Shape(NO_FACES, icon_outlines(obj, self._scene, matrix_world))
        else:
            shape = self._shape(obj, base, read_hidden_shape if hidden else read_shape)
        shown = self._visibility.shown_part(shape, item, base, matrix_world)
        if shown.is_empty:
            if not shape.is_empty:
                self._visibility.skip(Reason.TYPE, obj, placed)
            elif hidden and hidden.stale:
                self._visibility.skip(Reason.STALE, obj, placed)
            return
        instance = self._instance(order, obj, matrix_world, base, path_id, shown)
        if hidden:
            instance = replace(instance, stale=hidden.stale or instance.stale)
        if self._visibility.ignores(instance):
            self._visibility.skip(Reason.FILTERED, obj, placed)
        else:
            self.instances.append(instance)

    def _is_own_surface(self, source, base, path_id):
        """A curve, text or metaball draws its surface as an instance of itself, listed after itself."""
        if not path_id:
            return False
        return self._visited.get((base.session_uid, path_id[1:])) == source.session_uid

    def _shape(self, obj, base, read):
        data, source = obj.data, obj.original
        without_hidden = obj.type == "MESH" and hides_faces(obj, self._painted)
        read_now = partial(
            read, geometry=self._geometry, depsgraph=self._depsgraph, without_hidden=without_hidden
        )
        # No update tag tells of a change to what Blender does not evaluate.
        if not obj.is_evaluated or (
            obj.mode in ("EDIT", "EDIT_GPENCIL") and obj.type in _READ_ANEW_IN_EDIT_MODE
        ):
            return read_now(obj)
        placement = outline_placement(obj, self._scene)
        key = (self.scene_key, data.as_pointer(), data.original.session_uid, placement, read)
        if obj.type in ("ARMATURE", "LATTICE"):
            # The pose and what modifiers make of a lattice belong to the object.
            key = (*key, source.session_uid)
        if obj.type == "MESH":
            key = (*key, self._geometry, without_hidden, live_state(obj))
            if self._geometry != "EVALUATED" or is_edited_mesh(obj):
                key = (*key, source.session_uid)
        self.keys.add(key)
        sources = [data.original.session_uid, source.session_uid, base.session_uid]
        if source.data is not None:
            sources.append(source.data.session_uid)
        return self._store.fetch(key, obj, sources, read_now)

    def _instance(self, order, obj, matrix_world, base, path_id, shape):
        source = obj.original
        return Instance(
            object_name=source.name,
            object_uid=source.session_uid,
            library=_library(source),
            matrix_world=matrix_world,
            is_instance=bool(path_id),
            persistent_id=path_id,
            instancer_path=self._instancers.names(base, path_id, source) if path_id else (),
            base_name=base.name,
            base_uid=base.session_uid,
            base_library=_library(base),
            in_front=obj.show_in_front or is_image_in_front(obj),
            in_back=is_image_in_back(obj),
            shape=shape,
            order=order,
            stale=stale_reason(obj),
            is_click_through=self._visibility.is_clicked_through(source, base),
        )


# No update tag of geometry tells what is selected in them.
_READ_ANEW_IN_EDIT_MODE = frozenset(
    ("ARMATURE", "CURVE", "CURVES", "GPENCIL", "GREASEPENCIL", "LATTICE", "META", "SURFACE")
)
# Curves, texts and metaballs are listed themselves, without a mesh; their surface follows as an instance of its own.
_SURFACE_FOLLOWS = frozenset(("CURVE", "SURFACE", "FONT"))


def _library(data):
    return data.library.filepath if data.library else None
