"""One object of every kind, at random: what `random_scenes` builds its scenes of."""

import bmesh
import bpy
import numpy as np

from . import build, kinds

BONE_DISPLAYS = ("OCTAHEDRAL", "STICK", "BBONE", "ENVELOPE", "WIRE")
EMPTY_DISPLAYS = ("PLAIN_AXES", "ARROWS", "SINGLE_ARROW", "CIRCLE", "CUBE", "SPHERE", "CONE")
PROBES = ("SPHERE", "PLANE", "VOLUME")
LIGHTS = ("POINT", "SUN", "SPOT", "AREA")


def primitive(rng, name):
    """One of Blender's primitives."""
    made = bmesh.new()
    ops, shape = bmesh.ops, rng.integers(6)
    if shape == 0:
        ops.create_cube(made, size=1.6)
    elif shape == 1:
        ops.create_uvsphere(made, u_segments=int(rng.integers(5, 17)), v_segments=9, radius=0.9)
    elif shape == 2:
        ops.create_icosphere(made, subdivisions=int(rng.integers(1, 4)), radius=0.9)
    elif shape == 3:
        radii = rng.uniform(0.0, 1.0, 2) * rng.choice((0, 1), 2, p=(0.2, 0.8))
        ops.create_cone(
            made, cap_ends=bool(rng.integers(2)), segments=7, radius1=1.0, radius2=radii[1], depth=1.5
        )
    elif shape == 4:
        ops.create_grid(made, x_segments=3, y_segments=4, size=1.0)
    else:
        ops.create_monkey(made)
    mesh = bpy.data.meshes.new(name)
    made.to_mesh(mesh)
    made.free()
    return build.link(bpy.data.objects.new(name, mesh))


def star(rng, name):
    """A single concave n-gon, sometimes bent out of its plane."""
    count = 2 * int(rng.integers(3, 9))
    turns = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)
    radii = np.where(np.arange(count) % 2, rng.uniform(0.2, 0.7), 1.2)
    heights = rng.normal(size=count) * rng.choice((0.0, 0.15))
    corners = np.column_stack((radii * np.cos(turns), radii * np.sin(turns), heights))
    return build.mesh_object(name, corners.tolist(), [tuple(range(count))])


def mixed(rng, name):
    """Faces, loose edges and a loose vertex in one mesh."""
    places = rng.uniform(-1, 1, (9, 3)).tolist()
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(places, [(4, 5), (5, 6)], [(0, 1, 2), (1, 3, 2)])
    return build.link(bpy.data.objects.new(name, mesh))


def loose(rng, name):
    """Edges without faces, and a vertex with nothing at all."""
    return kinds.edges_object(name, rng.uniform(-1, 1, (6, 3)).tolist(), [(0, 1), (1, 2), (3, 4)])


def text(rng, name):
    data = bpy.data.curves.new(name, "FONT")
    data.body, data.align_x, data.size = str(rng.choice(("Ray", "Oo", "B8"))), "CENTER", 1.4
    data.extrude = float(rng.choice((0.0, 0.15)))
    return build.link(bpy.data.objects.new(name, data))


def curve(rng, name, bevel_depth=0.0):
    """A curve in space of one of the three sorts, open or closed."""
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions, data.bevel_depth, data.resolution_u = "3D", bevel_depth, 5
    sort, count = str(rng.choice(("POLY", "BEZIER", "NURBS"))), 5
    spline = data.splines.new(sort)
    spline.use_cyclic_u = bool(rng.integers(2))
    if sort == "BEZIER":
        spline.bezier_points.add(count - 1)
        for point in spline.bezier_points:
            point.co, point.handle_left_type, point.handle_right_type = rng.uniform(-1, 1, 3), "AUTO", "AUTO"
    else:
        spline.points.add(count - 1)
        for point in spline.points:
            point.co = (*rng.uniform(-1, 1, 3), 1.0)
    return build.link(bpy.data.objects.new(name, data))


def tube(rng, name):
    return curve(rng, name, bevel_depth=float(rng.uniform(0.05, 0.25)))


def filled_curve(rng, name):
    """A flat curve whose inside is filled, and may be thick."""
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions, data.fill_mode = "2D", "BOTH"
    data.extrude = float(rng.choice((0.0, 0.2)))
    spline = data.splines.new("POLY")
    turns = np.linspace(0.0, 2.0 * np.pi, 7, endpoint=False)
    spline.points.add(len(turns) - 1)
    for point, turn in zip(spline.points, turns, strict=True):
        reach = rng.uniform(0.4, 1.2)
        point.co = (reach * np.cos(turn), reach * np.sin(turn), 0.0, 1.0)
    spline.use_cyclic_u = True
    return build.link(bpy.data.objects.new(name, data))


