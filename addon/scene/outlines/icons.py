"""What the icons of lights, cameras, light probes and speakers are made of; all of it in world space."""

import numpy as np

from .figures import loop, ring
from .outline import lines

_DIAMOND = ring(1.2, 4)
_GROUND_DIAMOND = ring(1.35, 4)


def world_lines(matrix, figure, **settings):
    """A figure (n, 3) of the space of a matrix."""
    starts, ends = (points @ matrix[:3, :3].T + matrix[:3, 3] for points in figure)
    return lines("ICON", starts, ends, in_world=True, **settings)


def screen_lines(place, figure, unit="PIXEL"):
    """A figure (n, 2) around a place in the world that faces the viewer, of a size in pixels or world units."""
    middle = np.repeat(np.asarray(place, dtype=np.float64)[None], len(figure[0]), axis=0)
    return lines("ICON", middle, middle, in_world=True, facing=np.stack(figure, axis=1), facing_unit=unit)


def ground_line(place):
    """The line from a place straight down or up to the ground, and a diamond there."""
    place = np.asarray(place, dtype=np.float64)
    ground = place * (1.0, 1.0, 0.0)
    yield lines("ICON", place[None], ground[None], in_world=True)
    yield screen_lines(ground, loop(_GROUND_DIAMOND))


def distance_line(matrix, axis, sign, start, end):
    """The line between two distances along an axis of a matrix, whatever its scale, with a diamond at each end."""
    direction = sign * unit_columns(matrix)[:3, axis]
    first, last = matrix[:3, 3] + start * direction, matrix[:3, 3] + end * direction
    yield lines("ICON", first[None], last[None], in_world=True)
    yield screen_lines(first, loop(_DIAMOND))
    yield screen_lines(last, loop(_DIAMOND))


def unit_columns(matrix):
    """The matrix without the scale of its axes; an axis of scale 0 stays so."""
    lengths = np.linalg.norm(matrix[:3, :3], axis=0)
    normalised = matrix.copy()
    normalised[:3, :3] /= np.where(lengths > 0.0, lengths, 1.0)
    return normalised
