"""Rays through pixels against what a viewport shows."""

from dataclasses import replace

import bpy
import numpy as np

from ..core import Rays
from ..core.hits import missed
from .clipping import unclipped_rays
from .coincident import coincident_rows
from .describe import describe_element, describe_face
from .nearby import at_rim, nearby_elements, places_beside
from .pixel_search import Search
from .ranking import from_first_seen, ranked
from .snapping import pick_on_plane, snapped
from .snapshot import Snapshot

# What rays meet; lines and points are near to pixels alone.
_ONLY_FACES = frozenset(("FACE",))

# How much nearer to the viewer, in parts of its distance, a face must be to hide a line. Blender moves lines
# towards the viewer as well, so that those of a surface are not lost in it.
_HIDING_BIAS = 1e-5
# The same of the edges of surfaces in a perspective view; see overlay_wireframe_vert.glsl.
_WIRE_HIDING_BIAS = 1.25e-3
# Before 4.4 what is In Front hides nothing in a wireframe, not even what else of it is.
_HIDES_IN_FRONT = bpy.app.version >= (4, 4)
# Of the distance along a ray, far more than its own rounding.
_T_ROUNDING = 1e-12
# Of many lines near a pixel, how many are asked first whether they are hidden, and how many times more each time after.
_FIRST_LOOKED_AT, _GROWTH = 4, 8
# Of lines hidden where they are nearest to a pixel, how many are asked whether they are seen beside it.
_LINES_FOLLOWED = 8


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
    start_distances = viewport.view.distances(rays.origins)
    found = []
    for number, pixel_px in enumerate(pixels_px):
        rows = range(bounds[number], bounds[number + 1])
        near = _seen_elements(viewport, pixel_px, rays.take([number]), options, snapshot)
        candidates = ranked(viewport, snapshot, options, hits, rows, near, start_distances[number])
        if options.kinds is None or "FACE" in options.kinds:
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
    culling = _culling(viewport, options, snapshot)
    has_layers = snapshot.in_front.any() and not options.true_depth
    if not (every or has_layers or snapshot.is_click_through.any()):
        t = snapshot.index.first(rays, cull_backfaces=culling).t
        rays = rays.clipped(
            np.where(np.isfinite(t), t + 2.0 * snapshot.reach + _T_ROUNDING * np.abs(t), -np.inf)
        )
    return snapshot.index.all(rays, cull_backfaces=culling)


def _seen_elements(viewport, pixel_px, ray, options, snapshot):
    """Of each kind of each instance near a pixel the `Nearby` that is seen there.

    What is hidden comes instead only where nothing of its kind is seen. In a wireframe it is not drawn at all.
    """
    if options.see_through or viewport.is_xray:
        return [group[0] for group in nearby_elements(viewport, pixel_px, ray, options, snapshot, most=1)]
    groups = nearby_elements(viewport, pixel_px, ray, options, snapshot)
    seen = _first_seen(viewport, options, snapshot, dict(enumerate(groups)))
    # A line may go on from where it is nearest to where it is seen, as over the rim of a surface.
    beside = {
        number: places_beside(viewport, pixel_px, ray, options, group[:_LINES_FOLLOWED])
        for number, group in enumerate(groups)
        if number not in seen
    }
    seen |= _first_seen(viewport, options, snapshot, beside)
    rims = {
        number: [at_rim(viewport.view, pixel_px, one) for one in group[:_LINES_FOLLOWED]]
        for number, group in enumerate(groups)
        if number not in seen
    }
    seen |= {number: groups[number][0] for number in _first_seen(viewport, options, snapshot, rims)}
    if viewport.shading == "WIREFRAME":
        return list(seen.values())
    return [seen.get(number, group[0]._replace(is_hidden=True)) for number, group in enumerate(groups)]


def _first_seen(viewport, options, snapshot, groups):
    """By number the first `Nearby` of each group that is not hidden, where there is one."""
    seen = {}
    start, count = 0, _FIRST_LOOKED_AT
    while True:
        part = [
            (number, one)
            for number, group in groups.items()
            if number not in seen
            for one in group[start : start + count]
        ]
        if not part:
            return seen
        is_hidden = _are_hidden(viewport, options, snapshot, [one for _, one in part])
        for (number, one), hidden in zip(part, is_hidden, strict=True):
            if not hidden:
                seen.setdefault(number, one)
        start, count = start + count, _GROWTH * count


def _are_hidden(viewport, options, snapshot, near):
    """(n,) whether a face, or an area of another instance, lies before each of `Nearby`."""
    locations = np.array([one.location for one in near])
    pixels_px = viewport.view.project(locations)[0]
    rays = viewport_rays(viewport, pixels_px, options)
    reaches = np.einsum("nc,nc->n", locations - rays.origins, rays.directions)
    is_wire = np.array([one.kind == "EDGE" for one in near]) & (not viewport.view.is_orthographic)
    limits = reaches - np.where(is_wire, _WIRE_HIDING_BIAS, _HIDING_BIAS) * np.abs(reaches)
    instances = [snapshot.instances[one.instance_index] for one in near]
    hides = _may_hide(snapshot, instances, options)
    culling = _culling(viewport, options, snapshot)
    faces_hide = hides
    if viewport.shading == "WIREFRAME" and not options.true_depth:
        faces_hide = hides & _are_of_same_layer(snapshot, instances)
    is_hidden = _meet_faces(snapshot, rays.clipped(limits), culling, faces_hide)
    covering = snapshot.covering
    for row, instance in enumerate(instances if covering else ()):
        search = Search(viewport, pixels_px[row], rays.take([row]), options)
        others = [index for index in covering if hides[row, index]]
        is_near = set(search.may_be_near(snapshot.outlines)) if others else ()
        is_hidden[row] |= any(
            search.is_covered(limits[row], snapshot.instances[index])
            for index in others
            if index in is_near and snapshot.instances[index] is not instance
        )
    return is_hidden & ~np.array([one.shows_through for one in near])


