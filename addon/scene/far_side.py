"""Through a surface to the other side of the same object."""

from dataclasses import replace

import numpy as np

from ..core import Rays
from .faces import to_world
from .snapshot import Snapshot

# Of the coordinates, far more than their rounding on the way into a mesh and back: what is nearer is where it began.
_ROUNDING = 1e-12


def far_side(pick, options):
    """Where a straight line into the picked surface comes out; see `api.far_side`."""
    if pick.normal is None or pick.is_on_plane:
        return None
    # Hidden since, or passed over: it is still the object that was asked for.
    seen = replace(options, include_hidden=True, kinds=frozenset(("FACE",)), selectable_only=False)
    snapshot = Snapshot(replace(seen, ignored=(), click_through=()))
    wanted = {index for index, instance in enumerate(snapshot.instances) if _is_of(instance, pick)}
    if not wanted:
        return None
    matrix_world = snapshot.instances[min(wanted)].matrix_world
    start = to_world(matrix_world, pick.location_local[None])[0]
    inwards = -_normal_now(pick, matrix_world)
    if not np.isfinite(inwards).all():
        return None
    reach = np.abs(matrix_world[:3, :3]) @ np.abs(pick.location_local) + np.abs(matrix_world[:3, 3])
    hits = snapshot.index.all(Rays(start, inwards, _ROUNDING * reach.max()))
    beyond = hits.t[np.isin(hits.instance_index, list(wanted)) & (hits.t > 0.0)]
    return np.stack((start, start + beyond[0] * inwards)) if len(beyond) else None


def _is_of(instance, pick):
    return (
        instance.object_uid == pick.object_uid
        and instance.persistent_id == pick.persistent_id
        and instance.instancer_path == pick.instancer_path
    )


def _normal_now(pick, matrix_world):
    """The unit normal at the picked place, of an object that may have moved since; NaN where that is flattened."""
    local = pick.normal @ pick.matrix_world[:3, :3]
    normal = np.linalg.lstsq(matrix_world[:3, :3].T, local, rcond=None)[0]
    with np.errstate(invalid="ignore", divide="ignore"):
        return normal / np.linalg.norm(normal)
