"""Attributes and material at a place of what is no mesh: curves, points and strokes."""

import numpy as np

from .attributes import attributes_at
from .materials import drawn_slot, slot_count, slot_material
from .outlines.curve_data import point_shares, read_numbers
from .outlines.drawings import drawing_of, frame_of, stroke_counts, to_layer


def strand_fields(obj, nearby, location_local):
    """The fields of a `Pick` that hair, points of a cloud and strokes have beside their place.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated.
    nearby : Nearby
    location_local : (3,) float

    Returns
    -------
    dict
        `attributes`, `material` and `material_slot`; of strokes and the hair of particle systems also `element_name`.
        Empty for what has none of them.
    """
    if obj.type == "CURVES":
        counts = np.empty(len(obj.data.curves), dtype=np.int32)
        obj.data.curves.foreach_get("points_length", counts)
        return _of_spline(obj, obj.data.attributes, counts, nearby.index, location_local)
    if obj.type == "POINTCLOUD":
        attributes, count = obj.data.attributes, len(obj.data.points)
        slot = int(read_numbers(attributes, "material_index", count, 0)[nearby.index])
        found = attributes_at(attributes, {"POINT": [(nearby.index, 1.0)]})
        return {"attributes": found, **material_fields(obj, obj.data, slot)}
    if obj.type == "GREASEPENCIL":
        return _of_stroke(obj, nearby, location_local)
    if obj.type == "GPENCIL":
        layer = obj.data.layers[nearby.part]
        stroke = frame_of(layer, layer.active_frame, nearby.ghost_frame).strokes[nearby.index]
        return {"element_name": nearby.part, **material_fields(obj, obj.data, stroke.material_index)}
    if obj.type == "MESH" and nearby.kind == "HAIR":
        system = obj.modifiers[nearby.part].particle_system
        slot = system.settings.material - 1
        return {"element_name": system.name, **material_fields(obj, obj.data, slot)}
    return {}


def material_fields(obj, data, index):
    """Slot and material name; an index beyond the slots means the last slot, as Blender draws it."""
    count = slot_count(obj, data)
    if count == 0:
        return {"material_slot": None, "material": None}
    slot = int(drawn_slot(index, count))
    material = slot_material(obj, data, slot)
    return {"material_slot": slot, "material": material.name if material else None}


def _of_spline(obj, attributes, counts, number, location_local):
    slot = int(read_numbers(attributes, "material_index", len(counts), 0)[number])
    place = {"POINT": point_shares(attributes, counts, number, location_local), "CURVE": [(number, 1.0)]}
    return {"attributes": attributes_at(attributes, place), **material_fields(obj, obj.data, slot)}


def _of_stroke(obj, nearby, location_local):
    layer = obj.data.layers[nearby.part]
    drawing = drawing_of(layer, nearby.ghost_frame)
    in_layer = to_layer(obj, layer, location_local)
    fields = _of_spline(obj, drawing.attributes, stroke_counts(drawing), nearby.index, in_layer)
    numbers = [one.name for one in obj.data.layers]
    of_layer = attributes_at(obj.data.attributes, {"LAYER": [(numbers.index(layer.name), 1.0)]})
    fields["attributes"] = of_layer | fields["attributes"]
    return fields | {"element_name": nearby.part}
