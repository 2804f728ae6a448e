"""The icon of speakers: three rings, and the lines between them."""

import numpy as np

from .figures import in_plane, joined, loop, ring
from .icons import world_lines

# Radius and height of the rings, from the wide end on.
_RINGS = ((0.5, -0.125), (0.25, 0.125), (0.25, 0.375))


def read_settings(_obj, _scene):
    """Nothing: every speaker looks the same."""
    return ()


def outlines(_settings, matrix):
    """The outlines of a speaker's icon."""
    yield world_lines(matrix, _figure())


def _figure():
    circles = [in_plane(loop(ring(radius, 16)), [0, 1], height) for radius, height in _RINGS]
    posts = [in_plane((ring(radius, 4),), [0, 1], height)[0] for radius, height in _RINGS]
    return joined(*circles, (np.concatenate(posts[:2]), np.concatenate(posts[1:])))
