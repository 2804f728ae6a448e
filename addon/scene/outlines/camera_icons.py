"""The icons of cameras: the frame, the lines from it to the eye, a triangle above it, and distances."""

from typing import NamedTuple

import bpy
import numpy as np

from .figures import loop, ring
from .icons import screen_lines, unit_columns, world_lines
from .outline import lines

_PENTAGON = ring(1.5, 5)
_CROSS = (np.array(((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0))), np.array(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))))
# Of the display size: side of the triangle, and its distance from the frame.
_TRIANGLE = 0.7
_MARGIN = 0.1
# Whether the triangle of the scene's camera is filled: not on 4.5.15, 5.0.1 and 5.1.0, before and since it is.
_FILLS_ACTIVE = not (4, 4) <= bpy.app.version < (5, 2)


class Settings(NamedTuple):
    """All that the icon of a camera depends on besides its matrix."""

    is_orthographic: bool
    frame: tuple
    lens_per_half_sensor: float
    orthographic_scale: float
    display_size: float
    is_active: bool
    limits: tuple
    mist: tuple


def read_settings(obj, scene):
    """The `Settings` of an evaluated camera."""
    camera = obj.data
    sensor = camera.sensor_height if camera.sensor_fit == "VERTICAL" else camera.sensor_width
    world = scene.world
    return Settings(
        camera.type == "ORTHO",
        tuple(tuple(corner) for corner in camera.view_frame(scene=scene)),
        2.0 * camera.lens / sensor,
        camera.ortho_scale,
        camera.display_size,
        scene.camera is not None and scene.camera.original == obj.original,
        (_focus_distance(obj), camera.clip_start, camera.clip_end) if camera.show_limits else (),
        (world.mist_settings.start, world.mist_settings.start + world.mist_settings.depth)
        if camera.show_mist and world is not None
        else (),
    )


def outlines(settings, matrix):
    """The outlines of a camera's icon; none where an axis has no length."""
    scale = np.linalg.norm(matrix[:3, :3], axis=0)
    if not scale.all():
        return
    unscaled = unit_columns(matrix)
    frame, size = _frame(settings, scale)
    eye = np.zeros((4, 3))
    yield world_lines(unscaled, loop(frame))
    yield world_lines(unscaled, (frame, eye))
    middle, top = frame[[0, 2]].mean(axis=0), frame[:, 1].max() + _MARGIN * size
    side = _TRIANGLE * size
    triangle = np.array(((-side, 0.0, 0.0), (side, 0.0, 0.0), (0.0, side, 0.0))) + (middle[0], top, middle[2])
    is_filled = settings.is_active and _FILLS_ACTIVE
    fills = (triangle @ unscaled[:3, :3].T + unscaled[:3, 3])[None] if is_filled else np.zeros((0, 3, 3))
    yield world_lines(
        unscaled, loop(triangle), fills=fills, fill_indices=np.zeros(len(fills), dtype=np.int64)
    )
    if settings.limits:
        focus, *limits = settings.limits
        yield from _distances(unscaled, *limits)
        cross = tuple(points * settings.display_size - (0.0, 0.0, focus) for points in _CROSS)
        yield world_lines(unscaled, cross)
    if settings.mist:
        yield from _distances(unscaled, *settings.mist)


def _frame(settings, scale):
    """(4, 3) corners of the frame, in camera space without its scale, and the size that the triangle goes by."""
    corners = np.array(settings.frame)
    if settings.is_orthographic:
        corners[:, 2] = -settings.display_size
        return corners, 0.5 * settings.orthographic_scale
    size = 0.5 * settings.display_size * 3.0 / (1.0 / scale).sum()
    depth = size * settings.lens_per_half_sensor
    return corners * (depth / np.abs(corners[:, 2:])), size


def _distances(matrix, start, end):
    """The line between two distances before the eye, with a pentagon at each end."""
    first, last = (matrix[:3, 3] - distance * matrix[:3, 2] for distance in (start, end))
    yield lines("ICON", first[None], last[None], in_world=True)
    for place in (first, last):
        yield screen_lines(place, loop(_PENTAGON))


def _focus_distance(obj):
    focus = obj.data.dof
    if focus.focus_object is None:
        return focus.focus_distance
    matrix = obj.matrix_world
    towards = focus.focus_object.matrix_world.translation - matrix.translation
    return abs(towards.dot(matrix.col[2].to_3d().normalized()))
