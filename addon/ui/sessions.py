"""The windows in which picking runs, and what it changed there: cursor and status bar."""

from dataclasses import dataclass

import bpy
from bpy.app.handlers import persistent
from bpy.app.translations import pgettext_iface as iface_

from . import keymaps
from .overlay import handlers

# How often, in seconds, running picks are asked whether to look at what is under the mouse.
_TICK = 1.0 / 60.0

# Windows by address. Blender cancels a window's modal operators before it frees the window, so an address never
# outlives its window here.
_sessions = {}


@dataclass
class _Session:
    """`timer` wakes the operator; `has_eyedropper` is whether the cursor is ours now."""

    timer: object
    has_eyedropper: bool = False


def is_picking(window):
    return window is not None and window.as_pointer() in _sessions


def start(window):
    timer = bpy.context.window_manager.event_timer_add(_TICK, window=window)
    _sessions[window.as_pointer()] = _Session(timer)
    window.workspace.status_text_set(_draw_status)
    _redraw_sidebars(window)


def show_eyedropper(window, is_shown):
    """Show the eyedropper as the cursor, or Blender's own again."""
    session = _sessions[window.as_pointer()]
    if is_shown == session.has_eyedropper:
        return
    session.has_eyedropper = is_shown
    if is_shown:
        window.cursor_modal_set("EYEDROPPER")
    else:
        window.cursor_modal_restore()


def stop(window):
    """Put back all that was changed; a second call does nothing."""
    if not is_picking(window):
        return
    show_eyedropper(window, False)
    bpy.context.window_manager.event_timer_remove(_sessions.pop(window.as_pointer()).timer)
    handlers.show_hover(None)
    if not _sessions:
        # One drawing function serves every window.
        window.workspace.status_text_set(None)
    _redraw_sidebars(window)


def stop_everywhere():
    for window in bpy.context.window_manager.windows:
        stop(window)


def install(removals):
    bpy.app.handlers.load_pre.append(_before_load)
    removals.callback(bpy.app.handlers.load_pre.remove, _before_load)
    removals.callback(stop_everywhere)


@persistent
def _before_load(*_args):
    stop_everywhere()


def _redraw_sidebars(window):
    # The button there is drawn pressed while picking.
    for area in window.screen.areas:
        if area.type == "VIEW_3D":
            area.tag_redraw()


def _draw_status(header, context):
    layout = header.layout
    drawn = set()
    for _, item in keymaps.picking_items(context.window_manager.keyconfigs.user):
        text = _status_text(item)
        # The first key of each; those that do nothing now are left out.
        if text is None or text in drawn or not item.active:
            continue
        drawn.add(text)
        layout.template_event_from_keymap_item(item, text=text)
    layout.separator_spacer()
    layout.template_reports_banner()
    layout.template_running_jobs()
    layout.separator_spacer()
    layout.template_status_info()


def _status_text(item):
    """What a key of running picks does, in a word or two; None where there is nothing to do now."""
    match item.idname:
        case "picking_ray.pick":
            if item.properties.snap:
                return None if item.properties.extend else iface_("Snap")
            return iface_("Add", "Operator") if item.properties.extend else iface_("Pick")
        case "picking_ray.cycle":
            return None if item.properties.backward else iface_("Next Under Cursor")
        case "picking_ray.toggle_hover":
            return iface_("Outline")
        case "picking_ray.toggle_see_through":
            return iface_("See Through")
        case "picking_ray.finish":
            return iface_("Done")
    return None
