"""What scripts and other add-ons call.

Space is Blender's world space in Blender units, matrices are (4, 4) for column vectors, pixels are continuous
region coordinates with the origin at the lower left and y up. Bad input is `ValueError`; a miss is a value.
"""

from .scene import arguments as _arguments
from .scene import building as _building
from .scene import changes as _changes
from .scene import framing as _framing
from .scene import history as _history
from .scene import picking as _picking
from .scene import snapshot as _snapshot
from .scene import viewport as _viewport
from .scene.cache import DEFAULT_LIMIT_BYTES
from .scene.errors import NoSceneError, NoViewportError, PickingRayError
from .scene.export import pick_as_dict
from .scene.miss import Miss, explain_miss
from .scene.options import PickOptions, checked_number
from .scene.pick import NearestEdge, NearestVertex, Pick
from .scene.viewport import Viewport

__all__ = (
    "DEFAULT_LIMIT_BYTES",
    "Miss",
    "NearestEdge",
    "NearestVertex",
    "NoSceneError",
    "NoViewportError",
    "Pick",
    "PickOptions",
    "PickingRayError",
    "Viewport",
    "cached_bytes",
    "camera_view",
    "cast_rays",
    "clear_history",
    "framed_view",
    "history",
    "limit_cache",
    "pick",
    "pick_all",
    "pick_as_dict",
    "record_pick",
    "release",
    "remove_from_history",
    "viewport",
    "why_missed",
)


def viewport(context=None):
    """The 3D view under the context, or the first one of the window.

    Parameters
    ----------
    context : bpy.types.Context, optional

    Returns
    -------
    Viewport
        Without a window the matrices are computed from the view's location, rotation and distance, or its camera.

    Raises
    ------
    NoViewportError
        If the window has no 3D Viewport editor.
    """
    return _viewport.viewport_of_context(context)


def camera_view(camera, width, height):
    """What a camera sees, as a viewport of `width` by `height` pixels; needs no window.

    Parameters
    ----------
    camera : bpy.types.Object
        Of type CAMERA, in the current view layer. Its shift, sensor fit and the scene's pixel aspect count.
    width, height : int
        Pixels of the picture; 0 to width and 0 to height span it.

    Returns
    -------
    Viewport

    Raises
    ------
    ValueError
        If `camera` is not a camera, is flattened to a scale of 0, or a side is below one pixel.
    """
    return _viewport.viewport_of_camera(camera, width, height)


def framed_view(width, height):
    """A view of all that is drawn, from the front, the right and above; needs no window and no camera.

    Parameters
    ----------
    width, height : int
        Pixels of the picture.

    Returns
    -------
    Viewport
        In perspective. Of an empty scene, of the space around the origin.

    Raises
    ------
    ValueError
        If a side is below one pixel.
    """
    return _framing.framed_viewport(width, height)


def pick(viewport, pixel, *, options=None):
    """The first thing at a pixel, in rank order: what is drawn there.

    Parameters
    ----------
    viewport : Viewport
    pixel : (2,) or (n, 2) float
        Region coordinates; nothing is added to them.
    options : PickOptions, optional

    Returns
    -------
    Pick or None, or for (n, 2) a list of them
        None is a miss; `why_missed` has the reason.

    Raises
    ------
    ValueError
        If `pixel` is not of this shape or not finite.
    """
    pixels, single = _arguments.checked_pixels(pixel)
    found = _picking.pick_pixels(
        _arguments.checked_viewport(viewport), pixels, _arguments.checked_options(options), every=False
    )
    heads = [picks[0] if picks else None for picks in found]
    return heads[0] if single else heads


def pick_all(viewport, pixel, *, options=None):
    """Everything the ray through a pixel passes through, in rank order: In Front objects first, then by distance.

    Parameters
    ----------
    viewport : Viewport
    pixel : (2,) float
        Region coordinates.
    options : PickOptions, optional

    Returns
    -------
    list of Pick
        Empty for a miss; with a `snap` of FLOOR or CURSOR it then holds the one place on that plane. Its head is what
        `pick` returns.

    Raises
    ------
    ValueError
        If `pixel` is not (2,) or not finite.
    """
    return _picking.pick_pixels(
        _arguments.checked_viewport(viewport),
        _arguments.checked_pixel(pixel),
        _arguments.checked_options(options),
        every=True,
    )[0]


def why_missed(viewport, pixel, *, options=None):
    """Why nothing was found at a pixel.

    Parameters
    ----------
    viewport : Viewport
    pixel : (2,) float
        Region coordinates.
    options : PickOptions, optional

    Returns
    -------
    Miss
        `skipped` counts by reason what lies under the pixel and was not picked: by its bounding box, or its origin
        within the tolerance, what is not shown; by its faces what is clipped or culled. `str()` is a sentence.
        Where something is hit it says so.

    Raises
    ------
    ValueError
        If `pixel` is not (2,) or not finite.
    """
    return explain_miss(
        _arguments.checked_viewport(viewport),
        _arguments.checked_pixel(pixel),
        _arguments.checked_options(options),
    )


def cast_rays(origins, directions, *, options=None, viewport=None):
    """Nearest hit of any rays, by distance alone.

    Parameters
    ----------
    origins, directions : (n, 3) float
        World space. Directions may have any length but zero.
    options : PickOptions, optional
        `min_distance` counts from the origin of each ray.
    viewport : Viewport, optional
        Whose visibility, clipping and culling to respect; without one, all that the active view layer shows. In
        wireframe shading no faces are drawn, so that none is met.

    Returns
    -------
    core.Hits
        One row a ray, -1 and inf where it missed. `hits.instances[hits.instance_index[row]]` says whose it is:
        `object`, `object_name`, `matrix_world`, `instancer_path`, `persistent_id`.

    Raises
    ------
    ValueError
        For other shapes, numbers that are not finite, or directions of length zero.
    """
    if viewport is not None:
        _arguments.checked_viewport(viewport)
    return _picking.cast(origins, directions, _arguments.checked_options(options), viewport)


def history():
    """What the operators picked.

    Returns
    -------
    list of Pick
        Newest first.
    """
    return _history.picks()


def record_pick(pick):
    """Put a pick at the head of the history."""
    _history.record(pick)


def remove_from_history(index):
    """Take the pick at `index` out of the history; IndexError if there is none."""
    _history.remove(index)


def clear_history():
    """Forget every pick of the history."""
    _history.clear()


def limit_cache(byte_count):
    """Say how much memory the geometry that is kept between picks may take, in bytes.

    What was picked least lately is given back first, at the next pick. It is extracted again when a pick needs it.

    Raises
    ------
    ValueError
        If it is not a finite number of at least 0.
    """
    _snapshot.cache.limit_bytes = int(checked_number("byte_count", byte_count, at_least=0.0))


def cached_bytes():
    """How much memory the geometry that is kept between picks takes, in bytes."""
    return _snapshot.cache.byte_count()


def release():
    """Remove the handlers, and forget all geometry, its limit and the history; the next call begins anew."""
    _changes.unwatch()
    _building.stop()
    _snapshot.cache.clear()
    _snapshot.cache.limit_bytes = DEFAULT_LIMIT_BYTES
    _history.clear()
