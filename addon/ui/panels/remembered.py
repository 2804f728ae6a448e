"""What panels have worked out of a pick, as long as it is true: they are drawn anew whenever the viewport is."""

from weakref import WeakKeyDictionary

# By pick, and by what was worked out of it: what it depended on, and what it was. All of it plain values and weak
# references, so that nothing is kept of a pick that is gone.
_remembered = WeakKeyDictionary()


def remembered(pick, what, state, work_out):
    """`work_out()`, or what that gave for a pick the last time if `state`, all else that it depends on, is the same."""
    known = _remembered.get(pick)
    if known is None:
        known = _remembered[pick] = {}
    found = known.get(what)
    if found is None or found[0] != state:
        found = known[what] = state, work_out()
    return found[1]


def whereabouts(pick):
    """Where what a pick moves with is now, its matrix as plain values; None where that is nothing.

    Numpy takes four times as long to read a matrix.
    """
    obj = pick.selectable_object if pick.is_instance else pick.object
    return None if obj is None else tuple(map(tuple, obj.matrix_world))
