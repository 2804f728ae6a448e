"""A pick as rows of text: what is shown, and what its copy button copies."""

import math
from dataclasses import dataclass

import numpy as np

from ...core import measures
from ..text import one_line

_ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Row:
    """`lines` are (label, value); `copied` has every digit, in Blender units; a value that is a word can be translated.

    Lists are copied as Blender's own vector fields take them: [x, y, z]. A label
    that is a name given by the user is not translated.
    """

    lines: tuple
    copied: str
    is_word: bool = False
    is_name: bool = False


def location_rows(pick, length):
    """`length` turns Blender units into text in the scene's units; so in all functions here."""
    return [
        _vector("World X", pick.location, length),
        _vector("Local X", pick.location_local, length),
        Row((("Distance", length(pick.distance)),), repr(float(pick.distance))),
        Row((("Depth", length(pick.depth)),), repr(float(pick.depth))),
        Row((("Pixel X", f"{pick.pixel[0]:.1f}"), ("Y", f"{pick.pixel[1]:.1f}")), _listed(pick.pixel)),
        *([] if pick.snapped is None else [_word("Snapped To", pick.snapped.title())]),
    ]


def moved_row(pick, length):
    """Where a pick whose object has moved is now."""
    return _vector("Now at X", pick.location, length)


def rows_in_axes(pick, origin, axes, length):
    """A pick as seen from a place, in axes that are the columns of (3, 3)."""
    offset = np.subtract(pick.location, origin)
    normal = [] if pick.normal is None else [_vector("Normal X", np.asarray(pick.normal) @ axes, _fraction)]
    return [*_offset_rows(offset @ axes, length), *normal]


def rows_beside(pick, other, length, angle):
    """A pick as seen from another; `angle` turns radians into text and what is copied."""
    rows = _offset_rows(np.subtract(pick.location, other.location), length)
    if pick.normal is not None and other.normal is not None:
        shown, copied = angle(measures.angle(pick.normal, _ORIGIN, other.normal))
        rows.append(Row((("Normal Angle", shown),), copied))
    return rows


def _offset_rows(offset, length):
    distance = math.hypot(*offset)
    return [
        _vector("Offset X", offset, length),
        Row((("Distance", length(distance)),), repr(distance)),
    ]


def surface_rows(pick):
    if pick.is_on_plane:
        return [_vector("Normal X", pick.normal, _fraction), _word("Side", _side(pick))]
    if pick.kind != "FACE":
        number = [] if pick.index is None else [_plain("Number", pick.index)]
        named = [] if pick.element_name is None else [_word("Name", pick.element_name)]
        frame = [] if pick.ghost_frame is None else [_plain("Frame", pick.ghost_frame)]
        return [_word("Kind", pick.kind.title()), *named, *number, *frame]
    return [
        _vector("Normal X", pick.normal, _fraction),
        _vector("Smooth X", pick.normal_smooth, _fraction),
        _word("Side", _side(pick)),
        *([_word("Coincident", "Yes")] if pick.coincident else []),
        _plain("Face", pick.face_index),
        _word("Original Face", "Unknown")
        if pick.original_face_index is None
        else _plain("Original Face", pick.original_face_index),
        _plain("Triangle", pick.triangle_index),
        Row(
            tuple(zip(("Barycentric", "", ""), map(_fraction, pick.barycentric), strict=True)),
            _listed(pick.barycentric),
        ),
    ]


def _side(pick):
    return "Front" if pick.front_face else "Back"


def material_rows(pick):
    rows = [_plain("Material", pick.material) if pick.material else _word("Material", "None")]
    if pick.material_slot is not None:
        rows.append(_plain("Slot", pick.material_slot))
    for name, uv in pick.uv.items():
        rows.append(Row(((f"{name} U", _fraction(uv[0])), ("V", _fraction(uv[1]))), _listed(uv)))
    return rows


def attribute_rows(pick):
    return [_attribute(name, value) for name, value in pick.attributes.items()]


def vertex_group_rows(pick):
    return [_attribute(name, weight) for name, weight in pick.vertex_groups.items()]


def instance_rows(pick):
    rows = [_plain("Object", pick.object_name)]
    if pick.library:
        rows.append(_plain("Library", pick.library))
    for number, collection in enumerate(pick.collections):
        rows.append(_plain("" if number else "Collection", collection))
    for number, name in enumerate(pick.instancer_path):
        rows.append(_plain("" if number else "Instanced by", name))
    if pick.is_instance:
        # Blender pads the id with its largest integer.
        used = [number for number in pick.persistent_id if number != 0x7FFFFFFF]
        rows.append(Row((("Persistent ID", ", ".join(map(str, used))),), str(list(pick.persistent_id))))
    return rows


def nearest_rows(pick, length):
    rows, vertex, edge = [], pick.nearest_vertex, pick.nearest_edge
    if vertex is not None:
        rows += [
            _plain("Vertex", vertex.index),
            Row((("On Screen", _pixels(vertex.distance_px)),), repr(float(vertex.distance_px))),
            _vector("At X", vertex.location, length),
        ]
    if edge is not None:
        rows += [
            _plain("Edge", edge.index),
            Row((("On Screen", _pixels(edge.distance_px)),), repr(float(edge.distance_px))),
            Row((("Crease", _fraction(edge.crease)),), repr(float(edge.crease))),
            _word("Sharp", "Yes" if edge.sharp else "No"),
            _word("Seam", "Yes" if edge.seam else "No"),
            _vector("From X", edge.locations[0], length),
            _vector("To X", edge.locations[1], length),
        ]
    return rows


def _attribute(name, value):
    """A matrix has a line a row, a vector a line a component."""
    if isinstance(value, str):
        return Row(((name, one_line(value)),), value, is_name=True)
    values = value.tolist() if hasattr(value, "tolist") else value
    parts = values if isinstance(values, list) else [values]
    labels = [name] + [""] * (len(parts) - 1)
    return Row(tuple(zip(labels, map(_number, parts), strict=True)), repr(values), is_name=True)


def _number(value):
    if isinstance(value, list):
        return "  ".join(f"{one:.2f}" for one in value)
    return _fraction(value) if isinstance(value, float) else str(value)


def _vector(label, values, text):
    return Row(tuple(zip((label, "Y", "Z"), map(text, values), strict=True)), _listed(values))


def _plain(label, value):
    return Row(((label, str(value)),), str(value))


def _word(label, value):
    return Row(((label, value),), value, is_word=True)


def _listed(values):
    return str([float(value) for value in values])


def _fraction(value):
    return f"{value:.4f}"


def _pixels(value):
    return f"{value:.1f} px"
