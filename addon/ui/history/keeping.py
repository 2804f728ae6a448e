"""The history goes into the file when that is saved, and comes out of it when it is loaded."""

import bpy
from bpy.app.handlers import persistent

from ... import api
from .. import results

# Beyond as many changes at a time it is quicker to look at the marked objects.
_LOOKED_AT_MAX = 500


def install(removals):
    for handlers, handler in (
        (bpy.app.handlers.save_pre, _on_save),
        (bpy.app.handlers.load_post, _on_load),
        (bpy.app.handlers.depsgraph_update_post, _on_update),
        (bpy.app.handlers.frame_change_post, _on_update),
    ):
        handlers.append(handler)
        removals.callback(handlers.remove, handler)
    # Blender shows no file to an add-on that is being enabled.
    bpy.app.timers.register(_load)
    removals.callback(_cancel)


def _cancel():
    if bpy.app.timers.is_registered(_load):
        bpy.app.timers.unregister(_load)


def _load():
    api.load_history(
        [
            (scene, scene.picking_ray.history, scene.picking_ray.history_unread)
            for scene in bpy.data.scenes
            if scene.library is None
        ]
    )
    results.mirror_history(bpy.context)


@persistent
def _on_load(*_args):
    _cancel()
    _load()


@persistent
def _on_save(*_args):
    for scene in bpy.data.scenes:
        if scene.library is None:
            options = scene.picking_ray
            options.history, options.history_unread = api.history_texts(
                scene, options.history, options.history_unread
            )


@persistent
def _on_update(_scene, depsgraph=None):
    """Have the marks follow their objects."""
    uids = results.marked_uids()
    # Of a render other data is told, in another thread.
    if not uids or depsgraph is None or depsgraph.mode != "VIEWPORT":
        return
    if any(
        update.is_updated_transform and update.id.original.session_uid in uids for update in depsgraph.updates
    ):
        results.show_active(bpy.context)
