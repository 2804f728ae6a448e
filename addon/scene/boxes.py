"""The boxes that Blender draws around what is displayed as bounds.

From 4.4 on that of an object itself is around all that it was evaluated to but its instances. What is not its own data,
its surface or what geometry nodes made, has none: a curve or text lends it that of its line, whatever else there is
drawn with a box of no bounds. See overlay_bounds.hh and BKE_object_evaluated_geometry_bounds in Blender.
"""

import numpy as np

from .components import COMPONENTS, can_be_read, has_nodes, own_component
from .outlines.bounds import (
    CURVE_TYPES,
    IS_OLD,
    UNIT_BOX,
    WITHOUT_BOUNDS,
    box_around,
    control_box,
    line_box,
    read_box,
    told_box,
)
from .outlines.curve_data import evaluated_splines, read_positions, read_radii
from .outlines.drawings import drawing_of, stroke_counts
from .placements import NO_ID


def drawn_boxes(obj, depsgraph, is_part, is_subdivided):
    """The boxes of an entry of `Depsgraph.object_instances` that is displayed as bounds.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated.
    depsgraph : bpy.types.Depsgraph
    is_part : bool
        Whether its data are not those of the object.
    is_subdivided : bool
        As in `object_box`.

    Returns
    -------
    tuple of (2, 3) float
        Lowest and highest coordinates of each, in the object's own space.
    """
    source = obj.original
    if obj.type in WITHOUT_BOUNDS:
        return ()
    if IS_OLD and is_part and obj.type in CURVE_TYPES:
        # What nodes made has no control points.
        return (UNIT_BOX,)
    if IS_OLD or not is_part:
        return (object_box(obj, depsgraph, is_subdivided),)
    if source.type == "META":
        # A family is drawn with the bounds of its surface, which follow from the object itself, as well.
        return read_box(obj), UNIT_BOX
    if source.type not in CURVE_TYPES:
        return (UNIT_BOX,)
    box = line_box(source)
    return () if box is None else (box,)


def object_box(obj, depsgraph, is_subdivided=False):
    """(2, 3) the box of an evaluated object itself.

    It is around the cage if Blender leaves a last subdivision to drawing, until something asks for the mesh: then it
    `is_subdivided`.
    """
    if IS_OLD:
        return control_box(obj) if obj.type in CURVE_TYPES else read_box(obj)
    if is_subdivided:
        return box_around(read_positions(obj.data.attributes))
    if not can_be_read() or not obj.is_evaluated:
        box = line_box(obj.original) if obj.type in CURVE_TYPES else read_box(obj)
    elif obj.type in CURVE_TYPES or has_nodes(obj):
        box = _component_box(obj, depsgraph)
    else:
        box = read_box(obj)
    return UNIT_BOX if box is None else box


def leaves_subdivision(original):
    """Whether Blender may leave the subdivision of a mesh to drawing, as the last of its modifiers."""
    shown = [modifier for modifier in original.modifiers if modifier.show_viewport]
    return not IS_OLD and original.type == "MESH" and bool(shown) and shown[-1].type == "SUBSURF"


def _component_box(owner, depsgraph):
    """(2, 3) around all components of what an evaluated object was evaluated to; None if that is nothing."""
    geometry = owner.evaluated_geometry()
    own = own_component(owner) if owner.type not in CURVE_TYPES else None
    has_radius = owner.type != "CURVE"
    boxes = []
    for name in COMPONENTS:
        component = getattr(geometry, name)
        if component is None:
            continue
        if name == own:
            boxes += [box] if (box := told_box(owner)).any() else []
        elif name == "volume" or (name == "grease_pencil" and has_radius):
            # With their radii strokes count as if no layer had moved them.
            boxes += _boxes_of_entries(owner, depsgraph, type(component))
        else:
            boxes += [_box_of_points(*points, has_radius) for points in _points(name, component)]
    if not boxes:
        return None
    lowest, highest = np.array(boxes).transpose(1, 0, 2)
    return np.stack((lowest.min(axis=0), highest.max(axis=0)))


def _points(name, component):
    """Yield places (n, 3) and radii (n,) of the points of a component, of splines those along them."""
    if name == "grease_pencil":
        for layer in component.layers:
            if (drawing := drawing_of(layer)) is not None:
                matrix = np.array(layer.matrix_local, dtype=np.float64)
                for positions, radii in _points_along(drawing.attributes, stroke_counts(drawing)):
                    yield positions @ matrix[:3, :3].T + matrix[:3, 3], radii
    elif name == "curves":
        counts = np.empty(len(component.curves), dtype=np.int32)
        component.curves.foreach_get("points_length", counts)
        yield from _points_along(component.attributes, counts)
    elif len(positions := read_positions(component.attributes)):
        has_radius = name == "pointcloud"
        yield positions, read_radii(component.attributes, len(positions)) * has_radius


def _points_along(attributes, counts):
    evaluated = evaluated_splines(attributes, counts)
    if evaluated is not None:
        yield evaluated.positions, evaluated.mixed(read_radii(attributes, int(counts.sum())))


def _box_of_points(positions, radii, has_radius):
    reach = np.abs(radii)[:, None] * has_radius
    return np.stack(((positions - reach).min(axis=0), (positions + reach).max(axis=0)))


def _boxes_of_entries(owner, depsgraph, data_type):
    """Of a component whose bounds its data do not tell, but an object with them, which is among the instances."""
    return [
        told_box(item.object)
        for item in depsgraph.object_instances
        if item.is_instance
        and item.object.original == owner.original
        and isinstance(item.object.data, data_type)
        and len([part for part in item.persistent_id if part != NO_ID]) == 1
    ][:1]
