"""What grease pencil objects of both generations hold: their strokes at a frame, layer by layer.

Legacy objects (type GPENCIL) exist up to 4.2, those of type GREASEPENCIL from 4.3 on.
"""

from typing import NamedTuple

import bpy
import numpy as np
from mathutils import Matrix

from .curve_data import evaluated_splines, read_numbers, read_radii
from .dots import is_placed_by_radius
from .outline import read_vectors
from .placing import mean_scale

TYPES = frozenset(("GPENCIL", "GREASEPENCIL"))
# A legacy line width of one pixel is this wide in its own space, half of it on each side.
_LEGACY_WIDTH = 1e-3
_LEAST_ASPECT = 1e-8
# Of the squares of scales; less is rounding.
_LEAST_UNEVENNESS = 1e-5
# Whether lines and fills are drawn is a matter of each stroke now, and was one of its material before.
_STROKES_SAY_WHAT_SHOWS = bpy.app.version >= (5, 2)


class Stroke(NamedTuple):
    """One stroke in the object's space.

    `positions` (n, 3), the last of a closed one its first again; `radii` and `rotations` (n,), the radii before
    `icon_scale` where they are `in_pixels`; the `style` of its material, or None; `uneven` (3, 3) is the matrix
    of an object that is scaled unevenly, else None.
    """

    positions: np.ndarray
    radii: np.ndarray
    rotations: np.ndarray
    aspect: float
    in_pixels: bool
    style: bpy.types.MaterialGPencilStyle | None
    shows_line: bool
    shows_fill: bool
    part: str
    number: int
    ghost_frame: int | None
    uneven: np.ndarray | None

    @property
    def is_closed(self):
        """Whether it ends where it starts."""
        return len(self.positions) > 3 and (self.positions[0] == self.positions[-1]).all()

    @property
    def is_hidden(self):
        """Whether its material is."""
        return self.style is not None and self.style.hide


def strokes_shown(obj, matrix_world):
    """Yield the strokes that an evaluated object of type GREASEPENCIL shows at its frame."""
    uneven = uneven_scale(matrix_world)
    for layer in obj.data.layers:
        drawing = drawing_of(layer) if is_layer_drawn(layer) else None
        if drawing is not None:
            yield from strokes_of_drawing(obj, layer, drawing, uneven)


def legacy_strokes_shown(obj):
    """Yield the strokes that an evaluated object of type GPENCIL shows at its frame."""
    for layer in obj.data.layers:
        if layer.active_frame is not None and is_layer_drawn(layer):
            yield from strokes_of_frame(obj, layer, layer.active_frame)


def strokes_of_frame(obj, layer, frame, ghost_frame=None):
    """Yield the strokes of a frame of a legacy layer, which may be a ghost."""
    in_pixels = _is_in_pixels(obj)
    # Widths on the screen are scaled as well; those of instances as the object itself is.
    scale = mean_scale(np.array(obj.matrix_world, dtype=np.float64)) if in_pixels else _LEGACY_WIDTH
    scale *= 0.5 if in_pixels else 0.5 * obj.data.pixel_factor
    for number, stroke in enumerate(frame.strokes):
        points = stroke.points
        style, shows_line, shows_fill = _look(obj, stroke.material_index)
        pressures, rotations = (_read_floats(points, name) for name in ("pressure", "uv_rotation"))
        order = np.arange(len(points))
        if stroke.use_cyclic and len(points) > 2:
            order = np.append(order, 0)
        yield Stroke(
            read_vectors(points, "co")[order],
            scale * max(1, stroke.line_width + layer.line_change) * pressures[order],
            rotations[order],
            stroke.aspect[0] / max(stroke.aspect[1], _LEAST_ASPECT),
            in_pixels,
            style,
            shows_line,
            shows_fill and not stroke.is_nofill_stroke,
            layer.info,
            number,
            ghost_frame,
            None,
        )


def _read_floats(elements, name):
    values = np.empty(len(elements), dtype=np.float32)
    elements.foreach_get(name, values)
    return values.astype(np.float64)


def _is_in_pixels(obj):
    """Whether the strokes of an object are as wide on the screen as they are told, as before 4.3 they could be."""
    return obj.type == "GPENCIL" and obj.data.stroke_thickness_space == "SCREENSPACE"


