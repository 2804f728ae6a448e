"""A pick where its object is now, after that has moved."""

from dataclasses import replace

import numpy as np

from ..core import surface
from .faces import to_world

_NORMALS = ("normal", "normal_smooth")
_PLACES = ("face_polygon", "element_ends")


def relocated(pick):
    """A pick as it would be where its object is now.

    Parameters
    ----------
    pick : Pick

    Returns
    -------
    Pick
        The same one where the object has not moved or is gone, and of an instance: where that is now is not known by
        the name of its object. Else another, moved, turned and scaled with the object; distance, depth and pixel are
        still those of the pick.
    """
    matrix_now = _other_matrix(pick)
    if matrix_now is None:
        return pick
    motion = _motion(pick.matrix_world, matrix_now)
    given = {name: getattr(pick, name) for name in (*_NORMALS, *_PLACES)}
    given = {name: value for name, value in given.items() if value is not None}
    normals = {
        name: surface.world_normals(given[name][None], motion)[0] for name in _NORMALS if name in given
    }
    places = {name: to_world(motion, given[name]) for name in _PLACES if name in given}
    vertex, edge = pick.nearest_vertex, pick.nearest_edge
    if vertex is not None:
        places["nearest_vertex"] = vertex._replace(location=to_world(motion, vertex.location[None])[0])
    if edge is not None:
        places["nearest_edge"] = edge._replace(locations=to_world(motion, edge.locations))
    location = to_world(matrix_now, pick.location_local[None])[0]
    return replace(pick, matrix_world=matrix_now, location=location, **normals, **places)


def location_now(pick):
    """The `location` (3,) of the `relocated` pick, sooner than that."""
    matrix_now = _other_matrix(pick)
    return pick.location if matrix_now is None else to_world(matrix_now, pick.location_local[None])[0]


def _other_matrix(pick):
    """The matrix of the object now; None where it is that of the pick, or cannot be known."""
    obj = None if pick.is_instance else pick.object
    if obj is None:
        return None
    matrix = np.array(obj.matrix_world, dtype=np.float64)
    return None if (matrix == pick.matrix_world).all() else matrix


def _motion(matrix_then, matrix_now):
    """What takes world space then to world space now; of a flattened object, in the plane that it lay in."""
    then, now = matrix_then[:3, :3], matrix_now[:3, :3]
    motion = np.eye(4)
    motion[:3, :3] = now @ np.linalg.pinv(then)
    motion[:3, 3] = matrix_now[:3, 3] - motion[:3, :3] @ matrix_then[:3, 3]
    return motion
