"""What random scenes hold besides one object of a kind: mixtures, families, fields, poses, and what objects show."""

import warnings

import bpy
import numpy as np

from . import build, kinds, random_kinds
from .test_mixed_geometry import HAS_STROKES, Nodes

COUNT = 6
FIELDS = ("FORCE", "WIND", "VORTEX", "MAGNET", "BOID", "TEXTURE", "HARMONIC")
DOTS = ("LINE", "DOTS", "BOX")
AREAS = ("SQUARE", "RECTANGLE", "DISK", "ELLIPSE")
# What objects show besides themselves, and how often.
SHOWN = {
    "show_wire": 0.08,
    "show_all_edges": 0.15,
    "show_bounds": 0.06,
    "show_axis": 0.06,
    "show_texture_space": 0.03,
}


def force_field(rng, name):
    """A field of an empty, a mesh or a curve, with limits or without."""
    maker = (random_kinds.empty, random_kinds.star, random_kinds.curve)[rng.integers(3)]
    settings = {
        "strength": float(rng.uniform(-1.5, 1.5)),
        "falloff_type": str(rng.choice(("SPHERE", "TUBE", "CONE"))),
        "use_max_distance": bool(rng.integers(2)),
        "distance_max": 1.2,
        "use_radial_max": bool(rng.integers(2)),
        "radial_max": 0.8,
    }
    return kinds.with_field(maker(rng, name), str(rng.choice(FIELDS)), **settings)


def family(rng, name):
    """Two balls that flow into each other, as their names say."""
    ball, other = random_kinds.metaball(rng, name), random_kinds.metaball(rng, f"{name}.001")
    other.parent, other.location, other.scale = ball, rng.uniform(-1.5, 1.5, 3), rng.uniform(0.5, 1.0, 3)
    return ball


def mixture(rng, name):
    """Faces, curves, points, a volume, strokes and instances of them, all from one tree of nodes."""
    nodes = Nodes()
    parts = ["MESH", "POINTCLOUD", "VOLUME"]
    # Before, what else nodes give is not to be told from the curves.
    if bpy.app.version >= (4, 5):
        parts += ["CURVES", "STROKES"] if HAS_STROKES else ["CURVES"]
    for part in rng.permutation(parts)[: int(rng.integers(2, 5))]:
        socket = nodes.part(str(part))
        if part == "MESH":
            socket.node.inputs["Size"].default_value = (0.7, 0.5, 0.6)
        if part in ("MESH", "CURVES") and rng.integers(2):
            socket = nodes.chain(socket, "GeometryNodeGeometryToInstance")
        nodes.put(socket, float(rng.uniform(-1.5, 1.5)))
    obj = random_kinds.loose(rng, name)
    obj.modifiers.new("Mixture", "NODES").node_group = nodes.tree
    return obj


def ribbons(rng, name):
    """Hair that is thick, so that the render settings say how it is drawn."""
    strands = [np.cumsum(rng.normal(size=(5, 3)) * 0.4, axis=0) for _ in range(4)]
    return kinds.hair(name, *strands, radius=np.tile(np.linspace(0.12, 0.02, 5), 4))


def dots(rng, name):
    """Strokes of lines, dots or squares, with fills or without."""
    obj = random_kinds.strokes(rng, name)
    material = bpy.data.materials.new(name)
    bpy.data.materials.create_gpencil_data(material)
    style = material.grease_pencil
    style.mode = str(rng.choice(DOTS))
    with warnings.catch_warnings():
        # Blender 5.2 says that it goes with 6.0, and does not tell Python where that is an error.
        warnings.simplefilter("ignore", DeprecationWarning)
        style.show_fill = bool(rng.integers(2))
    style.fill_color = (0.3, 0.7, 0.4, 1.0)
    obj.data.materials.append(material)
    return obj


