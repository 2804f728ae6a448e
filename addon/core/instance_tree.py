"""A tree of two levels over the boxes of many instances: which of them a ray may meet, front to back.

Groups of boxes that lie near each other have a box of their own; there are about as many groups as boxes in each. One
small matrix product with a ray (`Room`) tells of all boxes of a level at once whether they are met, of one group after
another. With four groups at once, then twice as many each time, a ray took 24 us among 1,000 boxes and 35 among 10,000;
this takes 16 and 31.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .rays import Numbers, Rays
from .room import COLUMNS, ENTER, SPARE, Room, templates

# Up to as many boxes a second level saves nothing: their product takes 7 us, that of a group 2 and as much around it.
_ONE_GROUP_MAX = 1024
# Boxes of a group, of which a ray opens six among 10,000 boxes; of very many more, so that groups stay few enough.
_WIDTH = 64
# Multiplications in one product: beyond, OpenBLAS starts threads, which stall for milliseconds on a busy machine.
_PRODUCT_MAX = 250_000
# Rays held against one box together: few enough to stay in the processor's cache.
_RAYS_AT_ONCE = 1 << 13
# By how much boxes are widened, as a part of the largest coordinate, that of the ray included: thirty times what the
# arithmetic rounds, for the t of triangles, which is rounded as well, must not fall before that of their box.
_WIDENING = 64.0 * float(np.finfo(np.float64).eps)
# A direction's smallest component, as a part of its largest: so small, it moves a ray by less than a box is widened.
_FLATTEST = float(np.finfo(np.float64).eps)
# Coordinates whose products stay far from infinity; beyond, every box is a candidate.
_LARGEST = 1e100
# What stands for infinite t in a batch, where a product would turn it into no number.
_FARTHEST = 1e250
# By how much of the largest coordinate a ray can go along the axis of its direction and still be between boxes: twice,
# and room for what rounds. What lies beyond is no nearer to infinity, and would cost the digits of sums.
_BEYOND = 4.0
# Boxes larger than this part of all the scene lie near nothing; they make groups of their own.
_LARGE_PART = 0.125
_STEPS = 1024

# Numbers of a row of a level: lowest x, y, z, highest x, y, z, one. Of a product of a batch: enter x, y, z, t_min, and
# negative, so that one maximum serves both, leave x, y, z, t_max.
_BOUNDS, _PRODUCTS = 7, 8
_TEMPLATES = templates(np.float64)


class InstanceTree:
    """Boxes by number, found by rays.

    Parameters
    ----------
    minimum, maximum : (n, 3) float
        A box whose minimum is above its maximum is empty, and met by no ray.

    Attributes
    ----------
    boxes_tested : int
        How many boxes, those of groups too, rays have been tested against since the tree was made.
    """

    def __init__(self, minimum: FloatArray, maximum: FloatArray) -> None:
        count = len(minimum)
        self.boxes_tested = 0
        self._width = max(1, count) if count <= _ONE_GROUP_MAX else _group_width(count)
        group_count = -(-count // self._width)
        # In one group they may stand in any order; the first pick on a mesh takes a tenth less without one.
        order = np.arange(count) if group_count < 2 else _near_together(minimum, maximum)
        self._numbers = np.full(group_count * self._width, -1, dtype=np.int64)
        self._numbers[:count] = order
        # As plain numbers: one of them takes a third of the time.
        self._listed: memoryview[int] = self._numbers.data
        # Those that no ray is using.
        self._rooms: list[Room] = []
        self._places = np.empty(count, dtype=np.int64)
        self._places[order] = np.arange(count)
        is_full = np.logical_and.reduce(minimum <= maximum, axis=1)
        self._largest = float(np.abs([minimum[is_full], maximum[is_full]]).max(initial=0.0))
        self._rows = np.zeros((group_count * self._width + SPARE, _BOUNDS))
        rows = self._rows[:-SPARE]
        rows[:] = (*_EMPTY, 1.0)
        rows[:count, :3], rows[:count, 3:6] = minimum[order], maximum[order]
        rows[:count, :6][~is_full[order]] = _EMPTY
        self._boxes = rows.reshape(group_count, self._width, _BOUNDS).transpose(2, 0, 1)
        self._group_rows = np.zeros((group_count + SPARE, _BOUNDS))
        self._groups = self._group_rows[:-SPARE].T
        self._groups[:3] = self._boxes[:3].min(axis=2, initial=_LARGEST)
        self._groups[3:6] = self._boxes[3:6].max(axis=2, initial=-_LARGEST)
        self._groups[6] = 1.0

    def move(self, number: int, low: list[float], high: list[float]) -> None:
        """Give a box other bounds; its group stays the same, and follows."""
        group, slot = divmod(int(self._places[number]), self._width)
        if low[0] <= high[0]:
            self._largest = max(self._largest, *map(abs, low), *map(abs, high))
            self._boxes[:6, group, slot] = low + high
        else:
            self._boxes[:6, group, slot] = _EMPTY
        boxes, bounds = self._boxes[:6, group], self._groups[:6, group]
        np.minimum.reduce(boxes[:3], axis=1, out=bounds[:3])
        np.maximum.reduce(boxes[3:], axis=1, out=bounds[3:])

    def along(self, numbers: Numbers) -> Iterator[tuple[float, int]]:
        """Yield the boxes that a ray may meet, front to back: a bound below every t it could have inside, and number.

        What is not asked for costs nothing.
        """
        (x, y, z), (u, v, w), t_min, t_max = numbers
        sizes = (abs(u), abs(v), abs(w))
        longest, size = max(sizes), max(abs(x), abs(y), abs(z), self._largest)
        if not (size < _LARGEST and 1.0 / _LARGEST < longest < _LARGEST):
            yield from self._every()
            return
        reach = _BEYOND * size / longest
        begin, end = max(-reach, min(t_min, reach)), max(-reach, min(t_max, reach))
        if begin > end:
            return
        widening, flattest = size * _WIDENING, _FLATTEST * longest
        iu = 1.0 / (u if abs(u) >= flattest else flattest)
        iv = 1.0 / (v if abs(v) >= flattest else flattest)
        iw = 1.0 / (w if abs(w) >= flattest else flattest)
        x, y, z = x * iu, y * iv, z * iw
        i, j, k = widening * abs(iu), widening * abs(iv), widening * abs(iw)
        enter, leave = (-x - i, -y - j, -z - k), (x - i, y - j, z - k)
        line = (iu, iv, iw, *enter, *leave, begin, -end)
        template = _TEMPLATES[8 * sizes.index(longest) + (iu < 0.0) + 2 * (iv < 0.0) + 4 * (iw < 0.0)]
        try:
            room = self._rooms.pop()
        except IndexError:
            room = Room(max(self._groups.shape[1], self._width), np.float64)
        try:
            room.take(template, line)
            yield from self._walk(room, line)
        finally:
            self._rooms.append(room)

    def _walk(self, room: Room, line: Line) -> Iterator[tuple[float, int]]:
        """The boxes that the ray of a room may meet.

        They are in order along one axis first, and along all once they come to be the nearest: that is asked of two for
        a ray that meets fifteen boxes of 1,000.
        """
        width, values, end, group_count = self._width, room.values, -line[10], self._groups.shape[1]
        # Where what is met begins, what it is, and its place.
        waiting: list[tuple[float, int, int]] = [(line[9], _GROUP, 0)]
        if group_count > 1:
            self.boxes_tested += group_count
            groups = room.met(self._group_rows, 0, group_count)
            waiting = [(values[COLUMNS * group + ENTER] + end, _GROUP, group) for group in groups]
            waiting.sort(reverse=True)
        while waiting:
            enter, kind, place = waiting.pop()
            if kind == _BOX:
                enter = _entered(self._rows[place].tolist(), line)
                if not waiting or enter <= waiting[-1][0]:
                    kind = _NEAREST
                elif enter <= end:
                    waiting.append((enter, _NEAREST, place))
                    waiting.sort(reverse=True)
            if kind == _NEAREST and enter <= end:
                yield enter, self._listed[place]
            if kind != _GROUP:
                continue
            self.boxes_tested += width
            start = width * place
            boxes = room.met(self._rows, start, width)
            waiting += [(values[COLUMNS * box + ENTER] + end, _BOX, start + box) for box in boxes]
            # Of five groups three have no box that is met.
            if boxes:
                waiting.sort(reverse=True)

    def pairs(self, rays: Rays) -> tuple[IndexArray, IndexArray, FloatArray]:
        """Pairs of a ray and a box that may meet, in any order: ray index, box number, and a bound as in `along`."""
        none = np.zeros(0, dtype=np.int64)
        found = [(none, none, np.zeros(0))]
        sizes = np.abs(rays.origins).max(axis=1, initial=self._largest)
        longest = np.abs(rays.directions).max(axis=1, initial=0.0)
        is_ordinary = (sizes < _LARGEST) & (longest > 1.0 / _LARGEST) & (longest < _LARGEST)
        for special in np.flatnonzero(~is_ordinary).tolist():
            numbers = np.array([number for _, number in self._every()], dtype=np.int64)
            found.append((np.full(len(numbers), special), numbers, np.full(len(numbers), -np.inf)))
        ordinary = np.flatnonzero(is_ordinary)
        per_ray = _PRODUCTS * _BOUNDS * max(self._groups.shape[1], self._width)
        at_once = max(1, _PRODUCT_MAX // per_ray)
        for start in range(0, len(ordinary), at_once):
            part = ordinary[start : start + at_once]
            products = _products(rays.take(part), longest[part], sizes[part] * _WIDENING)
            for group, mine in self._groups_met(products):
                values = products[mine].reshape(-1, _BOUNDS) @ self._boxes[:, group]
                values = values.reshape(len(mine), _PRODUCTS, self._width)
                self.boxes_tested += len(mine) * self._width
                enter = values[:, :4].max(axis=1)
                row, slot = np.nonzero(enter <= -values[:, 4:].max(axis=1))
                found.append((part[mine[row]], self._numbers[group * self._width + slot], enter[row, slot]))
        ray_index, numbers, bounds = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return ray_index, numbers, bounds

    def alone(self, rays: Rays, number: int) -> tuple[IndexArray, FloatArray]:
        """As `pairs` with one box, where there are few: ray indices, ascending, and the bounds.

        Axis by axis, with some thousand rays in the processor's cache: 30 ns a ray, where rows and products take 600.
        """
        self.boxes_tested += len(rays)
        box = self._boxes[:6, 0, self._places[number]].tolist()
        found, bounds = [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
        for start in range(0, len(rays), _RAYS_AT_ONCE):
            part = rays.take(slice(start, start + _RAYS_AT_ONCE))
            with np.errstate(all="ignore"):
                enter, is_met = _met_alone(part, box, self._largest)
            found.append(np.flatnonzero(is_met) + start)
            bounds.append(enter[is_met])
        return np.concatenate(found), np.concatenate(bounds)

    def _groups_met(self, products: FloatArray) -> Iterator[tuple[int, IndexArray]]:
        """Groups that some rays may meet, and which of these."""
        group_count = self._groups.shape[1]
        if group_count < 2:
            yield from ((number, np.arange(len(products))) for number in range(group_count))
            return
        self.boxes_tested += len(products) * group_count
        values = (products.reshape(-1, _BOUNDS) @ self._groups).reshape(len(products), _PRODUCTS, group_count)
        meets = values[:, :4].max(axis=1) <= -values[:, 4:].max(axis=1)
        for group in np.flatnonzero(meets.any(axis=0)).tolist():
            yield group, np.flatnonzero(meets[:, group])

    def _every(self) -> Iterator[tuple[float, int]]:
        """All boxes that are not empty, with no bound."""
        is_full = ~(self._boxes[:3] > self._boxes[3:6]).any(axis=0).ravel()
        yield from ((-np.inf, number) for number in np.sort(self._numbers[is_full]).tolist())


# Bounds of an empty box that stay finite in a product.
_EMPTY = (_LARGEST, _LARGEST, _LARGEST, -_LARGEST, -_LARGEST, -_LARGEST)


# In this order where they begin together.
_GROUP, _BOX, _NEAREST = range(3)
# The numbers of a ray as `templates` tells of them.
Line = tuple[float, ...]


def _entered(row: list[float], line: Line) -> float:
    """Where a ray enters a box, infinite where it passes it."""
    x, y, z, far_x, far_y, far_z, _ = row
    iu, iv, iw, enter_x, enter_y, enter_z, leave_x, leave_y, leave_z, begin, end = line
    x, far_x = (x * iu, far_x * iu) if iu > 0.0 else (far_x * iu, x * iu)
    y, far_y = (y * iv, far_y * iv) if iv > 0.0 else (far_y * iv, y * iv)
    z, far_z = (z * iw, far_z * iw) if iw > 0.0 else (far_z * iw, z * iw)
    first = max(begin, x + enter_x, y + enter_y, z + enter_z)
    return first if first <= min(-end, far_x - leave_x, far_y - leave_y, far_z - leave_z) else inf


def _group_width(count: int) -> int:
    return max(_WIDTH, int(np.sqrt(count) / 3.0))


def _products(rays: Rays, longest: FloatArray, widening: FloatArray) -> FloatArray:
    """(n, 8, 7) what gives all t of a ray when it is multiplied with boxes, of many rays."""
    products = np.zeros((len(rays), _PRODUCTS, _BOUNDS))
    flattest = _FLATTEST * longest
    row = np.arange(len(rays))
    for axis in range(3):
        along = rays.directions[:, axis]
        inverse = 1.0 / np.where(np.abs(along) < flattest, flattest, along)
        near = np.where(inverse > 0.0, axis, axis + 3)
        products[row, axis, near] = inverse
        products[row, axis + 4, 2 * axis + 3 - near] = -inverse
        at, wide = -rays.origins[:, axis] * inverse, widening * np.abs(inverse)
        products[:, axis, 6], products[:, axis + 4, 6] = at - wide, -at - wide
    products[:, 3, 6] = np.clip(rays.t_min, -_FARTHEST, _FARTHEST)
    products[:, 7, 6] = -np.clip(rays.t_max, -_FARTHEST, _FARTHEST)
    return products


def _met_alone(rays: Rays, box: list[float], largest: float) -> tuple[FloatArray, BoolArray]:
    """(n,) bounds and whether rays may meet a box, as `_products` and the comparison give them."""
    origins, directions = np.ascontiguousarray(rays.origins.T), np.ascontiguousarray(rays.directions.T)
    sizes, longest = np.abs(origins).max(axis=0, initial=largest), np.abs(directions).max(axis=0)
    is_ordinary = (sizes < _LARGEST) & (longest > 1.0 / _LARGEST) & (longest < _LARGEST)
    flattest, widening = _FLATTEST * longest, _WIDENING * sizes
    enter, leave = rays.t_min, rays.t_max
    for axis in range(3):
        along = directions[axis]
        inverse = 1.0 / np.where(np.abs(along) < flattest, flattest, along)
        low, high = (box[axis] - origins[axis]) * inverse, (box[axis + 3] - origins[axis]) * inverse
        wide = widening * np.abs(inverse)
        enter = np.maximum(enter, np.minimum(low, high) - wide)
        leave = np.minimum(leave, np.maximum(low, high) + wide)
    return np.where(is_ordinary, enter, -np.inf), ((enter <= leave) | ~is_ordinary) & (box[0] <= box[3])


def _near_together(minimum: FloatArray, maximum: FloatArray) -> IndexArray:
    """(n,) order of boxes that keeps near ones together (Morton 1966), large ones last and empty ones after these."""
    is_usable = np.logical_and.reduce(minimum <= maximum, axis=1)
    is_usable &= np.isfinite(minimum).all(axis=1) & np.isfinite(maximum).all(axis=1)
    if not is_usable.any():
        return np.arange(len(minimum))
    with np.errstate(over="ignore", invalid="ignore"):
        centers = np.where(is_usable[:, None], minimum / 2.0 + maximum / 2.0, 0.0)
        sizes = np.where(is_usable, (maximum - minimum).max(axis=1), np.inf)
        # Few that lie far off must not push all others together.
        low, high = np.quantile(centers[is_usable], (0.01, 0.99), axis=0)
        extent = max(float((high - low).max()), np.finfo(float).tiny)
        steps = np.clip((centers - low) / extent * (_STEPS - 1), 0, _STEPS - 1)
    codes = np.zeros(len(centers), dtype=np.uint32)
    steps = np.nan_to_num(steps).astype(np.uint32)
    # Two zeros after every bit.
    for shift, mask in ((16, 0x030000FF), (8, 0x0300F00F), (4, 0x030C30C3), (2, 0x09249249)):
        steps = (steps | (steps << np.uint32(shift))) & np.uint32(mask)
    for axis in range(3):
        codes |= steps[:, axis] << np.uint32(axis)
    is_large = (sizes > _LARGE_PART * extent).astype(np.uint8)
    return np.lexsort((codes, is_large + 2 * ~is_usable))
