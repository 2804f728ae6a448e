"""Objects that picks pass over or click through: put what was hit among them, and take names out again."""

import bpy
from bpy.app.translations import pgettext_tip as tip_

from .. import results
from .hit import ObjectAction


class PICKING_RAY_OT_ignore_hit(ObjectAction, bpy.types.Operator):
    """Pass over this object from now on, to pick what lies behind it"""

    bl_idname = "picking_ray.ignore_hit"
    bl_label = "Ignore Hit"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        name = _remember_name(context, context.scene.picking_ray.ignored)
        self.say("{name} is passed over from now on", name=name)
        return {"FINISHED"}


class PICKING_RAY_OT_click_through_hit(ObjectAction, bpy.types.Operator):
    """Click through this object from now on: pick it only where nothing else is"""

    bl_idname = "picking_ray.click_through_hit"
    bl_label = "Click Through"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        name = _remember_name(context, context.scene.picking_ray.click_through)
        self.say("{name} is clicked through from now on", name=name)
        return {"FINISHED"}


def _remember_name(context, names):
    """Add the name of the object that was hit to those, and return it."""
    name = results.active_hit(context.window_manager).object_name
    if name not in names:
        names.add().name = name
    return name


class _NameRemoval:
    """An operator that takes one name out of a list of the scene's options."""

    name: bpy.props.StringProperty(name="Name", description="Which object of the list", options={"SKIP_SAVE"})

    @classmethod
    def description(cls, _context, properties):
        return tip_(cls.sentence).format(name=properties.name)

    def execute(self, context):
        names = getattr(context.scene.picking_ray, self.list_name)
        index = names.find(self.name)
        if index < 0:
            return {"CANCELLED"}
        names.remove(index)
        return {"FINISHED"}


class PICKING_RAY_OT_ignored_remove(_NameRemoval, bpy.types.Operator):
    """Pick this object again"""

    bl_idname = "picking_ray.ignored_remove"
    bl_label = "Stop Ignoring"
    bl_options = {"INTERNAL", "UNDO"}
    list_name = "ignored"
    sentence = "Pick {name} again"


class PICKING_RAY_OT_click_through_remove(_NameRemoval, bpy.types.Operator):
    """Click through this object no more"""

    bl_idname = "picking_ray.click_through_remove"
    bl_label = "Stop Clicking Through"
    bl_options = {"INTERNAL", "UNDO"}
    list_name = "click_through"
    sentence = "Click through {name} no more"


class _NamesClearing:
    """An operator that empties a list of the scene's options."""

    @classmethod
    def poll(cls, context):
        if not getattr(context.scene.picking_ray, cls.list_name):
            cls.poll_message_set(cls.sentence)
            return False
        return True

    def execute(self, context):
        getattr(context.scene.picking_ray, self.list_name).clear()
        return {"FINISHED"}


class PICKING_RAY_OT_ignored_clear(_NamesClearing, bpy.types.Operator):
    """Pick all objects again"""

    bl_idname = "picking_ray.ignored_clear"
    bl_label = "Clear Ignored Objects"
    bl_options = {"REGISTER", "UNDO"}
    list_name = "ignored"
    sentence = "No object is ignored"


class PICKING_RAY_OT_click_through_clear(_NamesClearing, bpy.types.Operator):
    """Click through no object any more"""

    bl_idname = "picking_ray.click_through_clear"
    bl_label = "Clear Click-Through Objects"
    bl_options = {"REGISTER", "UNDO"}
    list_name = "click_through"
    sentence = "No object is clicked through"


CLASSES = (
    PICKING_RAY_OT_ignore_hit,
    PICKING_RAY_OT_click_through_hit,
    PICKING_RAY_OT_ignored_remove,
    PICKING_RAY_OT_click_through_remove,
    PICKING_RAY_OT_ignored_clear,
    PICKING_RAY_OT_click_through_clear,
)
