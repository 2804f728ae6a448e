"""What instancers place that the dependency graph does not list because they are hidden.

The matrices are those of Blender's blenkernel/intern/object_dupli.cc, from 4.2 to 5.3.
"""

from contextlib import nullcontext
from typing import NamedTuple

import bpy
import numpy as np
from mathutils import Vector

from .mesh_sources import evaluated_mesh
from .outlines.particles import is_shown, shown_systems


class Placement(NamedTuple):
    """An original `object` that an instancer places by a `matrix_local` (4, 4), in the instancer's own space.

    `numbers` are its part of the `persistent_id`, innermost first. What a particle places, places nothing itself.
    """

    object: bpy.types.Object
    matrix_local: np.ndarray
    numbers: tuple
    by_particle: bool = False


def placements_of(obj, world_of, view_layer, skip_unread):
    """Yield the `Placement`s of an instancer.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated, or the original of what Blender does not evaluate.
    world_of : callable
        From an original object to its own matrix (4, 4).
    view_layer : bpy.types.ViewLayer
        Its objects are looked through for children.
    skip_unread : callable
        Called once for everything that is placed in a way that cannot be known here.
    """
    source = obj.original
    world = world_of(source)
    if any(modifier.type == "NODES" for modifier in source.modifiers):
        yield from _of_nodes(obj, world_of, skip_unread)
    if source.instance_type == "COLLECTION" and source.instance_collection is not None:
        yield from _of_collection(source.instance_collection, np.eye(4), (), world_of)
    if not np.linalg.det(world[:3, :3]):
        return
    if source.instance_type in ("VERTS", "FACES") and source.type == "MESH":
        yield from _of_children(obj, world_of, view_layer)
    for number, modifier in enumerate(shown_systems(obj)):
        yield from _of_particles(
            modifier.particle_system, number, np.linalg.inv(world), world_of, skip_unread
        )


def _of_collection(collection, matrix, numbers, world_of):
    origin = np.eye(4)
    origin[:3, 3] = -np.array(collection.instance_offset, dtype=np.float64)
    shown_uids = set(_shown_uids(collection))
    for index, obj in enumerate(collection.all_objects):
        if obj.session_uid in shown_uids:
            yield Placement(obj.original, matrix @ origin @ world_of(obj.original), (index, *numbers))


def _shown_uids(collection):
    """Yield the `session_uid` of what instances of a collection show."""
    if collection.hide_viewport:
        return
    yield from (obj.session_uid for obj in collection.objects if not obj.hide_viewport)
    for child in collection.children:
        yield from _shown_uids(child)


def _of_children(obj, world_of, view_layer):
    """All below an instancer, once for each of its vertices or faces."""
    source = obj.original
    world = world_of(source)
    children = [child for child in view_layer.objects if _is_below(child, source)]
    at_faces = source.instance_type == "FACES"
    is_along_normal = not at_faces and source.use_instance_vertices_rotation
    with evaluated_mesh(obj) if obj.is_evaluated else nullcontext(source.data) as mesh:
        places = list(
            _places_of_faces(mesh, source) if at_faces else _places_of_vertices(mesh, is_along_normal)
        )
    for child in children:
        own = world_of(child)
        if not np.linalg.det(own[:3, :3]):
            continue
        to_child = (np.linalg.inv(own) @ world)[:3, :3]
        kept = np.array(child.matrix_parent_inverse, dtype=np.float64)[:3, :3] if at_faces else np.eye(3)
        for number, (place, turn) in enumerate(places):
            step = np.eye(4)
            step[:3, :3] = kept @ (_turn_along(turn, child) if is_along_normal else turn)
            step[:3, 3] = kept @ to_child @ place
            yield Placement(child, np.linalg.inv(world) @ own @ step, (number,))


def _is_below(obj, instancer):
    while obj.parent is not None:
        obj = obj.parent
        if obj == instancer:
            return True
    return False


def _places_of_vertices(mesh, is_along_normal):
    """Yield the place of each vertex, and its normal or no turn."""
    for vertex in mesh.vertices:
        yield np.array(vertex.co, dtype=np.float64), vertex.normal.copy() if is_along_normal else np.eye(3)


def _turn_along(normal, child):
    """The turn of a child (3, 3) that brings the axis it tracks with along a normal."""
    axis = child.track_axis.replace("POS_", "").replace("NEG_", "-")
    if axis[-1] == child.up_axis:
        return np.eye(3)
    return np.array(normal.to_track_quat(axis, child.up_axis).to_matrix(), dtype=np.float64)


