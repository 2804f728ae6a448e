"""Operators on the list of earlier picks. Showing one again is a click on its row, renaming it a double click."""

import bpy
from bpy.app.translations import pgettext_iface as iface_
from bpy.app.translations import pgettext_rpt as rpt_

from ... import api
from .. import results
from ..names import shown_label, shown_name


class _HistoryAction:
    """An operator on the history."""

    @classmethod
    def poll(cls, _context):
        if not api.kept_picks():
            cls.poll_message_set("Nothing has been picked yet")
            return False
        return True


class _EntryAction(_HistoryAction):
    """An operator on the active pick of the history."""

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        if _active(context) is None:
            cls.poll_message_set("Click a pick in the history first")
            return False
        return True


def _active(context):
    """The `KeptPick` whose row is active, or None."""
    index, kept = context.window_manager.picking_ray.active_history, api.kept_picks()
    return kept[index] if 0 <= index < len(kept) else None


class PICKING_RAY_OT_history_view(_EntryAction, bpy.types.Operator):
    """Go back to the view that the active pick of the history was picked in"""

    bl_idname = "picking_ray.history_view"
    bl_label = "Go to View of Pick"

    @classmethod
    def poll(cls, context):
        if context.area is None or context.area.type != "VIEW_3D":
            cls.poll_message_set("Going back to a view needs a 3D viewport")
            return False
        if not super().poll(context):
            return False
        if _active(context).view is None:
            cls.poll_message_set("The view of this pick is not known: a script has picked it")
            return False
        return True

    def execute(self, context):
        kept, space, region_3d = _active(context), context.space_data, context.region_data
        if region_3d is None or region_3d.lock_rotation:
            # The sides of a quad view cannot be turned.
            region_3d = space.region_3d
        is_camera = kept.view.show(space, region_3d, context.scene)
        if kept.view.camera is not None:
            message = (
                rpt_("{name} was picked through {camera}: this is what the camera sees now")
                if is_camera
                else rpt_("{name} was picked through {camera}: this is about what the camera saw then")
            )
            self.report({"INFO"}, message.format(name=shown_label(kept), camera=kept.view.camera))
        return {"FINISHED"}


class PICKING_RAY_OT_history_rename(_EntryAction, bpy.types.Operator):
    """Give the active pick of the history a name of its own; with none it has that of its object"""

    bl_idname = "picking_ray.history_rename"
    bl_label = "Rename Pick"

    name: bpy.props.StringProperty(name="Name", description="What to call the pick", options={"SKIP_SAVE"})

    def invoke(self, context, _event):
        self.name = shown_label(_active(context))
        return context.window_manager.invoke_props_dialog(self)

    def execute(self, context):
        kept = _active(context)
        # Its own name is none when it is what it is called without.
        name = "" if self.name == shown_name(kept.pick) else self.name
        api.rename_in_history(context.window_manager.picking_ray.active_history, name)
        results.mirror_history(context)
        return {"FINISHED"}


class PICKING_RAY_OT_history_remove(_EntryAction, bpy.types.Operator):
    """Remove the active pick from the history"""

    bl_idname = "picking_ray.history_remove"
    bl_label = "Remove from History"

    def execute(self, context):
        api.remove_from_history(context.window_manager.picking_ray.active_history)
        results.mirror_history(context)
        return {"FINISHED"}


class PICKING_RAY_OT_history_clear(bpy.types.Operator):
    """Remove all picks from the history, and their points from the viewport"""

    bl_idname = "picking_ray.history_clear"
    bl_label = "Clear History"

    @classmethod
    def poll(cls, _context):
        if not api.kept_picks() and not api.unread_reasons():
            cls.poll_message_set("Nothing has been picked yet")
            return False
        return True

    def invoke(self, context, event):
        return context.window_manager.invoke_confirm(
            self,
            event,
            title=iface_("Clear History"),
            message=iface_("All picks are removed, and undo does not bring them back"),
            confirm_text=iface_("Clear"),
        )

    def execute(self, context):
        api.clear_history()
        results.mirror_history(context)
        return {"FINISHED"}


CLASSES = (
    PICKING_RAY_OT_history_view,
    PICKING_RAY_OT_history_rename,
    PICKING_RAY_OT_history_remove,
    PICKING_RAY_OT_history_clear,
)
