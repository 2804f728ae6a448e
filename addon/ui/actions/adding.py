"""New objects at the picked place: an empty, a light or a camera that looks at it."""

import bpy
from mathutils import Quaternion, Vector

from ... import api
from ..regions import view_of
from .hit import HitAction, hit_now, onto

# Sizes and distances that were not given, as a part of how far the viewer was from the place.
_EMPTY_PART = 0.05
_LIGHT_PART = 0.5
# Watts at a distance of one unit that light a surface about as the lamp of Blender's startup file does.
_WATTS_AT_ONE = 30.0
_SUN_STRENGTH = 1.0

_FROM = (
    ("NORMAL", "Normal", "Along the normal, on the side that was seen"),
    ("VIEW", "View", "From where the view looks now"),
)


class _AddingAction(HitAction):
    """An operator that adds an object."""

    @classmethod
    def poll(cls, context):
        if context.mode != "OBJECT":
            cls.poll_message_set("Adding objects needs Object Mode")
            return False
        if context.collection is None or not context.collection.is_editable:
            cls.poll_message_set(
                "New objects go to the active collection, which cannot be edited: choose another"
            )
            return False
        return super().poll(context)

    def default(self, name, value):
        """Give a setting this value unless it was given, so that the adjust panel shows it; the next time it is new."""
        if not self.properties.is_property_set(name):
            setattr(self, name, value)


def _towards_viewer(pick):
    """The unit normal on the side that was seen, or None."""
    if pick.normal is None:
        return None
    return -Vector(pick.normal) if pick.front_face is False else Vector(pick.normal)


def _view_direction(context, pick):
    """Unit direction from the place to the viewer of the view at hand; None outside of 3D views."""
    view = view_of(context)
    if view is None:
        return None
    try:
        shown = api.Viewport.from_region(view.area.spaces.active, view.region, view.region_3d).view
    except api.NoViewportError:
        return None
    if shown.is_orthographic:
        return -Vector(shown.view_axis)
    towards = Vector(shown.eye - pick.location)
    return towards.normalized() if towards.length else -Vector(shown.view_axis)


def _direction(context, pick, wanted):
    """Unit direction from the place to what is to look at it: the wanted one, else the other, else up."""
    directions = {"NORMAL": _towards_viewer(pick), "VIEW": _view_direction(context, pick)}
    return directions[wanted] or directions["VIEW"] or directions["NORMAL"] or Vector((0.0, 0.0, 1.0))


def _aimed(pick, direction, distance):
    """Location and rotation of what looks along its -Z axis at the place."""
    rotation = (-direction).to_track_quat("-Z", "Y")
    return {
        "location": Vector(pick.location) + distance * direction,
        "rotation": rotation.to_euler(),
        "align": "WORLD",
    }


def _distance_property(description):
    return bpy.props.FloatProperty(
        name="Distance", description=description, default=1.0, min=0.0, soft_min=0.01, subtype="DISTANCE"
    )


