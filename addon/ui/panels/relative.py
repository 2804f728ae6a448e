"""Where the active hit is as seen from something else: the 3D cursor, or another pick of the history."""

from weakref import ref

import bpy
import numpy as np
from bpy.app.translations import pgettext_iface as iface_

from ... import api
from .. import results
from ..names import shown_label
from ..text import one_line
from ..units import copied_text, length_text, measure_text, units_key
from . import readout
from .details import draw_rows
from .main import SidebarPanel
from .remembered import remembered, whereabouts

_CURSOR = -1
_LISTED_MAX = 20

_reference = None


def reference():
    """The `api.KeptPick` that was chosen, as long as it is in the history and its object exists; else None."""
    if _reference is None or _reference.is_gone:
        return None
    return next((kept for kept in api.kept_picks() if kept.pick is _reference), None)


class PICKING_RAY_OT_relate(bpy.types.Operator):
    """Show where the active hit is as seen from the 3D cursor, or from another pick"""

    bl_idname = "picking_ray.relate"
    bl_label = "Relative To"

    index: bpy.props.IntProperty(
        name="Index",
        description="Number of the pick in the history, from 0; -1 is the 3D cursor",
        default=_CURSOR,
        min=_CURSOR,
        options={"SKIP_SAVE"},
    )

    def execute(self, context):
        global _reference
        history = api.history()
        if self.index >= len(history):
            return {"CANCELLED"}
        _reference = None if self.index == _CURSOR else history[self.index]
        results.redraw_viewports(context.window_manager)
        return {"FINISHED"}


class PICKING_RAY_MT_relate(bpy.types.Menu):
    """What the place of the active hit is relative to"""

    bl_label = "Relative To"

    def draw(self, context):
        layout = self.layout
        layout.operator("picking_ray.relate", text=iface_("3D Cursor"), icon="CURSOR", translate=False)
        layout.separator()
        uid = context.scene.session_uid
        there = (
            (index, kept)
            for index, kept in enumerate(api.kept_picks())
            if kept.scene_uid == uid and not kept.pick.is_gone
        )
        for (index, kept), _ in zip(there, range(_LISTED_MAX)):
            text = f"{index + 1}   {one_line(shown_label(kept))}"
            layout.operator("picking_ray.relate", text=text, translate=False).index = index


class PICKING_RAY_PT_relative(SidebarPanel, bpy.types.Panel):
    bl_label = "Relative"
    bl_parent_id = "PICKING_RAY_PT_location"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout = self.layout
        kept = reference()
        name = iface_("3D Cursor") if kept is None else one_line(shown_label(kept))
        layout.menu(
            "PICKING_RAY_MT_relate",
            text=name,
            translate=False,
            icon="CURSOR" if kept is None else "PIVOT_ACTIVE",
        )
        draw_rows(layout, relative_rows(context, kept))


def relative_rows(context, kept):
    """The rows about the active hit seen from a `KeptPick`, in the world's axes, or from the 3D cursor, in its own."""
    units = units_key(context.scene.unit_settings)
    pick = results.active_hit(context.window_manager)
    if kept is None:
        axes = tuple(map(tuple, context.scene.cursor.matrix))
        state = units, whereabouts(pick), axes
        return remembered(pick, "relative", state, lambda: _rows_from_cursor(pick, axes, units))
    other = kept.pick
    state = units, whereabouts(pick), ref(other), whereabouts(other), iface_("Unknown")
    return remembered(pick, "relative", state, lambda: _rows_from_pick(pick, other, units))


def _rows_from_cursor(pick, axes, units):
    matrix = np.array(axes, dtype=np.float64)
    return readout.rows_in_axes(
        api.relocated(pick), matrix[:3, 3], matrix[:3, :3], lambda value: length_text(value, units)
    )


def _rows_from_pick(pick, other, units):
    return readout.rows_beside(
        api.relocated(pick),
        api.relocated(other),
        lambda value: length_text(value, units),
        lambda value: (measure_text(value, "ANGLE", units), copied_text(value, "ANGLE", units)),
    )


def install(removals):
    removals.callback(_forget)


def _forget():
    global _reference
    _reference = None


CLASSES = (PICKING_RAY_OT_relate, PICKING_RAY_MT_relate, PICKING_RAY_PT_relative)
