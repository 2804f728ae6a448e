"""Meshes where matrices put them."""

from __future__ import annotations

from functools import cached_property
from math import frexp, inf, ldexp, sqrt
from typing import Any, Protocol

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .hits import Hits
from .mesh_index import MeshIndex
from .one_ray import Found
from .rays import Numbers, Rays
from .surface import mirrors

# Rays go into the space of the mesh unless its longest axis exceeds its shortest so many times: beyond that
# the inverse would cost more than half of the 16 digits of float64.
LARGEST_STRETCH = 1e8
# Scale below which coordinates in the space of the mesh could leave the range of floats.
SMALLEST_SCALE = 1e-100
EPSILON = float(np.finfo(np.float64).eps)
# Vectors taken into the space of the mesh together.
VECTORS_AT_ONCE = 1 << 13
MIRRORED_CORNERS = [0, 2, 1]
# By how much the box of a mesh is widened, as a part of the largest coordinate: an inverse of that stretch has eight
# digits, and three are left for the arithmetic.
_WIDENING = 1e-5
# Below, volumes could leave the range of floats.
_SMALLEST_SQUARES = 1e-60
_UNTURNED = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
# One number, or one for each ray.
Number = Any
Triple = tuple[Number, Number, Number]


class Mesh(Protocol):
    """What can be instanced: `MeshIndex`, or what answers as it does; the last two are for matrices that flatten."""

    @property
    def bounds(self) -> FloatArray: ...
    @property
    def positions(self) -> Any: ...
    @property
    def triangles(self) -> IndexArray: ...

    def first(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> Hits: ...
    def nearest(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> Found | None: ...
    def meets(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> bool: ...
    def all(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> Hits: ...
    def any(self, rays: Rays, *, cull_backfaces: bool | BoolArray = False) -> BoolArray: ...


def flattens(linear: FloatArray) -> bool:
    """Whether a (3, 3) matrix leaves a mesh no thickness to speak of in some direction."""
    rows = linear.tolist()
    squares = sum(value * value for row in rows for value in row)
    # The longest axis is at most the root of the squares, and the product of any two at most half of them; so most
    # matrices need no decomposition, which takes five times as long.
    if squares > _SMALLEST_SQUARES and abs(_volume(rows)) * LARGEST_STRETCH > squares * sqrt(squares):
        return False
    scales = np.linalg.svd(linear, compute_uv=False)
    return bool((scales[2] * LARGEST_STRETCH <= scales[0]) | (scales[2] < SMALLEST_SCALE))


def _volume(rows: list[list[float]]) -> float:
    a, b, c = rows
    d, e, f = _cross(b, c)
    return a[0] * d + a[1] * e + a[2] * f


def _cross(b: list[float], c: list[float]) -> list[float]:
    return [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]]


def world_bounds(bounds: FloatArray, matrices: FloatArray) -> FloatArray:
    """(n, 2, 3) boxes in the world around boxes (n, 2, 3) taken through (n, 4, 4), never too small.

    An empty box, inf and -inf, stays one.
    """
    empty = bounds[:, 0, 0] > bounds[:, 1, 0]
    corners = np.where(empty[:, None, None], 0.0, bounds)
    linear, offset = matrices[:, :3, :3], matrices[:, :3, 3]
    with np.errstate(over="ignore", invalid="ignore"):
        terms = linear[:, None] * corners[:, :, None, :]
        rounding = np.abs(terms).max(axis=1).sum(axis=2) + np.abs(offset)
        rounding *= 8.0 * np.finfo(np.float64).eps
        low = terms.min(axis=1).sum(axis=2) + offset - rounding
        high = terms.max(axis=1).sum(axis=2) + offset + rounding
    low[empty], high[empty] = np.inf, -np.inf
    return np.stack([low, high], axis=1)


def moved_bounds(bounds: list[list[float]], matrix: list[list[float]]) -> tuple[list[float], list[float]]:
    """The same of one box, in a third of the time."""
    if bounds[0][0] > bounds[1][0]:
        return [inf] * 3, [-inf] * 3
    (x0, y0, z0), (x1, y1, z1) = bounds
    low, high = [], []
    for a, b, c, offset in matrix[:3]:
        # What each axis adds, where it adds least and most.
        u, v = (a * x0, a * x1) if a >= 0.0 else (a * x1, a * x0)
        w, x = (b * y0, b * y1) if b >= 0.0 else (b * y1, b * y0)
        y, z = (c * z0, c * z1) if c >= 0.0 else (c * z1, c * z0)
        rounding = max(-u, v) + max(-w, x) + max(-y, z) + abs(offset)
        low.append(u + w + y + offset - 8.0 * EPSILON * rounding)
        high.append(v + x + z + offset + 8.0 * EPSILON * rounding)
    return low, high


class Instance:
    """A mesh and its matrix to the world; asked with rays in the world, whose t it keeps.

    Where the matrix flattens the mesh, the triangles go to the world instead of the rays to the mesh.
    """

    def __init__(self, mesh: Mesh, matrix_world: FloatArray) -> None:
        self._mesh = mesh
        self._matrix = matrix_world
        self._is_flat = flattens(matrix_world[:3, :3])
        if not self._is_flat:
            self._linear = matrix_world[:3, :3].tolist()
            self._is_moved_only = self._linear == _UNTURNED
            self._inverse = _inverse(self._linear)
            self._offset = matrix_world[:3, 3].tolist()
            self._low, self._high = mesh.bounds.tolist()
            self._largest = max(map(abs, self._low + self._high))

    def may_meet(self, numbers: Numbers) -> bool:
        """Whether a ray may meet the box of the mesh in its own space.

        A turned mesh fills that better than one in the world: this saves most searches among triangles in vain, each
        of which takes ten times as long.
        """
        return self._is_flat or self._in_mesh(numbers) is not None

    def nearest(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> Found | None:
        """As `MeshIndex.nearest`; None as well where the ray passes the box."""
        if self._is_flat:
            found = self._world_mesh.nearest(numbers, cull_backfaces)
            if found is None or not self._is_mirrored:
                return found
            t, triangle, (first, second, third) = found
            return t, triangle, (first, third, second)
        inside = self._in_mesh(numbers)
        return None if inside is None else self._mesh.nearest(inside, cull_backfaces)

    def meets(self, numbers: Numbers, cull_backfaces: bool | BoolArray) -> bool:
        """As `MeshIndex.meets`."""
        if self._is_flat:
            return self._world_mesh.meets(numbers, cull_backfaces)
        inside = self._in_mesh(numbers)
        return inside is not None and self._mesh.meets(inside, cull_backfaces)

    def _in_mesh(self, numbers: Numbers) -> Numbers | None:
        """A ray in the mesh's space, None where it passes the box."""
        origin, direction, t_min, t_max = numbers
        if self._is_moved_only:
            # The box in the world is that of the mesh, and the inverse would change nothing: a fifth of the time.
            (x, y, z), (a, b, c) = origin, self._offset
            return (x - a, y - b, z - c), direction, t_min, t_max
        x, y, z = self._offset
        start = self._solved(origin[0] - x, origin[1] - y, origin[2] - z)
        along = self._solved(*direction)
        return (start, along, t_min, t_max) if self._passes_box(start, along, t_min, t_max) else None

    def _passes_box(self, start: Triple, along: Triple, t_min: float, t_max: float) -> bool:
        """Whether a ray in the mesh's space may meet its box."""
        (x, y, z), (u, v, w) = start, along
        widening = _WIDENING * max(abs(x), abs(y), abs(z), self._largest)
        flattest = _WIDENING * max(abs(u), abs(v), abs(w))
        for low, high, at, way in zip(self._low, self._high, start, along):
            # Nearly along the box: how far it goes aside, is not known well enough.
            if way > flattest:
                enter, leave = (low - at - widening) / way, (high - at + widening) / way
            elif way < -flattest:
                enter, leave = (high - at + widening) / way, (low - at - widening) / way
            else:
                continue
            if enter > t_min:
                t_min = enter
            if leave < t_max:
                t_max = leave
        return t_min <= t_max

    def first(self, rays: Rays, *, cull_backfaces: bool | BoolArray) -> Hits:
        """Nearest hit of each ray, as `MeshIndex.first`."""
        if self._is_flat:
            return self._in_order_of_mesh(self._world_mesh.first(rays, cull_backfaces=cull_backfaces))
        return self._mesh.first(self._to_mesh(rays), cull_backfaces=cull_backfaces)

    def all(self, rays: Rays, *, cull_backfaces: bool | BoolArray) -> Hits:
        """Every hit, as `MeshIndex.all`."""
        if self._is_flat:
            return self._in_order_of_mesh(self._world_mesh.all(rays, cull_backfaces=cull_backfaces))
        return self._mesh.all(self._to_mesh(rays), cull_backfaces=cull_backfaces)

    def any(self, rays: Rays, *, cull_backfaces: bool | BoolArray) -> BoolArray:
        """(n,) True for rays that meet a triangle."""
        if self._is_flat:
            return self._world_mesh.any(rays, cull_backfaces=cull_backfaces)
        return self._mesh.any(self._to_mesh(rays), cull_backfaces=cull_backfaces)

    def _to_mesh(self, rays: Rays) -> Rays:
        """Rays in the mesh's space; the offset goes first, while the numbers still have one size.

        One ray is taken there in plain numbers, in a third of the time; both ways round alike.
        """
        x, y, z = self._offset
        if len(rays) == 1:
            (origin,), (direction,) = rays.origins.tolist(), rays.directions.tolist()
            origins = np.array([self._solved(origin[0] - x, origin[1] - y, origin[2] - z)])
            return Rays._of(origins, np.array([self._solved(*direction)]), rays.t_min, rays.t_max)
        if self._is_in_place:
            return rays
        origins, directions = np.empty_like(rays.origins), np.empty_like(rays.directions)
        # Some thousand at once stay in the processor's cache, which makes it three times as fast for a million.
        for start in range(0, len(rays), VECTORS_AT_ONCE):
            part = slice(start, start + VECTORS_AT_ONCE)
            starts, ways = (
                np.ascontiguousarray(rays.origins[part].T),
                np.ascontiguousarray(rays.directions[part].T),
            )
            origins.T[:, part] = self._solved(starts[0] - x, starts[1] - y, starts[2] - z)
            directions.T[:, part] = self._solved(*ways)
        return Rays._of(origins, directions, rays.t_min, rays.t_max)

    def _solved(self, x: Number, y: Number, z: Number) -> Triple:
        """The vector that the matrix turns into this one: by the inverse, then what that has rounded made good.

        Written out: with a call for each of the three products a ray takes a quarter longer to get into a mesh.
        """
        (a, b, c), (d, e, f), (g, h, i) = self._inverse
        (j, k, m), (n, o, p), (q, r, s) = self._linear
        u, v, w = a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z
        x, y, z = x - (j * u + k * v + m * w), y - (n * u + o * v + p * w), z - (q * u + r * v + s * w)
        return u + (a * x + b * y + c * z), v + (d * x + e * y + f * z), w + (g * x + h * y + i * z)

    @cached_property
    def _is_in_place(self) -> bool:
        """Whether the matrix leaves everything where it is, as that of most large meshes, so that rays stay as well."""
        return bool((self._matrix == np.eye(4)).all())

    @cached_property
    def _is_mirrored(self) -> bool:
        return mirrors(self._matrix[:3, :3])

    @cached_property
    def _world_mesh(self) -> MeshIndex:
        """The mesh in the world, its triangles turned where the matrix mirrors so that fronts stay fronts."""
        with np.errstate(over="ignore", invalid="ignore"):
            positions = self._mesh.positions @ self._matrix[:3, :3].T + self._matrix[:3, 3]
        triangles = self._mesh.triangles
        return MeshIndex(positions, triangles[:, MIRRORED_CORNERS] if self._is_mirrored else triangles)

    def _in_order_of_mesh(self, found: Hits) -> Hits:
        """Hits on the world mesh, their weights in the order of the mesh's own corners."""
        if not self._is_mirrored:
            return found
        weights = found.barycentric[:, MIRRORED_CORNERS]
        return Hits(found.ray_index, found.t, found.triangle_index, weights, found.instance_index)


def _inverse(linear: list[list[float]]) -> list[list[float]]:
    """The inverse of a matrix that flattens nothing, by cofactors, of numbers brought near 1 first."""
    exponent = frexp(max(abs(value) for row in linear for value in row))[1]
    a, b, c = ([ldexp(value, -exponent) for value in row] for row in linear)
    columns = _cross(b, c), _cross(c, a), _cross(a, b)
    volume = a[0] * columns[0][0] + a[1] * columns[0][1] + a[2] * columns[0][2]
    return [[ldexp(column[axis] / volume, -exponent) for column in columns] for axis in range(3)]
