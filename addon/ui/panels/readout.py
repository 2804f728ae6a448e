"""A pick as rows of text: what is shown, and what its copy button copies."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """`lines` are (label, value); `copied` has every digit, in Blender units; a value that is a word can be translated.

    Lists are copied as Blender's own vector fields take them: [x, y, z].
    """

    lines: tuple
    copied: str
    is_word: bool = False


def location_rows(pick, length):
    """`length` turns Blender units into text in the scene's units; so in all functions here."""
    return [
        _vector("World X", pick.location, length),
        _vector("Local X", pick.location_local, length),
        Row((("Distance", length(pick.distance)),), repr(float(pick.distance))),
        Row((("Depth", length(pick.depth)),), repr(float(pick.depth))),
        Row((("Pixel X", f"{pick.pixel[0]:.1f}"), ("Y", f"{pick.pixel[1]:.1f}")), _listed(pick.pixel)),
    ]


def surface_rows(pick):
    if pick.kind != "FACE":
        return [_word("Kind", pick.kind.title()), _plain("Number", pick.index)]
    return [
        _vector("Normal X", pick.normal, _fraction),
        _vector("Smooth X", pick.normal_smooth, _fraction),
        _word("Side", "Front" if pick.front_face else "Back"),
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


def material_rows(pick):
    rows = [_plain("Material", pick.material) if pick.material else _word("Material", "None")]
    if pick.material_slot is not None:
        rows.append(_plain("Slot", pick.material_slot))
    for name, uv in pick.uv.items():
        rows.append(Row(((f"{name} U", _fraction(uv[0])), ("V", _fraction(uv[1]))), _listed(uv)))
    return rows


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
            _vector("From X", edge.locations[0], length),
            _vector("To X", edge.locations[1], length),
        ]
    return rows


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
