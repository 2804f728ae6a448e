"""The first hit of one ray of a scene, in one search that also tells whether anything else is met in one place with it.

For a face that lies close behind another two searches are needed: what is first, and what is as near. Mostly there is
none, and one search is enough that goes on as far behind the nearest as such a face could be.
"""

from __future__ import annotations

from collections.abc import Callable

from .arrays import BoolArray
from .hits import Hits, missed, single
from .instance import Instance
from .mesh_index import MeshIndex
from .one_ray import Found, found
from .polygon_index import PolygonIndex
from .rays import Numbers, Rays
from .scene_index import Culling, SceneIndex

# How far behind a hit at t another may be.
Room = Callable[[float], float]


def lone_hit(scene: SceneIndex, ray: Rays, culling: Culling, room: Room) -> Hits | None:
    """What `SceneIndex.all` gives of one ray as far as `room` behind the nearest hit, if that is one hit or none.

    Parameters
    ----------
    scene : SceneIndex
    ray : Rays
        A single one.
    culling
        As `SceneIndex.first` takes it.
    room : function
        Gives for the t of a hit how far behind it others count, never less for a larger t.

    Returns
    -------
    Hits or None
        None where there may be more than one, or where a matrix flattens what is met.
    """
    origin, direction, t_min, limit = ray.numbers()
    met: list[tuple[Found, int]] = []
    for enter, index in scene._boxes.along((origin, direction, t_min, limit)):
        if enter > limit:
            break
        of_instance = culling if isinstance(culling, bool) else culling[index]
        found = _in_instance(scene._instance(index), (origin, direction, t_min, limit), of_instance, room)
        if found is None:
            return None
        for one in found:
            met.append((one, index))
            limit = min(limit, one[0] + room(one[0]))
    near = [one for one in met if one[0][0] <= limit]
    if len(near) > 1:
        return None
    return missed(0) if not near else single(*near[0][0], near[0][1])


def _in_instance(
    instance: Instance, numbers: Numbers, cull_backfaces: bool | BoolArray, room: Room
) -> list[Found] | None:
    """The one hit of an instance, or none; None where there may be more, or where that is not told."""
    if instance._is_flat:
        return None
    local = instance._in_mesh(numbers)
    if local is None:
        return []
    mesh = instance._mesh
    whole = mesh._whole_for(1) if isinstance(mesh, PolygonIndex) else mesh
    if isinstance(whole, MeshIndex):
        return _met(whole, local, cull_backfaces, room)
    assert isinstance(mesh, PolygonIndex)
    for _, _, triangles, few in mesh._near(Rays(*local)):
        is_passed = cull_backfaces if isinstance(cull_backfaces, bool) else cull_backfaces[triangles]
        found = _met(few, local, is_passed, room)
        return found and [(t, int(triangles[triangle]), weights) for t, triangle, weights in found]
    return []


def _met(
    mesh: MeshIndex, numbers: Numbers, cull_backfaces: bool | BoolArray, room: Room
) -> list[Found] | None:
    """The one hit on a mesh, or none; None where there may be more."""
    if mesh._tree is None:
        mesh._prepare(1)
    ray = mesh._ray(numbers, cull_backfaces)
    meetings = []
    for meeting in ray.meetings(mesh._candidates(ray)):
        meetings.append(meeting)
        ray.limit = min(ray.limit, meeting[1] + room(meeting[1]))
    mesh.triangles_tested += ray.tested
    near = [meeting for meeting in meetings if meeting[0] <= ray.limit]
    if len(near) > 1:
        return None
    return [found(ray.origin, ray.direction, corners, triangle) for _, _, triangle, corners in near]