def surface(rng, name):
    """A NURBS patch."""
    data = bpy.data.curves.new(name, "SURFACE")
    data.resolution_u = data.resolution_v = 4
    bpy.ops.surface.primitive_nurbs_surface_surface_add()
    obj = bpy.context.view_layer.objects.active
    obj.name = obj.data.name = name
    for point in obj.data.splines[0].points:
        point.co.z += rng.normal() * 0.2
    bpy.data.curves.remove(data)
    return obj


def metaball(rng, name):
    data = bpy.data.metaballs.new(name)
    data.resolution = 0.3
    for _ in range(int(rng.integers(1, 4))):
        element = data.elements.new(type=str(rng.choice(("BALL", "CUBE", "ELLIPSOID"))))
        element.co = rng.uniform(-0.7, 0.7, 3)
    return build.link(bpy.data.objects.new(name, data))


def hair(rng, name):
    strands = [np.cumsum(rng.normal(size=(4, 3)) * 0.4, axis=0) for _ in range(5)]
    return kinds.hair(name, *strands)


def fur(rng, name):
    """Hair of a particle system whose emitter is not drawn itself."""
    obj = primitive(rng, name)
    obj.show_instancer_for_viewport = False
    obj.modifiers.new("Fur", "PARTICLE_SYSTEM")
    settings = obj.particle_systems[-1].settings
    settings.type, settings.count, settings.hair_length = "HAIR", 6, 0.8
    # Of one width, so that it is known where it is too narrow for a picture.
    settings.root_radius = settings.tip_radius = 1.0
    settings.radius_scale = 0.04
    return obj


def cloud(rng, name):
    return kinds.cloud(name, rng.uniform(-1, 1, (12, 3)).tolist(), radius=float(rng.uniform(0.02, 0.1)))


def strokes(rng, name):
    lines = [np.cumsum(rng.normal(size=(4, 3)) * 0.4, axis=0) for _ in range(3)]
    return _renamed(kinds.strokes(float(rng.choice((0.01, 0.06))), lines)[0], name)


def volume(_rng, name):
    return _renamed(kinds.volume(), name)


def armature(rng, name):
    joints = np.cumsum(rng.uniform(-0.6, 0.6, (4, 3)), axis=0)
    bones = [(f"bone {i}", joints[i], joints[i + 1]) for i in range(3)]
    display = BONE_DISPLAYS[rng.integers(len(BONE_DISPLAYS))]
    return _renamed(
        kinds.armature(*[(b, tuple(h), tuple(t)) for b, h, t in bones], display_type=display), name
    )


def lattice(rng, name):
    data = bpy.data.lattices.new(name)
    data.points_u, data.points_v, data.points_w = (int(n) for n in rng.integers(1, 4, 3))
    data.use_outside = bool(rng.integers(2))
    return build.link(bpy.data.objects.new(name, data))


def empty(rng, name):
    display = EMPTY_DISPLAYS[rng.integers(len(EMPTY_DISPLAYS))]
    return _renamed(kinds.empty(display, float(rng.uniform(0.5, 1.2))), name)


def image(rng, name):
    obj = _renamed(kinds.empty("IMAGE", 2.0), name)
    obj.data = bpy.data.images.new(name, 64, int(rng.choice((32, 64, 100))))
    # Black lines on a black image would be no difference.
    obj.data.generated_color = (0.8, 0.5, 0.3, 1.0)
    obj.empty_image_side = str(rng.choice(("DOUBLE_SIDED", "FRONT", "BACK")))
    obj.empty_image_depth = str(rng.choice(("DEFAULT", "FRONT", "BACK")))
    return obj


def light(rng, name):
    data = bpy.data.lights.new(name, LIGHTS[rng.integers(len(LIGHTS))])
    return build.link(bpy.data.objects.new(name, data))


def camera(rng, name):
    data = bpy.data.cameras.new(name)
    data.type = str(rng.choice(("PERSP", "ORTHO")))
    data.shift_x, data.shift_y = rng.uniform(-0.2, 0.2, 2)
    data.show_limits = bool(rng.integers(2))
    return build.link(bpy.data.objects.new(name, data))


def probe(rng, name):
    data = bpy.data.lightprobes.new(name, PROBES[rng.integers(len(PROBES))])
    return build.link(bpy.data.objects.new(name, data))


def speaker(_rng, name):
    return build.link(bpy.data.objects.new(name, bpy.data.speakers.new(name)))


def _renamed(obj, name):
    obj.name = name
    if obj.data is not None:
        obj.data.name = name
    return obj


# What has faces, and what has none.
SOLID = (primitive, primitive, primitive, star, mixed, text, tube, filled_curve, surface, metaball)
LINEAR = (
    loose,
    curve,
    hair,
    fur,
    cloud,
    strokes,
    volume,
    armature,
    lattice,
    empty,
    image,
    light,
    camera,
    probe,
    speaker,
)
