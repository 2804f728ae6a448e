"""The tool in the toolbar: click to pick, without a modal operator."""

import bpy


class _PickTool(bpy.types.WorkSpaceTool):
    bl_space_type = "VIEW_3D"
    bl_idname = "picking_ray.pick_tool"
    bl_label = "Pick"
    bl_description = "Click anything you can see to read what is there"
    bl_icon = "ops.paint.eyedropper_add"
    bl_cursor = "EYEDROPPER"
    bl_keymap = (
        (
            "picking_ray.pick",
            {"type": "LEFTMOUSE", "value": "PRESS"},
            {"properties": [("wait_for_input", False)]},
        ),
    )

    @staticmethod
    def draw_settings(context, layout, _tool):
        layout.prop(context.scene.picking_ray, "tolerance_px")
        layout.prop(context.scene.picking_ray, "selectable_only")


class PickToolInObjectMode(_PickTool):
    bl_context_mode = "OBJECT"


class PickToolInMeshEditMode(_PickTool):
    bl_context_mode = "EDIT_MESH"


_TOOLS = (PickToolInObjectMode, PickToolInMeshEditMode)


def install(removals):
    for tool in _TOOLS:
        bpy.utils.register_tool(tool, after={"builtin.measure"})
        removals.callback(bpy.utils.unregister_tool, tool)
