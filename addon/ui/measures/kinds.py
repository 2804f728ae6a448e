"""What can be measured, each kind as functions of a few places in the world; nothing of Blender."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import cos, dist, sin

import numpy as np

from ...core import measures

# An arc is drawn at this part of the shorter line of an angle, in so many lines.
_ARC_RADIUS = 0.3
_ARC = np.linspace(0.0, 1.0, 9)[:, None]
_FLAT = 1e-6  # the sine of angles that have none

_GROUND = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def _nothing(_places):
    return ()


def _all(places):
    return places


def _path(places):
    return tuple(pairwise(places))


def _closed(places):
    return (*pairwise(places), (places[-1], places[0]))


@dataclass(frozen=True)
class Kind:
    """One kind of measure.

    Attributes
    ----------
    label, description, icon : str
    unit : str
        LENGTH, AREA or ANGLE; of `parts` always a length.
    picks : (int, int or None)
        How many picks it takes at least and at most; None for any number.
    place_count : int
        How many places it keeps at least, all of which a function is given as (n, 3) floats.
    value : function
        The number; NaN where it is unknown.
    lines : function
        (start, end) pairs to be drawn.
    label_place : function
    parts : function
        (label, length) pairs of what else there is to know.
    marked_places : function
        Where a line ends on its own.
    """

    label: str
    description: str
    icon: str
    unit: str
    picks: tuple
    place_count: int
    value: Callable
    lines: Callable
    label_place: Callable
    parts: Callable = _nothing
    marked_places: Callable = _all

    @property
    def is_open_ended(self):
        """Whether it takes any number of picks."""
        return self.picks[1] is None


def _middle(a, b):
    return tuple((x + y) / 2.0 for x, y in zip(a, b, strict=True))


def _path_middle(places):
    """The middle of the line that is halfway along."""
    middle = len(places) // 2
    return _middle(places[middle - 1], places[middle])


def _center(places):
    return tuple(sum(values) / len(places) for values in zip(*places, strict=True))


def _differences(places):
    return tuple(zip("XYZ", (b - a for a, b in zip(*places, strict=True)), strict=True))


@lru_cache(maxsize=256)  # the lines and the label both ask for it
def _arc(places):
    """Places of an arc between the two lines of an angle; none where they lie on one line."""
    first, corner, last = np.array(places)
    lengths = dist(places[0], places[1]), dist(places[2], places[1])
    turn = measures.angle(*places)
    if not (min(lengths) > 0.0 and sin(turn) > _FLAT):
        return []
    along, other = (first - corner) / lengths[0], (last - corner) / lengths[1]
    across = (other - cos(turn) * along) / sin(turn)
    arc = np.cos(turn * _ARC) * along + np.sin(turn * _ARC) * across
    return list(map(tuple, (corner + _ARC_RADIUS * min(lengths) * arc).tolist()))


def _angle_label(places):
    arc = _arc(places)
    return arc[len(arc) // 2] if arc else places[1]


def _height(places):
    """The place and its foot on the plane that the other places span, on the ground without them."""
    return measures.height_above(places[0], places[1:] or _GROUND)


def _height_lines(places):
    foot = _height(places)[1]
    return (places[0], foot), *([(foot, places[1])] if len(places) > 1 else [])


def _height_label(places):
    return _middle(places[0], _height(places)[1])


def _height_ends(places):
    return *places[:2], _height(places)[1]


KINDS = {
    "DISTANCE": Kind(
        "Distance",
        "The straight line between the last two picks, and how far apart they are along each axis",
        "DRIVER_DISTANCE",
        "LENGTH",
        (2, 2),
        2,
        measures.path_length,
        _path,
        _path_middle,
        _differences,
    ),
    "PATH": Kind(
        "Path Length",
        "The line from pick to pick, all of them since the last measure",
        "CURVE_PATH",
        "LENGTH",
        (2, None),
        2,
        measures.path_length,
        _path,
        _path_middle,
        lambda places: (("Straight", dist(places[0], places[-1])),),
    ),
    "ANGLE": Kind(
        "Angle",
        "The angle at the middle one of the last three picks",
        "DRIVER_ROTATIONAL_DIFFERENCE",
        "ANGLE",
        (3, 3),
        3,
        lambda places: measures.angle(*places),
        lambda places: (*_path(places), *pairwise(_arc(places))),
        _angle_label,
    ),
    "FACE_AREA": Kind(
        "Face Area",
        "The area of the face that was picked last",
        "FACESEL",
        "AREA",
        (1, 1),
        3,
        measures.polygon_area,
        _closed,
        _center,
        lambda places: (("Perimeter", measures.path_length((*places, places[0]))),),
    ),
    "AREA": Kind(
        "Area",
        "The area of the polygon with the picks as its corners, all of them since the last measure",
        "MESH_PLANE",
        "AREA",
        (3, None),
        3,
        measures.polygon_area,
        _closed,
        _center,
        lambda places: (("Perimeter", measures.path_length((*places, places[0]))),),
    ),
    "HEIGHT": Kind(
        "Height",
        "How high the last pick lies above the ground, where Z is 0",
        "EMPTY_SINGLE_ARROW",
        "LENGTH",
        (1, 1),
        1,
        lambda places: _height(places)[0],
        _height_lines,
        _height_label,
        marked_places=_height_ends,
    ),
    "SURFACE_HEIGHT": Kind(
        "Clearance",
        "How high the last pick lies above the surface of the one before, taken as an endless plane",
        "SNAP_PERPENDICULAR",
        "LENGTH",
        (2, 2),
        4,
        lambda places: _height(places)[0],
        _height_lines,
        _height_label,
        lambda places: (("Sideways", dist(_height(places)[1], places[1])),),
        _height_ends,
    ),
    "THICKNESS": Kind(
        "Thickness",
        "From the last pick straight through the surface to the other side of the same object",
        "MOD_SOLIDIFY",
        "LENGTH",
        (1, 1),
        2,
        measures.path_length,
        _path,
        _path_middle,
        _differences,
    ),
}


class Measured:
    """A measure as it is now: its `Kind`, and its `places` in the world, a tuple of (3,) floats."""

    def __init__(self, kind, places):
        self.kind = kind
        self.places = places

    @cached_property
    def value(self):
        """In Blender units or radians; NaN where it is unknown."""
        return self.kind.value(self.places)

    @property
    def parts(self):
        """(label, length) pairs of what else there is to know."""
        return self.kind.parts(self.places)

    @property
    def lines(self):
        """(start, end) pairs to be drawn."""
        return self.kind.lines(self.places)

    @property
    def label_place(self):
        return self.kind.label_place(self.places)

    @property
    def marked_places(self):
        """Where a line ends on its own, to be marked with points."""
        return self.kind.marked_places(self.places)
