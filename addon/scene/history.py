"""What the operators picked, newest first; a list of values that undo does not touch.

Into a file it goes as text, one for each scene, when that is saved.
"""

import json
from dataclasses import replace
from itertools import count
from weakref import WeakKeyDictionary

import bpy

from .errors import UnreadableError
from .kept_pick import KeptPick
from .lookup import reference_to
from .pick_files import PICK, joined_json, json_of, read_json, read_records
from .pick_records import record_of

_HISTORY_MAX = 1000

_kept = []

# By `session_uid` of scenes: those whose texts are in the list, and what of those could not be read, with the reason.
_read_uids = set()
_unread = {}

# What `_text` keeps of each.
_texts = WeakKeyDictionary()


def kept_picks():
    """The picks as they are kept, `KeptPick`, newest first.

    Returns
    -------
    list of KeptPick
    """
    return list(_kept)


def each_kept():
    """The same one by one: of a list of them all, each is touched, which takes long where many are kept.

    Returns
    -------
    iterator of KeptPick
    """
    return iter(_kept)


def picks():
    """What was picked.

    Returns
    -------
    list of Pick
        Newest first.
    """
    return [one.pick for one in _kept]


def record(pick, view=None):
    """Put a pick at the head of the history, of the current scene; the oldest beyond a thousand is dropped.

    Parameters
    ----------
    pick : Pick
    view : PickedView, optional
        To go back to.
    """
    _put_first([KeptPick(pick, view=view, scene_uid=bpy.context.scene.session_uid)])


def add(kept_picks):
    """Put picks at the head of the history, but for those that it has already.

    Parameters
    ----------
    kept_picks : sequence of KeptPick
        As `import_picks` gives them.

    Returns
    -------
    int
        How many it had not.
    """
    present = {_fingerprint(one) for one in _kept}
    new = [one for one in kept_picks if _fingerprint(one) not in present]
    _put_first(new)
    return len(new)


def rename(index, name):
    """Call the pick at `index` by a name, or with an empty one by that of its object; IndexError if there is none."""
    _kept[index] = replace(_kept[index], name=name)


def remove(index):
    """Take the pick at `index` out of the history; IndexError if there is none."""
    del _kept[index]


def clear():
    """Forget every pick of the history, and what of a file's could not be read."""
    _kept.clear()
    _unread.clear()


def forget_file():
    """Forget all, as another file is there, or none."""
    clear()
    _read_uids.clear()


def texts_of(scene, text="", unread=""):
    """What a scene is to keep of the history in its file.

    Parameters
    ----------
    scene : bpy.types.Scene
    text, unread : str
        What it keeps now.

    Returns
    -------
    (str, str)
        Its picks, and what could not be read of them; empty where there is none. The same as now of a scene that came
        into the file while it was open, by copying another or out of another file, and in which nothing was picked.
    """
    uid = scene.session_uid
    if uid not in _read_uids:
        if not any(one.scene_uid == uid for one in _kept):
            return text, unread
        _read([(scene, text, unread)])
    own = [(number, one) for number, one in enumerate(_kept) if one.scene_uid == uid]
    text = joined_json([_text(one) for _, one in own], order=[number for number, _ in own]) if own else ""
    left = [text for text, _ in _unread.get(uid, ())]
    return text, json.dumps(left) if left else ""


def load(kept_by_scenes):
    """Begin the history anew with what the scenes of a file have kept of it.

    What cannot be read stays as it is, to go into the file again; `unread_reasons` says why.

    Parameters
    ----------
    kept_by_scenes : sequence of (bpy.types.Scene, str, str)
        With what `texts_of` has given.
    """
    forget_file()
    _read(kept_by_scenes)


def unread_reasons(translate=str):
    """Why picks that the file has kept are not in the history, a sentence each; empty when all are.

    `translate` is a function that says each part of a sentence in another language.
    """
    return [error.said(translate) for texts in _unread.values() for _, error in texts]


def _read(kept_by_scenes):
    """Take in what scenes keep in their file, behind what is in the history."""
    numbered = []
    for scene, text, unread in kept_by_scenes:
        uid = scene.session_uid
        _read_uids.add(uid)
        for one in filter(None, (text, *_listed(unread))):
            try:
                numbered += _numbered(one, uid)
            except UnreadableError as error:
                _unread.setdefault(uid, []).append((one, error))
    numbered.sort(key=lambda pair: pair[0])
    _kept.extend(kept for _, kept in numbered)
    del _kept[_HISTORY_MAX:]


def _put_first(kept):
    _kept[:0] = kept
    del _kept[_HISTORY_MAX:]


def _numbered(text, scene_uid):
    """The picks in the text of a scene, each with its place among those of all scenes."""
    content = read_json(text)
    kept = read_records(content["picks"], PICK, 1, lambda _record: scene_uid)
    order = content.get("order")
    is_order = isinstance(order, list) and all(isinstance(one, int) for one in order)
    return list(zip(order if is_order and len(order) == len(kept) else count(), kept))


def _text(kept):
    """The record of a pick as JSON. Only what finds its object is made anew: a file is saved often."""
    if kept not in _texts:
        record = {name: value for name, value in record_of(kept).items() if name not in ("object", "base")}
        _texts[kept] = json_of(record)
    found = {"object": reference_to(kept.pick.object), "base": reference_to(kept.pick.base)}
    return f"{_texts[kept][:-1]}, {json_of(found)[1:]}"


def _listed(unread):
    """The texts of which `texts_of` has made one."""
    try:
        texts = json.loads(unread or "[]")
    except (ValueError, RecursionError):
        texts = None
    is_list = isinstance(texts, list) and all(isinstance(one, str) for one in texts)
    return texts if is_list else [unread]


def _fingerprint(kept):
    """What is the same for a pick and for its export taken in again."""
    return kept.scene_uid, _text(kept)
