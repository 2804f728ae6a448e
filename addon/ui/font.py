"""The interface's font, measured."""

import blf

_FONT_ID = 0


def text_width(text, size_px):
    blf.size(_FONT_ID, size_px)
    return blf.dimensions(_FONT_ID, text)[0]


def interface_text_px(preferences):
    """Height of the text on Blender's buttons."""
    return preferences.ui_styles[0].widget.points * (preferences.system.ui_scale or 1.0)
