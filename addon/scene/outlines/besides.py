"""What an object may show besides itself: its bounds, texture space, collision shape and axes.

See overlay_bounds.hh and overlay_axes.hh in Blender's draw engine.
"""

from dataclasses import replace

import numpy as np

from .bounds import IS_OLD, UNIT_BOX, WITHOUT_BOUNDS, bounds_outline
from .empties import arrows

# Collision shapes that are drawn as bounds are.
_BOUNDS_TYPES = frozenset(("BOX", "SPHERE", "CYLINDER", "CONE", "CAPSULE"))
# Types whose texture space is that of their own data; that of the others is their bounds, before 4.4 a box of no
# bounds.
_OWN_TEXTURE_SPACE = frozenset(("MESH", "CURVE", "SURFACE", "FONT", "META"))
_TEXTURE_SPACE_IS_BOUNDS = frozenset(("CURVES", "POINTCLOUD", "VOLUME"))


def lines_besides(obj, box, matrix_world, shows_extras):
    """What an evaluated object that draws itself is told to show besides.

    Parameters
    ----------
    obj : bpy.types.Object
    box : function
        Gives its box, (2, 3).
    matrix_world : (4, 4) float
    shows_extras : bool
        Whether the view shows all of it, or the axes alone.

    Returns
    -------
    tuple of Outline
        Boxes and other bounds of kind BOUNDS, axes of kind ICON.
    """
    drawn = list(_boxes(obj, box)) if shows_extras else []
    if obj.show_axis:
        drawn += [replace(outline, kind="ICON") for outline in arrows(1.0, matrix_world)]
    return tuple(drawn)


def _boxes(obj, box):
    object_type = obj.original.type
    if obj.show_bounds and object_type not in WITHOUT_BOUNDS:
        yield bounds_outline(box(), obj.display_bounds_type)
    if obj.rigid_body is not None and obj.rigid_body.collision_shape in _BOUNDS_TYPES:
        ends = box()
        yield bounds_outline(ends - ends.mean(axis=0), obj.rigid_body.collision_shape)
    if obj.show_texture_space and object_type in _OWN_TEXTURE_SPACE:
        data = obj.data if obj.type == object_type else obj.original.data
        middle, size = np.array(data.texspace_location), np.array(data.texspace_size)
        yield bounds_outline(np.array((middle - size, middle + size)), "BOX")
    elif obj.show_texture_space and object_type in _TEXTURE_SPACE_IS_BOUNDS:
        yield bounds_outline(UNIT_BOX if IS_OLD else box(), "BOX")
