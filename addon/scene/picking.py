"""Rays through pixels against what a viewport shows."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from ..core import Rays
from ..core.rank import rank_hits
from .describe import describe_hit
from .snapshot import Snapshot


def pick_pixels(viewport, pixels_px, options, *, every):
    """What is at each of (n, 2) pixels.

    Returns
    -------
    list of list of Pick
        For each pixel its hits in rank order; only the first of them unless `every`.
    """
    snapshot = Snapshot(options, viewport)
    rays = viewport_rays(viewport, pixels_px, options)
    hits = snapshot.index.all(rays, cull_backfaces=culls(viewport, options))
    ranked = _ranked_rows(snapshot, hits, options)
    starts = np.searchsorted(hits.ray_index[ranked], np.arange(len(pixels_px) + 1))
    rows_by_pixel = [ranked[start : end if every else min(start + 1, end)] for start, end in pairwise(starts)]
    picks = _describe(
        snapshot, viewport, pixels_px, options, hits, np.concatenate([*rows_by_pixel, ranked[:0]])
    )
    return [[picks[row] for row in rows] for rows in rows_by_pixel]


def cast(origins, directions, options, viewport):
    """Nearest hit of each ray; see `api.cast_rays`."""
    snapshot = Snapshot(options, viewport)
    rays = Rays(origins, directions)
    if options.min_distance > 0.0:
        lengths = np.linalg.norm(rays.directions, axis=1)
        rays = Rays(rays.origins, rays.directions, options.min_distance / lengths)
    if viewport is not None and not options.ignore_clipping:
        rays = _within_view_range(_within_planes(rays, viewport.clip_planes), viewport.view)
    hits = snapshot.index.first(rays, cull_backfaces=viewport is not None and culls(viewport, options))
    return replace(hits, instances=tuple(snapshot.instances))


def culls(viewport, options):
    """Whether faces seen from behind are passed over."""
    return viewport.cull_backfaces and not options.ignore_culling


def viewport_rays(viewport, pixels_px, options):
    """Rays through pixels, over what the viewport does not clip.

    With `ignore_clipping` they begin at the eye, or in an orthographic view have no beginning, and have no end.
    """
    view = viewport.view
    rays = view.pixel_rays(pixels_px)
    if options.ignore_clipping:
        starts = np.full(len(rays), -np.inf) if view.is_orthographic else -view.distances(rays.origins)
        rays = Rays(rays.origins, rays.directions, starts, np.inf)
    else:
        rays = _within_planes(rays, viewport.clip_planes)
    if options.min_distance > 0.0:
        nearest = options.min_distance - view.distances(rays.origins)
        rays = Rays(rays.origins, rays.directions, np.maximum(rays.t_min, nearest), rays.t_max)
    return rays


def _within_planes(rays, planes):
    """Cut the rays down to the half-spaces `plane[:3] . p + plane[3] >= 0`."""
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


def _within_view_range(rays, view):
    """Cut rays that start anywhere down to between the near and the far clip plane."""
    depth_of = np.append(view.view_axis, -view.view_axis @ view.eye)
    near_plane = depth_of - (0.0, 0.0, 0.0, view.near)
    far_plane = (0.0, 0.0, 0.0, view.far) - depth_of
    return _within_planes(rays, [near_plane, far_plane] if np.isfinite(view.far) else [near_plane])


def _ranked_rows(snapshot, hits, options):
    """Row numbers of `hits` sorted by ray, and for each ray by rank."""
    in_front = np.array([one.in_front for one in snapshot.instances] or [False])[hits.instance_index]
    if options.true_depth:
        in_front = np.zeros_like(in_front)
    order = rank_hits(in_front, hits.t, hits.instance_index, hits.triangle_index)
    return order[np.argsort(hits.ray_index[order], kind="stable")]


def _describe(snapshot, viewport, pixels_px, options, hits, rows):
    """`Pick` by row of `hits`."""
    rows_of_instance = {}
    for row in rows:
        rows_of_instance.setdefault(int(hits.instance_index[row]), []).append(int(row))
    picks = {}
    for index, item in snapshot.items(rows_of_instance):
        for row in rows_of_instance[index]:
            picks[row] = describe_hit(
                viewport,
                pixels_px[hits.ray_index[row]],
                options,
                snapshot.instances[index],
                item,
                int(hits.triangle_index[row]),
                hits.barycentric[row],
            )
    return picks
