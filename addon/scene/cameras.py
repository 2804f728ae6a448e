"""View and projection matrices of a region's view, or of a camera, without drawing anything.

The formulas are Blender's own (`BKE_camera_params_from_view3d` and
`BKE_camera_params_compute_viewplane` in blenkernel/intern/camera.cc), in double precision.
"""

from math import cos, sin, sqrt

import numpy as np

from ..core import orthographic, perspective

# The 36 mm sensor that a view without a camera is drawn with, seen at half the size.
_USER_SENSOR_MM = 36.0
_USER_VIEW_ZOOM = 2.0


def user_view_matrix(space, region_3d, scene, depsgraph):
    """World to view space (4, 4) of a view that is not a camera view; an orthographic one is not moved back."""
    rotation = np.array(region_3d.view_rotation.to_matrix(), dtype=np.float64)
    matrix = np.eye(4)
    matrix[:3, :3] = rotation.T
    matrix[:3, 3] = -rotation.T @ _view_center(space, region_3d, scene, depsgraph)
    if region_3d.view_perspective != "ORTHO":
        matrix[2, 3] -= region_3d.view_distance
    return matrix


def _view_center(space, region_3d, scene, depsgraph):
    """What a view that is not a camera view turns around (3,): the object, bone or 3D cursor it is locked to, if any.

    How far a locked view has been moved away from there since is nowhere to be read.
    """
    locked = space.lock_object
    if locked is not None:
        evaluated = locked.evaluated_get(depsgraph)
        bone = evaluated.pose.bones.get(space.lock_bone) if evaluated.pose else None
        center = (
            evaluated.matrix_world @ bone.matrix.translation if bone else evaluated.matrix_world.translation
        )
    else:
        center = scene.cursor.location if space.lock_cursor else region_3d.view_location
    return np.array(center, dtype=np.float64)


def user_clip(space, region_3d):
    """Near and far clip, signed distances along the view axis, of a view that is not a camera view."""
    if region_3d.view_perspective == "ORTHO":
        return -0.5 * space.clip_end, 0.5 * space.clip_end
    return space.clip_start, space.clip_end


def clip_region(space, region_3d):
    """Planes of what the clip region leaves; Blender draws it so in these two shadings alone."""
    if not region_3d.use_clip_planes or space.shading.type not in ("WIREFRAME", "SOLID"):
        return ()
    return [tuple(plane) for plane in region_3d.clip_planes][:4]


def user_projection(space, region_3d, size_px, near, far):
    """Projection (4, 4) of a view that is not a camera view."""
    width, height = size_px
    half_sensor = _USER_SENSOR_MM * _USER_VIEW_ZOOM / (2.0 * space.lens)
    # Sensor fit is automatic: the longer side of the region has the sensor's size.
    half_width, half_height = (half_sensor * side / max(width, height) for side in size_px)
    if region_3d.view_perspective == "ORTHO":
        right, top = half_width * region_3d.view_distance, half_height * region_3d.view_distance
        return orthographic(-right, right, -top, top, near, far)
    return perspective(2.0 * np.arctan(half_height), width / height, near, far)


def camera_view_matrix(camera):
    """World to view space (4, 4) of an evaluated camera object; its scale is left out, as Blender leaves it out."""
    matrix = np.array(camera.matrix_world, dtype=np.float64)
    lengths = np.linalg.norm(matrix[:3, :3], axis=0)
    if not np.all(lengths > 0.0):
        raise ValueError(
            f"camera: expected an object with three axes, got {camera.name!r} with an axis of scale 0"
        )
    axes = matrix[:3, :3] / lengths
    view = np.eye(4)
    view[:3, :3] = np.linalg.inv(axes)
    view[:3, 3] = -view[:3, :3] @ matrix[:3, 3]
    return view


def camera_clip(camera):
    """Near and far clip of a camera object; None, None for another object that a view looks through."""
    return getattr(camera.data, "clip_start", None), getattr(camera.data, "clip_end", None)


def camera_projection(camera, depsgraph, size_px, pixel_aspect=(1.0, 1.0)):
    """Projection (4, 4) of an evaluated camera object that fills `size_px`."""
    width, height = (round(side) for side in size_px)
    scale_x, scale_y = pixel_aspect
    projection = camera.calc_matrix_camera(depsgraph, x=width, y=height, scale_x=scale_x, scale_y=scale_y)
    return np.array(projection, dtype=np.float64)


def shown_in_region(view, projection, region_3d, size_px):
    """View and projection of a camera as a region shows it: zoomed, moved, rolled and flipped by the user."""
    zoom = (sqrt(2.0) + region_3d.view_camera_zoom / 50.0) ** 2 / 4.0
    on_screen = np.eye(4)
    on_screen[0, 0] = on_screen[1, 1] = zoom
    on_screen[:2, 3] = -4.0 * zoom * np.array(region_3d.view_camera_offset, dtype=np.float64)
    shown = on_screen @ projection
    # Roll and flip came with 5.3. They turn the axes of the view, and with them the shift, which is in pixels then.
    turn = np.eye(4)
    turn[:2, :2] = _rotation(getattr(region_3d, "view_camera_roll", 0.0))
    if getattr(region_3d, "use_view_flip_x", False):
        turn[0] *= -1.0
    size_px = np.array(size_px, dtype=np.float64)
    shown[:2, 2:] = turn[:2, :2] @ (shown[:2, 2:] * size_px[:, None]) / size_px[:, None]
    return turn @ view, shown


def _rotation(angle):
    return np.array(((cos(angle), -sin(angle)), (sin(angle), cos(angle))))
