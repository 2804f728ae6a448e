"""Rays against triangles in rational numbers: slow, plain, and by another road than the code under test.

The plane's equation gives t, the point's position along the normal of each side says whether it is inside.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np


@dataclass(frozen=True, order=True)
class ExactHit:
    t: Fraction
    triangle_index: int
    barycentric: tuple
    is_front: bool
    cosine: float


def exact_hits(positions, triangles, origin, direction, t_min=0.0, t_max=np.inf):
    """Hits of one ray, sorted by t and triangle; nothing is merged."""
    start, along = _rational(origin), _rational(direction)
    hits = []
    for index in _near_the_line(positions[triangles], origin, direction):
        hit = _exact_hit(
            start, along, [_rational(corner) for corner in positions[triangles[index]]], int(index)
        )
        if hit is not None and t_min <= hit.t <= t_max:
            hits.append(hit)
    return sorted(hits)


def merged(hits, triangles):
    """The hits that remain when those of one point on connected triangles facing one way count once."""
    kept, remaining = [], list(hits)
    while remaining:
        patch = [remaining.pop(0)]
        for member in patch:
            joining = [hit for hit in remaining if _belong_together(member, hit, triangles)]
            remaining = [hit for hit in remaining if hit not in joining]
            patch += joining
        kept.append(min(patch))
    return sorted(kept)


def _belong_together(one, other, triangles):
    corners = set(triangles[one.triangle_index].tolist())
    shares = not corners.isdisjoint(triangles[other.triangle_index].tolist())
    return one.t == other.t and one.is_front == other.is_front and shares


def _near_the_line(corners, origin, direction):
    """Triangles that the line does not pass by a wide margin: 1e-9 of what rounding could ever do."""
    a, b, c = (corners[:, i] - origin for i in range(3))
    volumes = np.stack([np.cross(p, q) @ direction for p, q in ((b, c), (c, a), (a, b))])
    reach = max(np.linalg.norm(side, axis=1).max() for side in (a, b, c))
    slack = 1e-9 * reach**2 * np.linalg.norm(direction)
    return np.flatnonzero(~((volumes > slack).any(axis=0) & (volumes < -slack).any(axis=0)))


def _exact_hit(start, along, corners, index):
    a, b, c = corners
    normal = _cross(_minus(b, a), _minus(c, a))
    slope = _dot(along, normal)
    if slope == 0:
        return None
    t = _dot(_minus(a, start), normal) / slope
    point = tuple(o + t * d for o, d in zip(start, along, strict=True))
    area = _dot(normal, normal)
    sides = ((b, c), (c, a), (a, b))
    weights = tuple(_dot(normal, _cross(_minus(q, p), _minus(point, p))) / area for p, q in sides)
    if min(weights) < 0:
        return None
    cosine = abs(float(slope)) / np.sqrt(float(area) * float(_dot(along, along)))
    return ExactHit(t, index, weights, slope < 0, cosine)


def _rational(vector):
    return tuple(Fraction(float(value)) for value in vector)


def _minus(a, b):
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))
