"""Hair strands and the points of point clouds."""

import numpy as np

from .outline import points, polylines, read_vectors


def hair_outlines(obj):
    """The strands of hair curves, in edit mode the points as well unless whole curves are selected there."""
    if obj.mode == "EDIT" and obj.original.data.selection_domain == "POINT":
        yield points("VERTEX", _positions(obj.data))
    counts = np.empty(len(obj.data.curves), dtype=np.int32)
    obj.data.curves.foreach_get("points_length", counts)
    yield polylines("HAIR", _positions(obj.data), counts)


def cloud_outlines(obj):
    """The points of a point cloud."""
    yield points("POINT", _positions(obj.data))


def _positions(data):
    attribute = data.attributes.get("position")
    return read_vectors(attribute.data, "vector") if attribute is not None else np.zeros((0, 3))