def _may_hide(snapshot, instances, options):
    """(k, n) whether what lies behind each of the n instances of the snapshot is hidden, of these k."""
    only_in_front = np.array([one.in_front and not options.true_depth for one in instances])
    also_click_through = np.array([one.is_click_through for one in instances])
    return (snapshot.in_front | ~only_in_front[:, None]) & (
        ~snapshot.is_click_through | also_click_through[:, None]
    )


def _are_of_same_layer(snapshot, instances):
    """(k, n) whether of a wireframe each of n instances is drawn together with these k, hidden by their faces.

    Those faces are not drawn themselves, so the ones In Front leave what is behind them to be seen.
    """
    in_front = np.array([one.in_front for one in instances])
    is_same = snapshot.in_front == in_front[:, None]
    return is_same if _HIDES_IN_FRONT else is_same & ~snapshot.in_front


def _meet_faces(snapshot, rays, cull_backfaces, hides):
    """(k,) True for rays that meet a face of an instance that `hides` (k, n)."""
    meets = np.zeros(len(rays), dtype=bool)
    by_any = hides.all(axis=1)
    plain, choosy = np.flatnonzero(by_any), np.flatnonzero(~by_any)
    if len(plain):
        meets[plain] = snapshot.hiding.any(rays.take(plain), cull_backfaces=cull_backfaces)
    if len(choosy):
        hits = snapshot.hiding.all(rays.take(choosy), cull_backfaces=cull_backfaces)
        rows = choosy[hits.ray_index]
        meets[rows[hides[rows, hits.instance_index]]] = True
    return meets


def cast(origins, directions, options, viewport):
    """Nearest hit of each ray; see `api.cast_rays`."""
    kinds = _ONLY_FACES if options.kinds is None else options.kinds & _ONLY_FACES
    snapshot = Snapshot(replace(options, kinds=kinds), viewport)
    rays = Rays(origins, directions)
    if options.min_distance > 0.0:
        # Divided by the largest component first, so that no square is too small or too large.
        largest = np.abs(rays.directions).max(axis=1)
        lengths = np.linalg.norm(rays.directions / largest[:, None], axis=1)
        with np.errstate(over="ignore"):
            t_min = options.min_distance / lengths / largest
        rays = Rays(rays.origins, rays.directions, t_min)
    if viewport is not None and not options.ignore_clipping:
        rays = _within_view_range(_within_planes(rays, viewport.clip_planes), viewport.view)
    hits = _first(snapshot, rays, _culling(viewport, options, snapshot))
    snapshot.use(np.unique(hits.instance_index[hits.hit]).tolist())
    return replace(hits, instances=tuple(snapshot.instances))


def _first(snapshot, rays, cull_backfaces):
    """The nearest hit of each ray; one that is clicked through only where there is no other."""
    if not snapshot.is_click_through.any():
        return snapshot.index.first(rays, cull_backfaces=cull_backfaces)
    every = snapshot.index.all(rays, cull_backfaces=cull_backfaces)
    ranked = every.take(np.lexsort((snapshot.is_click_through[every.instance_index], every.ray_index)))
    met, first = np.unique(ranked.ray_index, return_index=True)
    best = missed(len(rays))
    for name in ("t", "triangle_index", "barycentric", "instance_index"):
        getattr(best, name)[met] = getattr(ranked, name)[first]
    return best


def _culling(viewport, options, snapshot):
    """Which faces are passed over when they are met from behind, as `SceneIndex` takes it."""
    if viewport is None or options.ignore_culling:
        return False
    if viewport.culls_by_material:
        return snapshot.culled_backs
    return viewport.cull_backfaces


def viewport_rays(viewport, pixels_px, options):
    """Rays through pixels, over what the viewport does not clip.

    With `ignore_clipping` they begin at the eye, or in an orthographic view have no beginning, and have no end.
    """
    view = viewport.view
    rays = view.pixel_rays(pixels_px)
    rays = (
        unclipped_rays(view, rays) if options.ignore_clipping else _within_planes(rays, viewport.clip_planes)
    )
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
    depth_of = -view.view[2]
    near_plane = depth_of - (0.0, 0.0, 0.0, view.near)
    far_plane = (0.0, 0.0, 0.0, view.far) - depth_of
    return _within_planes(rays, [near_plane, far_plane] if np.isfinite(view.far) else [near_plane])


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
                pick = describe_face(viewport, pixel_px, options, instance, item, triangle_index, barycentric)
                pick = replace(pick, coincident=one in coincident)
            else:
                pick = describe_element(viewport, pixel_px, options, instance, item, one)
            found[number][rank] = snapped(pick, viewport, options)
    return found
