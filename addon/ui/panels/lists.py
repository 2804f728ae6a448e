"""The lists of hits and of earlier picks.

Blender finds the properties of a list in the classes that it is made of, so that both have the same filter.
"""

from itertools import islice

import bpy
from bpy.app.translations import pgettext_iface as iface_

from ... import api
from .. import results
from ..font import interface_text_px, text_width
from ..icons import ICON_OF_KIND, pick_icon
from ..names import shown_name
from ..text import one_line, shorten_middle
from ..units import length_text

_COINCIDENT_ICON = "OVERLAY"

_NAME_OF_KIND = {"CURSOR": "3D Cursor"}

_DISTANCE_DECIMALS = 2

# A row's width is divided among name, place and distance.
_NAME_FACTOR = 0.42
_PLACE_FACTOR = 0.5
# Measured before ui_scale: what a sidebar has to both sides of a list's row; an icon with the space around it.
_AROUND_ROW_PX = 66
_ICON_PX = 38


def draw_pick(context, layout, pick, row=None):
    """One row: what was hit, which face of it, how far away; of an earlier pick `row`, whose name can be changed."""
    # Looked up once: of all that a row takes, this is what takes longest.
    obj = pick.object
    is_gone = obj is None and not pick.is_on_plane
    layout.active = not is_gone
    split = layout.split(factor=_NAME_FACTOR)
    icon = pick_icon(pick, obj)
    if row is None:
        split.label(text=_fitting_name(context, pick), icon=icon, translate=False)
    else:
        split.prop(row, "label", text="", icon=icon, emboss=False)
    if is_gone:
        split.label(text="No longer exists")
        return
    split = split.split(factor=_PLACE_FACTOR)
    if pick.is_on_plane:
        split.label(text="")
    else:
        place = iface_(pick.kind.title()) if pick.index is None else str(pick.index)
        icon = _COINCIDENT_ICON if pick.coincident else ICON_OF_KIND[pick.kind]
        split.label(text=place, icon=icon, translate=False)
    split.alignment = "RIGHT"
    distance = length_text(pick.distance, context.scene.unit_settings, _DISTANCE_DECIMALS)
    split.label(text=distance, translate=False)


def _fitting_name(context, pick):
    # Blender would cut off the end, which is what tells copies apart.
    preferences = context.preferences
    scale = preferences.system.ui_scale or 1.0
    room = (context.region.width - _AROUND_ROW_PX * scale) * _NAME_FACTOR - _ICON_PX * scale
    text_px = interface_text_px(preferences)
    return shorten_middle(one_line(shown_name(pick)), room, lambda text: text_width(text, text_px))


class _PickList:
    """A list of picks, filtered by name and kind, sorted by name or distance."""

    kind: bpy.props.EnumProperty(
        name="Kind",
        description="List what was hit of this kind alone",
        items=[
            ("ALL", "All Kinds", "", "FILTER", 0),
            *(
                (kind, _NAME_OF_KIND.get(kind, kind.title()), "", icon, number)
                for number, (kind, icon) in enumerate(ICON_OF_KIND.items(), start=1)
            ),
        ],
    )
    order: bpy.props.EnumProperty(
        name="Sort By",
        description="Which comes first in the list",
        items=(
            ("NONE", "As Picked", "What comes first is what Picking Ray put first"),
            ("NAME", "Name", "By name, from A to Z"),
            ("DISTANCE", "Distance", "By the distance it was picked from, the nearest first"),
        ),
    )

    def draw_filter(self, _context, layout):
        row = layout.row(align=True)
        row.prop(self, "filter_name", text="")
        row.prop(self, "use_filter_invert", text="", icon="ARROW_LEFTRIGHT")
        row = layout.row(align=True)
        row.prop(self, "kind", text="")
        row.prop(self, "order", text="")
        icon = "SORT_DESC" if self.use_filter_sort_reverse else "SORT_ASC"
        row.prop(self, "use_filter_sort_reverse", text="", icon=icon)

    def filter_items(self, _context, data, name):
        if not self.filter_name and self.kind == "ALL" and self.order == "NONE":
            return [], []
        rows, picks = getattr(data, name), self.picks()
        # A script may have changed the history since the rows were made.
        if len(rows) != len(picks):
            return [], []
        return self._flags(rows, picks), self._order(rows, picks)

    def _flags(self, rows, picks):
        shown, flags = self.bitflag_filter_item, []
        if self.filter_name:
            flags = bpy.types.UI_UL_list.filter_items_by_name(self.filter_name, shown, rows)
        if self.kind == "ALL":
            return flags
        flags = flags or [shown] * len(rows)
        return [flag if pick.kind == self.kind else flag & ~shown for flag, pick in zip(flags, picks)]

    def _order(self, rows, picks):
        if self.order == "NONE":
            return []
        keys = (
            [row.name.casefold() for row in rows] if self.order == "NAME" else [one.distance for one in picks]
        )
        return bpy.types.UI_UL_list.sort_items_helper(list(enumerate(keys)), lambda pair: pair[1])


class PICKING_RAY_UL_hits(_PickList, bpy.types.UIList):
    @staticmethod
    def picks():
        return results.hits()

    def draw_item(self, context, layout, _data, _item, _icon, _active_data, _active_property, index, _flag):
        hits = results.hits()
        if index < len(hits):
            draw_pick(context, layout, hits[index])


class PICKING_RAY_UL_history(_PickList, bpy.types.UIList):
    @staticmethod
    def picks():
        return api.history()

    def draw_item(self, context, layout, _data, item, _icon, _active_data, _active_property, index, _flag):
        kept = next(islice(api.each_kept(), index, None), None)
        if kept is not None:
            draw_pick(context, layout, kept.pick, item)


CLASSES = (PICKING_RAY_UL_hits, PICKING_RAY_UL_history)
