"""Meshes where matrices put them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .arrays import BoolArray, FloatArray
from .hits import Hits
from .mesh_index import MeshIndex
from .polygon_index import PolygonIndex
from .rays import Rays
from .surface import mirrors

# Rays go into the space of the mesh unless its longest axis exceeds its shortest so many times: beyond that
# the inverse would cost more than half of the 16 digits of float64.
LARGEST_STRETCH = 1e8
# Scale below which coordinates in the space of the mesh could leave the range of floats.
SMALLEST_SCALE = 1e-100
MIRRORED_CORNERS = [0, 2, 1]


def flattens(linear: FloatArray) -> BoolArray:
    """(n,) True where a matrix (n, 3, 3) leaves a mesh no thickness to speak of in some direction."""
    scales = np.linalg.svd(linear, compute_uv=False)
    flat: BoolArray = (scales[:, 2] * LARGEST_STRETCH <= scales[:, 0]) | (scales[:, 2] < SMALLEST_SCALE)
    return flat


def world_bounds(bounds: FloatArray, matrices: FloatArray) -> FloatArray:
    """(n, 2, 3) boxes in the world around boxes (n, 2, 3) taken through (n, 4, 4), never too small.

    An empty box, inf and -inf, stays one.
    """
    empty = bounds[:, 0, 0] > bounds[:, 1, 0]
    corners = np.where(empty[:, None, None], 0.0, bounds)
    linear, offset = matrices[:, :3, :3], matrices[:, :3, 3]
    with np.errstate(over="ignore", invalid="ignore"):
        terms = linear[:, None] * corners[:, :, None, :]
        rounding = np.abs(terms).max(axis=1).sum(axis=2) + np.abs(offset)
        rounding *= 8.0 * np.finfo(np.float64).eps
        low = terms.min(axis=1).sum(axis=2) + offset - rounding
        high = terms.max(axis=1).sum(axis=2) + offset + rounding
    low[empty], high[empty] = np.inf, -np.inf
    return np.stack([low, high], axis=1)


@dataclass(frozen=True, eq=False)
class Instance:
    """A mesh and its matrix to the world; asked with rays in the world, whose t it keeps.

    Where the matrix flattens the mesh, the triangles go to the world instead of the rays to the mesh.
    """

    mesh: MeshIndex | PolygonIndex
    matrix_world: FloatArray
    is_flat: bool

    def first(self, rays: Rays, *, cull_backfaces: bool | BoolArray) -> Hits:
        """Nearest hit of each ray, as `MeshIndex.first`."""
        if self.is_flat:
            return self._in_order_of_mesh(self._world_mesh.first(rays, cull_backfaces=cull_backfaces))
        return self.mesh.first(self._to_mesh(rays), cull_backfaces=cull_backfaces)

    def all(self, rays: Rays, *, cull_backfaces: bool | BoolArray) -> Hits:
        """Every hit, as `MeshIndex.all`."""
        if self.is_flat:
            return self._in_order_of_mesh(self._world_mesh.all(rays, cull_backfaces=cull_backfaces))
        return self.mesh.all(self._to_mesh(rays), cull_backfaces=cull_backfaces)

    def any(self, rays: Rays, *, cull_backfaces: bool | BoolArray) -> BoolArray:
        """(n,) True for rays that meet a triangle."""
        if self.is_flat:
            return self._world_mesh.any(rays, cull_backfaces=cull_backfaces)
        return self.mesh.any(self._to_mesh(rays), cull_backfaces=cull_backfaces)

    def _to_mesh(self, rays: Rays) -> Rays:
        """Rays in the mesh's space; the offset goes first, while the numbers still have one size."""
        linear, offset = self.matrix_world[:3, :3], self.matrix_world[:3, 3]
        origins = np.linalg.solve(linear, (rays.origins - offset).T).T
        directions = np.linalg.solve(linear, rays.directions.T).T
        return Rays(origins, directions, rays.t_min, rays.t_max)

    @cached_property
    def _is_mirrored(self) -> bool:
        return mirrors(self.matrix_world[:3, :3])

    @cached_property
    def _world_mesh(self) -> MeshIndex:
        """The mesh in the world, its triangles turned where the matrix mirrors so that fronts stay fronts."""
        with np.errstate(over="ignore", invalid="ignore"):
            positions = self.mesh.positions @ self.matrix_world[:3, :3].T + self.matrix_world[:3, 3]
        triangles = self.mesh.triangles
        return MeshIndex(positions, triangles[:, MIRRORED_CORNERS] if self._is_mirrored else triangles)

    def _in_order_of_mesh(self, found: Hits) -> Hits:
        """Hits on the world mesh, their weights in the order of the mesh's own corners."""
        if not self._is_mirrored:
            return found
        weights = found.barycentric[:, MIRRORED_CORNERS]
        return Hits(found.ray_index, found.t, found.triangle_index, weights, found.instance_index)
