"""What the operators picked, newest first; a list of values that undo does not touch."""

_HISTORY_MAX = 1000

_picks = []


def picks():
    """The picks, newest first, as a new list."""
    return list(_picks)


def record(pick):
    """Put a pick at the head; the oldest beyond a thousand are dropped."""
    _picks.insert(0, pick)
    del _picks[_HISTORY_MAX:]


def remove(index):
    """Take out the pick at `index`; IndexError if there is none."""
    del _picks[index]


def clear():
    """Forget all."""
    _picks.clear()
