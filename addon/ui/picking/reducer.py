"""What picking does with an event, in the modal operator and in the tool: plain values in, plain values out."""

from dataclasses import dataclass, replace
from enum import Enum, auto

# So near, in pixels, two clicks are at the same place: a hand shakes, and a trackpad more.
_SAME_PLACE_PX = 3
_BUTTONS = frozenset(("LEFTMOUSE", "RIGHTMOUSE", "MIDDLEMOUSE", "PEN", "ERASER"))


class Command(Enum):
    """What a key stands for; which key, is the key map's matter."""

    NONE = auto()
    PICK = auto()
    ADD = auto()
    """Pick and keep what was picked before."""
    NEXT = auto()
    PREVIOUS = auto()
    RUN = auto()
    """An operator that changes how to pick."""
    FINISH = auto()


class Action(Enum):
    """What the caller is to do now."""

    PASS = auto()
    """Leave the event to Blender."""
    HOVER = auto()
    """Show what is under the mouse, and leave the event to Blender."""
    PICK = auto()
    """Pick under the mouse, as deep as the state says; nobody else sees the event."""
    ADD = auto()
    """The same, beside what was picked before."""
    NEXT = auto()
    """Take the next of what lies under the mouse, picked or hovered; nobody else sees the event."""
    PREVIOUS = auto()
    RUN = auto()
    """Run the operator; nobody else sees the event."""
    FINISH = auto()
    """End; nobody else sees the event."""
    ABANDON = auto()
    """End, and leave the event to Blender."""


@dataclass(frozen=True)
class PickEvent:
    """The part of an event that matters.

    `workplace` is where the user works: picking ends when it is no longer what it was. `view` and `pixel` are what the
    mouse is over, the view with all that changes when it is turned; None where a click would not reach the scene, but
    a region or a gizmo that lies over it.
    """

    type: str
    command: Command = Command.NONE
    workplace: tuple = ()
    view: object = None
    pixel: tuple = (0, 0)


@dataclass(frozen=True)
class PickState:
    """`has_eyedropper` is whether the cursor is ours at the moment.

    `view` and `pixel` are the place that `depth` is about: how many hits to pass over there, negative ones counted from
    the farthest. `is_picked` is whether a click has picked at it.
    """

    workplace: tuple = ()
    has_eyedropper: bool = False
    view: object = None
    pixel: tuple = (0, 0)
    depth: int = 0
    is_picked: bool = False


def reduce_event(state, event):
    """Return the next state and the action that an event asks for.

    Keys count where the mouse is over a view alone, so that all others stay Blender's; but for Escape.
    """
    if event.workplace != state.workplace:
        return replace(state, has_eyedropper=False), Action.ABANDON
    is_over = event.view is not None
    if event.command is Command.FINISH and (is_over or event.type not in _BUTTONS):
        return replace(state, has_eyedropper=False), Action.FINISH
    state = replace(state, has_eyedropper=is_over)
    if is_over and not _is_same_place(state, event):
        state = replace(state, view=event.view, pixel=event.pixel, depth=0, is_picked=False)
    if event.type == "TIMER":
        return state, Action.HOVER
    if not is_over:
        return state, Action.PASS
    match event.command:
        case Command.PICK if state.is_picked:
            # As in Blender's own select: a click again takes what lies behind.
            return replace(state, depth=state.depth + 1), Action.NEXT
        case Command.PICK:
            return replace(state, is_picked=True), Action.PICK
        case Command.ADD:
            return replace(state, is_picked=True), Action.ADD
        case Command.NEXT:
            return replace(state, depth=state.depth + 1), Action.NEXT
        case Command.PREVIOUS:
            return replace(state, depth=state.depth - 1), Action.PREVIOUS
        case Command.RUN:
            return state, Action.RUN
    return state, Action.PASS


def _is_same_place(state, event):
    apart = max(abs(one - other) for one, other in zip(state.pixel, event.pixel))
    return state.view == event.view and apart <= _SAME_PLACE_PX
