"""What a region of a 3D view shows: its matrices, the camera it looks through, and its local view."""

import bpy
import numpy as np

from . import cameras
from .evaluation import evaluated_depsgraph


def region_matrices(space, region_3d, size_px, scene, view_layer):
    """View and projection matrix, near and far of what a region shows."""
    camera = space.camera or scene.camera
    has_camera = region_3d.view_perspective == "CAMERA" and camera is not None
    if not bpy.app.background:
        # A window has drawn these; without one they are stale.
        region_3d.update()
        view, projection = region_3d.view_matrix, region_3d.window_matrix
        near, far = cameras.camera_clip(camera) if has_camera else cameras.user_clip(space, region_3d)
        return np.array(view, dtype=np.float64), np.array(projection, dtype=np.float64), near, far
    depsgraph = evaluated_depsgraph(view_layer)
    if has_camera:
        evaluated = camera.evaluated_get(depsgraph)
        view = cameras.camera_view_matrix(evaluated)
        projection = cameras.camera_projection(evaluated, depsgraph, size_px)
        return *cameras.shown_in_region(view, projection, region_3d, size_px), *cameras.camera_clip(evaluated)
    clip = cameras.user_clip(space, region_3d)
    projection = cameras.user_projection(space, region_3d, size_px, *clip)
    return cameras.user_view_matrix(space, region_3d, scene, depsgraph), projection, *clip


def camera_uid(space, region_3d, scene):
    """`session_uid` of the camera that a region looks through, or None."""
    camera = space.camera or scene.camera
    return camera.session_uid if region_3d.view_perspective == "CAMERA" and camera else None


def shown_uids(space, view_layer, hidden_types):
    """`session_uid` of the objects in the local view or in local collections; None when everything is shown."""
    if space.local_view is None and not space.use_local_collections:
        return None
    # A layer still lists what a script removed a moment ago, and 4.2 crashes when asked about it.
    view_layer.update()
    shown = {
        obj.session_uid
        for obj in view_layer.objects
        if obj.visible_get(view_layer=view_layer, viewport=space)
    }
    return frozenset(shown | _placing_uids(space, view_layer, hidden_types) if hidden_types else shown)


def _placing_uids(space, view_layer, hidden_types):
    """Objects of types that are filtered out of which the view shows instances of other types, or a surface.

    Of an object of such a type Blender says that it is not shown wherever it stands.
    """
    depsgraph = evaluated_depsgraph(view_layer)
    return {
        item.parent.original.session_uid
        for item in (depsgraph.object_instances if depsgraph else ())
        if item.is_instance
        and item.parent.original.type in hidden_types
        and item.object.type not in hidden_types
        and item.object.visible_in_viewport_get(space)
    }
