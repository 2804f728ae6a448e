"""The hover of the tool, which is told of moves within a view and has no operator that runs on.

A timer looks at the newest place as soon as it is due, and takes the outline away when the mouse has rested for long:
nobody tells the tool that the mouse has left the view.
"""

from dataclasses import dataclass
from time import perf_counter

import bpy

from ..names import TOOL
from ..overlay import handlers
from ..regions import view_under_mouse
from .hover import Hover

# In seconds: between looks that are not due yet; without a move, until nothing is shown any more.
_SOON = 0.02
_REST_MAX = 3.0


@dataclass(frozen=True)
class _Mouse:
    """Where it was last: window by address and pixel of it; what a click would do there; when it came there."""

    window_id: int
    x: int
    y: int
    depth: int
    snap: bool
    at: float


_hover = Hover()
_mouse = None
# After a failure nothing is looked at before the next click: it would fail at every move.
_has_failed = False


def moved(window, event, depth, snap):
    """Have a look at where the mouse is now, between events."""
    global _mouse
    if _has_failed:
        return
    _mouse = _Mouse(window.as_pointer(), event.mouse_x, event.mouse_y, depth, snap, perf_counter())
    _stop_timer()
    bpy.app.timers.register(_look, first_interval=0.0)


def stop():
    """Show nothing under the mouse."""
    global _mouse, _hover, _has_failed
    _has_failed = False
    if _mouse is None:
        return
    _stop_timer()
    _mouse, _hover = None, Hover()
    handlers.show_hover(None)


def install(removals):
    removals.callback(stop)


def _stop_timer():
    if bpy.app.timers.is_registered(_look):
        bpy.app.timers.unregister(_look)


def _look():
    """What the timer does; returns when to do it again, in seconds, or None."""
    global _has_failed
    windows = (one for one in bpy.context.window_manager.windows if one.as_pointer() == _mouse.window_id)
    window = next(windows, None)
    rest = _REST_MAX - (perf_counter() - _mouse.at)
    if window is None or rest <= 0.0:
        stop()
        return None
    view = view_under_mouse(window.screen, bpy.context.preferences, _mouse.x, _mouse.y)
    if view is None:
        stop()
        return None
    with bpy.context.temp_override(window=window, area=view.area, region=view.region):
        if not _is_tool_active(bpy.context):
            stop()
            return None
        try:
            is_done = _hover.look(bpy.context, view, depth=_mouse.depth, snap=_mouse.snap)
        except Exception:
            stop()
            _has_failed = True
            raise
    return rest if is_done else _SOON


def _is_tool_active(context):
    tool = context.workspace.tools.from_space_view3d_mode(context.mode, create=False)
    return tool is not None and tool.idname == TOOL
