"""`picking_ray.pick`: at once at a given pixel, or click by click until it is left."""

import bpy
from bpy.app.translations import pgettext_rpt as rpt_

from .. import keymaps, sessions
from ..regions import ViewUnderMouse, region_3d_of, view_under_mouse
from . import tool_clicks, tool_hover
from .clicks import act, pick_at
from .events import command_of, has_viewport, pick_event, workplace
from .hover import Hover
from .reducer import Action, PickState, reduce_event

_RETURNS = {
    Action.PASS: {"PASS_THROUGH"},
    Action.HOVER: {"PASS_THROUGH"},
    Action.FINISH: {"FINISHED"},
    Action.ABANDON: {"FINISHED", "PASS_THROUGH"},
}


class PICKING_RAY_OT_pick(bpy.types.Operator):
    """Click anything you can see to read what is there: object, face, place, normal and all that lies behind"""

    bl_idname = "picking_ray.pick"
    bl_label = "Pick in Viewport"
    bl_options = set()  # no undo step: a pick changes nothing

    x: bpy.props.IntProperty(
        name="X", description="Pixel of the 3D view to pick at, counted from the left", options={"SKIP_SAVE"}
    )
    y: bpy.props.IntProperty(
        name="Y",
        description="Pixel of the 3D view to pick at, counted from the bottom",
        options={"SKIP_SAVE"},
    )
    wait_for_input: bpy.props.BoolProperty(
        name="Wait for Input",
        description="Wait for clicks rather than pick under the mouse at once",
        default=True,
        options={"SKIP_SAVE"},
    )
    extend: bpy.props.BoolProperty(
        name="Extend", description="Keep what was picked before as well", options={"SKIP_SAVE"}
    )
    snap: bpy.props.BoolProperty(
        name="Invert Snap",
        description="Snap where the options do not, and the other way round",
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context):
        return has_viewport(cls, context)

    def invoke(self, context, event):
        if self.properties.is_property_set("x") and self.properties.is_property_set("y"):
            return self.execute(context)
        if not self.wait_for_input:
            return tool_clicks.click(self, context, event)
        if sessions.is_picking(context.window):
            sessions.stop(context.window)
            return {"FINISHED"}
        tool_hover.stop()
        sessions.start(context.window)
        self._state = PickState(workplace=workplace(context))
        self._hover = Hover()
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        if not (self.properties.is_property_set("x") and self.properties.is_property_set("y")):
            self.report({"ERROR"}, rpt_("Nowhere to pick: give x and y, or start it from a 3D viewport"))
            return {"CANCELLED"}
        area, region = context.area, context.region
        if region is None or region.type != "WINDOW":
            region = next(region for region in area.regions if region.type == "WINDOW")
        view = ViewUnderMouse(area, region, region_3d_of(area, region), (self.x, self.y))
        return pick_at(self, context, view, extend=self.extend, snap=self.snap)

    def modal(self, context, event):
        if not sessions.is_picking(context.window):
            # Ended from elsewhere: the button was pressed again.
            return {"FINISHED", "PASS_THROUGH"}
        try:
            return self._advance(context, event)
        except Exception:
            # Blender shows the exception and drops the operator; nothing of ours may stay behind it.
            sessions.stop(context.window)
            raise

    def cancel(self, context):
        sessions.stop(context.window)

    def _advance(self, context, event):
        keyconfig = context.window_manager.keyconfigs.user
        view = view_under_mouse(context.screen, context.preferences, event.mouse_x, event.mouse_y)
        item = keymaps.item_for(keyconfig, event)
        self._state, action = reduce_event(
            self._state, pick_event(context, event.type, command_of(item), view)
        )
        if action in (Action.FINISH, Action.ABANDON):
            sessions.stop(context.window)
        else:
            sessions.show_eyedropper(context.window, self._state.has_eyedropper)
        if action is Action.HOVER:
            click = keymaps.click_for(keyconfig, event)
            snap = click is not None and click.properties.snap
            self._hover.look(context, view, depth=self._state.depth, snap=snap)
        if action in _RETURNS:
            return _RETURNS[action]
        if action is Action.RUN:
            keymaps.run(item)
        else:
            act(self, context, view, self._state, action, snap=getattr(item.properties, "snap", False))
        return {"RUNNING_MODAL"}


CLASSES = (PICKING_RAY_OT_pick,)