def rig(rng, name):
    """A posed armature of bones of several segments, one with a shape of its own."""
    obj = random_kinds.armature(rng, name)
    obj.show_in_front = bool(rng.integers(2))
    for bone in obj.data.bones:
        bone.bbone_segments, bone.show_wire = int(rng.integers(1, 5)), bool(rng.integers(4) == 0)
        bone.bbone_curveinx, bone.envelope_distance = float(rng.uniform(-0.3, 0.3)), 0.1
    for bone in obj.pose.bones:
        bone.rotation_quaternion = rng.normal(size=4)
        bone.scale = rng.uniform(0.7, 1.3, 3)
    if rng.integers(2):
        shape = random_kinds.primitive(rng, f"Source shape of {name}")
        build.collection(f"Shape of {name}", linked=False).objects.link(shape)
        bpy.context.scene.collection.objects.unlink(shape)
        obj.pose.bones[1].custom_shape = shape
    return obj


def sign(rng, name):
    """A light, a camera or a probe with all that it may show."""
    sort = rng.integers(3)
    if sort == 0:
        obj = random_kinds.light(rng, name)
        settings = {"spot_size": 1.2, "use_custom_distance": True,
                    "cutoff_distance": 1.5, "shape": str(rng.choice(AREAS)), "size": 0.8, "size_y": 0.4,
                    "shadow_soft_size": 0.3}  # fmt: skip
    elif sort == 1:
        obj = random_kinds.camera(rng, name)
        settings = {"show_limits": True, "show_mist": True, "display_size": float(rng.uniform(0.3, 1.5)),
                    "show_sensor": True, "show_name": True, "sensor_fit": "VERTICAL"}  # fmt: skip
    else:
        obj = random_kinds.probe(rng, name)
        settings = {"show_influence": bool(rng.integers(2)), "show_clip": bool(rng.integers(2)),
                    "show_parallax": True, "use_custom_parallax": True, "influence_distance": 1.1}  # fmt: skip
    for key, value in settings.items():
        if hasattr(obj.data, key):
            setattr(obj.data, key, value)
    return obj


def sparks(rng, name):
    """Emitted particles, shown by a sign."""
    obj = random_kinds.primitive(rng, name)
    obj.modifiers.new("Sparks", "PARTICLE_SYSTEM")
    settings = obj.particle_systems[-1].settings
    settings.count, settings.frame_start, settings.frame_end, settings.lifetime = 12, -20, 1, 60
    settings.effector_weights.gravity = 0.1
    settings.display_method = str(rng.choice(("DOT", "CIRC", "CROSS", "AXIS")))
    settings.display_size = 0.2
    return obj


ADDED = (force_field, family, mixture, ribbons, dots, rig, sign, sign, sparks)


def add(rng):
    """Some of these objects."""
    makers = [ADDED[index] for index in rng.integers(len(ADDED), size=COUNT)]
    return [maker(rng, f"{chr(ord('a') + number)}: {maker.__name__}") for number, maker in enumerate(makers)]


def show_besides(rng, objects):
    """Have objects show more than themselves, and hair drawn in one of the ways that there are."""
    for obj in objects:
        for name, part in SHOWN.items():
            setattr(obj, name, bool(rng.random() < part))
    render = bpy.context.scene.render
    sorts = render.bl_rna.properties["hair_type"].enum_items.keys()
    render.hair_type = sorts[rng.integers(len(sorts))]


def enter_a_mode(rng, space):
    """Put one of the objects that are shown into a mode of its own, now and then; returns a note."""
    if rng.random() > 0.3:
        return ""
    objects = [
        obj
        for obj in bpy.context.view_layer.objects
        if obj.type in ("MESH", "CURVE", "SURFACE", "FONT", "META", "ARMATURE", "LATTICE")
        and obj.visible_get(viewport=space)
        and not obj.name.startswith("00 ")
    ]
    rigs = [obj for obj in objects if obj.type == "ARMATURE"]
    chosen = rigs if rigs and rng.integers(2) else objects
    if not chosen:
        return ""
    obj = chosen[rng.integers(len(chosen))]
    mode = "POSE" if obj.type == "ARMATURE" and rng.integers(2) else "EDIT"
    bpy.context.view_layer.objects.active = obj
    with build.live_override():
        bpy.ops.object.mode_set(mode=mode)
    build.update()
    return f"{mode} of {obj.name}"
