"""The outline of a solid as armatures are drawn with: edges between a face towards the viewer and one away from it.

As Blender finds them, extract_mesh_ibo_lines_adjacency.cc and overlay_armature_shape_outline_vert.glsl: an edge of one
triangle alone is always part of it, one at the bottom of a notch never.
"""

from typing import NamedTuple

import numpy as np

# Of units of the shape; what is lower is no notch.
_LEAST_NOTCH = 1e-4


class Sides(NamedTuple):
    """Edges of triangles as numbers of corners (n, 2), and the normals (n, 2, 3) of what meets in each."""

    edges: np.ndarray
    normals: np.ndarray


class Solid:
    """Corners (n, 3), triangles (m, 3) and `Sides` of a shape that bones are drawn as."""

    def __init__(self, corners, triangles):
        self.corners = np.array(corners, dtype=np.float64)
        self.triangles = np.array(triangles)
        self.sides = sides(self.corners, self.triangles)


def sides(positions, triangles):
    """The `Sides` of triangles (m, 3) of corners (n, 3) that may be part of the outline."""
    corners = positions[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    starts, ends, opposite = (np.roll(triangles, -step, axis=1).ravel() for step in range(3))
    owners = np.repeat(np.arange(len(triangles)), 3)
    low, high, is_turned = np.minimum(starts, ends), np.maximum(starts, ends), starts > ends
    order = np.lexsort((np.arange(len(low)), high, low))
    is_first = np.ones(len(order), dtype=bool)
    is_first[1:] = (low[order][1:] != low[order][:-1]) | (high[order][1:] != high[order][:-1])
    # The second triangle of an edge goes with the first, the fourth with the third.
    place = np.arange(len(order)) - np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
    seconds = np.flatnonzero(place % 2)
    first, second = order[seconds - 1], order[seconds]
    goes_with = is_turned[first] != is_turned[second]
    first, second = first[goes_with], second[goes_with]
    alone = np.setdiff1d(order, np.concatenate((first, second)))
    lengths = np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), np.finfo(float).tiny)
    above = positions[opposite[second]] - positions[starts[first]]
    is_notch = np.einsum("nc,nc->n", (normals / lengths)[owners[first]], above) > _LEAST_NOTCH
    first, second = first[~is_notch], second[~is_notch]
    of_alone = np.stack((normals[owners[alone]], -normals[owners[alone]]), axis=1)
    of_both = np.stack((normals[owners[first]], normals[owners[second]]), axis=1)
    chosen = np.concatenate((first, alone))
    return Sides(np.stack((starts[chosen], ends[chosen]), axis=1), np.concatenate((of_both, of_alone)))
