"""A view of everything, for scenes that have no camera."""

from itertools import product

import numpy as np

from ..core import look_at, perspective
from .options import EVERY_KIND, PickOptions, checked_number
from .snapshot import Snapshot
from .viewport import Viewport

# Where the viewer stands, seen from the middle: in front, to the right and above, as in Blender's startup file.
_TOWARDS_EYE = np.array((0.55, -0.75, 0.45)) / np.linalg.norm((0.55, -0.75, 0.45))
_UP = (0.0, 0.0, 1.0)
# Half the field of view of the longer side: that of a new camera, a 50 mm lens before a 36 mm sensor.
_LONG_SIDE_TANGENT = 18.0 / 50.0
# How much wider the view is than what it shows.
_MARGIN = 1.06
# What stands in for the size of a scene that has none.
_EMPTY_SIZE = 1.0
# Near clip plane as a part of the distance.
_NEAREST = 1e-3


def framed_viewport(width, height):
    """A perspective view of all that is drawn; see `api.framed_view`.

    Icons do not count: that of a sun is twenty units long.
    """
    checked_number("width", width, at_least=1.0)
    checked_number("height", height, at_least=1.0)
    corners = _drawn_corners(Snapshot(PickOptions(kinds=EVERY_KIND - {"ICON"})))
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2.0
    axes = look_at(middle + _TOWARDS_EYE, middle, _UP)[:3, :3]
    across, up, towards = axes @ (corners - middle).T
    tangent = _LONG_SIDE_TANGENT * np.array((width, height)) / max(width, height)
    # On each side one corner touches the margin: lines of that slope through the corners meet at the eye.
    slope = tangent / _MARGIN
    right, left = (across + slope[0] * towards).max(), (-across + slope[0] * towards).max()
    top, bottom = (up + slope[1] * towards).max(), (-up + slope[1] * towards).max()
    distance = max((right + left) / slope[0], (top + bottom) / slope[1]) / 2.0
    eye_from_middle = ((right - left) / 2.0, (top - bottom) / 2.0, distance)
    eye = middle + axes.T @ eye_from_middle
    near = max(_NEAREST * distance, 0.9 * (distance - towards.max()))
    far = 1.1 * (distance - towards.min())
    projection = perspective(2.0 * np.arctan(tangent[1]), width / height, near, far)
    return Viewport(
        look_at(eye, eye - _TOWARDS_EYE, _UP), projection, (width, height), clip_start=near, clip_end=far
    )


def _drawn_corners(snapshot):
    """(n, 3) world corners of the boxes around all drawn instances, or of a stand-in where there are none."""
    choices = np.array(list(product((0, 1), repeat=3)))
    boxes = []
    for one in snapshot.instances:
        local = one.shape.bounds[choices, np.arange(3)]
        if np.isfinite(local).all():
            boxes.append(local @ one.matrix_world[:3, :3].T + one.matrix_world[:3, 3])
    corners = np.concatenate(boxes) if boxes else np.zeros((1, 3))
    if np.ptp(corners, axis=0).max() > 0.0:
        return corners
    return corners[:1] + _EMPTY_SIZE * (choices - 0.5)
