"""Everything Picking Ray adds to Blender, put in in order and taken out in exact reverse."""

from contextlib import ExitStack

import bpy

from . import api, cli
from .ui import actions, keymaps, preferences, properties, results, sessions, tool
from .ui.history import entries, exchange, keeping
from .ui.overlay import handlers
from .ui.panels import details, history, lists, main
from .ui.picking import operator

_CLASSES = (
    *properties.CLASSES,
    *preferences.CLASSES,
    *operator.CLASSES,
    *actions.CLASSES,
    *entries.CLASSES,
    *exchange.CLASSES,
    *lists.CLASSES,
    # Panels stand in the tab in this order.
    *main.CLASSES,
    *details.CLASSES,
    *history.CLASSES,
)
_PARTS = (preferences, properties, handlers, results, keeping, sessions, tool, keymaps)

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
