"""What the benchmark looks at: bumpy rings of any number of triangles, alone or many of them, and rays at them.

A ring is closed, a ray at it crosses two surfaces or four, and its bumps leave no two triangles in one plane.
"""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np

from addon import api, core

RADIUS, TUBE = 1.0, 0.4
VARIANTS = ("triangles", "quads", "mixed", "shuffled")
SIZE_PX = (1600, 900)
# Of the small rings that stand in the scenes of many.
SMALL_TRIANGLES = 512
# Each has this much room along each axis.
ROOM = 4.0


@dataclass(frozen=True)
class Polygons:
    """A mesh as Blender takes it: (v, 3) positions, the corners of all polygons, and the first corner of each."""

    positions: np.ndarray
    corners: np.ndarray
    starts: np.ndarray


def ring(triangle_count: int, variant: str = "triangles", seed: int = 1) -> Polygons:
    """A bumpy ring of about that many triangles, as polygons of the variant."""
    rows = max(int(np.sqrt(triangle_count / 4)), 4)
    columns = max(triangle_count // (4 * rows), 2) * 2
    positions = _bumpy_ring(rows, columns)
    row, column = np.divmod(np.arange(rows * columns), columns)
    below, right = (row + 1) % rows * columns, (column + 1) % columns
    a, b, c, d = row * columns + column, below + column, below + right, row * columns + right
    rng = np.random.default_rng(seed)
    if variant == "mixed":
        return Polygons(positions, *_mixed(a, b, c, d, rng))
    sides = np.stack([a, b, c, d], axis=1)
    if variant != "quads":
        sides = np.stack([a, b, c, a, c, d], axis=1).reshape(-1, 3)
    if variant == "shuffled":
        order = rng.permutation(len(positions))
        places = np.empty_like(order)
        places[order] = np.arange(len(order))
        positions, sides = positions[order], places[sides[rng.permutation(len(sides))]]
    return Polygons(positions, sides.ravel(), np.arange(0, sides.size, sides.shape[1]))


def _bumpy_ring(rows, columns):
    around, across = np.divmod(np.arange(rows * columns), columns)
    u, v = around * (2 * np.pi / rows), across * (2 * np.pi / columns)
    tube = TUBE * (1 + 0.04 * np.sin(23 * u + 7 * v) + 0.02 * np.sin(61 * v - 11 * u))
    out = RADIUS + tube * np.cos(v)
    return np.stack([out * np.cos(u), out * np.sin(u), tube * np.sin(v)], axis=1).astype(np.float32)


def _mixed(a, b, c, d, rng):
    """Corners and starts where every two neighbouring cells are at random four triangles, two quads or a hexagon."""
    left, right = (np.stack([side[i::2] for side in (a, b, c, d)]) for i in (0, 1))
    kind = rng.integers(3, size=left.shape[1])
    (la, lb, lc, ld), (_, _, rc, rd) = left, right
    shapes = (
        np.stack([la, lb, lc, la, lc, ld, ld, lc, rc, ld, rc, rd], axis=1),
        np.stack([la, lb, lc, ld, ld, lc, rc, rd], axis=1),
        np.stack([la, lb, lc, rc, rd, ld], axis=1),
    )
    sizes = np.concatenate([np.repeat(n, count) for n, count in ((3, 4), (4, 2), (6, 1))])
    counts, first = np.array([4, 2, 1]), np.array([0, 4, 6])
    totals = np.array([shape.shape[1] for shape in shapes])[kind]
    ends = np.cumsum(totals)
    corners = np.empty(ends[-1], dtype=np.int64)
    for number, shape in enumerate(shapes):
        rows = np.flatnonzero(kind == number)
        places = (ends - totals)[rows, None] + np.arange(shape.shape[1])
        corners[places] = shape[rows]
    of_cell = np.repeat(np.arange(len(kind)), counts[kind])
    nth = np.arange(len(of_cell)) - np.repeat(np.cumsum(counts[kind]) - counts[kind], counts[kind])
    lengths = sizes[first[kind[of_cell]] + nth]
    return corners, np.cumsum(lengths) - lengths


def empty_scene() -> None:
    """A scene of nothing, of which nobody remembers anything."""
    api.release()
    # Reading the factory's file instead would leave a window's context without the window.
    bpy.data.batch_remove([*bpy.data.objects, *bpy.data.collections, *bpy.data.meshes])
    bpy.context.view_layer.update()


def new_mesh(polygons: Polygons, name: str = "Ring") -> bpy.types.Mesh:
    """A new mesh, which shares no cache with any other: `Mesh.copy` would."""
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(polygons.positions))
    mesh.vertices.foreach_set("co", polygons.positions.ravel())
    mesh.loops.add(len(polygons.corners))
    mesh.loops.foreach_set("vertex_index", polygons.corners.astype(np.int32))
    mesh.polygons.add(len(polygons.starts))
    mesh.polygons.foreach_set("loop_start", polygons.starts.astype(np.int32))
    mesh.update(calc_edges=True)
    return mesh


