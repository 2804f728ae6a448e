"""The row of the benchmark about how right the answers are; exact rational arithmetic is the judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import bench_scenes as scenes
import numpy as np
from bench_batches import EMBREE, Embree
from bench_meshes import RAY_CAST, blenders_ray_cast, cast_one, random_rays
from bench_table import MOST, Bar, Line
from bench_timing import Effort, progress

from addon import core
from addon.core.surface import interpolate
from tests.core.oracle import exact_hits

TRIANGLES, RAYS = 20_000, 200
# Whole, and so large that single precision has steps of a sixteenth and more there.
FAR = np.array((2.0**20, -(2.0**20), 2.0**19))
# Rays begin at multiples of this, so that taking `FAR` from them rounds nothing.
STEP = 2.0**-20
# Of the largest coordinate.
PRECISION = 1e-15


@dataclass(frozen=True)
class Case:
    """A mesh, the shift from its space to that of the rays, and who answers: `ours` in Hits, `peers` in triangles."""

    what: str
    index: core.MeshIndex
    shift: np.ndarray
    ours: Callable
    peers: dict


@dataclass
class Tally:
    """What one run found; errors are in parts of what is allowed."""

    wrong: int = 0
    missed: int = 0
    point_error: float = 0.0
    t_error: float = 0.0
    peers_wrong: dict = field(default_factory=dict)


def accuracy(effort: Effort) -> list[Line]:
    """Triangles, places and t against exact ones, of rays that end anywhere, on a vertex or on an edge."""
    polygons = scenes.ring(effort.size(TRIANGLES))
    lines = []
    for make in (_near, _far_mesh, _far_object):
        case = make(polygons)
        tallies = []
        for run in range(effort.runs):
            progress(f"{case.what}, run {run + 1} of {effort.runs}")
            tallies.append(_judge(case, _rays(case, effort.size(RAYS), seed=run)))
        lines += _lines(case.what, tallies)
    return lines


def _near(polygons):
    scenes.single_object(polygons)
    index = scenes.mesh_index(polygons)
    peers = {RAY_CAST: _triangles_of_ray_cast(), EMBREE: Embree(polygons).first}
    return Case("near the origin", index, np.zeros(3), index.first, peers)


def _far_mesh(polygons):
    corners = polygons.corners.reshape(-1, 3)
    positions = polygons.positions.astype(np.float64) + FAR
    index = core.MeshIndex(positions, corners)
    peer = Embree(scenes.Polygons(positions, polygons.corners, polygons.starts))
    return Case("vertices far from the origin", index, np.zeros(3), index.first, {EMBREE: peer.first})


def _far_object(polygons):
    scenes.single_object(polygons, location=FAR)
    index = scenes.mesh_index(polygons)

    def ours(rays):
        return cast_one((rays.origins, rays.directions))

    return Case("object far from the origin", index, FAR, ours, {RAY_CAST: _triangles_of_ray_cast()})


def _triangles_of_ray_cast():
    ray_cast = blenders_ray_cast()

    def triangles(rays):
        found = [ray_cast(pair) for pair in zip(rays.origins.tolist(), rays.directions.tolist())]
        return np.array([face if hit else -1 for hit, _, _, face, _, _ in found])

    return triangles


def _rays(case, count, seed):
    """Rays in mesh space that begin near the mesh: in any direction, then at vertices, then at middles of edges."""
    rng = np.random.default_rng(seed)
    middle = np.round(case.index.positions.mean(axis=0))
    loose = random_rays(3 * count, seed)
    origins = np.round(loose.origins / STEP) * STEP + middle
    corners = case.index.positions[
        case.index.triangles[rng.integers(len(case.index.triangles), size=2 * count)]
    ]
    targets = np.concatenate([corners[:count, 0], (corners[count:, 0] + corners[count:, 1]) / 2])
    directions = np.concatenate([loose.directions[:count], targets - origins[count:]])
    return core.Rays(origins, directions)


def _judge(case, rays):
    positions, triangles = case.index.positions, case.index.triangles
    shifted = core.Rays(rays.origins + case.shift, rays.directions)
    hits = case.ours(shifted)
    answers = {peer: ask(shifted) for peer, ask in case.peers.items()}
    tally = Tally(peers_wrong=dict.fromkeys(answers, 0))
    for row, (origin, direction) in enumerate(zip(rays.origins, rays.directions)):
        exact = exact_hits(positions, triangles, origin, direction)
        mine = int(hits.triangle_index[row])
        tally.wrong += mine != (exact[0].triangle_index if exact else -1)
        tally.missed += bool(exact) and mine < 0
        # Of triangles that meet in the point a peer may name any.
        right = {hit.triangle_index for hit in exact if hit.t == exact[0].t} or {-1}
        for peer, answer in answers.items():
            tally.peers_wrong[peer] += int(answer[row]) not in right
        if exact and mine == exact[0].triangle_index:
            corners = positions[triangles[mine]]
            allowed = PRECISION * max(np.abs(positions).max(), np.abs(origin).max())
            point = interpolate(corners[None], hits.barycentric[row : row + 1])[0]
            tally.point_error = max(tally.point_error, _from_plane(corners, point) / allowed)
            off = abs(float(Fraction(float(hits.t[row])) - exact[0].t)) * np.linalg.norm(direction)
            tally.t_error = max(tally.t_error, off * exact[0].cosine / allowed)
    return tally


def _from_plane(corners, point):
    """Distance of a point from the plane of a triangle, exact but for the last step."""
    a, b, c, p = ([Fraction(float(value)) for value in vector] for vector in (*corners, point))
    u, v, w = ([x - y for x, y in zip(end, a)] for end in (b, c, p))
    normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    along = abs(sum(x * y for x, y in zip(normal, w)))
    return float(along) / float(sum(x * x for x in normal)) ** 0.5


def _lines(what, tallies):
    ours = {
        "misses of a closed mesh": ("rays", 0.0, [tally.missed for tally in tallies]),
        "point, off its triangle": ("of the bound", 1.0, [tally.point_error for tally in tallies]),
        "t": ("of the bound", 1.0, [tally.t_error for tally in tallies]),
    }
    wrong = tuple(tally.wrong for tally in tallies)
    lines = [
        Line(
            f"{what}: wrong triangles, {peer}",
            wrong,
            tuple(tally.peers_wrong[peer] for tally in tallies),
            peer,
            "rays",
            Bar(MOST, 0.0),
        )
        for peer in tallies[0].peers_wrong
    ]
    return lines + [
        Line(f"{what}: {name}", tuple(values), unit=unit, bar=Bar(MOST, bar))
        for name, (unit, bar, values) in ours.items()
    ]
