"""From a hit, numbers and indices, to all that is known about the place."""

import numpy as np

from ..core import surface
from .attributes import attributes_at, edge_marks, edge_place, vertex_weights
from .faces import Face, to_world
from .mesh_arrays import material_index
from .mesh_sources import picked_mesh
from .modes import is_edited_mesh
from .originals import original_face, original_place
from .outlines.bone_list import bone_name_and_ends
from .outlines.control_points import point_and_handle
from .outlines.empties import IMAGE_TRIANGLES
from .outlines.wires import EVALUATED_MESH
from .pick import NearestEdge, NearestVertex, Pick
from .strand_values import material_fields, strand_fields


def describe_face(viewport, pixel_px, options, instance, item, triangle_index, barycentric, coincident=False):
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
    coincident : bool
        As in `Pick`.

    Returns
    -------
    Pick
    """
    obj = item.object
    with picked_mesh(obj, options.geometry) as mesh:
        face = Face(mesh, instance.shape.surface, triangle_index, instance.matrix_world)
        triangle_local = face.triangle_local[None]
        location_local = surface.interpolate(triangle_local, barycentric[None])[0]
        location = to_world(instance.matrix_world, location_local[None])[0]
        normal = surface.world_normals(surface.triangle_normals(triangle_local), instance.matrix_world)[0]
        material = material_fields(obj, mesh, material_index(mesh, face.index))
        (polygon, triangles), uv = face.drawn_polygon(), face.uv(barycentric)
        normal_smooth = face.smooth_normal(barycentric, normal)
        nearest_vertex, nearest_edge = face.nearest(viewport, pixel_px, options.tolerance_px)
        place = face.place(barycentric, nearest_edge.index)
        attributes, vertex_groups = _attributes(mesh, place), vertex_weights(obj, mesh, place["POINT"])
        original = _on_original(obj, mesh, face.index, face.weighted_vertices(barycentric), options.geometry)
    return Pick(
        kind="FACE",
        **_whose(instance, obj),
        **_where(viewport, pixel_px, location, location_local),
        normal=normal,
        normal_smooth=normal_smooth,
        front_face=_faces_viewer(viewport.view, location, normal),
        face_index=face.index,
        **original,
        triangle_index=triangle_index,
        barycentric=barycentric,
        **material,
        uv=uv,
        attributes=attributes,
        vertex_groups=vertex_groups,
        nearest_vertex=nearest_vertex,
        nearest_edge=nearest_edge,
        face_polygon=polygon,
        face_triangles=triangles,
        coincident=coincident,
    )


def _on_original(obj, mesh, face_index, corners, geometry):
    """The fields of a `Pick` that say where it is on the original mesh; `corners` are (vertex, weight) pairs."""
    index, reason = original_face(obj, mesh, face_index, geometry)
    return {
        "original_face_index": index,
        "original_face_reason": reason,
        "original_location_local": None if index is None else original_place(obj, corners, geometry),
    }


def describe_element(viewport, pixel_px, options, instance, item, nearby):
    """Build the `Pick` of a line or point near a pixel, a `Nearby`; what only a face has is None."""
    linear, offset = instance.matrix_world[:3, :3], instance.matrix_world[:3, 3]
    location_local = np.linalg.lstsq(linear, nearby.location - offset, rcond=None)[0]
    index, ends_world = nearby.index, nearby.ends
    which = {"element_ends": ends_world}
    if nearby.kind in ("HAIR", "POINT", "STROKE"):
        which |= strand_fields(item.object, nearby, location_local)
    if nearby.kind == "BONE":
        which = _which_bone(instance, item.object, index)
    elif nearby.part == EVALUATED_MESH or (nearby.kind == "ICON" and nearby.part is not None):
        which["element_name"] = nearby.part
    elif nearby.kind == "VERTEX" and item.object.type in ("CURVE", "SURFACE"):
        index, which["element_name"] = point_and_handle(item.object, index)
    return Pick(
        kind=nearby.kind,
        **_whose(instance, item.object),
        **_where(viewport, pixel_px, nearby.location, location_local),
        **_of_mesh(item.object, options, nearby, index, ends_world, location_local),
        **_of_area(viewport, instance, nearby),
        element_index=index,
        **which,
        ghost_frame=nearby.ghost_frame,
        pixel_distance=nearby.distance_px,
    )


def _which_bone(instance, obj, index):
    """The fields of a `Pick` that say which bone."""
    name, ends = bone_name_and_ends(obj, index)
    return {"element_name": name, "element_ends": to_world(instance.matrix_world, ends)}


def _of_area(viewport, instance, nearby):
    """The fields of a `Pick` that a bone's or an image's filled area has, or something round."""
    if nearby.normal is not None:
        is_front = _faces_viewer(viewport.view, nearby.location, nearby.normal)
        return {"normal": nearby.normal, "front_face": is_front}
    if nearby.area is None or nearby.kind not in ("BONE", "IMAGE"):
        return {}
    normal = surface.triangle_normals(nearby.area[None])[0]
    if np.linalg.det(instance.matrix_world[:3, :3]) < 0.0:
        normal = -normal
    fields = {"normal": normal, "front_face": _faces_viewer(viewport.view, nearby.location, normal)}
    if nearby.kind == "IMAGE":
        image = next(outline for outline in instance.shape.outlines if outline.kind == "IMAGE")
        fields["face_polygon"] = to_world(instance.matrix_world, image.starts)
        fields["face_triangles"] = IMAGE_TRIANGLES
    return fields


def _of_mesh(obj, options, nearby, index, ends_world, location_local):
    """The fields of a `Pick` that the edges and vertices of a mesh have beside their place."""
    kind = nearby.kind
    if obj.type != "MESH" or kind not in ("EDGE", "VERTEX"):
        return {}
    nearest = (index, nearby.distance_px)
    is_of_edited = is_edited_mesh(obj) and nearby.part != EVALUATED_MESH
    geometry = "ORIGINAL" if is_of_edited else options.geometry
    with picked_mesh(obj, geometry) as mesh:
        if kind == "EDGE":
            place = edge_place(mesh, index, location_local)
            found = {"nearest_edge": NearestEdge(*nearest, ends_world, True, *edge_marks(mesh, index))}
        else:
            place = {"POINT": [(index, 1.0)]}
            found = {"nearest_vertex": NearestVertex(*nearest, nearby.location, True)}
        return found | {
            "attributes": _attributes(mesh, place),
            "vertex_groups": vertex_weights(obj, mesh, place["POINT"]),
        }


def _attributes(mesh, place):
    return attributes_at(mesh.attributes, place, [layer.name for layer in mesh.uv_layers])


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
        "stale": instance.stale,
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


def _faces_viewer(view, location, normal):
    towards = view.view_axis if view.is_orthographic else location - view.eye
    return bool(towards @ normal < 0.0)
