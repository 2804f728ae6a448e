"""Lines and points near a pixel."""

import numpy as np

from .outlines.placing import pixel_sizes
from .pixel_search import MOST_CANDIDATES, Search

# How far beyond their rim lines are drawn, smooth ones that are a pixel wide.
_RIM_PX = 1.0


def nearby_elements(viewport, pixel_px, ray, options, snapshot, most=MOST_CANDIDATES):
    """The elements of every instance whose distance to a pixel is within the tolerance, by kind.

    Parameters
    ----------
    viewport : Viewport
    pixel_px : (2,) float
    ray : Rays
        The one ray through the pixel.
    options : PickOptions
    snapshot : Snapshot
    most : int
        How many of one kind of an instance are wanted.

    Returns
    -------
    list of list of Nearby
        A list for each kind of each instance, nearest first and never empty. Whether they are hidden is not known yet.
    """
    groups = []
    if not snapshot.has_outlines:
        # As where there are meshes alone: a first pick takes 0.1 ms less.
        return groups
    search = Search(viewport, pixel_px, ray, options, most)
    for index, numbers in search.surroundings.outlines(snapshot.outlines).items():
        for found in search.nearest_by_kind(snapshot.instances[index], numbers):
            group = [near._replace(instance_index=index) for near in found if search.is_far_enough(near)]
            if group:
                groups.append(group)
    return groups


def places_beside(viewport, pixel_px, ray, options, lines):
    """Other places of lines within the tolerance of a pixel, as `Nearby`, the nearest first; arguments as above."""
    search = Search(viewport, pixel_px, ray, options, MOST_CANDIDATES)
    found = [near for line in lines for near in search.beside(line) if search.is_far_enough(near)]
    return sorted(found, key=lambda near: near.distance_px)


def at_rims(view, pixel_px, near):
    """Some `Nearby`, each at that rim of it which is towards a pixel: there it is seen when its middle is hidden."""
    locations = np.array([one.location for one in near])
    widths = np.array([one.rim_px for one in near])
    aside = pixel_px - view.project(locations)[0]
    lengths = np.maximum(np.linalg.norm(aside, axis=1), np.finfo(float).tiny)
    steps = aside * (np.minimum(widths + _RIM_PX, lengths) / lengths * pixel_sizes(view, locations))[:, None]
    locations = locations + steps @ view.world_from_view[:3, :2].T
    return [
        one if one.is_surface or not one.distance_px + one.rim_px else one._replace(location=location)
        for one, location in zip(near, locations, strict=True)
    ]


def covers(instance):
    """Whether an instance is drawn with areas that hide lines behind them."""
    return not instance.in_back and any(outline.hides_behind for outline in instance.shape.outlines)
