"""Rays through pixels against what a viewport shows."""

import numpy as np

from ..core import Rays
from ..core.hits import Hits, missed
from ..core.lone_hit import lone_hit
from .clipping import culling, viewport_rays, within_planes, within_view_range
from .coincident import coincident_rows
from .describe import describe_element, describe_face
from .hiding import seen_elements
from .ranking import from_first_seen, ranked
from .snapping import pick_on_plane, snapped
from .snapshot import Snapshot

# Of the distance along a ray, far more than its own rounding.
_T_ROUNDING = 1e-12


def pick_pixels(viewport, pixels_px, options, *, every, snapshot=None):
    """What is at each of (n, 2) pixels.

    Returns
    -------
    list of list of Pick
        For each pixel its hits in rank order; only the first of them unless `every`.
    """
    snapshot = snapshot or Snapshot(options, viewport)
    rays = viewport_rays(viewport, pixels_px, options)
    hits = _hits(viewport, rays, options, snapshot, every)
    bounds = np.searchsorted(hits.ray_index, np.arange(len(pixels_px) + 1))
    coincident = coincident_rows(snapshot, rays, hits)
    has_faces = options.kinds is None or "FACE" in options.kinds
    found = []
    for number, pixel_px in enumerate(pixels_px):
        rows = range(bounds[number], bounds[number + 1])
        ray = rays if len(rays) == 1 else rays.take([number])
        is_whole = every or not has_faces
        near = seen_elements(viewport, pixel_px, ray, options, snapshot, hits, rows, every=is_whole)
        candidates = ranked(viewport, snapshot, options, hits, rows, near, ray)
        if has_faces:
            candidates = from_first_seen(candidates)
        found.append(candidates if every else candidates[:1])
    found = _described(snapshot, viewport, pixels_px, options, hits, found, coincident)
    if options.plane_snap is not None:
        for number, picks in enumerate(found):
            if not picks:
                ray, pixel_px = rays.take([number]), pixels_px[number]
                place = pick_on_plane(viewport, pixel_px, ray, snapshot.scene, options.plane_snap)
                picks.extend([] if place is None else [place])
    return found


def _hits(viewport, rays, options, snapshot, every):
    """What rays of unit directions meet; unless `every`, what may rank first and what lies in one place with it."""
    if not snapshot.has_faces:
        return missed(0)
    culls = culling(viewport, options, snapshot)
    has_layers = snapshot.has_faces_in_front and not options.true_depth
    if every or has_layers or snapshot.has_faces_to_click_through:
        return snapshot.index.all(rays, cull_backfaces=culls)
    # How far behind a hit another can be and lie in one place with it.
    aside = 2.0 * snapshot.reach

    def room(t):
        return aside + _T_ROUNDING * abs(t)

    if len(rays) == 1 and (alone := lone_hit(snapshot.index, rays, culls, room)) is not None:
        return alone
    t = snapshot.index.first(rays, cull_backfaces=culls).t
    is_met = np.isfinite(t)
    if not is_met.any():
        return missed(0)
    lowest, highest = np.full(len(t), np.inf), np.full(len(t), -np.inf)
    beside = room(t[is_met])
    lowest[is_met], highest[is_met] = t[is_met] - beside, t[is_met] + beside
    return snapshot.index.all(rays.between(lowest, highest), cull_backfaces=culls)


def cast(origins, directions, options, viewport):
    """Nearest hit of each ray; see `api.cast_rays`."""
    snapshot = Snapshot(options.for_rays, viewport)
    rays = Rays(origins, directions)
    if options.min_distance > 0.0:
        # Divided by the largest component first, so that no square is too small or too large.
        largest = np.abs(rays.directions).max(axis=1)
        lengths = np.linalg.norm(rays.directions / largest[:, None], axis=1)
        with np.errstate(over="ignore"):
            t_min = options.min_distance / lengths / largest
        rays = Rays(rays.origins, rays.directions, t_min)
    if viewport is not None and not options.ignore_clipping:
        rays = within_view_range(within_planes(rays, viewport.clip_planes), viewport.view)
    hits = _first(snapshot, rays, culling(viewport, options, snapshot))
    snapshot.use(set(hits.instance_index[hits.hit].tolist()))
    return Hits(
        hits.ray_index,
        hits.t,
        hits.triangle_index,
        hits.barycentric,
        hits.instance_index,
        snapshot.unchanging_instances,
    )


def _first(snapshot, rays, cull_backfaces):
    """The nearest hit of each ray; one that is clicked through only where there is no other."""
    if not snapshot.has_faces_to_click_through:
        return snapshot.index.first(rays, cull_backfaces=cull_backfaces)
    every = snapshot.index.all(rays, cull_backfaces=cull_backfaces)
    ranked = every.take(np.lexsort((snapshot.is_click_through[every.instance_index], every.ray_index)))
    met, first = np.unique(ranked.ray_index, return_index=True)
    best = missed(len(rays))
    for name in ("t", "triangle_index", "barycentric", "instance_index"):
        getattr(best, name)[met] = getattr(ranked, name)[first]
    return best


def _described(snapshot, viewport, pixels_px, options, hits, found, coincident):
    """The candidates of every pixel as `Pick`s, in one walk over the instances."""
    places = {}
    for number, candidates in enumerate(found):
        for rank, one in enumerate(candidates):
            index = int(hits.instance_index[one]) if isinstance(one, int) else one.instance_index
            places.setdefault(index, []).append((number, rank))
    for index, item in snapshot.items(places):
        instance = snapshot.instances[index]
        for number, rank in places[index]:
            one, pixel_px = found[number][rank], pixels_px[number]
            if isinstance(one, int):
                triangle_index, barycentric = int(hits.triangle_index[one]), hits.barycentric[one]
                pick = describe_face(
                    viewport,
                    pixel_px,
                    options,
                    instance,
                    item,
                    triangle_index,
                    barycentric,
                    one in coincident,
                )
            else:
                pick = describe_element(viewport, pixel_px, options, instance, item, one)
            found[number][rank] = snapped(pick, viewport, options)
    return found
