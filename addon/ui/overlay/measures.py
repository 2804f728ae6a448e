"""Measures drawn in the 3D viewports: lines, the places between them, and a label at the middle of each."""

import logging
from dataclasses import dataclass

import bpy
import numpy as np

from ..font import text_width
from ..preferences import overlay_style
from ..units import measure_text
from . import drawing
from .label import plate_over
from .projection import places_px, segments_px
from .screen import (
    DESCENT,
    LABEL_PADDING_PX,
    PLATE_RGBA,
    RIM_RGBA,
    TEXT_PX,
    draw_points,
    ui_scale,
    uncovered_bounds,
)

_log = logging.getLogger(__name__)

# Sizes in pixels before ui_scale.
_LINE_PX = 1.5
_RIM_PX = 1.0
_PLACE_PX = 6.0
_LABELS_MAX = 10
_DECIMALS = 3

_source = None
_handle = None


@dataclass(frozen=True, eq=False)
class Drawn:
    """What is drawn of a scene's measures, in the world; `labels` are (number in the list, `Measured`) pairs."""

    segments: np.ndarray
    places: np.ndarray
    labels: tuple
    label_places: np.ndarray


def drawn(measured):
    """What is drawn of measures in the order of the list; None is drawn of a measure that is None."""
    present = [(number, one) for number, one in enumerate(measured) if one is not None]
    segments = [line for _, one in present for line in one.lines]
    places = [place for _, one in present for place in one.marked_places]
    label_places = [one.label_place for _, one in present]
    return Drawn(
        segments=np.array(segments, dtype=np.float64).reshape(-1, 2, 3),
        places=np.array(places, dtype=np.float64).reshape(-1, 3),
        labels=tuple(present),
        label_places=np.array(label_places, dtype=np.float64).reshape(-1, 3),
    )


def show(source):
    """Draw what `source(context)` returns from now on: (`Drawn`, number of the active one), or None for nothing."""
    global _source, _handle
    _source = source
    if source is not None and _handle is None:
        _handle = bpy.types.SpaceView3D.draw_handler_add(_guarded, (), "WINDOW", "POST_PIXEL")
    elif source is None and _handle is not None:
        bpy.types.SpaceView3D.draw_handler_remove(_handle, "WINDOW")
        _handle = None


def _guarded():
    try:
        _draw(bpy.context)
    except Exception:
        show(None)
        _log.error("Measures are no longer drawn, until the next one is kept: the drawing failed")
        raise


def _draw(context):
    found = _source(context) if context.space_data.overlay.show_overlays else None
    if found is None:
        return
    shown, active = found
    scale = ui_scale(context)
    rgb = overlay_style(context).label_rgb
    view = (np.array(context.region_data.perspective_matrix), (context.region.width, context.region.height))
    with drawing.BlendedState():
        ends = segments_px(shown.segments, *view).reshape(-1, 2)
        if len(ends):
            ends = np.column_stack((ends, np.zeros(len(ends)))).astype(np.float32)
            drawing.draw_lines(ends, RIM_RGBA, (_LINE_PX + 2.0 * _RIM_PX) * scale)
            drawing.draw_lines(ends, (*rgb, 1.0), _LINE_PX * scale)
        centers, are_seen = places_px(shown.places, *view)
        draw_points(centers[are_seen], _PLACE_PX * scale, scale, (*rgb, 1.0))
        _draw_labels(_labels(context, shown, active, view, scale), scale, rgb)


def _labels(context, shown, active, view, scale):
    """(text, plate) of the active measure and the newest, ten at most; none lies over another."""
    bounds = uncovered_bounds(context)
    centers, are_seen = places_px(shown.label_places, *view)
    order = sorted(np.flatnonzero(are_seen), key=lambda index: (shown.labels[index][0] != active, -index))
    height = (TEXT_PX + 2 * LABEL_PADDING_PX) * scale
    found = []
    for index in order[:_LABELS_MAX]:
        one = shown.labels[index][1]
        text = measure_text(one.value, one.kind.unit, context.scene.unit_settings, _DECIMALS)
        width = text_width(text, TEXT_PX * scale) + 2 * LABEL_PADDING_PX * scale
        plate = plate_over(centers[index], (width, height), bounds)
        if not any(plate.overlaps(other) for _, other in found):
            found.append((text, plate))
    return found


def _draw_labels(labels, scale, rgb):
    drawing.draw_rectangles([plate for _, plate in labels], PLATE_RGBA)
    for text, plate in labels:
        baseline = plate.y + (LABEL_PADDING_PX + TEXT_PX * DESCENT) * scale
        drawing.draw_text(text, plate.x + LABEL_PADDING_PX * scale, baseline, TEXT_PX * scale, (*rgb, 1.0))
