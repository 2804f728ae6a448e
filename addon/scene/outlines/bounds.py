"""Bounds: what an object is drawn with whose Display As is Bounds."""

import numpy as np

from . import figures
from .outline import Outline

# Drawn for what has no bounds.
UNIT_BOX = np.array(((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0)))


def bounds_outline(box, shape):
    """The lines that Blender draws for a bounding box.

    Parameters
    ----------
    box : (2, 3) float
        Lowest and highest coordinates, in the object's own space.
    shape : str
        A `display_bounds_type`.

    Returns
    -------
    Outline
    """
    low, high = box
    starts, ends = _figure(shape, (high - low) / 2.0)
    middle = (low + high) / 2.0
    return Outline("BOUNDS", starts + middle, ends + middle, np.zeros(len(starts), dtype=np.int64))


def _figure(shape, size):
    """Around the origin, for half the size of the box."""
    radius = max(size[0], size[1])
    if shape == "SPHERE":
        return figures.ball(size.max())
    if shape == "CYLINDER":
        return _scaled(figures.cylinder(), (radius, radius, size[2]))
    if shape == "CONE":
        return _scaled(figures.cone(), (radius, radius, size[2]))
    if shape == "CAPSULE":
        return figures.capsule(radius, max(0.0, size[2] - size[0]))
    return _scaled(figures.box(), size)


def _scaled(figure, size):
    return tuple(points * size for points in figure)
