"""Rays on their way from cell to cell of a grid, all at once."""

from __future__ import annotations

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .cell_pairs import CellTriangles, Segments, joined
from .ray_grid import Float32Array, RayGrid
from .rays import Rays

# Rays moved on at once: what they need stays in the processor's second cache.
RAYS_AT_ONCE = 1 << 15
# Rays that have arrived wait for the others of their block as long as they are fewer than these.
MOST_WAITING = 0.4
# Least part of a step that a ray takes along any axis: it makes every step finite, and moves a ray less than a
# ten-thousandth of a cell off its line.
SLOWEST = np.float32(1e-7)
# By how much, in cells, all rays are taken to be farther on when it is asked in which cell they are: above the
# rounding of their place, below the margin of the triangles.
BIAS = np.float32(2.0**-11)
# Cells in a unit of t, and its length, from which on products leave the range of floats.
SLOWEST_SPEED = 1e-150
# Rounding of where a ray enters the grid, in cells, that the margin of the triangles is known to cover.
LARGEST_DOUBT = 2.0**-12
# By how much later, in cells, than rounding could make it a ray is taken to end.
SLACK = 2.0**-9
# Rows of the state of a walk, float32: where the ray enters the grid and its direction, both turned so that it
# runs upwards along every axis; one over the direction; what a step along an axis adds to the cell's number;
# the cell; and single rows: the number of the first cell, the way to the cell's entry, the way to the ray's end.
ENTRY, ALONG, INVERSE, STRIDE, CELL = (slice(3 * i, 3 * i + 3) for i in range(5))
FIRST, WAY, END = 15, 16, 17
ROW_COUNT = 18


