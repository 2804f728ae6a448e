"""Lines and points near a pixel."""

from typing import NamedTuple

import numpy as np

from ..core import View, elements, ray_triangles
from ..core.round_cones import ray_round_cones, round_cone_normals
from . import facing
from .outlines.placing import pixel_sizes, place, to_world

# Of the lines of one outline near a pixel, how many are asked whether a face hides them.
_CANDIDATES_MAX = 64
# Kinds whose areas hide lines behind them, as faces do.
_COVERING_KINDS = frozenset(("BONE", "IMAGE"))
# Kinds that have a true radius.
_ROUND_KINDS = frozenset(("HAIR", "POINT"))

_NOWHERE_ELSE = np.eye(4)


class Nearby(NamedTuple):
    """What is nearest of one kind of one instance, within the tolerance.

    `index` says which of the object; `ends` (2, 3) are a line in the world, or of points and surfaces the place twice.
    A surface ranks as faces do, by depth; the `area` (3, 3) is the triangle in the world where something is filled, and
    the `normal` that of something round. What is beside an area is near a ribbon or a diamond, not on it. The
    `part` of the object is a layer or a particle system. What `shows_through` is not hidden by what lies before it.
    """

    instance_index: int
    kind: str
    index: int
    location: np.ndarray
    ends: np.ndarray
    distance_px: float
    area: np.ndarray | None = None
    normal: np.ndarray | None = None
    part: str | None = None
    is_beside_area: bool = False
    is_hidden: bool = False
    shows_through: bool = False

    @property
    def is_surface(self):
        """Whether it ranks by depth; what is filled of a bone ranks as a thick line."""
        return self.kind != "BONE" and (self.area is not None or self.normal is not None)


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
    search = Search(viewport, pixel_px, ray, options)
    for index in search.may_be_near(snapshot.instances):
        for near in search.near(snapshot.instances[index]):
            if search.view.distances(near.location[None])[0] < options.min_distance > 0:
                continue
            found.append(near._replace(instance_index=index))
    return sorted(found, key=lambda one: search.order(one, snapshot.instances[one.instance_index]))


def nearest_by_kind(near):
    """Of `Nearby`, the nearest first, one of each kind of an instance: the first that is not hidden, else the first."""
    nearest = {}
    for one in near:
        other = nearest.setdefault((one.instance_index, one.kind), one)
        if other.is_hidden and not one.is_hidden:
            nearest[one.instance_index, one.kind] = one
    return list(nearest.values())


def covers(instance):
    """Whether an instance is drawn with areas that hide lines behind them."""
    return not instance.in_back and any(_covers(outline) for outline in instance.shape.outlines)


def _covers(outline):
    if outline.kind in _ROUND_KINDS:
        return outline.half_widths is not None and outline.is_filled
    return outline.kind in _COVERING_KINDS and len(outline.fills) > 0


