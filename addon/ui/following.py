"""Marks move with their objects: Blender tells of changes only while there are any."""

import bpy
from bpy.app.handlers import persistent

_uids = frozenset()
_show = None


def follow(uids, show):
    """Call `show` with the context when one of the objects with these `session_uid` has moved; of none, never."""
    global _uids, _show
    if bool(uids) != bool(_uids):
        for handlers in (bpy.app.handlers.depsgraph_update_post, bpy.app.handlers.frame_change_post):
            (handlers.append if uids else handlers.remove)(_on_update)
    _uids, _show = frozenset(uids), show


@persistent
def _on_update(_scene, depsgraph=None):
    # Of a render other data is told, in another thread.
    if depsgraph is None or depsgraph.mode != "VIEWPORT":
        return
    if any(one.is_updated_transform and one.id.original.session_uid in _uids for one in depsgraph.updates):
        _show(bpy.context)
