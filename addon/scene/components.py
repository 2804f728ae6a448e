"""Curves that geometry nodes give beside other geometry.

The dependency graph lists them as objects of type CURVE with nothing in them; what they hold is told by the evaluated
geometry of the object whose nodes made them, from Blender 4.5 on.
"""

import bpy
import numpy as np

from .outlines.curve_data import evaluated_splines
from .outlines.outline import polylines

# The components of a geometry, and of what they consist.
_ELEMENTS = {
    "mesh": "vertices",
    "curves": "points",
    "pointcloud": "points",
    "volume": "grids",
    "grease_pencil": "layers",
}
COMPONENTS = tuple(_ELEMENTS)
_COMPONENT_OF_TYPE = {
    "MESH": "mesh",
    "CURVE": "curves",
    "FONT": "curves",
    "CURVES": "curves",
    "POINTCLOUD": "pointcloud",
    "VOLUME": "volume",
    "GREASEPENCIL": "grease_pencil",
}


def has_nodes(obj):
    """Whether geometry nodes may have given an evaluated curve or text lines beside its surface."""
    return any(modifier.type == "NODES" for modifier in obj.modifiers)


def own_component(obj):
    """The name of the component that an object is by itself; None if it is none."""
    return _COMPONENT_OF_TYPE.get(obj.type)


def is_curve_component(entry):
    """Whether an entry of `Depsgraph.object_instances` stands for such curves."""
    obj = entry.object
    return entry.is_instance and obj.type == "CURVE" and not len(obj.data.splines) and not _is_text(obj)


def is_replaced_by_nodes(obj):
    """Whether an evaluated empty is not drawn because geometry nodes, from Blender 5.2 on, gave it geometry."""
    if obj.type != "EMPTY" or not has_nodes(obj) or not obj.is_evaluated:
        return False
    if obj.empty_display_type == "IMAGE" or obj.instance_collection is not None:
        return False
    geometry = obj.evaluated_geometry()
    instances = geometry.instances_pointcloud()
    components = ((getattr(geometry, name), elements) for name, elements in _ELEMENTS.items())
    return (instances is not None and len(instances.points) > 0) or any(
        component is not None and len(getattr(component, elements)) > 0 for component, elements in components
    )


def can_be_read():
    """Whether this Blender tells what they hold."""
    return hasattr(bpy.types.Object, "evaluated_geometry")


def component_outlines(owner, path_id):
    """The lines of such curves.

    Parameters
    ----------
    owner : bpy.types.Object
        Evaluated: the object whose nodes made them.
    path_id : sequence of int
        Blender's `persistent_id` from the owner on, innermost first; empty for the curves beside a curve's surface.

    Returns
    -------
    tuple of Outline
        Empty where they are not found.
    """
    # Each is kept in a variable: what it owns goes with it.
    geometries = [owner.evaluated_geometry()]
    # What the object is by itself, is not listed as a component.
    own = own_component(owner)
    steps = list(reversed(path_id))
    while len(steps) > 1:
        # Instances beside other components are one level deeper.
        if any(getattr(geometries[-1], name) is not None for name in COMPONENTS if name != own):
            steps.pop(0)
        inner = _instance_geometry(geometries[-1], steps.pop(0)) if steps else None
        if inner is None:
            return ()
        geometries.append(inner)
        own = None
    curves = geometries[-1].curves
    if curves is None:
        return ()
    counts = np.empty(len(curves.curves), dtype=np.int32)
    curves.curves.foreach_get("points_length", counts)
    evaluated = evaluated_splines(curves.attributes, counts)
    return () if evaluated is None else (polylines("CURVE", evaluated.positions, evaluated.counts),)


def _instance_geometry(geometry, number):
    """The geometry of an instance; None if it is an object or a collection, which are instances of their own."""
    cloud = geometry.instances_pointcloud()
    numbers = cloud.attributes.get(".reference_index") if cloud is not None else None
    if numbers is None or number >= len(numbers.data):
        return None
    reference = geometry.instance_references()[numbers.data[number].value]
    return reference if isinstance(reference, bpy.types.GeometrySet) else None


def _is_text(obj):
    return isinstance(obj.data, bpy.types.TextCurve)