class Walk:
    """Rays that enter a grid, each before a cell.

    Attributes
    ----------
    ray_index : (k,) int
        Which of the rays given are still on their way.
    doubtful : (j,) int
        Rays so far away or so fast that rounding could take them past a cell.
    """

    def __init__(self, grid: RayGrid, rays: Rays, part: slice) -> None:
        self._leaps = grid.leaps
        self._ends = grid.counts.astype(np.float32)[:, None]
        self._half = np.float32(0.5) * self._ends
        states, ways, entered, doubtful = [], [], [], []
        with np.errstate(all="ignore"):
            for start in range(part.start, part.stop, RAYS_AT_ONCE):
                block = rays.take(slice(start, min(start + RAYS_AT_ONCE, part.stop)))
                state, way, rows, unsure = self._entered(grid, block)
                states.append(state)
                ways.append(way)
                entered.append(rows + start)
                doubtful.append(unsure + start)
        self._state = np.concatenate([np.empty((ROW_COUNT, 0), dtype=np.float32), *states], axis=1)
        self._enter, self._speed = np.concatenate([np.empty((2, 0)), *ways], axis=1)
        none = np.empty(0, dtype=np.int64)
        self.ray_index, self.doubtful = np.concatenate([none, *entered]), np.concatenate([none, *doubtful])

    def __len__(self) -> int:
        return len(self.ray_index)

    def _entered(self, grid: RayGrid, rays: Rays) -> tuple[Float32Array, FloatArray, IndexArray, IndexArray]:
        """State, way to where it enters and cells in a unit of t, and row, of each ray that meets the grid.

        And the rows of those of which that is not sure. Half of all rays may not, and nothing more is made for them.
        """
        half = 0.5 * grid.counts[:, None].astype(np.float64)
        along, place = rays.directions.T.copy(), rays.origins.T.copy()
        # A cell of the walk counts from the middle of the grid, so that turning a ray is but a sign.
        place -= (grid.origin + 0.5 * grid.side * grid.counts)[:, None]
        place *= 1.0 / grid.side
        longest = np.maximum(np.maximum(*np.abs(along[:2])), np.abs(along[2]))
        along *= 1.0 / longest
        sign = np.copysign(1.0, along)
        place *= sign
        np.abs(along, out=along)
        speed = longest * (1.0 / grid.side)
        enter, leave = _between(place, along, half)
        enter = np.maximum(enter, rays.t_min * speed)
        leave = np.minimum(leave, rays.t_max * speed)
        farthest = np.maximum(np.maximum(*np.abs(place[:2])), np.abs(place[2]))
        # A ray that meets the grid enters it no farther away than this and the grid's size.
        is_sure = 2.0**-48 * (farthest + grid.counts.max()) < LARGEST_DOUBT
        is_sure &= (speed > SLOWEST_SPEED) & (speed < 1.0 / SLOWEST_SPEED) & (longest > SLOWEST_SPEED)
        rows = np.flatnonzero((enter <= leave + SLACK) & is_sure)
        place, along, sign = (values.take(rows, axis=1) for values in (place, along, sign))
        enter, leave, speed = (values.take(rows) for values in (enter, leave, speed))
        state = self._first_state(grid, place, along, sign, enter)
        state[END] = leave - enter + SLACK
        return state, np.stack([enter, speed]), rows, np.flatnonzero(~is_sure)

    def _first_state(
        self, grid: RayGrid, place: FloatArray, along: FloatArray, sign: FloatArray, enter: FloatArray
    ) -> Float32Array:
        """What rays begin with, but for where they end."""
        counts, strides = grid.counts[:, None].astype(np.float64), grid.strides[:, None].astype(np.float64)
        state = np.empty((ROW_COUNT, len(enter)), dtype=np.float32)
        entry = enter * along
        entry += place
        entry += 0.5 * counts
        np.minimum(entry, counts, out=entry)
        np.maximum(entry, 0.0, out=entry)
        state[ENTRY] = entry
        state[ALONG] = along
        np.maximum(state[ALONG], SLOWEST, out=state[ALONG])
        np.divide(np.float32(1.0), state[ALONG], out=state[INVERSE])
        state[STRIDE] = sign * strides
        np.minimum(np.floor(state[ENTRY] + BIAS), self._ends - np.float32(1.0), out=state[CELL])
        # One step in from the layer around the grid, from below or from above.
        first = sign * (0.5 - 0.5 * counts)
        first += 0.5 + 0.5 * counts
        first *= strides
        state[FIRST] = first[0] + first[1] + first[2]
        state[WAY] = 0.0
        return state

    def next_segments(self, cells: CellTriangles) -> Segments:
        """Go on to the next cells with triangles, and through them; nothing of rays that surely pass these by there."""
        return joined([self._next_of(cells, start) for start in range(0, len(self), RAYS_AT_ONCE)])

    def _next_of(self, cells: CellTriangles, start: int) -> Segments:
        block = slice(start, start + RAYS_AT_ONCE)
        state = self._state[:, block]
        numbers = self._arrived(state)
        begin = state[WAY].copy()
        sign = np.copysign(np.float32(1.0), state[STRIDE])
        points = state[ALONG] * begin
        points += state[ENTRY]
        points -= self._half
        points *= sign
        points += self._half
        is_on = begin <= state[END]
        self._step(state, np.float32(1.0))
        places = cells.places.take(numbers)
        # In the layer around the grid there is nothing.
        is_on &= places >= 0
        rows = np.flatnonzero(is_on)
        places, points = places.take(rows), points.take(rows, axis=1)
        directions = (state[ALONG] * sign).take(rows, axis=1)
        near = np.flatnonzero(cells.may_touch(places, points, directions, (state[WAY] - begin).take(rows)))
        rays = self.ray_index[block].take(rows.take(near))
        return Segments(places.take(near), rays, points.take(near, axis=1), directions.take(near, axis=1))

    def end(self, limit: FloatArray) -> None:
        """Drop rays that are through the grid, or whose t is now sure to be beyond their limit."""
        with np.errstate(over="ignore", invalid="ignore"):
            way = limit * self._speed - self._enter
        self._keep(self._is_on() & ~(self._state[WAY] > way + SLACK))

    def _is_on(self) -> BoolArray:
        x, y, z = self._state[CELL] < self._ends
        is_on: BoolArray = x & y & z & (self._state[WAY] <= self._state[END])
        return is_on

    def _keep(self, kept: BoolArray) -> None:
        if not kept.all():
            rows = np.flatnonzero(kept)
            self._state = self._state.take(rows, axis=1)
            self.ray_index, self._enter, self._speed = (
                values[rows] for values in (self.ray_index, self._enter, self._speed)
            )

    def _arrived(self, state: Float32Array) -> IndexArray:
        """Move a block to the next cells with triangles or the layer around the grid; their numbers."""
        while True:
            number = (state[CELL] * state[STRIDE]).sum(axis=0)
            number += state[FIRST]
            numbers: IndexArray = number.astype(np.int64)
            leap = self._leaps.take(numbers)
            is_moving = leap != 0
            moving = np.count_nonzero(is_moving)
            if moving == 0:
                return numbers
            if moving < MOST_WAITING * len(leap):
                rows = np.flatnonzero(is_moving)
                part = state.take(rows, axis=1)
                numbers[rows] = self._arrived(part)
                state[CELL, rows], state[WAY, rows] = part[CELL], part[WAY]
                return numbers
            self._step(state, leap.astype(np.float32))

    def _step(self, state: Float32Array, leap: Float32Array | np.float32) -> None:
        """Move rays out of the cube that reaches so far around their cell; by 0 they stay."""
        cell, entry, along = state[CELL], state[ENTRY], state[ALONG]
        far = cell + leap
        ways = far - entry
        ways *= state[INVERSE]
        way = np.minimum(np.minimum(ways[0], ways[1]), ways[2])
        way = np.maximum(way, state[WAY])
        state[WAY] = way
        place = along * way
        place += entry
        # Past the side that is reached: no step ends where it began, whatever rounding does.
        place += BIAS
        np.floor(place, out=place)
        np.minimum(place, self._ends, out=cell)


def _between(place: FloatArray, along: FloatArray, half: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Way to where lines that run upwards enter and leave a box around 0 of so many cells; NaN where beside."""
    enter = (-half - place) / along
    leave = (half - place) / along
    return np.maximum(np.maximum(enter[0], enter[1]), enter[2]), np.minimum(
        np.minimum(leave[0], leave[1]), leave[2]
    )
