"""The hover of the tool, which is told of moves within a view and has no operator that runs on.

A timer looks at the newest place as soon as it is due. Nobody tells the tool that the mouse has left the view, so that
the timer asks for it as long as anything is outlined.
"""

from dataclasses import dataclass
from time import perf_counter

import bpy

from ..names import TOOL
from ..overlay import handlers
from ..regions import view_under_mouse
from .hover import Hover

# In seconds: between looks that are not due yet; between questions where the mouse is; without a move, until nothing is
# shown any more, for not every system tells Blender that the mouse has left its window.
_SOON = 0.02
_WATCH = 0.1
_REST_MAX = 60.0


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
# The pixel of its window that Blender last saw the mouse at, as `picking_ray.tell_mouse` has told.
_told = None
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
    windows = (one for one in bpy.context.window_manager.windows if one.as_pointer() == _mouse.window_id)
    window = next(windows, None)
    view = None if window is None or perf_counter() - _mouse.at > _REST_MAX else _view_under_mouse(window)
    if view is None:
        stop()
        return None
    with bpy.context.temp_override(window=window, area=view.area, region=view.region):
        if not _is_tool_active(bpy.context):
            stop()
            return None
        return _WATCH if _look_at(bpy.context, view) else _SOON


def _view_under_mouse(window):
    """The view that was looked at, with the mouse in it still; else None."""
    with bpy.context.temp_override(window=window):
        bpy.ops.picking_ray.tell_mouse("INVOKE_DEFAULT")
    here, there = (
        view_under_mouse(window.screen, bpy.context.preferences, *pixel)
        for pixel in ((_mouse.x, _mouse.y), _told)
    )
    return here if here is not None and there is not None and here.region == there.region else None


def _look_at(context, view):
    global _has_failed
    try:
        return _hover.look(context, view, depth=_mouse.depth, snap=_mouse.snap)
    except Exception:
        stop()
        _has_failed = True
        raise


class PICKING_RAY_OT_tell_mouse(bpy.types.Operator):
    """Tell where the mouse is: an operator that is invoked is handed what Blender last heard of it"""

    bl_idname = "picking_ray.tell_mouse"
    bl_label = "Tell Mouse"
    bl_options = {"INTERNAL"}

    def invoke(self, _context, event):
        global _told
        _told = event.mouse_x, event.mouse_y
        return {"CANCELLED"}


def _is_tool_active(context):
    tool = context.workspace.tools.from_space_view3d_mode(context.mode, create=False)
    return tool is not None and tool.idname == TOOL


CLASSES = (PICKING_RAY_OT_tell_mouse,)