def placement(obj, matrix_world):
    """Where an object and the parents of its layers are, as bytes: its strokes depend on that besides its data."""
    parents = [layer.parent for layer in obj.data.layers if layer.parent is not None]
    if not parents and not _is_in_pixels(obj):
        uneven = uneven_scale(matrix_world) if _has_dots_by_radius(obj) else None
        return b"" if uneven is None else uneven.tobytes()
    matrices = [obj.matrix_world, *(_parent_matrix(layer) for layer in obj.data.layers if layer.parent)]
    return np.array(matrices, dtype=np.float64).tobytes()


def _has_dots_by_radius(obj):
    styles = (slot.material.grease_pencil for slot in obj.material_slots if slot.material is not None)
    return any(style is not None and is_placed_by_radius(style) for style in styles)


def uneven_scale(matrix_world):
    """(3, 3) of what a matrix (4, 4) scales, if that is not as much in all directions; else None."""
    linear = np.array(matrix_world, dtype=np.float64)[:3, :3]
    squares = linear.T @ linear
    size = np.trace(squares) / 3.0
    return None if np.allclose(squares, size * np.eye(3), atol=_LEAST_UNEVENNESS * size) else linear


def drawing_of(layer, ghost_frame=None):
    """The drawing that a layer of type GREASEPENCIL shows at the frame, or as that ghost; None without one."""
    frame = frame_of(layer, layer.current_frame(), ghost_frame)
    return None if frame is None else frame.drawing


def frame_of(layer, present, ghost_frame):
    """The frame of a layer with the number of a ghost, else the `present` one."""
    if ghost_frame is None:
        return present
    return next((frame for frame in layer.frames if frame.frame_number == ghost_frame), None)


def stroke_counts(drawing):
    """(c,) how many points its strokes have."""
    # Of a drawing without strokes Blender lists one offset and gives none.
    if len(drawing.curve_offsets) < 2:
        return np.zeros(0, dtype=np.int32)
    offsets = np.empty(len(drawing.curve_offsets), dtype=np.int32)
    drawing.curve_offsets.foreach_get("value", offsets)
    return np.diff(offsets)


def to_layer(obj, layer, location):
    """A place (3,) of the object's space in that of a layer."""
    matrix = np.array(_layer_matrix(obj, layer), dtype=np.float64)
    return np.linalg.lstsq(matrix[:3, :3], location - matrix[:3, 3], rcond=None)[0]


def strokes_of_drawing(obj, layer, drawing, uneven, ghost_frame=None):
    """Yield the strokes of a drawing of a layer, which may be a ghost; `uneven` as from `uneven_scale`."""
    attributes, counts = drawing.attributes, stroke_counts(drawing)
    evaluated = evaluated_splines(attributes, counts)
    if evaluated is None:
        return
    matrix = np.array(_layer_matrix(obj, layer), dtype=np.float64)
    positions = evaluated.positions @ matrix[:3, :3].T + matrix[:3, 3]
    point_count = int(counts.sum())
    radii = np.maximum(evaluated.mixed(read_radii(attributes, point_count)) + layer.radius_offset, 0.0)
    rotations = evaluated.mixed(read_numbers(attributes, "rotation", point_count, 0.0))
    aspects = read_numbers(attributes, "aspect_ratio", len(counts), 1.0)
    materials, hidden, fill_ids = (
        read_numbers(attributes, name, len(counts), 0)
        for name in ("material_index", "hide_stroke", "fill_id")
    )
    ends = np.cumsum(evaluated.counts)
    for number, (end, count) in enumerate(zip(ends, evaluated.counts, strict=True)):
        part = slice(end - count, end)
        look = _look(obj, int(materials[number]), not hidden[number], fill_ids[number] != 0)
        of_points = positions[part], radii[part], rotations[part]
        yield Stroke(*of_points, aspects[number], False, *look, layer.name, number, ghost_frame, uneven)


def _look(obj, material_index, shows_line=True, shows_fill=False):
    """The style of a material or None, and whether line and fill are drawn: without one, or since 5.2, as told."""
    slots = obj.material_slots
    material = slots[min(max(material_index, 0), len(slots) - 1)].material if len(slots) else None
    style = material.grease_pencil if material is not None else None
    if style is None:
        return None, shows_line, shows_fill
    if not _STROKES_SAY_WHAT_SHOWS:
        shows_line, shows_fill = style.show_stroke, style.show_fill
    return style, shows_line and not style.hide, shows_fill and not style.hide


def is_layer_drawn(layer):
    """Whether anything of a layer is seen."""
    if layer.opacity == 0.0:
        return False
    while layer is not None:
        if layer.hide:
            return False
        # Up to 4.2 there are no groups.
        layer = getattr(layer, "parent_group", None)
    return True


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
