"""The drawing callbacks: there only while there is something to draw."""

import logging

import bpy
from mathutils import Vector

from ..preferences import overlay_style
from . import drawing, plates
from .projection import places_px
from .screen import draw_points, ui_scale

_log = logging.getLogger(__name__)

# Sizes in pixels before ui_scale.
_EARLIER_PX = 6.0

_NORMAL_OPACITY = 0.9
_EARLIER_OPACITY = 0.7

_marks = None
_hover = None
_handles = {}
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


def _add_or_remove():
    if _marks is None and _hover is None:
        for phase in tuple(_handles):
            _remove(phase)
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


def _are_marks_drawn(context, style):
    return (
        _marks is not None
        and style.is_shown
        and _is_of_scene(context, _marks.scene_uid)
        and not _marks.pick.is_gone
    )


def _is_hover_drawn(context):
    return (
        _hover is not None
        and _hover.region_id == context.region.as_pointer()
        and _is_of_scene(context, _hover.scene_uid)
    )


def _is_of_scene(context, scene_uid):
    return context.space_data.overlay.show_overlays and context.scene.session_uid == scene_uid


def _draw_in_space(context):
    style = overlay_style(context)
    width = style.outline_px * ui_scale(context)
    with drawing.BlendedState():
        if _is_hover_drawn(context):
            if _hover.outline:
                drawing.draw_lines(_hover.outline, (*style.hover_rgb, 1.0), width)
            _draw_normal(context, _hover, style)
        if not _are_marks_drawn(context, style):
            return
        if _marks.triangles:
            drawing.draw_triangles(_marks.triangles, (*style.face_rgb, style.face_opacity))
        outline = (*_marks.outline, *_marks.beside_outline)
        if outline:
            drawing.draw_lines(outline, (*style.face_rgb, 1.0), width)
        _draw_normal(context, _marks, style)


def _draw_in_pixels(context):
    style = overlay_style(context)
    scale = ui_scale(context)
    with drawing.BlendedState():
        is_hovering = _is_hover_drawn(context)
        if is_hovering and _hover.has_point:
            hovered_px = _in_view_px(context, (_hover.location,))
            draw_points(hovered_px, style.point_px * scale, scale, (*style.hover_rgb, 1.0))
        if is_hovering and style.has_label:
            plates.draw_plate(context, _hover.pixel, plates.lines_of(context, _hover), style.label_rgb)
        if not _are_marks_drawn(context, style):
            return
        draw_points(
            _in_view_px(context, _marks.earlier),
            _EARLIER_PX * scale,
            scale,
            (*style.point_rgb, _EARLIER_OPACITY),
        )
        draw_points(
            _in_view_px(context, _marks.beside), style.point_px * scale, scale, (*style.point_rgb, 1.0)
        )
        active_px = _in_view_px(context, (_marks.location,))
        draw_points(active_px, style.point_px * scale, scale, (*style.point_rgb, 1.0))
        # Two names in one place could not be read; the one beside the mouse is newer.
        if style.has_label and not is_hovering:
            for point in active_px:
                plates.draw_plate(context, point, plates.lines_of(context, _marks), style.label_rgb)


def _in_view_px(context, locations):
    """Region pixels (k, 2) of those places that the view reaches."""
    size_px = context.region.width, context.region.height
    pixels, are_seen = places_px(locations, context.region_data.perspective_matrix, size_px)
    return pixels[are_seen]


def _draw_normal(context, marks, style):
    """A line along the normal, so long that it has the style's pixels when seen from the side."""
    if marks.normal is None:
        return
    view, scale = context.region_data, ui_scale(context)
    clip = view.perspective_matrix @ Vector((*marks.location, 1.0))
    if clip.w <= 0.0:
        return
    pixel_world = 2.0 * clip.w / (view.window_matrix[1][1] * context.region.height)
    tip = Vector(marks.location) + Vector(marks.normal) * (style.normal_px * scale * pixel_world)
    rgba = (*style.normal_rgb, _NORMAL_OPACITY)
    drawing.draw_lines((marks.location, tuple(tip)), rgba, style.outline_px * scale)


_PHASES = {"POST_VIEW": _draw_in_space, "POST_PIXEL": _draw_in_pixels}
