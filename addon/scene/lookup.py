"""Objects found again by what a pick keeps of them."""

from typing import NamedTuple

import bpy

from . import changes

# Beyond this many it is cheaper to look for each anew than to keep them.
_FOUND_MAX = 20_000


class _Gone(NamedTuple):
    """Objects that were looked for in vain, true until Blender reports a change: panels ask at every redraw."""

    update_count: int
    uids: set


_gone = _Gone(-1, set())
# Objects by `session_uid`. Blender looks through all names for one, which takes half a millisecond among 8,000; of an
# object that is freed, by removal, undo or another file, Python's reference says so.
_found = {}


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
    """The object that a pick is of, found again after it was renamed, and after undo.

    Parameters
    ----------
    name : str
        What it was called, where to look first.
    library : str, optional
        Path of the library that it is linked from, None for one of this file.
    uid : int
        Its `session_uid`.

    Returns
    -------
    bpy.types.Object or None
        The original one; None when there is none of that id.
    """
    found = _found.get(uid)
    if found is None or not _is(found, uid):
        found = _search(name, library, uid)
        if len(_found) >= _FOUND_MAX:
            _found.clear()
        if found is not None:
            _found[uid] = found
    return found


def forget():
    """Let go of the objects that have been found."""
    _found.clear()


def is_in_view_layer(obj, view_layer):
    """Whether an original object is one of a view layer, sooner than its list of objects tells.

    Parameters
    ----------
    obj : bpy.types.Object
    view_layer : bpy.types.ViewLayer

    Returns
    -------
    bool
    """
    # Both say no of what is not, at once; the list is as long as the scene.
    is_at_hand = obj.visible_get(view_layer=view_layer) or obj.hide_get(view_layer=view_layer)
    return is_at_hand or obj in view_layer.objects.values()


def _is(obj, uid):
    try:
        return obj.session_uid == uid
    except ReferenceError:
        return False


def _search(name, library, uid):
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
