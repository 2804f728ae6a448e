"""How many bytes the arrays of values take, those shared counted once."""

from functools import cache

import numpy as np


def array_bytes(value, seen):
    """Bytes of all arrays in a value that have not been `seen`, a set of ids that is added to.

    What holds values by attributes is looked into when it is ours or a collection; nothing of it is called, so that
    what is made only when it is asked for is not made for this.
    """
    waiting, total = [value], 0
    while waiting:
        one = waiting.pop()
        kind = type(one)
        # Most are plain: a first pick looks at a hundred things, and was slower by a twentieth.
        if kind in _PLAIN or id(one) in seen:
            continue
        if kind is np.ndarray:
            owner = one if one.base is None else one.base
            if id(owner) not in seen:
                seen.add(id(owner))
                total += getattr(owner, "nbytes", one.nbytes)
        elif kind is dict:
            waiting.extend(one.values())
        elif issubclass(kind, (tuple, list)):
            waiting.extend(one)
        elif (slots := _slots(kind)) is not None:
            waiting.extend(getattr(one, "__dict__", {}).values())
            waiting.extend(getattr(one, name, None) for name in slots)
        else:
            continue
        seen.add(id(one))
    return total


@cache
def _slots(kind):
    """The slots of a class of ours; None of any other."""
    return getattr(kind, "__slots__", ()) if kind.__module__.startswith(_OURS) else None


_PLAIN = frozenset((int, float, bool, str, bytes, type(None)))
_OURS = __package__.rpartition(".")[0]
