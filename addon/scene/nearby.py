"""Lines and points near a pixel."""

from typing import NamedTuple

import numpy as np

from ..core import View, elements, ray_triangles
from .outlines.placing import pixel_sizes, place, to_world

# Kinds whose areas hide lines behind them, as faces do.
_COVERING_KINDS = frozenset(("BONE", "IMAGE"))

# Of lines and points that may hide behind each other: how many of the nearest are looked at.
MOST_CANDIDATES = 256
# Places of a line beside the nearest one, in tolerances.
_BESIDE = np.array((-0.9, -0.6, -0.3, 0.3, 0.6, 0.9))

_NOWHERE_ELSE = np.eye(4)


class Nearby(NamedTuple):
    """One line, point or area of an instance near a pixel, within the tolerance.

    `index` says which of the object; `ends` (2, 3) are a line in the world, or of points and surfaces the place twice.
    A surface ranks as faces do, by depth; the `area` (3, 3) is the triangle in the world where something is filled.
    """

    instance_index: int
    kind: str
    index: int
    location: np.ndarray
    ends: np.ndarray
    distance_px: float
    area: np.ndarray | None = None
    is_hidden: bool = False

    @property
    def is_surface(self):
        """Whether it ranks by depth; what is filled of a bone ranks as a thick line."""
        return self.area is not None and self.kind != "BONE"


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
    search = _Search(viewport, pixel_px, ray, options, most)
    for index in search.may_be_near(snapshot.instances):
        for found in search.nearest_by_kind(snapshot.instances[index]):
            group = [near._replace(instance_index=index) for near in found if search.is_far_enough(near)]
            if group:
                groups.append(group)
    return groups


def places_beside(viewport, pixel_px, ray, options, lines):
    """Other places of lines within the tolerance of a pixel, as `Nearby`, the nearest first; arguments as above."""
    search = _Search(viewport, pixel_px, ray, options, MOST_CANDIDATES)
    found = [near for line in lines for near in search.beside(line) if search.is_far_enough(near)]
    return sorted(found, key=lambda near: near.distance_px)


def covering_areas(instance):
    """The outlines of an instance whose areas hide lines behind them."""
    outlines = instance.shape.outlines
    return [outline for outline in outlines if outline.kind in _COVERING_KINDS and len(outline.fills)]


def is_covered(ray, t, instance):
    """Whether an instance is drawn with an area that hides what lies at `t` of the one ray."""
    for outline in covering_areas(instance):
        hits = ray_triangles(ray, to_world(outline, instance.matrix_world, outline.fills))
        if hits.t[0] < t:
            return True
    return False


