"""The view that something was picked in, kept as values, and put back."""

from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix

from .lookup import library_path

# Blender draws a view without a camera as if on a sensor of this size, at half the zoom; see `cameras`.
_USER_SENSOR_MM = 36.0
# What `SpaceView3D.lens` takes.
_LENS_RANGE_MM = (1.0, 250.0)


@dataclass(frozen=True, eq=False)
class PickedView:
    """Where a 3D view looked from.

    Attributes
    ----------
    perspective : str
        PERSP or ORTHO.
    location : (3,) float
        What the view turns around, in world space.
    rotation : (4,) float
        Quaternion w, x, y, z.
    distance, lens : float
        From there to the eye, in world units; focal length in mm. Of a camera all four are those of the view that
        comes nearest to what it saw.
    camera, camera_library : str or None
        Name and path of the library of the camera that it looked through.
    camera_zoom, camera_offset : float, (2,) float
        How large and where in the region the camera's frame was.
    """

    perspective: str
    location: np.ndarray
    rotation: np.ndarray
    distance: float
    lens: float
    camera: str | None
    camera_library: str | None
    camera_zoom: float
    camera_offset: np.ndarray

    @classmethod
    def of(cls, space, region_3d, viewport):
        """What a region of a 3D view shows now; `viewport` is the `Viewport` made of it."""
        camera = space.camera or bpy.data.scenes[viewport.scene].camera
        frame = region_3d.view_camera_zoom, np.array(region_3d.view_camera_offset, dtype=np.float64)
        if region_3d.view_perspective == "CAMERA" and camera is not None:
            nearest = _nearest_view(viewport, region_3d.view_distance)
            return cls(*nearest, camera.name, library_path(camera), *frame)
        return cls(
            "ORTHO" if region_3d.view_perspective == "ORTHO" else "PERSP",
            np.array(region_3d.view_location, dtype=np.float64),
            np.array(region_3d.view_rotation, dtype=np.float64),
            region_3d.view_distance,
            space.lens,
            None,
            None,
            *frame,
        )

    def show(self, space, region_3d, scene):
        """Put a view back to where it was; through its camera only if that is still the one that the view has.

        Returns
        -------
        bool
            Whether the view looks through the camera now.
        """
        camera = space.camera or scene.camera
        if camera is not None and (camera.name, library_path(camera)) == (self.camera, self.camera_library):
            region_3d.view_perspective = "CAMERA"
            region_3d.view_camera_zoom = self.camera_zoom
            region_3d.view_camera_offset = self.camera_offset
            return True
        region_3d.view_perspective = self.perspective
        region_3d.view_rotation = self.rotation
        region_3d.view_location = self.location
        region_3d.view_distance = self.distance
        space.lens = self.lens
        return False


def _nearest_view(viewport, distance):
    """Perspective, location, rotation, distance and lens of a view without a camera that shows the same."""
    world_from_view = np.linalg.inv(viewport.view.view)
    rotation = np.array(Matrix(world_from_view[:3, :3]).to_quaternion(), dtype=np.float64)
    width, height = viewport.size_px
    scale = viewport.projection[0, 0] if width >= height else viewport.projection[1, 1]
    lens = _USER_SENSOR_MM * float(scale)
    perspective = "PERSP"
    if viewport.view.is_orthographic:
        perspective, lens = "ORTHO", 50.0
        distance = lens / _USER_SENSOR_MM / float(scale)
    location = world_from_view[:3, 3] - distance * world_from_view[:3, 2]
    return perspective, location, rotation, float(distance), float(np.clip(lens, *_LENS_RANGE_MM))
