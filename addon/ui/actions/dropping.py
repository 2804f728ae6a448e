"""The selection dropped onto what lies below it."""

import bpy
import numpy as np
from bpy.app.translations import pgettext_rpt as rpt_
from mathutils import Matrix, Vector

from ... import api
from ..regions import view_of
from .moving import (
    axis_property,
    has_selection_to_move,
    movable,
    move,
    names_of,
    refuse_to_move,
    rotation_onto,
    turn_about,
)


class PICKING_RAY_OT_drop_selection(bpy.types.Operator):
    """Move the selected objects down until each rests on what lies below it, children and instances with them"""

    bl_idname = "picking_ray.drop_selection"
    bl_label = "Drop Selection"
    bl_options = {"REGISTER", "UNDO"}

    direction: bpy.props.EnumProperty(
        name="Direction",
        description="Which way is down",
        items=(
            ("DOWN", "Down", "Along the negative Z axis of the world"),
            ("VIEW", "View", "Away from the viewer, so that the objects stay where they are in the picture"),
        ),
    )
    base: bpy.props.EnumProperty(
        name="Rest By",
        description="What of the objects comes to lie on what is below",
        items=(
            ("LOWEST", "Lowest Point", "The lowest point, or the middle of the lowest ones"),
            ("ORIGIN", "Origin", "The origin"),
        ),
    )
    align: bpy.props.BoolProperty(
        name="Align to Normal",
        description="Turn the objects along the normal of what they rest on",
        default=False,
    )
    axis: axis_property()
    offset: bpy.props.FloatProperty(
        name="Offset",
        description="Distance to keep from what is below; negative sinks the objects in",
        default=0.0,
        subtype="DISTANCE",
    )

    @classmethod
    def poll(cls, context):
        return has_selection_to_move(cls, context)

    def execute(self, context):
        objects = movable(context)
        if not objects:
            return refuse_to_move(self, context, "Nothing to drop")
        try:
            viewport = _viewport(context)
        except api.NoViewportError as error:
            self.report({"WARNING"}, error.said(rpt_))
            return {"CANCELLED"}
        if viewport is None and self.direction == "VIEW":
            self.report({"WARNING"}, rpt_("No view to drop along: run this from a 3D viewport"))
            return {"CANCELLED"}
        directions = [self._direction(obj, viewport) for obj in objects]
        landings = api.landings(objects, directions, by_origin=self.base == "ORIGIN", viewport=viewport)
        for obj, direction, landing in zip(objects, directions, landings, strict=True):
            if landing is not None:
                self._rest(obj, direction, landing)
        left = [obj for obj, landing in zip(objects, landings, strict=True) if landing is None]
        return self._answer(objects, left)

    def _direction(self, obj, viewport):
        if self.direction == "DOWN":
            return np.array((0.0, 0.0, -1.0))
        view = viewport.view
        away = np.array(obj.matrix_world.translation) - view.eye
        return view.view_axis if view.is_orthographic or not away.any() else away / np.linalg.norm(away)

    def _rest(self, obj, direction, landing):
        motion = Matrix.Translation(Vector((landing.distance - self.offset) * direction))
        if self.align:
            rotation = rotation_onto(obj, self.axis, landing.normal, keeps_spin=True)
            motion = turn_about(Vector(landing.location - self.offset * direction), rotation) @ motion
        move(obj, motion)

    def _answer(self, objects, left):
        if len(left) == len(objects):
            self.report({"WARNING"}, rpt_("Nothing lies below {names}").format(names=names_of(left)))
            return {"CANCELLED"}
        if left:
            message = rpt_("Dropped {count} of {total} objects: nothing lies below {names}")
            count = len(objects) - len(left)
            self.report({"WARNING"}, message.format(count=count, total=len(objects), names=names_of(left)))
        else:
            self.report({"INFO"}, rpt_("Dropped {names}").format(names=names_of(objects)))
        return {"FINISHED"}


def _viewport(context):
    """The viewport whose objects are in the way, or None outside of 3D views."""
    view = view_of(context)
    return view and api.Viewport.from_region(view.area.spaces.active, view.region, view.region_3d)


CLASSES = (PICKING_RAY_OT_drop_selection,)
