"""Objects found again by what a pick keeps of them."""

from typing import NamedTuple

import bpy

from . import changes


class _Gone(NamedTuple):
    """Objects that were looked for in vain, true until Blender reports a change: panels ask at every redraw."""

    update_count: int
    uids: set


_gone = _Gone(-1, set())


def object_key(obj):
    """What `find_object` finds an original object by: name, path of its library, `session_uid`."""
    return obj.name, obj.library.filepath if obj.library else None, obj.session_uid


def find_object(name, library, uid):
    """The object of this `session_uid`, looked for by name first; None when there is none."""
    global _gone
    found = bpy.data.objects.get((name, library))
    if found is not None and found.session_uid == uid:
        return found
    if _gone.update_count != changes.update_count():
        _gone = _Gone(changes.update_count(), set())
    if uid in _gone.uids:
        return None
    renamed = next((obj for obj in bpy.data.objects if obj.session_uid == uid), None)
    if renamed is None:
        _gone.uids.add(uid)
    return renamed
