"""The bend of bendy bones in edit mode, which no property tells.

As Blender computes it in BKE_pchan_bbone_handles_compute and BKE_pchan_bbone_spline_setup (armature.cc).
"""

import numpy as np

# So many lines measure the length of the curve.
_SAMPLES = 32
# How long handles are in parts of the bone, where neighbours go straight on or turn round.
_STRAIGHT, _BACK = 1.0 / 3.0, 0.5
# Of the cosine, which is no exact measure for angles near none.
_NO_ANGLE = 1e-5


def edit_joints(bone):
    """Ends of the parts of an edit bone (n + 1, 3), in its own space: from its head along its y axis."""
    length = bone.length
    inverse = np.linalg.inv(np.array(bone.matrix, dtype=np.float64))
    first, last = _directions(bone, length, inverse)
    reach = length * _tangent_factor(first, last)
    first = first * reach * bone.bbone_easein + (bone.bbone_curveinx, 0.0, bone.bbone_curveinz)
    last = -last * reach * bone.bbone_easeout + (bone.bbone_curveoutx, 0.0, bone.bbone_curveoutz)
    start, end = np.zeros(3), np.array((0.0, length, 0.0))
    t = np.linspace(0.0, 1.0, _SAMPLES + 1)[:, None]
    rest = 1.0 - t
    curve = rest**3 * start + 3.0 * rest**2 * t * (start + first)
    curve = curve + 3.0 * rest * t**2 * (end + last) + t**3 * end
    return _evenly(curve, bone.bbone_segments)


def _directions(bone, length, inverse):
    """Unit vectors in which the curve leaves the head and arrives at the tail."""
    before, after = _neighbours(bone)
    first = last = np.array((0.0, 1.0, 0.0))
    if before is not None:
        head = inverse[:3, :3] @ np.array(before.head) + inverse[:3, 3]
        # Between two bendy bones both share the direction.
        first = -_unit(head - (0.0, length if before.bbone_segments > 1 else 0.0, 0.0), (0.0, -1.0, 0.0))
    if after is not None:
        tail = inverse[:3, :3] @ np.array(after.tail) + inverse[:3, 3]
        last = _unit(tail - (0.0, 0.0 if after.bbone_segments > 1 else length, 0.0), (0.0, 1.0, 0.0))
    return first, last


def _neighbours(bone):
    """The bones at its head and tail that bend it: by default those that it is connected with."""
    before = bone.parent if bone.use_connect else None
    if bone.bbone_handle_type_start != "AUTO":
        before = bone.bbone_custom_handle_start
    after = next((child for child in bone.children if child.use_connect), None)
    if bone.bbone_handle_type_end != "AUTO":
        after = bone.bbone_custom_handle_end
    return before, after


def _tangent_factor(first, last):
    """How long handles must be for a circle, in parts of the distance."""
    cosine = float(first @ last)
    if cosine > 1.0 - _NO_ANGLE:
        return _STRAIGHT
    if cosine < -1.0 + _NO_ANGLE:
        return _BACK
    half_angle = np.arccos(cosine) / 2.0
    return float((2.0 / 3.0) * (1.0 - np.cos(half_angle)) / np.sin(half_angle) ** 2)


def _evenly(curve, count):
    """`count` + 1 points at even distances along a polyline."""
    lengths = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(curve, axis=0), axis=1)))
    at = np.linspace(0.0, lengths[-1], count + 1)
    return np.stack([np.interp(at, lengths, curve[:, axis]) for axis in range(3)], axis=1)


def _unit(vector, otherwise):
    length = np.linalg.norm(vector)
    return vector / length if length > 0.0 else np.array(otherwise)
