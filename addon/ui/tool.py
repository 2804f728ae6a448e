"""The tool in the toolbar: click to pick, without a modal operator."""

import bpy

from . import keymaps
from .names import TOOL

_NEIGHBOUR = "builtin.measure"


class _PickTool(bpy.types.WorkSpaceTool):
    bl_space_type = "VIEW_3D"
    bl_idname = TOOL
    bl_label = "Pick"
    bl_description = "Click anything you can see to read what is there"
    bl_icon = "ops.paint.eyedropper_add"
    bl_cursor = "EYEDROPPER"
    bl_keymap = keymaps.TOOL

    @staticmethod
    def draw_settings(context, layout, _tool):
        options = context.scene.picking_ray
        layout.prop(options, "geometry", text="")
        layout.prop(options, "snap", text="", icon="SNAP_ON" if options.snap != "OFF" else "SNAP_OFF")
        row = layout.row(align=True)
        row.prop(options, "see_through", text="", icon="XRAY")
        row.prop(options, "include_hidden", text="", icon="HIDE_ON")
        row.prop(options, "selectable_only", text="", icon="RESTRICT_SELECT_OFF")
        layout.prop(options, "tolerance_px")


def install(removals):
    for mode, listed in bpy.types.VIEW3D_PT_tools_active.tools_all():
        if mode is not None:
            # Where there is no such tool, as in modes of brushes, ours stands last.
            is_measured = any(getattr(one, "idname", None) == _NEIGHBOUR for one in listed)
            place = {"after": {_NEIGHBOUR}} if is_measured else {"separator": True}
            tool = type(f"{_PickTool.__name__}_{mode}", (_PickTool,), {"bl_context_mode": mode})
            bpy.utils.register_tool(tool, **place)
            removals.callback(bpy.utils.unregister_tool, tool)
            removals.callback(keymaps.ensure_tool_keymap)
