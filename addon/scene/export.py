"""Picks as plain values, for JSON and other formats."""

from dataclasses import fields
from math import isfinite

import numpy as np

# How a pick finds its live object again; of no meaning once Blender has quit.
_INTERNAL = frozenset(("base_key",))


def pick_as_dict(pick):
    """All fields of a pick as values that JSON knows.

    Parameters
    ----------
    pick : Pick

    Returns
    -------
    dict
        By the names of `Pick`'s fields. Arrays and tuples are lists, nested ones for matrices; named tuples are
        dicts; a number that is not finite is None.
    """
    return {one.name: plain(getattr(pick, one.name)) for one in fields(pick) if one.name not in _INTERNAL}


def plain(value):
    """A value, or what holds values, as JSON knows it; a number that is not finite is None."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value
