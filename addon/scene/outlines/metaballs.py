"""The rim of the reach of every element of a metaball; the surface of a family is an object's of its own.

Since 4.4 Blender draws a ring around the middle that faces the viewer, under any scale; before, the outline of the
ball, larger in perspective, here of a ball of many faces. See overlay_metaball.hh and
overlay_armature_sphere_outline_vert.glsl, which takes all balls for as small as joints.
"""

from functools import lru_cache
from math import atan, pi, sqrt
from typing import NamedTuple

import bpy
import numpy as np

from ..placements import is_flat
from .figures import in_plane, loop, ring
from .outline import Outline

_RING_COUNT, _SEGMENT_COUNT = 32, 64
# Blender 4.5 lets cubes reach out of themselves.
_CUBES_REACH_OUT = bpy.app.version >= (4, 5)
_IS_RING = bpy.app.version >= (4, 4)
# More than an `OutlineTable` looks at.
_CIRCLE = ring(1.0, 96)


class Settings(NamedTuple):
    """All that is drawn of a metaball besides its surface: the middle (3,) and radius of each ball, and its element."""

    balls: tuple


def read_settings(obj, _scene):
    """The `Settings` of an evaluated metaball."""
    balls = []
    for number, element in enumerate(obj.data.elements):
        beyond = 0.0
        if element.type == "CUBE" and _CUBES_REACH_OUT:
            beyond = sqrt(2.0) * min(element.size_x, element.size_y, element.size_z)
        radii = [element.radius]
        if obj.mode == "EDIT":
            radii.append(element.radius * atan(element.stiffness) * 2.0 / pi)
        balls += [(number, tuple(element.co), radius + beyond) for radius in radii]
    return Settings(tuple(balls))


def outlines(settings, matrix):
    """The rims, as lines that are drawn where they are the outline of their ball."""
    if is_flat(matrix):
        # Blender draws nothing of one that is flattened.
        return
    for number, middle, radius in settings.balls:
        if not radius:
            continue
        if _IS_RING:
            yield _ring(matrix, number, middle, radius)
            continue
        points, first, last, sides = _ball()
        world = (points * radius + middle) @ matrix[:3, :3].T + matrix[:3, 3]
        across = world[1:, 1:] - world[:-1, :-1], world[1:, :-1] - world[:-1, 1:]
        normals = np.cross(*across).reshape(-1, 3)
        flat = world.reshape(-1, 3)
        yield Outline(
            "BOUNDS",
            flat[first],
            flat[last],
            np.full(len(first), number),
            in_world=True,
            side_normals=normals[sides],
        )


def _ring(matrix, number, middle, radius):
    turned = np.eye(4)
    turned[:3, :3] = matrix[:3, :3] * radius
    turned[:3, 3] = matrix[:3, :3] @ middle + matrix[:3, 3]
    starts, ends = in_plane(loop(_CIRCLE), [0, 1])
    indices = np.full(len(starts), number)
    return Outline("BOUNDS", starts, ends, indices, in_world=True, turned=turned)


@lru_cache(maxsize=1)
def _ball():
    """Points (r, s, 3) of a ball of radius 1, its lines as numbers of points (n,) and (n,), and of faces (n, 2)."""
    down = pi * np.arange(_RING_COUNT + 1)[:, None] / _RING_COUNT
    around = 2.0 * pi * np.arange(_SEGMENT_COUNT + 1)[None] / _SEGMENT_COUNT
    points = np.stack(
        (np.sin(down) * np.cos(around), np.sin(down) * np.sin(around), np.cos(down) + 0.0 * around), axis=2
    )
    number = np.arange(points.shape[0] * points.shape[1]).reshape(points.shape[:2])
    face = np.arange(_RING_COUNT * _SEGMENT_COUNT).reshape(_RING_COUNT, _SEGMENT_COUNT)
    meridians = number[:-1, :-1], number[1:, :-1], np.roll(face, 1, axis=1), face
    parallels = number[1:-1, :-1], number[1:-1, 1:], face[:-1], face[1:]
    first, last, left, right = (
        np.concatenate([part.ravel() for part in pair]) for pair in zip(meridians, parallels, strict=True)
    )
    return points, first, last, np.stack((left, right), axis=1)
