"""Lines of text on a dark plate beside a place in a view."""

from bpy.app.translations import pgettext_iface as iface_

from ..font import text_width
from ..names import shown_name
from ..text import one_line, shorten_middle
from ..units import length_text
from . import drawing
from .label import place_plate
from .screen import DESCENT, LABEL_PADDING_PX, PLATE_RGBA, TEXT_PX, ui_scale, uncovered_bounds

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


def draw_plate(context, point, lines, rgb):
    """Draw lines, each a text and, right of it and never cut off, another, beside a point in region pixels."""
    bounds = uncovered_bounds(context)
    if not (bounds[0] <= point[0] <= bounds[2] and bounds[1] <= point[1] <= bounds[3]):
        return
    scale = ui_scale(context)
    text_px, padding, line_px = TEXT_PX * scale, LABEL_PADDING_PX * scale, _LINE_PX * scale

    def width_of(text):
        return text_width(text, text_px)

    def fitting(text, beside):
        room = bounds[2] - bounds[0] - width_of(beside) - 4 * padding
        return shorten_middle(one_line(text), min(room, _NAME_MAX_PX * scale), width_of)

    fitted = [(fitting(text, beside), beside) for text, beside in lines]
    widths = [width_of(text) + width_of(beside) + (2 * padding if text else 0) for text, beside in fitted]
    size = max(widths) + 2 * padding, text_px + (len(lines) - 1) * line_px + 2 * padding
    if size[0] > bounds[2] - bounds[0]:
        return
    plate = place_plate(point, size, bounds, _GAP_PX * scale)
    drawing.draw_rectangle(*plate, PLATE_RGBA)
    for number, (text, beside) in enumerate(fitted):
        baseline = plate.y + padding + text_px * DESCENT + (len(lines) - 1 - number) * line_px
        opacity = _LESSER_OPACITY if number else 1.0
        drawing.draw_text(text, plate.x + padding, baseline, text_px, (*rgb, opacity))
        beside_x = plate.x + plate.width - padding - width_of(beside)
        drawing.draw_text(beside, beside_x, baseline, text_px, (*rgb, _LESSER_OPACITY))
