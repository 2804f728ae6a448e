"""What the sidebar and the overlay show: the hits of the last pick, or why there is none.

Picks are plain values, so undo does not touch them and nothing here refers to Blender's memory. The window
manager's rows mirror them because Blender's lists need properties.
"""

from dataclasses import dataclass

import bpy
from bpy.app.handlers import persistent

from .. import api
from . import list_rows
from .following import follow
from .names import shown_name
from .overlay import handlers, marks


@dataclass(frozen=True)
class Result:
    """`hits` in rank order; `miss` is the sentence that says why there are none, empty before the first pick.

    `picked` are the picks that stand side by side, the newest last: one of the hits, and those it was added to.
    """

    hits: tuple = ()
    miss: str = ""
    scene_uid: int = 0
    picked: tuple = ()


# Earlier picks that are marked, the newest: each is drawn anew whenever a viewport is.
_MARKED_MAX = 100

_result = Result()


def hits():
    return _result.hits


def miss():
    return _result.miss


def picked():
    """The picks that stand side by side, the newest last; those before it have been kept by Shift."""
    return _result.picked


def active_hit(window_manager):
    """The hit that details and actions are about, or None."""
    index = window_manager.picking_ray.active_hit
    return _result.hits[index] if 0 <= index < len(_result.hits) else None


def picks_of(scene):
    """Picks made in a scene of what still exists, newest first; the active hit stands for the pick that found it."""
    uid = scene.session_uid
    active = active_hit(bpy.context.window_manager)
    for pick in (kept.pick for kept in api.each_kept() if kept.scene_uid == uid):
        shown = active if active is not None and _result.picked and _result.picked[-1] is pick else pick
        if not shown.is_gone:
            yield shown


def show_hits(context, found, index=0, *, extend=False, instead=False, view=None):
    """Show the hits of a pick, and take the one of this index into the history, with the `api.PickedView` it is of.

    `extend` keeps what was picked before beside it; `instead`, it takes the place of what was picked last.
    """
    uid = context.scene.session_uid
    before = _result.picked if _result.scene_uid == uid else ()
    if instead:
        view = _forget_newest(before) or view
        before = before[:-1]
    elif not extend:
        before = ()
    pick = found[index]
    api.record_pick(pick, view)
    _show(context, Result(tuple(found), scene_uid=uid, picked=(*before, pick)), index)


def choose(context, index):
    """Take another one of the hits that are shown instead of the one that was picked."""
    show_hits(context, _result.hits, index, instead=True)


def _forget_newest(picks):
    """Take the newest of these out of the history, if it is the newest there; the view it was picked in."""
    history = api.kept_picks()
    if not (picks and history and history[0].pick is picks[-1]):
        return None
    api.remove_from_history(0)
    return history[0].view


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
        _show(context, Result((kept.pick,), scene_uid=kept.scene_uid, picked=(kept.pick,)))


def show_active(context):
    """Mark the active hit in the viewports, where its object is now; earlier picks of the same scene as well."""
    window_manager = context.window_manager
    pick = active_hit(window_manager)
    scene_uid = _result.scene_uid
    if pick is None:
        follow((), show_active)
        handlers.show(None)
    else:
        of_this_scene = [other.pick for other in api.kept_picks() if other.scene_uid == scene_uid]
        earlier = [other for other in of_this_scene[:_MARKED_MAX] if other is not pick]
        follow({one.object_uid for one in (pick, *earlier) if not one.is_instance}, show_active)
        places = [api.location_now(other) for other in earlier]
        beside = [api.relocated(other) for other in _result.picked[:-1] if other is not pick]
        position = window_manager.picking_ray.active_hit, len(_result.hits)
        handlers.show(marks.of_pick(api.relocated(pick), places, scene_uid, beside, position))
    redraw_viewports(window_manager)


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


def _show(context, result, index=0):
    global _result
    _result = result
    rows = context.window_manager.picking_ray
    list_rows.fill(rows.hits, [(shown_name(hit), hit) for hit in result.hits])
    rows.active_hit = index
    mirror_history(context)


def redraw_viewports(window_manager):
    """Draw all 3D viewports again, with their sidebars."""
    for window in window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def _forget():
    global _result
    _result = Result()
    follow((), show_active)
    list_rows.forget()
    handlers.show(None)


@persistent
def _on_load(*_args):
    # Ids do not survive loading, and the rows may be another window manager's.
    _forget()
    bpy.context.window_manager.picking_ray.hits.clear()
