"""The history goes into the file when that is saved, and comes out of it when it is loaded."""

import bpy
from bpy.app.handlers import persistent

from ... import api
from .. import results


def install(removals):
    for handlers, handler in (
        (bpy.app.handlers.save_pre, _on_save),
        (bpy.app.handlers.load_post, _on_load),
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
