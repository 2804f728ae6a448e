"""What can be done with the active hit: select it, put the 3D cursor there, copy it, pass over it."""

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.app.translations import pgettext_tip as tip_
from mathutils import Matrix, Vector

from . import results


class _HitAction:
    """An operator on the active hit."""

    @classmethod
    def poll(cls, context):
        if results.active_hit(context.window_manager) is None:
            cls.poll_message_set("Pick something first")
            return False
        return True


class _ObjectAction(_HitAction):
    """An operator on the object that was hit."""

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        if results.active_hit(context.window_manager).is_on_plane:
            cls.poll_message_set("No object was hit")
            return False
        return True


class PICKING_RAY_OT_select_hit(_ObjectAction, bpy.types.Operator):
    """Select the object that was hit and make it active; for an instance, the object that makes it"""

    bl_idname = "picking_ray.select_hit"
    bl_label = "Select Hit"
    bl_options = {"REGISTER", "UNDO"}

    extend: bpy.props.BoolProperty(
        name="Extend", description="Keep what is selected", default=False, options={"SKIP_SAVE"}
    )

    @classmethod
    def description(cls, _context, properties):
        return tip_("Add the object that was hit to the selection" if properties.extend else cls.__doc__)

    @classmethod
    def poll(cls, context):
        if context.mode != "OBJECT":
            cls.poll_message_set("Selecting objects needs Object Mode")
            return False
        return super().poll(context)

    def execute(self, context):
        pick = results.active_hit(context.window_manager)
        obj = pick.selectable_object
        if obj is None:
            gone = rpt_("Nothing to select: {name} no longer exists")
            elsewhere = rpt_("Nothing to select: {name} is not in this view layer")
            return self._refuse(elsewhere if pick.object else gone, pick.object_name)
        if obj.hide_select or not obj.visible_get():
            unselectable = rpt_("{name} cannot be selected: make it selectable and visible first")
            return self._refuse(unselectable, obj.name)
        if not self.extend:
            for other in context.selected_objects:
                other.select_set(False)
        obj.select_set(True)
        context.view_layer.objects.active = obj
        return {"FINISHED"}

    def _refuse(self, message, name):
        self.report({"WARNING"}, message.format(name=name))
        return {"CANCELLED"}


class PICKING_RAY_OT_cursor_to_hit(_HitAction, bpy.types.Operator):
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
        pick = results.active_hit(context.window_manager)
        cursor = context.scene.cursor
        if self.orientation and pick.normal is None:
            self.report(
                {"WARNING"},
                rpt_("Nothing to align to: {name} has no surface here").format(name=pick.object_name),
            )
            return {"CANCELLED"}
        if self.orientation:
            rotation = Vector(pick.normal).to_track_quat("Z", "Y")
            cursor.matrix = Matrix.LocRotScale(Vector(pick.location), rotation, None)
        cursor.location = pick.location
        return {"FINISHED"}


class PICKING_RAY_OT_ignore_hit(_ObjectAction, bpy.types.Operator):
    """Pass over this object from now on, to pick what lies behind it"""

    bl_idname = "picking_ray.ignore_hit"
    bl_label = "Ignore Hit"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        name = _remember_name(context, context.scene.picking_ray.ignored)
        self.report({"INFO"}, rpt_("{name} is passed over from now on").format(name=name))
        return {"FINISHED"}


class PICKING_RAY_OT_click_through_hit(_ObjectAction, bpy.types.Operator):
    """Click through this object from now on: pick it only where nothing else is"""

    bl_idname = "picking_ray.click_through_hit"
    bl_label = "Click Through"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        name = _remember_name(context, context.scene.picking_ray.click_through)
        self.report({"INFO"}, rpt_("{name} is clicked through from now on").format(name=name))
        return {"FINISHED"}


def _remember_name(context, names):
    """Add the name of the object that was hit to those, and return it."""
    name = results.active_hit(context.window_manager).object_name
    if name not in names:
        names.add().name = name
    return name


class PICKING_RAY_OT_ignored_clear(bpy.types.Operator):
    """Pick all objects again"""

    bl_idname = "picking_ray.ignored_clear"
    bl_label = "Clear Ignored Objects"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        context.scene.picking_ray.ignored.clear()
        return {"FINISHED"}


class PICKING_RAY_OT_click_through_clear(bpy.types.Operator):
    """Click through no object any more"""

    bl_idname = "picking_ray.click_through_clear"
    bl_label = "Clear Click-Through Objects"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        context.scene.picking_ray.click_through.clear()
        return {"FINISHED"}


class PICKING_RAY_OT_copy_value(bpy.types.Operator):
    """Copy to the clipboard"""

    bl_idname = "picking_ray.copy_value"
    bl_label = "Copy"
    bl_options = {"INTERNAL"}

    value: bpy.props.StringProperty(name="Value", description="The text to copy", options={"SKIP_SAVE"})

    @classmethod
    def description(cls, _context, properties):
        return tip_("Copy {value} to the clipboard").format(value=properties.value)

    def execute(self, context):
        context.window_manager.clipboard = self.value
        self.report({"INFO"}, rpt_("Copied {value}").format(value=self.value))
        return {"FINISHED"}


class PICKING_RAY_OT_clear(bpy.types.Operator):
    """Clear the hits and their marks in the viewport; the history stays"""

    bl_idname = "picking_ray.clear"
    bl_label = "Clear Hits"

    def execute(self, context):
        results.clear(context)
        return {"FINISHED"}


CLASSES = (
    PICKING_RAY_OT_select_hit,
    PICKING_RAY_OT_cursor_to_hit,
    PICKING_RAY_OT_ignore_hit,
    PICKING_RAY_OT_click_through_hit,
    PICKING_RAY_OT_ignored_clear,
    PICKING_RAY_OT_click_through_clear,
    PICKING_RAY_OT_copy_value,
    PICKING_RAY_OT_clear,
)
