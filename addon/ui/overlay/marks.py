"""What is drawn for a pick: numbers taken out of it once, nothing of Blender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...api import Pick


@dataclass(frozen=True)
class Marks:
    """The marks of one active pick in world space, and the places of earlier ones.

    `triangles` and `outline` list corners, three to a triangle and two to an edge.
    """

    pick: Pick
    scene_uid: int
    triangles: tuple
    outline: tuple
    location: tuple
    normal: tuple
    earlier: tuple


def of_pick(pick, earlier, scene_uid):
    """The marks of `pick`, made in the scene of that `session_uid`, among the picks `earlier`."""
    corners = [_point(corner) for corner in pick.face_polygon]
    following = [*corners[1:], *corners[:1]]
    return Marks(
        pick=pick,
        scene_uid=scene_uid,
        triangles=tuple(corners[number] for triangle in pick.face_triangles for number in triangle),
        outline=tuple(end for edge in zip(corners, following, strict=True) for end in edge),
        location=_point(pick.location),
        normal=_point(pick.normal),
        earlier=tuple(_point(other.location) for other in earlier),
    )


def _point(values):
    return tuple(float(value) for value in values)
