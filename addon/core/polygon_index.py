"""PolygonIndex: rays against the polygons of one mesh, the first of them without any preparation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from . import checks
from .arrays import BoolArray, FloatArray, IndexArray
from .hits import Hits, missed, one_after_another
from .known_mesh import known_mesh
from .mesh_index import MeshIndex
from .one_ray import Found
from .outcodes import Positions
from .polygon_sieve import Corners, PolygonSieve, ranges
from .rays import Numbers, Rays

# More rays at once are answered by an index of all triangles; after so many, one is worth being made between picks.
FEW_RAYS = 10
# After so many it would have been made in the same time, whether or not there was any time between picks: each ray then
# works on it for so many seconds, about as long as it takes itself, and none waits for all of it.
MANY_RAYS, SLICE = 40, 0.004
# Polygons that are cut into triangles at once, in less time than a redraw takes.
_CUT_AT_ONCE = 1 << 14
_FEW_CORNERS = 100

# Cuts polygons into triangles. It is given the positions (c, 3) of the corners of some polygons, one after another, and
# where each begins and the last ends (k + 1,), and gives (t, 3) numbers of those corners, n - 2 triangles of n corners.
Triangulate = Callable[[Positions, IndexArray], IndexArray]


class PolygonIndex:
    """The polygons of one mesh, in its own space, asked as a `MeshIndex` of their triangles is.

    The answers are those of that index at any time. The first rays are held against the polygons as they are, and only
    those that may be met are cut into triangles; for many rays, or in slices of `build_slice`, all are.

    Parameters
    ----------
    positions : (v, 3) float32
    corner_vertices : (c,) int32
        Vertex numbers of the corners of all polygons, one after another.
    offsets : (p + 1,) int32
        Where in them each polygon begins, and the last ends.
    triangulate : Triangulate
        Asked for polygons of four corners or more.
    is_hidden : (p,) bool, optional
        Polygons that are never met.

    Attributes
    ----------
    polygon_count, triangle_count : int
        Triangles are numbered polygon by polygon; one of fewer than three corners has none.
    polygons_triangulated : int
        How many polygons have been cut into triangles since the index was made.

    Raises
    ------
    ValueError
        For other shapes or types, offsets that do not fit, or vertex numbers out of range.
    """

    def __init__(
        self,
        positions: Positions,
        corner_vertices: Corners,
        offsets: Corners,
        triangulate: Triangulate,
        is_hidden: BoolArray | None = None,
    ) -> None:
        checks.polygons(positions, corner_vertices, offsets)
        self.polygon_count = len(offsets) - 1
        self.polygons_triangulated = 0
        self._triangulate = triangulate
        self._is_hidden = is_hidden
        self._ray_count = 0
        self._whole: MeshIndex | None = None
        self._is_built = False
        self._cut_count = 0
        self._unfinished: tuple[FloatArray, IndexArray] | None = None
        sizes = offsets[1:] - offsets[:-1]
        least, most = (int(sizes.min()), int(sizes.max())) if len(sizes) else (3, 3)
        if least < 0:
            raise ValueError("offsets: expected none below the one before")
        # How many corners all polygons have; 0 where they differ.
        self._size = least if least == most and least >= 3 else 0
        self._sieve = PolygonSieve(positions, corner_vertices, offsets, self._size)
        self.positions, self.corner_vertices = self._sieve.positions, self._sieve.corner_vertices
        self.offsets = self._sieve.offsets
        for array in (self.positions, self.corner_vertices, self.offsets):
            array.setflags(write=False)
        self._check_vertex_numbers()
        self._has_scraps = least < 2
        self.triangle_count = self.first_triangle(self.polygon_count)

    def first(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> Hits:
        """As `MeshIndex.first`."""
        if (whole := self._whole_for(len(rays))) is not None:
            return whole.first(rays, cull_backfaces=cull_backfaces)
        best = missed(len(rays))
        for row, ray, numbers, few in self._near(rays):
            found = few.first(ray, cull_backfaces=_of(cull_backfaces, numbers))
            if found.hit[0]:
                best.t[row] = found.t[0]
                best.triangle_index[row] = numbers[found.triangle_index[0]]
                best.barycentric[row] = found.barycentric[0]
                best.instance_index[row] = 0
        return best

    def nearest(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> Found | None:
        """As `MeshIndex.nearest`."""
        if (whole := self._whole_for(1)) is not None:
            return whole.nearest(numbers, cull_backfaces)
        for _, _, triangles, few in self._near(Rays(*numbers)):
            found = few.nearest(numbers, _of(cull_backfaces, triangles))
            if found is not None:
                t, triangle, weights = found
                return t, int(triangles[triangle]), weights
        return None

    def all(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> Hits:
        """As `MeshIndex.all`."""
        if (whole := self._whole_for(len(rays))) is not None:
            return whole.all(rays, cull_backfaces=cull_backfaces)
        parts = [missed(0)]
        for row, ray, numbers, few in self._near(rays):
            found = few.all(ray, cull_backfaces=_of(cull_backfaces, numbers))
            triangles, owner = numbers[found.triangle_index], found.ray_index + row
            parts.append(Hits(owner, found.t, triangles, found.barycentric, found.instance_index))
        return one_after_another(parts)

    def any(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> BoolArray:
        """As `MeshIndex.any`."""
        if (whole := self._whole_for(len(rays))) is not None:
            return whole.any(rays, cull_backfaces=cull_backfaces)
        meets = np.zeros(len(rays), dtype=bool)
        for row, ray, numbers, few in self._near(rays):
            meets[row] = few.any(ray, cull_backfaces=_of(cull_backfaces, numbers))[0]
        return meets

    def meets(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> bool:
        """As `MeshIndex.meets`."""
        if (whole := self._whole_for(1)) is not None:
            return whole.meets(numbers, cull_backfaces)
        near = self._near(Rays(*numbers))
        return any(few.meets(numbers, _of(cull_backfaces, some)) for _, _, some, few in near)

    @property
    def bounds(self) -> FloatArray:
        """As `MeshIndex.bounds`."""
        return self._sieve.bounds

    @property
    def triangles(self) -> IndexArray:
        """(m, 3) vertex numbers of all triangles; of hidden ones three times the same."""
        return self._made_whole().triangles

    @property
    def is_cut(self) -> bool:
        """Whether all polygons have been cut into triangles."""
        return self._whole is not None

    @property
    def wants_building(self) -> bool:
        """Whether so many rays have been asked that `build_slice` would pay."""
        return not self._is_built and self._ray_count >= FEW_RAYS

    def build_slice(self, seconds: float) -> bool:
        """Work for about so long on an index of all triangles; True when it is finished. Answers never depend on it."""
        end = perf_counter() + seconds
        while not self._is_built:
            if self._whole is None:
                self._cut_some()
            else:
                self._is_built = self._whole.build_slice(end - perf_counter())
            if perf_counter() >= end:
                break
        return self._is_built

    def triangle_vertices(self, triangle: int) -> IndexArray:
        """(3,) vertex numbers of one triangle."""
        polygon = self.polygon_of(triangle)
        corners = self.polygon_triangles(polygon)[triangle - self.first_triangle(polygon)]
        vertices: IndexArray = self.corner_vertices[corners].astype(np.int64)
        return vertices

    def polygon_of(self, triangle: int) -> int:
        """The polygon that a triangle is a part of."""
        if self._size:
            return triangle // (self._size - 2)
        return bisect_right(range(self.polygon_count + 1), triangle, key=self.first_triangle) - 1

    def polygon_corners(self, polygon: int) -> range:
        """Numbers of the corners of one polygon."""
        return range(int(self.offsets[polygon]), int(self.offsets[polygon + 1]))

    def polygon_triangles(self, polygon: int) -> IndexArray:
        """(n - 2, 3) numbers of the corners of the triangles of one polygon."""
        return self._cut(np.array([polygon]))[1]

    def polygons_with(self, vertices: Corners) -> IndexArray:
        """(k,) polygons that have any of some vertices, ascending."""
        return self._sieve.with_vertices(vertices)

    def of_triangles(self, polygon_values: NDArray[np.generic]) -> NDArray[np.generic]:
        """(m, ...) for each triangle the value (p, ...) of its polygon."""
        return np.repeat(polygon_values, np.maximum(np.diff(self.offsets) - 2, 0), axis=0)

    def _whole_for(self, ray_count: int) -> MeshIndex | None:
        """The index of all triangles if there is one, or if so many rays are worth it."""
        self._ray_count += ray_count
        if not self._is_built and (ray_count > FEW_RAYS or self._ray_count > MANY_RAYS):
            self.build_slice(np.inf if ray_count > FEW_RAYS else SLICE)
        return self._whole if self._is_built else None

    def _made_whole(self) -> MeshIndex:
        while self._whole is None:
            self._cut_some()
        return self._whole

    def _cut_some(self) -> None:
        """Cut the next polygons into triangles, and have the index of all with the last."""
        if self._unfinished is None:
            shapes = self.positions.shape, (self.triangle_count, 3)
            self._unfinished = np.empty(shapes[0]), np.empty(shapes[1], dtype=np.int64)
        positions, triangles = self._unfinished
        first, count = self._cut_count, self.polygon_count
        self._cut_count = end = min(first + _CUT_AT_ONCE, count)
        polygons = np.arange(first, end)
        numbers, corners = self._cut(polygons)
        vertices = self.corner_vertices[corners]
        if self._is_hidden is not None:
            # Without an area they are never met, and all others keep their numbers.
            is_hidden = np.repeat(
                self._is_hidden[polygons], np.maximum(np.diff(self.offsets[first : end + 1]) - 2, 0)
            )
            vertices[is_hidden] = vertices[is_hidden, :1]
        triangles[numbers] = vertices
        # As large a part of the vertices, so that no step copies them all.
        part = slice(
            len(positions) * first // max(count, 1), len(positions) * end // count if count else None
        )
        positions[part] = self.positions[part]
        if end == count:
            self._whole, self._unfinished = known_mesh(positions, triangles, self.bounds), None

    def _check_vertex_numbers(self) -> None:
        lowest, highest = self._sieve.chunk_vertices
        if len(lowest) and (lowest.min() < 0 or highest.max() >= len(self.positions)):
            outside = lowest.min() if lowest.min() < 0 else highest.max()
            raise ValueError(
                f"corner_vertices: expected indices of {len(self.positions)} vertices, got {outside}"
            )

    def _near(self, rays: Rays) -> Iterator[tuple[int, Rays, IndexArray, MeshIndex]]:
        """Of every ray that may meet triangles row, ray, the numbers of these, and an index of them alone."""
        for row in range(len(rays)):
            polygons = self._sieve.near_line(rays.origins[row], rays.directions[row])
            if self._is_hidden is not None:
                polygons = polygons[~self._is_hidden[polygons]]
            if len(polygons):
                numbers, corners = self._cut(polygons)
                vertices, triangles = _numbered(self.corner_vertices[corners.ravel()])
                positions = self.positions[vertices].astype(np.float64)
                few = known_mesh(positions, triangles.reshape(-1, 3), self.bounds)
                yield row, rays.take(slice(row, row + 1)), numbers, few

    def _cut(self, polygons: IndexArray) -> tuple[IndexArray, IndexArray]:
        """Numbers (t,) of the triangles of some polygons, in their order, and of their corners (t, 3)."""
        self.polygons_triangulated += len(polygons)
        starts = self.offsets[polygons].astype(np.int64)
        if self._size == 3:
            return polygons, starts[:, None] + np.arange(3)
        if self._size:
            # With a third of the calls that sizes of their own take.
            of_all = (starts[:, None] + np.arange(self._size)).ravel()
            offsets = np.arange(0, len(of_all) + 1, self._size)
            parts = self._triangulate(self.positions[self.corner_vertices[of_all]], offsets)
            triangles = (self._size - 2) * polygons[:, None] + np.arange(self._size - 2)
            return triangles.ravel(), of_all[parts]
        sizes = self.offsets[polygons + 1] - starts
        counts = np.maximum(sizes - 2, 0)
        begin = np.cumsum(counts) - counts
        corners = np.empty((int(counts.sum()), 3), dtype=np.int64)
        whole, others = np.flatnonzero(sizes == 3), np.flatnonzero(sizes > 3)
        corners[begin[whole]] = starts[whole, None] + np.arange(3)
        if len(others):
            of_others = ranges(starts[others], sizes[others])
            offsets = np.concatenate(([0], np.cumsum(sizes[others])))
            parts = self._triangulate(self.positions[self.corner_vertices[of_others]], offsets)
            corners[ranges(begin[others], counts[others])] = of_others[parts]
        numbers = self._first_triangles[polygons] if self._has_scraps else starts - 2 * polygons
        return ranges(numbers, counts), corners

    def first_triangle(self, polygon: int) -> int:
        """The number of the first triangle of a polygon."""
        if self._has_scraps:
            return int(self._first_triangles[polygon])
        # Every polygon before it has two triangles less than corners.
        return int(self.offsets[polygon]) - 2 * polygon

    @cached_property
    def _first_triangles(self) -> IndexArray:
        """The same for all polygons, where some have so few corners that they have none."""
        counts = np.maximum(np.diff(self.offsets) - 2, 0)
        return np.concatenate(([0], np.cumsum(counts)))


def _of(cull_backfaces: bool | BoolArray, numbers: IndexArray) -> bool | BoolArray:
    return cull_backfaces if isinstance(cull_backfaces, bool) else cull_backfaces[numbers]


def _numbered(vertices: IndexArray) -> tuple[IndexArray, IndexArray]:
    """The different ones of some vertices, ascending, and for each of them its place among these.

    Of few without `np.unique`, which takes 25 us of any: a fiftieth of a first pick.
    """
    if len(vertices) > _FEW_CORNERS:
        different, places = np.unique(vertices, return_inverse=True)
        return different, places
    plain = vertices.tolist()
    place = {vertex: number for number, vertex in enumerate(sorted(set(plain)))}
    return np.array(list(place), dtype=np.int64), np.array([place[vertex] for vertex in plain])
