"""Which other frames of a grease pencil object are drawn along with the present one: onion skins, or edited ones.

See grease_pencil_utils.cc in Blender's editors; up to 4.2 gpencil_geom_legacy.cc does the same.
"""

import numpy as np


def ghost_frames(obj, scene):
    """The frames that the layers of an evaluated grease pencil object show besides the present one.

    Parameters
    ----------
    obj : bpy.types.Object
    scene : bpy.types.Scene
        Evaluated.

    Returns
    -------
    tuple of (int, tuple of int)
        Number of the layer, and of its frames; only layers with any.
    """
    found = ((number, _ghosts(obj, layer, scene)) for number, layer in enumerate(obj.data.layers))
    return tuple((number, frames) for number, frames in found if frames)


def _ghosts(obj, layer, scene):
    frames = sorted(layer.frames, key=lambda frame: frame.frame_number)
    if not frames:
        return ()
    numbers = np.array([frame.frame_number for frame in frames])
    present = int(np.searchsorted(numbers, scene.frame_current, side="right")) - 1
    is_legacy = obj.type == "GPENCIL"
    if _edits_many_frames(obj, scene) and not (is_legacy and obj.mode == "OBJECT"):
        if is_legacy and present < 0:
            return ()
        shown = np.array([frame.select for frame in frames])
    elif _shows_ghosts(layer):
        shown = _are_shown(obj.data, frames, numbers, present, scene.frame_current)
        # The first one stands for the present one.
        shown[0] |= is_legacy and present < 0
    else:
        return ()
    if present >= 0:
        shown[present] = False
    return tuple(numbers[shown].tolist())


def _are_shown(data, frames, numbers, present, frame_number):
    """(n,) whether the settings of grease pencil data show frames (n,), ascending; `present` is -1 before the first."""
    shown = np.ones(len(frames), dtype=bool)
    if data.onion_keyframe_type != "ALL":
        shown &= [frame.keyframe_type == data.onion_keyframe_type for frame in frames]
    if data.onion_mode == "SELECTED":
        return shown & [frame.select for frame in frames]
    places = numbers if data.onion_mode == "ABSOLUTE" else np.arange(len(frames))
    steps = places - (frame_number if data.onion_mode == "ABSOLUTE" else max(present, 0))
    steps = steps + (present < 0)
    is_near = (-data.ghost_before_range <= steps) & (steps <= data.ghost_after_range)
    if data.use_onion_loop:
        # From the last frame it goes on to 0, whatever the first one is.
        looped = steps + np.where(steps < 0, places[-1] + 1, -places[-1] - 1)
        is_near |= (-data.ghost_before_range <= looped) & (looped <= data.ghost_after_range)
    return shown & is_near


def is_edited_in_many_frames(obj, scene):
    """Whether an evaluated grease pencil object is in a mode that edits the frames selected, and draws them all."""
    return obj.mode != "OBJECT" and _edits_many_frames(obj, scene)


def _edits_many_frames(obj, scene):
    if obj.type == "GREASEPENCIL":
        return scene.tool_settings.use_grease_pencil_multi_frame_editing
    return obj.data.use_multiedit


def _shows_ghosts(layer):
    while layer is not None:
        if not layer.use_onion_skinning:
            return False
        layer = getattr(layer, "parent_group", None)
    return True
