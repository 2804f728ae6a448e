"""The grid lines of lattices."""

import numpy as np

from .outline import Outline, points, read_vectors


def lattice_outlines(obj):
    """The lines between neighbouring points as the modifiers leave them, in edit mode the points as well.

    The index of a line is that of its first point.
    """
    lattice = obj.data
    counts = (lattice.points_w, lattice.points_v, lattice.points_u)
    numbers = np.arange(np.prod(counts)).reshape(counts)
    pairs = [_along(numbers, axis, lattice.use_outside) for axis in range(3)]
    first, last = np.concatenate(pairs, axis=1)
    positions = read_vectors(lattice.points, "co_deform")
    yield Outline("LATTICE", positions[first], positions[last], first)
    if obj.mode == "EDIT":
        yield points("LATTICE", positions)


def _along(numbers, axis, outside_only):
    """(2, n) numbers of the points that the lines along one axis join; of an outside those on its faces alone."""
    shown = np.ones(numbers.shape, dtype=bool)
    if outside_only:
        shown[:] = False
        for other in {0, 1, 2} - {axis}:
            ends = np.moveaxis(shown, other, 0)
            ends[0] = ends[-1] = True
    first, last = slice(None, -1), slice(1, None)
    ahead = np.moveaxis(numbers, axis, 0)
    chosen = np.moveaxis(shown, axis, 0)[last]
    return np.stack((ahead[first][chosen], ahead[last][chosen]))
