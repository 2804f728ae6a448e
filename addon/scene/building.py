"""Structures of meshes that are picked often, built between events so that no pick waits for them."""

from weakref import WeakSet

import bpy

# Seconds at a time: less than a redraw takes, so that nobody feels it.
_SLICE = 0.008

_wanted = WeakSet()


def build_between_events(index):
    """Have the structure of a `PolygonIndex` built, if it has been asked often enough.

    Without a window there are no events between which to do it: there an index works on it itself, a little at each
    of later rays.
    """
    if bpy.app.background or not index.wants_building:
        return
    _wanted.add(index)
    if not bpy.app.timers.is_registered(_build):
        bpy.app.timers.register(_build)


def stop():
    """Build nothing more."""
    _wanted.clear()
    if bpy.app.timers.is_registered(_build):
        bpy.app.timers.unregister(_build)


def _build():
    """Do a slice of it; as a timer does, return the seconds until the next, or None for no more."""
    index = next(iter(_wanted), None)
    if index is None:
        return None
    if index.build_slice(_SLICE):
        _wanted.discard(index)
    return 0.0
