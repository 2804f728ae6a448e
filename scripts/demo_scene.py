"""The demo's own scene: one thing of every kind that has a surface."""

from __future__ import annotations

from math import cos, pi, sin

import bmesh
import bpy
from mathutils import Matrix
from scene_parts import (
    built_mesh,
    instance_of,
    new_camera,
    new_collection,
    new_material,
    new_object,
    scatter,
)

PALETTE = {
    "Slate": (0.16, 0.21, 0.28),
    "Moss": (0.24, 0.40, 0.22),
    "Coral": (0.86, 0.24, 0.16),
    "Mustard": (0.90, 0.56, 0.10),
    "Teal": (0.06, 0.42, 0.46),
    "Ivory": (0.86, 0.82, 0.72),
    "Plum": (0.42, 0.16, 0.42),
    "Bark": (0.22, 0.12, 0.07),
}


def build_scene() -> None:
    """Replace what is open by the scene; its camera is the scene's."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    root = bpy.context.scene.collection
    materials = {name: new_material(name, colour) for name, colour in PALETTE.items()}
    _ground(root, materials)
    _monkey(root, materials)
    _text(root, materials)
    _spring(root, materials)
    _drops(root, materials)
    _trees(root, materials)
    bpy.context.scene.camera = new_camera("Camera", (1.3, -15.5, 5.6), (0.0, 0.0, 1.45), root, lens=48.0)
    bpy.context.view_layer.update()


def _ground(root, materials):
    disc = built_mesh(
        "Ground",
        materials["Moss"],
        lambda made: bmesh.ops.create_circle(made, cap_ends=True, segments=96, radius=8.0),
    )
    ground = new_object("Ground", disc, root)
    pebble = built_mesh(
        "Pebble",
        materials["Ivory"],
        lambda made: bmesh.ops.create_icosphere(
            made, subdivisions=1, radius=0.09, matrix=Matrix.Diagonal((1, 1, 0.6, 1))
        ),
    )
    stones = new_collection("Stones")
    ground.modifiers.new("Pebbles", "NODES").node_group = scatter(
        "Scatter Pebbles", new_object("Pebble", pebble, stones), density=1.6, seed=3
    )
    plinth = built_mesh(
        "Plinth",
        materials["Slate"],
        lambda made: bmesh.ops.create_cone(
            made, cap_ends=True, segments=64, radius1=1.9, radius2=1.75, depth=0.7
        ),
    )
    new_object("Plinth", plinth, root, (0, 0.6, 0.35))


def _monkey(root, materials):
    mesh = built_mesh("Suzanne", materials["Coral"], bmesh.ops.create_monkey, smooth=True)
    monkey = new_object("Suzanne", mesh, root, (0, 0.6, 1.85))
    monkey.scale = (1.2, 1.2, 1.2)
    monkey.rotation_euler = (-0.25, 0, 0.3)
    monkey.modifiers.new("Subdivision", "SUBSURF").levels = 2


def _text(root, materials):
    data = bpy.data.curves.new("Title", "FONT")
    data.body = "Picking Ray"
    data.size, data.extrude, data.bevel_depth = 0.95, 0.10, 0.018
    data.align_x = "CENTER"
    data.materials.append(materials["Ivory"])
    text = new_object("Title", data, root, (0.2, -3.4, 0.3))
    text.rotation_euler = (pi / 2.2, 0, 0.1)


def _spring(root, materials):
    data = bpy.data.curves.new("Spring", "CURVE")
    data.dimensions, data.bevel_depth, data.bevel_resolution = "3D", 0.13, 3
    spline = data.splines.new("POLY")
    spline.points.add(120)
    for number, point in enumerate(spline.points):
        angle = number / 120 * 5 * 2 * pi
        point.co = (0.85 * cos(angle), 0.85 * sin(angle), 0.16 + number / 120 * 2.4, 1.0)
    data.materials.append(materials["Mustard"])
    new_object("Spring", data, root, (-4.1, -0.4, 0))


def _drops(root, materials):
    data = bpy.data.metaballs.new("Drops")
    data.resolution = 0.07
    for x, y, z, radius in (
        (0, 0, 0.75, 1.3),
        (0.75, -0.1, 1.5, 1.0),
        (-0.2, 0.3, 2.0, 0.85),
        (0.7, -0.5, 0.45, 0.9),
    ):
        element = data.elements.new()
        element.co, element.radius = (x, y, z), radius
    data.materials.append(materials["Teal"])
    new_object("Drops", data, root, (3.6, -0.5, 0))


def _trees(root, materials):
    """Trees are instances of a collection, the copse an instance of a collection of such instances."""
    tree, copse = new_collection("Tree"), new_collection("Copse")
    trunk = built_mesh(
        "Trunk",
        materials["Bark"],
        lambda made: bmesh.ops.create_cone(
            made, cap_ends=True, segments=12, radius1=0.14, radius2=0.1, depth=0.8
        ),
    )
    new_object("Trunk", trunk, tree, (0, 0, 0.4))
    crown = built_mesh("Crown", materials["Plum"], _tiers)
    new_object("Crown", crown, tree)
    for number, (x, y, scale) in enumerate(((0, 0, 1.15), (-1.2, 0.7, 0.85), (1.1, 0.9, 0.95))):
        instance_of(tree, f"Copse Tree {number + 1}", copse, (x, y, 0), turn=number, scale=scale)
    instance_of(copse, "Copse Left", root, (-3.3, 4.6, 0))
    instance_of(copse, "Copse Right", root, (3.6, 4.4, 0), turn=0.7, scale=1.15)
    instance_of(tree, "Lone Tree", root, (0.2, 5.6, 0), scale=1.5)


def _tiers(made):
    for height, radius in ((1.0, 0.75), (1.6, 0.6), (2.15, 0.42)):
        bmesh.ops.create_cone(
            made,
            cap_ends=True,
            segments=20,
            radius1=radius,
            radius2=0.02,
            depth=0.9,
            matrix=Matrix.Translation((0, 0, height)),
        )
