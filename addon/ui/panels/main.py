"""The panels above the details: the button, options and hits."""

import bpy
from bpy.app.translations import pgettext_iface as iface_

from .. import results, sessions
from ..font import interface_text_px, text_width
from ..text import wrap

# Before ui_scale: what a sidebar has to both sides of a label; an icon with the space around it.
_AROUND_SENTENCE_PX = 60
_ICON_PX = 24


class SidebarPanel:
    """A panel of the tab."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Pick"


def draw_sentence(context, layout, text, icon="NONE"):
    """A label of as many lines as it needs."""
    preferences = context.preferences
    scale = preferences.system.ui_scale or 1.0
    around_px = _AROUND_SENTENCE_PX if icon == "NONE" else _AROUND_SENTENCE_PX + _ICON_PX
    lines = wrap(
        text,
        context.region.width - around_px * scale,
        lambda line: text_width(line, interface_text_px(preferences)),
    )
    column = layout.column(align=True)
    column.scale_y = 0.8
    for number, line in enumerate(lines):
        column.label(text=line, icon="BLANK1" if number and icon != "NONE" else icon, translate=False)


class PICKING_RAY_PT_pick(SidebarPanel, bpy.types.Panel):
    bl_label = "Pick"

    def draw(self, context):
        layout = self.layout
        is_picking = sessions.is_picking(context.window)
        layout.operator("picking_ray.pick", icon="EYEDROPPER", depress=is_picking)
        if results.hits():
            return
        if results.miss():
            draw_sentence(context, layout, results.miss(), "INFO")
        else:
            ready = iface_("Click anything you can see; Esc or right click to finish")
            hint = iface_("Click Pick in Viewport, then click anything you can see")
            draw_sentence(context, layout, ready if is_picking else hint)


class PICKING_RAY_PT_options(SidebarPanel, bpy.types.Panel):
    bl_label = "Options"
    bl_parent_id = "PICKING_RAY_PT_pick"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        options = context.scene.picking_ray
        layout.prop(options, "geometry")
        layout.prop(options, "tolerance_px")
        layout.prop(options, "snap")
        layout.prop(options, "empty_space")
        column = layout.column(heading="Ignore")
        column.prop(options, "ignore_clipping", text="Clipping")
        column.prop(options, "ignore_culling", text="Backface Culling")
        column.prop(options, "true_depth", text="In Front")
        column = layout.column(heading="Pick")
        column.prop(options, "see_through", text="Through Faces")
        column.prop(options, "include_hidden", text="Hidden")
        layout.column(heading="Pick Only").prop(options, "selectable_only", text="Selectable")


class PICKING_RAY_PT_hits(SidebarPanel, bpy.types.Panel):
    bl_label = "Hits"

    @classmethod
    def poll(cls, _context):
        return bool(results.hits())

    def draw_header_preset(self, context):
        position = context.window_manager.picking_ray.active_hit + 1
        text = iface_("{position} of {count}").format(position=position, count=len(results.hits()))
        row = self.layout.row(align=True)
        row.label(text=text, translate=False)
        row.operator("picking_ray.cycle", text="", icon="TRIA_LEFT", emboss=False).backward = True
        row.operator("picking_ray.cycle", text="", icon="TRIA_RIGHT", emboss=False)
        row.operator("picking_ray.clear", text="", icon="X", emboss=False)

    def draw(self, context):
        layout = self.layout
        rows = context.window_manager.picking_ray
        layout.template_list(
            "PICKING_RAY_UL_hits",
            "",
            rows,
            "hits",
            rows,
            "active_hit",
            item_dyntip_propname="tooltip",
            rows=3,
        )
        pick = results.active_hit(context.window_manager)
        if pick is not None and pick.stale:
            draw_sentence(context, layout, iface_(pick.stale), "INFO")


CLASSES = (PICKING_RAY_PT_pick, PICKING_RAY_PT_options, PICKING_RAY_PT_hits)
