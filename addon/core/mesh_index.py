"""MeshIndex: rays against the triangles of one mesh."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from . import checks, selection
from .arrays import BoolArray, FloatArray, IndexArray
from .blocks import TriangleBlocks
from .crossings import Crossings, Solver, joined
from .hits import Hits, missed
from .rays import Rays


class MeshIndex:
    """The triangles of one mesh, in its own space, made ready for rays.

    Edges and vertices belong to their triangles and every decision is exact, so a closed mesh has no gaps. A
    triangle without area or with a vertex that is not finite is never met, nor is one by a ray in its plane.

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

    Raises
    ------
    ValueError
        For other shapes, or vertex numbers out of range.
    """

    def __init__(self, positions: ArrayLike, triangles: ArrayLike) -> None:
        self.positions = checks.vectors("positions", positions, finite=False)
        self.triangles = checks.triangle_corners("triangles", triangles, len(self.positions))
        self.triangles_tested = 0
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
        solver, found = self._crossings(rays, cull_backfaces)
        found = selection.nearest(solver, found)
        hits = missed(len(rays))
        hits.t[found.ray_index] = found.t
        hits.triangle_index[found.ray_index] = found.triangle_index
        hits.barycentric[found.ray_index] = found.barycentric
        hits.instance_index[found.ray_index] = 0
        return hits

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
        solver, found = self._crossings(rays, cull_backfaces)
        found = selection.every(solver, found)
        instance_index = np.zeros(len(found), dtype=np.int64)
        return Hits(found.ray_index, found.t, found.triangle_index, found.barycentric, instance_index)

    def any(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> BoolArray:
        """(n,) True for rays that meet a triangle; the same choice of triangles as `first`."""
        _, found = self._crossings(rays, cull_backfaces)
        meets = np.zeros(len(rays), dtype=bool)
        meets[found.ray_index] = True
        return meets

    @cached_property
    def bounds(self) -> FloatArray:
        """(2, 3) lowest and highest coordinates of the finite vertices; inf and -inf where there are none."""
        positions = self.positions
        if not np.isfinite(positions).all():
            positions = positions[checks.finite_rows(positions)]
        return np.stack([positions.min(axis=0, initial=np.inf), positions.max(axis=0, initial=-np.inf)])

    @cached_property
    def _solid(self) -> tuple[FloatArray, IndexArray]:
        """Positions and triangles in which what is not finite has shrunk to a point, never met."""
        if np.isfinite(self.positions).all():
            return self.positions, self.triangles
        finite = checks.finite_rows(self.positions)
        if not finite.any():
            return self.positions[:0], self.triangles[:0]
        a, b, c = self.triangles.T
        whole = finite[a] & finite[b] & finite[c]
        anchor = int(finite.argmax())
        positions = np.where(finite[:, None], self.positions, self.positions[anchor])
        return positions, np.where(whole[:, None], self.triangles, anchor)

    @cached_property
    def _blocks(self) -> TriangleBlocks:
        return TriangleBlocks(*self._solid)

    def _crossings(self, rays: Rays, cull_backfaces: bool | BoolArray) -> tuple[Solver, Crossings]:
        solver = Solver(rays, *self._solid)
        found = []
        for ray_index, triangle_index, tested in self._blocks.candidates(rays):
            self.triangles_tested += tested
            found.append(solver.cross(ray_index, triangle_index))
        rows = joined(found)
        if cull_backfaces is False:
            return solver, rows
        is_culled = rows.facing >= 0
        if cull_backfaces is not True:
            is_culled &= cull_backfaces[rows.triangle_index]
        return solver, rows.take(~is_culled)


def ray_triangles(rays: Rays, triangles: ArrayLike, cull_backfaces: bool = False) -> Hits:
    """Nearest hit of each ray among triangles that share no vertices.

    Parameters
    ----------
    rays : Rays
    triangles : (m, 3, 3) float
        Corners, counter-clockwise as seen from the front.
    cull_backfaces : bool
        Let rays pass through triangles they meet from behind.

    Returns
    -------
    Hits
        One row a ray, as `MeshIndex.first` gives it.

    Raises
    ------
    ValueError
        If the shape is wrong.
    """
    corners = checks.shaped("triangles", triangles, (None, 3, 3)).reshape(-1, 3)
    index = MeshIndex(corners, np.arange(len(corners)).reshape(-1, 3))
    return index.first(rays, cull_backfaces=cull_backfaces)
