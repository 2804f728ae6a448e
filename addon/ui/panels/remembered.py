"""What panels have worked out of a pick, as long as it is true: they are drawn anew whenever the viewport is."""

from weakref import ref

# By what was worked out: the pick it was worked out of, all else that it depended on, and what it was. Plain values and
# weak references, so that nothing is kept of a pick that is gone. A dictionary by picks takes six times as long.
_remembered = {}


def remembered(pick, what, state, work_out):
    """`work_out()`, or what that gave the last time if that was of this pick, and `state`, all else, is the same."""
    found = _remembered.get(what)
    if found is None or found[0]() is not pick or found[1] != state:
        found = _remembered[what] = ref(pick), state, work_out()
    return found[2]


def whereabouts(pick):
    """Where what a pick moves with is now, its matrix as plain values; None where that is nothing.

    Numpy takes four times as long to read a matrix.
    """
    obj = pick.selectable_object if pick.is_instance else pick.object
    return None if obj is None else tuple(map(tuple, obj.matrix_world))
