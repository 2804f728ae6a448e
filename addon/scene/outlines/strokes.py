"""Grease pencil strokes of both generations, as bands that face the viewer, and what they fill.

Legacy objects (type GPENCIL) exist up to 4.2, those of type GREASEPENCIL from 4.3 on.
"""

import bmesh
import bpy
import numpy as np
from mathutils import Matrix

from .curve_data import evaluated_splines, read_numbers, read_radii
from .outline import Outline, read_vectors
from .placing import mean_scale

# A legacy line width of one pixel is this wide in its own space, half of it on each side.
_LEGACY_WIDTH = 1e-3
# The two ways to divide a quadrilateral; for meshes, Blender has another rule.
_QUAD = np.array((((0, 1, 2), (0, 2, 3)), ((0, 1, 3), (1, 2, 3))))
# Whether lines and fills are drawn is a matter of each stroke now, and was one of its material before.
_STROKES_SAY_WHAT_SHOWS = bpy.app.version >= (5, 2)


def outlines(obj):
    """The strokes that an evaluated object of type GREASEPENCIL shows at its frame, numbered within each layer.

    In edit mode their points as well, numbered over all layers shown.
    """
    strokes = list(_outlines(obj))
    return [*strokes, *_edited(strokes)] if obj.mode == "EDIT" else strokes


def legacy_outlines(obj):
    """The strokes that an evaluated object of type GPENCIL shows at its frame; see `outlines`."""
    strokes = list(_legacy_outlines(obj))
    return [*strokes, *_edited(strokes)] if obj.mode == "EDIT_GPENCIL" else strokes


def _edited(strokes):
    """The lines and points of edit mode, which Blender draws over everything."""
    first = 0
    for stroke in strokes:
        settings = {"part": stroke.part, "shows_through": True}
        yield Outline("STROKE", stroke.starts, stroke.ends, stroke.indices, **settings)
        # What does not close ends where no line starts.
        is_closed = len(stroke.ends) and (stroke.ends[-1] == stroke.starts[0]).all()
        places = stroke.starts if is_closed else np.concatenate((stroke.starts, stroke.ends[-1:]))
        yield Outline("VERTEX", places, places, first + np.arange(len(places)), **settings)
        first += len(places)


def _outlines(obj):
    for layer in obj.data.layers:
        drawing = None if layer.opacity == 0.0 or _is_hidden(layer) else drawing_of(layer)
        if drawing is not None:
            yield from _drawing_outlines(obj, layer, drawing)


def _legacy_outlines(obj):
    in_pixels = _is_in_pixels(obj)
    # Widths on the screen are scaled as well; those of instances as the object itself is.
    scale = mean_scale(np.array(obj.matrix_world, dtype=np.float64)) if in_pixels else 1.0
    for layer in obj.data.layers:
        if layer.hide or layer.opacity == 0.0 or layer.active_frame is None:
            continue
        for number, stroke in enumerate(layer.active_frame.strokes):
            show_stroke, show_fill = _shows(obj, stroke.material_index)
            positions = read_vectors(stroke.points, "co")
            widths = np.empty(len(positions), dtype=np.float32)
            stroke.points.foreach_get("pressure", widths)
            widths = widths.astype(np.float64) * max(1, stroke.line_width + layer.line_change)
            yield _stroke_outline(
                positions,
                number,
                stroke.use_cyclic,
                None if in_pixels else 0.5 * _LEGACY_WIDTH * obj.data.pixel_factor * widths,
                radius_px=0.5 * scale * widths.min(initial=np.inf) if in_pixels and len(widths) else 0.0,
                show_stroke=show_stroke,
                show_fill=show_fill and not stroke.is_nofill_stroke,
                part=layer.info,
            )


def _is_in_pixels(obj):
    """Whether the strokes of an object are as wide on the screen as they are told, as before 4.3 they could be."""
    return obj.type == "GPENCIL" and obj.data.stroke_thickness_space == "SCREENSPACE"


def placement(obj):
    """Where an object and the parents of its layers are, as bytes: its strokes depend on that besides its data."""
    parents = [layer.parent for layer in obj.data.layers if layer.parent is not None]
    if not parents and not _is_in_pixels(obj):
        return b""
    matrices = [obj.matrix_world, *(_parent_matrix(layer) for layer in obj.data.layers if layer.parent)]
    return np.array(matrices, dtype=np.float64).tobytes()


def drawing_of(layer):
    """The drawing that a layer of type GREASEPENCIL shows at the frame; None without one."""
    frame = layer.current_frame()
    return None if frame is None else frame.drawing


def stroke_counts(drawing):
    """(c,) how many points its strokes have."""
    offsets = np.empty(len(drawing.curve_offsets), dtype=np.int32)
    drawing.curve_offsets.foreach_get("value", offsets)
    return np.diff(offsets)


