"""The lists of hits and of earlier picks."""

import bpy
from bpy.app.translations import pgettext_iface as iface_

from ... import api
from .. import results
from ..font import interface_text_px, text_width
from ..icons import ICON_OF_KIND, pick_icon
from ..names import shown_name
from ..text import one_line, shorten_middle
from ..units import length_text

_DISTANCE_DECIMALS = 2

# A row's width is divided among name, place and distance.
_NAME_FACTOR = 0.46
_PLACE_FACTOR = 0.54
# Measured before ui_scale: what a sidebar has to both sides of a list's row; an icon with the space around it.
_AROUND_ROW_PX = 66
_ICON_PX = 38


def draw_pick(context, layout, pick):
    """One row: what was hit, which face of it, how far away."""
    obj = pick.object
    layout.active = not pick.is_gone
    split = layout.split(factor=_NAME_FACTOR)
    split.label(text=_fitting_name(context, pick), icon=pick_icon(pick, obj), translate=False)
    if pick.is_gone:
        split.label(text="No longer exists")
        return
    split = split.split(factor=_PLACE_FACTOR)
    if pick.is_on_plane:
        split.label(text="")
    else:
        place = iface_(pick.kind.title()) if pick.index is None else str(pick.index)
        split.label(text=place, icon=ICON_OF_KIND[pick.kind], translate=False)
    row = split.row()
    row.alignment = "RIGHT"
    distance = length_text(pick.distance, context.scene.unit_settings, _DISTANCE_DECIMALS)
    row.label(text=distance, translate=False)


def _fitting_name(context, pick):
    # Blender would cut off the end, which is what tells copies apart.
    preferences = context.preferences
    scale = preferences.system.ui_scale or 1.0
    room = (context.region.width - _AROUND_ROW_PX * scale) * _NAME_FACTOR - _ICON_PX * scale
    text_px = interface_text_px(preferences)
    return shorten_middle(one_line(shown_name(pick)), room, lambda text: text_width(text, text_px))


class PICKING_RAY_UL_hits(bpy.types.UIList):
    def draw_item(self, context, layout, _data, _item, _icon, _active_data, _active_property, index, _flag):
        hits = results.hits()
        if index < len(hits):
            draw_pick(context, layout, hits[index])


class PICKING_RAY_UL_history(bpy.types.UIList):
    def draw_item(self, context, layout, _data, _item, _icon, _active_data, _active_property, index, _flag):
        history = api.history()
        # A script may have changed the history since the rows were made.
        if index < len(history):
            draw_pick(context, layout, history[index])


CLASSES = (PICKING_RAY_UL_hits, PICKING_RAY_UL_history)
