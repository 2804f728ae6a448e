"""The face that the ray of a pixel meets first: lines behind it are hidden, and most need no ray of their own."""

import numpy as np

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
        self._starts, first, last = np.swapaxes(triangles, 0, 1)
        self._first, self._last = first - self._starts, last - self._starts
        lengths = np.linalg.norm(self._first, axis=1), np.linalg.norm(self._last, axis=1)
        is_large = np.minimum(*lengths) > _SMALLEST * np.abs(triangles).max(axis=(1, 2))
        self._least = np.where(is_large, _FLATTEST * lengths[0] * lengths[1], np.inf)
        self._smallest = np.minimum(*lengths)
        volumes = np.einsum("tc,tc->t", np.cross(direction, self._last), self._first)
        # From the other side it may be culled.
        self._signs = np.sign(volumes)

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
        directions, aside = rays.directions[:, None], rays.origins[:, None] - self._starts
        across, around = np.cross(directions, self._last), np.cross(aside, self._first)
        with np.errstate(divide="ignore", invalid="ignore"):
            volumes = (across * self._first).sum(axis=2)
            first = (aside * across).sum(axis=2) / volumes
            last = (directions * around).sum(axis=2) / volumes
            t = (self._last * around).sum(axis=2) / volumes
            end = _END * (np.abs(t) + np.abs(aside).max(axis=2))
        is_plain = (volumes * self._signs > self._least) & (
            self._smallest > _SMALLEST * np.abs(rays.origins).max(axis=1)[:, None]
        )
        weights = np.minimum(np.minimum(first, last), 1.0 - first - last)
        is_within = (t > rays.t_min[:, None] + end) & (t < rays.t_max[:, None] - end)
        return (is_plain & is_within & (weights > _LEAST_WEIGHT)).any(axis=1)
