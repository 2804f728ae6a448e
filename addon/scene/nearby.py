"""Lines and points near a pixel."""

from typing import NamedTuple

import numpy as np

from ..core import View, elements, ray_triangles
from .outlines.placing import pixel_sizes, place, to_world

# Of the lines of one outline near a pixel, how many are asked whether a face hides them.
_CANDIDATES_MAX = 64
# Kinds whose areas hide lines behind them, as faces do.
_COVERING_KINDS = frozenset(("BONE", "IMAGE"))


_NOWHERE_ELSE = np.eye(4)


class Nearby(NamedTuple):
    """What is nearest of one kind of one instance, within the tolerance.

    `index` says which of the object; `ends` (2, 3) are a line in the world, or of points and surfaces the place twice.
    A surface ranks as faces do, by depth; the `area` (3, 3) is the triangle in the world where something is filled.
    What `shows_through` is not hidden by what lies before it.
    """

    instance_index: int
    kind: str
    index: int
    location: np.ndarray
    ends: np.ndarray
    distance_px: float
    area: np.ndarray | None = None
    is_hidden: bool = False
    shows_through: bool = False

    @property
    def is_surface(self):
        """Whether it ranks by depth; what is filled of a bone ranks as a thick line."""
        return self.area is not None and self.kind != "BONE"


def nearby_elements(viewport, pixel_px, ray, options, snapshot):
    """The elements of every instance whose distance to a pixel is within the tolerance.

    Parameters
    ----------
    viewport : Viewport
    pixel_px : (2,) float
    ray : Rays
        The one ray through the pixel.
    options : PickOptions
    snapshot : Snapshot

    Returns
    -------
    list of Nearby
        The nearest first; of each kind of an instance maybe several. Whether they are hidden is not known yet.
    """
    found = []
    search = _Search(viewport, pixel_px, ray, options)
    for index in search.may_be_near(snapshot.instances):
        for near in search.near(snapshot.instances[index]):
            if search.view.distances(near.location[None])[0] < options.min_distance > 0:
                continue
            found.append(near._replace(instance_index=index))
    return sorted(found, key=search.order)


def nearest_by_kind(near):
    """Of `Nearby`, the nearest first, one of each kind of an instance: the first that is not hidden, else the first."""
    nearest = {}
    for one in near:
        other = nearest.setdefault((one.instance_index, one.kind), one)
        if other.is_hidden and not one.is_hidden:
            nearest[one.instance_index, one.kind] = one
    return list(nearest.values())


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

    def __init__(self, viewport, pixel_px, ray, options):
        self.view = unclipped(viewport.view) if options.ignore_clipping else viewport.view
        self._planes = () if options.ignore_clipping else viewport.clip_planes
        self._pixel_px = pixel_px
        self._ray = ray
        self._ui_scale = viewport.ui_scale
        self._is_xray = viewport.is_xray
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
        centers = np.einsum("nij,nj->ni", matrices[:, :3, :3], np.array([ball.center for ball in balls]))
        centers += matrices[:, :3, 3]
        # No vector grows by more than the root of the sum of squares.
        growth = np.sqrt((matrices[:, :3, :3] ** 2).sum(axis=(1, 2)))
        reach = growth * np.array([ball.radius for ball in balls]) + np.array([ball.beyond for ball in balls])
        reach_px = self._reach_px + self._ui_scale * np.array([ball.beyond_px for ball in balls])
        aside = centers - self._ray.origins[0]
        aside -= np.outer(aside @ self._ray.directions[0], self._ray.directions[0])
        # Pixels grow with the depth, and a view may be sheared.
        farthest = centers + reach[:, None] * self.view.view_axis
        pixels = 2.0 * np.maximum(pixel_sizes(self.view, farthest), 0.0) * self._pixel_aspect
        is_far = np.linalg.norm(aside, axis=1) > reach + reach_px * pixels
        return sorted({i for (i, _), far in zip(owners, is_far, strict=True) if not far})

    def near(self, instance):
        """What is within reach, as `Nearby` of an instance without a number yet."""
        for outline in instance.shape.outlines:
            yield from self._lines(outline, instance)
            fill = self._fill(outline, instance)
            if fill is not None:
                yield fill

    def order(self, near):
        return near.distance_px, self.view.depths(near.location[None])[0]

    def _lines(self, outline, instance):
        """The nearest lines or points within reach."""
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
        if len(rows) > _CANDIDATES_MAX:
            depths = self.view.depths(locations[rows])
            rows = rows[np.lexsort((depths, distances[rows]))[:_CANDIDATES_MAX]]
        shows_through = outline.shows_through == "ALWAYS" or (
            outline.shows_through == "XRAY" and self._is_xray
        )
        for row in rows:
            yield Nearby(
                -1,
                outline.kind,
                int(outline.indices[row]),
                locations[row],
                np.array((starts[row], ends[row])),
                float(distances[row]),
                shows_through=shows_through,
            )

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


def unclipped(view):
    """The same view with nothing clipped but what is behind the eye."""
    reach = np.finfo(np.float64).max / 4
    near = -reach if view.is_orthographic else np.finfo(np.float64).tiny
    return View(view.view, view.projection, view.size_px, near=near, far=reach)
