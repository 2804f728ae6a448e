"""Everything Picking Ray adds to Blender, put in in order and taken out in exact reverse."""

from contextlib import ExitStack

import bpy

from . import api, cli
from .ui import (
    actions,
    keymaps,
    languages,
    measuring,
    preferences,
    properties,
    results,
    sessions,
    tool,
)
from .ui.history import entries, exchange, keeping
from .ui.measures import kept
from .ui.measures import properties as measure_properties
from .ui.overlay import handlers
from .ui.panels import acting, details, history, lists, main, passed_over, relative
from .ui.panels import measures as measure_panels
from .ui.picking import commands, operator, tool_clicks, tool_hover

_CLASSES = (
    *properties.CLASSES,
    *measure_properties.CLASSES,
    *preferences.CLASSES,
    *operator.CLASSES,
    *tool_clicks.CLASSES,
    *tool_hover.CLASSES,
    *commands.CLASSES,
    *actions.CLASSES,
    *entries.CLASSES,
    *exchange.CLASSES,
    *measuring.CLASSES,
    *lists.CLASSES,
    # Panels stand in the tab in this order.
    *main.CLASSES,
    *passed_over.CLASSES,
    *acting.CLASSES,
    *measure_panels.CLASSES,
    *details.CLASSES,
    *relative.CLASSES,
    *history.CLASSES,
)
_PARTS = (
    *(languages, preferences, properties, handlers, results, keeping, kept),
    *(sessions, tool_hover, tool, keymaps, acting, relative),
)

_removals = ExitStack()


def register():
    """Register every part; when one fails, those before it are taken out again."""
    global _removals
    with ExitStack() as removals:
        removals.callback(api.release)
        for cls in _CLASSES:
            bpy.utils.register_class(cls)
            removals.callback(bpy.utils.unregister_class, cls)
        for part in _PARTS:
            part.install(removals)
        command = bpy.utils.register_cli_command("picking_ray", cli.main)
        removals.callback(bpy.utils.unregister_cli_command, command)
        _removals = removals.pop_all()


def unregister():
    _removals.close()
