"""Blender's events and key map items as the reducer takes them."""

from ..regions import view_key
from .reducer import Command, PickEvent


def pick_event(context, event_type, command, view):
    """The event as the reducer takes it; `view` is the `ViewUnderMouse` or None."""
    if view is None:
        return PickEvent(event_type, command, workplace(context))
    return PickEvent(event_type, command, workplace(context), view_key(view), view.pixel)


def command_of(item):
    """What an item of the key map stands for, which may be None."""
    if item is None:
        return Command.NONE
    match item.idname:
        case "picking_ray.pick":
            return Command.ADD if item.properties.extend else Command.PICK
        case "picking_ray.cycle":
            return Command.PREVIOUS if item.properties.backward else Command.NEXT
        case "picking_ray.finish":
            return Command.FINISH
    return Command.RUN


def workplace(context):
    """Where the user works: picking ends when that changes."""
    return context.workspace.session_uid, context.scene.session_uid


def has_viewport(operator, context):
    """For the poll of an operator that needs a 3D viewport."""
    if context.area is None or context.area.type != "VIEW_3D":
        operator.poll_message_set("Picking needs a 3D viewport: start it with the mouse over one")
        return False
    return True
