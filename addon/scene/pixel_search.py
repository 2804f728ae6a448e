"""The search for the lines, points and areas of instances that are near one pixel."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from ..core import Rays, elements, ray_triangles
from ..core.round_cones import ray_round_cones, round_cone_normals
from . import facing
from .clipping import AREAS_BEYOND_REGION, segments_within_planes, unclipped, unclipped_rays
from .outlines import marks as mark_shapes
from .outlines import placing
from .outlines.outline import ROUND_KINDS
from .surroundings import Surroundings

# Of lines and points that may hide behind each other: how many of the nearest are looked at.
MOST_CANDIDATES = 256
# How far from their middle strokes cover pixels at least.
_LEAST_BAND_PX = 1.25
# Places of a line beside the nearest one, in tolerances.
_BESIDE = np.array((-0.9, -0.6, -0.3, 0.3, 0.6, 0.9))


class Nearby(NamedTuple):
    """One line, point or area of an instance near a pixel, within the tolerance.

    `index` says which of the object; `ends` (2, 3) are a line in the world, or of points and surfaces the place twice.
    A surface ranks as faces do, by depth; the `area` (3, 3) is the triangle in the world where something is filled, and
    the `normal` that of something round. What is beside an area is near a ribbon or a diamond, not on it. The
    `part` of the object is a layer or a particle system, and what has a `ghost_frame` is its onion skin. What
    `shows_through` is not hidden by what lies before it. The rim of what has a width is `rim_px` away from the
    `location` in its middle, and it is drawn `lift` nearer to the viewer.
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
    ghost_frame: int | None = None
    rim_px: float = 0.0
    lift: float = 0.0

    @property
    def is_surface(self):
        """Whether it ranks by depth; what is filled of a bone ranks as a thick line."""
        return self.kind != "BONE" and (self.area is not None or self.normal is not None)


