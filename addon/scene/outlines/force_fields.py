"""What force fields are drawn as, whatever kind of object they belong to.

See overlay_force_field.hh in Blender's draw engine, before 4.4 overlay_extra.cc.
"""

from functools import lru_cache
from typing import NamedTuple

import bpy
import numpy as np

from ...core.splines import NURBS, POLY, Splines, evaluate
from . import figures
from .outline import lines

# Since 5.0 those of instances of these types are drawn as if their matrix were zero: what faces the viewer at the
# world's origin, and nothing else. Measured with clicks on 5.0.1 and pictures of 5.3.0.
_MISPLACED_TYPES = ("MESH", "CURVE", "SURFACE", "FONT", "POINTCLOUD") if bpy.app.version >= (5, 0) else ()
_SEGMENTS = 32
# Of tubes and cones; before 4.4 they had twice as many.
_DASHES_OF_ENDS = _SEGMENTS if bpy.app.version < (4, 4) else _SEGMENTS // 2
_REMEMBERED = 4096


class _Settings(NamedTuple):
    """All that a field depends on besides the matrix; `path_ends` are those of a curve guide, or empty.

    `limits` are (distance, radius) pairs, each None where it is off.
    """

    field_type: str
    strength: float
    size: float
    falloff: str
    limits: tuple
    path_ends: tuple


def field_outlines(obj, matrix_world, is_instance):
    """The lines of the force field of an evaluated object.

    Parameters
    ----------
    obj : bpy.types.Object
    matrix_world : (4, 4) float
        Where it is drawn.
    is_instance : bool
        Whether something else places it.

    Returns
    -------
    tuple of Outline
        Of kind BOUNDS, all in the world; none without a field.
    """
    field = obj.field
    if field is None or field.type == "NONE":
        return ()
    if obj.type == "MESH" and obj.original.type == "META":
        # A metaball is drawn itself, and its family besides.
        return ()
    limits = (
        (
            field.distance_max if field.use_max_distance else None,
            field.radial_max if field.use_radial_max else None,
        ),
        (
            field.distance_min if field.use_min_distance else None,
            field.radial_min if field.use_radial_min else None,
        ),
    )
    settings = _Settings(
        field.type,
        field.strength,
        obj.empty_display_size,
        field.falloff_type,
        limits,
        _path_ends(obj.original) if field.type == "GUIDE" else (),
    )
    is_misplaced = is_instance and obj.original.type in _MISPLACED_TYPES
    placed = np.zeros((4, 4)) if is_misplaced else np.asarray(matrix_world, dtype=np.float64)
    return _outlines(settings, placed.tobytes())


@lru_cache(_REMEMBERED)
def _outlines(settings, matrix_bytes):
    matrix = np.frombuffer(matrix_bytes).reshape(4, 4)
    found = (*_sign(settings, matrix), *_limits(settings, matrix))
    # Of what has no extent nothing is drawn.
    return tuple(one for one in found if one.facing is not None or matrix.any())


def _sign(settings, matrix):
    """What tells the type of a field."""
    size = settings.size
    if settings.field_type == "FORCE":
        for radius in (1.0, 2.0, 1.5):
            yield _facing(figures.loop(figures.ring(radius * size, _SEGMENTS)), matrix)
    elif settings.field_type == "WIND":
        ring = figures.loop(figures.ring(1.0, _SEGMENTS))
        rings = figures.joined(*(figures.in_plane(ring, [0, 1], 0.05 * number) for number in range(4)))
        yield _placed(rings, (size, size, settings.strength), matrix)
    elif settings.field_type == "VORTEX":
        yield _placed(_spiral(), (size, -size if settings.strength < 0.0 else size, 1.0), matrix)
    elif settings.path_ends:
        ring = figures.ring(settings.strength, _SEGMENTS)
        yield _facing(figures.loop(ring), matrix, settings.path_ends[0])
        yield _facing(figures.dashed_ring(settings.strength, _SEGMENTS), matrix, settings.path_ends[1])


def _limits(settings, matrix):
    """Where a field ends, and where it begins."""
    for distance, radius in settings.limits:
        if settings.falloff == "SPHERE":
            if distance is not None:
                yield _facing(figures.dashed_ring(distance, _SEGMENTS), matrix)
        elif distance is not None or radius is not None:
            height = distance or 0.0
            width = 1.0 if radius is None else radius
            if settings.falloff == "CONE":
                angle = np.radians(width)
                width, height = height * np.sin(angle), height * np.cos(angle)
            yield _placed(_side_view(settings.falloff), (width, width, height), matrix)


def _spiral():
    """Two arms around the middle, of radius 1."""
    numbers = np.arange(-_SEGMENTS, _SEGMENTS + 1)
    angles = 2.0 * np.pi * np.abs(numbers) / _SEGMENTS
    points = np.column_stack((np.sin(angles), np.cos(angles))) * (numbers / _SEGMENTS)[:, None]
    return figures.in_plane((points[:-1], points[1:]), [0, 1])


def _side_view(falloff):
    """The dashed ends and sides of a tube around z, or of two cones that meet at the origin; from -1 to 1."""
    ends = figures.dashed_ring(1.0, _DASHES_OF_ENDS)
    heights = 2.0 * np.arange(_SEGMENTS) / _SEGMENTS - 1.0
    sides = []
    for x, y in figures.ring(1.0, 4):
        across = np.multiply.outer(heights if falloff == "CONE" else np.ones(_SEGMENTS), (x, y))
        points = np.column_stack((across, heights))
        sides.append((points[0::2], points[1::2]))
    return figures.joined(*(figures.in_plane(ends, [0, 1], height) for height in (-1.0, 1.0)), *sides)


def _placed(figure, size, matrix):
    starts, ends = (points * size @ matrix[:3, :3].T + matrix[:3, 3] for points in figure)
    return lines("BOUNDS", starts, ends, in_world=True)


def _facing(figure, matrix, place=(0.0, 0.0, 0.0)):
    """A figure of the plane that faces the viewer, around a place of the object's own space."""
    middle = np.tile(matrix[:3, :3] @ place + matrix[:3, 3], (len(figure[0]), 1))
    facing = np.stack(figure, axis=1)
    return lines("BOUNDS", middle, middle.copy(), in_world=True, facing=facing, facing_unit="WORLD")


def _path_ends(obj):
    """Where the path of an original curve object begins and ends; empty where it has none."""
    if obj.type != "CURVE" or not obj.data.use_path or not len(obj.data.splines):
        return ()
    spline = obj.data.splines[0]
    if spline.type == "BEZIER":
        places = [tuple(point.co) for point in spline.bezier_points]
        # The path along a ring begins with the way from its last point to its first.
        return (places[-1], places[-1]) if spline.use_cyclic_u else (places[0], places[-1])
    control = np.array([tuple(point.co) for point in spline.points])
    knot_mode = spline.use_endpoint_u + 2 * spline.use_bezier_u
    shape = Splines(
        counts=np.array([len(control)]),
        types=np.array([NURBS if spline.type == "NURBS" else POLY]),
        cyclic=np.array([spline.use_cyclic_u]),
        resolutions=np.array([spline.resolution_u]),
        orders=np.array([spline.order_u]),
        knot_modes=np.array([knot_mode]),
        weights=control[:, 3],
    )
    positions = evaluate(shape, control[:, :3]).positions
    return (tuple(positions[0]), tuple(positions[-1])) if len(positions) else ()
