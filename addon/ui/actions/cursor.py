"""The 3D cursor at the picked place."""

import bpy
from bpy.app.translations import pgettext_tip as tip_
from mathutils import Matrix, Vector

from .hit import HitAction, hit_now, onto


class PICKING_RAY_OT_cursor_to_hit(HitAction, bpy.types.Operator):
    """Put the 3D cursor on the picked place"""

    bl_idname = "picking_ray.cursor_to_hit"
    bl_label = "3D Cursor to Hit"
    bl_options = {"REGISTER", "UNDO"}

    orientation: bpy.props.BoolProperty(
        name="Align to Surface",
        description="Turn the 3D cursor as well, its Z axis along the surface normal",
        default=False,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def description(cls, _context, properties):
        return tip_(
            "Put the 3D cursor on the picked place, its Z axis along the surface normal"
            if properties.orientation
            else cls.__doc__
        )

    def execute(self, context):
        pick = hit_now(context)
        cursor = context.scene.cursor
        if self.orientation and pick.normal is None:
            return self.refuse("Nothing to align to: {name} has no surface here", name=pick.object_name)
        if self.orientation:
            cursor.matrix = Matrix.LocRotScale(Vector(pick.location), onto(pick.normal), None)
        cursor.location = pick.location
        return {"FINISHED"}


CLASSES = (PICKING_RAY_OT_cursor_to_hit,)
