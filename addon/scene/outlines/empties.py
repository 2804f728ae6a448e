"""Empties as lines, and images as the area they fill.

Sizes, counts of segments and the letters of the arrows are those that Blender's overlays have; see
`ShapeCache` in draw/engines/overlay/overlay_shape.cc.
"""

from dataclasses import replace
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import NamedTuple

import bpy
import numpy as np

from .outline import lines

# Of the corners of an image, as they follow each other around its frame.
IMAGE_TRIANGLES = np.array(((0, 1, 2), (0, 2, 3)))
# Before 4.4 an instance of an empty that instances a collection is not drawn as an empty itself.
_HIDES_NESTED = bpy.app.version < (4, 4)
# Letters and end marks stand at these places on each axis of unit length.
_LETTER_PLACE, _MARK_PLACE = 1.25, 1.0
_MARK_RADIUS = 0.028
# Strokes of X, Y and Z around their middle.
_LETTERS = (
    (((0.0774, 0.1), (-0.086, -0.1)), ((-0.0774, 0.1), (0.086, -0.1))),
    (((-0.07, 0.1), (0.0, -0.01)), ((0.07, 0.1), (0.0, -0.01)), ((0.0, -0.01), (0.0, -0.1))),
    (((-0.076, 0.1), (0.076, 0.1)), ((0.076, 0.1), (-0.08, -0.1)), ((-0.08, -0.1), (0.08, -0.1))),
)


class Settings(NamedTuple):
    """All that an empty depends on besides its matrix; `image` of an image alone."""

    display_type: str
    size: float
    image: tuple


def read_settings(obj, _scene):
    """The `Settings` of an evaluated empty."""
    image = ()
    if obj.empty_display_type == "IMAGE":
        is_opaque = obj.color[3] > 0.0 or not obj.use_empty_image_alpha
        has_area = obj.data is not None and obj.data.size[0] > 0 and is_opaque
        # What is drawn before or behind all else is at no depth that could be clipped.
        is_clipped = obj.empty_image_depth == "DEFAULT"
        image = (tuple(obj.empty_image_offset), _image_sides(obj.data), has_area, is_clipped)
    return Settings(obj.empty_display_type, obj.empty_display_size, image)


def outlines(settings, matrix):
    """The lines of an empty at its display size; of an image its frame and area."""
    if settings.display_type == "IMAGE":
        yield _image(settings.size, *settings.image)
        return
    if settings.display_type == "ARROWS":
        yield from arrows(settings.size, matrix)
    else:
        yield lines("EMPTY", *figure(settings.display_type, settings.size))


def arrows(size, matrix):
    """The lines of the three axes, and their letters."""
    yield lines("EMPTY", *figure("ARROWS", size))
    yield _facing_letters(matrix, size)


def is_image_in_front(obj):
    """Whether an object is an image that is drawn over all else."""
    return obj.type == "EMPTY" and obj.empty_display_type == "IMAGE" and obj.empty_image_depth == "FRONT"


def is_image_in_back(obj):
    """Whether an object is an image that is drawn behind all else."""
    is_image = obj.type == "EMPTY" and obj.empty_display_type == "IMAGE"
    return is_image and obj.empty_image_depth == "BACK" and not obj.show_in_front


def is_nested_instancer(item):
    """Whether an entry of `Depsgraph.object_instances` is an empty that is not drawn because of what it places."""
    if not (_HIDES_NESTED and item.is_instance):
        return False
    obj = item.object.original
    return obj.type == "EMPTY" and obj.instance_type == "COLLECTION" and obj.instance_collection is not None


def figure(display_type, size):
    """Starts and ends of the lines of an empty of a display type other than IMAGE, in its own space."""
    starts, ends = _unit_lines(display_type).transpose(1, 0, 2) * size
    return starts, ends


