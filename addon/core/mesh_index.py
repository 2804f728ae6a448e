"""MeshIndex: rays against the triangles of one mesh."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from . import batches, checks, one_ray, scan, selection, tree_batch, tree_walk
from .arrays import BoolArray, FloatArray, Index32Array, IndexArray
from .batches import GridBatch, Wanted
from .box_tree import BoxTree
from .boxes import may_meet_boxes
from .crossings import Crossings, Solver, joined
from .growth import Growth
from .hits import Hits, missed, of_one_ray, single, stacked
from .one_ray import Found, OneRay
from .ray_grid import can_hold
from .rays import Numbers, Rays
from .solid import finite_bounds, solid
from .triangles import filter_error, may_meet, scaled_to_one
from .unit_corners import UnitCorners

# Rays after which building the structure pays: it takes as long as ten of them without it.
FIRST_RAYS = 10
# Rays at once that build it themselves.
MANY_RAYS = 16
# Rays that are faster one by one (50 us each, of a million triangles) than level by level together (35 us a ray of 500,
# 75 of 40).
FEW_RAYS = 32
# Triangles whose structure is built in 2 ms: not worth waiting for.
SMALL_MESH = 1 << 12
# So few are tested one by one in less time than arrays take to leave some out: without, a first pick takes 50 us more.
FEW_TRIANGLES = 24


class MeshIndex:
    """The triangles of one mesh, in its own space, made ready for rays.

    Edges and vertices belong to their triangles and every decision is exact, so a closed mesh has no gaps. A
    triangle without area or with a vertex that is not finite is never met, nor is one by a ray in its plane.

    The first rays are tested against all triangles. After ten of them `wants_building` asks for calls of `build_slice`
    between events; until the structure is built, rays go on as before. Many rays at once, and the tenth
    ray on a small mesh, build it themselves. No answer depends on it, on other rays of the batch or on their order.

    Parameters
    ----------
    positions : (v, 3) float
    triangles : (m, 3) int
        Vertex numbers of the corners, counter-clockwise as seen from the front.

    Attributes
    ----------
    positions, triangles : (v, 3) float, (m, 3) int
    triangles_tested : int
        How many pairs of a ray and a triangle have been looked at since the index was made.
    builds : int
        How often the structure has been built.

    Raises
    ------
    ValueError
        For other shapes, or vertex numbers out of range.
    """

    def __init__(self, positions: ArrayLike, triangles: ArrayLike) -> None:
        self.positions = checks.vectors("positions", positions, finite=False)
        self.triangles = checks.triangle_corners("triangles", triangles, len(self.positions))
        self.triangles_tested = self.builds = self._ray_count = self._rays_together = 0
        self._tree: BoxTree | None = None
        self._growth: Growth | None = None
        self.positions.setflags(write=False)
        self.triangles.setflags(write=False)

    def first(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> Hits:
        """Nearest hit of each ray.

        Parameters
        ----------
        rays : Rays
        cull_backfaces : bool or (m,) bool
            Let rays pass through triangles they meet from behind, all or those marked.

        Returns
        -------
        Hits
            One row a ray. Of triangles met at the same t, the lowest index.
        """
        if self._tree is not None and len(rays) == 1:
            return self._first_of_one(rays.numbers(), cull_backfaces)
        self._prepare(len(rays))
        if self._is_answered_singly(len(rays)):
            singles = [self._first_of_one(rays.numbers(row), cull_backfaces) for row in range(len(rays))]
            return singles[0] if len(singles) == 1 else stacked(singles)
        hits = missed(len(rays))
        for _, found in self._parts(rays, cull_backfaces, Wanted.NEAREST):
            hits.t[found.ray_index] = found.t
            hits.triangle_index[found.ray_index] = found.triangle_index
            hits.barycentric[found.ray_index] = found.barycentric
            hits.instance_index[found.ray_index] = 0
        return hits

    def nearest(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> Found | None:
        """What `first` gives for one ray, in plain numbers: t, triangle and weights, or None.

        They are what a scene of many meshes goes on with; arrays of one row would take a tenth of the time again.
        """
        if self._tree is None:
            self._prepare(1)
        return self._nearest(numbers, cull_backfaces)

    def _nearest(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> Found | None:
        ray = self._ray(numbers, cull_backfaces)
        found = one_ray.nearest(ray, self._candidates(ray))
        self.triangles_tested += ray.tested
        return found

    def meets(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> bool:
        """What `any` gives for one ray, in plain numbers."""
        if self._tree is None:
            self._prepare(1)
        return self._meets(numbers, cull_backfaces)

    def _meets(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> bool:
        ray = self._ray(numbers, cull_backfaces)
        is_met = next(ray.meetings(self._candidates(ray)), None) is not None
        self.triangles_tested += ray.tested
        return is_met

    def all(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> Hits:
        """Every hit of each ray.

        Parameters
        ----------
        rays : Rays
        cull_backfaces : bool or (m,) bool

        Returns
        -------
        Hits
            Sorted by ray, t and triangle. What a ray meets at one t on triangles that share an edge or a
            vertex and face the same way is one hit, that of the lowest triangle index.
        """
        self._prepare(len(rays))
        if len(rays) == 1:
            ray = self._ray(rays.numbers(), cull_backfaces)
            met = one_ray.every(ray, self._candidates(ray))
            if met is not None:
                self.triangles_tested += ray.tested
                return of_one_ray(met)
        parts = self._parts(rays, cull_backfaces, Wanted.ALL)
        found = joined([selection.every(solver, part) for solver, part in parts])
        instance_index = np.zeros(len(found), dtype=np.int64)
        return Hits(found.ray_index, found.t, found.triangle_index, found.barycentric, instance_index)

    def any(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> BoolArray:
        """(n,) True for rays that meet a triangle; the same choice of triangles as `first`."""
        self._prepare(len(rays))
        meets = np.zeros(len(rays), dtype=bool)
        if self._is_answered_singly(len(rays)):
            for row in range(len(rays)):
                meets[row] = self._meets(rays.numbers(row), cull_backfaces)
            return meets
        for _, found in self._parts(rays, cull_backfaces, Wanted.ANY):
            meets[found.ray_index] = True
        return meets

    @property
    def wants_building(self) -> bool:
        """Whether so many rays have been asked that `build_slice` would pay."""
        return self._tree is None and self._ray_count >= FIRST_RAYS and len(self._solid[1]) > 0

    def build_slice(self, seconds: float) -> bool:
        """Work on the structure for about so long, at least one step of a few milliseconds.

        Parameters
        ----------
        seconds : float
            Infinity for all of it.

        Returns
        -------
        bool
            True when it is finished.
        """
        if self._tree is None and len(self._solid[1]):
            self._growth = self._growth or Growth(*self._solid, self.bounds)
            self._tree = self._growth.go_on(seconds)
            if self._tree is not None:
                self._growth = None
                vars(self).pop("_corners", None)
                self.builds += 1
        return self._tree is not None or len(self._solid[1]) == 0

    @property
    def nbytes(self) -> int:
        """Bytes of the structures, beside positions and triangles."""
        made = (self._tree, vars(self).get("_batch"))
        return sum(structure.nbytes for structure in made if structure is not None)

    @cached_property
    def bounds(self) -> FloatArray:
        """(2, 3) lowest and highest coordinates of the finite vertices; inf and -inf where there are none."""
        return finite_bounds(self.positions)

    @cached_property
    def _solid(self) -> tuple[FloatArray, IndexArray]:
        return solid(self.positions, self.triangles)

    @cached_property
    def _corners(self) -> UnitCorners:
        return UnitCorners(*self._solid, 1 if self._tree is None else self._tree.size)

    @cached_property
    def _largest(self) -> float:
        return float(np.abs(self.bounds).max())

    def _prepare(self, ray_count: int) -> None:
        """Count rays, and build the structure where that costs less than they would without it."""
        self._ray_count += ray_count
        self._rays_together += ray_count if ray_count > FEW_RAYS else 0
        if self._is_batch(ray_count):
            return
        is_small = self._ray_count >= FIRST_RAYS and len(self.triangles) <= SMALL_MESH
        if self._tree is None and (ray_count >= MANY_RAYS or is_small):
            self.build_slice(np.inf)

    def _is_answered_singly(self, ray_count: int) -> bool:
        return ray_count <= FEW_RAYS or (self._tree is None and not self._is_batch(ray_count))

    def _is_batch(self, ray_count: int) -> bool:
        """Whether so many rays go through a grid, and need no tree."""
        if "_batch" not in vars(self) and not batches.is_worth_building(
            ray_count, self._rays_together, len(self.triangles)
        ):
            return False
        return ray_count >= batches.FEWEST_RAYS and self._batch is not None

    @cached_property
    def _batch(self) -> GridBatch | None:
        return GridBatch(*self._solid, self._pairs_from_afar) if can_hold(*self._solid) else None

    def _pairs_from_afar(self, rays: Rays) -> Iterator[tuple[IndexArray, IndexArray | Index32Array]]:
        self.build_slice(np.inf)
        return self._pairs(rays, None, False)

    def _ray(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> OneRay:
        return OneRay(numbers, self._corners, self._largest, cull_backfaces)

    def _candidates(self, ray: OneRay) -> Iterable[int]:
        """Units of triangles that one ray may meet before its limit."""
        if self._tree is not None:
            return tree_walk.candidates(self._tree, ray)
        if (count := len(self._solid[1])) <= FEW_TRIANGLES:
            return range(count)
        if not may_meet_boxes(Rays(ray.origin, ray.direction, ray.t_min, ray.t_max), *self.bounds)[0].item():
            return ()
        candidates: list[int] = scan.candidates(ray, *self._solid).tolist()
        return candidates

    def _first_of_one(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> Hits:
        found = self._nearest(numbers, cull_backfaces)
        return missed(1) if found is None else single(*found)

    def _parts(
        self, rays: Rays, cull_backfaces: bool | BoolArray, wanted: Wanted
    ) -> Iterator[tuple[Solver, Crossings]]:
        """Crossings in parts of which each has all of its rays, with who answers for them; the nearest alone."""
        if self._is_batch(len(rays)) and self._batch is not None:
            solver = Solver(rays, *self._solid, plain_first=len(rays) >= batches.FEWEST_PLAIN)
            for part, tested in self._batch.crossings(solver, cull_backfaces, wanted):
                self.triangles_tested += tested
                yield solver, part
            return
        solver = Solver(rays, *self._solid)
        limits = None if wanted is Wanted.ALL else rays.t_max.copy()
        found = []
        for ray_index, triangle_index in self._pairs(rays, limits, cull_backfaces):
            crossings = solver.cross(ray_index, triangle_index.astype(np.int64, copy=False))
            crossings = selection.seen(crossings, cull_backfaces)
            if limits is not None:
                np.minimum.at(limits, crossings.ray_index, wanted.limits(crossings))
            found.append(crossings)
        crossings = joined(found)
        yield solver, selection.nearest(solver, crossings) if wanted is Wanted.NEAREST else crossings

    def _pairs(
        self, rays: Rays, limits: FloatArray | None, cull_backfaces: bool | BoolArray
    ) -> Iterator[tuple[IndexArray, IndexArray | Index32Array]]:
        """Pairs of a ray and a triangle that may meet, in batches."""
        if self._tree is None or len(rays) <= FEW_RAYS:
            for row in range(len(rays)):
                ray = self._ray(rays.numbers(row), cull_backfaces)
                met = [meeting[2] for meeting in ray.meetings(self._candidates(ray))]
                self.triangles_tested += ray.tested
                yield np.full(len(met), row), np.array(met, dtype=np.int64)
            return
        positions, triangles = self._solid
        directions = scaled_to_one(rays.directions)
        error = filter_error(np.abs(rays.origins).max(axis=1, initial=0.0), self._largest)
        for ray_index, triangle_index in tree_batch.candidates(self._tree, rays, limits):
            self.triangles_tested += len(ray_index)
            corners = positions[triangles[triangle_index]]
            with np.errstate(over="ignore", invalid="ignore"):
                possible = may_meet(rays.origins[ray_index], directions[ray_index], error[ray_index], corners)
            yield ray_index[possible], triangle_index[possible]
