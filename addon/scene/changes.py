"""What changed in the file, learnt from Blender's update tags.

Nothing else reveals an edit: pointers and ids survive it. The handlers only mark; they never evaluate
a dependency graph. A script that changes a mesh without an update tag is as invisible here as it is to Blender.
"""

import atexit
from dataclasses import dataclass, field
from weakref import WeakSet

import bpy
from bpy.app.handlers import persistent

# Beyond this many ids it is cheaper to forget everything than to remember each.
_REMEMBERED_MAX = 10_000

_changed_uids = set()
_everything_changed = True
_update_count = 0
_marks = WeakSet()
# Beyond this many objects it is as cheap to put all together anew.
_TOUCHED_MAX = 1000
# So many entries are looked at for one who does not ask what has changed: of an animation that plays, a few frames.
_LOOKED_AT_MAX = 20_000
# Data of objects, whose changes are told by the objects as well.
_TOLD_BY_OBJECTS = tuple(
    getattr(bpy.types, name)
    for name in ("Armature", "Camera", "Curve", "Lattice", "Light", "LightProbe", "Mesh", "Speaker")
) + (bpy.types.ShaderNodeTree,)


@dataclass(eq=False)
class Marks:
    """What has changed since `clear`, for one who holds something put together from the scene.

    Attributes
    ----------
    moved_uids : set of int
        `session_uid` of objects of which nothing changed but where they are.
    touched_uids : set of int
        Of objects of which anything else may have changed.
    has_new_settings : bool
        Whether settings of the scene changed, or which objects are selected or hidden.
    has_new_frame : bool
    has_new_materials : bool
        Whether materials changed, which draw the same faces and lines as long as those are not culled by them.
    everything : bool
        Whether anything may have changed.
    """

    moved_uids: set = field(default_factory=set)
    touched_uids: set = field(default_factory=set)
    has_new_settings: bool = False
    has_new_frame: bool = False
    has_new_materials: bool = False
    everything: bool = False
    _looked_at: int = 0

    @property
    def is_clear(self):
        """Whether nothing has changed."""
        return not (
            self.everything
            or self.moved_uids
            or self.touched_uids
            or self.has_new_settings
            or self.has_new_frame
            or self.has_new_materials
        )

    def clear(self):
        """Begin anew."""
        self.__init__()

    def add(self, updates):
        """Take in what one evaluation has updated: entries of `Depsgraph.updates`."""
        are_settings = len(updates) == 1 and isinstance(updates[0].id, bpy.types.Scene)
        if are_settings and not _flags(updates[0]):
            self.has_new_settings = True
            return
        self._looked_at += len(updates)
        if self._looked_at > _LOOKED_AT_MAX:
            self.everything = True
            return
        are_told = needs_telling = False
        for update in updates:
            data, flags = update.id, _flags(update)
            if isinstance(data, bpy.types.Object):
                (self.moved_uids if flags == "T" else self.touched_uids).add(data.original.session_uid)
                are_told |= flags != "T"
            elif isinstance(data, bpy.types.Material) and not data.is_grease_pencil:
                self.has_new_materials = True
            elif isinstance(data, _TOLD_BY_OBJECTS):
                needs_telling = True
            elif not (isinstance(data, bpy.types.Action) or _has_moved_members(data, flags)):
                self.everything = True
                return
        self.everything = (needs_telling and not are_told) or len(self.touched_uids) > _TOUCHED_MAX


def _flags(update):
    """Of what a data-block was updated: T for its place, G for its geometry, S for how it is shaded; "" for others."""
    named = (
        (update.is_updated_transform, "T"),
        (update.is_updated_geometry, "G"),
        (update.is_updated_shading, "S"),
    )
    return "".join(letter for is_updated, letter in named if is_updated)


def _has_moved_members(data, flags):
    """Whether a collection is named since objects in it are; with others in it the scene is named as well."""
    return isinstance(data, bpy.types.Collection) and flags == "G"


def new_marks():
    """`Marks` that are added to for as long as they are held."""
    marks = Marks()
    _marks.add(marks)
    return marks


def watch():
    """Add the handlers; a second call does nothing.

    They go at the latest when Python ends: left in place, they crash Blender 4.2 and hang 4.5 at exit.
    """
    missing = [(handlers, handler) for handlers, handler in _handler_lists() if handler not in handlers]
    for handlers, handler in missing:
        # Before those of other add-ons, which may pick themselves.
        handlers.insert(0, handler)
    if missing:
        _mark_everything()
        atexit.unregister(unwatch)
        atexit.register(unwatch)


def unwatch():
    """Remove the handlers and forget what was marked."""
    atexit.unregister(unwatch)
    for handlers, handler in _handler_lists():
        if handler in handlers:
            handlers.remove(handler)
    _mark_everything()


def take_changes():
    """Return and forget what changed since the last call.

    Returns
    -------
    set of int, or None
        `session_uid` of the objects and data-blocks whose geometry changed; None when anything may have.
    """
    global _everything_changed
    changed = None if _everything_changed else set(_changed_uids)
    _changed_uids.clear()
    _everything_changed = False
    return changed


def update_count():
    """A number that grows whenever Blender reports a change of any kind, of geometry or not."""
    return _update_count


def _handler_lists():
    handlers = bpy.app.handlers
    return (
        (handlers.depsgraph_update_post, _on_depsgraph_update),
        (handlers.frame_change_post, _on_frame_change),
        (handlers.undo_post, _on_replaced_data),
        (handlers.redo_post, _on_replaced_data),
        (handlers.load_post, _on_replaced_data),
    )


def _mark_everything():
    global _everything_changed, _update_count
    _everything_changed = True
    _update_count += 1
    _changed_uids.clear()
    for marks in _marks:
        marks.everything = True


@persistent
def _on_frame_change(scene, depsgraph=None):
    for marks in _marks:
        marks.has_new_frame = True
    _on_depsgraph_update(scene, depsgraph)


@persistent
def _on_depsgraph_update(_scene, depsgraph=None):
    global _update_count
    _update_count += 1
    waiting = [marks for marks in _marks if not marks.everything]
    if _everything_changed and not waiting:
        return
    if depsgraph is None:
        _mark_everything()
        return
    if waiting:
        updates = list(depsgraph.updates)
        for marks in waiting:
            marks.add(updates)
    if _everything_changed:
        return
    _changed_uids.update(
        update.id.original.session_uid for update in depsgraph.updates if update.is_updated_geometry
    )
    if len(_changed_uids) > _REMEMBERED_MAX:
        _mark_everything()


@persistent
def _on_replaced_data(*_args):
    _mark_everything()
