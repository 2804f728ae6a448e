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
        _draw_names(context, layout)
        if results.hits():
            return
        if results.miss():
            draw_sentence(context, layout, results.miss(), "INFO")
        else:
            ready = iface_("Click anything you can see; Esc or right click to finish")
            hint = iface_("Click Pick in Viewport, then click anything you can see")
            draw_sentence(context, layout, ready if is_picking else hint)


def _draw_names(context, layout):
    """Which objects are passed over or clicked through, and the way to have them back."""
    options = context.scene.picking_ray
    ignoring = ("Ignoring {name}", "Ignoring {name} and {count} more")
    clicking = ("Clicking through {name}", "Clicking through {name} and {count} more")
    for names, texts, icon, clear in (
        (options.ignored.keys(), ignoring, "HIDE_ON", "ignored_clear"),
        (options.click_through.keys(), clicking, "MOD_OPACITY", "click_through_clear"),
    ):
        if names:
            text = iface_(texts[len(names) > 1]).format(name=names[0], count=len(names) - 1)
            row = layout.row()
            draw_sentence(context, row, text, icon)
            row.operator(f"picking_ray.{clear}", text="", icon="X", emboss=False)


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
        row = layout.row()
        pair = row.row(align=True)
        pair.operator("picking_ray.select_hit", text="Select")
        pair.operator("picking_ray.select_hit", text="", icon="ADD").extend = True
        pair = row.row(align=True)
        pair.operator("picking_ray.cursor_to_hit", text="Cursor")
        pair.operator("picking_ray.cursor_to_hit", text="", icon="ORIENTATION_NORMAL").orientation = True
        pair = row.row(align=True)
        pair.operator("picking_ray.ignore_hit", text="Ignore")
        pair.operator("picking_ray.click_through_hit", text="", icon="MOD_OPACITY")
        pick = results.active_hit(context.window_manager)
        if pick is not None and pick.stale:
            draw_sentence(context, layout, iface_(pick.stale), "INFO")


CLASSES = (PICKING_RAY_PT_pick, PICKING_RAY_PT_options, PICKING_RAY_PT_hits)
