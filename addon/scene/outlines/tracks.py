"""Points that motion tracking has reconstructed, which a camera with a Camera Solver shows as empties.

See overlay_camera.hh in Blender's draw engine.
"""

from dataclasses import replace

import numpy as np

from . import empties
from .outline import Outline


def has_tracks(obj):
    """Whether an object may show reconstructed points."""
    return obj.type == "CAMERA" and any(one.type == "CAMERA_SOLVER" for one in obj.constraints)


def track_outlines(obj, scene, display_type, size, is_hollow):
    """The reconstructed points of an evaluated camera, of kind ICON; the part is the name of the track.

    Parameters
    ----------
    obj : bpy.types.Object
    scene : bpy.types.Scene
        Evaluated.
    display_type : str
        As that of an empty. Spheres are filled unless `is_hollow`.
    size : float
    is_hollow : bool

    Returns
    -------
    tuple of Outline
        In the world.
    """
    clip = _clip(obj, scene)
    if clip is None:
        return ()
    found = []
    for tracked in clip.tracking.objects:
        whole = _matrix_of(tracked, clip, obj, scene)
        for track in tracked.tracks if whole is not None else ():
            if track.has_bundle:
                matrix = whole.copy()
                matrix[:3, 3] += whole[:3, :3] @ np.array(track.bundle, dtype=np.float64)
                marks = _mark(matrix, display_type, size, is_hollow)
                found += [replace(one, kind="ICON", part=track.name) for one in marks]
    return tuple(found)


def _matrix_of(tracked, clip, obj, scene):
    """(4, 4) from where the points of a tracked object are to the world; None if that has no inverse.

    The points that the camera itself was solved by stand as it would without its constraints, those of other objects
    as it sees them now.
    """
    if tracked.is_camera:
        return np.array(_unsolved_matrix(obj), dtype=np.float64)
    frame = int(scene.frame_current_final - clip.frame_start + 1.0)
    seen_from = np.array(tracked.reconstruction.cameras.matrix_from_frame(frame=frame), dtype=np.float64)
    if not np.linalg.det(seen_from):
        return None
    return np.array(obj.matrix_world, dtype=np.float64) @ np.linalg.inv(seen_from)


def _mark(matrix, display_type, size, is_hollow):
    if display_type == "SPHERE" and not is_hollow:
        place, radii = matrix[None, :3, 3], np.full((1, 2), size)
        yield Outline("ICON", place, place, np.zeros(1, dtype=np.int64), half_widths=radii, in_world=True)
        return
    for outline in empties.outlines(empties.Settings(display_type, size, ()), matrix):
        if outline.in_world:
            yield outline
        else:
            ends = (places @ matrix[:3, :3].T + matrix[:3, 3] for places in (outline.starts, outline.ends))
            starts, ends = ends
            yield replace(outline, starts=starts, ends=ends, in_world=True)


def _clip(obj, scene):
    solvers = [one for one in obj.constraints if one.type == "CAMERA_SOLVER"]
    if not solvers:
        return None
    # Whether it is disabled as well counts only if another one is not.
    solver = next((one for one in solvers if not one.mute), solvers[-1])
    return scene.active_clip if solver.use_active_clip else solver.clip


def _unsolved_matrix(obj):
    """Where an object would be without its constraints."""
    if obj.parent is None:
        return obj.matrix_basis
    # Of the object, or of a bone or vertices of it.
    parent = obj.matrix_world @ obj.matrix_local.inverted_safe()
    return parent @ obj.matrix_parent_inverse @ obj.matrix_basis
