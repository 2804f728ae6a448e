"""A mark in the scene's annotations, as the Annotate tool draws them."""

import bpy
from mathutils import Vector

from ..regions import view_of
from .hit import HitAction, hit_now, onto

# In Blender 4.3 to 5.1 nothing but Blender's own operator makes strokes of annotations, and that draws in a viewport.
_HAS_NEW_STROKES = bpy.app.version < (4, 3) or bpy.app.version >= (5, 2)
_LAYER = "Picks"
# What the Annotate tool begins with.
_THICKNESS_PX = 3
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
        if not _HAS_NEW_STROKES and view_of(context) is None:
            cls.poll_message_set("This needs a 3D viewport: start it with the mouse over one")
            return False
        if not context.scene.is_editable:
            cls.poll_message_set("The scene is linked from a library and cannot be annotated")
            return False
        return super().poll(context)

    def execute(self, context):
        pick = hit_now(context)
        if not self.properties.is_property_set("size"):
            self.size = max(_SIZE_PART * abs(pick.distance), 1e-6)
        place, normal = Vector(pick.location), Vector(_UP if pick.normal is None else pick.normal)
        across = onto(normal).to_matrix()
        lines = [(place - self.size * arm, place + self.size * arm) for arm in (across.col[0], across.col[1])]
        if self.has_normal and pick.normal is not None:
            lines.append((place, place + 2.0 * self.size * normal))
        annotations = _annotations(context.scene)
        layer = _layer(annotations, context)
        for line in lines:
            stroke = (
                layer.frames[0].strokes.new()
                if _HAS_NEW_STROKES
                else _drawn_stroke(context, annotations, layer)
            )
            if _HAS_NEW_STROKES:
                stroke.display_mode = "3DSPACE"
                stroke.points.add(2)
            for point, end in zip(stroke.points, line, strict=True):
                point.co = end
        return {"FINISHED"}


def _annotations(scene):
    """The scene's annotations, made where it has none."""
    # They have names of their own since 5.2.
    name, names = (
        ("annotation", "annotations") if hasattr(scene, "annotation") else ("grease_pencil", "grease_pencils")
    )
    if getattr(scene, name) is None:
        setattr(scene, name, getattr(bpy.data, names).new("Annotations"))
    return getattr(scene, name)


def _layer(annotations, context):
    """Our layer of one frame that is shown at any time, made where it is missing."""
    layer = annotations.layers.get(_LAYER)
    if layer is None:
        layer = annotations.layers.new(_LAYER, set_active=True)
        layer.color = context.preferences.edit.grease_pencil_default_color[:3]  # the Annotate tool's
        layer.thickness = _THICKNESS_PX
    if not len(layer.frames):
        layer.frames.new(context.scene.frame_start)
    layer.lock_frame = True
    return layer


def _drawn_stroke(context, annotations, layer):
    """A stroke of two points on the layer, drawn by Blender in the middle of the view, to be moved."""
    view, settings = view_of(context), context.scene.tool_settings
    placement, active = settings.annotation_stroke_placement_view3d, annotations.layers.active_index
    settings.annotation_stroke_placement_view3d = "CURSOR"
    annotations.layers.active_index = annotations.layers.find(layer.info)
    middle = view.region.width // 2, view.region.height // 2
    points = [_event(middle, is_start=True), _event((middle[0] + 10, middle[1]), is_start=False)]
    with context.temp_override(area=view.area, region=view.region):
        bpy.ops.gpencil.annotate(mode="DRAW", stroke=points, wait_for_input=False)
    settings.annotation_stroke_placement_view3d = placement
    annotations.layers.active_index = active
    return layer.frames[0].strokes[-1]


def _event(pixel, is_start):
    """A point as Blender's operator takes it: each version wants all that it knows."""
    given = {"mouse": pixel, "pressure": 1.0, "is_start": is_start}
    known = bpy.types.OperatorStrokeElement.bl_rna.properties
    return {
        one.identifier: given.get(one.identifier, _default(one)) for one in known if one.type != "POINTER"
    }


def _default(known):
    return tuple(known.default_array) if getattr(known, "is_array", False) else known.default


CLASSES = (PICKING_RAY_OT_annotate_hit,)
