"""The figures that Blender's overlays are made of, in units of their own: rings, boxes, balls.

Each is a pair of arrays, starts and ends. The numbers of segments are Blender's
(draw/engines/overlay/overlay_shape.cc, from 4.2 to 5.3).
"""

from itertools import combinations, product

import bpy
import numpy as np

# Before 4.4 dashes began on the y axis, the other way round.
_BEGIN_ABOVE = bpy.app.version < (4, 4)


def ring(radius, segment_count):
    """(n, 2) points on a circle, from the x axis on."""
    angles = 2.0 * np.pi * np.arange(segment_count) / segment_count
    return radius * np.column_stack((np.cos(angles), np.sin(angles)))


def loop(points):
    """The closed line through points of any dimension."""
    return points, np.roll(points, -1, axis=0)


def dashed_ring(radius, dash_count):
    """Every other side of a circle in the plane."""
    points = ring(radius, 2 * dash_count)
    if _BEGIN_ABOVE:
        points = points[:, ::-1]
    return points[0::2], points[1::2]


def joined(*figures):
    """Several figures as one."""
    return tuple(np.concatenate(arrays) for arrays in zip(*figures, strict=True))


def in_plane(figure, axes, height=0.0):
    """A figure of the plane in space, its two coordinates along two of the axes."""
    placed = []
    for points in figure:
        in_space = np.full((len(points), 3), float(height))
        in_space[:, axes] = points
        placed.append(in_space)
    return tuple(placed)


def box():
    """The edges of the box from -1 to 1."""
    corners = np.array(list(product((-1.0, 1.0), repeat=3)))
    pairs = [(a, b) for a, b in combinations(range(8), 2) if np.abs(corners[a] - corners[b]).sum() == 2.0]
    return corners[[a for a, _ in pairs]], corners[[b for _, b in pairs]]


def box_faces():
    """(12, 3, 3) triangles of the box from -1 to 1."""
    triangles = []
    for axis, side in product(range(3), (-1.0, 1.0)):
        across, up = (axis + 1) % 3, (axis + 2) % 3
        corners = np.full((4, 3), side)
        corners[:, [across, up]] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        triangles += [corners[[0, 1, 2]], corners[[0, 2, 3]]]
    return np.array(triangles)


def ball(radius=1.0):
    """Three circles, one around each axis."""
    circle = loop(ring(radius, 32))
    return joined(*(in_plane(circle, axes) for axes in ([0, 1], [0, 2], [1, 2])))


def cylinder():
    """Around z, of radius 1, from -1 to 1."""
    circle = ring(1.0, 12)
    low, high = (in_plane(loop(circle), [0, 1], height) for height in (-1.0, 1.0))
    return joined(low, high, (low[0], high[0]))


def cone():
    """Around z, its base of radius 1 at -1 and its tip at 1."""
    base = in_plane(loop(ring(1.0, 8)), [0, 1], -1.0)
    return joined(base, (base[0], np.broadcast_to((0.0, 0.0, 1.0), base[0].shape)))


def capsule(radius, half_height):
    """Around z: two half balls, `half_height` from the middle, and four lines between them."""
    circle = ring(radius, 24)
    half = circle[:12], circle[1:13]
    cap = joined(in_plane(loop(circle), [0, 1]), in_plane(half, [0, 2]), in_plane(half, [1, 2]))
    top = tuple(points + (0.0, 0.0, half_height) for points in cap)
    bottom = tuple(points * (1.0, 1.0, -1.0) for points in top)
    sides = in_plane((ring(radius, 4), ring(radius, 4)), [0, 1])
    body = (sides[0] + (0.0, 0.0, half_height), sides[1] - (0.0, 0.0, half_height))
    return joined(top, bottom, body)