class PICKING_RAY_OT_add_empty(_AddingAction, bpy.types.Operator):
    """Add an empty at the picked place, its Z axis along the normal, to hang or aim things there"""

    bl_idname = "picking_ray.add_empty"
    bl_label = "Add Empty at Hit"
    bl_options = {"REGISTER", "UNDO"}

    type: bpy.props.EnumProperty(
        name="Display As",
        description="What the empty looks like",
        items=(
            ("PLAIN_AXES", "Plain Axes", "", "EMPTY_AXIS", 0),
            ("ARROWS", "Arrows", "", "EMPTY_ARROWS", 1),
            ("SINGLE_ARROW", "Single Arrow", "", "EMPTY_SINGLE_ARROW", 2),
            ("CIRCLE", "Circle", "", "MESH_CIRCLE", 3),
            ("CUBE", "Cube", "", "CUBE", 4),
            ("SPHERE", "Sphere", "", "SPHERE", 5),
            ("CONE", "Cone", "", "CONE", 6),
        ),
    )
    size: bpy.props.FloatProperty(
        name="Size",
        description="How large the empty is drawn",
        default=1.0,
        min=0.0001,
        soft_min=0.01,
        subtype="DISTANCE",
    )
    align: bpy.props.BoolProperty(
        name="Align to Normal",
        description="Turn the Z axis along the normal, where there is one",
        default=True,
    )
    offset: bpy.props.FloatProperty(
        name="Offset",
        description="Distance from the surface along its normal",
        default=0.0,
        subtype="DISTANCE",
    )

    def execute(self, context):
        pick = hit_now(context)
        self.default("size", max(_EMPTY_PART * abs(pick.distance), 0.0001))
        location, rotation = Vector(pick.location), Quaternion()
        if pick.normal is not None:
            location += self.offset * Vector(pick.normal)
            if self.align:
                rotation = onto(pick.normal)
        bpy.ops.object.empty_add(
            type=self.type, radius=self.size, align="WORLD", location=location, rotation=rotation.to_euler()
        )
        return {"FINISHED"}


class PICKING_RAY_OT_add_light(_AddingAction, bpy.types.Operator):
    """Add a light that is aimed at the picked place"""

    bl_idname = "picking_ray.add_light"
    bl_label = "Add Light at Hit"
    bl_options = {"REGISTER", "UNDO"}

    type: bpy.props.EnumProperty(
        name="Type",
        description="What kind of light",
        items=(
            ("POINT", "Point", "", "LIGHT_POINT", 0),
            ("SUN", "Sun", "", "LIGHT_SUN", 1),
            ("SPOT", "Spot", "", "LIGHT_SPOT", 2),
            ("AREA", "Area", "", "LIGHT_AREA", 3),
        ),
        default="AREA",
    )
    direction: bpy.props.EnumProperty(name="From", description="Which way the light stands", items=_FROM)
    distance: _distance_property("How far the light is from the place")
    power: bpy.props.FloatProperty(
        name="Power",
        description="Watts, of a sun its strength; 0 gives as much as the distance needs",
        default=0.0,
        min=0.0,
        soft_max=1e5,
        translation_context="Light",
    )

    def execute(self, context):
        pick = hit_now(context)
        self.default("distance", _LIGHT_PART * abs(pick.distance))
        direction = _direction(context, pick, self.direction)
        bpy.ops.object.light_add(type=self.type, **_aimed(pick, direction, self.distance))
        enough = _SUN_STRENGTH if self.type == "SUN" else _WATTS_AT_ONE * self.distance**2
        context.view_layer.objects.active.data.energy = self.power or enough
        return {"FINISHED"}


class PICKING_RAY_OT_add_camera(_AddingAction, bpy.types.Operator):
    """Add a camera that is aimed at the picked place, with its focus there"""

    bl_idname = "picking_ray.add_camera"
    bl_label = "Add Camera at Hit"
    bl_options = {"REGISTER", "UNDO"}

    direction: bpy.props.EnumProperty(
        name="From", description="Which way the camera stands", items=_FROM, default="VIEW"
    )
    distance: _distance_property("How far the camera is from the place")
    make_active: bpy.props.BoolProperty(
        name="Scene Camera", description="Make it the camera that the scene is rendered with", default=False
    )

    def execute(self, context):
        pick = hit_now(context)
        self.default("distance", abs(pick.distance))
        direction = _direction(context, pick, self.direction)
        bpy.ops.object.camera_add(**_aimed(pick, direction, self.distance))
        camera = context.view_layer.objects.active
        camera.data.dof.focus_distance = self.distance
        if self.make_active:
            context.scene.camera = camera
        return {"FINISHED"}


CLASSES = (PICKING_RAY_OT_add_empty, PICKING_RAY_OT_add_light, PICKING_RAY_OT_add_camera)
