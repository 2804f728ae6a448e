"""What the operators on a hit have in common: when they are available, and how they say what they cannot."""

from bpy.app.translations import pgettext_rpt as rpt_
from mathutils import Vector

from ... import api
from .. import results


def hit_now(context):
    """The active hit, where its object is now."""
    return api.relocated(results.active_hit(context.window_manager))


class HitAction:
    """An operator on the active hit."""

    @classmethod
    def poll(cls, context):
        if results.active_hit(context.window_manager) is None:
            cls.poll_message_set("Pick something first")
            return False
        return True

    def refuse(self, message, **values):
        """Say why nothing was done; `message` is a literal that a translation has."""
        self.warn(message, **values)
        return {"CANCELLED"}

    def warn(self, message, **values):
        self.report({"WARNING"}, rpt_(message).format(**values))

    def say(self, message, **values):
        self.report({"INFO"}, rpt_(message).format(**values))


class ObjectAction(HitAction):
    """An operator on the object that was hit."""

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        if results.active_hit(context.window_manager).is_on_plane:
            cls.poll_message_set("No object was hit")
            return False
        return True


class SelectingAction(ObjectAction):
    """An operator that selects objects."""

    @classmethod
    def poll(cls, context):
        if context.mode != "OBJECT":
            cls.poll_message_set("Selecting objects needs Object Mode")
            return False
        return super().poll(context)

    def base_or_refuse(self, pick):
        """What stands for the hit in the view layer, if it can be selected; else None, and the reason is reported."""
        obj = pick.selectable_object
        if obj is None:
            elsewhere, gone = (
                "Nothing to select: {name} is not in this view layer",
                "Nothing to select: {name} no longer exists",
            )
            self.refuse(elsewhere if pick.object else gone, name=pick.object_name)
            return None
        return obj if self.can_select(obj) else None

    def can_select(self, obj):
        if obj.hide_select or not obj.visible_get():
            self.refuse("{name} cannot be selected: make it selectable and visible first", name=obj.name)
            return False
        return True


def onto(normal, axis=(0.0, 0.0, 1.0)):
    """The shortest rotation of a world axis onto a normal: none for what stands on a floor."""
    return Vector(axis).rotation_difference(Vector(normal))


def select_alone(context, obj):
    """Select an object of the view layer, no other, and make it active."""
    deselect_all(context)
    obj.select_set(True)
    context.view_layer.objects.active = obj


def deselect_all(context):
    for other in context.selected_objects:
        other.select_set(False)
