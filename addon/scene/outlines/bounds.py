"""Bounds: what an object is drawn with whose Display As is Bounds."""

import bpy
import numpy as np

from ..mesh_arrays import read_positions
from . import figures
from .outline import Outline, read_vectors, read_weighted

# Before 4.4 the box of a curve is around its control points and their radii, and a metaball has no box of its own.
IS_OLD = bpy.app.version < (4, 4)
# Since which version the others have some.
_BOUNDS_SINCE = {"EMPTY": (5, 2), "LIGHT_PROBE": (5, 3)}
WITHOUT_BOUNDS = frozenset(
    (
        "LIGHT",
        "CAMERA",
        "SPEAKER",
        *(name for name, since in _BOUNDS_SINCE.items() if bpy.app.version < since),
    )
)
CURVE_TYPES = frozenset(("CURVE", "SURFACE", "FONT"))
# Drawn for what has no bounds.
UNIT_BOX = np.array(((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0)))


def read_box(obj):
    """(2, 3) the box that Blender draws of an evaluated object, which at times it does not tell of a lattice."""
    if IS_OLD and obj.mode != "EDIT" and any(modifier.type == "NODES" for modifier in obj.modifiers):
        # What it tells is around all components of the geometry, and what it draws around that of the object's type.
        if obj.type == "MESH":
            return box_around(read_positions(obj.data))
        if obj.type == "CURVES":
            return box_around(read_vectors(obj.data.position_data, "vector"))
    box = told_box(obj)
    if box.any():
        return box
    if obj.type == "LATTICE":
        return box_around(read_vectors(obj.data.points, "co_deform"))
    is_at_origin = obj.type == "MESH" and len(obj.data.vertices) > 0
    return box if is_at_origin else UNIT_BOX


def told_box(obj):
    """(2, 3) the box that Blender tells of an object; zeros where there is none.

    Before 4.4 that of a turned armature may be lowest where it is highest, and its cone or capsule is drawn so.
    """
    return np.array([obj.bound_box[corner][:] for corner in (0, 6)], dtype=np.float64)


def has_own_box(surface):
    """Whether the curve or text that an evaluated mesh is the surface of is drawn with another box as well."""
    owner = surface.original
    # From 4.4 on the surface is drawn with that before all modifiers, which is the same if there are none.
    return owner.type in CURVE_TYPES and (IS_OLD or len(owner.modifiers) > 0)


def control_box(owner):
    """(2, 3) the box of a curve or text before 4.4, besides that of its surface: Blender tells it only at times."""
    if owner.type == "FONT":
        box = line_box(owner.original)
        return UNIT_BOX if box is None else box * (1.0, 1.0, 0.0)
    lowest, highest = np.full(3, np.inf), np.full(3, -np.inf)
    for spline in owner.original.data.splines:
        is_bezier = spline.type == "BEZIER"
        points = spline.bezier_points if is_bezier else spline.points
        radii = np.empty(len(points), dtype=np.float32)
        points.foreach_get("radius", radii)
        for name in ("co", "handle_left", "handle_right") if is_bezier else ("co",):
            places = read_vectors(points, name) if is_bezier else read_weighted(points, name)
            # Handles have no radius.
            reach = radii[:, None] if name == "co" else 0.0
            lowest = np.minimum(lowest, (places - reach).min(axis=0))
            highest = np.maximum(highest, (places + reach).max(axis=0))
    return np.stack((lowest, highest)) if (lowest <= highest).all() else UNIT_BOX


def line_box(original):
    """(2, 3) around an original curve or text before all modifiers; None if there is nothing."""
    try:
        mesh = original.to_mesh()
        return box_around(read_positions(mesh)) if mesh is not None and len(mesh.vertices) else None
    finally:
        original.to_mesh_clear()


def box_around(positions):
    """(2, 3) of places (n, 3); a box of no bounds without any."""
    if not len(positions):
        return UNIT_BOX
    return np.stack((positions.min(axis=0), positions.max(axis=0))).astype(np.float64)


def bounds_outline(box, shape):
    """The lines that Blender draws for a bounding box.

    Parameters
    ----------
    box : (2, 3) float
        Lowest and highest coordinates, in the object's own space, as Blender tells them.
    shape : str
        A `display_bounds_type`.

    Returns
    -------
    Outline
    """
    low, high = box
    starts, ends = _figure(shape, (high - low) / 2.0)
    middle = (low + high) / 2.0
    return Outline("BOUNDS", starts + middle, ends + middle, np.zeros(len(starts), dtype=np.int64))


def _figure(shape, size):
    """Around the origin, for half the size of the box."""
    radius = max(size[0], size[1])
    if shape == "SPHERE":
        return figures.ball(size.max())
    if shape == "CYLINDER":
        return _scaled(figures.cylinder(), (radius, radius, size[2]))
    if shape == "CONE":
        return _scaled(figures.cone(), (radius, radius, size[2]))
    if shape == "CAPSULE":
        # Since 4.4 whatever the second one is.
        return figures.capsule(radius, max(0.0, size[2] - (radius if IS_OLD else size[0])))
    return _scaled(figures.box(), size)


def _scaled(figure, size):
    return tuple(points * size for points in figure)
