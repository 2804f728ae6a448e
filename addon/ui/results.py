"""What the sidebar and the overlay show: the hits of the last pick, or why there is none.

Picks are plain values, so undo does not touch them and nothing here refers to Blender's memory. The window
manager's rows mirror them because Blender's lists need properties.
"""

from dataclasses import dataclass

import bpy
from bpy.app.handlers import persistent

from .. import api
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

# The scene each pick of the history was made in, by the pick's address: the history keeps the pick alive.
_scene_uids = {}


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
    for pick in api.history():
        if _scene_uids.get(id(pick)) != uid:
            continue
        shown = active if active is not None and _result.picked and _result.picked[-1] is pick else pick
        if not shown.is_gone:
            yield shown


def show_hits(context, found, index=0, *, extend=False, instead=False):
    """Show the hits of a pick, and take the one of this index into the history.

    `extend` keeps what was picked before beside it; `instead`, it takes the place of what was picked last.
    """
    uid = context.scene.session_uid
    before = _result.picked if _result.scene_uid == uid else ()
    if instead:
        _forget_newest(before)
        before = before[:-1]
    elif not extend:
        before = ()
    pick = found[index]
    api.record_pick(pick)
    _scene_uids[id(pick)] = uid
    _show(context, Result(tuple(found), scene_uid=uid, picked=(*before, pick)), index)


def choose(context, index):
    """Take another one of the hits that are shown instead of the one that was picked."""
    show_hits(context, _result.hits, index, instead=True)


def _forget_newest(picks):
    """Take the newest of these out of the history, if it is the newest there."""
    history = api.history()
    if picks and history and history[0] is picks[-1]:
        api.remove_from_history(0)


def show_miss(context, sentence):
    _show(context, Result(miss=sentence))


def clear(context):
    _show(context, Result())


def restore(context):
    """Show the pick of the history whose row is active."""
    index = context.window_manager.picking_ray.active_history
    history = api.history()
    if not 0 <= index < len(history):
        return
    pick = history[index]
    if not any(pick is hit for hit in _result.hits):
        # A script may have recorded a pick that was never shown: it belongs to the scene at hand.
        uid = _scene_uids.setdefault(id(pick), context.scene.session_uid)
        _show(context, Result((pick,), scene_uid=uid, picked=(pick,)))


def show_active(context):
    """Mark the active hit in the viewports; earlier picks of the same scene as well."""
    window_manager = context.window_manager
    pick = active_hit(window_manager)
    scene_uid = _result.scene_uid
    of_this_scene = [other for other in api.history() if _scene_uids.get(id(other)) == scene_uid]
    earlier = [other for other in of_this_scene[:_MARKED_MAX] if other is not pick]
    beside = [other for other in _result.picked[:-1] if other is not pick]
    position = window_manager.picking_ray.active_hit, len(_result.hits)
    handlers.show(marks.of_pick(pick, earlier, scene_uid, beside, position) if pick else None)
    redraw_viewports(window_manager)


def mirror_history(context):
    """Bring the rows of the history up to date, and the marks of earlier picks."""
    rows = context.window_manager.picking_ray
    history = api.history()
    _fill(rows.history, history)
    known = {id(pick) for pick in history}
    for key in _scene_uids.keys() - known:
        del _scene_uids[key]
    rows.active_history = next(
        (i for i, pick in enumerate(history) if any(pick is hit for hit in _result.hits)), -1
    )
    show_active(context)


def install(removals):
    bpy.app.handlers.load_post.append(_on_load)
    removals.callback(bpy.app.handlers.load_post.remove, _on_load)
    removals.callback(_forget)


def _show(context, result, index=0):
    global _result
    _result = result
    rows = context.window_manager.picking_ray
    _fill(rows.hits, result.hits)
    rows.active_hit = index
    mirror_history(context)


def _fill(rows, picks):
    rows.clear()
    for pick in picks:
        row = rows.add()
        row.name = shown_name(pick)
        row.tooltip = _whole_name(pick)


def _whole_name(pick):
    lines = [shown_name(pick)]
    if pick.instancer_path:
        lines.append(" > ".join(pick.instancer_path))
    if pick.library:
        lines.append(pick.library)
    return "\n".join(lines)


def redraw_viewports(window_manager):
    """Draw all 3D viewports again, with their sidebars."""
    for window in window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def _forget():
    global _result
    _result = Result()
    _scene_uids.clear()
    handlers.show(None)


@persistent
def _on_load(*_args):
    # Ids do not survive loading, and the rows may be another window manager's.
    _forget()
    api.clear_history()
    rows = bpy.context.window_manager.picking_ray
    rows.hits.clear()
    rows.history.clear()
