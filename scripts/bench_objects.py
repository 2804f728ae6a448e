"""Rows of the benchmark about many objects: picks among them, one that moves, a scene that did not change."""

from __future__ import annotations

import bench_scenes as scenes
import numpy as np
from bench_meshes import RAY_CAST, blenders_ray_cast, build, cast_one
from bench_table import FASTER, MOST, Bar, Line
from bench_timing import Effort, in_turns, median_call, per_call, time_of

from addon import api, core

# How many, and the bar.
INSTANCES = ((1_000, 3.0), (10_000, 40.0), (100_000, 100.0))
# So many objects of their own take too long to make.
OBJECTS_MAX = 10_000
RAYS = 500
MOVES, MOVES_AMONG, MOVE_BAR_S = 1_000, 10_000, 15e-6
UNCHANGED_OBJECTS, UNCHANGED_BAR_S = 10_000, 2e-3
# From outside of everything, away from it.
PAST = np.array([[0.0, 0.0, 1e4]]), np.array([[0.0, 0.0, 1.0]])


def instances(effort: Effort) -> list[Line]:
    """One ray at a time among many instances of a small mesh, each picked before."""
    lines = []
    for whole, wanted in INSTANCES:
        for kind in ("instances", "objects"):
            if kind == "instances" or whole <= OBJECTS_MAX:
                lines += _among(kind, whole, wanted, effort)
    scenes.empty_scene()
    return lines


def _among(kind, whole, wanted, effort):
    places = scenes.field(kind, effort.size(whole))
    aim = scenes.aim(RAYS, places)
    ray_cast, index = blenders_ray_cast(), scene_index(places)
    single, pairs, vectors = aim.single_rays(), aim.origins_and_directions(), aim.vectors()
    sides = {
        "core.SceneIndex.first": lambda: per_call(index.first, single),
        "api.cast_rays": lambda: per_call(cast_one, pairs),
        "api.pick": lambda: per_call(lambda pixel: api.pick(aim.viewport, pixel), aim.pixels),
        RAY_CAST: lambda: per_call(ray_cast, vectors),
    }
    if kind == "objects":
        # To the core they are the same.
        del sides["core.SceneIndex.first"]
    for side in sides.values():
        side()
    what = f"{whole:,} {kind}"
    taken = in_turns(what, effort, sides)
    is_plotted = {"core.SceneIndex.first": "", "api.cast_rays": "objects" if kind == "instances" else ""}
    return [
        Line(
            f"{what}, {name}",
            taken[name],
            taken[RAY_CAST],
            peer=RAY_CAST,
            bar=Bar(FASTER, wanted),
            axis=is_plotted.get(name, ""),
            at=whole,
        )
        for name in sides
        if name != RAY_CAST
    ]


def scene_index(places: np.ndarray) -> core.SceneIndex:
    """The core's own of small rings at these places."""
    mesh = scenes.mesh_index(scenes.ring(scenes.SMALL_TRIANGLES))
    build(mesh)
    return core.SceneIndex([(mesh, matrix) for matrix in _matrices(places)])


def _matrices(places):
    matrices = np.tile(np.eye(4), (len(places), 1, 1))
    matrices[:, :3, 3] = places
    return matrices


def move(effort: Effort) -> list[Line]:
    """One of many objects moves, and the next ray finds it where it is now."""
    count = effort.size(MOVES_AMONG)
    places = scenes.field("objects", count)
    index = scene_index(places)
    rng = np.random.default_rng(3)
    moved = rng.integers(count, size=MOVES)
    matrices = _matrices(places[moved] + rng.uniform(-0.5, 0.5, (MOVES, 3)))
    rays = scenes.aim(MOVES, places).single_rays()
    steps = list(zip(moved.tolist(), matrices, rays))

    def move_only(step):
        index.move(step[0], step[1])

    def first_only(step):
        index.first(step[2])

    def move_then_first(step):
        index.move(step[0], step[1])
        index.first(step[2])

    sides = {
        "move": lambda: median_call(move_only, steps),
        "first": lambda: median_call(first_only, steps),
        "both": lambda: median_call(move_then_first, steps),
    }
    for side in sides.values():
        side()
    taken = in_turns("move", effort, sides)
    differences = tuple(max(both - first, 0.0) for both, first in zip(taken["both"], taken["first"]))
    return [
        Line("core.SceneIndex.move", taken["move"], bar=Bar(MOST, MOVE_BAR_S)),
        Line("with the next ray, less a ray without a move", differences),
        Line("api.cast_rays after Blender moved one", _after_blender_moved(effort)),
    ]


def _after_blender_moved(effort):
    import bpy

    objects = bpy.context.scene.objects
    pair = scenes.aim(1).origins_and_directions()[0]
    cast_one(pair)

    def after_a_move():
        taken = []
        for number in range(20):
            objects[number].location.x += 0.1
            bpy.context.view_layer.update()
            taken.append(time_of(cast_one, pair))
        return float(np.median(taken))

    return in_turns("move in Blender", effort, {"ours": after_a_move})["ours"]


def unchanged(effort: Effort) -> list[Line]:
    """What a scene of many objects costs before a ray, when nothing changed since the last one."""
    sides, what = {}, {}
    for count in (1, effort.size(UNCHANGED_OBJECTS)):
        what[count] = _past_everything(count, effort)
    few, many = what.values()
    sides = tuple(max(more - less, 0.0) for more, less in zip(many, few))
    return [
        Line("beyond what a scene of one object costs", sides, bar=Bar(MOST, UNCHANGED_BAR_S)),
        Line("a ray past everything", many),
    ]


def _past_everything(count, effort):
    scenes.field("objects", count)
    rays = [PAST] * RAYS
    per_call(cast_one, rays)
    return in_turns(f"unchanged, {count:,} objects", effort, {"ours": lambda: per_call(cast_one, rays)})[
        "ours"
    ]
