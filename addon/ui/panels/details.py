"""The panels that say all about the active hit."""

import bpy

from ... import api
from .. import results
from ..units import length_text, units_key
from . import readout
from .main import SidebarPanel
from .remembered import remembered, whereabouts


class _DetailPanel(SidebarPanel):
    """A panel about the active hit."""

    bl_options = {"DEFAULT_CLOSED"}
    has_lengths = False

    @classmethod
    def poll(cls, context):
        pick = results.active_hit(context.window_manager)
        return pick is not None and cls.concerns(pick)

    @staticmethod
    def concerns(_pick):
        """Whether there is anything to show of this pick."""
        return True

    @staticmethod
    def state(_pick):
        """What the rows depend on besides the pick and the units, as plain values."""
        return

    def draw(self, context):
        pick = results.active_hit(context.window_manager)
        column = self.layout.column()
        column.active = not pick.is_gone
        draw_rows(column, detail_rows(self, pick, context.scene.unit_settings))


def detail_rows(panel, pick, unit_settings):
    """The rows of a `_DetailPanel` about a pick, in the scene's units."""
    units = units_key(unit_settings) if panel.has_lengths else None
    return remembered(
        pick,
        panel.bl_label,
        (units, panel.state(pick)),
        lambda: panel.rows(pick, lambda value: length_text(value, units)),
    )


def draw_rows(layout, rows):
    """The lines of `readout.Row`s, each row with a button that copies it.

    Label, value and button are in a column each: a layout a line takes three times as long.
    """
    split = layout.split(factor=0.4)
    split.scale_y = 0.85
    labels = split.column()
    right = split.row()
    values, buttons = right.column(), right.column()
    labels.alignment = values.alignment = "RIGHT"
    for row in rows:
        for number, (label, value) in enumerate(row.lines):
            labels.label(text=label, translate=not row.is_name)
            values.label(text=value, translate=row.is_word)
            if number:
                buttons.label(text="", icon="BLANK1")
            else:
                copy = buttons.operator("picking_ray.copy_value", text="", icon="COPYDOWN", emboss=False)
                copy.value = row.copied


class PICKING_RAY_PT_location(_DetailPanel, bpy.types.Panel):
    bl_label = "Location"
    bl_options = set()
    has_lengths = True
    state = staticmethod(whereabouts)

    @staticmethod
    def rows(pick, length):
        rows = readout.location_rows(pick, length)
        now = api.relocated(pick)
        return rows if now is pick else [readout.moved_row(now, length), *rows]


class PICKING_RAY_PT_surface(_DetailPanel, bpy.types.Panel):
    bl_label = "Surface"
    bl_options = set()

    @staticmethod
    def rows(pick, _length):
        return readout.surface_rows(pick)


class PICKING_RAY_PT_material(_DetailPanel, bpy.types.Panel):
    bl_label = "Material and UV"

    @staticmethod
    def concerns(pick):
        return pick.kind == "FACE"

    @staticmethod
    def rows(pick, _length):
        return readout.material_rows(pick)


class PICKING_RAY_PT_attributes(_DetailPanel, bpy.types.Panel):
    bl_label = "Attributes"

    @staticmethod
    def concerns(pick):
        return bool(pick.attributes)

    @staticmethod
    def rows(pick, _length):
        return readout.attribute_rows(pick)


class PICKING_RAY_PT_vertex_groups(_DetailPanel, bpy.types.Panel):
    bl_label = "Vertex Groups"

    @staticmethod
    def concerns(pick):
        return bool(pick.vertex_groups)

    @staticmethod
    def rows(pick, _length):
        return readout.vertex_group_rows(pick)


class PICKING_RAY_PT_instance(_DetailPanel, bpy.types.Panel):
    bl_label = "Object and Instance"

    @staticmethod
    def concerns(pick):
        return not pick.is_on_plane

    @staticmethod
    def rows(pick, _length):
        return readout.instance_rows(pick)


class PICKING_RAY_PT_nearest(_DetailPanel, bpy.types.Panel):
    bl_label = "Nearest Vertex and Edge"
    has_lengths = True

    @staticmethod
    def concerns(pick):
        return pick.nearest_vertex is not None or pick.nearest_edge is not None

    @staticmethod
    def rows(pick, length):
        return readout.nearest_rows(pick, length)


CLASSES = (
    PICKING_RAY_PT_location,
    PICKING_RAY_PT_surface,
    PICKING_RAY_PT_material,
    PICKING_RAY_PT_attributes,
    PICKING_RAY_PT_vertex_groups,
    PICKING_RAY_PT_instance,
    PICKING_RAY_PT_nearest,
)
