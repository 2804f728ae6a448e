"""SceneIndex: rays against many instances of meshes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import checks, hits
from .arrays import BoolArray, FloatArray, IndexArray
from .boxes import may_meet_boxes
from .hits import Hits
from .instance import Instance, flattens, world_bounds
from .mesh_index import MeshIndex
from .polygon_index import PolygonIndex
from .rays import Rays

# Pairs of a ray and an instance's box worked on at once.
PAIRS_AT_ONCE = 1 << 16
# Of all instances, or of each what `MeshIndex` takes.
Culling = bool | Sequence[bool | BoolArray]


class SceneIndex:
    """Instances of meshes, each with its matrix; a mesh may stand in many of them.

    A ray is tested against the box of each instance in the world before any triangle, and taken into the
    mesh's own space together with the length of its direction, so t means the same for all.

    Parameters
    ----------
    instances : sequence of (MeshIndex or PolygonIndex, (4, 4) float)
        Meshes and their matrices from mesh to world space, which may mirror, shear and flatten.

    Raises
    ------
    ValueError
        If a matrix is not a finite (4, 4) with a last row of 0, 0, 0, 1.
    """

    def __init__(self, instances: Sequence[tuple[MeshIndex | PolygonIndex, ArrayLike]]) -> None:
        pairs = list(instances)
        meshes = [mesh for mesh, _ in pairs]
        matrices = np.array([checks.affine("matrix_world", matrix) for _, matrix in pairs]).reshape(-1, 4, 4)
        boxes = world_bounds(np.array([mesh.bounds for mesh in meshes]).reshape(-1, 2, 3), matrices)
        self._minimum, self._maximum = boxes[:, 0].copy(), boxes[:, 1].copy()
        self._instances = [
            Instance(mesh, matrix, bool(is_flat))
            for mesh, matrix, is_flat in zip(meshes, matrices, flattens(matrices[:, :3, :3]), strict=True)
        ]

    def __len__(self) -> int:
        return len(self._instances)

    def move(self, index: int, matrix_world: ArrayLike) -> None:
        """Give the instance with this index another matrix.

        Raises
        ------
        ValueError
            If there is no such instance, or the matrix is not one.
        """
        if not 0 <= index < len(self):
            raise ValueError(f"index: expected one of {len(self)} instances, got {index}")
        mesh = self._instances[index].mesh
        matrix = checks.affine("matrix_world", matrix_world)
        self._instances[index] = Instance(mesh, matrix, bool(flattens(matrix[None, :3, :3])[0]))
        self._minimum[index], self._maximum[index] = world_bounds(mesh.bounds[None], matrix[None])[0]

    def first(self, rays: Rays, *, cull_backfaces: Culling = False) -> Hits:
        """Nearest hit of each ray.

        Parameters
        ----------
        rays : Rays
            In the world.
        cull_backfaces : bool, or a sequence of bool or (m,) bool
            Let rays pass through triangles they meet from behind, as the instance shows them. A sequence has for each
            instance whether this is so of all its triangles, or of which.

        Returns
        -------
        Hits
            One row a ray. Of hits at the same t, the lowest instance, then the lowest triangle.
        """
        best = hits.missed(len(rays))
        for instance_index, met, enter in self._boxes_met(rays):
            ray_index = met[enter <= best.t[met]]
            if len(ray_index) == 0:
                continue
            limit, owner = best.t[ray_index], best.instance_index[ray_index]
            found = self._instances[instance_index].first(
                rays.take(ray_index).clipped(limit), cull_backfaces=_of(cull_backfaces, instance_index)
            )
            is_better = found.hit & ((found.t < limit) | (instance_index < owner))
            rows = ray_index[is_better]
            best.t[rows] = found.t[is_better]
            best.triangle_index[rows] = found.triangle_index[is_better]
            best.barycentric[rows] = found.barycentric[is_better]
            best.instance_index[rows] = instance_index
        return best

    def all(self, rays: Rays, *, cull_backfaces: Culling = False) -> Hits:
        """Every hit of each ray by ray, t, instance and triangle; `MeshIndex.all` says what counts as one."""
        parts = [hits.missed(0)]
        for instance_index, ray_index, _ in self._boxes_met(rays):
            found = self._instances[instance_index].all(
                rays.take(ray_index), cull_backfaces=_of(cull_backfaces, instance_index)
            )
            owner = np.full(len(found), instance_index, dtype=np.int64)
            parts.append(
                Hits(ray_index[found.ray_index], found.t, found.triangle_index, found.barycentric, owner)
            )
        return hits.joined(parts)

    def any(self, rays: Rays, *, cull_backfaces: Culling = False) -> BoolArray:
        """(n,) True for rays that meet a triangle."""
        meets = np.zeros(len(rays), dtype=bool)
        for instance_index, met, _ in self._boxes_met(rays):
            ray_index = met[~meets[met]]
            if len(ray_index):
                instance, culling = self._instances[instance_index], _of(cull_backfaces, instance_index)
                meets[ray_index] = instance.any(rays.take(ray_index), cull_backfaces=culling)
        return meets

    def _boxes_met(self, rays: Rays) -> Iterator[tuple[int, IndexArray, FloatArray]]:
        """Instances whose box rays may meet, front to back: index, ray indices, bounds below their t."""
        if len(self) == 0:
            return
        rays_at_once = max(1, PAIRS_AT_ONCE // len(self))
        for start in range(0, len(rays), rays_at_once):
            meets, enter = may_meet_boxes(
                rays.take(slice(start, start + rays_at_once)), self._minimum, self._maximum
            )
            nearest = np.where(meets, enter, np.inf).min(axis=0)
            for instance_index in np.argsort(nearest, kind="stable")[: int(meets.any(axis=0).sum())].tolist():
                row = np.flatnonzero(meets[:, instance_index])
                yield instance_index, row + start, enter[row, instance_index]


def _of(culling: Culling, instance_index: int) -> bool | BoolArray:
    return culling if isinstance(culling, bool) else culling[instance_index]
