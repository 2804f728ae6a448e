"""What is under the mouse, outlined and named before it is picked."""

from time import perf_counter

from ... import api
from ..overlay import handlers, marks
from ..preferences import has_hover
from ..properties import pick_options
from ..regions import event_pixel_centre, view_key
from .pacing import HoverPace


class Hover:
    """The hover of one running pick, or of the tool."""

    def __init__(self):
        self._pace = HoverPace()

    def look(self, context, view, *, depth=0, snap=False):
        """Outline what is at the `ViewUnderMouse`, if it is time for that; nothing where it is None.

        `depth` and `snap` are those of a click. Whether there is nothing left to do for this place.
        """
        if view is None or not has_hover(context):
            target = None
        else:
            target = (view_key(view), view.pixel, depth, snap, context.scene.frame_current)
        began = perf_counter()
        if not self._pace.is_due(target, began):
            return self._pace.is_seen(target)
        handlers.show_hover(None if target is None else _hovered(context, view, depth, snap))
        self._pace.looked(target, began, perf_counter())
        return True


def _hovered(context, view, depth, snap):
    try:
        viewport = api.Viewport.from_region(view.area.spaces.active, view.region, view.region_3d)
    except api.NoViewportError:
        return None
    options = pick_options(context.scene, invert_snap=snap)
    hits = api.pick_all(viewport, event_pixel_centre(view.pixel), options=options)
    if not hits:
        return None
    return marks.of_hover(hits, depth % len(hits), context.scene.session_uid, view.region, view.pixel)
