"""Lines and points near a pixel."""

from typing import NamedTuple

import numpy as np

from ..core import View, elements
from .outlines.outline import Outline


class Nearby(NamedTuple):
    """A line or point within the tolerance: the nearest of one outline of one instance."""

    instance_index: int
    outline: Outline
    row: int
    location: np.ndarray
    distance_px: float
    is_hidden: bool


def nearby_elements(viewport, pixel_px, options, snapshot, is_hidden):
    """The nearest element of every outline whose distance to a pixel is within the tolerance.

    Parameters
    ----------
    viewport : Viewport
    pixel_px : (2,) float
    options : PickOptions
    snapshot : Snapshot
    is_hidden : callable
        `is_hidden(location, instance)` says whether a face lies before a place.

    Returns
    -------
    list of Nearby
    """
    view = _unclipped(viewport.view) if options.ignore_clipping else viewport.view
    planes = () if options.ignore_clipping else viewport.clip_planes
    reach_px = options.tolerance_px * viewport.ui_scale
    found = []
    for index, instance in enumerate(snapshot.instances):
        for outline in instance.shape.outlines:
            near = _nearest(view, planes, pixel_px, outline, instance.matrix_world)
            if near is None:
                continue
            row, middle_px, location = near
            distance_px = max(0.0, middle_px - outline.radius_px * viewport.ui_scale)
            if distance_px > reach_px or view.distances(location[None])[0] < options.min_distance > 0:
                continue
            hidden = not options.see_through and is_hidden(location, instance)
            found.append(Nearby(index, outline, row, location, distance_px, hidden))
    return found


def _nearest(view, planes, pixel_px, outline, matrix_world):
    """(row, distance in pixels, location) of the nearest element; None if none is drawn."""
    starts = outline.starts @ matrix_world[:3, :3].T + matrix_world[:3, 3]
    if outline.starts is outline.ends:
        distances = elements.distances_to_points_px(view, pixel_px, starts)
        for plane in planes:
            distances[starts @ plane[:3] + plane[3] < 0.0] = np.inf
        parameters, ends = np.zeros(len(starts)), starts
    else:
        ends = outline.ends @ matrix_world[:3, :3].T + matrix_world[:3, 3]
        low, high = _within_planes(planes, starts, ends)
        span = ends - starts
        starts, ends = starts + low[:, None] * span, starts + high[:, None] * span
        distances, parameters = elements.distances_to_segments_px(view, pixel_px, starts, ends)
        distances[low > high] = np.inf
    nearest = np.flatnonzero(distances == distances.min(initial=np.inf))
    if not len(nearest) or not np.isfinite(distances[nearest[0]]):
        return None
    locations = starts[nearest] + parameters[nearest, None] * (ends - starts)[nearest]
    closest = int(np.argmin(view.depths(locations)))
    return int(nearest[closest]), float(distances[nearest[0]]), locations[closest]


def _within_planes(planes, starts, ends):
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


def _unclipped(view):
    """The same view with nothing clipped but what is behind the eye."""
    reach = np.finfo(np.float64).max / 4
    near = -reach if view.is_orthographic else np.finfo(np.float64).tiny
    return View(view.view, view.projection, view.size_px, near=near, far=reach)