def to_layer(obj, layer, location):
    """A place (3,) of the object's space in that of a layer."""
    matrix = np.array(_layer_matrix(obj, layer), dtype=np.float64)
    return np.linalg.lstsq(matrix[:3, :3], location - matrix[:3, 3], rcond=None)[0]


def _drawing_outlines(obj, layer, drawing):
    attributes, counts = drawing.attributes, stroke_counts(drawing)
    evaluated = evaluated_splines(attributes, counts)
    if evaluated is None:
        return
    matrix = np.array(_layer_matrix(obj, layer), dtype=np.float64)
    positions = evaluated.positions @ matrix[:3, :3].T + matrix[:3, 3]
    radii = np.maximum(evaluated.mixed(read_radii(attributes, int(counts.sum()))) + layer.radius_offset, 0.0)
    materials = read_numbers(attributes, "material_index", len(counts), 0)
    hidden = read_numbers(attributes, "hide_stroke", len(counts), 0)
    fill_ids = read_numbers(attributes, "fill_id", len(counts), 0)
    ends = np.cumsum(evaluated.counts)
    for number, (end, count) in enumerate(zip(ends, evaluated.counts, strict=True)):
        part = slice(end - count, end)
        show_stroke, show_fill = _shows(
            obj, int(materials[number]), not hidden[number], fill_ids[number] != 0
        )
        yield _stroke_outline(
            positions[part],
            number,
            False,
            radii[part],
            show_stroke=show_stroke,
            show_fill=show_fill,
            part=layer.name,
        )


def _stroke_outline(
    positions, number, is_cyclic, half_widths, *, show_stroke, show_fill, radius_px=0.0, part=None
):
    starts = np.arange(len(positions) if is_cyclic or len(positions) == 1 else max(0, len(positions) - 1))
    starts = starts if show_stroke else starts[:0]
    ends = (starts + 1) % max(1, len(positions))
    # A ring ends where it starts.
    is_ring = len(positions) > 3 and (positions[0] == positions[-1]).all()
    around = positions[:-1] if is_ring else positions
    fills = _filled(around) if show_fill and len(around) > 2 else None
    return Outline(
        "STROKE",
        positions[starts],
        positions[ends],
        np.full(len(starts), number),
        radius_px=radius_px,
        half_widths=None
        if half_widths is None
        else np.stack((half_widths[starts], half_widths[ends]), axis=1),
        fills=np.zeros((0, 3, 3)) if fills is None else positions[fills],
        fill_indices=np.full(0 if fills is None else len(fills), number),
        part=part,
    )


def _filled(corners):
    """(m, 3) triangles of a polygon (n, 3), as Blender divides it, also one that crosses itself; None for NaN."""
    if not np.isfinite(corners).all():
        return None
    if len(corners) == 4:
        return _QUAD[_is_bent_at_second(corners)]
    polygon = bmesh.new()
    try:
        polygon.faces.new([polygon.verts.new(corner) for corner in corners])
        polygon.verts.index_update()
        polygon.normal_update()
        triangles = [[loop.vert.index for loop in loops] for loops in polygon.calc_loop_triangles()]
    finally:
        polygon.free()
    return np.array(triangles, dtype=np.int64).reshape(-1, 3)


def _is_bent_at_second(corners):
    """Whether a simple quadrilateral can be divided between its second and its last corner alone."""
    normal = np.cross(corners[2] - corners[0], corners[3] - corners[1])

    def is_whole(triangles):
        areas = [np.cross(corners[b] - corners[a], corners[c] - corners[a]) @ normal for a, b, c in triangles]
        return min(areas) >= 0.0 or max(areas) <= 0.0

    return int(not is_whole(_QUAD[0]) and is_whole(_QUAD[1]))


def _shows(obj, material_index, shows_line=True, shows_fill=False):
    """Whether the line and the fill of a stroke are drawn; without a material, or since 5.2, as the stroke says."""
    slots = obj.material_slots
    material = slots[min(max(material_index, 0), len(slots) - 1)].material if len(slots) else None
    style = material.grease_pencil if material is not None else None
    if style is None:
        return shows_line, shows_fill
    if not _STROKES_SAY_WHAT_SHOWS:
        shows_line, shows_fill = style.show_stroke, style.show_fill
    return shows_line and not style.hide, shows_fill and not style.hide


def _is_hidden(layer):
    while layer is not None:
        if layer.hide:
            return True
        layer = layer.parent_group
    return False


def _layer_matrix(obj, layer):
    """From the space of a layer to that of its object."""
    if layer.parent is None:
        return layer.matrix_local
    to_object = obj.matrix_world.inverted_safe()
    return to_object @ _parent_matrix(layer) @ layer.matrix_parent_inverse @ layer.matrix_local


def _parent_matrix(layer):
    """Where the parent of a layer is in the world."""
    matrix = Matrix(layer.parent.matrix_world)
    bones = layer.parent.pose.bones if layer.parent.type == "ARMATURE" and layer.parent_bone else ()
    return matrix @ bones[layer.parent_bone].matrix if layer.parent_bone in bones else matrix
