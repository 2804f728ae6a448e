"""`picking_ray.pick`."""

import bpy
from bpy.app.translations import pgettext_rpt as rpt_

from ... import api
from .. import results, sessions
from ..names import shown_name
from ..properties import pick_options
from ..regions import event_pixel_centre, region_3d_of, view_under_mouse
from .hover import Hover
from .reducer import Action, PickEvent, PickState, reduce_event

_RETURNS = {
    Action.PASS: {"PASS_THROUGH"},
    Action.HOVER: {"PASS_THROUGH"},
    Action.PICK: {"RUNNING_MODAL"},
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

    @classmethod
    def poll(cls, context):
        if context.area is None or context.area.type != "VIEW_3D":
            cls.poll_message_set("Picking needs a 3D viewport: start it with the mouse over one")
            return False
        return True

    def invoke(self, context, event):
        if self._has_pixel():
            return self.execute(context)
        if not self.wait_for_input:
            # Blender has found the region: it knows which parts of the sidebar above it are empty.
            area, region = context.area, context.region
            if region is None or region.type != "WINDOW":
                return {"PASS_THROUGH"}
            pixel = (event.mouse_x - region.x, event.mouse_y - region.y)
            return self._pick(context, area, region, region_3d_of(area, region), pixel)
        if sessions.is_picking(context.window):
            sessions.stop(context.window)
            return {"FINISHED"}
        sessions.start(context.window)
        self._state = PickState(place=_place(context))
        self._hover = Hover()
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        if not self._has_pixel():
            self.report({"ERROR"}, rpt_("Nowhere to pick: give x and y, or start it from a 3D viewport"))
            return {"CANCELLED"}
        area, region = context.area, context.region
        if region is None or region.type != "WINDOW":
            region = next(region for region in area.regions if region.type == "WINDOW")
        return self._pick(context, area, region, region_3d_of(area, region), (self.x, self.y))

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

    def _has_pixel(self):
        return self.properties.is_property_set("x") and self.properties.is_property_set("y")

    def _advance(self, context, event):
        view = view_under_mouse(context.screen, context.preferences, event.mouse_x, event.mouse_y)
        self._state, action = reduce_event(
            self._state,
            PickEvent(event.type, event.value, _has_modifier(event), view is not None, _place(context)),
        )
        if action in (Action.FINISH, Action.ABANDON):
            sessions.stop(context.window)
        else:
            sessions.show_eyedropper(context.window, self._state.has_eyedropper)
        if action is Action.HOVER:
            self._hover.look(context, view)
        if action is Action.PICK:
            self._pick(context, view.area, view.region, view.region_3d, view.pixel)
        return _RETURNS[action]

    def _pick(self, context, area, region, region_3d, pixel):
        try:
            viewport = api.Viewport.from_region(area.spaces.active, region, region_3d)
        except api.NoViewportError as error:
            self.report({"WARNING"}, str(error))
            return {"CANCELLED"}
        centre = event_pixel_centre(pixel)
        options = pick_options(context.scene)
        hits = api.pick_all(viewport, centre, options=options)
        if not hits:
            miss = str(api.why_missed(viewport, centre, options=options))
            results.show_miss(context, miss)
            self.report({"INFO"}, miss)
            return {"CANCELLED"}
        api.record_pick(hits[0], api.PickedView.of(area.spaces.active, region_3d, viewport))
        results.show_hits(context, hits)
        self.report({"INFO"}, _sentence(hits[0]))
        return {"FINISHED"}


def _sentence(pick):
    if pick.is_on_plane:
        return rpt_("Picked {name}, as no object is there").format(name=shown_name(pick))
    element = rpt_(pick.kind.title())
    if pick.index is not None:
        element = f"{element} {pick.index}"
    return rpt_("Picked {name}, {element}").format(name=pick.object_name, element=element)


def _place(context):
    return (context.workspace.session_uid, context.scene.session_uid)


def _has_modifier(event):
    return event.shift or event.ctrl or event.alt or event.oskey


CLASSES = (PICKING_RAY_OT_pick,)
