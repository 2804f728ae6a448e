"""The history as a file or in the clipboard, and taken in again."""

from pathlib import Path

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from bpy_extras.io_utils import ExportHelper, ImportHelper

from ... import api
from .. import results
from .file_errors import reason_of

_EXTENSIONS = {"CSV": ".csv", "JSON": ".json", "MARKDOWN": ".md"}
_FORMATS = (
    ("CSV", "CSV", "For a spreadsheet: a row a pick, with every digit"),
    ("JSON", "JSON", "For scripts: all values by name, with every digit"),
    ("MARKDOWN", "Markdown", "For people: a table of names, places and distances, not to be imported again"),
)


def _format_property():
    return bpy.props.EnumProperty(name="Format", description="How the picks are written", items=_FORMATS)


class _HistoryText:
    """An operator that makes text of the history."""

    @classmethod
    def poll(cls, _context):
        if not api.kept_picks():
            cls.poll_message_set("Nothing has been picked yet")
            return False
        return True


class PICKING_RAY_OT_history_export(_HistoryText, bpy.types.Operator, ExportHelper):
    """Write all picks of the history to a file"""

    bl_idname = "picking_ray.history_export"
    bl_label = "Export History"

    file_format: _format_property()
    filter_glob: bpy.props.StringProperty(default="*.csv;*.json;*.md", options={"HIDDEN"})

    @property
    def filename_ext(self):
        """What `ExportHelper` gives the name as its end."""
        return _EXTENSIONS[self.file_format]

    def draw(self, _context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(self, "file_format")

    def execute(self, context):
        if not self.filepath:
            self.report({"ERROR"}, rpt_("Nowhere to export to: give the path of a file"))
            return {"CANCELLED"}
        path = Path(bpy.path.ensure_ext(bpy.path.abspath(self.filepath), self.filename_ext))
        kept = api.kept_picks()
        try:
            api.write_picks(path, kept, self.file_format)
        except OSError as error:
            message = rpt_("{path} cannot be written: {reason}")
            self.report({"ERROR"}, message.format(path=path, reason=reason_of(error)))
            return {"CANCELLED"}
        message = (
            rpt_("Exported one pick to {path}")
            if len(kept) == 1
            else rpt_("Exported {count} picks to {path}")
        )
        self.report({"INFO"}, message.format(count=len(kept), path=path))
        return {"FINISHED"}


class PICKING_RAY_OT_history_copy(_HistoryText, bpy.types.Operator):
    """Copy all picks of the history to the clipboard"""

    bl_idname = "picking_ray.history_copy"
    bl_label = "Copy History"

    file_format: _format_property()

    def execute(self, context):
        kept = api.kept_picks()
        context.window_manager.clipboard = api.export_picks(kept, self.file_format)
        name = self.properties.bl_rna.properties["file_format"].enum_items[self.file_format].name
        message = (
            rpt_("Copied one pick as {format}")
            if len(kept) == 1
            else rpt_("Copied {count} picks as {format}")
        )
        self.report({"INFO"}, message.format(count=len(kept), format=name))
        return {"FINISHED"}


class PICKING_RAY_OT_history_import(bpy.types.Operator, ImportHelper):
    """Add the picks of an exported file, CSV or JSON, to the history; objects are found again by name"""

    bl_idname = "picking_ray.history_import"
    bl_label = "Import History"

    filter_glob: bpy.props.StringProperty(default="*.csv;*.json", options={"HIDDEN"})

    def execute(self, context):
        path = Path(bpy.path.abspath(self.filepath))
        message = rpt_("{path} cannot be read: {reason}")
        try:
            picks = api.read_picks(path)
        except OSError as error:
            self.report({"ERROR"}, message.format(path=path, reason=reason_of(error)))
            return {"CANCELLED"}
        except api.UnreadableError as error:
            self.report({"ERROR"}, rpt_("Nothing imported: {reason}").format(reason=error.said(rpt_)))
            return {"CANCELLED"}
        added = api.add_to_history(picks)
        results.mirror_history(context)
        if added < len(picks):
            message = rpt_("Imported {count} of {total}: the others are in the history already")
        else:
            message = rpt_("Imported one pick") if added == 1 else rpt_("Imported {count} picks")
        self.report({"INFO"}, message.format(count=added, total=len(picks)))
        return {"FINISHED"}


CLASSES = (PICKING_RAY_OT_history_export, PICKING_RAY_OT_history_copy, PICKING_RAY_OT_history_import)