def single_object(polygons: Polygons, location=(0.0, 0.0, 0.0)) -> bpy.types.Object:
    """The only object of an empty scene, evaluated."""
    empty_scene()
    obj = bpy.data.objects.new("Ring", new_mesh(polygons))
    obj.location = location
    bpy.context.scene.collection.objects.link(obj)
    bpy.context.view_layer.update()
    return obj


def field(kind: str, count: int, seed: int = 1) -> np.ndarray:
    """An empty scene filled with small rings, as `objects` that share a mesh or as `instances` of a point instancer.

    Returns (count, 3) float32 places.
    """
    empty_scene()
    reach = ROOM * count ** (1 / 3) / 2
    places = np.random.default_rng(seed).uniform(-reach, reach, (count, 3)).astype(np.float32)
    mesh = new_mesh(ring(SMALL_TRIANGLES))
    # Linked to the scene at the end: every object that joins a scene costs time for all that are there.
    collection = bpy.data.collections.new("Field")
    if kind == "objects":
        for place in places:
            obj = bpy.data.objects.new("Ring", mesh)
            obj.location = place
            collection.objects.link(obj)
    else:
        points = bpy.data.meshes.new("Points")
        points.vertices.add(count)
        points.vertices.foreach_set("co", places.ravel())
        instancer = bpy.data.objects.new("Points", points)
        instancer.instance_type = "VERTS"
        obj = bpy.data.objects.new("Ring", mesh)
        obj.parent = instancer
        for each in (instancer, obj):
            collection.objects.link(each)
    bpy.context.scene.collection.children.link(collection)
    bpy.context.view_layer.update()
    return places


def mesh_index(polygons: Polygons) -> core.MeshIndex:
    """The core's own of a mesh of triangles."""
    return core.MeshIndex(polygons.positions.astype(np.float64), polygons.corners.reshape(-1, 3))


def view_of(points: np.ndarray) -> api.Viewport:
    """A view down on all of these points, with a ring's size around them."""
    reach = float(np.abs(points).max()) + RADIUS + TUBE
    eye = (0.1 * reach, -1.2 * reach, 2.5 * reach)
    projection = core.perspective(1.2, SIZE_PX[0] / SIZE_PX[1], 0.01 * reach, 100.0 * reach)
    return api.Viewport(core.look_at(eye, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)), projection, SIZE_PX)


@dataclass(frozen=True)
class Aim:
    """Pixels of a view at which there is something, and the rays through them."""

    viewport: api.Viewport
    pixels: np.ndarray
    rays: core.Rays

    def single_rays(self) -> list[core.Rays]:
        return [self.rays.take(slice(i, i + 1)) for i in range(len(self.rays))]

    def vectors(self) -> list[tuple]:
        """(origin, direction) of each ray, in the numbers that `Scene.ray_cast` takes."""
        return list(zip(self.rays.origins.tolist(), self.rays.directions.tolist()))

    def origins_and_directions(self) -> list[tuple]:
        return [
            (self.rays.origins[i : i + 1], self.rays.directions[i : i + 1]) for i in range(len(self.rays))
        ]


def aim(count: int, places: np.ndarray | None = None, seed: int = 2) -> Aim:
    """So many different rays, each at the tube of a ring at one of these places; without places, at the origin."""
    rng = np.random.default_rng(seed)
    places = np.zeros((1, 3)) if places is None else places
    angle = rng.uniform(0, 2 * np.pi, count)
    out = RADIUS + rng.uniform(-0.7, 0.7, count) * TUBE
    offsets = np.stack([out * np.cos(angle), out * np.sin(angle), np.zeros(count)], axis=1)
    targets = places[rng.integers(len(places), size=count)] + offsets
    viewport = view_of(places)
    pixels = viewport.view.project(targets)[0]
    return Aim(viewport, pixels, viewport.view.pixel_rays(pixels))
