"""SceneIndex: rays against many instances of meshes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, nextafter

import numpy as np
from numpy.typing import ArrayLike

from . import checks, hits
from .arrays import BoolArray, FloatArray, IndexArray
from .hits import Hits
from .instance import Instance, Mesh, moved_bounds, world_bounds
from .instance_tree import InstanceTree
from .rays import Numbers, Rays

# Rays of a batch whose boxes are found together, before any triangle.
RAYS_AT_ONCE = 1 << 12
# Among few instances more, as meshes take far less time for each of very many rays.
PAIRS_AT_ONCE, FEW_INSTANCES = 1 << 23, 64
# Up to so many boxes are faster met one by one by all rays of a batch.
FEW_BOXES = 8
# Rays that are faster asked one by one whether they meet anything, front to back, than boxes first (at 10,000 instances
# 0.1 ms against 2 ms together for four, and the same for so many).
FEW_RAYS = 32
# Of all instances, or of each what `MeshIndex` takes.
Culling = bool | Sequence[bool | BoolArray]


class SceneIndex:
    """Instances of meshes, each with its matrix; a mesh may stand in many of them.

    A ray is tested against the boxes of the instances in the world before any triangle, and taken into the
    mesh's own space together with the length of its direction, so t means the same for all. Of a mesh nothing but
    `bounds` is asked before a ray meets that box.

    Parameters
    ----------
    instances : sequence of (MeshIndex, (4, 4) float)
        Meshes, or what answers as they do, and their matrices from mesh to world space, which may mirror, shear and
        flatten.

    Raises
    ------
    ValueError
        If a matrix is not a finite (4, 4) with a last row of 0, 0, 0, 1.
    """

    def __init__(self, instances: Sequence[tuple[Mesh, ArrayLike]]) -> None:
        pairs = list(instances)
        self._meshes = [mesh for mesh, _ in pairs]
        self._matrices = _affine_matrices([matrix for _, matrix in pairs])
        # What rays have reached, with what it takes to answer them.
        self._instances: dict[int, Instance] = {}
        distinct = {id(mesh): mesh for mesh in self._meshes}
        rows = {key: row for row, key in enumerate(distinct)}
        bounds = np.array([mesh.bounds for mesh in distinct.values()]).reshape(-1, 2, 3)
        if len(pairs) == 1:
            # As the first pick on a mesh mostly finds it, in a tenth of the time.
            boxes = np.array([moved_bounds(bounds[0].tolist(), self._matrices[0].tolist())])
        else:
            boxes = world_bounds(bounds[[rows[id(mesh)] for mesh in self._meshes]], self._matrices)
        self._boxes = InstanceTree(boxes[:, 0], boxes[:, 1])

    def __len__(self) -> int:
        return len(self._meshes)

    @property
    def boxes_tested(self) -> int:
        """How many boxes rays have been tested against since the index was made."""
        return self._boxes.boxes_tested

    def move(self, index: int, matrix_world: ArrayLike) -> None:
        """Give the instance with this index another matrix.

        Raises
        ------
        ValueError
            If there is no such instance, or the matrix is not one.
        """
        self.replace(index, None, matrix_world)

    def replace(self, index: int, mesh: Mesh | None, matrix_world: ArrayLike) -> None:
        """Have another mesh as well for the instance with this index, or the same if it is None; errors as above."""
        if not 0 <= index < len(self):
            raise ValueError(f"index: expected one of {len(self)} instances, got {index}")
        matrix = checks.one_affine("matrix_world", matrix_world)
        if mesh is not None:
            self._meshes[index] = mesh
        self._matrices[index] = matrix
        self._instances.pop(index, None)
        self._boxes.move(index, *moved_bounds(self._meshes[index].bounds.tolist(), matrix.tolist()))

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
        if len(rays) == 1:
            return self._first_of_one(rays, cull_backfaces)
        best = hits.missed(len(rays))
        for instance_index, met, enter in self._boxes_met(rays):
            ray_index = met[enter <= best.t[met]]
            if len(ray_index) == 0:
                continue
            limit, owner = best.t[ray_index], best.instance_index[ray_index]
            # A t is rounded: what lies in the same place may be a little farther than that number.
            found = self._instance(instance_index).first(
                rays.take(ray_index).clipped(np.nextafter(limit, np.inf)),
                cull_backfaces=_of(cull_backfaces, instance_index),
            )
            is_better = found.hit & ((found.t < limit) | ((found.t == limit) & (instance_index < owner)))
            rows = ray_index[is_better]
            best.t[rows] = found.t[is_better]
            best.triangle_index[rows] = found.triangle_index[is_better]
            best.barycentric[rows] = found.barycentric[is_better]
            best.instance_index[rows] = instance_index
        return best

    def all(self, rays: Rays, *, cull_backfaces: Culling = False) -> Hits:
        """Every hit of each ray by ray, t, instance and triangle; `MeshIndex.all` says what counts as one."""
        parts = []
        for instance_index, ray_index, _ in self._boxes_met(rays):
            found = self._instance(instance_index).all(
                rays.take(ray_index), cull_backfaces=_of(cull_backfaces, instance_index)
            )
            if not len(found):
                continue
            owner = np.full(len(found), instance_index, dtype=np.int64)
            parts.append(
                Hits(ray_index[found.ray_index], found.t, found.triangle_index, found.barycentric, owner)
            )
        return parts[0] if len(parts) == 1 else hits.joined([hits.missed(0), *parts])

    def any(self, rays: Rays, *, cull_backfaces: Culling = False) -> BoolArray:
        """(n,) True for rays that meet a triangle."""
        if len(rays) <= FEW_RAYS:
            blockers, last = [], -1
            for row in range(len(rays)):
                blockers.append(self._blocker(rays.numbers(row), cull_backfaces, last))
                # Rays beside each other mostly end at the same instance.
                last = blockers[-1] if blockers[-1] >= 0 else last
            return np.array(blockers, dtype=np.int64) >= 0
        meets = np.zeros(len(rays), dtype=bool)
        for instance_index, met, _ in self._boxes_met(rays):
            ray_index = met[~meets[met]]
            if len(ray_index):
                instance, culling = self._instance(instance_index), _of(cull_backfaces, instance_index)
                meets[ray_index] = instance.any(rays.take(ray_index), cull_backfaces=culling)
        return meets

    def _first_of_one(self, ray: Rays, culling: Culling) -> Hits:
        origin, direction, t_min, t_max = numbers = ray.numbers()
        best, owner, end = None, -1, t_max
        for enter, index in self._boxes.along(numbers):
            if enter > end:
                break
            found = self._instance(index).nearest((origin, direction, t_min, end), _of(culling, index))
            if found is not None and (best is None or (found[0], index) < (best[0], owner)):
                best, owner = found, index
                # It is rounded: what lies in the same place may be a little farther than that number.
                end = min(t_max, nextafter(found[0], inf))
        return hits.missed(1) if best is None else hits.single(*best, owner)

    def _blocker(self, numbers: Numbers, culling: Culling, likely: int) -> int:
        """An instance that one ray meets, looked for at a `likely` one first; -1 if there is none.

        In plain numbers all the way: with an array for each ray it took half as long again.
        """

        def meets(index: int) -> bool:
            return self._instance(index).meets(numbers, _of(culling, index))

        if likely >= 0 and meets(likely):
            return likely
        others = (index for _, index in self._boxes.along(numbers) if index != likely)
        return next((index for index in others if meets(index)), -1)

    def _instance(self, index: int) -> Instance:
        instance = self._instances.get(index)
        if instance is None:
            instance = self._instances[index] = Instance(self._meshes[index], self._matrices[index])
        return instance

    def _boxes_met(self, rays: Rays) -> Iterator[tuple[int, IndexArray, FloatArray]]:
        """Instances whose box rays may meet, front to back: index, ray indices, bounds below their t."""
        if len(rays) == 1:
            row, one = np.zeros(1, dtype=np.int64), rays.numbers()
            for enter, index in self._boxes.along(one):
                if self._instance(index).may_meet(one):
                    yield index, row, np.array([enter])
            return
        if len(self) <= FEW_BOXES:
            yield from self._few_boxes_met(rays)
            return
        rays_at_once = max(RAYS_AT_ONCE, PAIRS_AT_ONCE // max(len(self), FEW_INSTANCES))
        for start in range(0, len(rays), rays_at_once):
            ray_index, numbers, enters = self._boxes.pairs(rays.take(slice(start, start + rays_at_once)))
            order = np.lexsort((ray_index, numbers))
            ray_index, numbers, enters = ray_index[order] + start, numbers[order], enters[order]
            begins = np.flatnonzero(np.diff(numbers, prepend=-1))
            if not len(begins):
                continue
            ends = np.append(begins[1:], len(numbers))
            for group in np.argsort(np.minimum.reduceat(enters, begins), kind="stable").tolist():
                rows = slice(begins[group], ends[group])
                yield int(numbers[begins[group]]), ray_index[rows], enters[rows]

    def _few_boxes_met(self, rays: Rays) -> Iterator[tuple[int, IndexArray, FloatArray]]:
        """The same of few instances: as many rays at once as there may be, as meshes take less for each of more."""
        rays_at_once = PAIRS_AT_ONCE // FEW_BOXES
        for start in range(0, len(rays), rays_at_once):
            part = rays.take(slice(start, start + rays_at_once))
            met = [(number, *self._boxes.alone(part, number)) for number in range(len(self))]
            for number, ray_index, enters in sorted(met, key=lambda one: one[2].min(initial=np.inf)):
                if len(ray_index):
                    yield number, ray_index + start, enters


def _of(culling: Culling, instance_index: int) -> bool | BoolArray:
    return culling if isinstance(culling, bool) else culling[instance_index]


def _affine_matrices(matrices: list[ArrayLike]) -> FloatArray:
    """(n, 4, 4) copies; checked together, and one by one only to say which is wrong."""
    try:
        stacked = np.array(matrices, dtype=np.float64).reshape(-1, 4, 4)
        is_right = bool(np.isfinite(stacked).all() and (stacked[:, 3] == (0.0, 0.0, 0.0, 1.0)).all())
    except (TypeError, ValueError):
        is_right = False
    if is_right and len(stacked) == len(matrices):
        return stacked
    return np.array([checks.affine("matrix_world", matrix) for matrix in matrices]).reshape(-1, 4, 4)
