"""What is drawn for a pick: numbers taken out of it once, nothing of Blender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...api import Pick


@dataclass(frozen=True)
class Marks:
    """The marks of one active pick in world space, and the places of earlier ones.

    `triangles` and `outline` list corners, three to a triangle and two to an edge;
    `normal` is None where there is no surface.
    """

    pick: Pick
    scene_uid: int
    triangles: tuple
    outline: tuple
    location: tuple
    normal: tuple | None
    earlier: tuple


def of_pick(pick, earlier, scene_uid):
    """The marks of `pick`, made in the scene of that `session_uid`, among the picks `earlier`."""
    triangles, outline = (), ()
    if pick.face_polygon is not None:
        triangles, outline = _of_face(pick)
    elif pick.element_ends is not None:
        outline = _points(pick.element_ends)
    return Marks(
        pick=pick,
        scene_uid=scene_uid,
        triangles=triangles,
        outline=outline,
        location=_point(pick.location),
        normal=None if pick.normal is None else _point(pick.normal),
        earlier=tuple(_point(other.location) for other in earlier),
    )


def _of_face(pick):
    corners = _points(pick.face_polygon)
    following = (*corners[1:], *corners[:1])
    triangles = tuple(corners[number] for triangle in pick.face_triangles for number in triangle)
    return triangles, tuple(end for edge in zip(corners, following, strict=True) for end in edge)


def _points(rows):
    return tuple(_point(row) for row in rows)


def _point(values):
    return tuple(float(value) for value in values)
