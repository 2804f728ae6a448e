"""When a view shows an image empty, and whether as a frame alone."""

import numpy as np

# Of the sine of the angle between an axis-aligned image's normal and the view, squared.
_ALIGNED_WITHIN = 1e-5
# How far an orthographic view must be turned towards a side to show it.
_SIDE_MARGIN = 1e-5


def image_state(obj, matrix_world, view):
    """What is drawn of an image empty, and its image, as values: no update tag tells of either.

    Parameters
    ----------
    obj : bpy.types.Object
    matrix_world : (4, 4) float
    view : View or None
        Perspective or orthographic; None shows all.

    Returns
    -------
    tuple
        Begins with NOTHING, FRAME or AREA.
    """
    shown = "NOTHING"
    if view is None or _shows_frame(obj, view):
        shown = "AREA" if view is None or _shows_area(obj, matrix_world, view) else "FRAME"
    image = obj.data
    return (shown,) if image is None else (shown, tuple(image.size), tuple(image.display_aspect))


def _shows_frame(obj, view):
    return obj.show_empty_image_orthographic if view.is_orthographic else obj.show_empty_image_perspective


def _shows_area(obj, matrix_world, view):
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
