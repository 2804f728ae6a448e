"""The drawing callbacks: there only while there is something to draw."""

import logging
from typing import NamedTuple

import bpy
from mathutils import Vector

from ..preferences import overlay_style
from . import drawing, pictures, plates
from .prepared import Prepared
from .projection import places_px
from .screen import text_key, ui_scale

_log = logging.getLogger(__name__)

# Sizes in pixels before ui_scale.
_EARLIER_PX = 6.0

_NORMAL_OPACITY = 0.9
_EARLIER_OPACITY = 0.7

_marks = None
_hover = None
_handles = {}
# What the redraw of a region that is going on shows, and what that draws.
_redraw = None
_in_space, _in_pixels = Prepared(), Prepared()
# After a failure nothing is drawn before the next pick: what follows the mouse would fail again and again.
_has_failed = False


def show(marks):
    """Draw these marks from now on; None for no marks."""
    global _marks, _has_failed
    _marks, _has_failed = marks, False
    _add_or_remove()


def show_hover(hover):
    """Draw this outline of what is under the mouse from now on; None for no outline."""
    global _hover
    if hover == _hover or (_has_failed and hover is not None):
        return
    changed = {one.region_id for one in (hover, _hover) if one is not None}
    _hover = hover
    _add_or_remove()
    _redraw_regions(changed)


def install(removals):
    removals.callback(_clear)


def _clear():
    show(None)
    show_hover(None)
    pictures.forget()


def _add_or_remove():
    if _marks is None and _hover is None:
        for phase in tuple(_handles):
            _remove(phase)
        for prepared in (_in_space, _in_pixels):
            prepared.forget()
        return
    for phase, draw in _PHASES.items():
        if phase not in _handles:
            _handles[phase] = bpy.types.SpaceView3D.draw_handler_add(_guarded, (phase, draw), "WINDOW", phase)


def _remove(phase):
    bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(phase), "WINDOW")


def _redraw_regions(region_ids):
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            for region in area.regions:
                if region.as_pointer() in region_ids:
                    region.tag_redraw()


def _guarded(phase, draw):
    global _marks, _hover, _has_failed
    if _marks is None and _hover is None:
        # The other callback failed. It could not take this one with it: Blender holds on to the next in the list.
        _remove(phase)
        return
    try:
        draw(bpy.context)
    except Exception:
        _marks, _hover, _has_failed = None, None, True
        _remove(phase)
        _log.error("Picks are no longer drawn, until the next pick: the drawing failed")
        raise


class _Redraw(NamedTuple):
    """What one redraw of a region shows: the marks and the outline under the mouse, each None where it does not."""

    region_id: int
    style: object
    marks: object
    hover: object

    @classmethod
    def of(cls, context):
        style, region_id = overlay_style(context), context.region.as_pointer()
        is_drawn = context.space_data.overlay.show_overlays
        scene_uid = context.scene.session_uid
        shown, hover = _marks if style.is_shown else None, _hover
        if not is_drawn or shown is None or shown.scene_uid != scene_uid or shown.pick.is_gone:
            shown = None
        if not is_drawn or hover is None or (hover.region_id, hover.scene_uid) != (region_id, scene_uid):
            hover = None
        return cls(region_id, style, shown, hover)


def _draw_in_space(context):
    global _redraw
    _redraw = redraw = _Redraw.of(context)
    scale = ui_scale(context)
    with drawing.BlendedState():
        _in_space.draw(context, (redraw, scale), lambda: _drawings_in_space(context, redraw, scale))


def _drawings_in_space(context, redraw, scale):
    style, shown, hover = redraw.style, redraw.marks, redraw.hover
    drawings, lines = [], []
    if hover is not None:
        lines += [(hover.outline, style.hover_rgb, 1.0), _normal_line(context, hover, style)]
    if shown is not None:
        if shown.triangles:
            drawings.append(drawing.triangles(shown.triangles, (*style.face_rgb, style.face_opacity)))
        outline = (*shown.outline, *shown.beside_outline)
        lines += [(outline, style.face_rgb, 1.0), _normal_line(context, shown, style)]
    ends = [end for some, _, _ in lines for end in some]
    if ends:
        colors = [(*rgb, opacity) for some, rgb, opacity in lines for _ in some]
        drawings.append(drawing.lines(ends, colors, style.outline_px * scale))
    return drawings


def _draw_in_pixels(context):
    global _redraw
    # Blender draws in space first. What that has found is the same, and takes a third of the time to find.
    redraw, _redraw = _redraw, None
    if redraw is None or redraw.region_id != context.region.as_pointer():
        redraw = _Redraw.of(context)
    key = redraw, ui_scale(context), text_key(context)
    with drawing.BlendedState():
        _in_pixels.draw(context, key, lambda: [pictures.Pictures(_placed(context, redraw))])


def _placed(context, redraw):
    """Pictures with their corners, as `pictures.Pictures` takes them."""
    style, shown, hover = redraw.style, redraw.marks, redraw.hover
    placed = [] if hover is None else _hover_in_pixels(context, style, hover)
    if shown is not None:
        # Two names in one place could not be read; the one beside the mouse is newer.
        placed += _marks_in_pixels(context, style, shown, has_label=style.has_label and hover is None)
    return placed


def _hover_in_pixels(context, style, hover):
    scale = ui_scale(context)
    point = pictures.Point(style.point_px * scale, scale, (*style.hover_rgb, 1.0))
    pixels, are_seen = _places_px(context, (hover.location,))
    placed = [(point, point.around(pixels[are_seen]))] if hover.has_point else []
    if style.has_label:
        lines = plates.lines_of(context, hover)
        placed.append(plates.label_beside(context, hover.pixel, lines, style.label_rgb))
    return placed


def _marks_in_pixels(context, style, shown, has_label):
    scale = ui_scale(context)
    earlier = pictures.Point(_EARLIER_PX * scale, scale, (*style.point_rgb, _EARLIER_OPACITY))
    point = pictures.Point(style.point_px * scale, scale, (*style.point_rgb, 1.0))
    pixels, are_seen = _places_px(context, shown.places)
    count = len(shown.earlier)
    placed = [
        (earlier, earlier.around(pixels[:count][are_seen[:count]])),
        (point, point.around(pixels[count:][are_seen[count:]])),
    ]
    if has_label and are_seen[-1]:
        lines = plates.lines_of(context, shown)
        placed.append(plates.label_beside(context, pixels[-1].tolist(), lines, style.label_rgb))
    return placed


def _places_px(context, places):
    size_px = context.region.width, context.region.height
    return places_px(places, context.region_data.perspective_matrix, size_px)


def _normal_line(context, marks, style):
    """Ends, color and opacity of a line along the normal, so long that it has the style's pixels seen from the side."""
    color = style.normal_rgb, _NORMAL_OPACITY
    view, scale = context.region_data, ui_scale(context)
    clip = view.perspective_matrix @ Vector((*marks.location, 1.0))
    if marks.normal is None or clip.w <= 0.0:
        return (), *color
    pixel_world = 2.0 * clip.w / (view.window_matrix[1][1] * context.region.height)
    tip = Vector(marks.location) + Vector(marks.normal) * (style.normal_px * scale * pixel_world)
    return (marks.location, tuple(tip)), *color


_PHASES = {"POST_VIEW": _draw_in_space, "POST_PIXEL": _draw_in_pixels}
