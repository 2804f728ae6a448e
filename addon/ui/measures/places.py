"""Places that move with what was picked: of an object in its own space, of nothing in the world's."""

from functools import lru_cache
from math import isfinite
from typing import NamedTuple

import numpy as np

# The matrix of what moves with nothing.
NOWHERE = np.eye(4)


class Anchored(NamedTuple):
    """`places` (n, 3) in the space of `object`, or of the world where that is None."""

    object: object
    places: np.ndarray


def matrix_of(obj):
    """The world matrix (4, 4) of an object. Several read by numpy at once are asked of Blender number by number."""
    return np.array(obj.matrix_world, dtype=np.float64)


def to_world(matrices, places):
    """Where places are now, tuples of three numbers: in one product, since one for each would take most of the time.

    Takes arrays (4, 4) and places, one for each.
    """
    affine = np.array(matrices, dtype=np.float64).reshape(-1, 4, 4)
    local = np.array(places, dtype=np.float64).reshape(-1, 3)
    world = np.einsum("nij,nj->ni", affine[:, :3, :3], local) + affine[:, :3, 3]
    return tuple(map(tuple, world.tolist()))


def anchored(pick, places_world=None, *, are_current=False):
    """The picked place, or others in the world, as places that move with the object.

    The others are where they were when the pick was made, unless they are current. An instance moves with the object
    of the view layer that makes it, from where that is now.
    """
    if places_world is None and not pick.is_instance and pick.object is not None:
        return Anchored(pick.object, np.array(pick.location_local, dtype=np.float64)[None])
    world = np.array([pick.location] if places_world is None else places_world, dtype=np.float64)
    obj = pick.selectable_object if pick.is_instance else pick.object
    if obj is None:
        return Anchored(None, world)
    is_known = pick.is_instance or are_current
    matrix = matrix_of(obj if is_known else pick)
    return Anchored(obj, np.linalg.lstsq(matrix[:3, :3], (world - matrix[:3, 3]).T, rcond=None)[0].T)


def surface_plane(pick):
    """Three places (3, 3) of the plane that touches the picked surface, the picked one first, in the world of its time.

    They lie so far apart that their rounding turns the plane by no more than its normal's own.
    """
    normal = np.asarray(pick.normal, dtype=np.float64)
    size = max(1.0, np.abs(pick.location).max())
    least = np.eye(3)[np.abs(normal).argmin()]
    across = np.cross(normal, least)
    across /= np.linalg.norm(across)
    return pick.location + size * np.array((np.zeros(3), across, np.cross(normal, across)))


def as_text(place):
    """A place with all its digits, which Blender's own properties have not."""
    return " ".join(repr(float(value)) for value in place)


@lru_cache(maxsize=10_000)
def from_text(text):
    """The three numbers of `as_text`; None where the text is another."""
    try:
        numbers = tuple(map(float, text.split()))
    except ValueError:
        return None
    return numbers if len(numbers) == 3 and all(map(isfinite, numbers)) else None
