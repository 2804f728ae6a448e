"""Where the active hit is as seen from something else: the 3D cursor, or another pick of the history."""

import bpy
import numpy as np
from bpy.app.translations import pgettext_iface as iface_

from ... import api
from .. import results
from ..names import shown_label
from ..text import one_line
from ..units import copied_text, length_text, measure_text
from . import readout
from .details import draw_rows
from .main import SidebarPanel

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
    units = context.scene.unit_settings
    pick = api.relocated(results.active_hit(context.window_manager))

    def length(value):
        return length_text(value, units)

    if kept is None:
        matrix = np.array(context.scene.cursor.matrix, dtype=np.float64)
        return readout.rows_in_axes(pick, matrix[:3, 3], matrix[:3, :3], length)

    def angle(value):
        return measure_text(value, "ANGLE", units), copied_text(value, "ANGLE", units)

    return readout.rows_beside(pick, api.relocated(kept.pick), length, angle)


def install(removals):
    removals.callback(_forget)


def _forget():
    global _reference
    _reference = None


CLASSES = (PICKING_RAY_OT_relate, PICKING_RAY_MT_relate, PICKING_RAY_PT_relative)
