"""What scripts and other add-ons call.

Space is Blender's world space in Blender units, matrices are (4, 4) for column vectors, pixels are continuous
region coordinates with the origin at the lower left and y up. Bad input is `ValueError`; a miss is a value.
"""

from .scene import arguments as _arguments
from .scene import building as _building
from .scene import changes as _changes
from .scene import far_side as _far_side
from .scene import framing as _framing
from .scene import history as _history
from .scene import lookup as _lookup
from .scene import picking as _picking
from .scene import snapshot as _snapshot
from .scene import viewport as _viewport
from .scene.cache import DEFAULT_LIMIT_BYTES
from .scene.errors import NoSceneError, NoViewportError, PickingRayError, UnreadableError
from .scene.export import pick_as_dict
from .scene.history import add as add_to_history
from .scene.history import clear as clear_history
from .scene.history import each_kept, kept_picks, unread_reasons
from .scene.history import load as load_history
from .scene.history import picks as history
from .scene.history import record as record_pick
from .scene.history import remove as remove_from_history
from .scene.history import rename as rename_in_history
from .scene.history import texts_of as history_texts
from .scene.kept_pick import KeptPick
from .scene.landing import Landing
from .scene.landing import landings as _landings
from .scene.lookup import find_object, is_in_view_layer
from .scene.miss import Miss, explain_miss
from .scene.options import PickOptions, checked_number
from .scene.original_elements import original_element
from .scene.pick import NearestEdge, NearestVertex, Pick
from .scene.pick_files import EXPORT_FORMATS, export_picks, import_picks, read_picks, write_picks
from .scene.picked_view import PickedView
from .scene.relocation import location_now, relocated
from .scene.viewport import Viewport
from .scene.whole_file import write_whole

__all__ = (
    "DEFAULT_LIMIT_BYTES",
    "EXPORT_FORMATS",
    "KeptPick",
    "Landing",
    "Miss",
    "NearestEdge",
    "NearestVertex",
    "NoSceneError",
    "NoViewportError",
    "Pick",
    "PickOptions",
    "PickedView",
    "PickingRayError",
    "UnreadableError",
    "Viewport",
    "add_to_history",
    "cached_bytes",
    "camera_view",
    "cast_rays",
    "clear_history",
    "each_kept",
    "export_picks",
    "far_side",
    "find_object",
    "framed_view",
    "history",
    "history_texts",
    "import_picks",
    "is_in_view_layer",
    "kept_picks",
    "landings",
    "limit_cache",
    "load_history",
    "location_now",
    "original_element",
    "pick",
    "pick_all",
    "pick_as_dict",
    "read_picks",
    "record_pick",
    "release",
    "relocated",
    "remove_from_history",
    "rename_in_history",
    "unread_reasons",
    "viewport",
    "why_missed",
    "write_picks",
    "write_whole",
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


def landings(objects, directions, *, by_origin=False, viewport=None):
    """Where objects come to rest that move along a direction until they meet a face of something else.

    Parameters
    ----------
    objects : sequence of bpy.types.Object
        Of the active view layer. What moves with them, children and instances, is neither met by any of them nor left
        out of an object's shape.
    directions : (n, 3) float
        In world space, one for each object, of any length but zero; (0, 0, -1) is down.
    by_origin : bool
        Measure from the object's origin, not from its lowest points, or the middle between them.
    viewport : Viewport, optional
        Whose visibility to respect, but for its clipping, culling and wireframe shading.

    Returns
    -------
    list of Landing or None
        `distance` to move, `location` and `normal` of what is met, its `object_name`; None where nothing is.

    Raises
    ------
    ValueError
        If `directions` has another shape, numbers that are not finite, or a length of zero.
    """
    if viewport is not None:
        _arguments.checked_viewport(viewport)
    directions = _arguments.checked_directions(directions, len(objects))
    return _landings(objects, directions, by_origin=by_origin, viewport=viewport)


def far_side(pick, *, options=None):
    """Where a line into the picked surface, against its normal, comes out on the other side of the same object.

    Parameters
    ----------
    pick : Pick
    options : PickOptions, optional
        Of which only `geometry` matters: what is hidden or passed over by now is met as well.

    Returns
    -------
    (2, 3) float or None
        The picked place, where the object has it now, and the first place that the line meets behind it; the distance
        between them is the thickness. None where there is no other side, or what was hit has no surface or is gone.
    """
    return _far_side.far_side(pick, _arguments.checked_options(options))


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
    _history.forget_file()
    _lookup.forget()
