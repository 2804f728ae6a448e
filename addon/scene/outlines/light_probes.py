"""The icons of light probes: a figure of a size in pixels, and what they influence."""

from itertools import product
from typing import NamedTuple

import numpy as np

from .figures import ball, box, joined, loop
from .icons import distance_line, ground_line, screen_lines, unit_columns, world_lines

_HEXAGON = 14.0 * np.array([(np.sin(angle), np.cos(angle)) for angle in np.arange(6) * np.pi / 3.0])
_SPOKES = (_HEXAGON[1::2], np.zeros((3, 2)))
_SPHERE_ICON = joined(loop(_HEXAGON), _SPOKES)
_SHIFTS = -0.5 * np.repeat(_HEXAGON[1::2], 2, axis=0)
_VOLUME_ICON = joined(_SPHERE_ICON, tuple(points + _SHIFTS for points in loop(_HEXAGON)))
_PLANE_ICON = loop(
    20.0 * np.array(((0.0, 0.5), (np.sin(np.pi / 3.0), 0.0), (0.0, -0.5), (-np.sin(np.pi / 3.0), 0.0)))
)
# Where the falloff of a plane begins, as a part of its distance; it cannot be set.
_PLANE_CORE = 0.5
# Half the width of the head of the arrow of planes, and where it begins.
_HEAD_WIDTH, _HEAD_START = 0.035, 0.75


class Settings(NamedTuple):
    """All that the icon of a light probe depends on besides its matrix."""

    kind: str
    clip: tuple
    influence: tuple
    parallax: tuple
    density: float
    display_size: float


def read_settings(obj, _scene):
    """The `Settings` of an evaluated light probe."""
    probe = obj.data
    clip, influence, parallax, density = (), (), (), 0.0
    if probe.type == "SPHERE":
        clip = (probe.clip_start, probe.clip_end) if probe.show_clip else ()
        if probe.show_influence:
            radius = probe.influence_distance
            influence = (probe.influence_type == "BOX", radius, radius * (1.0 - probe.falloff))
        if probe.show_parallax:
            source = probe.parallax_distance if probe.use_custom_parallax else probe.influence_distance
            parallax = (probe.parallax_type == "BOX", source)
    if probe.type == "VOLUME":
        clip = (0.0, probe.capture_distance) if probe.show_clip else ()
        density = float(getattr(probe, "surfel_density", 0.0))
        influence = (True, 1.0) if probe.show_influence else ()
    if probe.type == "PLANE" and probe.show_influence:
        influence = (True, probe.influence_distance, probe.influence_distance * _PLANE_CORE)
    return Settings(probe.type, clip, influence, parallax, density, obj.empty_display_size)


def outlines(settings, matrix):
    """The outlines of a light probe's icon."""
    if settings.kind == "PLANE":
        yield from _plane(settings, matrix)
        return
    place = matrix[:3, 3]
    if settings.kind == "SPHERE":
        yield screen_lines(place, _SPHERE_ICON)
        yield from ground_line(place)
    else:
        yield screen_lines(place, _VOLUME_ICON)
        yield from _surfel(settings.density, matrix)
    for axis, sign in product(range(3), (-1.0, 1.0)) if settings.clip else ():
        yield from distance_line(matrix, axis, sign, *settings.clip)
    for is_box, *radii in filter(None, (settings.influence, settings.parallax)):
        for radius in radii:
            yield world_lines(matrix, tuple(radius * points for points in (box() if is_box else ball())))


def _plane(settings, matrix):
    yield screen_lines(matrix[:3, 3], _PLANE_ICON)
    for distance in (*settings.influence[1:], 0.0):
        raised = matrix.copy()
        raised[:3, 2] = unit_columns(matrix)[:3, 2] * distance
        yield world_lines(raised, box())
    yield world_lines(unit_columns(matrix), tuple(settings.display_size * points for points in _arrow()))


def _arrow():
    corners = [(x, y, _HEAD_START) for x, y in product((-_HEAD_WIDTH, _HEAD_WIDTH), repeat=2)]
    base = np.array([corners[number] for number in (0, 1, 3, 2)])
    tip = np.broadcast_to((0.0, 0.0, 1.0), base.shape)
    shaft = np.zeros((1, 3)), np.array(((0.0, 0.0, _HEAD_START),))
    return joined(loop(base), (base, tip), shaft)


def _surfel(density, matrix):
    """The box in the corner of a volume that shows how dense its surfels are."""
    lengths = np.linalg.norm(matrix[:3, :3], axis=0)
    if density > 0.0 and lengths.all():
        size = 0.5 / density * (lengths.max() / lengths)
        yield world_lines(matrix, tuple(points * size + size - 1.0 for points in box()))
