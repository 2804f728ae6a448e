"""Rows of the benchmark about many rays at once, and about how right the answers are."""

from __future__ import annotations

import bench_scenes as scenes
import numpy as np
import trimesh
from bench_meshes import RAY_CAST, blenders_ray_cast, build, cast_one, random_rays
from bench_table import FASTER, SLOWER, Bar, Line
from bench_timing import Effort, in_turns, per_call, time_of
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

TRIANGLES = 500_000
RAY_COUNTS = (1_000, 10_000, 100_000, 1_000_000)
LOOP_BAR, EMBREE_BAR = 7.0, 2.0
EMBREE, PLAIN_EMBREE = "trimesh with embreex", "embreex alone"
# Of the loop's rays: every ray of it costs the same.
SAMPLE = 20_000


def rays(effort: Effort) -> list[Line]:
    """Incoherent rays at one mesh, all at once."""
    polygons = scenes.ring(effort.size(TRIANGLES))
    index = scenes.mesh_index(polygons)
    build(index)
    scenes.single_object(polygons)
    embree = Embree(polygons)
    ray_cast = blenders_ray_cast()
    lines = []
    for whole in RAY_COUNTS:
        batch = random_rays(effort.size(whole), seed=4)
        sides = {
            "core.MeshIndex.first": lambda batch=batch: time_of(index.first, batch),
            "api.cast_rays": lambda batch=batch: time_of(_cast, batch),
            RAY_CAST: lambda batch=batch: _looped(ray_cast, batch),
            EMBREE: lambda batch=batch: time_of(embree.first, batch),
            PLAIN_EMBREE: lambda batch=batch: time_of(embree.plain, batch),
        }
        # What is built for so many rays is there before they are timed.
        for name, side in sides.items():
            if name != RAY_CAST:
                side()
        lines += _lines(f"{whole:,} rays", whole, in_turns(f"{whole:,} rays", effort, sides))
    return lines


def _lines(what, whole, taken):
    has_bar = whole == RAY_COUNTS[-1]
    bars = {RAY_CAST: Bar(FASTER, LOOP_BAR), EMBREE: Bar(SLOWER, EMBREE_BAR)} if has_bar else {}
    return [
        Line(
            f"{what}, {name}, {peer}",
            taken[name],
            taken[peer],
            peer=peer,
            bar=bars.get(peer),
            axis="rays" if name == "api.cast_rays" and peer != PLAIN_EMBREE else "",
            at=whole,
        )
        for name in ("core.MeshIndex.first", "api.cast_rays")
        for peer in ((RAY_CAST, EMBREE, PLAIN_EMBREE) if has_bar else (RAY_CAST, EMBREE))
    ]


class Embree:
    """A mesh as trimesh gives it to embreex, and as embreex takes it itself: single precision, one thread."""

    def __init__(self, polygons: scenes.Polygons) -> None:
        corners = polygons.corners.reshape(-1, 3)
        self._rays = trimesh.Trimesh(polygons.positions, corners, process=False).ray
        self._scene = rtcore_scene.EmbreeScene()
        TriangleMesh(self._scene, polygons.positions[corners])
        if "embree" not in type(self._rays).__module__:
            raise RuntimeError("trimesh does not use embreex")

    def first(self, batch):
        """(n,) index of the nearest triangle, -1 for a miss."""
        return self._rays.intersects_first(batch.origins, batch.directions)

    def plain(self, batch):
        """The same with t and barycentric coordinates."""
        origins, directions = batch.origins.astype(np.float32), batch.directions.astype(np.float32)
        return self._scene.run(origins, directions, output=True)


def _cast(batch):
    return cast_one((batch.origins, batch.directions))


def _looped(ray_cast, batch):
    part = batch.take(slice(0, SAMPLE))
    pairs = list(zip(part.origins.tolist(), part.directions.tolist()))
    return per_call(ray_cast, pairs) * len(batch)
