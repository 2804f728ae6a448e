"""PolygonIndex: rays against the polygons of one mesh, the first of them without any preparation."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from . import checks
from .arrays import BoolArray, FloatArray, IndexArray
from .hits import Hits, missed, one_after_another
from .known_mesh import known_mesh
from .mesh_index import MeshIndex
from .numbering import numbered
from .one_ray import Found
from .outcodes import Positions
from .polygon_copies import Corners
from .polygon_cut import PolygonCut, Triangulate
from .polygon_sieve import PolygonSieve
from .rays import Numbers, Rays

# More rays at once are answered by an index of all triangles; after so many, one is worth being made between picks.
FEW_RAYS = 10
# After so many it would have been made in the same time, whether or not there was any time between picks: each ray then
# works on it for so many seconds, about as long as it takes itself, and none waits for all of it.
MANY_RAYS, SLICE = 40, 0.004
# Polygons that are cut into triangles at once, in less time than a redraw takes.
_CUT_AT_ONCE = 1 << 14


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
        self._is_hidden = is_hidden
        self._ray_count = 0
        self._whole: MeshIndex | None = None
        self._is_built = False
        self._done = 0
        self._unfinished: tuple[FloatArray, IndexArray] | None = None
        sizes = offsets[1:] - offsets[:-1]
        least, most = (int(sizes.min()), int(sizes.max())) if len(sizes) else (3, 3)
        if least < 0:
            raise ValueError("offsets: expected none below the one before")
        size = least if least == most and least >= 3 else 0
        self._sieve = PolygonSieve(positions, corner_vertices, offsets, size)
        self.positions, self.corner_vertices = self._sieve.positions, self._sieve.corner_vertices
        self.offsets = self._sieve.offsets
        for array in (self.positions, self.corner_vertices, self.offsets):
            array.setflags(write=False)
        self._check_vertex_numbers()
        self._cut = PolygonCut(
            self.positions, self.corner_vertices, self.offsets, size, least < 2, triangulate
        )
        self.triangle_count = self._cut.triangle_count

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

    @property
    def polygons_triangulated(self) -> int:
        """How many polygons have been cut into triangles since the index was made."""
        return self._cut.cut_count

    def polygon_of(self, triangle: int) -> int:
        """The polygon that a triangle is a part of."""
        return self._cut.polygon_of(triangle)

    def first_triangle(self, polygon: int) -> int:
        """The number of the first triangle of a polygon."""
        return self._cut.first_triangle(polygon)

    def polygon_corners(self, polygon: int) -> range:
        """Numbers of the corners of one polygon."""
        return range(int(self.offsets[polygon]), int(self.offsets[polygon + 1]))

    def polygon_triangles(self, polygon: int) -> IndexArray:
        """(n - 2, 3) numbers of the corners of the triangles of one polygon."""
        return self._cut.triangles(np.array([polygon]))[1]

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
        first, count = self._done, self.polygon_count
        self._done = end = min(first + _CUT_AT_ONCE, count)
        polygons = np.arange(first, end)
        numbers, corners = self._cut.triangles(polygons)
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
                numbers, corners = self._cut.triangles(polygons)
                vertices, triangles = numbered(self.corner_vertices[corners.ravel()])
                positions = self.positions[vertices].astype(np.float64)
                few = known_mesh(positions, triangles.reshape(-1, 3), self.bounds)
                yield row, rays.take(slice(row, row + 1)), numbers, few


def _of(cull_backfaces: bool | BoolArray, numbers: IndexArray) -> bool | BoolArray:
    return cull_backfaces if isinstance(cull_backfaces, bool) else cull_backfaces[numbers]
