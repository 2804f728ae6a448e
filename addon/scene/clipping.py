"""What clips rays and what they pass through, and what does not."""

import bpy
import numpy as np

from ..core import Rays, View

# Kinds whose areas Blender draws beyond the clip region as well, if not their lines; measured on 4.3.2 and 5.2.2.
AREAS_BEYOND_REGION = frozenset(
    ("STROKE", "VOLUME", "IMAGE") if bpy.app.version < (4, 4) else ("STROKE", "VOLUME")
)


def unclipped_rays(view, rays):
    """The rays of a `core.View` from its eye, or in an orthographic view without a beginning, and without an end."""
    starts = np.full(len(rays), -np.inf) if view.is_orthographic else -view.distances(rays.origins)
    return Rays(rays.origins, rays.directions, starts, np.inf)


def viewport_rays(viewport, pixels_px, options):
    """Rays through pixels, over what the viewport does not clip.

    With `ignore_clipping` they begin at the eye, or in an orthographic view have no beginning, and have no end.
    """
    view = viewport.view
    rays = view.pixel_rays(pixels_px)
    rays = (
        unclipped_rays(view, rays) if options.ignore_clipping else within_planes(rays, viewport.clip_planes)
    )
    if options.min_distance > 0.0:
        nearest = options.min_distance - view.distances(rays.origins)
        rays = Rays(rays.origins, rays.directions, np.maximum(rays.t_min, nearest), rays.t_max)
    return rays


def within_planes(rays, planes):
    """Cut the rays down to the half-spaces `plane[:3] . p + plane[3] >= 0`."""
    if not len(planes):
        return rays
    t_min, t_max = rays.t_min.copy(), rays.t_max.copy()
    for plane in planes:
        height = rays.origins @ plane[:3] + plane[3]
        slope = rays.directions @ plane[:3]
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = -height / slope
        np.maximum(t_min, crossing, out=t_min, where=slope > 0.0)
        np.minimum(t_max, crossing, out=t_max, where=slope < 0.0)
        t_max[(slope == 0.0) & (height < 0.0)] = -np.inf
    return Rays(rays.origins, rays.directions, t_min, t_max)


def within_view_range(rays, view):
    """Cut rays that start anywhere down to between the near and the far clip plane."""
    depth_of = -view.view[2]
    near_plane = depth_of - (0.0, 0.0, 0.0, view.near)
    far_plane = (0.0, 0.0, 0.0, view.far) - depth_of
    return within_planes(rays, [near_plane, far_plane] if np.isfinite(view.far) else [near_plane])


def culling(viewport, options, snapshot):
    """Which faces are passed over when they are met from behind, as `SceneIndex` takes it."""
    if viewport is None or options.ignore_culling:
        return False
    if viewport.culls_by_material:
        return snapshot.culled_backs
    return viewport.cull_backfaces


def segments_within_planes(planes, starts, ends):
    """The part of each segment on the visible side of all planes, as parameters; empty where low > high."""
    low, high = np.zeros(len(starts)), np.ones(len(starts))
    for plane in planes:
        first, last = starts @ plane[:3] + plane[3], ends @ plane[:3] + plane[3]
        slope = last - first
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = -first / slope
        np.maximum(low, crossing, out=low, where=slope > 0.0)
        np.minimum(high, crossing, out=high, where=slope < 0.0)
        high[(slope == 0.0) & (first < 0.0)] = -1.0
    return low, high


def unclipped(view):
    """The same view with nothing clipped but what is behind the eye."""
    reach = np.finfo(np.float64).max / 4
    near = -reach if view.is_orthographic else np.finfo(np.float64).tiny
    return View(view.view, view.projection, view.size_px, near=near, far=reach)
