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
    """The marks of `pick`, made in the scene of that `session_uid`, among the places `earlier`."""
    return Marks(
        pick=pick,
        scene_uid=scene_uid,
        triangles=_filling(pick),
        outline=_outline(pick),
        location=_point(pick.location),
        normal=None if pick.normal is None else _point(pick.normal),
        earlier=_points(earlier),
    )


@dataclass(frozen=True)
class Hover:
    """The outline of what is under the mouse, (ends of) its edges, or its place where it has none.

    `region_id` is the address of the only region it is drawn in.
    """

    scene_uid: int
    region_id: int
    outline: tuple
    location: tuple | None


def of_hover(pick, scene_uid, region):
    """What is drawn of `pick` while the mouse is over it in `region`."""
    outline = _outline(pick)
    location = None if outline else _point(pick.location)
    return Hover(scene_uid, region.as_pointer(), outline, location)


def _outline(pick):
    if pick.face_polygon is not None:
        corners = _points(pick.face_polygon)
        following = (*corners[1:], *corners[:1])
        return tuple(end for edge in zip(corners, following, strict=True) for end in edge)
    return () if pick.element_ends is None else _points(pick.element_ends)


def _filling(pick):
    if pick.face_polygon is None:
        return ()
    corners = _points(pick.face_polygon)
    return tuple(corners[number] for triangle in pick.face_triangles for number in triangle)


def _points(rows):
    return tuple(_point(row) for row in rows)


def _point(values):
    return tuple(float(value) for value in values)
