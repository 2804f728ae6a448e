"""What else can be done while picking: take the next, change how to pick, end."""

import bpy

from .. import results, sessions
from ..icons import pick_icon
from ..names import shown_name
from ..preferences import own_preferences
from ..units import length_text


class PICKING_RAY_OT_cycle(bpy.types.Operator):
    """Take the next of what lies under the picked place, and after the last one the first again"""

    bl_idname = "picking_ray.cycle"
    bl_label = "Next Under Cursor"
    bl_options = set()

    backward: bpy.props.BoolProperty(
        name="Backward", description="Take the one before", options={"SKIP_SAVE"}
    )

    @classmethod
    def poll(cls, _context):
        if len(results.hits()) < 2:
            cls.poll_message_set("Nothing else lies under the picked place")
            return False
        return True

    def execute(self, context):
        rows = context.window_manager.picking_ray
        results.choose(context, (rows.active_hit + (-1 if self.backward else 1)) % len(results.hits()))
        return {"FINISHED"}


class PICKING_RAY_OT_choose_hit(bpy.types.Operator):
    """Take this one of what lies under the picked place"""

    bl_idname = "picking_ray.choose_hit"
    bl_label = "Choose Hit"
    bl_options = {"INTERNAL"}

    index: bpy.props.IntProperty(name="Index", description="Number of the hit, from 0", min=0)

    def execute(self, context):
        if self.index >= len(results.hits()):
            return {"CANCELLED"}
        results.choose(context, self.index)
        return {"FINISHED"}


class PICKING_RAY_MT_hits(bpy.types.Menu):
    """Everything that lies under the picked place, nearest first"""

    bl_label = "Under Cursor"

    def draw(self, context):
        for index, pick in enumerate(results.hits()):
            number = "" if pick.index is None else f" {pick.index}"
            distance = length_text(pick.distance, context.scene.unit_settings, 2)
            text = f"{shown_name(pick)}{number}   {distance}"
            row = self.layout.operator(
                "picking_ray.choose_hit", text=text, icon=pick_icon(pick, pick.object), translate=False
            )
            row.index = index


class PICKING_RAY_OT_toggle_hover(bpy.types.Operator):
    """Outline what is under the mouse, or stop doing so"""

    bl_idname = "picking_ray.toggle_hover"
    bl_label = "Toggle Outline Under Mouse"
    bl_options = set()

    @classmethod
    def poll(cls, context):
        if own_preferences(context) is None:
            cls.poll_message_set("This needs the preferences of the installed extension")
            return False
        return True

    def execute(self, context):
        preferences = own_preferences(context)
        preferences.has_hover = not preferences.has_hover
        return {"FINISHED"}


class PICKING_RAY_OT_toggle_see_through(bpy.types.Operator):
    """Pick lines and points behind faces as well, or stop doing so"""

    bl_idname = "picking_ray.toggle_see_through"
    bl_label = "Toggle See Through"
    bl_options = set()

    def execute(self, context):
        options = context.scene.picking_ray
        options.see_through = not options.see_through
        return {"FINISHED"}


class PICKING_RAY_OT_finish(bpy.types.Operator):
    """End picking in this window; what was picked stays shown"""

    bl_idname = "picking_ray.finish"
    bl_label = "End Picking"
    bl_options = set()

    @classmethod
    def poll(cls, context):
        if not sessions.is_picking(context.window):
            cls.poll_message_set("Picking is not running in this window")
            return False
        return True

    def execute(self, context):
        sessions.stop(context.window)
        return {"FINISHED"}


CLASSES = (
    PICKING_RAY_OT_cycle,
    PICKING_RAY_OT_choose_hit,
    PICKING_RAY_MT_hits,
    PICKING_RAY_OT_toggle_hover,
    PICKING_RAY_OT_toggle_see_through,
    PICKING_RAY_OT_finish,
)
