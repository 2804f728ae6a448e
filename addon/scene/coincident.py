"""Faces that lie in one place, between which a picture flickers."""

import numpy as np

from ..core import surface
from .faces import to_world

# Coordinates come in single precision: those of two faces made to coincide differ by a few units in the last place.
_ROUNDING = 4.0 * float(np.finfo(np.float32).eps)
# Sine of the angle between planes that count as parallel.
_PARALLEL_SINE = 1e-3


def coincident_rows(snapshot, rays, hits):
    """Which of the hits of faces lie in one place with another of the same ray.

    Parameters
    ----------
    snapshot : Snapshot
    rays : Rays
        Of unit directions.
    hits : Hits
        Sorted by ray, then t, as `SceneIndex.all` gives them.

    Returns
    -------
    set of int
        Rows of `hits`. Two hits of a ray lie in one place if they are no further apart than 2**-21 of the largest
        number that either triangle's corners are made from, and if their planes are parallel to within a thousandth.
        Neighbouring faces met in the edge they share are one hit.
    """
    found = set()
    if len(hits) < 2:
        return found
    reach = _reaches(snapshot, hits)
    is_near = (np.diff(hits.ray_index) == 0) & (np.diff(hits.t) <= np.maximum(reach[1:], reach[:-1]))
    for row in np.flatnonzero(is_near).tolist():
        for other in range(row + 1, len(hits)):
            if hits.ray_index[other] != hits.ray_index[row] or not is_near[other - 1]:
                break
            if _coincide(snapshot, hits, row, other):
                found.update((row, other))
    return found


def _reaches(snapshot, hits):
    """(k,) how far apart two hits can be, from the box of the whole instance: quick, and never too small."""
    reaches = {}
    for index in np.unique(hits.instance_index).tolist():
        instance = snapshot.instances[index]
        reaches[index] = _ROUNDING * _size(instance.matrix_world, instance.shape.surface.index.bounds)
    return np.array([reaches[index] for index in hits.instance_index.tolist()])


def largest_reach(instances):
    """How far apart two hits of any of these instances can be."""
    surfaces = {id(one.shape.surface): one.shape.surface for one in instances if one.shape.has_faces}
    if not surfaces:
        return 0.0
    rows = {key: row for row, key in enumerate(surfaces)}
    corners = np.array([np.abs(surface.index.bounds).max(axis=0) for surface in surfaces.values()])
    solid = [one for one in instances if one.shape.has_faces]
    matrices = np.abs([one.matrix_world for one in solid])
    corners = corners[[rows[id(one.shape.surface)] for one in solid]]
    sizes = np.einsum("nij,nj->ni", matrices[:, :3, :3], corners) + matrices[:, :3, 3]
    return _ROUNDING * float(sizes.max(where=np.isfinite(sizes), initial=0.0))


def _coincide(snapshot, hits, row, other):
    (reach, normal), (other_reach, other_normal) = (_plane(snapshot, hits, one) for one in (row, other))
    is_parallel = np.linalg.norm(np.cross(normal, other_normal)) <= _PARALLEL_SINE
    return bool(is_parallel and hits.t[other] - hits.t[row] <= max(reach, other_reach))


def _plane(snapshot, hits, row):
    """How far off the triangle of a hit may be, and its normal in the world."""
    instance = snapshot.instances[hits.instance_index[row]]
    index = instance.shape.surface.index
    corners = index.positions[index.triangle_vertices(int(hits.triangle_index[row]))]
    normal = surface.triangle_normals(to_world(instance.matrix_world, corners)[None])[0]
    return _ROUNDING * _size(instance.matrix_world, corners), normal


def _size(matrix_world, points):
    """The largest number that goes into the world coordinates of any of these points (n, 3)."""
    linear, offset = np.abs(matrix_world[:3, :3]), np.abs(matrix_world[:3, 3])
    return float((linear @ np.abs(points).max(axis=0) + offset).max())
