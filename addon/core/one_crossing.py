"""Where one ray crosses one triangle that it is known to meet: t as of whole numbers, without them where that shows.

The method is that of `plain`, in plain floats: a first t of 24 bits leaves a point near the triangle, which is worked
out exactly to within rounding of its distance from a corner. What then is left of t is small, and so is its rounding:
mostly too small to change the nearest float. Of a triangle of a million that takes 2.5 us, whole numbers 7.
"""

from __future__ import annotations

from collections.abc import Sequence

from .exact import cross_triangle
from .triangles import EPSILON

# Splits 53 bits into 24 and 29: 2**29 + 1.
SPLITTER = 536870913.0
# Square of a triangle's size over its area as the ray sees it, up to which weights are good to some epsilons: of
# random triangles the largest error was 1.3e-15.
MOST_SLANTED = 8.0
# Least weight that is told from zero.
LEAST_WEIGHT = 2.0**-40
# Sizes within which no step over- or underflows.
SMALLEST, LARGEST = 1e-30, 1e30
# What rounding does to the rest of t. To the volume that is the point along the normal, in half epsilons of its terms:
# 1 from each of two edges, 1 of a product and 1 of the difference, 2 from the point and 3 from the sum: 9.
TERMS_ERROR = 6.0 * EPSILON
# The point is also off by 2**-23 epsilons of t along the direction, on each axis; times the normal over the slope,
# that is at most 2 * `MOST_SLANTED` for each of three.
ROUGH_ERROR = 2.0**-23 * 64.0 * EPSILON
# The slope it is divided by: 8 half epsilons of six terms of at most 1 of `MOST_SLANTED`; the quotient, and this sum.
REST_ERROR = 256.0 * EPSILON
# t, triangle and weights of its corners.
Found = tuple[float, int, tuple[float, float, float]]


def found(
    origin: Sequence[float], direction: Sequence[float], corners: Sequence[Sequence[float]], triangle: int
) -> Found:
    """t, the float nearest to the exact one, and weights to some epsilons, zero only where the exact ones are."""
    plain = plainly(origin, direction, corners)
    if plain is not None:
        return plain[0], triangle, plain[1]
    crossing = cross_triangle(origin, direction, corners)
    assert crossing is not None
    return crossing.t(), triangle, crossing.barycentric()


def plainly(
    origin: Sequence[float], direction: Sequence[float], corners: Sequence[Sequence[float]]
) -> tuple[float, tuple[float, float, float]] | None:
    """t and weights; None where rounding could show, or anything leave the range of floats."""
    (ox, oy, oz), (u, v, w) = origin, direction
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    bx, by, bz, cx, cy, cz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    yz, zy, zx, xz, xy, yx = by * cz, bz * cy, bz * cx, bx * cz, bx * cy, by * cx
    nx, ny, nz = yz - zy, zx - xz, xy - yx
    slope = nx * u + ny * v + nz * w
    size = max(bx, by, bz, cx, cy, cz, -min(bx, by, bz, cx, cy, cz))
    speed = max(u, v, w, -min(u, v, w))
    steep, squares = abs(slope), size * size * speed
    if not (steep * MOST_SLANTED > squares and SMALLEST < size < LARGEST and SMALLEST < speed < LARGEST):
        return None
    fx, fy, fz = ox - ax, oy - ay, oz - az
    rough = -(nx * fx + ny * fy + nz * fz) / slope
    high = SPLITTER * rough
    rough = high - (high - rough)
    x, y, z = _place(ox, ax, fx, u, rough), _place(oy, ay, fy, v, rough), _place(oz, az, fz, w, rough)
    rest = -(nx * x + ny * y + nz * z) / slope
    terms = abs(x) * (abs(yz) + abs(zy)) + abs(y) * (abs(zx) + abs(xz)) + abs(z) * (abs(xy) + abs(yx))
    error = TERMS_ERROR * terms / steep + ROUGH_ERROR * abs(rough) + REST_ERROR * abs(rest)
    t = rough + rest
    if not (rough + (rest - error) == t == rough + (rest + error) and SMALLEST < abs(t) < LARGEST):
        return None
    second = (x * (cy * w - cz * v) + y * (cz * u - cx * w) + z * (cx * v - cy * u)) / slope
    third = (x * (v * bz - w * by) + y * (w * bx - u * bz) + z * (u * by - v * bx)) / slope
    first = 1.0 - second - third
    if not (first > LEAST_WEIGHT and second > LEAST_WEIGHT and third > LEAST_WEIGHT):
        return None
    return t, (first, second, third)


def _place(start: float, corner: float, offset: float, along: float, t: float) -> float:
    """start + t * along - corner, rounded only by its own size, for t of 24 bits; `offset` is start - corner."""
    shift = offset - start
    lost = (start - (offset - shift)) - (corner + shift)
    high = SPLITTER * along
    high -= high - along
    # Products of 24 bits with 24 and with the 29 that remain are exact.
    return (high * t + offset) + ((along - high) * t + lost)
