"""The tool in the toolbar: click to pick, without a modal operator."""

import bpy

from . import keymaps
from .names import TOOL


class _PickTool(bpy.types.WorkSpaceTool):
    bl_space_type = "VIEW_3D"
    bl_idname = TOOL
    bl_label = "Pick"
    bl_description = "Click anything you can see to read what is there"
    bl_icon = "ops.paint.eyedropper_add"
    bl_cursor = "EYEDROPPER"
    bl_keymap = (
        *((idname, key, {"properties": list(given.items())}) for idname, key, given in keymaps.CLICKS),
        ("picking_ray.pick_from_list", {"type": "LEFTMOUSE", "value": "PRESS", "alt": True}, None),
        ("picking_ray.hover", {"type": "MOUSEMOVE", "value": "ANY", "any": True}, None),
    )

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


class PickToolInObjectMode(_PickTool):
    bl_context_mode = "OBJECT"


class PickToolInMeshEditMode(_PickTool):
    bl_context_mode = "EDIT_MESH"


_TOOLS = (PickToolInObjectMode, PickToolInMeshEditMode)


def install(removals):
    for tool in _TOOLS:
        bpy.utils.register_tool(tool, after={"builtin.measure"})
        removals.callback(bpy.utils.unregister_tool, tool)
