"""The icons of lights: rings of a size in pixels, and lines that show reach, size and direction."""

from math import cos, sqrt
from typing import NamedTuple

import numpy as np

from .figures import dashed_ring, in_plane, joined, loop, ring
from .icons import distance_line, ground_line, screen_lines, world_lines

_ICON_PX = 9.0
_ICON = joined(dashed_ring(1.33 * _ICON_PX, 10), loop(ring(0.3 * _ICON_PX, 4)), dashed_ring(_ICON_PX, 8))
_RAYS = joined(
    *((ring(start * _ICON_PX, 8), ring(end * _ICON_PX, 8)) for start, end in ((1.6, 1.9), (2.2, 2.5)))
)
_CIRCLE = ring(1.0, 32)
_SQUARE = np.array(((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)))
_SUN_LENGTH = 20.0
_SPOT_LENGTH = 10.0


class Settings(NamedTuple):
    """All that the icon of a light depends on besides its matrix."""

    kind: str
    radius: float
    reach: tuple
    spot: tuple
    area: tuple


def read_settings(obj, _scene):
    """The `Settings` of an evaluated light."""
    light = obj.data
    spot, area = (), ()
    if light.type == "SPOT":
        spot = (light.spot_size, light.spot_blend)
    if light.type == "AREA":
        is_round = light.shape in ("DISK", "ELLIPSE")
        height = light.size_y if light.shape in ("RECTANGLE", "ELLIPSE") else light.size
        area = (is_round, light.size, height)
    # A sun has no reach, and no clip distances on some versions.
    reach = () if light.type == "SUN" else (light.shadow_buffer_clip_start, light.cutoff_distance)
    return Settings(light.type, getattr(light, "shadow_soft_size", 0.0), reach, spot, area)


def outlines(settings, matrix):
    """The outlines of a light's icon."""
    place = matrix[:3, 3]
    yield screen_lines(place, _ICON)
    yield from ground_line(place)
    if settings.kind == "SUN":
        yield screen_lines(place, _RAYS)
        yield world_lines(matrix, (np.zeros((1, 3)), np.array(((0.0, 0.0, -_SUN_LENGTH),))))
    if settings.kind in ("POINT", "SPOT"):
        yield screen_lines(place, loop(settings.radius * _CIRCLE), unit="WORLD")
    if settings.kind == "SPOT":
        yield from _cone(matrix, *settings.spot)
    if settings.kind == "AREA":
        is_round, width, height = settings.area
        edge = 0.5 * _CIRCLE if is_round else _SQUARE
        yield world_lines(matrix, in_plane(loop(edge * (width, height)), [0, 1]))
    if settings.kind in ("SPOT", "AREA"):
        yield from distance_line(matrix, 2, -1.0, *settings.reach)


def _cone(matrix, size, blend):
    """The rim of a spot's cone, the rim of its full brightness, and the silhouette in between."""
    cosine = cos(0.5 * size)
    sine = sqrt(1.0 - cosine * cosine)
    cap = _SPOT_LENGTH * np.column_stack((sine * _CIRCLE, np.full(len(_CIRCLE), -cosine)))
    yield world_lines(matrix, loop(cap))
    yield world_lines(matrix, loop(cap * (*[_blend_part(cosine, blend)] * 2, 1.0)))
    tip, rim = matrix[:3, 3], cap @ matrix[:3, :3].T + matrix[:3, 3]
    towards_tip = tip - rim
    sides = np.stack(
        (
            np.cross(towards_tip, np.roll(rim, 1, axis=0) - rim),
            np.cross(towards_tip, rim - np.roll(rim, -1, axis=0)),
        ),
        axis=1,
    )
    yield world_lines(matrix, (np.zeros_like(cap), cap), side_normals=sides)


def _blend_part(cosine, blend):
    """Radius of the rim of full brightness as a part of the cone's, from the falloff of a spot in Cycles and EEVEE."""
    full = cosine * blend - cosine - blend
    squared, full_squared = cosine * cosine, full * full
    below = full_squared - squared * full_squared
    return sqrt(max(0.0, squared - squared * full_squared) / below) if below > 0.0 else 0.0
