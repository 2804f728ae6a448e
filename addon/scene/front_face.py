"""The face that the ray of a pixel meets first: lines behind it are hidden, and most need no ray of their own."""

import numpy as np

from ..core.surface import cross_products
from .faces import to_world

# Faces of more triangles count as that one alone which is met.
_MOST_TRIANGLES = 4
# A ray is sure to meet a triangle where every weight of the place is above this, and t this part of it before the end,
# if the triangle is not seen nearly edge-on nor small beside its coordinates: by far more than floats round.
_LEAST_WEIGHT, _END = 1e-6, 1e-6
_FLATTEST, _SMALLEST = 1e-3, 1e-5


class FrontFace:
    """A face in the world, of the instance `instance_index`, as some ray sees it."""

    def __init__(self, instance_index, triangles, direction):
        self.instance_index = instance_index
        starts, first, last = np.swapaxes(triangles, 0, 1)
        first, last = first - starts, last - starts
        lengths = np.linalg.norm(first, axis=1), np.linalg.norm(last, axis=1)
        is_large = np.minimum(*lengths) > _SMALLEST * np.abs(triangles).max(axis=(1, 2))
        self._smallest = np.where(is_large, np.minimum(*lengths), 0.0)
        self._farthest = np.abs(starts).max(axis=1)
        # What takes places to weights of the last two corners and the height above the plane. Two products with it
        # tell of a ray in a third of the time of its cross products.
        normals = cross_products(first, last)
        with np.errstate(divide="ignore", invalid="ignore"):
            squares = (normals**2).sum(axis=1)
            rows = np.stack((cross_products(last, normals), cross_products(normals, first), normals), axis=1)
            rows /= squares[:, None, None]
            self._least = _FLATTEST * lengths[0] * lengths[1] / squares
        self._rows = rows.reshape(-1, 3).T
        self._offsets = np.einsum("tnc,tc->tn", rows, starts)
        # From the other side it may be culled.
        self._signs = np.sign((direction @ self._rows)[2::3])

    @classmethod
    def met(cls, snapshot, ray, hits, rows):
        """What one ray meets first, its `rows` of hits sorted by t; None for nothing, or what does not hide."""
        if not len(rows):
            return None
        number, triangle = int(hits.instance_index[rows[0]]), int(hits.triangle_index[rows[0]])
        instance = snapshot.instances[number]
        if instance.shape.unseen is not None:
            return None
        index = instance.shape.surface.index
        polygon = index.polygon_of(triangle)
        corners = index.polygon_triangles(polygon)
        if len(corners) > _MOST_TRIANGLES:
            corners = corners[[triangle - index.first_triangle(polygon)]]
        positions = index.positions[index.corner_vertices[corners]].astype(np.float64)
        return cls(number, to_world(instance.matrix_world, positions), ray.directions[0])

    def hides(self, rays):
        """(k,) whether rays of unit directions surely meet it, from the same side."""
        count = len(rays)
        with np.errstate(divide="ignore", invalid="ignore"):
            at = (rays.origins @ self._rows).reshape(count, -1, 3) - self._offsets
            way = (rays.directions @ self._rows).reshape(count, -1, 3)
            t = -at[:, :, 2] / way[:, :, 2]
            weights = at[:, :, :2] + t[:, :, None] * way[:, :, :2]
            lowest = np.minimum(weights[:, :, 0], weights[:, :, 1])
            lowest = np.minimum(lowest, 1.0 - weights[:, :, 0] - weights[:, :, 1])
            farthest = np.abs(rays.origins).max(axis=1)[:, None]
            end = _END * (np.abs(t) + farthest + self._farthest)
            is_plain = (way[:, :, 2] * self._signs > self._least) & (self._smallest > _SMALLEST * farthest)
            is_within = (t > rays.t_min[:, None] + end) & (t < rays.t_max[:, None] - end)
            return (is_plain & is_within & (lowest > _LEAST_WEIGHT)).any(axis=1)
