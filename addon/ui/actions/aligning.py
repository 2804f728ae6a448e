"""The selection put onto the surface that was hit."""

import bpy
from mathutils import Matrix, Vector

from .hit import HitAction, hit_now
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


class PICKING_RAY_OT_align_to_hit(HitAction, bpy.types.Operator):
    """Move the selected objects to the picked place and turn them along its normal, to put props onto surfaces"""

    bl_idname = "picking_ray.align_to_hit"
    bl_label = "Align Selection to Hit"
    bl_options = {"REGISTER", "UNDO"}

    use_location: bpy.props.BoolProperty(
        name="Location", description="Move the objects to the picked place", default=True
    )
    use_rotation: bpy.props.BoolProperty(
        name="Rotation", description="Turn the objects along the normal", default=True
    )
    axis: axis_property()
    keep_spin: bpy.props.BoolProperty(
        name="Keep Spin",
        description="Turn no more than it takes; else the objects turn as if they had stood unturned before",
        default=True,
    )
    offset: bpy.props.FloatProperty(
        name="Offset",
        description="Distance from the surface along its normal",
        default=0.0,
        subtype="DISTANCE",
    )
    together: bpy.props.BoolProperty(
        name="Keep Arrangement",
        description="Move the selection as one, the active object to the place; else each object goes there",
        default=True,
    )

    @classmethod
    def poll(cls, context):
        return super().poll(context) and has_selection_to_move(cls, context)

    def execute(self, context):
        pick = hit_now(context)
        if pick.normal is None and (self.use_rotation or self.offset):
            return self.refuse("Nothing to align to: {name} has no surface here", name=pick.object_name)
        # An object cannot be put onto itself.
        objects = movable(context, left_out=pick.selectable_object)
        if not objects:
            message = "Nothing to align: select an object other than the one that was hit"
            return refuse_to_move(self, context, message)
        place = Vector(pick.location)
        if self.offset:
            place += self.offset * Vector(pick.normal)
        # Also where it goes along with a selected parent.
        active = context.view_layer.objects.active
        is_led = active in context.selected_editable_objects and active != pick.selectable_object
        leader = active if is_led else objects[0]
        motion = self._motion(leader, place, pick.normal)
        for obj in objects:
            move(obj, motion if self.together else self._motion(obj, place, pick.normal))
        if len(objects) == 1:
            self.say("Aligned {name}", name=objects[0].name)
        else:
            self.say("Aligned {count} objects: {names}", count=len(objects), names=names_of(objects))
        return {"FINISHED"}

    def _motion(self, obj, place, normal):
        origin = obj.matrix_world.translation
        motion = Matrix.Translation(place - origin) if self.use_location else Matrix()
        if self.use_rotation:
            motion @= turn_about(origin, rotation_onto(obj, self.axis, normal, self.keep_spin))
        return motion


CLASSES = (PICKING_RAY_OT_align_to_hit,)
