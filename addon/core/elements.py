"""Vertices and edges as they lie on the screen: how far from a pixel, in pixels."""

from __future__ import annotations

from math import hypot, isfinite

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import FloatArray
from .view import View

# In a view from the eye on, where what is nearer is beyond measure on the screen, a segment counts from this part of
# its own greatest depth on: pixels then keep more than three digits behind the point.
NEAREST = 1e-9


def distances_to_points_px(view: View, pixel_px: ArrayLike, points: ArrayLike) -> FloatArray:
    """Distances on the screen between a pixel and points.

    Parameters
    ----------
    view : View
    pixel_px : (2,) float
    points : (n, 3) float
        In the world.

    Returns
    -------
    (n,) float
        Pixels; inf before the near clip plane, beyond the far one, and for points that are not finite.

    Raises
    ------
    ValueError
        If a shape is wrong or the pixel is not finite.
    """
    pixel = checks.fixed("pixel_px", pixel_px, (2,))
    world = checks.vectors("points", points, finite=False)
    depth = view.depths(world)
    screen, in_front = view.project(world)
    drawn = in_front & (depth >= view.near) & (depth <= view.far)
    distance = np.full(len(world), np.inf)
    distance[drawn] = np.linalg.norm(screen[drawn] - pixel, axis=1)
    return distance


def distances_to_segments_px(
    view: View, pixel_px: ArrayLike, starts: ArrayLike, ends: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Distances on the screen between a pixel and segments, as far as the clip planes leave them.

    Parameters
    ----------
    view : View
    pixel_px : (2,) float
    starts, ends : (n, 3) float
        In the world.

    Returns
    -------
    distance_px : (n,) float
        inf where nothing lies between the clip planes, or an end is not finite.
    parameter : (n,) float
        Where on the whole segment the nearest point is, from 0 at the start to 1 at the end, measured in the
        world and not on the screen; 0 where the distance is inf.

    Raises
    ------
    ValueError
        If a shape is wrong or the pixel is not finite.
    """
    pixel = checks.fixed("pixel_px", pixel_px, (2,))
    first = checks.vectors("starts", starts, finite=False)
    last = checks.vectors("ends", ends, finite=False)
    if len(first) != len(last):
        raise ValueError(f"ends: expected one for each of {len(first)} starts, got {len(last)}")
    distance, parameter = np.full(len(first), np.inf), np.zeros(len(first))
    rows = np.flatnonzero(checks.finite_rows(first) & checks.finite_rows(last))
    depths = view.depths(first[rows]), view.depths(last[rows])
    near = view.near if view.is_orthographic else np.maximum(view.near, NEAREST * np.maximum(*depths))
    low, high = _between(*depths, near, view.far)
    drawn = low <= high
    rows, low, high = rows[drawn], low[drawn], high[drawn]
    edge = last[rows] - first[rows]
    begin, end = first[rows] + low[:, None] * edge, first[rows] + high[:, None] * edge
    distance[rows], along = _to_screen_segments(pixel, view.project(begin)[0], view.project(end)[0])
    if not view.is_orthographic:
        along = _world_fraction(along, view.depths(begin), view.depths(end))
    parameter[rows] = low + along * (high - low)
    return distance, parameter


def distances_to_polygon_px(
    view: View, pixel_px: ArrayLike, corners: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Distances on the screen between a pixel and the corners and the sides of a polygon.

    Parameters
    ----------
    view : View
    pixel_px : (2,) float
    corners : (n, 3) float
        In the world, in order.

    Returns
    -------
    (n,) float, (n,) float
        Those of `distances_to_points_px`, and those of `distances_to_segments_px` from each corner to the next.

    Raises
    ------
    ValueError
        If a shape is wrong or the pixel is not finite.
    """
    pixel = checks.fixed("pixel_px", pixel_px, (2,))
    first = checks.vectors("corners", corners, finite=False)
    screen, depths = _on_screen(view, first.tolist())
    # Where the clip planes cut nothing, as hardly ever in a pick, plain floats take a tenth of the time.
    nearest = max(view.near, NEAREST * max(depths))
    if not (isfinite(sum(depths)) and nearest < min(depths) <= max(depths) < view.far):
        last = np.concatenate((first[1:], first[:1]))
        sides = distances_to_segments_px(view, pixel, first, last)[0]
        return distances_to_points_px(view, pixel, first), sides
    x, y = pixel.tolist()
    places = [(right - x, up - y) for right, up in screen]
    to_corners = [hypot(*place) for place in places]
    to_sides = [_to_side(*ends) for ends in zip(places, places[1:] + places[:1], strict=True)]
    return np.array(to_corners), np.array(to_sides)


def _on_screen(view: View, points: list[list[float]]) -> tuple[list[tuple[float, float]], list[float]]:
    """As `View.project` of points before the eye, and their depths."""
    ((a, b, c), (d, e, f), (g, h, i)), (scale_x, scale_y), (p, q), (ox, oy, oz), (width, height) = (
        view.numbers
    )
    pixels, depths = [], []
    for point in points:
        x, y, z = point[0] - ox, point[1] - oy, point[2] - oz
        right, up = (a * x + b * y + c * z) * scale_x, (d * x + e * y + f * z) * scale_y
        depth = -(g * x + h * y + i * z)
        depths.append(depth)
        if view.is_orthographic:
            right, up = right + p, up + q
        elif depth:
            right, up = right / depth - p, up / depth - q
        pixels.append((0.5 * (right + 1.0) * width, 0.5 * (up + 1.0) * height))
    return pixels, depths


def _to_side(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Distance of a segment from 0, 0."""
    (x, y), (u, v) = start, (end[0] - start[0], end[1] - start[1])
    squared = u * u + v * v
    along = max(0.0, min(1.0, -(x * u + y * v) / squared)) if squared > 0.0 else 0.0
    return hypot(x + along * u, y + along * v)


def _between(
    first: FloatArray, last: FloatArray, near: FloatArray | float, far: float
) -> tuple[FloatArray, FloatArray]:
    """Part of each segment, as parameters 0..1, within the depths of the clip planes; empty if low > high."""
    slope = last - first
    level = slope == 0.0
    divisor = np.where(level, 1.0, slope)
    # Of a segment almost level the planes may be farther than numbers reach.
    with np.errstate(over="ignore"):
        at_near, at_far = (near - first) / divisor, (far - first) / divisor
    low = np.maximum(np.minimum(at_near, at_far), 0.0)
    high = np.minimum(np.maximum(at_near, at_far), 1.0)
    inside = (near <= first) & (first <= far)
    return np.where(level, np.where(inside, 0.0, 1.0), low), np.where(level, np.where(inside, 1.0, 0.0), high)


def _to_screen_segments(
    pixel: FloatArray, start: FloatArray, end: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Distances from the pixel to segments on the screen, and the fraction where the nearest point lies."""
    edge = end - start
    squared = np.einsum("nc,nc->n", edge, edge)
    fraction = np.einsum("nc,nc->n", pixel - start, edge) / np.where(squared > 0.0, squared, 1.0)
    fraction = np.clip(fraction, 0.0, 1.0)
    distance: FloatArray = np.linalg.norm(start + fraction[:, None] * edge - pixel, axis=1)
    return distance, fraction


def _world_fraction(fraction: FloatArray, start: FloatArray, end: FloatArray) -> FloatArray:
    """Fraction of a segment in the world from that on the screen, given the depths of its ends."""
    return fraction * start / ((1.0 - fraction) * end + fraction * start)
