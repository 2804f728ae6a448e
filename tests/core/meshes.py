"""Small meshes the tests share: positions and triangles."""

import numpy as np

# Two triangles a face, counter-clockwise from outside, cut along a diagonal.
CUBE_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def cube(radius=1.0, center=(0.0, 0.0, 0.0)):
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    triangles = [half for a, b, c, d in CUBE_FACES for half in ((a, b, c), (a, c, d))]
    return corners * radius + center, np.array(triangles)


def pyramid_fan(sides=5):
    """A closed double pyramid: `sides` triangles meet in each of its poles, as on an icosphere."""
    angles = 2.0 * np.pi * np.arange(sides) / sides
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(sides)], axis=1)
    positions = np.vstack([ring, [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]])
    following = (np.arange(sides) + 1) % sides
    upper = [(i, following[i], sides) for i in range(sides)]
    lower = [(following[i], i, sides + 1) for i in range(sides)]
    return positions, np.array(upper + lower)


def grid(size, heights):
    """A sheet of size x size vertices over the unit square, two triangles a cell, facing up."""
    x, y = np.meshgrid(np.linspace(0.0, 1.0, size), np.linspace(0.0, 1.0, size))
    positions = np.stack([x.ravel(), y.ravel(), np.ravel(heights)], axis=1)
    corner = np.arange(size * size).reshape(size, size)
    a, b, c, d = (
        part.ravel() for part in (corner[:-1, :-1], corner[:-1, 1:], corner[1:, 1:], corner[1:, :-1])
    )
    return positions, np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def sphere(rings=12, segments=16):
    """A closed sphere of radius 1, its coordinates rounded to float32 as Blender keeps them."""
    latitude = np.pi * (np.arange(1, rings) / rings - 0.5)
    longitude = 2.0 * np.pi * np.arange(segments) / segments
    band = np.stack(
        [
            np.outer(np.cos(latitude), np.cos(longitude)),
            np.outer(np.cos(latitude), np.sin(longitude)),
            np.outer(np.sin(latitude), np.ones(segments)),
        ],
        axis=2,
    ).reshape(-1, 3)
    positions = np.vstack([band, [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]])
    south, north = len(band), len(band) + 1
    corner = np.arange(len(band)).reshape(rings - 1, segments)
    a, b = corner[:-1].ravel(), np.roll(corner[:-1], -1, axis=1).ravel()
    c, d = np.roll(corner[1:], -1, axis=1).ravel(), corner[1:].ravel()
    first, last = corner[0], corner[-1]
    triangles = [
        np.stack([a, b, c], axis=1),
        np.stack([a, c, d], axis=1),
        np.stack([np.roll(first, -1), first, np.full(segments, south)], axis=1),
        np.stack([last, np.roll(last, -1), np.full(segments, north)], axis=1),
    ]
    return positions.astype(np.float32).astype(float), np.concatenate(triangles)


def matrix(linear, offset=(0.0, 0.0, 0.0)):
    """(4, 4) affine matrix."""
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = linear, offset
    return result


def scaled(x, y, z, offset=(0.0, 0.0, 0.0)):
    return matrix(np.diag([x, y, z]).astype(float), offset)


def rotation(seed):
    """(3, 3) random rotation."""
    orthogonal, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return orthogonal * np.sign(np.linalg.det(orthogonal))
