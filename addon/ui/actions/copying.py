"""Values of the details for the clipboard, and the end of a list of hits."""

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.app.translations import pgettext_tip as tip_

from .. import results


class PICKING_RAY_OT_copy_value(bpy.types.Operator):
    """Copy to the clipboard"""

    bl_idname = "picking_ray.copy_value"
    bl_label = "Copy"
    bl_options = {"INTERNAL"}

    value: bpy.props.StringProperty(name="Value", description="The text to copy", options={"SKIP_SAVE"})

    @classmethod
    def description(cls, _context, properties):
        return tip_("Copy {value} to the clipboard").format(value=properties.value)

    def execute(self, context):
        context.window_manager.clipboard = self.value
        self.report({"INFO"}, rpt_("Copied {value}").format(value=self.value))
        return {"FINISHED"}


class PICKING_RAY_OT_clear(bpy.types.Operator):
    """Clear the hits and their marks in the viewport; the history stays"""

    bl_idname = "picking_ray.clear"
    bl_label = "Clear Hits"

    def execute(self, context):
        results.clear(context)
        return {"FINISHED"}


CLASSES = (PICKING_RAY_OT_copy_value, PICKING_RAY_OT_clear)
