"""A tree of two levels over the boxes of many instances: which of them a ray may meet, front to back.

Groups of boxes that lie near each other have a box of their own; there are about as many groups as boxes in each. One
small matrix product with a ray gives its distances to all bounds of a level at once, in half the time of slabs axis by
axis: a row of a level has six bounds and a one, so that whatever is added for a ray goes into the product as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from struct import Struct

import numpy as np

from .arrays import BoolArray, FloatArray, IndexArray
from .rays import Numbers, Rays, Vector

# Up to as many boxes a second level saves nothing: a call of numpy takes as long as some hundred boxes.
_ONE_GROUP_MAX = 1024
# Boxes of a group; of very many boxes more, so that groups do not become too many.
_WIDTH = 64
# Groups opened first; then twice as many each time. Four take hardly longer than one.
_GROUPS_FIRST = 4
# Multiplications in one product: beyond, OpenBLAS starts threads, which stall for milliseconds on a busy machine.
_PRODUCT_MAX = 250_000
# Rays held against one box together: few enough to stay in the processor's cache.
_RAYS_AT_ONCE = 1 << 13
# By how much boxes are widened, as a part of the largest coordinate, that of the ray included: thirty times what the
# arithmetic rounds, for the t of triangles, which is rounded as well, must not fall before that of their box.
_WIDENING = 64.0 * np.finfo(np.float64).eps
# A direction's smallest component, as a part of its largest: so small, it moves a ray by less than a box is widened.
_FLATTEST = float(np.finfo(np.float64).eps)
# Coordinates whose products stay far from infinity; beyond, every box is a candidate.
_LARGEST = 1e100
# What stands for infinite t, which a product would turn into no number.
_FARTHEST = 1e250
# Boxes larger than this part of all the scene lie near nothing; they make groups of their own.
_LARGE_PART = 0.125
_STEPS = 1024

_PACK = Struct("11d").pack
# Rows of a level: lowest x, y, z, highest x, y, z, one. Of the product: enter x, y, z, t_min, and negative, so that one
# maximum serves both, leave x, y, z, t_max.
_BOUNDS, _PRODUCTS = 7, 8


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
        order = _near_together(minimum, maximum)
        self._numbers = np.full(group_count * self._width, -1, dtype=np.int64)
        self._numbers[:count] = order
        self._places = np.empty(count, dtype=np.int64)
        self._places[order] = np.arange(count)
        is_full = np.logical_and.reduce(minimum <= maximum, axis=1)
        self._largest = float(np.abs([minimum[is_full], maximum[is_full]]).max(initial=0.0))
        rows = np.empty((_BOUNDS, group_count * self._width))
        rows[:] = np.array((*_EMPTY, 1.0))[:, None]
        rows[:3, :count], rows[3:6, :count] = minimum[order].T, maximum[order].T
        rows[:6, :count][:, ~is_full[order]] = np.array(_EMPTY)[:, None]
        self._boxes = rows.reshape(_BOUNDS, group_count, self._width)
        self._groups = np.ones((_BOUNDS, group_count))
        self._groups[:3] = self._boxes[:3].min(axis=2, initial=_LARGEST)
        self._groups[3:6] = self._boxes[3:6].max(axis=2, initial=-_LARGEST)

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
        origin, direction, t_min, t_max = numbers
        longest = max(map(abs, direction))
        size = max(*map(abs, origin), self._largest)
        if not (size < _LARGEST and 1.0 / _LARGEST < longest < _LARGEST):
            yield from self._every()
            return
        product = _product(origin, direction, longest, size * _WIDENING, t_min, t_max)
        if self._groups.shape[1] < 2:
            yield from sorted(self._opened(product, None))
            return
        self.boxes_tested += self._groups.shape[1]
        begins, groups = _met(product.dot(self._groups))
        order = begins.argsort()
        groups, begins = groups[order], begins[order].tolist()
        waiting: list[tuple[float, int]] = []
        start, at_once = 0, _GROUPS_FIRST
        while start < len(groups):
            while waiting and waiting[0][0] <= begins[start]:
                yield heappop(waiting)
            for found in self._opened(product, groups[start : start + at_once]):
                heappush(waiting, found)
            start, at_once = start + at_once, 2 * at_once
        while waiting:
            yield heappop(waiting)

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

    def alone(self, rays: Rays) -> tuple[IndexArray, FloatArray]:
        """As `pairs` where there is one box: ray indices, ascending, and the bounds.

        Axis by axis, with some thousand rays in the processor's cache: 30 ns a ray, where rows and products take 600.
        """
        self.boxes_tested += len(rays)
        box = self._boxes[:6, 0, 0].tolist()
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

    def _opened(self, product: FloatArray, groups: IndexArray | None) -> Iterable[tuple[float, int]]:
        """The boxes that one ray may meet of some groups, or of all: bound and number."""
        boxes, numbers = self._boxes, self._numbers
        if groups is not None:
            boxes, numbers = boxes.take(groups, axis=1), numbers.reshape(-1, self._width).take(groups, axis=0)
        rows = boxes.reshape(_BOUNDS, -1)
        self.boxes_tested += rows.shape[1]
        enter, met = _met(product.dot(rows))
        return zip(enter.tolist(), numbers.take(met).tolist(), strict=True)

    def _every(self) -> Iterator[tuple[float, int]]:
        """All boxes that are not empty, with no bound."""
        is_full = ~(self._boxes[:3] > self._boxes[3:6]).any(axis=0).ravel()
        yield from ((-np.inf, number) for number in np.sort(self._numbers[is_full]).tolist())


# Bounds of an empty box that stay finite in a product.
_EMPTY = (_LARGEST, _LARGEST, _LARGEST, -_LARGEST, -_LARGEST, -_LARGEST)


def _group_width(count: int) -> int:
    return max(_WIDTH, int(np.sqrt(count) / 3.0))


def _met(values: FloatArray) -> tuple[FloatArray, IndexArray]:
    """Where one ray enters those boxes that it may meet, and which; of its product with them."""
    ends = np.maximum.reduce(values.reshape(2, 4, -1), axis=1)
    enter = ends[0]
    met = (enter + ends[1] <= 0.0).nonzero()[0]
    return enter[met], met


def _templates() -> list[FloatArray]:
    """(56, 11) for each octant of directions, what takes the numbers of `_product` to its rows."""
    templates = np.zeros((8, _PRODUCTS, _BOUNDS, 11))
    for octant in range(8):
        for axis in range(3):
            near, far = (axis + 3, axis) if octant >> axis & 1 else (axis, axis + 3)
            templates[octant, axis, [near, 6], [axis, axis + 3]] = 1.0
            templates[octant, axis + 4, [far, 6], [axis, axis + 6]] = -1.0, 1.0
        templates[octant, [3, 7], 6, [9, 10]] = 1.0
    return list(templates.reshape(8, -1, 11))


_TEMPLATES = _templates()


def _product(
    origin: Vector, direction: Vector, longest: float, widening: float, t_min: float, t_max: float
) -> FloatArray:
    """(8, 7) what gives the t of one ray when it is multiplied with the rows of a level."""
    (x, y, z), (u, v, w), flattest = origin, direction, _FLATTEST * longest
    iu = 1.0 / (u if abs(u) >= flattest else flattest)
    iv = 1.0 / (v if abs(v) >= flattest else flattest)
    iw = 1.0 / (w if abs(w) >= flattest else flattest)
    x, y, z = x * iu, y * iv, z * iw
    wide_x, wide_y, wide_z = widening * abs(iu), widening * abs(iv), widening * abs(iw)
    begin, end = max(-_FARTHEST, min(t_min, _FARTHEST)), max(-_FARTHEST, min(t_max, _FARTHEST))
    leaves = x - wide_x, y - wide_y, z - wide_z
    numbers = (iu, iv, iw, -x - wide_x, -y - wide_y, -z - wide_z, *leaves, begin, -end)
    template = _TEMPLATES[(iu < 0.0) + 2 * (iv < 0.0) + 4 * (iw < 0.0)]
    product: FloatArray = template.dot(np.frombuffer(_PACK(*numbers))).reshape(_PRODUCTS, _BOUNDS)
    return product


def _products(rays: Rays, longest: FloatArray, widening: FloatArray) -> FloatArray:
    """(n, 8, 7) the same of many rays."""
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
