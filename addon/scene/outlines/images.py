"""When a view shows an image empty, and whether as a frame alone."""

import numpy as np

# Of the sine of the angle between an axis-aligned image's normal and the view, squared.
_ALIGNED_WITHIN = 1e-5
# How far an orthographic view must be turned towards a side to show it.
_SIDE_MARGIN = 1e-5


def shows_frame(obj, view):
    """Whether a `core.View` of this type, perspective or orthographic, shows the image empty at all."""
    return obj.show_empty_image_orthographic if view.is_orthographic else obj.show_empty_image_perspective


def shows_area(obj, matrix_world, view):
    """Whether a `core.View` shows more of an image empty than its frame."""
    normal, towards_viewer = matrix_world[:3, 2], -view.view_axis
    if obj.empty_image_side != "DOUBLE_SIDED":
        to_eye = towards_viewer if view.is_orthographic else view.eye - matrix_world[:3, 3]
        margin = _SIDE_MARGIN if view.is_orthographic else 0.0
        facing = normal @ to_eye
        if (facing if obj.empty_image_side == "FRONT" else -facing) < margin:
            return False
    if obj.show_empty_image_only_axis_aligned:
        across = normal - (normal @ towards_viewer) * towards_viewer
        return bool(np.dot(across, across) <= _ALIGNED_WITHIN)
    return True
