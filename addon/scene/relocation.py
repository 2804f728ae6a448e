"""Where the place of a pick is after its object has moved."""

import numpy as np

from .faces import to_world


def motion_since(pick):
    """What has moved the object since it was picked.

    Parameters
    ----------
    pick : Pick

    Returns
    -------
    (4, 4) float or None
        Takes what was in world space then to where it is now. None where the object has not moved, is gone, was without
        size in a direction, or is drawn as an instance: where that stands now is not known by its name.
    """
    matrix_now = _other_matrix(pick)
    if matrix_now is None:
        return None
    try:
        return matrix_now @ np.linalg.inv(pick.matrix_world)
    except np.linalg.LinAlgError:
        return None


def location_now(pick):
    """Where the picked place is now, in world space (3,): `location` where the object has not moved, or is gone."""
    matrix_now = _other_matrix(pick)
    return pick.location if matrix_now is None else to_world(matrix_now, pick.location_local[None])[0]


def _other_matrix(pick):
    """The object's matrix, None where it is that of the pick or is not known."""
    obj = None if pick.is_instance else pick.object
    if obj is None:
        return None
    matrix = np.array(obj.matrix_world, dtype=np.float64)
    return None if np.array_equal(matrix, pick.matrix_world) else matrix
