"""Hair strands and the points of point clouds."""

from dataclasses import replace

import bpy
import numpy as np

from ...core.splines import cubic_weights
from .curve_data import evaluated_splines, read_positions, read_radii
from .outline import Outline, points

# Before Blender 5.0 every strand, whatever its spline, had as many points, a power of two, taken evenly along it by
# a cubic; the radii of the first were those of all; and scales counted in other ways.
IS_RESAMPLED = "CYLINDER" not in bpy.types.RenderSettings.bl_rna.properties["hair_type"].enum_items
# Of point clouds scales count in the old way a little longer: up to 5.0.1, and not in 5.1.0; since then dots are drawn
# at the tips of the diamonds.
_IS_OLD_CLOUD = bpy.app.version < (5, 1)
_POINTS_UNDIVIDED = 8
_RESAMPLED_RADIUS = 0.005
# Of a strand, the part at whose beginning a closed tip has no width any more.
CLOSED_FROM = 0.99


def hair_outlines(obj, hair_subdivision):
    """The strands of hair curves, as ribbons; in edit mode also the points, unless whole curves are selected there."""
    if obj.mode == "EDIT" and obj.original.data.selection_domain == "POINT":
        yield points("VERTEX", read_positions(obj.data.attributes))
    counts = np.empty(len(obj.data.curves), dtype=np.int32)
    obj.data.curves.foreach_get("points_length", counts)
    attributes = obj.data.attributes
    if IS_RESAMPLED:
        positions = read_positions(attributes)
        if len(positions):
            count, true_radii = _POINTS_UNDIVIDED << hair_subdivision, read_radii(attributes, len(positions))
            places, along, true_radii, counts = resampled(positions, counts, count, true_radii)
            yield ribbons(places, _radii_of_first(obj.data, along), counts, true_radii=true_radii)
        return
    evaluated = evaluated_splines(attributes, counts)
    if evaluated is not None:
        radii = evaluated.mixed(read_radii(attributes, int(counts.sum())))
        yield ribbons(evaluated.positions, radii, evaluated.counts)


def ribbons(positions, radii, counts, first=0, part=None, true_radii=None):
    """Strands of `counts` consecutive positions (n, 3) with radii (n,), of a part of the object.

    Where other radii are drawn than the data have, these are the `true_radii` (n,).

    Returns
    -------
    Outline
        Of kind HAIR; the index is that of the strand, from `first` on.
    """
    owner = np.repeat(np.arange(len(counts)), counts)
    joined = np.flatnonzero(owner[1:] == owner[:-1])
    starts, ends = positions[joined], positions[joined + 1]
    # Towards each point from the one before, but from the root to the next.
    is_root = np.diff(owner[joined], prepend=-1) != 0
    before = np.where(is_root, joined, joined - 1)
    at_starts, at_ends = positions[before + 1] - positions[before], ends - starts
    # A ring is closed by its root itself.
    is_last = np.diff(owner[joined], append=len(counts)) != 0
    roots = (np.cumsum(counts) - counts)[owner[joined[is_last]]]
    is_ring = (ends[is_last] == positions[roots]).all(axis=1)
    at_ends[np.flatnonzero(is_last)[is_ring]] = (positions[roots + 1] - positions[roots])[is_ring]
    return Outline(
        "HAIR",
        starts,
        ends,
        owner[joined] + first,
        half_widths=np.stack((radii[joined], radii[joined + 1]), axis=1),
        true_widths=None
        if true_radii is None
        else np.stack((true_radii[joined], true_radii[joined + 1]), axis=1),
        form="RIBBON",
        directions=np.stack((at_starts, at_ends), axis=1),
        width_scale="ACROSS" if IS_RESAMPLED else "MEAN",
        part=part,
    )


def cloud_outlines(obj):
    """The points of a point cloud: as diamonds, and as the dots that are drawn in wireframe."""
    positions = read_positions(obj.data.attributes)
    dots = points("POINT", positions)
    if obj.data.attributes.get("radius") is not None:
        radii = np.abs(read_radii(obj.data.attributes, len(positions)))
        wide = np.flatnonzero(radii > 0.0)
        places, widths = positions[wide], np.stack((radii[wide], radii[wide]), axis=1)
        scale = "COORDINATES" if _IS_OLD_CLOUD else "MEAN"
        yield Outline("POINT", places, places, wide, half_widths=widths, form="DIAMOND", width_scale=scale)
        if not _IS_OLD_CLOUD:
            dots = replace(dots, lifts=radii)
    yield dots


def shaped_radii(root, tip, shape, along, closes_tip=True):
    """Radii of strands as Blender shaped them before 5.0; `along` is a part of their length, from the root."""
    with np.errstate(divide="ignore"):
        left = np.clip(1.0 - along, 0.0, None)
        share = left ** (1.0 + shape if shape < 0.0 else 1.0 / (1.0 - min(shape, 0.999)))
    return np.where(closes_tip & (along > CLOSED_FROM), 0.0, tip + share * (root - tip))


def _radii_of_first(data, along):
    """Radii as the ends and the middle of the first strand have them."""
    radius, count = data.attributes.get("radius"), data.curves[0].points_length
    if radius is None or not count:
        return shaped_radii(_RESAMPLED_RADIUS, _RESAMPLED_RADIUS, 0.0, along)
    root, middle, tip = (float(radius.data[index].value) for index in (0, count // 2, count - 1))
    bend = (middle - root) / (tip - root) if tip != root else 0.0
    return shaped_radii(root, tip, min(max(2.0 * bend - 1.0, -1.0), 1.0), along)


def resampled(positions, counts, count, radii):
    """The same strands with `count` points each; those with one point stay without a line.

    Returns
    -------
    positions : (m, 3) float
    along : (m,) float
        Which part of the length of its strand lies before each.
    radii : (m,) float
    counts : (c,) int
    """
    firsts = np.cumsum(counts) - counts
    values = np.column_stack((positions, _parts_of_length(positions, counts), radii))
    kept = counts > 1
    at = np.linspace(0.0, counts[kept] - 1.0, count, axis=1)
    before = np.minimum(at.astype(np.int64), counts[kept, None] - 2)
    around = before[..., None] + np.arange(-1, 3)
    last = counts[kept, None] - 1
    values = values[np.clip(around, 0, last[..., None]) + firsts[kept, None, None]]
    # Beyond its ends a strand goes on straight.
    at_root, at_tip = around[..., 0] < 0, around[..., 3] > last
    values[at_root, 0] = 2.0 * values[at_root, 1] - values[at_root, 2]
    values[at_tip, 3] = 2.0 * values[at_tip, 2] - values[at_tip, 1]
    shares = cubic_weights((at - before).ravel()).reshape(around.shape)
    mixed = np.einsum("spk,spkc->spc", shares, values).reshape(-1, 5)
    return mixed[:, :3], mixed[:, 3], mixed[:, 4], np.where(kept, count, 0)


def _parts_of_length(positions, counts):
    """(n,) of points of polylines, which part of the length lies before them."""
    owner = np.repeat(np.arange(len(counts)), counts)
    steps = np.linalg.norm(np.diff(positions, axis=0, prepend=positions[:1]), axis=1)
    steps[np.diff(owner, prepend=-1) != 0] = 0.0
    along = np.cumsum(steps)
    firsts, lasts = (np.cumsum(counts) - counts)[owner], np.cumsum(counts)[owner] - 1
    lengths = along[lasts] - along[firsts]
    return np.divide(along - along[firsts], lengths, out=np.zeros(len(along)), where=lengths > 0.0)
