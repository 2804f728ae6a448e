"""Select what was hit, what places it, or what it is a copy of."""

import bpy
from bpy.app.translations import pgettext_tip as tip_

from ... import api
from .. import results
from ..regions import view_of
from .hit import SelectingAction, deselect_all, select_alone


class PICKING_RAY_OT_select_hit(SelectingAction, bpy.types.Operator):
    """Select the object that was hit and make it active; for an instance, the object that makes it"""

    bl_idname = "picking_ray.select_hit"
    bl_label = "Select Hit"
    bl_options = {"REGISTER", "UNDO"}

    extend: bpy.props.BoolProperty(
        name="Extend", description="Keep what is selected", default=False, options={"SKIP_SAVE"}
    )
    deselect: bpy.props.BoolProperty(
        name="Deselect",
        description="Take the object out of the selection instead",
        default=False,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def description(cls, _context, properties):
        if properties.deselect:
            return tip_("Take the object that was hit out of the selection")
        return tip_("Add the object that was hit to the selection" if properties.extend else cls.__doc__)

    def execute(self, context):
        obj = self.base_or_refuse(results.active_hit(context.window_manager))
        if obj is None:
            return {"CANCELLED"}
        if self.deselect:
            obj.select_set(False)
            return {"FINISHED"}
        if not self.extend:
            deselect_all(context)
        obj.select_set(True)
        context.view_layer.objects.active = obj
        return {"FINISHED"}


class PICKING_RAY_OT_activate_hit(SelectingAction, bpy.types.Operator):
    """Make the object that was hit the active one and leave the selection as it is"""

    bl_idname = "picking_ray.activate_hit"
    bl_label = "Make Hit Active"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        obj = self.base_or_refuse(results.active_hit(context.window_manager))
        if obj is None:
            return {"CANCELLED"}
        context.view_layer.objects.active = obj
        return {"FINISHED"}


class _InstanceAction(SelectingAction):
    """An operator on an instance."""

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        if not results.active_hit(context.window_manager).is_instance:
            cls.poll_message_set("What was hit is not an instance")
            return False
        return True


class PICKING_RAY_OT_select_instancer(_InstanceAction, bpy.types.Operator):
    """Select the object that places this instance: an empty, emitter or object with geometry nodes"""

    bl_idname = "picking_ray.select_instancer"
    bl_label = "Select Instancer"
    bl_options = {"REGISTER", "UNDO"}

    level: bpy.props.IntProperty(
        name="Level",
        description="Which of nested instancers to select, counted from the outermost",
        default=1,
        min=1,
        soft_max=8,
        options={"SKIP_SAVE"},
    )

    def execute(self, context):
        pick = results.active_hit(context.window_manager)
        path = pick.instancer_path
        self.level = min(self.level, max(len(path), 1))
        obj = pick.selectable_object if self.level == 1 else bpy.data.objects.get(path[self.level - 1])
        if obj is None:
            return self.refuse(
                "Nothing to select: the instancer of {name} no longer exists", name=pick.object_name
            )
        if not api.is_in_view_layer(obj, context.view_layer):
            return self.refuse("Nothing to select: {name} is not in this view layer", name=obj.name)
        if not self.can_select(obj):
            return {"CANCELLED"}
        select_alone(context, obj)
        return {"FINISHED"}


class PICKING_RAY_OT_select_original(_InstanceAction, bpy.types.Operator):
    """Select the object that this instance is a copy of, and frame it in the view"""

    bl_idname = "picking_ray.select_original"
    bl_label = "Go to Original"
    bl_options = {"REGISTER", "UNDO"}

    frame: bpy.props.BoolProperty(
        name="Frame", description="Move the view so that the original fills it", default=True
    )

    def execute(self, context):
        pick = results.active_hit(context.window_manager)
        obj = pick.object
        if obj is None:
            return self.refuse("Nothing to go to: {name} no longer exists", name=pick.object_name)
        if not api.is_in_view_layer(obj, context.view_layer):
            return self.refuse(
                "{name} is in no collection of this view layer: link it or include its collection to see it",
                name=obj.name,
            )
        view = view_of(context)
        if not obj.visible_get(viewport=view.area.spaces.active if view else None):
            return self.refuse("{name} is hidden: show it, or its collection, to go there", name=obj.name)
        if not self.can_select(obj):
            return {"CANCELLED"}
        select_alone(context, obj)
        if self.frame and view:
            with context.temp_override(area=view.area, region=view.region):
                bpy.ops.view3d.view_selected()
        return {"FINISHED"}


CLASSES = (
    PICKING_RAY_OT_select_hit,
    PICKING_RAY_OT_activate_hit,
    PICKING_RAY_OT_select_instancer,
    PICKING_RAY_OT_select_original,
)
