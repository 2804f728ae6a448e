"""The view and what it shows: isolate the object that was hit, hide it, frame it."""

import bpy
import numpy as np
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.app.translations import pgettext_tip as tip_
from mathutils import Matrix

from ... import api
from .. import results
from ..regions import view_of
from .hit import HitAction, SelectingAction, deselect_all, hit_now, select_alone

# What a lens in millimetres is divided by: half of it is seen to each side, as with a sensor of twice 36 mm.
_VIEW_SENSOR = 36.0
# How much wider the view is than what it frames; and what a point is framed with, as a part of how far it was.
_MARGIN = 1.5
_SMALLEST_PART = 0.02


class _ViewAction:
    """An operator on the view."""

    @classmethod
    def poll(cls, context):
        if view_of(context) is None:
            cls.poll_message_set("This needs a 3D viewport: start it with the mouse over one")
            return False
        return super().poll(context)


class PICKING_RAY_OT_isolate_hit(_ViewAction, SelectingAction, bpy.types.Operator):
    """Select the object that was hit and show it alone in this viewport (local view); once more shows all again"""

    bl_idname = "picking_ray.isolate_hit"
    bl_label = "Isolate Hit"
    bl_options = {"REGISTER", "UNDO"}

    frame: bpy.props.BoolProperty(
        name="Frame", description="Move the view so that the object fills it", default=False
    )

    @classmethod
    def description(cls, context, _properties):
        view = view_of(context)
        is_local = view is not None and view.area.spaces.active.local_view is not None
        return tip_("Leave local view and show everything again" if is_local else cls.__doc__)

    def execute(self, context):
        view = view_of(context)
        if view.area.spaces.active.local_view is None:
            obj = self.base_or_refuse(results.active_hit(context.window_manager))
            if obj is None:
                return {"CANCELLED"}
            select_alone(context, obj)
        with context.temp_override(area=view.area, region=view.region):
            return bpy.ops.view3d.localview(frame_selected=self.frame)


class PICKING_RAY_OT_hide_hit(SelectingAction, bpy.types.Operator):
    """Hide the object that was hit in the view layer, to reach what is behind or inside it; Alt H shows it again"""

    bl_idname = "picking_ray.hide_hit"
    bl_label = "Hide Hit"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        pick = results.active_hit(context.window_manager)
        obj = pick.selectable_object
        if obj is None:
            elsewhere, gone = (
                "Nothing to hide: {name} is not in this view layer",
                "Nothing to hide: {name} no longer exists",
            )
            return self.refuse(elsewhere if pick.object else gone, name=pick.object_name)
        # Blender's own operator hides all that is selected; this takes it out of the selection as well.
        obj.hide_set(True)
        self.say("Hid {name}", name=obj.name)
        return {"FINISHED"}


class PICKING_RAY_OT_frame_hit(_ViewAction, HitAction, bpy.types.Operator):
    """Move the view to what was hit, so that the face, bone or place fills it"""

    bl_idname = "picking_ray.frame_hit"
    bl_label = "Frame Hit"
    bl_options = {"REGISTER"}  # no undo step: it moves the view alone

    target: bpy.props.EnumProperty(
        name="Frame",
        description="What to fill the view with",
        items=(
            ("ELEMENT", "Element", "The face, line or place that was hit"),
            ("OBJECT", "Object", "The whole object, in Object Mode; of an instance what makes it"),
        ),
        options={"SKIP_SAVE"},
    )

    def execute(self, context):
        pick, view = hit_now(context), view_of(context)
        if self.target == "ELEMENT":
            try:
                _frame_element(view, pick)
            except api.NoViewportError as error:
                self.report({"WARNING"}, error.said(rpt_))
                return {"CANCELLED"}
            return {"FINISHED"}
        if context.mode != "OBJECT":
            return self.refuse("Framing an object needs Object Mode")
        obj = pick.selectable_object
        if obj is None or not obj.visible_get(viewport=view.area.spaces.active):
            return self.refuse("Nothing to frame: {name} is not shown", name=pick.object_name)
        _frame_object(context, view, obj)
        return {"FINISHED"}


def _frame_object(context, view, obj):
    """Blender frames what is selected; the selection is as it was afterwards."""
    selected, active = list(context.selected_objects), context.view_layer.objects.active
    can_be_selected = obj.hide_select
    obj.hide_select = False
    select_alone(context, obj)
    with context.temp_override(area=view.area, region=view.region):
        bpy.ops.view3d.view_selected()
    deselect_all(context)
    for other in selected:
        other.select_set(True)
    context.view_layer.objects.active = active
    obj.hide_select = can_be_selected


def _frame_element(view, pick):
    """Turn the view's middle to the element and come as near as it fits; a camera's view is left."""
    places = next(
        (one for one in (pick.face_polygon, pick.element_ends) if one is not None), pick.location[None]
    )
    lowest, highest = places.min(axis=0), places.max(axis=0)
    radius = max(float(np.linalg.norm(highest - lowest)) / 2.0, _SMALLEST_PART * abs(pick.distance))
    space, region_3d = view.area.spaces.active, view.region_3d
    if region_3d.view_perspective == "CAMERA":
        shown = api.Viewport.from_region(space, view.region, region_3d).view
        region_3d.view_rotation = Matrix(shown.world_from_view).to_quaternion()
        region_3d.view_perspective = "PERSP"
    sides = view.region.width, view.region.height
    distance = _MARGIN * radius * space.lens / _VIEW_SENSOR * max(sides) / min(sides)
    region_3d.view_location = (lowest + highest) / 2.0
    region_3d.view_distance = max(distance, 1.5 * space.clip_start)


CLASSES = (PICKING_RAY_OT_isolate_hit, PICKING_RAY_OT_hide_hit, PICKING_RAY_OT_frame_hit)
