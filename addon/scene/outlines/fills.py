"""What a stroke of grease pencil fills."""

import bmesh
import numpy as np

# The two ways to divide a quadrilateral; for meshes, Blender has another rule.
_QUAD = np.array((((0, 1, 2), (0, 2, 3)), ((0, 1, 3), (1, 2, 3))))


def filled(corners):
    """(m, 3) triangles of a polygon (n, 3), as Blender divides it, also one that crosses itself; None for NaN."""
    if not np.isfinite(corners).all():
        return None
    if len(corners) == 4:
        return _QUAD[_is_bent_at_second(corners)]
    polygon = bmesh.new()
    try:
        polygon.faces.new([polygon.verts.new(corner) for corner in corners])
        polygon.verts.index_update()
        polygon.normal_update()
        triangles = [[loop.vert.index for loop in loops] for loops in polygon.calc_loop_triangles()]
    finally:
        polygon.free()
    return np.array(triangles, dtype=np.int64).reshape(-1, 3)


def _is_bent_at_second(corners):
    """Whether a simple quadrilateral can be divided between its second and its last corner alone."""
    normal = np.cross(corners[2] - corners[0], corners[3] - corners[1])

    def is_whole(triangles):
        areas = [np.cross(corners[b] - corners[a], corners[c] - corners[a]) @ normal for a, b, c in triangles]
        return min(areas) >= 0.0 or max(areas) <= 0.0

    return int(not is_whole(_QUAD[0]) and is_whole(_QUAD[1]))
