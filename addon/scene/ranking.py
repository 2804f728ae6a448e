"""The order of what is at one pixel: faces that its ray meets, and lines, points and areas near it."""

from itertools import dropwhile

import numpy as np

from ..core.rank import rank_hits

# Lines that pass through vertices in edit mode.
_LINES_OF_VERTICES = frozenset(("EDGE", "CURVE", "HAIR", "STROKE"))
# What overlays draw, over volumes In Front too: those leave no depth.
_OVER_VOLUMES = frozenset(("EDGE", "VERTEX", "CURVE", "POINT", "BONE", "LATTICE", "EMPTY", "ICON", "BOUNDS"))


def ranked(viewport, snapshot, options, hits, rows, near, ray):
    """What is at one pixel, in rank order.

    Parameters
    ----------
    viewport : Viewport
    snapshot : Snapshot
    options : PickOptions
    hits : Hits
        Of the rays of many pixels.
    rows : range
        Those of `hits` that are of this pixel.
    near : list of Nearby
        The lines, points and areas near it.
    ray : Rays
        The one through it.

    Returns
    -------
    list
        Of `rows`, as int, and of `near`.
    """
    candidates = [*rows, *near]
    if len(candidates) < 2:
        return candidates
    indices = [*hits.instance_index[rows.start : rows.stop], *(one.instance_index for one in near)]
    elements = [
        *hits.triangle_index[rows.start : rows.stop],
        *(one.index for one in near),
    ]
    # Along the ray, from the near clip plane, as the t of faces.
    start = viewport.view.distances(ray.origins)[0]
    near_t = [viewport.view.distances(one.location[None])[0] - start for one in near]
    near_t, on_screen = _among_areas(near, near_t)
    distances = [*hits.t[rows.start : rows.stop], *near_t]
    areas = [False] * len(rows) + [one.is_surface for one in near]
    layers = [
        0 if options.true_depth else _layer(snapshot.instances[index], is_area)
        for index, is_area in zip(indices, areas, strict=True)
    ]
    if not options.true_depth:
        layers[len(rows) :] = _raised(layers, len(rows), near)
    pixel_distances = [*(np.inf for _ in rows), *on_screen]
    is_last = snapshot.is_click_through[indices]
    order = rank_hits(layers, distances, indices, elements, pixel_distances, is_last)
    return [candidates[number] for number in order]


def from_first_seen(candidates):
    """Ranked candidates from the first that is seen on; what hides one before it is only beside the pixel."""
    return list(dropwhile(lambda one: not isinstance(one, int) and one.is_hidden, candidates))


def _layer(instance, is_area):
    """1 of what is drawn over all else, -1 of an area that is drawn behind all else, 0 of everything between."""
    return -1 if instance.in_back and is_area else int(instance.in_front)


def _raised(layers, face_count, near):
    """The layers of `Nearby`: those that are seen come before volumes, where nothing else is drawn over all else."""
    over_all = [number - face_count for number, layer in enumerate(layers) if layer == 1]
    if not over_all or any(number < 0 or near[number].kind != "VOLUME" for number in over_all):
        return layers[face_count:]
    return [
        max(layer, int(one.kind in _OVER_VOLUMES and not (one.is_hidden or one.is_surface)))
        for layer, one in zip(layers[face_count:], near, strict=True)
    ]


def _among_areas(near, near_t):
    """(distances, pixel distances) of `Nearby` to rank by: on a ribbon or a diamond counts more than near one."""
    on_screen = list(_ranking_distances_px(near))
    areas = [
        t for one, t in zip(near, near_t, strict=True) if one.kind in ("HAIR", "POINT") and one.is_surface
    ]
    if not areas:
        return near_t, on_screen
    behind = [one.is_beside_area for one in near]
    on_screen = [np.inf if is_behind else one for is_behind, one in zip(behind, on_screen, strict=True)]
    return [max(t, min(areas)) if one else t for one, t in zip(behind, near_t, strict=True)], on_screen


def _ranking_distances_px(near):
    """Pixel distances by which `Nearby` of one pixel rank; inf for those that rank by depth.

    A vertex is drawn at the end of lines that are never farther from a pixel: they come after it.
    """
    vertices = {
        one.instance_index: one.distance_px for one in near if one.kind == "VERTEX" and not one.is_hidden
    }
    for one in near:
        if one.is_hidden or one.is_surface:
            yield np.inf
        elif one.kind in _LINES_OF_VERTICES and one.instance_index in vertices:
            yield max(one.distance_px, np.nextafter(vertices[one.instance_index], np.inf))
        else:
            yield one.distance_px
