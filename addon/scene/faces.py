"""One face of a mesh, read where a pick hit it."""

import numpy as np

from ..core import elements, surface
from .attributes import edge_marks
from .pick import NearestEdge, NearestVertex


class Face:
    """One polygon of a mesh, read element by element so that nothing is copied for the others."""

    def __init__(self, mesh, geometry, face_index, triangle_index, matrix_world):
        self._mesh = mesh
        self._corner_normals = geometry.corner_normals
        self._matrix_world = matrix_world
        self._face_index = face_index
        polygon = mesh.polygons[face_index]
        self._corners = range(polygon.loop_start, polygon.loop_start + polygon.loop_total)
        self._vertices = [mesh.loops[corner].vertex_index for corner in self._corners]
        # A corner may be nowhere; its triangles are not drawn.
        with np.errstate(invalid="ignore"):
            self.corners_world = to_world(matrix_world, geometry.index.positions[self._vertices])
        first = int(np.searchsorted(geometry.triangle_polygons, face_index))
        last = int(np.searchsorted(geometry.triangle_polygons, face_index, side="right"))
        all_triangles = [tuple(mesh.loop_triangles[number].loops) for number in range(first, last)]
        self.triangles = np.array(all_triangles, dtype=np.int64) - polygon.loop_start
        self._triangle_corners = all_triangles[triangle_index - first]

    def drawn_polygon(self):
        """World corners (n, 3) of the face in order, and its triangles (m, 3) as numbers into them."""
        is_finite = np.isfinite(self.corners_world).all(axis=1)
        number = np.cumsum(is_finite) - 1
        drawn = self.triangles[is_finite[self.triangles].all(axis=1)]
        return self.corners_world[is_finite], number[drawn]

    def uv(self, barycentric):
        """By UV map; a map that is not a number here is left out."""
        found = {}
        for layer in self._mesh.uv_layers:
            corner_values = [layer.uv[corner].vector for corner in self._triangle_corners]
            found[layer.name] = self._interpolate(corner_values, barycentric)
        return {name: uv for name, uv in found.items() if np.isfinite(uv).all()}

    def smooth_normal(self, barycentric, normal):
        """The shading normal; where the corner normals cancel out, the geometric one."""
        if self._corner_normals is not None:
            normals = self._corner_normals[list(self._triangle_corners)]
        else:
            normals = [self._mesh.corner_normals[corner].vector for corner in self._triangle_corners]
        local = self._interpolate(normals, barycentric)
        if not np.isfinite(local).all():
            return normal
        world = surface.world_normals(local[None], self._matrix_world)[0]
        return world if world.any() else normal

    def nearest_vertex(self, viewport, pixel_px, tolerance_px):
        distances = elements.distances_to_points_px(viewport.view, pixel_px, self.corners_world)
        nearest = int(np.argmin(distances))
        distance = float(distances[nearest])
        return NearestVertex(
            self._vertices[nearest],
            distance,
            self.corners_world[nearest],
            distance <= tolerance_px * viewport.ui_scale,
        )

    def nearest_edge(self, viewport, pixel_px, tolerance_px):
        ends = np.roll(self.corners_world, -1, axis=0)
        distances, _ = elements.distances_to_segments_px(viewport.view, pixel_px, self.corners_world, ends)
        nearest = int(np.argmin(distances))
        distance = float(distances[nearest])
        index = self._mesh.loops[self._corners[nearest]].edge_index
        return NearestEdge(
            index,
            distance,
            np.array((self.corners_world[nearest], ends[nearest])),
            distance <= tolerance_px * viewport.ui_scale,
            *edge_marks(self._mesh, index),
        )

    def place(self, barycentric, edge_index):
        """The point as `attributes_at` takes it, with the edge that is nearest to it."""
        weights = barycentric.tolist()
        corners = [pair for pair in zip(self._triangle_corners, weights) if pair[1] > 0.0]
        return {
            "POINT": [(self._mesh.loops[corner].vertex_index, weight) for corner, weight in corners],
            "EDGE": [(edge_index, 1.0)],
            "FACE": [(self._face_index, 1.0)],
            "CORNER": corners,
        }

    def _interpolate(self, corner_values, barycentric):
        values = np.array(corner_values, dtype=np.float64)
        return surface.interpolate(values[None], barycentric[None])[0]


def to_world(matrix_world, points):
    """Points (n, 3) of an object's own space in world space."""
    return points @ matrix_world[:3, :3].T + matrix_world[:3, 3]
