"""Grease pencil strokes as bands that face the viewer, and what they fill."""

from dataclasses import replace

import numpy as np

from .dots import dots_of, is_placed_by_radius
from .drawings import (
    is_layer_drawn,
    legacy_strokes_shown,
    strokes_of_drawing,
    strokes_of_frame,
    strokes_shown,
    uneven_scale,
)
from .fills import filled
from .outline import Outline

# Modes in which lines and points may be drawn over everything.
MODES_WITH_ELEMENTS = frozenset(
    ("EDIT", "EDIT_GPENCIL", "SCULPT_GPENCIL", "VERTEX_GPENCIL", "WEIGHT_GPENCIL")
    + ("SCULPT_GREASE_PENCIL", "VERTEX_GREASE_PENCIL", "WEIGHT_GREASE_PENCIL")
)


def outlines(obj, matrix_world):
    """The strokes that an evaluated object of type GREASEPENCIL shows at its frame, numbered within each layer.

    In the modes that may draw them their points as well, numbered over all layers shown.
    """
    return [*_shown(obj, list(strokes_shown(obj, matrix_world)))]


def legacy_outlines(obj):
    """The strokes that an evaluated object of type GPENCIL shows at its frame; see `outlines`."""
    return [*_shown(obj, list(legacy_strokes_shown(obj)))]


def ghost_outlines(obj, frames, are_edited, has_areas, matrix_world):
    """The strokes of other frames of an evaluated grease pencil object, `frames` as from `ghost_frames`.

    Those that `are_edited` with their lines and points in the modes that draw them; without areas these alone.
    """
    is_new, uneven = obj.type == "GREASEPENCIL", uneven_scale(matrix_world)
    strokes_at = {}
    for layer_number, wanted in frames:
        layer = obj.data.layers[layer_number]
        for frame in layer.frames if is_layer_drawn(layer) else ():
            if frame.frame_number in wanted:
                strokes = strokes_at.setdefault(frame.frame_number, [])
                if is_new:
                    strokes += strokes_of_drawing(obj, layer, frame.drawing, uneven, frame.frame_number)
                else:
                    strokes += strokes_of_frame(obj, layer, frame, frame.frame_number)
    shown = (_shown(obj, strokes, are_edited, has_areas) for strokes in strokes_at.values())
    return tuple(outline for outlines in shown for outline in outlines if not outline.is_empty)


def _shown(obj, strokes, are_edited=True, has_areas=True):
    if has_areas:
        for stroke in strokes:
            yield from _drawn(stroke)
    if are_edited and obj.mode in MODES_WITH_ELEMENTS:
        yield from _edited(strokes)


def _edited(strokes):
    """The lines and points of edit mode, which Blender draws over everything."""
    first = 0
    for stroke in strokes:
        places = stroke.positions[:-1] if stroke.is_closed else stroke.positions
        if not stroke.is_hidden:
            settings = {"part": stroke.part, "ghost_frame": stroke.ghost_frame, "shows_through": True}
            starts, ends = _line(stroke)
            yield Outline("STROKE", starts, ends, np.full(len(starts), stroke.number), **settings)
            yield Outline("VERTEX", places, places, first + np.arange(len(places)), **settings)
        first += len(places)


def _drawn(stroke):
    """Outlines of what is seen of a stroke: a band, or dots or squares, and what it fills.

    Dots and squares are followed by the line that is drawn instead in wireframe, which is not filled.
    """
    around = stroke.positions[:-1] if stroke.is_closed else stroke.positions
    fills = filled(around) if stroke.shows_fill and len(around) > 2 else None
    settings = {
        "fills": np.zeros((0, 3, 3)) if fills is None else stroke.positions[fills],
        "fill_indices": np.full(0 if fills is None else len(fills), stroke.number),
        "part": stroke.part,
        "ghost_frame": stroke.ghost_frame,
    }
    starts, ends = _line(stroke)
    if not stroke.shows_line:
        starts, ends = starts[:0], ends[:0]
    numbers = np.full(len(starts), stroke.number)
    if len(starts) and stroke.style is not None and stroke.style.mode != "LINE":
        yield from _dotted(stroke, settings)
        yield Outline("STROKE", starts, ends, numbers, is_filled=False, **settings)
        return
    radii = stroke.radii
    if stroke.in_pixels:
        settings["radius_px"] = radii.min() if len(starts) else 0.0
    else:
        last = radii[1:] if len(radii) > 1 else radii
        settings["half_widths"] = np.stack((radii[: len(last)], last), axis=1)[: len(starts)]
    yield Outline("STROKE", starts, ends, numbers, **settings)


def _dotted(stroke, settings):
    """The dots or squares of a stroke; those by radius of an uneven object lie otherwise in orthographic views."""
    matrices = {None: None}
    if stroke.uneven is not None and is_placed_by_radius(stroke.style):
        matrices = {True: None, False: stroke.uneven}
    for only_orthographic, matrix in matrices.items():
        of_points = stroke.positions, stroke.radii, stroke.rotations
        dots = dots_of(stroke.style, *of_points, stroke.aspect, matrix)
        if stroke.in_pixels:
            widths = {"marks": dots.marks._replace(radii_px=dots.radii)}
        else:
            widths = {"marks": dots.marks, "half_widths": np.stack((dots.radii, dots.radii), axis=1)}
        numbers = np.full(len(dots.radii), stroke.number)
        drawn = Outline("STROKE", dots.positions, dots.positions, numbers, **widths, **settings)
        yield replace(drawn, only_orthographic=only_orthographic)


def _line(stroke):
    """Starts and ends (n, 3) of the line through the points; one alone is a line to itself."""
    positions = stroke.positions
    return (positions[:-1], positions[1:]) if len(positions) > 1 else (positions, positions.copy())
