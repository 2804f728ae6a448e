"""What is under the mouse while picking, outlined before it is picked."""

from time import perf_counter

from ... import api
from ..overlay import handlers, marks
from ..preferences import has_hover
from ..properties import pick_options
from ..regions import event_pixel_centre
from .pacing import HoverPace


class Hover:
    """The hover of one running pick."""

    def __init__(self):
        self._pace = HoverPace()

    def look(self, context, view):
        """Outline what is at the `ViewUnderMouse`, if it is time for that; nothing where it is None."""
        if view is None or not has_hover(context):
            target = None
        else:
            matrix = tuple(map(tuple, view.region_3d.perspective_matrix))
            target = (view.region.as_pointer(), view.pixel, matrix, context.scene.frame_current)
        began = perf_counter()
        if not self._pace.is_due(target, began):
            return
        handlers.show_hover(None if target is None else _hovered(context, view))
        self._pace.looked(target, began, perf_counter())


def _hovered(context, view):
    try:
        viewport = api.Viewport.from_region(view.area.spaces.active, view.region, view.region_3d)
    except api.NoViewportError:
        return None
    pick = api.pick(viewport, event_pixel_centre(view.pixel), options=pick_options(context.scene))
    return None if pick is None else marks.of_hover(pick, context.scene.session_uid, view.region)
