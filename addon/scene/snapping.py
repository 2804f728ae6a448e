"""Moving a pick to a vertex, an edge or a centre, or onto a plane where nothing was hit."""

from dataclasses import replace

import numpy as np

from ..core import Rays, elements, ray_plane
from .clipping import unclipped
from .pick import WHOLE_KINDS, Pick

# How far the axes of a view may be from those of the world for Blender's grid to be drawn across them.
_AXIS_ERROR = 1e-5


def snapped(pick, viewport, options):
    """The pick moved to the place nearest to its pixel that `snap` asks for, of the face or line that was hit.

    Parameters
    ----------
    pick : Pick
    viewport : Viewport
    options : PickOptions

    Returns
    -------
    Pick
        The same where there is no such place in view, as on icons. `location`, `location_local`, `distance` and `depth`
        are those of the place; all else stays that of what is under the pixel.
    """
    names = options.surface_snaps
    if not names:
        return pick
    view = unclipped(viewport.view) if options.ignore_clipping else viewport.view
    planes = () if options.ignore_clipping else viewport.clip_planes
    found = [
        (*_nearest(view, pick.pixel, _unclipped(_places(pick, view, name), planes)), name) for name in names
    ]
    if len(names) > 1:
        within = [one for one in found if one[0] <= options.tolerance_px * viewport.ui_scale]
        # The nearest point of an edge is always nearer than its ends, which then could not be reached.
        found = [one for one in within if one[2] != "EDGE"] or within
    distance_px, place, name = min(found, key=lambda one: one[0], default=(np.inf, None, ""))
    if not np.isfinite(distance_px):
        return pick
    linear, offset = pick.matrix_world[:3, :3], pick.matrix_world[:3, 3]
    return replace(
        pick,
        location=place,
        location_local=np.linalg.lstsq(linear, place - offset, rcond=None)[0],
        distance=float(viewport.view.distances(place[None])[0]),
        depth=float(viewport.view.depths(place[None])[0]),
        snapped=name,
    )


def _places(pick, view, name):
    """(n, 3) the places of this kind of what was hit."""
    if pick.face_polygon is not None:
        starts, ends = pick.face_polygon, np.roll(pick.face_polygon, -1, axis=0)
    elif pick.kind not in WHOLE_KINDS and pick.element_ends is not None:
        starts, ends = pick.element_ends[:1], pick.element_ends[1:]
    else:
        return np.zeros((0, 3))
    if name == "VERTEX":
        return np.concatenate((starts, ends))
    if name == "EDGE":
        parameters = elements.distances_to_segments_px(view, pick.pixel, starts, ends)[1]
        return starts + parameters[:, None] * (ends - starts)
    middles = (starts + ends) / 2.0
    return middles if name == "MIDPOINT" else middles.mean(axis=0)[None]


def _unclipped(places, planes):
    for plane in planes:
        places = places[places @ plane[:3] + plane[3] >= 0.0]
    return places


def _nearest(view, pixel_px, places):
    """Pixels to the nearest of the places (n, 3), and that; infinitely far where none is between the clip planes."""
    if not len(places):
        return np.inf, None
    distances_px = elements.distances_to_points_px(view, pixel_px, places)
    nearest = int(np.argmin(distances_px))
    return float(distances_px[nearest]), places[nearest]


def pick_on_plane(viewport, pixel_px, ray, scene, name):
    """Where a ray meets the plane of the grid, or the plane through the 3D cursor.

    Parameters
    ----------
    viewport : Viewport
    pixel_px : (2,) float
    ray : Rays
        The one ray through the pixel, over what the viewport does not clip.
    scene : bpy.types.Scene
    name : str
        FLOOR: z = 0, or in an orthographic view along an axis the plane through the origin that it looks at. CURSOR:
        across the cursor's Z axis, as Blender places new objects when the transform orientation is Cursor.

    Returns
    -------
    Pick or None
        None where the plane is behind the viewer, clipped or seen edge-on.
    """
    origin, normal = _floor(viewport) if name == "FLOOR" else _cursor_plane(scene)
    # From a plane through the origin of the ray nothing is lost where it is far from the world's.
    local = Rays(ray.origins - origin, ray.directions, ray.t_min, ray.t_max)
    t = ray_plane(local, normal, 0.0)
    if not np.isfinite(t[0]):
        return None
    location = ray.at(t)[0]
    view = viewport.view
    towards = view.view_axis if view.is_orthographic else location - view.eye
    return Pick(
        kind=name,
        object_name="",
        object_uid=0,
        library=None,
        collections=(),
        is_instance=False,
        instancer_path=(),
        persistent_id=(),
        matrix_world=np.eye(4),
        location=location,
        location_local=location,
        distance=float(view.distances(location[None])[0]),
        depth=float(view.depths(location[None])[0]),
        pixel=np.array(pixel_px, dtype=np.float64),
        in_front=False,
        base_key=("", None, 0),
        normal=normal,
        front_face=bool(towards @ normal < 0.0),
        snapped=name,
    )


def _floor(viewport):
    """A point of the plane in which Blender draws the grid, and its normal."""
    axes = viewport.view.view[:3, :3]
    is_along_axes = np.abs(np.abs(axes) - np.round(np.abs(axes))).max() <= _AXIS_ERROR
    if viewport.view.is_orthographic and viewport.camera_uid is None and is_along_axes:
        return np.zeros(3), np.abs(np.round(axes[2]))
    return np.zeros(3), np.array((0.0, 0.0, 1.0))


def _cursor_plane(scene):
    matrix = np.array(scene.cursor.matrix, dtype=np.float64)
    return matrix[:3, 3], matrix[:3, 2] / np.linalg.norm(matrix[:3, 2])
