"""The panel that measures: what the newest picks measure, and what is kept with the scene."""

from weakref import ref

import bpy
from bpy.app.translations import pgettext_iface as iface_

from ..font import interface_text_px, text_width
from ..measures import kept
from ..measures.kinds import KINDS
from ..measures.live import CannotMeasureError, anchored_places, measured_now, pick_key, picks_for
from ..results import picks_of
from ..units import copied_text, length_text, measure_text, units_key
from .details import draw_rows
from .main import SidebarPanel, draw_sentence
from .readout import Row
from .remembered import remembered, whereabouts

_LIST_DECIMALS = 3
# Measured before ui_scale: what a sidebar has to both sides of the list's row, buttons and scroll bar included; what a
# label has to both sides of its text.
_AROUND_ROW_PX = 112
_AROUND_TEXT_PX = 22
_LEAST_NAME = 0.2


class PICKING_RAY_UL_measures(bpy.types.UIList):
    def draw_item(self, context, layout, _data, item, _icon, _active_data, _active_property, index, _flag):
        found = kept.measured(context.scene)[index]
        kind = KINDS.get(item.kind)
        if found is None:
            text = iface_("No longer exists")
        else:
            text = measure_text(found.value, found.kind.unit, context.scene.unit_settings, _LIST_DECIMALS)
        layout.active = found is not None
        split = layout.split(factor=_name_factor(context, text))
        split.prop(item, "name", text="", emboss=False, icon=kind.icon if kind else "ERROR")
        row = split.row()
        row.alignment = "RIGHT"
        row.label(text=text, translate=False)


def _name_factor(context, text):
    """The part of a row that is left for the name: a name may be cut off, a number may not."""
    scale = context.preferences.system.ui_scale or 1.0
    needed = text_width(text, interface_text_px(context.preferences)) + _AROUND_TEXT_PX * scale
    row_px = max(context.region.width - _AROUND_ROW_PX * scale, 1.0)
    return min(max(1.0 - needed / row_px, _LEAST_NAME), 1.0 - _LEAST_NAME)


class PICKING_RAY_PT_measure(SidebarPanel, bpy.types.Panel):
    bl_label = "Measure"

    @classmethod
    def poll(cls, context):
        scene = context.scene
        return bool(scene.picking_ray_measures.kept) or next(picks_of(scene), None) is not None

    def draw_header_preset(self, context):
        measures = context.scene.picking_ray_measures
        if measures.kept:
            icon = "HIDE_OFF" if measures.are_shown else "HIDE_ON"
            self.layout.prop(measures, "are_shown", text="", icon=icon, emboss=False)

    def draw(self, context):
        layout = self.layout
        key = context.window_manager.picking_ray_measure_kind
        row = layout.row()
        row.prop(context.window_manager, "picking_ray_measure_kind", text="")
        row.operator("picking_ray.measure_add", text="Keep", icon="ADD").kind = key
        try:
            rows = _rows_of_newest(key, context.scene)
        except CannotMeasureError as reason:
            draw_sentence(context, layout, str(reason), "INFO")
            return
        draw_rows(layout, rows)
        if key == "THICKNESS":
            draw_sentence(context, layout, iface_("Press Keep to measure through the surface"), "INFO")


class PICKING_RAY_PT_measures(SidebarPanel, bpy.types.Panel):
    bl_label = "Kept with the File"
    bl_parent_id = "PICKING_RAY_PT_measure"

    @classmethod
    def poll(cls, context):
        return bool(context.scene.picking_ray_measures.kept)

    def draw(self, context):
        measures = context.scene.picking_ray_measures
        row = self.layout.row()
        row.template_list("PICKING_RAY_UL_measures", "", measures, "kept", measures, "active", rows=3)
        buttons = row.column(align=True)
        buttons.operator("picking_ray.measure_remove", text="", icon="REMOVE")
        buttons.operator("picking_ray.measure_copy", text="", icon="COPYDOWN")
        buttons.separator()
        buttons.operator("picking_ray.measure_clear", text="", icon="TRASH")
        found = kept.measured(context.scene)
        if not 0 <= measures.active < len(found):
            return
        one = found[measures.active]
        rows = [] if one is None else _rows(one, context.scene.unit_settings)
        draw_rows(self.layout, [*rows, _moves_with(context.scene, measures.kept[measures.active])])


def _rows_of_newest(key, scene):
    """What the newest picks measure, unless the active measure says so already; a thickness would take a ray."""
    picks = picks_for(key, scene)
    measures = scene.picking_ray_measures
    active = measures.kept[measures.active] if 0 <= measures.active < len(measures.kept) else None
    is_kept = active is not None and (active.kind, active.newest_pick) == (key, pick_key(picks[-1]))
    if is_kept or key == "THICKNESS":
        return []
    units = units_key(scene.unit_settings)
    state = key, units, tuple(map(ref, picks)), tuple(map(whereabouts, picks)), iface_("Unknown")
    return remembered(
        picks[-1], "measure", state, lambda: _rows(measured_now(key, anchored_places(key, picks)), units)
    )


def _rows(one, unit_settings):
    """What there is to know of a `Measured`, with a button to copy each."""
    text = measure_text(one.value, one.kind.unit, unit_settings)
    rows = [Row(((one.kind.label, text),), copied_text(one.value, one.kind.unit, unit_settings))]
    for label, length in one.parts:
        rows.append(Row(((label, length_text(length, unit_settings)),), repr(float(length))))
    return rows


def _moves_with(scene, measure):
    names = [name or iface_("World") for name in kept.object_names(scene, measure)]
    text = ", ".join(names)
    return Row((("Moves With", text),), text)


CLASSES = (PICKING_RAY_UL_measures, PICKING_RAY_PT_measure, PICKING_RAY_PT_measures)
