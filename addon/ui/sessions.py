"""The windows in which picking runs, and what it changed there: cursor and status bar."""

import bpy
from bpy.app.handlers import persistent

# Windows by address, and whether the cursor there is ours now. Blender cancels a window's modal operators
# before it frees the window, so an address never outlives its window here.
_has_eyedropper = {}


def is_picking(window):
    return window is not None and window.as_pointer() in _has_eyedropper


def start(window):
    _has_eyedropper[window.as_pointer()] = False
    window.workspace.status_text_set(_draw_status)
    _redraw_sidebars(window)


def show_eyedropper(window, is_shown):
    """Show the eyedropper as the cursor, or Blender's own again."""
    if is_shown == _has_eyedropper[window.as_pointer()]:
        return
    _has_eyedropper[window.as_pointer()] = is_shown
    if is_shown:
        window.cursor_modal_set("EYEDROPPER")
    else:
        window.cursor_modal_restore()


def stop(window):
    """Put back all that was changed; a second call does nothing."""
    if not is_picking(window):
        return
    show_eyedropper(window, False)
    del _has_eyedropper[window.as_pointer()]
    if not _has_eyedropper:
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


def _draw_status(header, _context):
    layout = header.layout
    layout.label(text="Pick", icon="MOUSE_LMB")
    row = layout.row(align=True)
    row.label(text="  ", icon="EVENT_ESC")  # an icon wider than others
    row.label(text="Done", icon="MOUSE_RMB")
    layout.separator_spacer()
    layout.template_reports_banner()
    layout.template_running_jobs()
    layout.separator_spacer()
    layout.template_status_info()
