"""Lines or points of one kind, as arrays."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Outline:
    """What an object is drawn with besides faces: lines or points of one kind, in its own space.

    Attributes
    ----------
    kind : str
        As `Pick.kind` gives it.
    starts, ends : (n, 3) float64
        A point starts where it ends: both are the same array.
    indices : (n,) int
        Which of the object each is: edge, vertex, curve or point.
    radius_px : float
        How far from the middle it is drawn, in pixels before `ui_scale`; for icons.
    """

    kind: str
    starts: np.ndarray
    ends: np.ndarray
    indices: np.ndarray
    radius_px: float = 0.0


def points(kind, positions, radius_px=0.0):
    """Points (n, 3), numbered."""
    return Outline(kind, positions, positions, np.arange(len(positions)), radius_px)


def polylines(kind, positions, counts):
    """Open polylines: `counts` consecutive positions each; the index is that of the polyline."""
    owner = np.repeat(np.arange(len(counts)), counts)
    joined = np.flatnonzero(owner[1:] == owner[:-1])
    return Outline(kind, positions[joined], positions[joined + 1], owner[joined])


def read_vectors(elements, name):
    """(n, 3) float64 of a vector property of Blender's elements."""
    values = np.empty(len(elements) * 3, dtype=np.float32)
    elements.foreach_get(name, values)
    return values.reshape(-1, 3).astype(np.float64)
