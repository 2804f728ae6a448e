"""Clicks and moves of the mouse with the tool, which has no operator that runs on to keep the state."""

import bpy

from .. import keymaps, sessions
from ..regions import ViewUnderMouse, region_3d_of
from . import tool_hover
from .clicks import act, pick_at
from .events import has_viewport, pick_event, workplace
from .reducer import Command, PickState, reduce_event

_state = PickState()


def click(operator, context, event):
    """A click of the tool, for the operator `picking_ray.pick`; what that returns."""
    # Blender has found the region: it knows which parts of the sidebar above it are empty.
    if context.region is None or context.region.type != "WINDOW":
        return {"PASS_THROUGH"}
    view, action = _reduced(context, event, Command.ADD if operator.extend else Command.PICK)
    tool_hover.stop()
    return act(operator, context, view, _state, action, snap=operator.snap)


class PICKING_RAY_OT_hover(bpy.types.Operator):
    """Outline what is under the mouse"""

    bl_idname = "picking_ray.hover"
    bl_label = "Outline Under Mouse"
    bl_options = {"INTERNAL"}

    def invoke(self, context, event):
        if not sessions.is_picking(context.window):
            _reduced(context, event, Command.NONE)
            item = keymaps.click_for(context.window_manager.keyconfigs.user, event)
            snap = item is not None and item.properties.snap
            tool_hover.moved(context.window, event, _state.depth, snap)
        return {"PASS_THROUGH"}


class PICKING_RAY_OT_pick_from_list(bpy.types.Operator):
    """Pick, and choose from a list of everything that lies there"""

    bl_idname = "picking_ray.pick_from_list"
    bl_label = "Pick from List"
    bl_options = set()

    @classmethod
    def poll(cls, context):
        return has_viewport(cls, context)

    def invoke(self, context, event):
        if context.preferences.inputs.use_mouse_emulate_3_button or context.region.type != "WINDOW":
            return {"PASS_THROUGH"}  # there it turns the view
        view, _ = _reduced(context, event, Command.PICK)
        tool_hover.stop()
        found = pick_at(self, context, view)
        if found == {"FINISHED"}:
            bpy.ops.wm.call_menu(name="PICKING_RAY_MT_hits")
        return found


def _reduced(context, event, command):
    """The view that an event is in, and what to do."""
    global _state
    area, region = context.area, context.region
    pixel = (event.mouse_x - region.x, event.mouse_y - region.y)
    view = ViewUnderMouse(area, region, region_3d_of(area, region), pixel)
    if _state.workplace != workplace(context):
        _state = PickState(workplace(context))
    _state, action = reduce_event(_state, pick_event(context, event.type, command, view))
    return view, action


CLASSES = (PICKING_RAY_OT_hover, PICKING_RAY_OT_pick_from_list)
