"""Where objects come to rest that move along a direction until they meet what lies there."""

from dataclasses import replace
from typing import NamedTuple

import bpy
import numpy as np

from ..core import surface
from .evaluation import evaluated_depsgraph
from .mesh_arrays import read_positions
from .options import PickOptions
from .picking import cast

# Of an object's length along the direction: what counts as lowest.
_SAME_HEIGHT = 1e-4
# Of its length and its coordinates, some steps of single precision: how far above its lowest point a ray starts, so
# that what rests already does not fall through.
_ROUNDING = 4e-6
# Types that have points by their box alone; curves, texts and metaballs are listed as a mesh as well.
_WITH_BOX = frozenset(("ARMATURE", "LATTICE", "CURVES", "POINTCLOUD", "VOLUME", "GREASEPENCIL", "GPENCIL"))


class Landing(NamedTuple):
    """Where an object meets something.

    `distance` is how far it moves, in world units, 0 where it rests already; `location` and `normal` (3,) are of what
    it meets, in world space, and `object_name` is whose that is.
    """

    distance: float
    location: np.ndarray
    normal: np.ndarray
    object_name: str


def landings(objects, directions, *, by_origin=False, viewport=None):
    """Where objects, each with its children and instances, meet faces of others; see `api.landings`."""
    moved = {obj.session_uid: number for number, obj in enumerate(objects)}
    for number, obj in enumerate(objects):
        moved.update((child.session_uid, number) for child in obj.children_recursive)
    directions = np.asarray(directions, dtype=np.float64)
    directions = directions / np.linalg.norm(directions, axis=1)[:, None]
    feet, lifts = _feet(objects, directions, moved, by_origin)
    if viewport is not None and viewport.shading == "WIREFRAME":
        # No faces are drawn there, but what is there is.
        viewport = replace(viewport, view=viewport.view.view, shading="SOLID")
    options = PickOptions(
        ignored=lambda instance: instance.base_uid in moved, ignore_clipping=True, ignore_culling=True
    )
    hits = cast(feet - lifts[:, None] * directions, directions, options, viewport)
    found = []
    for row, is_hit in enumerate(hits.hit):
        if not is_hit:
            found.append(None)
            continue
        instance = hits.instances[hits.instance_index[row]]
        normal = _normal(instance, hits.triangle_index[row])
        distance = float(hits.t[row] - lifts[row])
        if normal @ directions[row] > 0.0:
            normal = -normal
        found.append(Landing(distance, feet[row] + distance * directions[row], normal, instance.object_name))
    return found


def _normal(instance, triangle_index):
    """(3,) geometric normal of a triangle in world space."""
    index = instance.shape.surface.index
    corners = index.positions[index.triangle_vertices(triangle_index)].astype(np.float64)
    return surface.world_normals(surface.triangle_normals(corners[None]), instance.matrix_world)[0]


def _feet(objects, directions, moved, by_origin):
    """(n, 3) where the rays of objects start, and (n,) how far above that, in world units."""
    depsgraph = evaluated_depsgraph(bpy.context.view_layer)
    origins = np.array([obj.matrix_world.translation for obj in objects], dtype=np.float64).reshape(-1, 3)
    parts = [[] for _ in objects]
    if not by_origin:
        for item in depsgraph.object_instances:
            base = (item.parent if item.is_instance else item.object).original
            number = moved.get(base.session_uid)
            points = None if number is None else _points(item.object)
            if points is not None:
                matrix = np.array(item.matrix_world, dtype=np.float64)
                parts[number].append(points @ matrix[:3, :3].T + matrix[:3, 3])
    feet, lifts = origins.copy(), np.zeros(len(objects))
    for number, direction in enumerate(directions):
        extent = 0.0
        if parts[number]:
            points = np.concatenate(parts[number])
            along = points @ direction
            extent = np.ptp(along)
            lowest = points[along >= along.max() - _SAME_HEIGHT * extent]
            feet[number] = (lowest.min(axis=0) + lowest.max(axis=0)) / 2.0
        lifts[number] = _ROUNDING * (extent + np.abs(feet[number]).max())
    return feet, lifts


def _points(obj):
    """(n, 3) points of an evaluated object that its shape lies between, in its own space; None where it has none."""
    if obj.type == "MESH":
        positions = read_positions(obj.data)
        return positions[np.isfinite(positions).all(axis=1)].astype(np.float64) if len(positions) else None
    if obj.type in _WITH_BOX:
        return np.array(obj.bound_box, dtype=np.float64)
    return None
