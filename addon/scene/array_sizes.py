"""How many bytes the arrays of values take, those shared counted once."""

import numpy as np


def array_bytes(value, seen):
    """Bytes of all arrays in a value that have not been `seen`, a set of ids that is added to.

    What holds values by attributes is looked into when it is ours or a collection; nothing of it is called, so that
    what is made only when it is asked for is not made for this.
    """
    waiting, total = [value], 0
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        if isinstance(one, np.ndarray):
            owner = one if one.base is None else one.base
            if id(owner) not in seen:
                seen.add(id(owner))
                total += getattr(owner, "nbytes", one.nbytes)
        elif isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, (tuple, list)):
            waiting.extend(one)
        elif type(one).__module__.startswith(_OURS):
            waiting.extend(getattr(one, "__dict__", {}).values())
            waiting.extend(getattr(one, name, None) for name in getattr(type(one), "__slots__", ()))
        else:
            continue
        seen.add(id(one))
    return total


_OURS = __package__.rpartition(".")[0]