def _places_of_faces(mesh, instancer):
    """Yield the middle of each face, and a matrix (3, 3): X along its first side, Z along its normal, and its size."""
    for face in mesh.polygons:
        corners = [mesh.vertices[index].co for index in face.vertices]
        up = np.array(face.normal, dtype=np.float64)
        side = np.array(corners[1] - corners[0], dtype=np.float64)
        side = np.array(Vector(side - up * (side @ up)).normalized())
        scale = (
            np.sqrt(face.area) * instancer.instance_faces_scale if instancer.use_instance_faces_scale else 1.0
        )
        turn = np.column_stack((side, np.cross(up, side), up))
        yield np.mean(np.array(corners, dtype=np.float64), axis=0), turn * scale


def _of_particles(system, system_number, to_local, world_of, skip_unread):
    """What the particles of one system are drawn as."""
    settings = system.settings
    if settings.render_type == "OBJECT" and settings.instance_object is not None:
        objects = [settings.instance_object.original]
    elif settings.render_type == "COLLECTION" and settings.instance_collection is not None:
        collection = settings.instance_collection
        shown_uids = set(_shown_uids(collection))
        objects = [obj.original for obj in collection.all_objects if obj.session_uid in shown_uids]
    else:
        return
    is_chosen = (
        settings.use_collection_pick_random or settings.use_collection_count or settings.use_whole_collection
    )
    is_chosen &= settings.render_type == "COLLECTION"
    if not len(system.particles) or settings.type == "HAIR" or len(system.child_particles) or is_chosen:
        # Blender tells neither how hair turns what it carries, nor what was chosen at random.
        skip_unread()
        return
    for number, particle in enumerate(system.particles):
        if objects and is_shown(particle, settings):
            obj = objects[number % len(objects)]
            matrix = np.eye(4)
            turn = np.array(particle.rotation.normalized().to_matrix(), dtype=np.float64)
            own, shift = _of_particle(obj, settings, world_of)
            matrix[:3, :3] = turn @ own * particle.size
            matrix[:3, 3] = np.array(particle.location) + shift
            yield Placement(obj, to_local @ matrix, (number, system_number), by_particle=True)


def _of_particle(obj, settings, world_of):
    """What of the turn and size of an object (3, 3) counts on a particle, and what of its place (3,)."""
    world = world_of(obj)
    linear, shift = world[:3, :3], world[:3, 3] if settings.use_global_instance else np.zeros(3)
    sizes = np.linalg.norm(linear, axis=0)
    if settings.use_rotation_instance:
        return linear if settings.use_scale_instance else linear / np.where(sizes > 0.0, sizes, 1.0), shift
    # Particles go along X.
    turn = _turn_along(Vector((1.0, 0.0, 0.0)), obj)
    return turn * sizes if settings.use_scale_instance else turn, shift


def _of_nodes(obj, world_of, skip_unread):
    """Objects and collections that geometry nodes place, at any depth; other geometry has no object of its own."""
    if not obj.is_evaluated or not hasattr(obj, "evaluated_geometry"):
        skip_unread()
        return
    geometry = obj.evaluated_geometry()
    yield from _of_geometry(geometry, np.eye(4), (), obj.original, world_of, skip_unread)


def _of_geometry(geometry, matrix, numbers, owner, world_of, skip_unread):
    cloud = geometry.instances_pointcloud()
    references = geometry.instance_references() if cloud is not None else ()
    if not references:
        return
    indices = [item.value for item in cloud.attributes[".reference_index"].data]
    matrices = [
        np.array(item.value, dtype=np.float64) for item in cloud.attributes["instance_transform"].data
    ]
    for number, (index, local) in enumerate(zip(indices, matrices, strict=True)):
        reference, placed, path = references[index], matrix @ local, (number, *numbers)
        if isinstance(reference, bpy.types.Object):
            yield Placement(reference.original, placed, path)
        elif isinstance(reference, bpy.types.Collection):
            inner = _of_collection(reference.original, placed, path, world_of)
            yield from (one for one in inner if one.object != owner)
        elif reference is not None:
            if any(
                getattr(reference, name) is not None for name in ("mesh", "curves", "pointcloud", "volume")
            ):
                skip_unread()
            yield from _of_geometry(reference, placed, path, owner, world_of, skip_unread)
