"""What all that is drawn in pixels shares: sizes, colors, and the room there is."""

import bpy

from ..regions import uncovered_rectangle
from ..units import units_key

# Sizes in pixels before ui_scale.
RIM_PX = 1.5
TEXT_PX = 12
LABEL_PADDING_PX = 6
DESCENT = 0.15  # of the text's height, below its baseline

RIM_RGBA = (0.0, 0.0, 0.0, 0.8)
PLATE_RGBA = (0.0, 0.0, 0.0, 0.75)


def ui_scale(context):
    return context.preferences.system.ui_scale or 1.0


def text_key(context):
    """All that texts and their places depend on, as plain values."""
    locale = bpy.app.translations.locale
    return uncovered_bounds(context), units_key(context.scene.unit_settings), locale


def uncovered_bounds(context):
    """(x_min, y_min, x_max, y_max) of the region's part that nothing lies over, in its pixels."""
    region = context.region
    x_min, y_min, x_max, y_max = uncovered_rectangle(context.area, region)
    return x_min - region.x, y_min - region.y, x_max - region.x, y_max - region.y
