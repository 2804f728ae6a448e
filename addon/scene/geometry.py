"""Meshes as arrays, kept until an update tag says that they changed."""

from dataclasses import dataclass
from typing import NamedTuple

import bmesh
import numpy as np

from ..core import PolygonIndex
from . import changes
from .array_sizes import array_bytes
from .cage import moves_vertices, picked_positions
from .mesh_arrays import polygons_view, read_flags
from .mesh_sources import picked_mesh
from .temporary_mesh import temporary_mesh
from .triangulation import triangulate


@dataclass(frozen=True, eq=False)
class MeshGeometry:
    """The surface of one mesh, in its own space.

    `index` finds triangles, numbered as Blender's. `corner_normals` (n, 3) are given where they are not those of the
    mesh itself.
    """

    index: PolygonIndex
    corner_normals: np.ndarray | None = None

    @property
    def has_faces(self):
        """Whether there are any."""
        return self.index.triangle_count > 0

    @property
    def faces(self):
        """The `index` for rays: where there are only vertices, one without any, whose box is nowhere in the way."""
        return self.index if self.has_faces else NO_FACES.index


NO_FACES = MeshGeometry(
    PolygonIndex(
        np.zeros((0, 3), dtype=np.float32),
        np.zeros(0, dtype=np.int32),
        np.zeros(1, dtype=np.int32),
        triangulate,
    )
)


class GeometryStore:
    """Geometry by evaluated mesh, so that instances and later picks share one extraction.

    An evaluated mesh is known by its address and the id Blender gave it, valid only between two update tags.
    `extraction_count` counts how often a mesh was read. Of what was read the least used goes first when it takes too
    many bytes; used is what was picked.
    """

    def __init__(self):
        self._by_mesh = {}
        # What was picked when, and by the address of a surface what it is.
        self._last_uses, self._key_of = {}, {}
        self._use_count = 0
        self.extraction_count = 0

    def discard_changed(self):
        """Drop what update tags have named since the last call."""
        changed = changes.take_changes()
        if changed is None:
            self._by_mesh.clear()
        elif changed:
            self._by_mesh = {
                key: kept for key, kept in self._by_mesh.items() if changed.isdisjoint(kept.sources)
            }

    def clear(self):
        """Forget everything."""
        self._by_mesh.clear()
        self._last_uses.clear()
        self._key_of.clear()

    def byte_count(self, seen):
        """How many bytes the arrays of all of it take, those `seen` left out; see `array_bytes`."""
        return sum(array_bytes(kept.content, seen) for kept in self._by_mesh.values())

    def use(self, surface):
        """Note that a `MeshGeometry` has been picked."""
        self._use_count += 1
        self._last_uses[self._key_of.get(id(surface))] = self._use_count

    def give_back(self, byte_count):
        """Drop what was picked least lately until the rest takes at most so many bytes; return whether any was dropped.

        What was never picked counts as picked when it was read.
        """
        seen = set()
        sizes = {key: array_bytes(kept.content, seen) for key, kept in self._by_mesh.items()}
        total = sum(sizes.values())
        if total <= byte_count:
            return False
        for key in sorted(sizes, key=lambda key: self._last_uses.get(key, 0)):
            total -= sizes[key]
            del self._by_mesh[key]
            if total <= byte_count:
                break
        return True

    def keep_only(self, scene_key, keys):
        """Of the view layer `scene_key`, drop all meshes that are not among `keys`: of deleted or hidden objects."""
        self._by_mesh = {
            key: kept for key, kept in self._by_mesh.items() if key[0] != scene_key or key in keys
        }
        self._last_uses = {key: use for key, use in self._last_uses.items() if key in self._by_mesh}
        self._key_of = {number: key for number, key in self._key_of.items() if key in self._by_mesh}

    def fetch(self, key, obj, sources, read):
        """What `read(obj)` makes of the evaluated object, as it was when `key` was last asked for."""
        kept = self._by_mesh.get(key)
        if kept is None:
            kept = _Kept(read(obj), frozenset(sources))
            self.extraction_count += 1
            self._by_mesh[key] = kept
            self._key_of[id(getattr(kept.content, "surface", None))] = key
            self._last_uses[key] = self._use_count
        return kept.content


class _Kept(NamedTuple):
    """What was read, and the `session_uid` of everything whose update tag means that it is out of date."""

    content: object
    sources: frozenset


def read_surface(obj, geometry, depsgraph, without_hidden):
    """The `MeshGeometry` of an evaluated object of type MESH; which of its meshes, as in `PickOptions.geometry`.

    Hidden faces are no hits in a surface `without_hidden` ones.
    """
    with picked_mesh(obj, geometry) as mesh:
        if mesh is None:
            # A curve without a spline has none.
            return NO_FACES
        is_hidden = read_flags(mesh, ".hide_poly", "FACE", len(mesh.polygons)) if without_hidden else None
        positions = picked_positions(obj, mesh, geometry, depsgraph)
        corner_normals = _corner_normals(mesh, positions) if moves_vertices(obj, geometry) else None
        return MeshGeometry(
            PolygonIndex(positions, *polygons_view(mesh), triangulate, is_hidden), corner_normals
        )


def _corner_normals(mesh, positions):
    """(n, 3) of the corners of a mesh, as they are with its vertices at other positions."""
    copied = bmesh.new()
    with temporary_mesh(mesh.name) as moved:
        copied.from_mesh(mesh)
        copied.to_mesh(moved)
        copied.free()
        moved.vertices.foreach_set("co", positions.ravel())
        moved.update()
        normals = np.empty(len(moved.loops) * 3, dtype=np.float32)
        moved.corner_normals.foreach_get("vector", normals)
    return normals.reshape(-1, 3)