class Search:
    """One pixel of one viewport."""

    def __init__(self, viewport, pixel_px, ray, options, most=1):
        self.view = unclipped(viewport.view) if options.ignore_clipping else viewport.view
        self._planes = () if options.ignore_clipping else viewport.clip_planes
        self._pixel_px = pixel_px
        self.ray = ray
        self._most = most
        self._min_distance = options.min_distance
        self._icon_scale = viewport.icon_scale
        self._reach_px = options.tolerance_px * viewport.ui_scale
        self._is_round = options.true_radius
        self._culls = viewport.cull_backfaces and not options.ignore_culling
        self.surroundings = Surroundings(self.view, pixel_px, ray, self._reach_px, self._icon_scale)

    def is_far_enough(self, near):
        """Whether it is not nearer to the viewer than is wanted."""
        return not self._min_distance or self.view.distances(near.location[None])[0] >= self._min_distance

    def nearest_by_kind(self, instance, numbers):
        """What of these outlines of it is within reach: a list of `Nearby`, of no instance yet, for each kind."""
        by_kind = {}
        for outline in map(instance.shape.outlines.__getitem__, numbers):
            if outline.only_orthographic not in (None, self.view.is_orthographic):
                continue
            found = self._lines(outline, instance)
            fill = self._fill(outline, instance)
            found += [] if fill is None else [fill]
            if found:
                by_kind.setdefault(outline.kind, []).extend(found)
        return [self._in_order(found, instance)[: self._most] for found in by_kind.values()]

    def _in_order(self, found, instance):
        if len(found) == 1:
            return found
        counts = Counter(near.distance_px for near in found)
        return sorted(found, key=lambda near: self._order(near, instance, counts[near.distance_px] > 1))

    def _order(self, near, instance, by_depth):
        # An area at the back is seen less than its frame, which is drawn where it is.
        is_behind = instance.in_back and near.is_surface
        depth = self.view.depths(near.location[None])[0] if by_depth else 0.0
        return is_behind, near.distance_px, depth

    def is_covered(self, t, instance):
        """Whether an instance is drawn with an area that hides what lies at `t` of the ray."""
        for outline in instance.shape.outlines:
            if outline.hides_behind:
                areas = (self._fill(outline, instance), *self._lines(outline, instance))
                if any(_is_area(near) and self._reach(near) < t for near in areas):
                    return True
        return False

    def first_band(self, veil, instance):
        """How far along the ray the first stroke of a `Veil` is drawn at the pixel; inf where none is."""
        rows = self.surroundings.balls_near(instance.matrix_world, veil.balls)
        outlines = [veil.outlines[row] for row in rows]
        areas = [self._fill(one, instance) for one in outlines]
        areas += [near for one in outlines for near in self._lines(one, instance)]
        drawn = [near for near in areas if near is not None and self._is_within_band(near)]
        return min(map(self._reach, drawn), default=np.inf)

    def _is_within_band(self, near):
        return near.distance_px <= max(0.0, _LEAST_BAND_PX - near.rim_px)

    def _reach(self, near):
        return float((near.location - self.ray.origins[0]) @ self.ray.directions[0])

    def _lines(self, outline, instance):
        """The nearest lines or points within reach, the nearest first; of what has an area only the nearest."""
        outline = self.surroundings.part_of(outline, instance)
        placed = placing.place(outline, instance.matrix_world, self.view, self._icon_scale)
        planes = self._planes_of(outline.kind, placed.half_widths is not None or outline.marks is not None)
        distances, locations, along = self._distances(placed.starts, placed.ends, planes)
        if outline.marks is not None:
            distances, locations = self._marks(outline.marks, placed, instance.matrix_world, distances)
            radii = 0.0
        elif placed.half_widths is None:
            radii = 0.0
            if placed.starts is not placed.ends:
                # A line without length covers no pixel.
                distances[(placed.starts == placed.ends).all(axis=1)] = np.inf
        else:
            widths = (placed.half_widths * np.column_stack((1.0 - along, along))).sum(axis=1)
            radii = widths / np.maximum(placing.pixel_sizes(self.view, locations), np.finfo(float).tiny)
            farthest = facing.reaches(self.view, locations) * radii
            if outline.form != "ROUND":
                rows = np.flatnonzero(distances - farthest <= self._reach_px)
                near = self._facing(outline, placed, instance.matrix_world, rows)
                return [] if near is None or near.distance_px > self._reach_px else [near]
            if self._is_round and outline.kind in ROUND_KINDS:
                near = self._round(outline, placed, np.flatnonzero(distances <= farthest + 1.0))
                if near is not None:
                    return [near]
        rims_px = radii + np.full(len(distances), outline.radius_px * self._icon_scale)
        distances = np.maximum(0.0, distances - rims_px)
        rows = np.flatnonzero(distances <= self._reach_px)
        rows = rows[np.lexsort((self.view.depths(locations[rows]), distances[rows]))][: self._most]
        found = zip(rows, locations[rows], distances[rows], rims_px[rows], strict=True)
        return [_near(outline, placed, *one, rim_px=float(rim_px)) for *one, rim_px in found]

    def _marks(self, marks, placed, matrix_world, distances):
        """Of discs and squares around points the distances in pixels and the nearest places in the world."""
        radii_px = mark_shapes.radii_px(marks, placed, self.view, self._icon_scale)
        rows = np.flatnonzero(distances - mark_shapes.REACH * radii_px <= self._reach_px)
        distances, locations = np.full(len(distances), np.inf), placed.starts.copy()
        locations[rows], distances[rows] = mark_shapes.nearest_marks(
            marks, placed, matrix_world, self.view, self._icon_scale, self._pixel_px, rows
        )
        return distances, locations

    def beside(self, near):
        """The same line at places to both sides of where it is nearest, as far as they are within reach."""
        span = near.ends[1] - near.ends[0]
        squared = float(span @ span)
        # What is filled is drawn where it is, not along a line.
        if not squared or _is_area(near):
            return []
        step = self._reach_px * placing.pixel_sizes(self.view, near.location[None])[0] / np.sqrt(squared)
        places = (near.location - near.ends[0]) @ span / squared + step * _BESIDE
        locations = near.ends[0] + np.clip(places, 0.0, 1.0)[:, None] * span
        distances = elements.distances_to_points_px(self.view, self._pixel_px, locations)
        for plane in self._planes_of(near.kind, near.rim_px > 0.0):
            distances[locations @ plane[:3] + plane[3] < 0.0] = np.inf
        return [
            near._replace(location=location, distance_px=float(distance))
            for location, distance in zip(locations, distances, strict=True)
            if distance <= self._reach_px
        ]

    def _planes_of(self, kind, is_wide):
        """The clip planes that cut what is drawn along lines."""
        return () if is_wide and kind in AREAS_BEYOND_REGION else self._planes

    def _distances(self, starts, ends, planes):
        """Of lines, or of points, which have one array for both: pixels, places and how far along they lie."""
        if starts is ends:
            distances = elements.distances_to_points_px(self.view, self._pixel_px, starts)
            for plane in planes:
                distances[starts @ plane[:3] + plane[3] < 0.0] = np.inf
            return distances, starts, np.zeros(len(starts))
        low, high = segments_within_planes(planes, starts, ends)
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
        drawn = facing.polygons(outline, placed, matrix_world, self.view, rows, self._culls)
        if outline.is_filled:
            triangles = drawn.triangles.reshape(-1, 3, 3)
            hits = ray_triangles(self.ray, triangles)
            if hits.hit[0]:
                triangle = hits.triangle_index[0]
                row = rows[triangle // drawn.triangles.shape[1]]
                return _near(outline, placed, row, self.ray.at(hits.t)[0], 0.0, area=triangles[triangle])
        starts, ends = drawn.rim_starts, drawn.rim_ends
        if outline.is_filled:
            # At a kink a ribbon is twisted, and ends where the two triangles of a piece meet.
            sides = drawn.triangles, np.roll(drawn.triangles, -1, axis=2)
            starts, ends = (corners.reshape(len(rows), -1, 3) for corners in sides)
        distances, locations, _ = self._distances(starts.reshape(-1, 3), ends.reshape(-1, 3), self._planes)
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
        row = rows[nearest // starts.shape[1]]
        place, distance = locations[nearest], distances[nearest]
        return _near(outline, placed, row, place, distance, is_beside_area=outline.is_filled)

    def _round(self, outline, placed, rows):
        """The first of some round cones and balls that the ray meets; None if it meets none."""
        starts, ends, radii = placed.starts[rows], placed.ends[rows], placed.half_widths[rows]
        t = ray_round_cones(self.ray, starts, ends, radii)
        if not np.isfinite(t).any():
            return None
        first = int(np.argmin(t))
        location = self.ray.at(t[first : first + 1])
        one = slice(first, first + 1)
        normal = round_cone_normals(location, starts[one], ends[one], radii[one])[0]
        return _near(outline, placed, rows[first], location[0], 0.0, normal=normal)

    def _is_in_region(self):
        """Whether a clip region is seen at the pixel: its background is drawn over areas at the back."""
        return len(self._planes) > 0 and bool(self.ray.t_min[0] <= self.ray.t_max[0])

    def _fill(self, outline, instance):
        """The nearest filled triangle at the pixel; None if there is none."""
        if not len(outline.fills) or (instance.in_back and self._is_in_region()):
            return None
        corners, ray = placing.to_world(outline, instance.matrix_world, outline.fills), self.ray
        if outline.kind == "BONE":
            # Of open shapes the back is not filled, whatever the viewport culls.
            corners = facing.front_sides(corners, instance.matrix_world, self.view)
        if not outline.is_clipped:
            ray = unclipped_rays(self.view, ray)
        elif outline.kind in AREAS_BEYOND_REGION and len(self._planes):
            ray = self.view.pixel_rays(self._pixel_px[None])
        hits = ray_triangles(ray, corners)
        # Of the box around a volume Blender draws the far sides, which the far clip plane may cut off.
        if not hits.hit[0] or (outline.kind == "VOLUME" and _goes_on(ray, corners)):
            return None
        location, triangle = ray.at(hits.t)[0], hits.triangle_index[0]
        index, ends = int(outline.fill_indices[triangle]), np.array((location, location))
        area, source = corners[triangle], _source(outline)
        return Nearby(-1, outline.kind, index, location, ends, 0.0, area=area, **source)


def _goes_on(ray, corners):
    """Whether a ray that has an end would meet one of some triangles (n, 3, 3) beyond it."""
    is_ended = bool(np.isfinite(ray.t_max[0]))
    return is_ended and bool(ray_triangles(Rays(ray.origins, ray.directions, ray.t_max), corners).hit[0])


def _is_area(near):
    return near is not None and (near.area is not None or near.normal is not None)


def _near(outline, placed, row, location, distance_px, **settings):
    """A row of an outline as `Nearby` of an instance without a number yet."""
    index, ends = int(outline.indices[row]), np.array((placed.starts[row], placed.ends[row]))
    settings["lift"] = 0.0 if placed.lifts is None else float(placed.lifts[row])
    settings |= {"shows_through": outline.shows_through, **_source(outline)}
    return Nearby(-1, outline.kind, index, location, ends, float(distance_px), **settings)


def _source(outline):
    return {"part": outline.part, "ghost_frame": outline.ghost_frame}
