"""Splines as Blender keeps them: hair curves, and the drawings of grease pencil."""

import numpy as np

from ...core.splines import Splines, evaluate
from .outline import read_vectors

# What Blender takes where an attribute is missing.
_DEFAULT_RADIUS = 0.01
_DEFAULT_RESOLUTION = 12
_DEFAULT_ORDER = 4
_OF_SPLINES = ("counts", "types", "cyclic", "resolutions", "orders", "knot_modes")


def evaluated_splines(attributes, counts):
    """The splines of a curve geometry, as they are drawn.

    Parameters
    ----------
    attributes : bpy.types.AttributeGroup
        Of the geometry.
    counts : (c,) int
        Points of each spline.

    Returns
    -------
    core.splines.Evaluated or None
        In the geometry's own space; None without any point.
    """
    positions = read_positions(attributes)
    counts = np.asarray(counts, dtype=np.int64)
    if len(positions) == 0 or counts.sum() != len(positions):
        return None
    return evaluate(_splines(attributes, counts, len(positions)), positions)


def point_shares(attributes, counts, number, location):
    """Which points a place (3,) on one of the splines lies among, as (index, weight) pairs."""
    counts = np.asarray(counts, dtype=np.int64)
    first = int(counts[:number].sum())
    points = slice(first, first + int(counts[number]))
    positions = read_positions(attributes)
    splines = _splines(attributes, counts, len(positions))
    handles = splines.handles
    single = Splines(
        *(getattr(splines, name)[number : number + 1] for name in _OF_SPLINES),
        splines.weights[points],
        None if handles is None else handles[:, points],
    )
    evaluated = evaluate(single, positions[points])
    places = evaluated.positions
    spans = np.diff(places, axis=0)
    lengths_squared = np.einsum("nc,nc->n", spans, spans)
    along = np.einsum("nc,nc->n", location - places[:-1], spans)
    along = np.clip(
        np.divide(along, lengths_squared, out=np.zeros(len(spans)), where=lengths_squared > 0.0), 0, 1
    )
    distances = np.linalg.norm(places[:-1] + along[:, None] * spans - location, axis=1)
    nearest = int(np.nanargmin(distances)) if np.isfinite(distances).any() else 0
    mixed = np.zeros(int(counts[number]))
    ends = ((nearest, 1.0 - along[nearest]), (nearest + 1, along[nearest])) if len(spans) else ((0, 1.0),)
    for row, weight in ends:
        np.add.at(mixed, evaluated.indices[row], weight * evaluated.shares[row])
    return [(first + int(index), float(mixed[index])) for index in np.flatnonzero(mixed)]


def _splines(attributes, counts, point_count):
    return Splines(
        counts,
        read_numbers(attributes, "curve_type", len(counts), 0),
        read_numbers(attributes, "cyclic", len(counts), 0) != 0,
        read_numbers(attributes, "resolution", len(counts), _DEFAULT_RESOLUTION),
        read_numbers(attributes, "nurbs_order", len(counts), _DEFAULT_ORDER),
        read_numbers(attributes, "knots_mode", len(counts), 0),
        read_numbers(attributes, "nurbs_weight", point_count, 1.0),
        _handles(attributes),
    )


def read_positions(attributes):
    """Places (n, 3) of the points; none without the attribute, which an evaluated geometry may lack."""
    attribute = attributes.get("position")
    return read_vectors(attribute.data, "vector") if attribute is not None else np.zeros((0, 3))


def read_radii(attributes, count):
    """Radii (n,) of the points."""
    return read_numbers(attributes, "radius", count, _DEFAULT_RADIUS)


def read_numbers(attributes, name, count, default):
    """The values (count,) of an attribute of one number each; all `default` without it."""
    attribute = attributes.get(name)
    if attribute is None or len(attribute.data) != count:
        return np.full(count, default)
    values = np.empty(count, dtype=np.float32 if attribute.data_type == "FLOAT" else np.int32)
    attribute.data.foreach_get("value", values)
    return values.astype(np.float64 if attribute.data_type == "FLOAT" else np.int64)


def _handles(attributes):
    left, right = attributes.get("handle_left"), attributes.get("handle_right")
    if left is None or right is None:
        return None
    return np.stack([read_vectors(handle.data, "vector") for handle in (left, right)])
