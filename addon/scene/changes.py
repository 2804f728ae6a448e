"""Which data-blocks changed their geometry, learnt from Blender's update tags.

Nothing else reveals an edit: pointers and ids survive it. The handlers only mark; they never evaluate
a dependency graph. A script that changes a mesh without an update tag is as invisible here as it is to Blender.
"""

import atexit

import bpy
from bpy.app.handlers import persistent

# Beyond this many ids it is cheaper to forget everything than to remember each.
_REMEMBERED_MAX = 10_000

_changed_uids = set()
_everything_changed = True
_update_count = 0


def watch():
    """Add the handlers; a second call does nothing.

    They go at the latest when Python ends: left in place, they crash Blender 4.2 and hang 4.5 at exit.
    """
    for handlers, handler in _handler_lists():
        if handler not in handlers:
            # Before those of other add-ons, which may pick themselves.
            handlers.insert(0, handler)
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
        (handlers.frame_change_post, _on_depsgraph_update),
        (handlers.undo_post, _on_replaced_data),
        (handlers.redo_post, _on_replaced_data),
        (handlers.load_post, _on_replaced_data),
    )


def _mark_everything():
    global _everything_changed, _update_count
    _everything_changed = True
    _update_count += 1
    _changed_uids.clear()


@persistent
def _on_depsgraph_update(_scene, depsgraph=None):
    global _update_count
    _update_count += 1
    if _everything_changed:
        return
    if depsgraph is None:
        _mark_everything()
        return
    _changed_uids.update(
        update.id.original.session_uid for update in depsgraph.updates if update.is_updated_geometry
    )
    if len(_changed_uids) > _REMEMBERED_MAX:
        _mark_everything()


@persistent
def _on_replaced_data(*_args):
    _mark_everything()
