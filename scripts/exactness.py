"""Compare the nearest hits of a million rays on each of several meshes with exact arithmetic, and print a table.

    python scripts/exactness.py [--rays 1000000] [mesh ...]

The judge shares no code with the add-on. It works out the volumes between every ray and every edge in float64, passes
over triangles that their rounding cannot bring to the ray, nor before another one, and decides about all that are
left in whole numbers.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from addon.core import Hits, MeshIndex, Rays

RAYS_AT_ONCE = 128
# What all numbers are multiples of, in parts of a mesh's size: fine enough to keep float64 busy, coarse enough to
# make them whole numbers of one unit.
GRAIN = -44
# Rounding of float64 in what follows, relative to the largest terms; hundreds of times too large.
ROUNDING = 1e-13
# Below these cosines, and areas over the square of the longest edge, nothing is said of t; above, it is this good.
STEEP, WIDE, NEAR = 1e-3, 1e-3, 1e-6


@dataclass
class Case:
    """A mesh with rays; in a trap none of them may miss. All numbers are multiples of `unit`, a power of two."""

    positions: np.ndarray
    triangles: np.ndarray
    origins: np.ndarray
    directions: np.ndarray
    center: np.ndarray
    unit: float
    is_trap: bool = False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rays", type=int, default=1_000_000)
    parser.add_argument("meshes", nargs="*", help=", ".join(CASES))
    arguments = parser.parse_args()
    columns = ("triangles", "rays", "hits", "decided", "wrong ids", "t, ulp", "off plane")
    print(f"{'mesh':<18}" + "".join(f"{column:>11}" for column in columns))
    wrong = 0
    for name in arguments.meshes or CASES:
        start = time.perf_counter()
        case = CASES[name](np.random.default_rng(len(name)), arguments.rays)
        hits = MeshIndex(case.positions, case.triangles).first(Rays(case.origins, case.directions))
        decided, bad, ulps, off = compared(case, hits)
        wrong += bad
        counts = (len(case.triangles), len(hits), int(hits.hit.sum()), decided, bad)
        row = "".join(f"{count:>11}" for count in counts) + f"{ulps:>11.2f}{off:>11.1e}"
        print(f"{name:<18}{row}   {time.perf_counter() - start:.0f} s", flush=True)
    print(
        "decided: pairs of a ray and a triangle worked out in whole numbers; t: its largest error in units of its"
    )
    print(
        "last place; off plane: largest distance of a hit from its triangle, over the largest coordinate there is"
    )
    return min(wrong, 1)


def compared(case: Case, hits: Hits) -> tuple[int, int, float, float]:
    """Pairs decided, wrong rows, largest error of t in its last place, largest distance over the largest coordinate."""
    edges, corners = Edges(case), whole(case.positions, case.unit)
    largest = max(np.abs(case.positions).max(), np.abs(case.origins).max())
    decided, bad, ulps, off = 0, 0, 0.0, 0.0
    for start in range(0, len(hits), RAYS_AT_ONCE):
        part = slice(start, start + RAYS_AT_ONCE)
        origins, directions = whole(case.origins[part], case.unit), whole(case.directions[part], case.unit)
        best = [(-1, 0, 1, 0)] * len(origins)
        for ray, triangle in zip(*candidates(case, edges, part), strict=True):
            decided += 1
            a, b, c = (corners[vertex] for vertex in case.triangles[triangle].tolist())
            hit = crossing(origins[ray], directions[ray], a, b, c)
            if hit and (best[ray][0] < 0 or hit[0] * best[ray][2] < best[ray][1] * hit[1]):
                best[ray] = (triangle, *hit)
        for ray, (triangle, numerator, denominator, normal) in enumerate(best):
            if triangle != hits.triangle_index[start + ray] or (case.is_trap and triangle < 0):
                bad += 1
            elif triangle >= 0:
                t = float(hits.t[start + ray])
                top, bottom = t.as_integer_ratio()
                error = abs(top * denominator - numerator * bottom) / (bottom * denominator)
                ulps = max(ulps, error / float(np.spacing(t)))
                off = max(off, error * abs(denominator) / normal * case.unit / largest)
    return decided, bad, ulps, off


def whole(values: np.ndarray, unit: float) -> list[list[int]]:
    """Rows of the numbers as multiples of the unit."""
    return [[int(x), int(y), int(z)] for x, y, z in (values / unit).tolist()]


def crossing(
    origin: list[int], direction: list[int], a: list[int], b: list[int], c: list[int]
) -> tuple | None:
    """t of a ray in a triangle as numerator and denominator, and the length of the normal; None if it misses.

    The plane gives t; a point is inside where it is on the inner side of each edge along the normal.
    """
    normal = cross(minus(b, a), minus(c, a))
    slope = dot(direction, normal)
    if slope == 0:
        return None
    sign = 1 if slope > 0 else -1
    height, slope = sign * dot(minus(a, origin), normal), sign * slope
    if height < 0:
        return None
    point = [o * slope + d * height for o, d in zip(origin, direction, strict=True)]
    for start, end in ((a, b), (b, c), (c, a)):
        inward = cross(normal, minus(end, start))
        if dot(inward, point) < dot(inward, start) * slope:
            return None
    return height, slope, math.sqrt(dot(normal, normal))


class Edges:
    """The edges of a mesh around its center, made ready for rays."""

    def __init__(self, case: Case) -> None:
        self.corners = np.ascontiguousarray((case.positions - case.center)[case.triangles].transpose(1, 2, 0))
        self.reach = np.abs(self.corners).max()
        self.matrices = [
            np.concatenate([np.cross(p, q, axis=0), q - p])
            for p, q in zip(self.corners, self.corners[[1, 2, 0]])
        ]


def candidates(case: Case, edges: Edges, part: slice) -> tuple[list[int], list[int]]:
    """Pairs of a ray and a triangle that rounding in float64 may make the nearest hit."""
    origins, directions = case.origins[part] - case.center, case.directions[part]
    lines = np.concatenate([directions, np.cross(origins, directions)], axis=1)
    volumes = [lines @ matrix for matrix in edges.matrices]
    reach = np.abs(origins).max(axis=1) + edges.reach
    speed = np.linalg.norm(directions, axis=1)
    bound = (ROUNDING * reach**2 * speed)[:, None]
    lowest, highest = volumes[0].copy(), volumes[0]
    for volume in volumes[1:]:
        np.minimum(lowest, volume, out=lowest)
        np.maximum(highest, volume, out=highest)
    ray, triangle = np.nonzero((lowest >= -bound) | (highest <= bound))
    is_sure = (lowest > bound)[ray, triangle] | (highest < -bound)[ray, triangle]
    earliest, latest = intervals(
        edges.corners[:, :, triangle], origins[ray], directions[ray], (reach / speed)[ray]
    )
    limit = np.full(len(origins), np.inf)
    np.minimum.at(limit, ray, np.where(is_sure & (earliest > 0.0), latest, np.inf))
    kept = (latest >= 0.0) & (earliest <= limit[ray])
    return ray[kept].tolist(), triangle[kept].tolist()


def intervals(corners: np.ndarray, origins: np.ndarray, directions: np.ndarray, reach: np.ndarray):
    """Bounds of t of pairs, (3, 3, k) corners and (k, 3) rays; without end where rounding may spoil it."""
    a, b, c = corners
    first, second = b - a, c - a
    normal = np.cross(first, second, axis=0)
    length = np.linalg.norm(normal, axis=0)
    slope = np.einsum("ck,kc->k", normal, directions)
    size = np.maximum(np.linalg.norm(first, axis=0), np.linalg.norm(second, axis=0))
    is_good = np.abs(slope) > STEEP * length * np.linalg.norm(directions, axis=1)
    is_good &= length > WIDE * size**2
    with np.errstate(all="ignore"):
        t = np.einsum("ck,ck->k", normal, a - origins.T) / slope
    return np.where(is_good, t - NEAR * reach, -np.inf), np.where(is_good, t + NEAR * reach, np.inf)


def minus(a: list[int], b: list[int]) -> list[int]:
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def cross(a: list[int], b: list[int]) -> list[int]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a: list[int], b: list[int]) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def made(rng, count, positions, triangles, scale=1.0, center=(0.0, 0.0, 0.0), inside=None) -> Case:
    """Rays at anything, at vertices and at middles of edges, from around the mesh or from `inside` of it."""
    unit = 2.0 ** (math.floor(math.log2(scale)) + GRAIN)
    center = np.asarray(center)
    if np.abs(center).max() > 0.0:
        # Where float64 is coarser than that.
        unit = max(unit, float(np.spacing(4.0 * np.abs(center).max())))

    def on_grid(values):
        return np.rint(values / unit) * unit

    positions = on_grid(scale * positions + center)
    origins = rng.normal(size=(count, 3))
    origins = on_grid(2.5 * scale * origins / np.linalg.norm(origins, axis=1, keepdims=True) + center)
    if inside is not None:
        origins = on_grid(scale * inside(rng, count) + center)
    targets = on_grid(scale * rng.uniform(-1.0, 1.0, (count, 3)) + center)
    aimed = positions[triangles[rng.integers(0, len(triangles), count)]]
    targets[0::8] = aimed[0::8, 0]
    targets[1::8] = on_grid(0.5 * (aimed[1::8, 0] + aimed[1::8, 1]))
    directions = targets - origins
    axis = rng.integers(0, 3, count)
    for k in range(3):
        rows = np.flatnonzero(axis == k)[::16]
        directions[rows] = scale_of_two(scale) * np.eye(3)[k]
    return Case(positions, triangles, origins, directions, on_grid(center), unit, inside is not None)


def scale_of_two(scale: float) -> float:
    return 2.0 ** math.floor(math.log2(scale))


def ball(rings: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """A sphere of radius 1, of bands between circles."""
    return band(
        rings, 2 * rings, lambda u, v: (np.sin(u / 2) * np.cos(v), np.sin(u / 2) * np.sin(v), np.cos(u / 2))
    )


def torus() -> tuple[np.ndarray, np.ndarray]:
    return band(
        40,
        80,
        lambda u, v: (
            (0.7 + 0.3 * np.cos(u)) * np.cos(v),
            (0.7 + 0.3 * np.cos(u)) * np.sin(v),
            0.3 * np.sin(u),
        ),
    )


def band(rows: int, columns: int, place) -> tuple[np.ndarray, np.ndarray]:
    """A grid of two triangles a cell bent to a surface, closed in both directions."""
    u, v = np.meshgrid(
        2.0 * np.pi * np.arange(rows) / rows, 2.0 * np.pi * np.arange(columns) / columns, indexing="ij"
    )
    number = np.arange(rows * columns).reshape(rows, columns)
    a, b = number, np.roll(number, -1, axis=0)
    c, d = np.roll(b, -1, axis=1), np.roll(a, -1, axis=1)
    corners = [np.stack(half, axis=-1).reshape(-1, 3) for half in ((a, b, c), (a, c, d))]
    return np.stack(place(u, v), axis=-1).reshape(-1, 3), np.concatenate(corners)


def in_the_tube(rng, count):
    """Points inside the torus."""
    angle, along, far = rng.uniform(0.0, 2.0 * np.pi, (3, count))
    wide = 0.28 * np.sqrt(far / (2.0 * np.pi))
    middle = 0.7 + wide * np.cos(angle)
    return np.stack([middle * np.cos(along), middle * np.sin(along), wide * np.sin(angle)], axis=1)


def soup(rng) -> tuple[np.ndarray, np.ndarray]:
    """Triangles of all sizes, half of them with a corner almost or exactly on the opposite edge."""
    size = 10.0 ** rng.uniform(-3.0, -0.3, (4000, 1))
    a = rng.uniform(-1.0, 1.0, (4000, 3))
    b, c = (a + size * rng.normal(size=(4000, 3)) for _ in range(2))
    bend = 10.0 ** rng.uniform(-16.0, -2.0, (2000, 1))
    c[:2000] = a[:2000] + rng.uniform(size=(2000, 1)) * (b - a)[:2000] + bend * rng.normal(size=(2000, 3))
    return np.stack([a, b, c], axis=1).reshape(-1, 3), np.arange(12000).reshape(-1, 3)


CASES = {
    "sphere": lambda rng, count: made(rng, count, *ball()),
    "soup with slivers": lambda rng, count: made(rng, count, *soup(rng)),
    "sphere at 1e6": lambda rng, count: made(rng, count, *ball(), center=(1e6, -1e6, 1e6)),
    "soup at 1e6": lambda rng, count: made(rng, count, *soup(rng), center=(1e6, 1e6, -1e6)),
    "sphere of 1e-4": lambda rng, count: made(rng, count, *ball(), scale=1e-4),
    "inside a torus": lambda rng, count: made(rng, count, *torus(), inside=in_the_tube),
}

if __name__ == "__main__":
    sys.exit(main())
