"""A mark in the scene's annotations, as the Annotate tool draws them."""

import bpy
from mathutils import Vector

from .. import results
from .hit import HitAction

# Strokes of annotations have no function to make them in Blender 4.3 to 5.1.
_CAN_WRITE = bpy.app.version < (4, 3) or bpy.app.version >= (5, 2)
_LAYER = "Picks"
# Half the size of a mark that was not given, as a part of how far the viewer was.
_SIZE_PART = 0.01
# From where a mark has its arms when there is no surface to lie on.
_UP = Vector((0.0, 0.0, 1.0))


class PICKING_RAY_OT_annotate_hit(HitAction, bpy.types.Operator):
    """Mark the picked place with a cross in the scene's annotations, on a layer Picks, which is saved and can be \
drawn on"""

    bl_idname = "picking_ray.annotate_hit"
    bl_label = "Annotate Hit"
    bl_options = {"REGISTER", "UNDO"}

    size: bpy.props.FloatProperty(
        name="Size",
        description="How long the arms of the cross are",
        default=0.1,
        min=1e-6,
        soft_min=0.001,
        subtype="DISTANCE",
    )
    has_normal: bpy.props.BoolProperty(
        name="Normal", description="Draw a line along the normal as well, where there is one", default=True
    )

    @classmethod
    def poll(cls, context):
        if not _CAN_WRITE:
            cls.poll_message_set("Blender 4.3 to 5.1 lets no add-on write annotations: use Add Empty")
            return False
        if not context.scene.is_editable:
            cls.poll_message_set("The scene is linked from a library and cannot be annotated")
            return False
        return super().poll(context)

    def execute(self, context):
        pick = results.active_hit(context.window_manager)
        if not self.properties.is_property_set("size"):
            self.size = max(_SIZE_PART * abs(pick.distance), 1e-6)
        place, normal = Vector(pick.location), Vector(_UP if pick.normal is None else pick.normal)
        across = normal.to_track_quat("Z", "Y").to_matrix()
        frame = _frame(context.scene)
        for arm in (across.col[0], across.col[1]):
            _draw(frame, place - self.size * arm, place + self.size * arm)
        if self.has_normal and pick.normal is not None:
            _draw(frame, place, place + 2.0 * self.size * normal)
        return {"FINISHED"}


def _frame(scene):
    """The frame of our layer in the scene's annotations at the current time, made where it is missing."""
    is_renamed = hasattr(scene, "annotation")  # since 5.2
    annotations = scene.annotation if is_renamed else scene.grease_pencil
    if annotations is None:
        annotations = (bpy.data.annotations if is_renamed else bpy.data.grease_pencils).new("Annotations")
        if is_renamed:
            scene.annotation = annotations
        else:
            scene.grease_pencil = annotations
    layer = annotations.layers.get(_LAYER) or annotations.layers.new(_LAYER, set_active=True)
    # One frame holds all marks: the first, so that they are there at any time.
    return layer.frames[0] if len(layer.frames) else layer.frames.new(scene.frame_start)


def _draw(frame, start, end):
    stroke = frame.strokes.new()
    stroke.display_mode = "3DSPACE"
    stroke.points.add(2)
    for point, place in zip(stroke.points, (start, end), strict=True):
        point.co = place


CLASSES = (PICKING_RAY_OT_annotate_hit,)