def _facing_letters(matrix, size):
    """Marks and letters of the arrows, which face the viewer and are as large as their axis is long."""
    letters, axes, offsets = _letters()
    starts, ends = (letters * size @ matrix[:3, :3].T + matrix[:3, 3]).transpose(1, 0, 2)
    lengths = np.linalg.norm(matrix[:3, :3], axis=0)[axes]
    facing = offsets * size * lengths[:, None, None]
    return lines("EMPTY", starts, ends, in_world=True, facing=facing, facing_unit="WORLD")


def _image(size, offset, sides, has_area, is_clipped):
    corners = np.array(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)), dtype=np.float64)
    corners = (corners + (*offset, 0.0)) * (*sides, 1.0) * size
    frame = lines("IMAGE", corners, np.roll(corners, -1, axis=0))
    if not has_area:
        return frame
    triangles = corners[IMAGE_TRIANGLES]
    return replace(frame, fills=triangles, fill_indices=np.zeros(2, int), is_clipped=is_clipped)


def _image_sides(image):
    """Width and height of an image whose longer side is 1."""
    if image is None:
        return 1.0, 1.0
    aspect_x, aspect_y = image.display_aspect
    longest = max(aspect_x, aspect_y)
    width, height = (
        max(side, 1) * aspect / longest for side, aspect in zip(image.size, (aspect_x, aspect_y), strict=True)
    )
    return width / max(width, height), height / max(width, height)


@cache
def _unit_lines(display_type):
    """(n, 2, 3) lines of an empty of size 1."""
    return np.array(_MAKERS[display_type](), dtype=np.float64)


def _plain_axes():
    return [(-axis, axis) for axis in np.eye(3)]


def _arrows():
    return [(np.zeros(3), axis) for axis in np.eye(3)]


@lru_cache(maxsize=1)
def _letters():
    """Marks and letters of the arrows: places (n, 2, 3), axes (n,), and strokes (n, 2, 2) that face the viewer."""
    corners = _MARK_RADIUS * np.array(((1, 0), (0, 1), (-1, 0), (0, -1)))
    mark = list(zip(corners, np.roll(corners, -1, axis=0), strict=True))
    strokes = [(axis, _MARK_PLACE, stroke) for axis in range(3) for stroke in mark]
    strokes += [(axis, _LETTER_PLACE, stroke) for axis in range(3) for stroke in _LETTERS[axis]]
    axes = np.array([axis for axis, _, _ in strokes])
    places = np.eye(3)[axes] * np.array([place for _, place, _ in strokes])[:, None]
    return np.stack((places, places), axis=1), axes, np.array([stroke for _, _, stroke in strokes])


def _single_arrow():
    tip, base = (0.0, 0.0, 1.0), [(x, y, 0.75) for x, y in _ring(4, 0.035 * 2**0.5, 0.25 * pi)]
    return [*((tip, corner) for corner in base), *_closed(base), ((0, 0, 0), (0, 0, 0.75))]


def _circle():
    return _closed([(x, 0.0, z) for x, z in _ring(64)])


def _cube():
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    return [
        (a, b)
        for a in corners
        for b in corners
        if a < b and sum(p != q for p, q in zip(a, b, strict=True)) == 1
    ]


def _sphere():
    ring = _ring(32)
    return [
        line
        for circle in (
            [(a, b, 0) for a, b in ring],
            [(a, 0, b) for a, b in ring],
            [(0, a, b) for a, b in ring],
        )
        for line in _closed(circle)
    ]


def _cone():
    base = [(x, 0.0, z) for x, z in _ring(8)]
    return [*_closed(base), *((corner, (0.0, 2.0, 0.0)) for corner in base)]


def _ring(count, radius=1.0, first_angle=0.0):
    angles = [first_angle + 2.0 * pi * number / count for number in range(count)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _closed(corners):
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


_MAKERS = {
    "PLAIN_AXES": _plain_axes,
    "ARROWS": _arrows,
    "SINGLE_ARROW": _single_arrow,
    "CIRCLE": _circle,
    "CUBE": _cube,
    "SPHERE": _sphere,
    "CONE": _cone,
}
