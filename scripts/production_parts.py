"""Builds the production scene: a valley with a village and woods, and a survey a thousand kilometres away."""

from __future__ import annotations

from math import pi

import bmesh
import bpy
import numpy as np
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

VALLEY_SIZE, VALLEY_QUADS = 480.0, 1000
SURVEY_SIZE, SURVEY_QUADS = 120.0, 700
SURVEY_ORIGIN = (1.0e6, 1.0e6, 0.0)
FLAG_QUADS = (700, 420)
STATUE_LEVELS = 4
TREE_COUNT = 8000
HOUSES_PER_BLOCK, BLOCKS_PER_DISTRICT, DISTRICT_COUNT = 20, 10, 10
VILLAGE_RADIUS = 70.0
STATUE_PLACE = (0.0, 105.0)
FLAG_PLACE = (-30.0, -62.0)
FRAMES = (1, 120)

PALETTE = {
    "Meadow": (0.33, 0.45, 0.24),
    "Rock": (0.45, 0.42, 0.38),
    "Fir": (0.08, 0.25, 0.17),
    "Plaster": (0.87, 0.82, 0.72),
    "Brick": (0.62, 0.26, 0.18),
    "Ochre": (0.82, 0.58, 0.24),
    "Roof": (0.46, 0.20, 0.16),
    "Bronze": (0.55, 0.32, 0.12),
    "Cloth": (0.10, 0.36, 0.62),
}


