"""What a click does: pick, or take the next of what lies there."""

from bpy.app.translations import pgettext_rpt as rpt_

from ... import api
from .. import results
from ..misses import miss_sentence
from ..names import shown_name
from ..properties import pick_options
from ..regions import event_pixel_centre
from .reducer import Action


def act(operator, context, view, state, action, *, snap):
    """Do what the reducer says of a click or a step in a `ViewUnderMouse`; what the operator returns."""
    match action:
        case Action.PICK | Action.ADD:
            extend = action is Action.ADD
            return pick_at(operator, context, view, depth=state.depth, extend=extend, snap=snap)
        case Action.NEXT | Action.PREVIOUS if state.is_picked:
            return step(operator, context, view, 1 if action is Action.NEXT else -1, snap=snap)
    # Nothing has been picked here yet: what is hovered is as deep as the state says.
    return {"FINISHED"}


def pick_at(operator, context, view, *, depth=0, extend=False, snap=False):
    """Pick at the pixel of a `ViewUnderMouse` and show it; what the operator returns.

    Parameters
    ----------
    operator : bpy.types.Operator
        Reports what was picked, or why nothing was.
    depth : int
        How many hits to pass over, around in a circle.
    extend : bool
        Keep what was picked before as well.
    snap : bool
        Snap where the options do not, and the other way round.
    """
    hits, picked_view = _hits(operator, context, view, snap)
    if not hits:
        return {"CANCELLED"}
    index = depth % len(hits)
    results.show_hits(context, hits, index, extend=extend, view=picked_view)
    operator.report({"INFO"}, _sentence(hits[index]))
    return {"FINISHED"}


def step(operator, context, view, steps, *, snap=False):
    """Instead of what was picked here take what lies so many steps behind it, around in a circle."""
    hits, picked_view = _hits(operator, context, view, snap)
    if not hits:
        return {"CANCELLED"}
    # Looked for anew: what was picked may be gone or elsewhere by now.
    active = results.active_hit(context.window_manager)
    place = next((i for i, hit in enumerate(hits) if active is not None and _is_same(hit, active)), None)
    index = 0 if place is None else (place + steps) % len(hits)
    results.show_hits(context, hits, index, instead=True, view=picked_view)
    operator.report({"INFO"}, _sentence(hits[index]))
    return {"FINISHED"}


def _hits(operator, context, view, snap):
    """All that is there, and the view to go back to; where nothing is, that is reported and shown."""
    space = view.area.spaces.active
    try:
        viewport = api.Viewport.from_region(space, view.region, view.region_3d)
    except api.NoViewportError as error:
        operator.report({"WARNING"}, error.said(rpt_))
        return [], None
    centre = event_pixel_centre(view.pixel)
    options = pick_options(context.scene, invert_snap=snap)
    hits = api.pick_all(viewport, centre, options=options)
    if not hits:
        miss = miss_sentence(api.why_missed(viewport, centre, options=options))
        results.show_miss(context, miss)
        operator.report({"INFO"}, miss)
    return hits, api.PickedView.of(space, view.region_3d, viewport)


def _is_same(hit, other):
    return (hit.object_uid, hit.persistent_id, hit.kind, hit.index) == (
        other.object_uid,
        other.persistent_id,
        other.kind,
        other.index,
    )


def _sentence(pick):
    if pick.is_on_plane:
        return rpt_("Picked {name}, as no object is there").format(name=shown_name(pick))
    element = rpt_(pick.kind.title())
    if pick.index is not None:
        element = f"{element} {pick.index}"
    return rpt_("Picked {name}, {element}").format(name=pick.object_name, element=element)
