"""What is drawn for a pick: numbers taken out of it once, nothing of Blender."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ...api import Pick


@dataclass(frozen=True, eq=False)
class Marks:
    """The marks of one active pick in world space, those of picks beside it, and the places of earlier ones.

    `triangles` and `outline` list corners, three to a triangle and two to an edge;
    `normal` is None where there is no surface. `position` is the number of the pick among the hits under the cursor,
    from 0, and how many these are.
    """

    pick: Pick
    scene_uid: int
    triangles: tuple
    outline: tuple
    location: tuple
    normal: tuple | None
    earlier: tuple
    beside_outline: tuple = ()
    beside: tuple = ()
    position: tuple = (0, 1)

    @cached_property
    def places(self):
        """All that is marked by a point (n, 3): the earlier ones first, and the active one last."""
        return np.array((*self.earlier, *self.beside, self.location), dtype=np.float64)


def of_pick(pick, earlier, scene_uid, beside=(), position=(0, 1)):
    """The marks of `pick`, made in the scene of that `session_uid`, with picks beside it and places of earlier ones."""
    return Marks(
        pick=pick,
        scene_uid=scene_uid,
        triangles=_filling(pick),
        outline=_outline(pick),
        location=_point(pick.location),
        normal=None if pick.normal is None else _point(pick.normal),
        earlier=_points(earlier),
        beside_outline=tuple(end for other in beside for end in _outline(other)),
        beside=tuple(_point(other.location) for other in beside),
        position=position,
    )


@dataclass(frozen=True)
class Hover:
    """What is drawn of what is under the mouse.

    `region_id` is the address of the only region it is drawn in. `outline` lists ends of edges; `has_point`
    is whether the place is marked, which the outline does not tell; `normal` is None where there is no surface.
    `position` is as in `Marks`, `behind` is what lies behind, `pixel` is the mouse's.
    """

    scene_uid: int
    region_id: int
    outline: tuple
    location: tuple
    has_point: bool
    normal: tuple | None
    pick: Pick
    position: tuple
    behind: tuple
    pixel: tuple


def of_hover(hits, index, scene_uid, region, pixel):
    """What is drawn of the hit of this index while the mouse is at `pixel` of `region`."""
    pick = hits[index]
    outline = _outline(pick)
    return Hover(
        scene_uid=scene_uid,
        region_id=region.as_pointer(),
        outline=outline,
        location=_point(pick.location),
        has_point=not outline or pick.snapped is not None,
        normal=None if pick.normal is None else _point(pick.normal),
        pick=pick,
        position=(index, len(hits)),
        behind=tuple(hits[index + 1 :]),
        pixel=tuple(pixel),
    )


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
