"""What running picks do with an event: plain values in, plain values out, nothing of Blender."""

from dataclasses import dataclass, replace
from enum import Enum, auto

# The second press of a double click comes as one event of its own.
_PRESSES = frozenset(("PRESS", "DOUBLE_CLICK"))


class Action(Enum):
    """What the operator is to do now."""

    PASS = auto()
    """Leave the event to Blender."""
    HOVER = auto()
    """Show what is under the mouse, and leave the event to Blender."""
    PICK = auto()
    """Pick under the mouse; nobody else sees the event."""
    FINISH = auto()
    """End; nobody else sees the event."""
    ABANDON = auto()
    """End, and leave the event to Blender."""


@dataclass(frozen=True)
class PickEvent:
    """The part of an event that matters.

    `place` is where the user is: picking ends when it is no longer what it was. `over_viewport` is whether the
    mouse is where a click would reach the scene, not a region or a gizmo that lies over it.
    """

    type: str
    value: str
    has_modifier: bool = False
    over_viewport: bool = False
    place: tuple = ()


@dataclass(frozen=True)
class PickState:
    """`has_eyedropper` is whether the cursor is ours at the moment."""

    place: tuple = ()
    has_eyedropper: bool = False


def reduce_event(state, event):
    """Return the next state and the action that an event asks for.

    A click with a modifier is not ours: with Alt it may be navigation (emulated three-button mouse), with Shift
    or Ctrl it selects.
    """
    if event.place != state.place:
        return replace(state, has_eyedropper=False), Action.ABANDON
    if event.type == "ESC" and event.value == "PRESS":
        return replace(state, has_eyedropper=False), Action.FINISH
    is_plain_press = event.over_viewport and event.value in _PRESSES and not event.has_modifier
    if event.type == "RIGHTMOUSE" and is_plain_press:
        return replace(state, has_eyedropper=False), Action.FINISH
    state = replace(state, has_eyedropper=event.over_viewport)
    if event.type == "LEFTMOUSE" and is_plain_press:
        return state, Action.PICK
    if event.type == "TIMER":
        return state, Action.HOVER
    return state, Action.PASS
