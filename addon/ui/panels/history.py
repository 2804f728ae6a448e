"""The panel of earlier picks."""

import bpy
from bpy.app.translations import pgettext_iface as iface_
from bpy.app.translations import pgettext_rpt as rpt_

from ... import api
from .main import SidebarPanel, draw_sentence


class PICKING_RAY_PT_history(SidebarPanel, bpy.types.Panel):
    bl_label = "History"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout = self.layout
        if api.unread_reasons():
            text = iface_(
                "Some earlier picks of this file cannot be read, and stay in it as they are. {reason}"
            )
            draw_sentence(context, layout, text.format(reason=api.unread_reasons(rpt_)[0]), "ERROR")
        rows = context.window_manager.picking_ray
        layout.template_list(
            "PICKING_RAY_UL_history",
            "",
            rows,
            "history",
            rows,
            "active_history",
            item_dyntip_propname="tooltip",
            rows=4,
        )
        # Beside the list, as Blender has them, they would leave its names no room.
        row = layout.row(align=True)
        row.operator("picking_ray.history_view", text="Go to View", icon="VIEW_PERSPECTIVE")
        row.operator("picking_ray.history_remove", text="", icon="REMOVE")
        row.operator("picking_ray.history_clear", text="", icon="TRASH")
        row = layout.row(align=True)
        row.operator_menu_enum("picking_ray.history_export", "file_format", text="Export")
        row.operator_menu_enum("picking_ray.history_copy", "file_format", text="Copy")
        row.operator("picking_ray.history_import", text="Import")


CLASSES = (PICKING_RAY_PT_history,)
