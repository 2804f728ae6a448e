"""One face of a mesh, read where a pick hit it."""

import numpy as np

from ..core import elements, surface
from .attributes import edge_marks
from .corner_normals import corner_normals
from .mesh_arrays import corner_edge, uv_at
from .pick import NearestEdge, NearestVertex


class Face:
    """The polygon of a mesh that has a triangle, read element by element so that nothing is copied for the others.

    `index` is its number, `triangle_local` (3, 3) the triangle in the mesh's own space.
    """

    def __init__(self, mesh, geometry, triangle_index, matrix_world):
        index = geometry.index
        self.index = index.polygon_of(triangle_index)
        self._mesh, self._geometry, self._matrix_world = mesh, geometry, matrix_world
        self._corners = index.polygon_corners(self.index)
        self._vertices = index.corner_vertices[self._corners.start : self._corners.stop].tolist()
        positions = index.positions[self._vertices].astype(np.float64)
        # A corner may be nowhere; its triangles are not drawn.
        with np.errstate(invalid="ignore"):
            self.corners_world = to_world(matrix_world, positions)
        self.triangles = index.polygon_triangles(self.index) - self._corners.start
        # The corners of the triangle among those of the face.
        self._picked = self.triangles[triangle_index - index.first_triangle(self.index)].tolist()
        self.triangle_local = positions[self._picked]
        self._triangle_corners = [self._corners[corner] for corner in self._picked]

    def drawn_polygon(self):
        """World corners (n, 3) of the face in order, and its triangles (m, 3) as numbers into them."""
        is_finite = np.isfinite(self.corners_world).all(axis=1)
        if is_finite.all():
            return self.corners_world, self.triangles
        number = np.cumsum(is_finite) - 1
        drawn = self.triangles[is_finite[self.triangles].all(axis=1)]
        return self.corners_world[is_finite], number[drawn]

    def uv(self, barycentric):
        """By UV map; a map that is not a number here is left out."""
        found = {}
        for layer in self._mesh.uv_layers:
            found[layer.name] = self._interpolate(
                uv_at(self._mesh, layer, self._triangle_corners), barycentric
            )
        return {name: uv for name, uv in found.items() if np.isfinite(uv).all()}

    def smooth_normal(self, barycentric, normal):
        """The shading normal; where the corner normals cancel out, the geometric one."""
        if self._geometry.corner_normals is not None:
            normals = self._geometry.corner_normals[self._triangle_corners]
        else:
            normals = corner_normals(self._mesh, self._geometry.index, self.index)[self._picked]
        local = self._interpolate(normals, barycentric)
        if not np.isfinite(local).all():
            return normal
        world = surface.world_normals(local[None], self._matrix_world)[0]
        return world if world.any() else normal

    def nearest(self, viewport, pixel_px, tolerance_px):
        """The vertex and the edge nearest to a pixel."""
        corners = self.corners_world
        tolerance_px *= viewport.ui_scale
        distances = elements.distances_to_polygon_px(viewport.view, pixel_px, corners)
        corner, side = (int(np.argmin(one)) for one in distances)
        distance, edge_distance = float(distances[0][corner]), float(distances[1][side])
        index = corner_edge(self._mesh, self._corners[side])
        ends = np.array((corners[side], corners[(side + 1) % len(corners)]))
        return (
            NearestVertex(self._vertices[corner], distance, corners[corner], distance <= tolerance_px),
            NearestEdge(
                index, edge_distance, ends, edge_distance <= tolerance_px, *edge_marks(self._mesh, index)
            ),
        )

    def place(self, barycentric, edge_index):
        """The point as `attributes_at` takes it, with the edge that is nearest to it."""
        weights = barycentric.tolist()
        return {
            "POINT": [pair for pair in self.weighted_vertices(barycentric) if pair[1] > 0.0],
            "EDGE": [(edge_index, 1.0)],
            "FACE": [(self.index, 1.0)],
            "CORNER": [pair for pair in zip(self._triangle_corners, weights) if pair[1] > 0.0],
        }

    def weighted_vertices(self, barycentric):
        """The (vertex, weight) pairs of the triangle."""
        return list(zip((self._vertices[corner] for corner in self._picked), barycentric.tolist()))

    def _interpolate(self, corner_values, barycentric):
        values = np.array(corner_values, dtype=np.float64)
        return surface.interpolate(values[None], barycentric[None])[0]


def to_world(matrix_world, points):
    """Points (n, 3) of an object's own space in world space."""
    return points @ matrix_world[:3, :3].T + matrix_world[:3, 3]
