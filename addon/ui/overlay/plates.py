"""Lines of text on a dark plate beside a place in a view."""

from functools import lru_cache
from math import ceil

from bpy.app.translations import pgettext_iface as iface_

from ..font import text_width
from ..names import shown_name
from ..text import one_line, shorten_middle
from ..units import length_text
from .label import place_plate
from .pictures import Label, Words
from .screen import LABEL_PADDING_PX, PLATE_RGBA, TEXT_PX, ui_scale, uncovered_bounds

# Sizes in pixels before ui_scale.
_GAP_PX = 10
_LINE_PX = 17
_NAME_MAX_PX = 180
_DISTANCE_DECIMALS = 3

_LESSER_OPACITY = 0.7


def lines_of(context, marks):
    """What is written beside the pick of `Marks` or a `Hover`: pairs of a name, and what may not be cut of it."""
    pick, (index, count) = marks.pick, marks.position
    distance = length_text(pick.distance, context.scene.unit_settings, _DISTANCE_DECIMALS)
    lines = [(shown_name(pick), distance)]
    if count > 1:
        place = iface_("{position} of {count}").format(position=index + 1, count=count)
        behind = getattr(marks, "behind", ())
        # The other side of the same object tells less.
        others = [one for one in behind if one.object_uid != pick.object_uid] or behind
        name = iface_("Behind: {name}").format(name=shown_name(others[0])) if others else ""
        lines.append((name, place))
    return lines


def label_beside(context, point, lines, rgb):
    """The `Label` of lines, each a text and, right of it and never cut off, another, and the corners (n, 2) of it.

    None of them where the point, in region pixels, is covered, or there is no room.
    """
    bounds = uncovered_bounds(context)
    if not (bounds[0] <= point[0] <= bounds[2] and bounds[1] <= point[1] <= bounds[3]):
        return None, ()
    scale, room = ui_scale(context), bounds[2] - bounds[0]
    label = _label(tuple(lines), tuple(rgb), scale, room)
    if label.size_px[0] > room:
        return None, ()
    return label, [place_plate(point, label.size_px, bounds, _GAP_PX * scale)[:2]]


@lru_cache(maxsize=8)
def _label(lines, rgb, scale, room):
    """The `Label` of lines. Texts take long to measure, and are the same in most redraws."""
    text_px, padding, line_px = TEXT_PX * scale, LABEL_PADDING_PX * scale, _LINE_PX * scale

    def width_of(text):
        return text_width(text, text_px)

    def fitting(text, beside):
        least = room - width_of(beside) - 4 * padding
        return shorten_middle(one_line(text), min(least, _NAME_MAX_PX * scale), width_of)

    fitted = [(fitting(text, beside), beside) for text, beside in lines]
    widths = [width_of(text) + width_of(beside) + (2 * padding if text else 0) for text, beside in fitted]
    size = ceil(max(widths) + 2 * padding), ceil(text_px + (len(lines) - 1) * line_px + 2 * padding)
    words = []
    for number, (text, beside) in enumerate(fitted):
        y = padding + (len(lines) - 1 - number) * line_px
        words.append(Words(text, padding, y, (*rgb, _LESSER_OPACITY if number else 1.0)))
        words.append(Words(beside, size[0] - padding - width_of(beside), y, (*rgb, _LESSER_OPACITY)))
    return Label(size, PLATE_RGBA, text_px, tuple(words))