def build_scene(seed: int) -> None:
    """Replace what is open by the scene; the same seed gives the same scene."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    scene, random = bpy.context.scene, np.random.default_rng(seed)
    materials = {name: new_material(name, colour) for name, colour in PALETTE.items()}
    valley = new_collection("Valley", scene.collection)
    ground = _Hills(random)
    _terrain(valley, ground, materials, seed)
    _village(new_collection("Village", valley), ground, materials, random)
    _statue(valley, ground, materials)
    _flag(valley, ground, materials)
    _survey(new_collection("Survey", scene.collection), materials, random)
    _cameras(new_collection("Cameras", scene.collection), ground)
    scene.frame_start, scene.frame_end = FRAMES
    scene.frame_set(FRAMES[0])


class _Hills:
    """Heights of the valley: smooth waves, flat where the village stands."""

    def __init__(self, random):
        self._waves = [
            (random.uniform(-1, 1, 2) * frequency, random.uniform(0, 2 * pi), height)
            for frequency, height in (
                (0.012, 9.0),
                (0.017, 7.0),
                (0.035, 3.0),
                (0.08, 0.8),
                (0.3, 0.12),
                (0.9, 0.05),
            )
            for _ in range(3)
        ]

    def __call__(self, x, y):
        waves = sum(height * np.sin(k[0] * x + k[1] * y + phase) for k, phase, height in self._waves)
        outside = np.clip((np.hypot(x, y) - VILLAGE_RADIUS) / 90.0, 0.0, 1.0)
        slope = outside * outside * (3.0 - 2.0 * outside)
        return slope * (waves + 34.0 * slope) + 0.01 * waves


def _grid_mesh(name, size, quads, heights, material):
    """A square of quads around the origin; `heights` maps x and y to z."""
    columns, rows = (quads, quads) if np.isscalar(quads) else quads
    across = np.linspace(-0.5, 0.5, columns + 1) * (size if np.isscalar(size) else size[0])
    along = np.linspace(-0.5, 0.5, rows + 1) * (size if np.isscalar(size) else size[1])
    x, y = np.meshgrid(across, along)
    points = np.stack([x, y, heights(x, y)], axis=-1).reshape(-1, 3).astype(np.float32)
    first = (np.arange(rows)[:, None] * (columns + 1) + np.arange(columns)).reshape(-1, 1)
    corners = (first + (0, 1, columns + 2, columns + 1)).astype(np.int32)
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(points))
    mesh.loops.add(corners.size)
    mesh.polygons.add(len(corners))
    mesh.vertices.foreach_set("co", points.ravel())
    mesh.loops.foreach_set("vertex_index", corners.ravel())
    mesh.polygons.foreach_set("loop_start", np.arange(0, corners.size, 4, dtype=np.int32))
    mesh.update(calc_edges=True)
    mesh.materials.append(material)
    return mesh, points


def _terrain(collection, ground, materials, seed):
    mesh, points = _grid_mesh("Terrain", VALLEY_SIZE, VALLEY_QUADS, ground, materials["Meadow"])
    mesh.shade_smooth()
    # Woods grow outside the village, in patches.
    x, y = points[:, 0], points[:, 1]
    patches = np.clip(
        np.sin(0.035 * x + 1.0) * np.sin(0.028 * y) + 0.55 - 0.4 * (np.hypot(x, y) < 90.0), 0.0, 1.0
    )
    wooded = np.where(np.hypot(x, y) > VILLAGE_RADIUS + 8.0, patches, 0.0)
    per_square_metre = TREE_COUNT / (wooded.mean() * VALLEY_SIZE**2)
    woods = mesh.attributes.new("woods", "FLOAT", "POINT")
    woods.data.foreach_set("value", (wooded * per_square_metre).astype(np.float32))
    terrain = new_object("Terrain", mesh, collection)
    tree = new_object("Fir", built_mesh("Fir", materials["Fir"], _fir), new_collection("Trees"))
    terrain.modifiers.new("Woods", "NODES").node_group = scatter("Woods", tree, "woods", seed, upright=True)


def _fir(made):
    for height, radius, segments in ((1.6, 1.5, 14), (3.0, 1.2, 14), (4.3, 0.8, 12)):
        bmesh.ops.create_cone(
            made,
            cap_ends=True,
            segments=segments,
            radius1=radius,
            radius2=0.02,
            depth=2.4,
            matrix=Matrix.Translation((0, 0, height)),
        )
    bmesh.ops.create_cone(
        made,
        cap_ends=True,
        segments=8,
        radius1=0.25,
        radius2=0.2,
        depth=1.2,
        matrix=Matrix.Translation((0, 0, 0.4)),
    )


def _village(collection, ground, materials, random):
    """Houses in blocks in districts: collection instances three deep."""
    houses = [
        _house(f"House {wall}", materials[wall], materials["Roof"], height)
        for wall, height in (("Plaster", 3.4), ("Brick", 4.6), ("Ochre", 3.0))
    ]
    block = new_collection("Block")
    for number in range(HOUSES_PER_BLOCK):
        row, place = divmod(number, HOUSES_PER_BLOCK // 2)
        x, y = (place - 4.5) * 1.9, (row - 0.5) * 3.4
        turn = row * pi + random.normal(0.0, 0.07)
        kind = houses[random.integers(len(houses))]
        instance_of(
            kind, f"House {number + 1}", block, (x, y, 0), turn=turn, scale=0.36 * random.uniform(0.85, 1.15)
        )
    district = new_collection("District")
    for number in range(BLOCKS_PER_DISTRICT):
        row, place = divmod(number, 2)
        instance_of(block, f"Block {number + 1}", district, ((place - 0.5) * 21.0, (row - 2) * 8.2, 0))
    for number in range(DISTRICT_COUNT):
        angle, distance = number * 2.399963, 16.0 * np.sqrt(number + 0.35)
        x, y = distance * np.cos(angle), distance * np.sin(angle)
        instance_of(
            district,
            f"District {number + 1}",
            collection,
            (x, y, float(ground(x, y))),
            turn=angle,
            scale=0.62,
        )


def _house(name, wall, roof, height):
    def build(made):
        box = Matrix.Translation((0, 0, height / 2.0)) @ Matrix.Diagonal((4.0, 5.0, height, 1.0))
        bmesh.ops.create_cube(made, size=1.0, matrix=box)
        ridge = [made.verts.new((0.0, y, height + 2.0)) for y in (-2.8, 2.8)]
        eaves = [
            made.verts.new((x, y, height - 0.1))
            for x, y in ((-2.4, -2.8), (2.4, -2.8), (2.4, 2.8), (-2.4, 2.8))
        ]
        for corners in (
            (eaves[0], eaves[1], ridge[0]),
            (eaves[2], eaves[3], ridge[1]),
            (eaves[1], eaves[2], ridge[1], ridge[0]),
            (eaves[3], eaves[0], ridge[0], ridge[1]),
        ):
            made.faces.new(corners).material_index = 1

    house = new_collection(name)
    mesh = built_mesh(name, wall, build)
    mesh.materials.append(roof)
    new_object(name, mesh, house)
    return house


def _statue(collection, ground, materials):
    mesh = built_mesh("Statue", materials["Bronze"], bmesh.ops.create_monkey, smooth=True)
    x, y = STATUE_PLACE
    statue = new_object("Statue", mesh, collection, (x, y, float(ground(x, y)) + 10.0))
    statue.scale = (14.0, 14.0, 14.0)
    statue.rotation_euler = (-0.35, 0.0, 0.15)
    statue.modifiers.new("Subdivision", "SUBSURF").levels = STATUE_LEVELS


def _flag(collection, ground, materials):
    """A flag that waves: its mesh is another in every frame."""
    x, y = FLAG_PLACE
    foot = float(ground(x, y))
    pole = built_mesh(
        "Pole",
        materials["Rock"],
        lambda made: bmesh.ops.create_cone(
            made, cap_ends=True, segments=24, radius1=0.4, radius2=0.25, depth=36.0
        ),
    )
    new_object("Flag Pole", pole, collection, (x, y, foot + 18.0))
    mesh, _ = _grid_mesh("Flag", (20.0, 12.0), FLAG_QUADS, lambda x, y: 0.0 * x, materials["Cloth"])
    mesh.shade_smooth()
    flag = new_object("Flag", mesh, collection, (x + 10.2, y, foot + 29.5))
    flag.rotation_euler = (pi / 2.0, 0.0, 0.0)
    waves = flag.modifiers.new("Wind", "WAVE")
    waves.use_y, waves.height, waves.width, waves.narrowness, waves.speed = False, 1.4, 3.2, 0.45, 0.12
    waves.start_position_object = new_object("Wind", None, collection, (x, y, foot + 29.5))
    waves.time_offset = -400.0


def _survey(collection, materials, random):
    """A georeferenced site: coordinates of a million metres, details of centimetres."""

    def heights(x, y):
        return 1.6 * np.sin(0.11 * x) * np.cos(0.09 * y) + 0.05 * np.sin(2.3 * x) * np.sin(1.9 * y)

    mesh, _ = _grid_mesh("Survey Ground", SURVEY_SIZE, SURVEY_QUADS, heights, materials["Rock"])
    new_object("Survey Ground", mesh, collection, SURVEY_ORIGIN)
    peg = built_mesh(
        "Peg",
        materials["Brick"],
        lambda made: bmesh.ops.create_cone(
            made, cap_ends=True, segments=16, radius1=0.5, radius2=0.15, depth=3.0
        ),
    )
    for number, (x, y) in enumerate(random.uniform(-25.0, 25.0, (24, 2))):
        place = (SURVEY_ORIGIN[0] + x, SURVEY_ORIGIN[1] + y, float(heights(x, y)) + 1.4)
        new_object(f"Peg {number + 1}", peg, collection, place)


def _cameras(collection, ground):
    x, y, _ = SURVEY_ORIGIN
    flag_x, flag_y = FLAG_PLACE[0] + 10.0, FLAG_PLACE[1]
    flag, statue = float(ground(*FLAG_PLACE)) + 29.0, float(ground(*STATUE_PLACE)) + 10.0
    views = (
        ("Overview", (95.0, -190.0, 96.0), (-4.0, 15.0, 8.0), {"lens": 40.0}),
        ("Village", (20.0, -44.0, 9.0), (0.0, 0.0, 1.0), {"lens": 35.0}),
        ("Flag", (flag_x + 17.0, flag_y - 40.0, flag + 2.0), (flag_x, flag_y, flag), {"lens": 40.0}),
        ("Statue", (14.0, 38.0, statue + 4.0), (*STATUE_PLACE, statue), {"lens": 50.0}),
        ("Plan", (0.0, 0.0, 300.0), (0.0, 0.001, 0.0), {"type": "ORTHO", "ortho_scale": 200.0}),
        ("Survey", (x + 30.0, y - 34.0, 14.0), (x, y, 0.0), {"lens": 35.0}),
    )
    for name, eye, target, settings in views:
        new_camera(f"Camera {name}", eye, target, collection, clip_start=0.5, clip_end=1000.0, **settings)
    bpy.context.scene.camera = bpy.data.objects["Camera Overview"]
