"""The bones of an armature as they are drawn: in edit mode its edit bones, else those of the pose."""

from itertools import pairwise
from typing import NamedTuple

import bpy
import numpy as np

from .bendy import edit_joints

# Blender 5.0 moved the hiding of posed bones from the bone to its pose.
_POSE_HIDES = bpy.app.version >= (5, 0)


class DrawnBone(NamedTuple):
    """One bone that is shown, in the armature's space.

    `matrix` (4, 4) takes its own axes, y along it, to the armature; `segments` has such a matrix for each part of
    a bendy bone, of `length` over their number. `head_radius` is that of the joint with its parent, if `is_joined`.
    """

    number: int
    matrix: np.ndarray
    length: float
    display_type: str
    is_joined: bool
    thickness: tuple
    segments: list
    head_radius: float
    tail_radius: float
    posed: bpy.types.PoseBone | None


def is_edited_armature(obj):
    """Whether an evaluated armature object is drawn as its edit bones."""
    return obj.mode == "EDIT" and obj.original.data.is_editmode


def drawn_bones(obj):
    """Yield every shown bone of an evaluated armature object, as `DrawnBone`."""
    if is_edited_armature(obj):
        yield from _edit_bones(obj.original.data)
    elif obj.pose is not None:
        yield from _pose_bones(obj)


def bone_name_and_ends(obj, number):
    """Name of a bone, head and tail (2, 3) in the armature's space, of an evaluated armature object."""
    if is_edited_armature(obj):
        bone = obj.original.data.edit_bones[number]
        return bone.name, np.array((bone.head, bone.tail), dtype=np.float64)
    name = obj.data.bones[number].name
    posed = obj.pose.bones[name]
    return name, np.array((posed.head, posed.tail), dtype=np.float64)


def _edit_bones(armature):
    shown = [bone for bone in armature.edit_bones if not bone.hide and _in_shown_collection(bone)]
    names = {bone.name for bone in shown}
    numbers = {bone.name: number for number, bone in enumerate(armature.edit_bones)}
    for bone in shown:
        matrix = _matrix(bone.matrix)
        segments = _edited_segments(matrix, bone) if bone.bbone_segments > 1 else [matrix]
        yield _drawn(bone, numbers[bone.name], matrix, names, armature, segments, None)


def _pose_bones(obj):
    armature = obj.data
    bones = [bone for bone in armature.bones if _is_posed_shown(obj, bone) and _in_shown_collection(bone)]
    names = {bone.name for bone in bones}
    numbers = {bone.name: number for number, bone in enumerate(armature.bones)}
    for bone in bones:
        posed = obj.pose.bones[bone.name]
        matrix = _matrix(posed.matrix)
        segments = _bent_segments(matrix, posed, bone.bbone_segments)
        yield _drawn(bone, numbers[bone.name], matrix, names, armature, segments, posed)


def _drawn(bone, number, matrix, shown_names, armature, segments, posed):
    joined = bone.parent is not None and bone.use_connect and bone.parent.name in shown_names
    own_type = getattr(bone, "display_type", "ARMATURE_DEFINED")
    return DrawnBone(
        number,
        matrix,
        bone.length,
        armature.display_type if own_type == "ARMATURE_DEFINED" else own_type,
        joined,
        (bone.bbone_x, bone.bbone_z),
        segments,
        bone.parent.tail_radius if joined else bone.head_radius,
        bone.tail_radius,
        posed,
    )


def _bent_segments(matrix, posed, count):
    """Matrices of the parts of a bendy bone: each starts at its joint and points to the next one.

    What is hidden may not have been evaluated; then nobody knows how it is bent.
    """
    if count == 1:
        return [matrix]
    try:
        joints = [matrix @ _matrix(posed.bbone_segment_matrix(number)) for number in range(count + 1)]
    except RuntimeError:
        return [matrix]
    return _between(joints, matrix)


def _edited_segments(matrix, bone):
    """The same of an edit bone."""
    joints = []
    for place in edit_joints(bone):
        joint = matrix.copy()
        joint[:3, 3] = matrix[:3, :3] @ place + matrix[:3, 3]
        joints.append(joint)
    return _between(joints, matrix)


def _between(joints, matrix):
    segments = []
    for joint, following in pairwise(joints):
        along = following[:3, 3] - joint[:3, 3]
        along /= np.linalg.norm(along) or 1.0
        segment = joint.copy()
        segment[:3, :3] -= np.outer(along, along @ joint[:3, :3])
        segment[:3, 1] = along * np.linalg.norm(matrix[:3, 1])
        segments.append(segment)
    return segments


def _is_posed_shown(obj, bone):
    posed = obj.pose.bones.get(bone.name)
    return posed is not None and not (posed.hide if _POSE_HIDES else bone.hide)


def _in_shown_collection(bone):
    """Whether one of its collections is shown; a bone in none is."""
    return not len(bone.collections) or any(one.is_visible_effectively for one in bone.collections)


def _matrix(values):
    return np.array(values, dtype=np.float64)
