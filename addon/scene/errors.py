"""Errors that come from Blender's state, not from the caller's arguments (those are ValueError)."""


class PickingRayError(Exception):
    """Base of what the scene layer raises about the state of Blender."""


class NoViewportError(PickingRayError):
    """There is no 3D viewport to pick in."""


class NoSceneError(PickingRayError):
    """The scene or view layer that a viewport showed is gone, or not evaluated."""
