"""Which objects picks pass over or click through, and the way to have each back."""

import bpy

from .main import SidebarPanel

_ROWS_MAX = 4


class PICKING_RAY_UL_names(bpy.types.UIList):
    """Names, each with a button that takes it off the list"""

    def draw_item(self, _context, layout, _data, item, _icon, _active_data, _active_property, _index, _flag):
        is_there = item.name in bpy.data.objects
        row = layout.row(align=True)
        label = row.row()
        label.active = is_there
        label.label(text=item.name, icon="OBJECT_DATA" if is_there else "GHOST_DISABLED", translate=False)
        row.operator(f"picking_ray.{self.list_id}_remove", text="", icon="X", emboss=False).name = item.name


class _NamesPanel(SidebarPanel):
    """A list of names in the scene's options."""

    bl_parent_id = "PICKING_RAY_PT_pick"

    @classmethod
    def poll(cls, context):
        return bool(getattr(context.scene.picking_ray, cls.names))

    def draw_header_preset(self, _context):
        self.layout.operator(f"picking_ray.{self.names}_clear", text="", icon="TRASH", emboss=False)

    def draw(self, context):
        options = context.scene.picking_ray
        count = len(getattr(options, self.names))
        self.layout.template_list(
            "PICKING_RAY_UL_names",
            self.names,
            options,
            self.names,
            options,
            f"active_{self.names}",
            rows=min(count, _ROWS_MAX),
            maxrows=_ROWS_MAX,
            sort_lock=True,
        )


class PICKING_RAY_PT_ignored(_NamesPanel, bpy.types.Panel):
    bl_label = "Ignored"
    names = "ignored"


class PICKING_RAY_PT_click_through(_NamesPanel, bpy.types.Panel):
    bl_label = "Clicked Through"
    names = "click_through"


CLASSES = (PICKING_RAY_UL_names, PICKING_RAY_PT_ignored, PICKING_RAY_PT_click_through)
