"""Attributes at a place of a geometry; vertex groups and marks of edges of a mesh."""

import numpy as np
from mathutils import Quaternion

# Said by other fields of a pick: `location_local`, `material_slot` and `normal_smooth`; UV maps are in `uv`.
_IN_OTHER_FIELDS = frozenset(("position", "material_index", "custom_normal"))
# As Blender 4.2 calls it, and others.
_SEAM_NAMES = (".uv_seam", "uv_seam")


def attributes_at(attributes, place, left_out=()):
    """Every named attribute of a geometry at a place; of a mesh as Blender's node Sample Nearest Surface has it.

    Real numbers, vectors and colours are the weighted mean; whole numbers that mean rounded; a boolean is True from
    a mean of one half; rotations are mixed by their exponential maps. Unlike there, a matrix is not taken apart and
    mixed, but like a text that of the element with the greatest weight; and on an edge, the value is that of the edge.

    Parameters
    ----------
    attributes : bpy.types.AttributeGroup
    place : dict of str to list of (int, float)
        By domain, the elements that the place lies among, with weights of sum 1.
    left_out : sequence of str
        Names of attributes that are told elsewhere, as those of UV maps.

    Returns
    -------
    dict
        By name: float, int, bool, str, (n,) float or int, or (4, 4) float. Colours are scene linear, quaternions
        w, x, y, z. Left out are what is not a number here, Blender's internal attributes, whose names begin with a
        dot, and what other fields of a pick say: position, material index, custom normals.
    """
    left_out = _IN_OTHER_FIELDS.union(left_out)
    found = {}
    for attribute in attributes:
        elements = place.get(attribute.domain)
        if elements is None or attribute.name in left_out or attribute.name.startswith("."):
            continue
        if attribute.data_type in _READINGS:
            found[attribute.name] = _value(attribute, elements)
    return {name: value for name, value in found.items() if value is not None}


def vertex_weights(obj, mesh, vertices):
    """Weights of an object's vertex groups among `vertices`, (index, weight) pairs.

    Returns
    -------
    dict of str to float
        Only groups whose weight is above 0.
    """
    if not len(obj.vertex_groups):
        return {}
    sums = np.zeros(len(obj.vertex_groups))
    for vertex, share in vertices:
        for element in mesh.vertices[vertex].groups:
            # A mesh shared by objects can have weights for groups that this one does not have.
            if element.group < len(sums):
                sums[element.group] += share * element.weight
    return {group.name: float(weight) for group, weight in zip(obj.vertex_groups, sums) if weight > 0.0}


def edge_place(mesh, edge_index, location_local):
    """A point of an edge without faces as `attributes_at` takes it."""
    vertices = mesh.edges[edge_index].vertices
    start, end = (np.array(mesh.vertices[vertex].co, dtype=np.float64) for vertex in vertices)
    span = end - start
    length_squared = span @ span
    share = (
        np.clip((location_local - start) @ span / length_squared, 0.0, 1.0) if length_squared > 0.0 else 0.0
    )
    shares = zip(vertices, (1.0 - float(share), float(share)))
    return {"POINT": [pair for pair in shares if pair[1] > 0.0], "EDGE": [(edge_index, 1.0)]}


def edge_marks(mesh, edge_index):
    """(crease, sharp, seam) of an edge."""
    # Blender takes a crease that is more than 1 as 1, and one that is no number as none.
    crease = min(1.0, max(0.0, _of_edge(mesh, edge_index, "crease_edge", "FLOAT", 0.0)))
    is_seam = any(_of_edge(mesh, edge_index, name, "BOOLEAN", False) for name in _SEAM_NAMES)
    return crease, _of_edge(mesh, edge_index, "sharp_edge", "BOOLEAN", False), is_seam


def _of_edge(mesh, edge_index, name, data_type, default):
    """Not asked of the edge itself: for that Blender copies all edges that an evaluated mesh shares with another."""
    attribute = mesh.attributes.get(name)
    is_one = attribute is not None and (attribute.domain, attribute.data_type) == ("EDGE", data_type)
    return attribute.data[edge_index].value if is_one else default


def _value(attribute, elements):
    field, mix = _READINGS[attribute.data_type]
    indices, weights = zip(*elements)
    return mix([getattr(attribute.data[index], field) for index in indices], weights)


def _mean(values, weights):
    """None where a value is not finite."""
    values = np.array(values, dtype=np.float64)
    if not np.isfinite(values).all():
        return None
    mean = np.average(values, axis=0, weights=weights)
    return mean if mean.ndim else float(mean)


def _rounded_mean(values, weights):
    """Halves away from zero, as Blender rounds."""
    mean = np.asarray(_mean(values, weights))
    rounded = (np.sign(mean) * np.floor(np.abs(mean) + 0.5)).astype(np.int64)
    return rounded if rounded.ndim else int(rounded)


def _majority(values, weights):
    return _mean(values, weights) >= 0.5


def _mean_rotation(values, weights):
    plain_mean = _mean(values, weights)
    if plain_mean is None or len(values) == 1:
        return plain_mean
    mean = _mean([Quaternion(value).to_exponential_map() for value in values], weights)
    return np.array(Quaternion(mean), dtype=np.float64)


def _heaviest(values, weights):
    return values[int(np.argmax(weights))]


def _matrix(values, weights):
    return _mean([_heaviest(values, weights)], [1.0])


def _text(values, weights):
    return _heaviest(values, weights).decode("utf-8", "replace")


# By data type: the property of an element that holds the value, and how values are mixed.
_READINGS = {
    "FLOAT": ("value", _mean),
    "FLOAT2": ("vector", _mean),
    "FLOAT_VECTOR": ("vector", _mean),
    "FLOAT4": ("vector", _mean),
    "FLOAT_COLOR": ("color", _mean),
    "BYTE_COLOR": ("color", _mean),
    "INT": ("value", _rounded_mean),
    "INT8": ("value", _rounded_mean),
    "INT16_2D": ("value", _rounded_mean),
    "INT32_2D": ("value", _rounded_mean),
    "BOOLEAN": ("value", _majority),
    "QUATERNION": ("value", _mean_rotation),
    "FLOAT4X4": ("value", _matrix),
    "STRING": ("value", _text),
}
