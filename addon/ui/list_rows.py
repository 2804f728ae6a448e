"""Rows of the lists in the sidebar: what Blender's lists have of the picks that they show."""

from bpy.app.translations import pgettext_iface as iface_

from .. import api
from .names import shown_label, shown_name
from .text import one_line

# The `KeptPick` of each row of the history.
_mirrored = []


def mirror(rows, history):
    """Bring the rows of the history up to date: a thousand take too long to be made anew at every pick."""
    global _mirrored
    is_filled = len(rows) == len(_mirrored)
    if is_filled and history == _mirrored:
        return
    if not (is_filled and history and history[1:] == _mirrored[: len(history) - 1]):
        fill(rows, [(shown_label(kept), kept.pick) for kept in history])
    else:
        _write(rows.add(), shown_label(history[0]), history[0].pick)
        rows.move(len(rows) - 1, 0)
        for number in range(len(rows) - 1, len(history) - 1, -1):
            rows.remove(number)
    _mirrored = history


def fill(rows, named_picks):
    """Make the rows those of (name, pick) pairs."""
    rows.clear()
    for name, pick in named_picks:
        _write(rows.add(), name, pick)


def forget():
    """Let go of the picks whose rows are gone with their file or the add-on."""
    global _mirrored
    _mirrored = []


def label(row):
    """The name of a pick of the history as its row shows it; its number would take ten times as long to be had."""
    return one_line(row.name)


def set_label(row, text):
    """Call the pick of a row by a name; with none it is called by its object again.

    The rows stay: the one whose text is being edited may not go.
    """
    global _mirrored
    number = _number(row)
    if text == label(row) or api.kept_picks() != _mirrored:
        return
    api.rename_in_history(number, text)
    _mirrored = api.kept_picks()
    _write(row, shown_label(_mirrored[number]), _mirrored[number].pick)


def _number(row):
    """The place of a row in its list, which only its path tells."""
    return int(row.path_from_id().rpartition("[")[2].removesuffix("]"))


def _write(row, name, pick):
    row.name = name
    row.tooltip = _tooltip(name, pick)


def _tooltip(name, pick):
    lines = [*dict.fromkeys((name, shown_name(pick)))]
    if pick.instancer_path:
        lines.append(" > ".join(pick.instancer_path))
    if pick.library:
        lines.append(pick.library)
    if pick.coincident:
        lines.append(iface_("In one place with another face, so that the picture flickers between them"))
    return "\n".join(lines)
