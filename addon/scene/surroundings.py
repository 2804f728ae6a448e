"""What may be near one pixel, of very many outlines and lines: a rough question that leaves few to look at."""

from functools import cached_property, partial

import numpy as np

from .line_sieve import LineSieve
from .outline_table import growth, to_world
from .outlines import placing

# Of so many lines and more those far from the pixel are left out first.
_MANY = 16
_NOWHERE_ELSE = np.eye(4)


class Surroundings:
    """One pixel of one view, its ray, and the tolerance around it."""

    def __init__(self, view, pixel_px, ray, reach_px, icon_scale):
        self._view, self._pixel_px, self._ray = view, pixel_px, ray
        self._reach_px, self._icon_scale = reach_px, icon_scale
        scale = np.abs(np.diagonal(view.projection)[:2]) * view.size_px
        self._pixel_aspect = scale[0] / scale.min()

    def outlines(self, table):
        """By number of an instance of an `OutlineTable` the numbers of its outlines that may be near, all ascending."""
        near = {}
        if len(table.owners):
            rows = table.near(self._come_near, self._sieve)
            for index, number in zip(table.owners[rows].tolist(), table.numbers[rows].tolist(), strict=True):
                near.setdefault(index, []).append(number)
        return near

    def part_of(self, outline, instance):
        """An outline of an instance without lines that lie far from the pixel, where there are many."""
        if len(outline.starts) < _MANY or not outline.is_plain:
            return outline
        matrices = (_NOWHERE_ELSE if outline.in_world else instance.matrix_world)[None]
        rows = slice(None)
        if (blocks := outline.blocks) is not None:
            rows = blocks.lines(blocks.balls.near(partial(self._come_near_from, matrices)))
        sieve, ball = self._sieve, outline.ball
        (linear,), (offset,) = sieve.frames(matrices)
        ends = [outline.starts] if outline.starts is outline.ends else [outline.starts, outline.ends]
        places = [linear @ positions[rows].T + offset[:, None] for positions in ends]
        size = np.abs(matrices[0, :3, 3]).max() + growth(matrices)[0] * (
            np.abs(ball.center).sum() + ball.radius
        )
        reach = sieve.reach(outline.radius_px)
        near = sieve.near(places[0], places[-1], reach, sieve.widths(0.0, size, reach))
        return outline.of_lines(near if blocks is None else rows[near])

    def balls_near(self, matrix_world, balls):
        """Numbers of those of the balls of an instance, (centers, radii, pixels beyond), that may be near."""
        centers, radii, beyond_px = balls
        if not len(radii):
            return []
        return np.flatnonzero(self._come_near_from(matrix_world[None], centers, radii, beyond_px)).tolist()

    @cached_property
    def _sieve(self):
        # With a true radius a ball is looked at from a pixel beside it on.
        return LineSieve(self._view, self._pixel_px, max(self._reach_px, 1.0), self._icon_scale)

    def _come_near(self, centers, reaches, beyond_px):
        """(n,) whether balls in the world come close enough to the ray."""
        reach_px = self._reach_px + self._icon_scale * beyond_px
        aside = centers - self._ray.origins[0]
        aside -= np.outer(aside @ self._ray.directions[0], self._ray.directions[0])
        # Pixels grow with the depth, and a view may be sheared.
        farthest = centers + reaches[:, None] * self._view.view_axis
        pixels = 2.0 * np.maximum(placing.pixel_sizes(self._view, farthest), 0.0) * self._pixel_aspect
        return np.linalg.norm(aside, axis=1) <= reaches + reach_px * pixels

    def _come_near_from(self, matrices, centers, radii, beyond_px):
        return self._come_near(to_world(matrices, centers), growth(matrices) * radii, beyond_px)
