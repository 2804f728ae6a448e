"""What the sidebar and the overlay show: the hits of the last pick, or why there is none.

Picks are plain values, so undo does not touch them and nothing here refers to Blender's memory. The window
manager's rows mirror them because Blender's lists need properties.
"""

from dataclasses import dataclass

import bpy
from bpy.app.handlers import persistent

from .. import api
from . import list_rows
from .names import shown_name
from .overlay import handlers, marks


@dataclass(frozen=True)
class Result:
    """`hits` in rank order; `miss` is the sentence that says why there are none, empty before the first pick."""

    hits: tuple = ()
    miss: str = ""
    scene_uid: int = 0


# Earlier picks that are marked, the newest: each is drawn anew whenever a viewport is.
_MARKED_MAX = 100

_result = Result()

# `session_uid` of the objects whose picks are marked and move with them.
_marked_uids = frozenset()


def hits():
    return _result.hits


def miss():
    return _result.miss


def active_hit(window_manager):
    """The hit that details and actions are about, or None."""
    index = window_manager.picking_ray.active_hit
    return _result.hits[index] if 0 <= index < len(_result.hits) else None


def show_hits(context, found):
    """Show the hits of a pick, the first of which is in the history."""
    _show(context, Result(tuple(found), scene_uid=context.scene.session_uid))


def show_miss(context, sentence):
    _show(context, Result(miss=sentence))


def clear(context):
    _show(context, Result())


def restore(context):
    """Show the pick of the history whose row is active."""
    index = context.window_manager.picking_ray.active_history
    history = api.kept_picks()
    if not 0 <= index < len(history):
        return
    kept = history[index]
    if not any(kept.pick is hit for hit in _result.hits):
        _show(context, Result((kept.pick,), scene_uid=kept.scene_uid))


def show_active(context):
    """Mark the active hit in the viewports, where its object is now; earlier picks of the same scene as well."""
    global _marked_uids
    window_manager = context.window_manager
    pick = active_hit(window_manager)
    scene_uid = _result.scene_uid
    if pick is None:
        _marked_uids = frozenset()
        handlers.show(None)
    else:
        of_this_scene = [other.pick for other in api.kept_picks() if other.scene_uid == scene_uid]
        earlier = [other for other in of_this_scene[:_MARKED_MAX] if other is not pick]
        _marked_uids = frozenset(one.object_uid for one in (pick, *earlier) if not one.is_instance)
        places = [api.location_now(other) for other in earlier]
        handlers.show(marks.of_pick(api.relocated(pick), places, scene_uid))
    _redraw_viewports(window_manager)


def marked_uids():
    """`session_uid` of the objects with whose moves the marks are out of date."""
    return _marked_uids


def mirror_history(context):
    """Bring the rows of the history up to date, and the marks of earlier picks."""
    rows = context.window_manager.picking_ray
    history = api.kept_picks()
    list_rows.mirror(rows.history, history)
    shown = {id(hit) for hit in _result.hits}
    rows.active_history = next((i for i, kept in enumerate(history) if id(kept.pick) in shown), -1)
    show_active(context)


def install(removals):
    bpy.app.handlers.load_post.append(_on_load)
    removals.callback(bpy.app.handlers.load_post.remove, _on_load)
    removals.callback(_forget)


def _show(context, result):
    global _result
    _result = result
    rows = context.window_manager.picking_ray
    list_rows.fill(rows.hits, [(shown_name(hit), hit) for hit in result.hits])
    rows.active_hit = 0
    mirror_history(context)


def _redraw_viewports(window_manager):
    for window in window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def _forget():
    global _result, _marked_uids
    _result = Result()
    _marked_uids = frozenset()
    list_rows.forget()
    handlers.show(None)


@persistent
def _on_load(*_args):
    # Ids do not survive loading, and the rows may be another window manager's.
    _forget()
    bpy.context.window_manager.picking_ray.hits.clear()
