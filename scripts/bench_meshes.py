"""Rows of the benchmark about one mesh: the first pick, later ones, and the structure they go through."""

from __future__ import annotations

import math

import bench_scenes as scenes
import bpy
import numpy as np
from bench_table import FASTER, MOST, SLOWER, Bar, Line
from bench_timing import Effort, in_turns, median_of, per_call, time_of

from addon import api, core

MILLION = 1_000_000
# Triangles, the bar, and how many unseen meshes are the measurement of one run.
COLD_SIZES = ((10_000, 3.0, 9), (100_000, 12.0, 5), (MILLION, 40.0, 1), (5 * MILLION, 40.0, 1))
WARM_RAYS = 500
BUILD_BAR, BYTES_BAR, WARM_BAR = 4.0, 36.0, 3.5
RAY_CAST = "Scene.ray_cast"
SIDES = ("cast_rays", "pick", RAY_CAST)


def ray_cast_with(scene, depsgraph):
    """`Scene.ray_cast` of an (origin, direction)."""
    return lambda ray: scene.ray_cast(depsgraph, *ray)


def blenders_ray_cast():
    return ray_cast_with(bpy.context.scene, bpy.context.evaluated_depsgraph_get())


def cast_one(ray):
    return api.cast_rays(*ray)


def cold(effort: Effort) -> list[Line]:
    """The first ray on a mesh that nobody has seen."""
    lines = []
    # What only the first call in a Blender pays.
    for number, name in enumerate(SIDES):
        _first_call(name, scenes.ring(1000), number)()
    for whole, wanted, meshes in COLD_SIZES:
        triangle_count = effort.size(whole)
        for variant in scenes.VARIANTS:
            polygons = scenes.ring(triangle_count, variant)
            taken = in_turns(
                f"{whole:,} triangles, {variant}",
                effort,
                {
                    name: median_of(_first_call(name, polygons, number), meshes)
                    for number, name in enumerate(SIDES)
                },
            )
            for name in ("cast_rays", "pick"):
                is_plotted = name == "cast_rays" and variant == "quads"
                lines.append(
                    Line(
                        f"{whole:,} triangles, {variant}, api.{name}",
                        taken[name],
                        taken[RAY_CAST],
                        peer=RAY_CAST,
                        bar=Bar(FASTER, wanted),
                        axis="triangles" if is_plotted else "",
                        at=whole,
                    )
                )
    scenes.empty_scene()
    return lines


def _first_call(name, polygons, seed):
    """A side that makes the mesh anew and gives the time of one ray at it, another each time."""
    aims = iter(range(seed, 10_000, 3))

    def measure():
        aim = scenes.aim(1, seed=next(aims))
        scenes.single_object(polygons)
        if name == "pick":
            return time_of(api.pick, aim.viewport, aim.pixels[0])
        if name == "cast_rays":
            return time_of(cast_one, aim.origins_and_directions()[0])
        return time_of(_first_ray_cast, aim.vectors()[0])

    return measure


def _first_ray_cast(ray):
    # Ours asks for the dependency graph as well.
    return blenders_ray_cast()(ray)


def warm(effort: Effort) -> list[Line]:
    """One ray at a time at a mesh that has been picked before."""
    polygons = scenes.ring(effort.size(MILLION))
    aim = scenes.aim(WARM_RAYS)
    index = scenes.mesh_index(polygons)
    build(index)
    scenes.single_object(polygons)
    ray_cast = blenders_ray_cast()
    single, pairs, vectors = aim.single_rays(), aim.origins_and_directions(), aim.vectors()
    sides = {
        "core.MeshIndex.first": lambda: per_call(index.first, single),
        "api.cast_rays": lambda: per_call(cast_one, pairs),
        "api.pick": lambda: per_call(lambda pixel: api.pick(aim.viewport, pixel), aim.pixels),
        RAY_CAST: lambda: per_call(ray_cast, vectors),
    }
    # So many rays at once do not wait for a structure to be built between events, of which a script has none.
    cast_one((aim.rays.origins, aim.rays.directions))
    for side in sides.values():
        side()
    taken = in_turns("warm", effort, sides)
    return [
        Line(
            name,
            taken[name],
            taken[RAY_CAST],
            peer=RAY_CAST,
            bar=Bar(SLOWER, WARM_BAR) if name.startswith("core") else None,
        )
        for name in sides
        if name != RAY_CAST
    ]


def structure(effort: Effort) -> list[Line]:
    """Building what later rays go through."""
    if not hasattr(core.MeshIndex, "build_slice"):
        return [Line("time and size", (), note="the core builds none")]
    polygons = scenes.ring(effort.size(MILLION))
    sizes = []

    def ours():
        index = scenes.mesh_index(polygons)
        taken = time_of(build, index)
        sizes.append(index.nbytes / len(index.triangles))
        return taken

    def theirs():
        obj = scenes.single_object(polygons)
        # Cached, so that what is timed is the structure alone.
        obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.calc_loop_triangles()
        return time_of(blenders_ray_cast(), scenes.aim(1).vectors()[0])

    taken = in_turns("structure", effort, {"ours": ours, RAY_CAST: theirs})
    return [
        Line("time", taken["ours"], taken[RAY_CAST], peer=RAY_CAST, bar=Bar(FASTER, BUILD_BAR)),
        Line("size", tuple(sizes), unit="bytes a triangle", bar=Bar(MOST, BYTES_BAR)),
    ]


def build(index: core.MeshIndex) -> None:
    """Have the index build its structure now."""
    # Not there before there were structures.
    if hasattr(index, "build_slice"):
        index.build_slice(math.inf)


def random_rays(count: int, seed: int) -> core.Rays:
    """From anywhere around a ring in any direction."""
    rng = np.random.default_rng(seed)
    reach = scenes.RADIUS + 2 * scenes.TUBE
    origins = rng.uniform(-reach, reach, (count, 3)) * (1.0, 1.0, 0.5)
    directions = rng.normal(size=(count, 3))
    return core.Rays(origins, directions / np.linalg.norm(directions, axis=1, keepdims=True))
