"""Parts that the demo's and the production scene are built of; runs inside Blender or its wheel."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import bmesh
import bpy


def new_collection(name: str, parent: bpy.types.Collection | None = None) -> bpy.types.Collection:
    """A collection below `parent`; without one it is outside the scene, there to be instanced."""
    made = bpy.data.collections.new(name)
    if parent is not None:
        parent.children.link(made)
    return made


def new_object(
    name: str,
    data: bpy.types.ID | None,
    collection: bpy.types.Collection,
    location: Sequence[float] = (0, 0, 0),
) -> bpy.types.Object:
    obj = bpy.data.objects.new(name, data)
    obj.location = location
    collection.objects.link(obj)
    return obj


def new_material(name: str, colour: Sequence[float], metallic: float = 0.0) -> bpy.types.Material:
    """A material by what solid shading shows of it."""
    material = bpy.data.materials.new(name)
    material.diffuse_color = (*colour, 1.0)
    material.metallic = metallic
    material.roughness = 0.35
    return material


def built_mesh(
    name: str,
    material: bpy.types.Material,
    build: Callable[[bmesh.types.BMesh], None],
    *,
    smooth: bool = False,
) -> bpy.types.Mesh:
    """A mesh of what `build` does to an empty BMesh."""
    mesh = bpy.data.meshes.new(name)
    made = bmesh.new()
    build(made)
    for face in made.faces:
        face.smooth = smooth
    made.to_mesh(mesh)
    made.free()
    mesh.materials.append(material)
    return mesh


def instance_of(
    collection: bpy.types.Collection,
    name: str,
    into: bpy.types.Collection,
    location: Sequence[float] = (0, 0, 0),
    *,
    turn: float = 0.0,
    scale: float = 1.0,
) -> bpy.types.Object:
    """An empty that instances the collection, turned about z."""
    empty = new_object(name, None, into, location)
    empty.instance_type = "COLLECTION"
    empty.instance_collection = collection
    empty.rotation_euler = (0.0, 0.0, turn)
    empty.scale = (scale, scale, scale)
    empty.empty_display_size = 0.2
    return empty


def scatter(
    name: str, instanced: bpy.types.Object, density: float | str, seed: int, *, upright: bool = False
) -> bpy.types.NodeTree:
    """A geometry node group that scatters an object over a surface and keeps the surface.

    `density` is per square metre, or the name of the surface's attribute that holds it.
    """
    group = bpy.data.node_groups.new(name, "GeometryNodeTree")
    group.interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
    group.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    new, link = group.nodes.new, group.links.new
    surface, result = new("NodeGroupInput"), new("NodeGroupOutput")
    points = new("GeometryNodeDistributePointsOnFaces")
    if isinstance(density, str):
        attribute = new("GeometryNodeInputNamedAttribute")
        attribute.inputs["Name"].default_value = density
        link(attribute.outputs["Attribute"], points.inputs["Density"])
    else:
        points.inputs["Density"].default_value = density
    points.inputs["Seed"].default_value = seed
    source = new("GeometryNodeObjectInfo")
    source.inputs["Object"].default_value = instanced
    source.inputs["As Instance"].default_value = True
    size = new("FunctionNodeRandomValue")
    size.data_type = "FLOAT"
    minimum, maximum = (
        next(s for s in size.inputs if s.name == n and s.type == "VALUE") for n in ("Min", "Max")
    )
    minimum.default_value, maximum.default_value = 0.5, 1.4
    placed, joined = new("GeometryNodeInstanceOnPoints"), new("GeometryNodeJoinGeometry")
    link(surface.outputs[0], points.inputs["Mesh"])
    link(points.outputs["Points"], placed.inputs["Points"])
    if not upright:
        link(points.outputs["Rotation"], placed.inputs["Rotation"])
    link(source.outputs["Geometry"], placed.inputs["Instance"])
    link(next(s for s in size.outputs if s.type == "VALUE"), placed.inputs["Scale"])
    link(placed.outputs["Instances"], joined.inputs[0])
    link(surface.outputs[0], joined.inputs[0])
    link(joined.outputs[0], result.inputs[0])
    return group


def new_camera(
    name: str,
    eye: Sequence[float],
    target: Sequence[float],
    collection: bpy.types.Collection,
    **settings: object,
) -> bpy.types.Object:
    """A camera at `eye` that looks at `target`; `settings` are of its data."""
    from mathutils import Vector

    data = bpy.data.cameras.new(name)
    for setting, value in settings.items():
        setattr(data, setting, value)
    camera = new_object(name, data, collection, eye)
    towards = Vector(target) - Vector(eye)
    camera.rotation_euler = towards.to_track_quat("-Z", "Y").to_euler()
    return camera
