"""The situations of the comparison table: each a small scene, and the place in it that is looked at from above.

Here by kind of object; those by flag are in `comparison_flags`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.blender import build, kinds

MIDDLE = (0.0, 0.0, 0.0)
ALONG_X = ((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
BESIDE = (0.4, 0.3, 0.0)
SITUATIONS: dict[str, list[Situation]] = {"kind": [], "flag": []}


@dataclass(frozen=True)
class Situation:
    """`name` says what is special; `build` makes the scene and gives the place, or None for the origin."""

    name: str
    build: Callable[[], tuple | None]


def situation(name: str, table: str = "kind"):
    def register(function):
        SITUATIONS[table].append(Situation(name, function))
        return function

    return register


def target(data=None, name="Target"):
    return build.link(bpy.data.objects.new(name, data))


@situation("Mesh: face")
def _():
    build.plane("Target", 1.0)


@situation("Mesh: notch of a concave face")
def _():
    corners = [(-1, -1, 0), (1, -1, 0), (1, -0.5, 0), (-0.5, -0.5, 0), (-0.5, 1, 0), (-1, 1, 0)]
    build.mesh_object("Target", corners, [range(6)])


@situation("Mesh: loose edge")
def _():
    kinds.edges_object("Target", [(-1, 0, 0), (1, 0, 0)], [(0, 1)])


@situation("Mesh: a vertex alone")
def _():
    build.mesh_object("Target", [MIDDLE], [])


@situation("Text")
def _():
    text = bpy.data.curves.new("Target", "FONT")
    text.body, text.size, text.align_x, text.align_y = "I", 4.0, "CENTER", "CENTER"
    target(text)


def _curve(bevel):
    curve = bpy.data.curves.new("Target", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", bevel
    curve.splines.new("POLY").points.add(1)
    for point, x in zip(curve.splines[0].points, (-1, 1)):
        point.co = (x, 0, 0, 1)
    target(curve)


@situation("Curve with bevel")
def _():
    _curve(0.2)


@situation("Curve without bevel")
def _():
    _curve(0.0)


@situation("Surface")
def _():
    with build.live_override():
        bpy.ops.surface.primitive_nurbs_surface_surface_add(radius=2.0)
    bpy.context.object.name = "Target"
    bpy.context.object.select_set(False)


@situation("Metaball")
def _():
    balls = bpy.data.metaballs.new("Target")
    balls.elements.new()
    target(balls)


@situation("Hair curves")
def _():
    kinds.hair("Target", ALONG_X, radius=0.02)


@situation("Point cloud")
def _():
    kinds.cloud("Target", [MIDDLE], radius=0.05)


@situation("Particle system: hair")
def _():
    obj = build.mesh_object("Target", [(x, y, 0.0) for y in (0.0, 0.2) for x in (0.0, 0.2)], [(0, 1, 3, 2)])
    obj.modifiers.new("Hair", "PARTICLE_SYSTEM")
    settings = obj.particle_systems[0].settings
    settings.type, settings.emit_from, settings.count, settings.hair_length = "HAIR", "VERT", 1, 2.0
    obj.rotation_euler.y = 0.5
    obj.show_instancer_for_viewport = False
    return (0.5, 0.0, 0.9)


@situation("Grease pencil stroke")
def _():
    kinds.strokes(0.05, [ALONG_X])[0].name = "Target"


@situation("Volume")
def _():
    kinds.volume().name = "Target"


@situation("Armature: bone")
def _():
    kinds.armature(("Bone", *ALONG_X)).name = "Target"


@situation("Lattice")
def _():
    target(bpy.data.lattices.new("Target"))
    return (0.0, 0.5, 0.5)


@situation("Empty")
def _():
    kinds.empty("PLAIN_AXES").name = "Target"


@situation("Empty: image")
def _():
    kinds.empty("IMAGE", data=bpy.data.images.new("Target", 64, 64)).name = "Target"
    return (0.2, 0.2, 0.0)


@situation("Light")
def _():
    target(bpy.data.lights.new("Target", "POINT"))


@situation("Camera")
def _():
    target(bpy.data.cameras.new("Target"))


@situation("Light probe")
def _():
    target(bpy.data.lightprobes.new("Target", "SPHERE"))


@situation("Speaker")
def _():
    target(bpy.data.speakers.new("Target"))
    return (0.5, 0.0, 0.0)


@situation("Bounds shown besides: on a line")
def _():
    obj = build.mesh_object("Target", [(-1, -1, 0), (1, -1, 0), (-1, 1, 0)], [(0, 1, 2)])
    obj.show_bounds = True
    return (1.0, 0.5, 0.0)


@situation("Displayed as bounds: on a line")
def _():
    build.cube("Target", 1.0).display_type = "BOUNDS"
    return (0.0, 1.0, 1.0)


@situation("Displayed as bounds: between the lines")
def _():
    build.cube("Target", 1.0).display_type = "BOUNDS"
    return (0.0, 0.0, 1.0)


@situation("Displayed as wire: on an edge")
def _():
    build.cube("Target", 1.0).display_type = "WIRE"
    return (0.0, 1.0, 1.0)


@situation("Displayed as wire: between the edges")
def _():
    build.cube("Target", 1.0).display_type = "WIRE"
    return (0.0, 0.0, 1.0)


def _source():
    source = build.collection("Source", linked=False)
    build.plane("Target", 1.0, collection=source)
    return source


@situation("Collection instance")
def _():
    build.collection_instance("Instancer", _source())
    return BESIDE


@situation("Collection instance in a collection instance")
def _():
    outer = build.collection("Outer", linked=False)
    build.collection_instance("Instancer", _source(), into=outer)
    build.collection_instance("Outermost", outer)
    return BESIDE


@situation("Instances on vertices")
def _():
    instancer = build.mesh_object("Instancer", [MIDDLE], [])
    build.plane("Target", 0.5).parent = instancer
    instancer.instance_type = "VERTS"
    return BESIDE
