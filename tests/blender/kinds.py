"""Objects of the kinds that are not simply meshes, for the tests."""

import bpy
import numpy as np

from . import build

# Before 4.3 grease pencil had strokes of its own, and keeps them under another name.
IS_LEGACY = bpy.app.version < (4, 3)
STROKE_LINES = (((-1, 0, 0), (1, 0, 0)), ((-1, 1, 0), (1, 1, 0), (1, 2, 0)))
_CURVE_TYPES = {"cyclic": "BOOLEAN", "resolution": "INT"}


def edges_object(name, vertices, edges):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, edges, [])
    return build.link(bpy.data.objects.new(name, mesh))


def cloud(name, positions, radius=1e-5):
    """A point cloud; before 5.0 only geometry nodes can make one."""
    if "resize" in bpy.types.PointCloud.bl_rna.functions:
        data = bpy.data.pointclouds.new(name)
        data.resize(len(positions))
        data.attributes["position"].data.foreach_set("vector", np.ravel(positions).astype(np.float32))
        radii = data.attributes.new("radius", "FLOAT", "POINT")
        radii.data.foreach_set("value", np.full(len(positions), radius, dtype=np.float32))
        return build.link(bpy.data.objects.new(name, data))
    obj = build.mesh_object(name, positions, [])
    tree = bpy.data.node_groups.new(name, "GeometryNodeTree")
    for direction in ("INPUT", "OUTPUT"):
        tree.interface.new_socket("Geometry", in_out=direction, socket_type="NodeSocketGeometry")
    nodes = [
        tree.nodes.new(kind) for kind in ("NodeGroupInput", "GeometryNodeMeshToPoints", "NodeGroupOutput")
    ]
    nodes[1].inputs["Radius"].default_value = radius
    tree.links.new(nodes[0].outputs[0], nodes[1].inputs[0])
    tree.links.new(nodes[1].outputs[0], nodes[2].inputs[0])
    obj.modifiers.new(name, "NODES").node_group = tree
    return obj


def hair(name, *strands, spline_type=None, **attributes):
    """Hair curves; attributes of one number each, by name, on their points or curves."""
    data = bpy.data.hair_curves.new(name)
    data.add_curves([len(strand) for strand in strands])
    positions = np.concatenate(strands).astype(np.float32)
    data.attributes["position"].data.foreach_set("vector", positions.ravel())
    if spline_type is not None:
        data.set_types(type=spline_type)
    for key, values in attributes.items():
        is_real = key in ("radius", "nurbs_weight")
        domain = "POINT" if is_real else "CURVE"
        data_type = "FLOAT" if is_real else _CURVE_TYPES.get(key, "INT8")
        attribute = data.attributes.new(key, data_type, domain)
        for element, value in zip(
            attribute.data, np.broadcast_to(values, len(attribute.data)).tolist(), strict=True
        ):
            element.value = value
    return build.link(bpy.data.objects.new(name, data))


def drawing_of(layer, frame_number, lines, radius):
    frame = layer.frames.new(frame_number)
    if IS_LEGACY:
        for line in lines:
            stroke = frame.strokes.new()
            stroke.line_width = round(radius * 2000)
            stroke.points.add(len(line), pressure=1.0)
            for point, place in zip(stroke.points, line, strict=True):
                point.co = place
        return frame
    drawing = frame.drawing
    drawing.add_strokes([len(line) for line in lines])
    drawing.attributes["position"].data.foreach_set(
        "vector", np.ravel(np.concatenate(lines)).astype(np.float32)
    )
    radii = drawing.attributes.new("radius", "FLOAT", "POINT")
    radii.data.foreach_set("value", np.full(len(radii.data), radius, dtype=np.float32))
    return drawing


def strokes(radius=0.01, lines=STROKE_LINES):
    """(object, its layer)."""
    blocks = getattr(bpy.data, "grease_pencils_v3", bpy.data.grease_pencils)
    data = blocks.new("Strokes")
    layer = data.layers.new("Layer")
    drawing_of(layer, 1, lines, radius)
    return build.link(bpy.data.objects.new("Strokes", data)), layer


def armature(*bones, display_type="OCTAHEDRAL", mode="OBJECT"):
    """An armature object of (name, head, tail) bones, each joined to the one before if it starts where that ends."""
    data = bpy.data.armatures.new("Rig")
    data.display_type = display_type
    obj = build.link(bpy.data.objects.new("Rig", data))
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    before = None
    for name, head, tail in bones:
        bone = data.edit_bones.new(name)
        bone.head, bone.tail = head, tail
        if before is not None and before.tail == bone.head:
            bone.parent, bone.use_connect = before, True
        before = bone
    if mode != "EDIT":
        bpy.ops.object.mode_set(mode="OBJECT")
    if mode == "POSE":
        with build.live_override():
            bpy.ops.object.mode_set(mode="POSE")
    build.update()
    return obj


def empty(display_type, size=1.0, **settings):
    obj = build.link(bpy.data.objects.new("Empty", None))
    obj.empty_display_type, obj.empty_display_size = display_type, size
    for name, value in settings.items():
        setattr(obj, name, value)
    build.update()
    return obj


def with_field(obj, field_type, **settings):
    """Give an object a force field."""
    bpy.context.view_layer.objects.active = obj
    with bpy.context.temp_override(object=obj, active_object=obj):
        bpy.ops.object.forcefield_toggle()
    obj.field.type = field_type
    for name, value in settings.items():
        setattr(obj.field, name, value)
    build.update()
    return obj


def reference_image(width=64, height=32, **settings):
    obj = empty("IMAGE", 2.0, **settings)
    obj.data = bpy.data.images.new("Reference", width, height)
    build.update()
    return obj


def volume():
    """A volume object whose only grid comes from geometry nodes."""
    tree = bpy.data.node_groups.new("Volume", "GeometryNodeTree")
    tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    grid, output = tree.nodes.new("GeometryNodeVolumeCube"), tree.nodes.new("NodeGroupOutput")
    tree.links.new(grid.outputs[0], output.inputs[0])
    obj = build.link(bpy.data.objects.new("Volume", bpy.data.volumes.new("Volume")))
    obj.modifiers.new("Volume", "NODES").node_group = tree
    return obj
