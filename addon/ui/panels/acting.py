"""What can be done with the active hit: the buttons below the list of hits, and the menu of all actions."""

import bpy
from bpy.app.translations import pgettext_iface as iface_

from .. import results
from .main import SidebarPanel

_EDIT = {"FACE": "Edit Face", "EDGE": "Edit Edge", "VERTEX": "Edit Vertex"}


class PICKING_RAY_PT_actions(SidebarPanel, bpy.types.Panel):
    bl_label = "Actions"

    @classmethod
    def poll(cls, context):
        return results.active_hit(context.window_manager) is not None

    def draw(self, context):
        pick = results.active_hit(context.window_manager)
        grid = self.layout.grid_flow(row_major=True, columns=2, even_columns=True, align=False)
        _pair(grid, "select_hit", "Select", "RESTRICT_SELECT_OFF").operator(
            "picking_ray.select_hit", text="", icon="ADD"
        ).extend = True
        _button(grid, "edit_hit", _EDIT.get(pick.kind, "Edit"), "EDITMODE_HLT")
        if pick.is_instance:
            _button(grid, "select_instancer", "Instancer", "OUTLINER_OB_GROUP_INSTANCE")
            _button(grid, "select_original", "Original", "OBJECT_DATA")
        _pair(grid, "cursor_to_hit", "Cursor", "CURSOR").operator(
            "picking_ray.cursor_to_hit", text="", icon="ORIENTATION_NORMAL"
        ).orientation = True
        _button(grid, "add_empty", "Empty", "EMPTY_AXIS")
        _button(grid, "align_to_hit", "Align", "SNAP_NORMAL")
        _button(grid, "drop_selection", "Drop", "TRIA_DOWN_BAR")
        _button(grid, "copy_material", "Material", "MATERIAL")
        _button(grid, "frame_hit", "Frame", "VIEWZOOM")
        is_local = context.space_data.local_view is not None
        _button(grid, "isolate_hit", "Isolate", "ZOOM_SELECTED", depress=is_local)
        _button(grid, "hide_hit", "Hide", "HIDE_ON")
        _pair(grid, "ignore_hit", "Ignore", "GHOST_DISABLED").operator(
            "picking_ray.click_through_hit", text="", icon="MOD_OPACITY"
        )
        grid.menu("PICKING_RAY_MT_more", text="More")


def _button(layout, name, text, icon, depress=False):
    layout.operator(
        f"picking_ray.{name}", text=iface_(text, "Operator"), icon=icon, translate=False, depress=depress
    )


def _pair(layout, name, text, icon):
    """A button, and the row that its variant without text stands in."""
    row = layout.row(align=True)
    _button(row, name, text, icon)
    return row


class PICKING_RAY_MT_more(bpy.types.Menu):
    """Rarer actions on what was hit"""

    bl_label = "More Actions"

    def draw(self, _context):
        layout = self.layout
        layout.operator("picking_ray.select_hit", text="Deselect", icon="REMOVE").deselect = True
        layout.operator("picking_ray.activate_hit", text="Make Active")
        layout.operator("picking_ray.frame_hit", text="Frame Object").target = "OBJECT"
        layout.separator()
        for element, text, icon in (
            ("FACE", "Edit Face", "FACESEL"),
            ("EDGE", "Edit Nearest Edge", "EDGESEL"),
            ("VERTEX", "Edit Nearest Vertex", "VERTEXSEL"),
        ):
            layout.operator("picking_ray.edit_hit", text=text, icon=icon).element = element
        layout.separator()
        layout.operator("picking_ray.add_light", text="Add Light", icon="LIGHT_AREA")
        layout.operator("picking_ray.add_camera", text="Add Camera", icon="CAMERA_DATA")
        layout.operator("picking_ray.annotate_hit", text="Annotate", icon="GREASEPENCIL")


class PICKING_RAY_MT_actions(bpy.types.Menu):
    """Pick, and act on what was picked"""

    bl_label = "Picking Ray"

    def draw(self, context):
        layout = self.layout
        layout.operator("picking_ray.pick", icon="EYEDROPPER")
        layout.separator()
        layout.operator("picking_ray.select_hit")
        layout.operator("picking_ray.select_hit", text="Extend Selection by Hit").extend = True
        layout.operator("picking_ray.select_instancer")
        layout.operator("picking_ray.select_original")
        layout.operator("picking_ray.edit_hit")
        layout.separator()
        layout.operator("picking_ray.cursor_to_hit")
        layout.operator("picking_ray.cursor_to_hit", text="3D Cursor to Hit, Aligned").orientation = True
        layout.operator("picking_ray.add_empty")
        layout.operator("picking_ray.align_to_hit")
        layout.operator("picking_ray.drop_selection")
        layout.operator("picking_ray.copy_material")
        layout.separator()
        layout.operator("picking_ray.isolate_hit")
        layout.operator("picking_ray.frame_hit")
        layout.operator("picking_ray.hide_hit")
        layout.operator("picking_ray.ignore_hit")
        layout.operator("picking_ray.click_through_hit")
        layout.separator()
        PICKING_RAY_MT_more.draw(self, context)


def install(removals):
    # Blender's search finds what stands in a menu; this one is there in every mode.
    bpy.types.VIEW3D_MT_view.append(_draw_in_view_menu)
    removals.callback(bpy.types.VIEW3D_MT_view.remove, _draw_in_view_menu)


def _draw_in_view_menu(self, _context):
    self.layout.separator()
    self.layout.menu("PICKING_RAY_MT_actions")


CLASSES = (PICKING_RAY_PT_actions, PICKING_RAY_MT_more, PICKING_RAY_MT_actions)