class Search:
    """One pixel of one viewport."""

    def __init__(self, viewport, pixel_px, ray, options):
        self.view = unclipped(viewport.view) if options.ignore_clipping else viewport.view
        self._planes = () if options.ignore_clipping else viewport.clip_planes
        self._pixel_px = pixel_px
        self._ray = ray
        self._ui_scale = viewport.ui_scale
        self._is_xray = viewport.is_xray
        self._reach_px = options.tolerance_px * viewport.ui_scale
        self._is_round = options.true_radius
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
            for near in (*self._lines(outline, instance), self._fill(outline, instance)):
                if near is not None and near.distance_px <= self._reach_px:
                    yield near._replace(shows_through=self._shows_through(outline))

    def order(self, near, instance):
        """What comes first of what is near, as a key to sort by."""
        # An area at the back is seen less than its frame, which is drawn where it is.
        is_behind = instance.in_back and near.is_surface
        return is_behind, near.distance_px, self.view.depths(near.location[None])[0]

    def _shows_through(self, outline):
        return outline.shows_through == "ALWAYS" or (outline.shows_through == "XRAY" and self._is_xray)

    def is_covered(self, t, instance):
        """Whether an instance is drawn with an area that hides what lies at `t` of the ray."""
        for outline in instance.shape.outlines:
            if _covers(outline):
                areas = (self._fill(outline, instance), *self._lines(outline, instance))
                if any(_is_area(near) and self._reach(near) < t for near in areas):
                    return True
        return False

    def _reach(self, near):
        return float((near.location - self._ray.origins[0]) @ self._ray.directions[0])

    def _lines(self, outline, instance):
        """The nearest lines or points; of what is as wide as drawn, only the first, which may be None."""
        placed = place(outline, instance.matrix_world, self.view, self._ui_scale)
        distances, locations, along = self._distances(placed.starts, placed.ends)
        if placed.half_widths is None:
            radii = 0.0
        else:
            widths = (placed.half_widths * np.column_stack((1.0 - along, along))).sum(axis=1)
            radii = widths / np.maximum(pixel_sizes(self.view, locations), np.finfo(float).tiny)
            if outline.form != "ROUND":
                rows = np.flatnonzero(distances - facing.REACH * radii <= self._reach_px)
                return [self._facing(outline, placed, instance.matrix_world, rows)]
            if self._is_round and outline.kind in _ROUND_KINDS:
                near = self._round(outline, placed, np.flatnonzero(distances <= facing.REACH * radii + 1.0))
                if near is not None:
                    return [near]
        distances = np.maximum(0.0, distances - radii - outline.radius_px * self._ui_scale)
        rows = np.flatnonzero(distances <= self._reach_px)
        if len(rows) > _CANDIDATES_MAX:
            rows = rows[np.lexsort((self.view.depths(locations[rows]), distances[rows]))[:_CANDIDATES_MAX]]
        return [_near(outline, placed, row, locations[row], distances[row]) for row in rows]

    def _distances(self, starts, ends):
        """Of lines, or of points, which have one array for both: pixels, places and how far along they lie."""
        if starts is ends:
            distances = elements.distances_to_points_px(self.view, self._pixel_px, starts)
            for plane in self._planes:
                distances[starts @ plane[:3] + plane[3] < 0.0] = np.inf
            return distances, starts, np.zeros(len(starts))
        low, high = _within_planes(self._planes, starts, ends)
        span = ends - starts
        first, last = starts + low[:, None] * span, starts + high[:, None] * span
        distances, parameters = elements.distances_to_segments_px(self.view, self._pixel_px, first, last)
        distances[low > high] = np.inf
        return distances, first + parameters[:, None] * (last - first), low + parameters * (high - low)

    def _nearest(self, distances, locations):
        """The row of the nearest; of those as near on the screen, that which is nearest to the viewer."""
        rows = np.flatnonzero(distances == distances.min(initial=np.inf))
        if not len(rows) or not np.isfinite(distances[rows[0]]):
            return None
        return rows[np.argmin(self.view.depths(locations[rows]))]

    def _facing(self, outline, placed, matrix_world, rows):
        """The nearest of some ribbons or diamonds: inside by depth, else by the distance from the rim."""
        if not len(rows):
            return None
        drawn = facing.polygons(outline, placed, matrix_world, self.view, rows)
        if outline.is_filled:
            triangles = drawn.triangles.reshape(-1, 3, 3)
            hits = ray_triangles(self._ray, triangles)
            if hits.hit[0]:
                triangle = hits.triangle_index[0]
                row = rows[triangle // drawn.triangles.shape[1]]
                return _near(outline, placed, row, self._ray.at(hits.t)[0], 0.0, area=triangles[triangle])
        distances, locations, _ = self._distances(
            drawn.rim_starts.reshape(-1, 3), drawn.rim_ends.reshape(-1, 3)
        )
        if not outline.is_filled:
            # Blender draws the rims of all of an object together, not those within.
            near = np.flatnonzero(distances <= self._reach_px)
            owners = rows[near // drawn.rim_starts.shape[1]]
            triangle_rows = np.repeat(rows, drawn.triangles.shape[1])
            triangles = drawn.triangles.reshape(-1, 3, 3)
            hidden = facing.are_inside(self.view, locations[near], owners, triangles, triangle_rows)
            distances[near[hidden]] = np.inf
        nearest = self._nearest(distances, locations)
        if nearest is None:
            return None
        row = rows[nearest // drawn.rim_starts.shape[1]]
        place, distance = locations[nearest], distances[nearest]
        return _near(outline, placed, row, place, distance, is_beside_area=outline.is_filled)

    def _round(self, outline, placed, rows):
        """The first of some round cones and balls that the ray meets; None if it meets none."""
        starts, ends, radii = placed.starts[rows], placed.ends[rows], placed.half_widths[rows]
        t = ray_round_cones(self._ray, starts, ends, radii)
        if not np.isfinite(t).any():
            return None
        first = int(np.argmin(t))
        location = self._ray.at(t[first : first + 1])
        one = slice(first, first + 1)
        normal = round_cone_normals(location, starts[one], ends[one], radii[one])[0]
        return _near(outline, placed, rows[first], location[0], 0.0, normal=normal)

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
        ends = np.array((location, location))
        return Nearby(-1, outline.kind, index, location, ends, 0.0, area=corners[triangle], part=outline.part)


def _is_area(near):
    return near is not None and (near.area is not None or near.normal is not None)


def _near(outline, placed, row, location, distance_px, **settings):
    """A row of an outline as `Nearby` of an instance without a number yet."""
    index, ends = int(outline.indices[row]), np.array((placed.starts[row], placed.ends[row]))
    return Nearby(-1, outline.kind, index, location, ends, float(distance_px), part=outline.part, **settings)


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
