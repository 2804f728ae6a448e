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
    unsolved = np.array(_unsolved_matrix(obj), dtype=np.float64)
    found = []
    for track in clip.tracking.tracks:
        if not track.has_bundle:
            continue
        matrix = unsolved.copy()
        matrix[:3, 3] += unsolved[:3, :3] @ np.array(track.bundle, dtype=np.float64)
        found += [
            replace(one, kind="ICON", part=track.name) for one in _mark(matrix, display_type, size, is_hollow)
        ]
    return tuple(found)


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
    solver = next((one for one in obj.constraints if one.type == "CAMERA_SOLVER"), None)
    if solver is None:
        return None
    return scene.active_clip if solver.use_active_clip else solver.clip


def _unsolved_matrix(obj):
    """Where an object would be without its constraints."""
    if obj.parent is None:
        return obj.matrix_basis
    return obj.parent.matrix_world @ obj.matrix_parent_inverse @ obj.matrix_basis
