"""The drawing callbacks: there only while there is something to draw."""

import logging

import bpy
import numpy as np
from mathutils import Vector

from ..font import text_width
from ..names import shown_name
from ..preferences import overlay_style
from ..regions import uncovered_rectangle
from ..text import one_line, shorten_middle
from ..units import length_text
from . import drawing
from .label import place_plate

_log = logging.getLogger(__name__)

# Sizes in pixels before ui_scale.
_RIM_PX = 1.5
_EARLIER_PX = 6.0
_LABEL_GAP_PX = 10
_LABEL_PADDING_PX = 6
_TEXT_PX = 12
_NAME_MAX_PX = 180
_DISTANCE_DECIMALS = 3
_DESCENT = 0.15  # of the text's height, below its baseline

_RIM_RGBA = (0.0, 0.0, 0.0, 0.8)
_PLATE_RGBA = (0.0, 0.0, 0.0, 0.75)
_NORMAL_OPACITY = 0.9
_EARLIER_OPACITY = 0.7
_DISTANCE_OPACITY = 0.7

_marks = None
_hover = None
_handles = {}


def show(marks):
    """Draw these marks from now on; None for no marks."""
    global _marks
    _marks = marks
    _add_or_remove()


def show_hover(hover):
    """Draw this outline of what is under the mouse from now on; None for no outline."""
    global _hover
    if hover == _hover:
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
    global _marks, _hover
    if _marks is None and _hover is None:
        # The other callback failed. It could not take this one with it: Blender holds on to the next in the list.
        _remove(phase)
        return
    try:
        draw(bpy.context)
    except Exception:
        _marks = _hover = None
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
    width = style.outline_px * _ui_scale(context)
    with drawing.BlendedState():
        if _is_hover_drawn(context) and _hover.outline:
            drawing.draw_lines(_hover.outline, (*style.hover_rgb, 1.0), width)
        if not _are_marks_drawn(context, style):
            return
        if _marks.triangles:
            drawing.draw_triangles(_marks.triangles, (*style.face_rgb, style.face_opacity))
        drawing.draw_lines(_marks.outline, (*style.face_rgb, 1.0), width)
        tip = _normal_tip(context, style.normal_px * _ui_scale(context))
        if tip is not None:
            drawing.draw_lines((_marks.location, tip), (*style.normal_rgb, _NORMAL_OPACITY), width)


def _draw_in_pixels(context):
    style = overlay_style(context)
    scale = _ui_scale(context)
    with drawing.BlendedState():
        if _is_hover_drawn(context) and _hover.location is not None:
            hovered_px = _in_view_px(context, (_hover.location,))
            _draw_points(hovered_px, style.point_px * scale, scale, (*style.hover_rgb, 1.0))
        if not _are_marks_drawn(context, style):
            return
        _draw_points(
            _in_view_px(context, _marks.earlier),
            _EARLIER_PX * scale,
            scale,
            (*style.point_rgb, _EARLIER_OPACITY),
        )
        active_px = _in_view_px(context, (_marks.location,))
        _draw_points(active_px, style.point_px * scale, scale, (*style.point_rgb, 1.0))
        if style.has_label:
            for point in active_px:
                _draw_label(context, point, scale, style.label_rgb)


def _draw_points(centers_px, diameter_px, scale, rgba):
    if len(centers_px):
        drawing.draw_discs(centers_px, diameter_px, _RIM_RGBA)
        drawing.draw_discs(centers_px, diameter_px - 2 * _RIM_PX * scale, rgba)


def _draw_label(context, point, scale, rgb):
    bounds = _uncovered_bounds(context)
    if not (bounds[0] <= point[0] <= bounds[2] and bounds[1] <= point[1] <= bounds[3]):
        return
    text_px, padding = _TEXT_PX * scale, _LABEL_PADDING_PX * scale

    def width_of(text):
        return text_width(text, text_px)

    distance = length_text(_marks.pick.distance, context.scene.unit_settings, _DISTANCE_DECIMALS)
    room = bounds[2] - bounds[0] - width_of(distance) - 4 * padding
    name = shorten_middle(one_line(shown_name(_marks.pick)), min(room, _NAME_MAX_PX * scale), width_of)
    size = (width_of(name) + width_of(distance) + 4 * padding, text_px + 2 * padding)
    if size[0] > bounds[2] - bounds[0]:
        return
    plate = place_plate(point, size, bounds, _LABEL_GAP_PX * scale)
    drawing.draw_rectangle(*plate, _PLATE_RGBA)
    baseline = plate.y + padding + text_px * _DESCENT
    drawing.draw_text(name, plate.x + padding, baseline, text_px, (*rgb, 1.0))
    distance_x = plate.x + plate.width - padding - width_of(distance)
    drawing.draw_text(distance, distance_x, baseline, text_px, (*rgb, _DISTANCE_OPACITY))


def _uncovered_bounds(context):
    region = context.region
    x_min, y_min, x_max, y_max = uncovered_rectangle(context.area, region)
    return x_min - region.x, y_min - region.y, x_max - region.x, y_max - region.y


def _in_view_px(context, locations):
    """Region pixels (k, 2) of those places that the view reaches."""
    if not locations:
        return np.zeros((0, 2))
    matrix = np.array(context.region_data.perspective_matrix)
    clip = np.column_stack((locations, np.ones(len(locations)))) @ matrix.T
    clip = clip[(clip[:, 3] > 0.0) & (np.abs(clip[:, :3]).max(axis=1) <= clip[:, 3])]
    return (clip[:, :2] / clip[:, 3:] + 1.0) / 2.0 * (context.region.width, context.region.height)


def _normal_tip(context, length_px):
    """The end of a line along the normal, so long that it has `length_px` pixels when seen from the side."""
    if _marks.normal is None:
        return None
    view = context.region_data
    clip = view.perspective_matrix @ Vector((*_marks.location, 1.0))
    if clip.w <= 0.0:
        return None
    pixel_world = 2.0 * clip.w / (view.window_matrix[1][1] * context.region.height)
    return tuple(Vector(_marks.location) + Vector(_marks.normal) * (length_px * pixel_world))


def _ui_scale(context):
    return context.preferences.system.ui_scale or 1.0


_PHASES = {"POST_VIEW": _draw_in_space, "POST_PIXEL": _draw_in_pixels}