class _Search:
    """One pixel of one viewport."""

    def __init__(self, viewport, pixel_px, ray, options, most):
        self.view = _unclipped(viewport.view) if options.ignore_clipping else viewport.view
        self._planes = () if options.ignore_clipping else viewport.clip_planes
        self._pixel_px = pixel_px
        self._ray = ray
        self._most = most
        self._min_distance = options.min_distance
        self._ui_scale = viewport.ui_scale
        self._reach_px = options.tolerance_px * viewport.ui_scale
        scale = np.abs(np.diagonal(self.view.projection)[:2]) * self.view.size_px
        self._pixel_aspect = scale[0] / scale.min()

    def may_be_near(self, instances):
        """Numbers of the instances with an outline whose ball comes close enough to the ray; quick, for very many."""
        owners = [(i, outline) for i, one in enumerate(instances) for outline in one.shape.outlines]
        if not owners:
            return []
        matrices = np.array(
            [_NOWHERE_ELSE if one.in_world else instances[i].matrix_world for i, one in owners]
        )
        balls = [outline.ball for _, outline in owners]
        centers = np.array([ball.center for ball in balls])
        radii = np.array([ball.radius for ball in balls])
        beyond = np.array([ball.beyond for ball in balls])
        beyond_px = np.array([ball.beyond_px for ball in balls])
        is_near = self._comes_near(matrices, centers, radii, beyond, beyond_px)
        return sorted({i for (i, _), near in zip(owners, is_near, strict=True) if near})

    def _comes_near(self, matrices, centers, radii, beyond, beyond_px):
        """(n,) whether balls come close enough to the ray; matrices (n, 4, 4) or (1, 4, 4) take them to the world."""
        centers = np.einsum("nij,nj->ni", np.broadcast_to(matrices[:, :3, :3], (len(centers), 3, 3)), centers)
        centers += matrices[:, :3, 3]
        # No vector grows by more than the root of the sum of squares.
        growth = np.sqrt((matrices[:, :3, :3] ** 2).sum(axis=(1, 2)))
        reach = growth * radii + beyond
        reach_px = self._reach_px + self._ui_scale * beyond_px
        aside = centers - self._ray.origins[0]
        aside -= np.outer(aside @ self._ray.directions[0], self._ray.directions[0])
        # Pixels grow with the depth, and a view may be sheared.
        farthest = centers + reach[:, None] * self.view.view_axis
        pixels = 2.0 * np.maximum(pixel_sizes(self.view, farthest), 0.0) * self._pixel_aspect
        return np.linalg.norm(aside, axis=1) <= reach + reach_px * pixels

    def is_far_enough(self, near):
        """Whether it is not nearer to the viewer than is wanted."""
        return not self._min_distance or self.view.distances(near.location[None])[0] >= self._min_distance

    def nearest_by_kind(self, instance):
        """What is within reach, as one list of `Nearby` of an instance without a number yet for each kind."""
        by_kind = {}
        for outline in instance.shape.outlines:
            found = self._lines(outline, instance)
            found += [near for near in (self._fill(outline, instance),) if near is not None]
            if found:
                by_kind.setdefault(outline.kind, []).extend(found)
        return [sorted(found, key=self._order)[: self._most] for found in by_kind.values()]

    def _order(self, near):
        return near.distance_px, self.view.depths(near.location[None])[0]

    def _lines(self, outline, instance):
        """The nearest lines or points within reach, the nearest first."""
        outline = self._part_near(outline, instance)
        starts, ends, half_widths = place(outline, instance.matrix_world, self.view, self._ui_scale)
        if starts is ends:
            distances = elements.distances_to_points_px(self.view, self._pixel_px, starts)
            for plane in self._planes:
                distances[starts @ plane[:3] + plane[3] < 0.0] = np.inf
            locations = starts
        else:
            low, high = _within_planes(self._planes, starts, ends)
            span = ends - starts
            first, last = starts + low[:, None] * span, starts + high[:, None] * span
            distances, parameters = elements.distances_to_segments_px(self.view, self._pixel_px, first, last)
            distances[low > high] = np.inf
            locations = first + parameters[:, None] * (last - first)
        radii = outline.radius_px * self._ui_scale
        if half_widths is not None:
            along = (low + parameters * (high - low))[:, None]
            widths = (half_widths * np.hstack((1.0 - along, along))).sum(axis=1)
            radii = radii + widths / np.maximum(pixel_sizes(self.view, locations), np.finfo(float).tiny)
        distances = np.maximum(0.0, distances - radii)
        rows = np.flatnonzero(distances <= self._reach_px)
        rows = rows[np.lexsort((self.view.depths(locations[rows]), distances[rows]))][: self._most]
        kind, numbers = outline.kind, outline.indices[rows].tolist()
        return [
            Nearby(
                -1, kind, number, locations[row], np.array((starts[row], ends[row])), float(distances[row])
            )
            for row, number in zip(rows, numbers, strict=True)
        ]

    def beside(self, near):
        """The same line at places to both sides of where it is nearest, as far as they are within reach."""
        span = near.ends[1] - near.ends[0]
        squared = float(span @ span)
        if not squared:
            return []
        step = self._reach_px * pixel_sizes(self.view, near.location[None])[0] / np.sqrt(squared)
        places = (near.location - near.ends[0]) @ span / squared + step * _BESIDE
        locations = near.ends[0] + np.clip(places, 0.0, 1.0)[:, None] * span
        distances = elements.distances_to_points_px(self.view, self._pixel_px, locations)
        for plane in self._planes:
            distances[locations @ plane[:3] + plane[3] < 0.0] = np.inf
        return [
            near._replace(location=location, distance_px=float(distance))
            for location, distance in zip(locations, distances, strict=True)
            if distance <= self._reach_px
        ]

    def _part_near(self, outline, instance):
        """The same outline without the blocks of lines that lie far from the pixel, where there are many."""
        blocks = outline.blocks
        if blocks is None:
            return outline
        none = np.zeros(1)
        is_near = self._comes_near(instance.matrix_world[None], blocks.centers, blocks.radii, none, none)
        return outline.part(np.flatnonzero(is_near))

    def _fill(self, outline, instance):
        """The nearest filled triangle at the pixel; None if there is none."""
        if not len(outline.fills):
            return None
        corners = to_world(outline, instance.matrix_world, outline.fills)
        hits = ray_triangles(self._ray, corners)
        if not hits.hit[0]:
            return None
        location = self._ray.at(hits.t)[0]
        triangle = hits.triangle_index[0]
        index = int(outline.fill_indices[triangle])
        return Nearby(
            -1, outline.kind, index, location, np.array((location, location)), 0.0, corners[triangle]
        )


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
