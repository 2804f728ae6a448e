"""The outlines of all instances: which may be near a pixel is asked of very many at once."""

import numpy as np

from .ball_groups import BallGroups
from .facing import REACH

_NOWHERE_ELSE = np.eye(4)
# Outlines of more lines are asked each on its own: arrays of them all would take too much memory for little time.
_MOST_LINES = 64
# Fewer outlines take no longer each on its own.
_SEVERAL = 3


class OutlineTable:
    """One row an outline of an instance, in the order of the instances.

    Attributes
    ----------
    owners : (k,) int
        Number of the instance.
    numbers : (k,) int
        Of the outline among those of its instance.
    balls : BallGroups
        In the world, around each outline, what stands out of it included.
    """

    def __init__(self, instances):
        rows = [
            (index, number, outline)
            for index, one in enumerate(instances)
            for number, outline in enumerate(one.shape.outlines)
        ]
        self.owners = np.array([index for index, _, _ in rows], dtype=np.int64)
        self.numbers = np.array([number for _, number, _ in rows], dtype=np.int64)
        outlines = [outline for _, _, outline in rows]
        matrices = [_matrix(instances[index], outline) for index, _, outline in rows]
        self._matrices = np.array(matrices).reshape(-1, 4, 4)
        reaches_px = np.array([outline.ball.beyond_px for outline in outlines])
        self.balls = BallGroups(*_in_world(self._matrices, outlines), reaches_px)
        distinct = {id(outline): outline for outline in outlines}
        places = {key: place for place, key in enumerate(distinct)}
        self._kinds = np.array([places[id(outline)] for outline in outlines], dtype=np.int64)
        self._lines = _Lines(list(distinct.values()))

    def near(self, come_near, sieve):
        """(k,) rows, ascending, that may be near a pixel; `come_near` as in `BallGroups`, `sieve` its `LineSieve`."""
        rows = self.balls.near(come_near)
        if len(rows) < _SEVERAL:
            return rows
        kinds, matrices = self._kinds[rows], self._matrices[rows]
        sizes = np.abs(self.balls.centers[rows]).max(axis=1) + self.balls.reaches[rows]
        return rows[self._lines.near(sieve, kinds, matrices, sizes)]

    def move(self, index, instance):
        """Have the outlines of an instance where its matrix now puts them."""
        first, end = np.searchsorted(self.owners, (index, index + 1))
        if first < end:
            outlines = instance.shape.outlines
            matrices = np.array([_matrix(instance, outline) for outline in outlines])
            self._matrices[first:end] = matrices
            self.balls.move(first, end, *_in_world(matrices, outlines))


class _Lines:
    """The lines of some outlines in one array each, in their own spaces."""

    def __init__(self, outlines):
        short = [one if _is_short(one) else None for one in outlines]
        self._is_open = np.array([one is None for one in short], dtype=bool)
        self._counts = np.array([0 if one is None else len(one.starts) for one in short], dtype=np.int64)
        self._first = np.cumsum(self._counts) - self._counts
        kept = [one for one in short if one is not None]
        self._starts = np.concatenate([np.zeros((0, 3)), *(one.starts for one in kept)])
        self._ends = np.concatenate([np.zeros((0, 3)), *(one.ends for one in kept)])
        self._shifts = np.concatenate([np.zeros((0, 2, 2)), *map(_shifts, kept)])
        self._in_pixels = np.array([one.facing_unit == "PIXEL" for one in outlines], dtype=bool)
        self._radii_px = np.array([one.radius_px for one in outlines])
        self._widths = np.array([_largest_width(one) for one in outlines])

    def near(self, sieve, kinds, matrices, sizes):
        """(n,) whether any line of these outlines, by number, may be near; their coordinates are up to `sizes`."""
        counts = self._counts[kinds]
        owners = np.repeat(np.arange(len(kinds)), counts)
        lines = np.arange(len(owners)) + np.repeat(self._first[kinds] - np.cumsum(counts) + counts, counts)
        linear, offset = (values[owners] for values in sieve.frames(matrices))
        in_pixels = self._in_pixels[kinds][owners]
        places = []
        for ends, side in ((self._starts, 0), (self._ends, 1)):
            place = np.einsum("nij,nj->in", linear, ends[lines]) + offset.T
            sieve.shift(place, self._shifts[lines, side], in_pixels)
            places.append(place)
        reaches = sieve.reach(self._radii_px[kinds])
        wide = sieve.widths(REACH * self._widths[kinds] * growth(matrices), sizes, reaches)
        is_near = self._is_open[kinds]
        is_near[owners[sieve.near(*places, reaches[owners], wide[owners])]] = True
        return is_near


def _is_short(outline):
    """Whether it is a few lines and nothing else; all others are always looked at."""
    has_own_width = outline.in_world and outline.half_widths is not None
    return len(outline.starts) <= _MOST_LINES and not len(outline.fills) and not has_own_width


def _shifts(outline):
    return np.zeros((len(outline.starts), 2, 2)) if outline.facing is None else outline.facing


def _largest_width(outline):
    return 0.0 if outline.half_widths is None else float(np.nan_to_num(outline.half_widths).max(initial=0.0))


def _matrix(instance, outline):
    return _NOWHERE_ELSE if outline.in_world else instance.matrix_world


def _in_world(matrices, outlines):
    """Centres and radii of the balls of outlines taken through (k, 4, 4)."""
    balls = [outline.ball for outline in outlines]
    centers = np.array([ball.center for ball in balls]).reshape(-1, 3)
    radii = np.array([ball.radius for ball in balls])
    beyond = np.array([ball.beyond for ball in balls])
    return to_world(matrices, centers), growth(matrices) * radii + beyond


def to_world(matrices, centers):
    """Places (k, 3) taken through (k, 4, 4) or (1, 4, 4)."""
    linear = np.broadcast_to(matrices[:, :3, :3], (len(centers), 3, 3))
    return np.einsum("nij,nj->ni", linear, centers) + matrices[:, :3, 3]


def growth(matrices):
    """(k,) by how much no vector grows more in (k, 4, 4): the root of the sum of squares."""
    return np.sqrt((matrices[:, :3, :3] ** 2).sum(axis=(1, 2)))
