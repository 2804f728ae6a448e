"""From a hit, numbers and indices, to all that is known about the place."""

import numpy as np

from ..core import elements, surface
from .geometry import evaluated_mesh
from .pick import NearestEdge, NearestVertex, Pick


def describe_face(viewport, pixel_px, options, instance, item, triangle_index, barycentric):
    """Build the `Pick` of a hit on a face.

    Parameters
    ----------
    viewport : Viewport
    pixel_px : (2,) float
    options : PickOptions
    instance : Instance
    item : bpy.types.DepsgraphObjectInstance
        The live entry of `instance`.
    triangle_index : int
    barycentric : (3,) float

    Returns
    -------
    Pick
    """
    obj = item.object
    geometry = instance.shape.surface
    face_index = int(geometry.triangle_polygons[triangle_index])
    corners_local = geometry.index.positions[geometry.index.triangles[triangle_index]]
    location_local = surface.interpolate(corners_local[None], barycentric[None])[0]
    location = _to_world(instance.matrix_world, location_local[None])[0]
    normal = surface.world_normals(surface.triangle_normals(corners_local[None]), instance.matrix_world)[0]
    with evaluated_mesh(obj) as mesh:
        face = _Face(mesh, geometry, face_index, triangle_index, instance.matrix_world)
        slot, material = _material(obj, mesh, face_index)
        (polygon, triangles), uv = face.drawn_polygon(), face.uv(barycentric)
        normal_smooth = face.smooth_normal(barycentric, normal)
        nearest_vertex = face.nearest_vertex(viewport, pixel_px, options.tolerance_px)
        nearest_edge = face.nearest_edge(viewport, pixel_px, options.tolerance_px)
    return Pick(
        kind="FACE",
        **_whose(instance, obj),
        **_where(viewport, pixel_px, location, location_local),
        normal=normal,
        normal_smooth=normal_smooth,
        front_face=_faces_viewer(viewport.view, location, normal),
        face_index=face_index,
        original_face_index=_original_face(obj, face_index),
        triangle_index=triangle_index,
        barycentric=barycentric,
        material=material,
        material_slot=slot,
        uv=uv,
        nearest_vertex=nearest_vertex,
        nearest_edge=nearest_edge,
        face_polygon=polygon,
        face_triangles=triangles,
    )


def describe_element(viewport, pixel_px, options, instance, item, nearby):
    """Build the `Pick` of a line or point near a pixel, a `Nearby`; what only a face has is None."""
    outline, row = nearby.outline, nearby.row
    ends = np.array((outline.starts[row], outline.ends[row]))
    linear, offset = instance.matrix_world[:3, :3], instance.matrix_world[:3, 3]
    location_local = np.linalg.lstsq(linear, nearby.location - offset, rcond=None)[0]
    index, within = int(outline.indices[row]), True
    is_edge, is_vertex = outline.kind == "EDGE", outline.kind == "VERTEX"
    ends_world = _to_world(instance.matrix_world, ends)
    return Pick(
        kind=outline.kind,
        **_whose(instance, item.object),
        **_where(viewport, pixel_px, nearby.location, location_local),
        element_index=index,
        element_ends=ends_world,
        pixel_distance=nearby.distance_px,
        nearest_vertex=NearestVertex(index, nearby.distance_px, nearby.location, within)
        if is_vertex
        else None,
        nearest_edge=NearestEdge(index, nearby.distance_px, ends_world, within) if is_edge else None,
    )


def _whose(instance, obj):
    """The fields of a `Pick` that say what was hit."""
    return {
        "object_name": instance.object_name,
        "object_uid": instance.object_uid,
        "library": instance.library,
        "collections": tuple(collection.name for collection in obj.original.users_collection),
        "is_instance": instance.is_instance,
        "instancer_path": instance.instancer_path,
        "persistent_id": instance.persistent_id,
        "matrix_world": instance.matrix_world,
        "in_front": instance.in_front,
        "base_key": (instance.base_name, instance.base_library, instance.base_uid),
    }


def _where(viewport, pixel_px, location, location_local):
    """The fields of a `Pick` that say where."""
    return {
        "location": location,
        "location_local": location_local,
        "distance": float(viewport.view.distances(location[None])[0]),
        "depth": float(viewport.view.depths(location[None])[0]),
        "pixel": np.array(pixel_px, dtype=np.float64),
    }


class _Face:
    """One polygon of a mesh, read element by element so that nothing is copied for the others."""

    def __init__(self, mesh, geometry, face_index, triangle_index, matrix_world):
        self._mesh = mesh
        self._matrix_world = matrix_world
        polygon = mesh.polygons[face_index]
        self._corners = range(polygon.loop_start, polygon.loop_start + polygon.loop_total)
        self._vertices = [mesh.loops[corner].vertex_index for corner in self._corners]
        # A corner may be nowhere; its triangles are not drawn.
        with np.errstate(invalid="ignore"):
            self.corners_world = _to_world(matrix_world, geometry.index.positions[self._vertices])
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
        return NearestEdge(
            self._mesh.loops[self._corners[nearest]].edge_index,
            distance,
            np.array((self.corners_world[nearest], ends[nearest])),
            distance <= tolerance_px * viewport.ui_scale,
        )

    def _interpolate(self, corner_values, barycentric):
        values = np.array(corner_values, dtype=np.float64)
        return surface.interpolate(values[None], barycentric[None])[0]


def _to_world(matrix_world, points):
    return points @ matrix_world[:3, :3].T + matrix_world[:3, 3]


def _faces_viewer(view, location, normal):
    towards = view.view_axis if view.is_orthographic else location - view.eye
    return bool(towards @ normal < 0.0)


def _material(obj, mesh, face_index):
    """Slot index and material name; an index beyond the slots means the last slot, as Blender draws it."""
    count = max(len(mesh.materials), len(obj.material_slots))
    if count == 0:
        return None, None
    slot = min(max(mesh.polygons[face_index].material_index, 0), count - 1)
    if slot < len(obj.material_slots) and obj.material_slots[slot].link == "OBJECT":
        material = obj.material_slots[slot].material
    else:
        material = mesh.materials[slot] if slot < len(mesh.materials) else None
    return slot, material.name if material else None


def _original_face(obj, face_index):
    """The same index where no modifier can have changed the faces, else None."""
    source = obj.original
    unchanged = source.type == "MESH" and not any(modifier.show_viewport for modifier in source.modifiers)
    return face_index if unchanged and face_index < len(source.data.polygons) else None
