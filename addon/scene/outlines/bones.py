"""Armatures: every bone as its display type shows it.

Shapes and sizes are those of Blender's overlays, draw/engines/overlay/overlay_armature.cc and overlay_shape.cc.
"""

import numpy as np

from . import empties, meshes
from .bone_list import drawn_bones, is_edited_armature
from .outline import Outline, lines
from .placing import placed_normals
from .silhouettes import Solid

# Radius of the dots at the joints of a stick, in pixels; measured on 4.3.2 and 5.2.2.
_STICK_JOINT_PX = 2.5
# Of a bone of length 1: the balls at its ends, and the thickest place of its octahedron.
_JOINT_RADIUS = 0.05
_WAIST = 0.1


_WAIST_CORNERS = [(x * _WAIST, _WAIST, z * _WAIST) for x, z in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
_SIDES = ((1, 2), (2, 3), (3, 4), (4, 1))
_OCTAHEDRON = Solid(
    [(0, 0, 0), *_WAIST_CORNERS, (0, 1, 0)],
    [*((0, b, a) for a, b in _SIDES), *((5, a, b) for a, b in _SIDES)],
)
_BOX = Solid(
    [(x, y, z) for y in (0, 1) for x, z in ((1, 1), (1, -1), (-1, -1), (-1, 1))],
    [triangle for a, b, c, d in ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
     for triangle in ((a, b, c), (a, c, d))],
)  # fmt: skip


def bone_outlines(obj):
    """Lines, balls and areas of all shown bones; the index is the bone's number among the armature's bones."""
    drawing = _Drawing(is_edited_armature(obj))
    for bone in drawn_bones(obj):
        has_shape = bone.posed is not None and obj.data.show_bone_custom_shapes and bone.posed.custom_shape
        (drawing.add_custom if has_shape else drawing.add)(bone)
    yield from drawing.parts()


class _Drawing:
    """What the bones seen so far are drawn as."""

    def __init__(self, is_edited):
        self._is_edited = is_edited
        self._lines, self._sides, self._balls, self._fills, self._dots = [], [], [], [], []

    def add(self, bone):
        """A bone without a shape of its own."""
        head, tail = bone.matrix[:3, 3], bone.matrix[:3, 3] + bone.matrix[:3, 1] * bone.length
        ends = [tail] if bone.is_joined else [head, tail]
        joint_radius = _JOINT_RADIUS * bone.length * np.linalg.norm(bone.matrix[:3, :3]) / 3**0.5
        if bone.display_type == "OCTAHEDRAL":
            self._add_solid(_OCTAHEDRON, _scaled(bone.matrix, [bone.length] * 3), bone.number)
        elif bone.display_type == "BBONE":
            size = (bone.thickness[0], bone.length / len(bone.segments), bone.thickness[1])
            for segment in bone.segments:
                self._add_solid(_BOX, _scaled(segment, size), bone.number)
        elif bone.display_type == "ENVELOPE":
            self._add_envelope(bone, head, tail)
            return
        elif bone.display_type == "STICK":
            self._add_lines(head[None], tail[None], bone.number)
            self._dots += [(end, bone.number) for end in ends]
            return
        else:
            step = bone.length / len(bone.segments)
            starts = np.array([segment[:3, 3] for segment in bone.segments])
            self._add_lines(
                starts, starts + step * np.array([one[:3, 1] for one in bone.segments]), bone.number
            )
        if bone.display_type == "OCTAHEDRAL" or self._is_edited:
            for end in ends:
                self._add_ball(end, end, joint_radius, joint_radius, bone.number)

    def add_custom(self, bone):
        """A posed bone that is drawn as another object."""
        posed, shape = bone.posed, bone.posed.custom_shape
        at = np.array((posed.custom_shape_transform or posed).matrix, dtype=np.float64)
        turn = np.eye(4)
        turn[:3, :3] = posed.custom_shape_rotation_euler.to_matrix()
        turn[:3, 3] = posed.custom_shape_translation
        length = bone.length if posed.use_custom_shape_bone_size else 1.0
        matrix = _scaled(at @ turn, np.array(posed.custom_shape_scale_xyz) * length)
        if shape.type == "MESH" and not posed.bone.show_wire:
            self._add_solid(meshes.solid(shape), matrix, bone.number)
        for part in _shape_lines(shape, posed.bone.show_wire):
            self._add_lines(_placed(part.starts, matrix), _placed(part.ends, matrix), bone.number)

    def parts(self):
        """Yield all of it as `Outline`s."""
        if self._lines:
            yield Outline("BONE", *_joined(self._lines))
        if self._sides:
            starts, ends, numbers, normals = _joined(self._sides)
            fills, owners = _joined(self._fills)
            yield Outline(
                "BONE", starts, ends, numbers, fills=fills, fill_indices=owners, side_normals=normals
            )
        if self._balls:
            starts, ends, radii, numbers = zip(*self._balls, strict=True)
            yield Outline(
                "BONE", np.array(starts), np.array(ends), np.array(numbers), half_widths=np.array(radii)
            )

        if self._dots:
            places, numbers = map(np.array, zip(*self._dots, strict=True))
            yield Outline("BONE", places, places, numbers, radius_px=_STICK_JOINT_PX)

    def _add_solid(self, solid, matrix, number):
        corners = _placed(solid.corners, matrix)
        starts, ends = corners[solid.sides.edges[:, 0]], corners[solid.sides.edges[:, 1]]
        normals = placed_normals(solid.sides.normals, matrix[:3, :3])
        self._sides.append((starts, ends, np.full(len(starts), number), normals))
        # Anticlockwise seen from outside, also where the bone or its shape is mirrored.
        triangles = solid.triangles[:, ::-1] if np.linalg.det(matrix[:3, :3]) < 0.0 else solid.triangles
        self._fills.append((corners[triangles], np.full(len(triangles), number)))

    def _add_envelope(self, bone, head, tail):
        """A ball at each end; between them a cone that touches them from within."""
        if not bone.is_joined:
            self._add_ball(head, head, bone.head_radius, bone.head_radius, bone.number)
        self._add_ball(tail, tail, bone.tail_radius, bone.tail_radius, bone.number)
        length = np.linalg.norm(tail - head)
        if length <= bone.head_radius + bone.tail_radius:
            return
        along = np.array((bone.head_radius, length - bone.tail_radius)) / length
        start, end = (head + part * (tail - head) for part in along)
        radii = bone.head_radius + along * (bone.tail_radius - bone.head_radius)
        self._add_ball(start, end, *radii, bone.number)

    def _add_ball(self, start, end, start_radius, end_radius, number):
        self._balls.append((start, end, (start_radius, end_radius), number))

    def _add_lines(self, starts, ends, number):
        self._lines.append((starts, ends, np.full(len(starts), number)))


def _joined(parts):
    """The arrays of some parts one after the other."""
    return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]


def _shape_lines(shape, is_wire):
    """What is drawn whichever way it is looked at of the object that a bone is drawn as, in its own space."""
    if shape.type == "EMPTY":
        if shape.empty_display_type != "IMAGE":
            figure = empties.figure(shape.empty_display_type, shape.empty_display_size)
            yield lines("BONE", *figure)
    elif shape.type == "MESH":
        yield meshes.edges_of("BONE", shape, only_loose=not is_wire)
    elif shape.type in ("CURVE", "SURFACE", "FONT"):
        # Blender draws only every second of these lines, and one that is not there; the whole curve is meant.
        yield from meshes.curve_outlines(shape)


def _scaled(matrix, sizes):
    scaled = matrix.copy()
    scaled[:3, :3] *= sizes
    return scaled


def _placed(points, matrix):
    return points @ matrix[:3, :3].T + matrix[:3, 3]
