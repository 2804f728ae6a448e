"""Measures drawn in the 3D viewports: lines, the places between them, and a label at the middle of each."""

import logging
from dataclasses import dataclass, field
from math import ceil

import bpy
import numpy as np

from ..font import text_width
from ..preferences import label_rgb
from ..units import measure_text, units_key
from . import drawing, pictures
from .label import plate_over
from .pictures import Label, Words
from .prepared import Prepared
from .projection import places_px, segments_px
from .screen import LABEL_PADDING_PX, RIM_RGBA, TEXT_PX, text_key, ui_scale, uncovered_bounds

_log = logging.getLogger(__name__)

# Sizes in pixels before ui_scale.
_LINE_PX = 1.5
_RIM_PX = 1.0
_PLACE_PX = 6.0
_LABELS_MAX = 10
_DECIMALS = 3
# Darker than other plates: the line passes behind the text.
_PLATE_RGBA = (0.0, 0.0, 0.0, 0.9)

_source = None
_prepared = Prepared()
_handle = None


@dataclass(frozen=True, eq=False)
class Drawn:
    """What is drawn of a scene's measures, in the world.

    `labels` are (number in the list, `Measured`) pairs; `places` begin with theirs; `texts` are (text, width) of
    labels that have been drawn, by their index and how they are shown.
    """

    segments: np.ndarray
    places: np.ndarray
    labels: tuple
    texts: dict = field(default_factory=dict)


def drawn(measured):
    """What is drawn of measures in the order of the list; None is drawn of a measure that is None."""
    present = [(number, one) for number, one in enumerate(measured) if one is not None]
    # One flat list of numbers: numpy takes many times as long for lists of tuples.
    segments = [value for _, one in present for line in one.lines for place in line for value in place]
    places = [value for _, one in present for value in one.label_place]
    places += [value for _, one in present for place in one.marked_places for value in place]
    return Drawn(
        segments=np.array(segments, dtype=np.float64).reshape(-1, 2, 3),
        places=np.array(places, dtype=np.float64).reshape(-1, 3),
        labels=tuple(present),
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
        _prepared.forget()


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
    scale, rgb = ui_scale(context), label_rgb(context)
    key = shown, active, scale, rgb, text_key(context)
    with drawing.BlendedState():
        _prepared.draw(context, key, lambda: _drawings(context, shown, active, scale, rgb))


def _drawings(context, shown, active, scale, rgb):
    view = (np.array(context.region_data.perspective_matrix), (context.region.width, context.region.height))
    ends = segments_px(shown.segments, *view)
    centers, are_seen = places_px(shown.places, *view)
    count = len(shown.labels)
    labels = _labels(context, shown, active, centers[:count], are_seen[:count], scale)
    drawings = []
    if len(ends):
        corners = np.zeros((2 * len(ends), 3), dtype=np.float32)
        corners[:, :2] = ends.reshape(-1, 2)
        for rgba, width_px in ((RIM_RGBA, _LINE_PX + 2.0 * _RIM_PX), ((*rgb, 1.0), _LINE_PX)):
            colors = np.tile(np.float32(rgba), (len(corners), 1))
            drawings.append(drawing.lines(corners, colors, width_px * scale))
    point = pictures.Point(_PLACE_PX * scale, scale, (*rgb, 1.0))
    places = point, point.around(centers[count:][are_seen[count:]])
    labels = [_picture(*one, scale, rgb) for one in labels]
    return [*drawings, pictures.Pictures([places, *labels])]


def _labels(context, shown, active, centers, are_seen, scale):
    """(text, plate) of the active measure and the newest, ten at most; none lies over another."""
    bounds = uncovered_bounds(context)
    is_inside = are_seen & ((centers >= bounds[:2]) & (centers <= bounds[2:])).all(axis=1)
    indices = np.flatnonzero(is_inside)[::-1].tolist()
    indices.sort(key=lambda index: shown.labels[index][0] != active)
    padding, height = 2 * LABEL_PADDING_PX * scale, (TEXT_PX + 2 * LABEL_PADDING_PX) * scale
    unit_settings = context.scene.unit_settings
    style = scale, units_key(unit_settings)
    found = []
    for index in indices[:_LABELS_MAX]:
        text, width = shown.texts.get((index, style)) or _text(shown, index, style, unit_settings)
        plate = plate_over(centers[index].tolist(), (width + padding, height), bounds)
        if not any(plate.overlaps(other) for _, other in found):
            found.append((text, plate))
    return found


def _text(shown, index, style, unit_settings):
    one = shown.labels[index][1]
    text = measure_text(one.value, one.kind.unit, unit_settings, _DECIMALS)
    shown.texts[index, style] = text, text_width(text, TEXT_PX * style[0])
    return shown.texts[index, style]


def _picture(text, plate, scale, rgb):
    """The picture of a label, and its lower left corner."""
    padding = LABEL_PADDING_PX * scale
    size = ceil(plate.width), ceil(plate.height)
    words = Words(text, padding, padding, (*rgb, 1.0))
    return Label(size, _PLATE_RGBA, TEXT_PX * scale, (words,)), [plate[:2]]
