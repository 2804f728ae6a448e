"""Lengths, angles, areas and heights of places in space.

Few numbers at a time, so plain floats: a label costs a microsecond. Places are taken relative to one of them first,
which far from the origin loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, dist, fsum, hypot, nan

Place = Sequence[float]
Vector = tuple[float, float, float]


def path_length(places: Sequence[Place]) -> float:
    """Length of the line from place to place.

    Parameters
    ----------
    places : (n, 3) float

    Returns
    -------
    float
        0 for fewer than two places.
    """
    return fsum(dist(start, end) for start, end in pairwise(places))


def angle(first: Place, corner: Place, last: Place) -> float:
    """Angle at `corner` between the lines to two other places.

    Parameters
    ----------
    first, corner, last : (3,) float

    Returns
    -------
    float
        Radians, 0 to pi, as exact for small angles as for large ones; NaN where a line has no length.

    Notes
    -----
    W. Kahan, "How futile are mindless assessments of roundoff", section 12.
    """
    a, b = _from(corner, first), _from(corner, last)
    length_a, length_b = hypot(*a), hypot(*b)
    if not (length_a and length_b):
        return nan
    unit_a, unit_b = [x / length_a for x in a], [x / length_b for x in b]
    difference = hypot(*(x - y for x, y in zip(unit_a, unit_b, strict=True)))
    total = hypot(*(x + y for x, y in zip(unit_a, unit_b, strict=True)))
    return 2.0 * atan2(difference, total)


def polygon_area(corners: Sequence[Place]) -> float:
    """Area of a polygon.

    Parameters
    ----------
    corners : (n, 3) float
        In order. Of a polygon that is not flat, the area seen from where it looks largest, as Blender counts faces.

    Returns
    -------
    float
        0 for fewer than three corners.
    """
    spokes = [_from(corners[0], corner) for corner in corners[1:]]
    doubled = [_cross(a, b) for a, b in pairwise(spokes)]
    return hypot(*(fsum(one[axis] for one in doubled) for axis in range(3))) / 2.0


def height_above(place: Place, plane: Sequence[Place]) -> tuple[float, Vector]:
    """Height of a place above a plane, and its foot there.

    Parameters
    ----------
    place : (3,) float
    plane : (3, 3) float
        Three places of the plane, counter-clockwise seen from above.

    Returns
    -------
    height : float
        Below 0 where the place lies under the plane; NaN where the three lie on one line.
    foot : (3,) float
        The place of the plane nearest to `place`.
    """
    normal = _cross(_from(plane[0], plane[1]), _from(plane[0], plane[2]))
    length = hypot(*normal)
    if not length:
        return nan, (nan, nan, nan)
    unit = [x / length for x in normal]
    height = fsum(x * y for x, y in zip(unit, _from(plane[0], place), strict=True))
    x, y, z = (value - height * along for value, along in zip(place, unit, strict=True))
    return height, (x, y, z)


def _from(origin: Place, place: Place) -> Vector:
    return place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
