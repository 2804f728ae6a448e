"""Evaluated points of the four kinds of splines, as Blender samples them.

Every evaluated point is a mix of control points, so that whatever is stored on these can be had at those.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .arrays import BoolArray, FloatArray, IndexArray

# As Blender numbers them.
CATMULL_ROM, POLY, BEZIER, NURBS = range(4)
_ENDPOINT_KNOTS, _BEZIER_KNOTS = (1, 3), (2, 3)


@dataclass(frozen=True, eq=False)
class Splines:
    """Splines over shared control points.

    Attributes
    ----------
    counts : (c,) int
        Control points of each, which follow each other.
    types : (c,) int
        CATMULL_ROM, POLY, BEZIER or NURBS.
    cyclic : (c,) bool
    resolutions : (c,) int
        Evaluated points between two control points.
    orders, knot_modes : (c,) int
        Of NURBS; the modes are Blender's: 0 normal, 1 end point, 2 Bezier, 3 both.
    weights : (p,) float
        Of the control points of NURBS.
    handles : (2, p, 3) float, optional
        Left and right handles of Bezier splines, which are straight without them.
    """

    counts: IndexArray
    types: IndexArray
    cyclic: BoolArray
    resolutions: IndexArray
    orders: IndexArray
    knot_modes: IndexArray
    weights: FloatArray
    handles: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class Evaluated:
    """Evaluated points of splines; the last of a cyclic one is its first again.

    Attributes
    ----------
    counts : (c,) int
        Evaluated points of each spline, which follow each other.
    positions : (m, 3) float
    indices, shares : (m, k) int, (m, k) float
        Of which control points each is a mix. A Bezier spline's position follows its handles instead.
    """

    counts: IndexArray
    positions: FloatArray
    indices: IndexArray
    shares: FloatArray

    def mixed(self, values: ArrayLike) -> FloatArray:
        """Values (p,) or (p, n) of the control points at the evaluated points."""
        mixed: FloatArray = np.einsum(
            "mk,mk...->m...", self.shares, np.asarray(values, dtype=np.float64)[self.indices]
        )
        return mixed


def evaluate(splines: Splines, positions: FloatArray) -> Evaluated:
    """Evaluate splines with control points (p, 3).

    Returns
    -------
    Evaluated
        NURBS with fewer points than their order are taken as polygons, as by Blender.
    """
    is_nurbs = np.array(
        [
            kind == NURBS and _has_knots(*shape)
            for kind, *shape in zip(
                splines.types.tolist(),
                splines.counts.tolist(),
                splines.orders.tolist(),
                splines.cyclic.tolist(),
                splines.knot_modes.tolist(),
            )
        ],
        dtype=bool,
    )
    simple = _segmented(splines, positions, is_nurbs)
    if not is_nurbs.any():
        return simple
    return _with_nurbs(simple, splines, positions, is_nurbs)


def cubic_weights(t: FloatArray) -> FloatArray:
    """(n, 4) Catmull-Rom weights of four points in a row at a fraction of the way from the second to the third."""
    squared, cubed = t * t, t * t * t
    return np.stack(
        (
            0.5 * (2.0 * squared - cubed - t),
            1.5 * cubed - 2.5 * squared + 1.0,
            -1.5 * cubed + 2.0 * squared + 0.5 * t,
            0.5 * (cubed - squared),
        ),
        axis=1,
    )


def _segmented(splines: Splines, positions: FloatArray, left_out: BoolArray) -> Evaluated:
    """All but NURBS, which go segment by segment; of those `left_out` no point."""
    firsts = np.cumsum(splines.counts) - splines.counts
    segment_counts = np.maximum(1, np.where(splines.cyclic, splines.counts, splines.counts - 1))
    segment_counts = np.where(left_out | (splines.counts == 0), 0, segment_counts)
    owner = np.repeat(np.arange(len(splines.counts)), segment_counts)
    within = np.arange(len(owner)) - np.repeat(np.cumsum(segment_counts) - segment_counts, segment_counts)
    neighbours = _neighbours(within, splines.counts[owner], splines.cyclic[owner]) + firsts[owner, None]
    kinds = splines.types[owner]
    is_curved = (kinds == CATMULL_ROM) | (kinds == BEZIER)
    steps = np.where(is_curved, np.maximum(1, splines.resolutions[owner]), 1)
    # One more at the end of each spline.
    points = np.where(splines.counts[owner] > 1, steps, 0) + (within == segment_counts[owner] - 1)
    segment = np.repeat(np.arange(len(owner)), points)
    step = np.arange(len(segment)) - np.repeat(np.cumsum(points) - points, points)
    t = step / steps[segment]
    shares = np.zeros((len(t), 4))
    shares[:, 1], shares[:, 2] = 1.0 - t, t
    smooth = kinds[segment] == CATMULL_ROM
    shares[smooth] = cubic_weights(t[smooth])
    # What has no share may be no number.
    indices, heaviest = neighbours[segment], shares.argmax(axis=1)[:, None]
    indices = np.where(shares == 0.0, np.take_along_axis(indices, heaviest, axis=1), indices)
    places = np.einsum("mk,mkc->mc", shares, positions[indices])
    if splines.handles is not None:
        bent = kinds[segment] == BEZIER
        places[bent] = _bezier(positions, splines.handles, indices[bent], t[bent])
    counts = np.bincount(owner[segment], minlength=len(splines.counts))
    return Evaluated(counts, places, indices, shares)


def _neighbours(within: IndexArray, counts: IndexArray, cyclic: BoolArray) -> IndexArray:
    """(s, 4) the control point before each segment, its two ends, and the one after, within their spline."""
    around = within[:, None] + np.arange(-1, 3)
    counts = counts[:, None]
    return np.where(cyclic[:, None], around % counts, np.clip(around, 0, counts - 1))


def _bezier(positions: FloatArray, handles: FloatArray, indices: IndexArray, t: FloatArray) -> FloatArray:
    start, end = positions[indices[:, 1]], positions[indices[:, 2]]
    leaving, arriving = handles[1, indices[:, 1]], handles[0, indices[:, 2]]
    t, rest = t[:, None], 1.0 - t[:, None]
    places: FloatArray = (
        rest**3 * start + 3.0 * rest**2 * t * leaving + 3.0 * rest * t**2 * arriving + t**3 * end
    )
    return places


def _with_nurbs(simple: Evaluated, splines: Splines, positions: FloatArray, is_nurbs: BoolArray) -> Evaluated:
    """The same with the NURBS put in between."""
    width = max(4, int(splines.orders[is_nurbs].max()))
    padding = ((0, 0), (0, width - 4))
    parts = []
    borders = np.cumsum(simple.counts)[:-1]
    blocks = zip(
        np.split(simple.positions, borders),
        np.split(np.pad(simple.indices, padding), borders),
        np.split(np.pad(simple.shares, padding), borders),
    )
    first = 0
    for number, block in enumerate(blocks):
        if is_nurbs[number]:
            indices, shares = _nurbs_shares(splines, number, first, width)
            parts.append((np.einsum("mk,mkc->mc", shares, positions[indices]), indices, shares))
        else:
            parts.append(block)
        first += int(splines.counts[number])
    places, every_index, every_share = (np.concatenate(arrays) for arrays in zip(*parts))
    counts = np.array([len(part[0]) for part in parts])
    return Evaluated(counts, places, every_index, every_share)


def _has_knots(count: int, order: int, cyclic: bool, mode: int) -> bool:
    if count < order or order < 2:
        return False
    if mode in _BEZIER_KNOTS:
        if mode not in _ENDPOINT_KNOTS and count <= order:
            return False
        return not cyclic or count % (order - 1) == 0
    return True


def _nurbs_shares(splines: Splines, number: int, first: int, width: int) -> tuple[IndexArray, FloatArray]:
    """(m, width) control points and shares of the evaluated points of one NURBS spline."""
    count, order = int(splines.counts[number]), int(splines.orders[number])
    cyclic, resolution = bool(splines.cyclic[number]), max(1, int(splines.resolutions[number]))
    knots = _knots(count, order, cyclic, int(splines.knot_modes[number]))
    low, high = knots[order - 1], knots[count + order - 1 if cyclic else count]
    # As many points in each span of knots, as Blender 5 has them; before, they lay evenly on the same curve.
    borders = np.unique(np.clip(knots, low, high))
    steps = np.arange(resolution) / resolution
    at = np.append((borders[:-1, None] + np.diff(borders)[:, None] * steps).ravel(), high)
    starts, basis = _basis(knots, order, at, count + order - 1 if cyclic else count)
    indices = (starts[:, None] + np.arange(order)) % count + first
    shares = basis * splines.weights[indices]
    total = shares.sum(axis=1, keepdims=True)
    shares = np.divide(shares, total, out=np.zeros_like(shares), where=total != 0.0)
    padding = ((0, 0), (0, width - order))
    return np.pad(indices, padding, mode="edge"), np.pad(shares, padding)


def _knots(count: int, order: int, cyclic: bool, mode: int) -> FloatArray:
    ends_on_points, is_bezier = mode in _ENDPOINT_KNOTS, mode in _BEZIER_KNOTS
    repeat = order - 1 if is_bezier else 1
    head = order - cyclic if ends_on_points else (min(2, repeat) if is_bezier else 1)
    tail = 2 * order - 1 if cyclic else (order if ends_on_points else 0)
    knots = np.zeros(count + order * 2 - 1 if cyclic else count + order)
    left, current = head, 0.0
    begin = 1 if ends_on_points and cyclic else 0
    current += begin
    for number in range(begin, len(knots) - tail):
        knots[number] = current
        left -= 1
        if left == 0:
            current += 1.0
            left = repeat
    for number in range(tail):
        knots[len(knots) - tail + number] = current + knots[number] - knots[0]
    return knots


def _basis(knots: FloatArray, order: int, at: FloatArray, last_point: int) -> tuple[IndexArray, FloatArray]:
    """First control point, and (m, order) basis functions from it on, by Cox and de Boor."""
    degree = order - 1
    span = np.clip(np.searchsorted(knots, at, side="right") - 1, degree, last_point - 1)
    # At the very end no span follows: the last one that is not empty.
    for row in np.flatnonzero(knots[span + 1] <= knots[span]):
        while span[row] > degree and knots[span[row] + 1] <= knots[span[row]]:
            span[row] -= 1
    basis = np.zeros((len(at), order))
    basis[:, 0] = 1.0
    for width in range(1, order):
        left = np.stack([at - knots[span + 1 - number] for number in range(1, width + 1)], axis=1)
        right = np.stack([knots[span + number] - at for number in range(1, width + 1)], axis=1)
        saved = np.zeros(len(at))
        for number in range(width):
            divisor = right[:, number] + left[:, width - 1 - number]
            part = np.divide(basis[:, number], divisor, out=np.zeros(len(at)), where=divisor != 0.0)
            basis[:, number] = saved + right[:, number] * part
            saved = left[:, width - 1 - number] * part
        basis[:, width] = saved
    return span - degree, basis
