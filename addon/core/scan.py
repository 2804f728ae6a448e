"""One ray against all triangles of a mesh, without any structure: what the first picks on a mesh take."""

from __future__ import annotations

import numpy as np

from .arrays import FloatArray, IndexArray
from .one_ray import OneRay

# Vertices and triangles worked on at once: few enough to stay in the processor's cache.
AT_ONCE = 1 << 14
# Rounding of the product below, in units of that of `sheared`, which takes differences first.
PRODUCT_ERROR = 4.0


def candidates(ray: OneRay, positions: FloatArray, triangles: IndexArray) -> IndexArray:
    """Triangles whose corners do not all lie on one side of the ray, seen along it.

    Each vertex is told left from right and below from above of the ray once, in a byte, so that a triangle
    takes no more than three bytes and two operations (the outcodes of Cohen and Sutherland's clipping). For ten
    rays this is faster than to build any structure, by a factor of ten for one.
    """
    shear, offset, error = ray.projection()
    error *= PRODUCT_ERROR
    codes = np.empty(len(positions), dtype=np.uint8)
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(positions), AT_ONCE):
            x, y = shear.dot(positions[start : start + AT_ONCE].T) - offset
            code = (x > error).view(np.uint8)
            for bit, side in ((1, x < -error), (2, y > error), (3, y < -error)):
                code |= side.view(np.uint8) << np.uint8(bit)
            codes[start : start + AT_ONCE] = code
    found = []
    for start in range(0, len(triangles), AT_ONCE):
        a, b, c = codes.take(triangles[start : start + AT_ONCE]).T
        found.append(np.flatnonzero(a & b & c == 0) + start)
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
