"""Hair strands and the points of point clouds."""

import bpy
import numpy as np

from ...core.splines import cardinal_weights
from .curve_data import evaluated_splines, read_positions, read_radii
from .outline import Outline, points

# Before Blender 5.0 every strand had as many points, a power of two, taken evenly along it by a cubic of this tension.
_IS_RESAMPLED = "CYLINDER" not in bpy.types.RenderSettings.bl_rna.properties["hair_type"].enum_items
_POINTS_UNDIVIDED = 8
_TENSION = 0.71


def hair_outlines(obj, hair_subdivision):
    """The strands of hair curves, as ribbons; in edit mode also the points, unless whole curves are selected there."""
    if obj.mode == "EDIT" and obj.original.data.selection_domain == "POINT":
        yield points("VERTEX", read_positions(obj.data.attributes))
    counts = np.empty(len(obj.data.curves), dtype=np.int32)
    obj.data.curves.foreach_get("points_length", counts)
    evaluated = evaluated_splines(obj.data.attributes, counts)
    if evaluated is not None:
        radii = evaluated.mixed(read_radii(obj.data.attributes, int(counts.sum())))
        counts = evaluated.counts
        if _IS_RESAMPLED:
            count = _POINTS_UNDIVIDED << hair_subdivision
            yield ribbons(*_resampled(evaluated.positions, radii, counts, count))
        else:
            yield ribbons(evaluated.positions, radii, counts)


def ribbons(positions, radii, counts, first=0, part=None):
    """Strands of `counts` consecutive positions (n, 3) with radii (n,), of a part of the object.

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
        form="RIBBON",
        directions=np.stack((at_starts, at_ends), axis=1),
        part=part,
    )


def cloud_outlines(obj):
    """The points of a point cloud: as diamonds, and as the dots that are drawn in wireframe."""
    positions = read_positions(obj.data.attributes)
    radius = obj.data.attributes.get("radius")
    if radius is not None:
        radii = np.abs(read_radii(obj.data.attributes, len(positions)))
        wide = np.flatnonzero(radii > 0.0)
        places, widths = positions[wide], np.stack((radii[wide], radii[wide]), axis=1)
        yield Outline("POINT", places, places, wide, half_widths=widths, form="DIAMOND")
    yield points("POINT", positions)


def _resampled(positions, radii, counts, count):
    """The same strands with `count` points each; those with one point stay without a line."""
    firsts = np.cumsum(counts) - counts
    kept = counts > 1
    at = np.linspace(0.0, counts[kept] - 1.0, count, axis=1)
    before = np.minimum(at.astype(np.int64), counts[kept, None] - 2)
    around = before[..., None] + np.arange(-1, 3)
    around = np.clip(around, 0, counts[kept, None, None] - 1) + firsts[kept, None, None]
    shares = cardinal_weights((at - before).ravel(), _TENSION).reshape(around.shape)
    places = np.einsum("spk,spkc->spc", shares, positions[around]).reshape(-1, 3)
    widths = np.einsum("spk,spk->sp", shares, radii[around]).ravel()
    return places, widths, np.where(kept, count, 0)
