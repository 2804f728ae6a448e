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
    return obj.name, library_path(obj), obj.session_uid


def library_path(obj):
    """Path of the library an object is linked from, as Blender keeps it; None of one of this file."""
    return obj.library.filepath if obj.library else None


def reference_to(obj):
    """What finds an object again in another session, as plain values; None stays None."""
    if obj is None:
        return None
    library = obj.library
    return {
        "name": obj.name,
        "library": library_path(obj),
        "library_name": library.name if library else None,
    }


def find_by_name(name, library, library_name=None):
    """The object of that name, of this file or of the library with that path, or else of that name; None if none is.

    The path of a library changes when the file that links it is saved elsewhere, its name does not.
    """
    found = _named(name, library)
    if found is None and library_name is not None:
        moved = next((one for one in bpy.data.libraries if one.name == library_name), None)
        found = _named(name, moved.filepath) if moved else None
    return found


def find_object(name, library, uid):
    """The object of this `session_uid`, looked for by name first; None when there is none."""
    global _gone
    found = _named(name, library)
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


def _named(name, library):
    try:
        f"{name}{library}".encode()
    except UnicodeEncodeError:
        # Bytes that are no UTF-8, as a path may have; Blender looks for none such.
        matching = (obj for obj in bpy.data.objects if (obj.name, library_path(obj)) == (name, library))
        return next(matching, None)
    return bpy.data.objects.get((name, library))
