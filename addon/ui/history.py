"""Operators on the list of earlier picks. Showing one again is a click on its row."""

import bpy

from .. import api
from . import results


class _HistoryAction:
    """An operator on the history."""

    @classmethod
    def poll(cls, _context):
        if not api.history():
            cls.poll_message_set("Nothing has been picked yet")
            return False
        return True


class PICKING_RAY_OT_history_remove(_HistoryAction, bpy.types.Operator):
    """Remove the active pick from the history"""

    bl_idname = "picking_ray.history_remove"
    bl_label = "Remove from History"

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        if not 0 <= context.window_manager.picking_ray.active_history < len(api.history()):
            cls.poll_message_set("Click a pick in the history first")
            return False
        return True

    def execute(self, context):
        api.remove_from_history(context.window_manager.picking_ray.active_history)
        results.mirror_history(context)
        return {"FINISHED"}


class PICKING_RAY_OT_history_clear(_HistoryAction, bpy.types.Operator):
    """Remove all picks from the history, and their points from the viewport"""

    bl_idname = "picking_ray.history_clear"
    bl_label = "Clear History"

    def execute(self, context):
        api.clear_history()
        results.mirror_history(context)
        return {"FINISHED"}


CLASSES = (PICKING_RAY_OT_history_remove, PICKING_RAY_OT_history_clear)
