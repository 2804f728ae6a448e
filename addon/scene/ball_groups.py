"""Balls by groups of near ones: which come close to a line is asked of few of very many."""

import numpy as np

# Balls of a group at least; of very many balls more, so that groups do not become too many. Of 8,000 balls in a cube a
# line then asks for 1,000, with groups of 64 for 2,000.
_LEAST_WIDTH = 16
# Up to as many balls are asked in the time of two calls for a few.
_FEW = 128
# Radius of the ball around a group of which one reaches beyond measure.
_EVERYWHERE = 1e150
# Far more than what rounding does to the radius of the ball around others.
_WIDENING = 1.0 + 1e-9


class BallGroups:
    """Balls by number, in a space that a matrix may take to the world.

    Parameters
    ----------
    centers : (n, 3) float
    reaches : (n,) float
        Radii.
    reaches_px : (n,) float
        What stands out of each in pixels, before `icon_scale`.
    order : (n,) int, optional
        That keeps near ones together; looked for where it is not given.

    Attributes
    ----------
    balls_tested : int
        How many balls, those around groups too, have been looked at since it was made.
    """

    def __init__(self, centers, reaches, reaches_px, order=None):
        self.balls_tested = 0
        self.centers, self.reaches, self.reaches_px = centers, reaches, reaches_px
        self._order = self._group_of = self._groups = None
        if len(centers) > _FEW:
            self._width = max(_LEAST_WIDTH, int(np.sqrt(len(centers))) // 8)
            self._order = along_curve(centers) if order is None else order
            self._group_of = np.empty(len(centers), dtype=np.int64)
            self._group_of[self._order] = np.arange(len(centers)) // self._width
            self._groups = self._around(np.arange(-(-len(centers) // self._width)))

    def near(self, come_near):
        """(k,) numbers, ascending, of the balls that `come_near(centers, reaches, reaches_px)` is true of.

        It must be true of a ball around others wherever it is true of one of these.
        """
        if self._groups is None:
            return self._among(np.arange(len(self.centers)), come_near)
        self.balls_tested += len(self._groups[0])
        groups = np.flatnonzero(come_near(*self._groups))
        numbers = self._members(groups)
        return np.sort(self._among(numbers[numbers >= 0], come_near))

    def move(self, first, end, centers, reaches):
        """Have the balls of these numbers elsewhere; their groups stay the same, and follow."""
        self.centers[first:end], self.reaches[first:end] = centers, reaches
        if self._groups is not None:
            groups = np.unique(self._group_of[first:end])
            for values, of_groups in zip(self._groups, self._around(groups), strict=True):
                values[groups] = of_groups

    def _among(self, numbers, come_near):
        self.balls_tested += len(numbers)
        return numbers[come_near(self.centers[numbers], self.reaches[numbers], self.reaches_px[numbers])]

    def _members(self, groups):
        """Numbers of the balls of some groups, -1 for those that a last group has less."""
        places = (groups[:, None] * self._width + np.arange(self._width)).ravel()
        return np.where(places < len(self._order), self._order[np.minimum(places, len(self._order) - 1)], -1)

    def _around(self, groups):
        """Centres, radii and pixels of the balls around some groups."""
        numbers = self._members(groups).reshape(len(groups), self._width)
        numbers = np.where(numbers < 0, numbers[:, :1], numbers)
        centers, reaches = self.centers[numbers], self.reaches[numbers]
        is_finite = np.isfinite(centers).all(axis=(1, 2)) & np.isfinite(reaches).all(axis=1)
        centers, reaches = (
            np.where(is_finite[:, None, None], centers, 0.0),
            np.where(is_finite[:, None], reaches, 0.0),
        )
        middles = centers.min(axis=1) / 2.0 + centers.max(axis=1) / 2.0
        aside = np.linalg.norm(centers - middles[:, None], axis=2)
        around = np.where(is_finite, (aside + reaches).max(axis=1) * _WIDENING, _EVERYWHERE)
        return middles, around, self.reaches_px[numbers].max(axis=1)


def along_curve(positions):
    """(n,) order of places along a curve that keeps near ones together (Morton 1966), in 1024 steps an axis."""
    is_finite = np.isfinite(positions).all(axis=1)
    positions = positions if is_finite.all() else np.where(is_finite[:, None], positions, 0.0)
    lowest = positions.min(axis=0)
    extent = max(float((positions.max(axis=0) - lowest).max()), np.finfo(float).tiny)
    codes = np.zeros(len(positions), dtype=np.uint32)
    for axis in range(3):
        steps = ((positions[:, axis] - lowest[axis]) / extent * 1023.0).astype(np.uint32)
        # Two zeros after every bit.
        for shift, mask in ((16, 0x030000FF), (8, 0x0300F00F), (4, 0x030C30C3), (2, 0x09249249)):
            steps = (steps | (steps << np.uint32(shift))) & np.uint32(mask)
        codes |= steps << np.uint32(axis)
    return np.argsort(codes, kind="stable")
