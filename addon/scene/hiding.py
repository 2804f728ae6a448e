"""Which of the lines and points near a pixel are seen there."""

import bpy
import numpy as np

from .clipping import culling, viewport_rays
from .front_face import FrontFace
from .nearby import at_rims, nearby_elements, places_beside
from .pixel_search import Search
from .veils import is_veiled, is_wireframe

# How much nearer to the viewer, in parts of its distance, a face must be to hide a line. Blender moves lines
# towards the viewer as well, so that those of a surface are not lost in it.
_HIDING_BIAS = 1e-5
# The same of the edges of surfaces in a perspective view; see overlay_wireframe_vert.glsl.
_WIRE_HIDING_BIAS = 1.25e-3
# Before 4.4 what is In Front hides nothing in a wireframe, not even what else of it is.
_HIDES_IN_FRONT = bpy.app.version >= (4, 4)
# Of many lines near a pixel, how many are asked first whether they are hidden, and how many times more each time after.
_FIRST_LOOKED_AT, _GROWTH = 1, 2
# Of lines hidden where they are nearest to a pixel, how many are asked whether they are seen beside it.
_LINES_FOLLOWED = 8


def seen_elements(viewport, pixel_px, ray, options, snapshot, hits, rows, *, every):
    """Of each kind of each instance near a pixel the `Nearby` that is seen there.

    What is hidden comes instead only where nothing of its kind is seen. In a wireframe it is not drawn at all. Unless
    `every` is wanted, what is sure to rank behind another that is seen is left out, and not asked for. The `rows` of
    `hits` are those of the ray.
    """
    if options.see_through or viewport.is_xray:
        firsts = [group[0] for group in nearby_elements(viewport, pixel_px, ray, options, snapshot, most=1)]
        if options.see_through or not any(_is_opaque(snapshot, one, options) for one in firsts):
            return firsts
    groups = nearby_elements(viewport, pixel_px, ray, options, snapshot)
    if not groups:
        return []
    front = FrontFace.met(snapshot, ray, hits, rows)
    seen, asked = {}, set()
    rivals = _Rivals(snapshot, options, groups)
    waiting, count = sorted(range(len(groups)), key=rivals.best), len(groups) if every else 1
    while waiting:
        some = {number: groups[number] for number in waiting[:count]}
        seen |= _seen_of(viewport, pixel_px, ray, options, snapshot, front, some)
        asked |= some.keys()
        waiting, count = waiting[count:], 2 * count
        if waiting and not every:
            waiting = [number for number in waiting if not rivals.are_behind(number, seen)]
    numbers = sorted(seen if viewport.shading == "WIREFRAME" else asked)
    return [seen.get(number, groups[number][0]._replace(is_hidden=True)) for number in numbers]


class _Rivals:
    """How groups of `Nearby`, each of one kind of an instance and the nearest to the pixel first, rank by `ranked`."""

    def __init__(self, snapshot, options, groups):
        self._first = [group[0] for group in groups]
        self._with_vertices = {one.instance_index for one in self._first if one.kind == "VERTEX"}
        # They rank by depth, or change how others do.
        self._have_areas = any(one.is_surface for group in groups for one in group)
        instances = [snapshot.instances[one.instance_index] for one in self._first]
        layers = [0 if options.true_depth else int(one.in_front) for one in instances]
        self._layers = [(one.is_click_through, -layer) for one, layer in zip(instances, layers, strict=True)]

    def best(self, number):
        """What no member of a group ranks before."""
        return *self._layers[number], self._first[number].distance_px

    def are_behind(self, number, seen):
        """Whether all members of a group surely rank behind one of those `seen`, by number of the group."""
        # Lines come after vertices that are farther.
        if self._have_areas or self._first[number].kind == "VERTEX":
            return False
        return any(
            (one.kind == "VERTEX" or one.instance_index not in self._with_vertices)
            and (*self._layers[other], one.distance_px) < self.best(number)
            for other, one in seen.items()
        )


def _seen_of(viewport, pixel_px, ray, options, snapshot, front, groups):
    """By number the `Nearby` of each group that is seen near the pixel, where there is one."""
    seen = _first_seen(viewport, options, snapshot, front, groups)
    # A line may go on from where it is nearest to where it is seen, as over the rim of a surface.
    beside = {
        number: places_beside(viewport, pixel_px, ray, options, group[:_LINES_FOLLOWED])
        for number, group in groups.items()
        if number not in seen
    }
    seen |= _first_seen(viewport, options, snapshot, front, beside)
    rims = {
        number: at_rims(viewport.view, pixel_px, group[:_LINES_FOLLOWED])
        for number, group in groups.items()
        if number not in seen
    }
    return seen | {
        number: groups[number][0] for number in _first_seen(viewport, options, snapshot, front, rims)
    }


def _first_seen(viewport, options, snapshot, front, groups):
    """By number the first `Nearby` of each group that is not hidden, where there is one."""
    seen = {}
    start, count = 0, _FIRST_LOOKED_AT
    while True:
        part = [
            (number, one)
            for number, group in groups.items()
            if number not in seen
            for one in group[start : start + count]
        ]
        if not part:
            return seen
        is_hidden = _are_hidden(viewport, options, snapshot, front, [one for _, one in part])
        for (number, one), hidden in zip(part, is_hidden, strict=True):
            if not hidden:
                seen.setdefault(number, one)
        start, count = start + count, _GROWTH * count


def _are_hidden(viewport, options, snapshot, front, near):
    """(n,) whether a face, or an area of another instance, lies before each of `Nearby`."""
    locations = np.array([one.location for one in near])
    pixels_px = viewport.view.project(locations)[0]
    rays = viewport_rays(viewport, pixels_px, options)
    reaches = np.einsum("nc,nc->n", locations - rays.origins, rays.directions)
    is_wire = np.array([one.kind == "EDGE" for one in near]) & (not viewport.view.is_orthographic)
    limits = reaches - np.where(is_wire, _WIRE_HIDING_BIAS, _HIDING_BIAS) * np.abs(reaches)
    limits -= [one.lift for one in near]
    instances = [snapshot.instances[one.instance_index] for one in near]
    rays_before = rays.clipped(limits)
    is_hidden = np.zeros(len(near), dtype=bool)
    if front is not None:
        is_hidden |= [_may_faces_hide(viewport, snapshot, one, options, front.instance_index) for one in near]
        is_hidden &= front.hides(rays_before)
    others = np.flatnonzero(~is_hidden)
    if len(others) and snapshot.has_faces:
        asked = [near[row] for row in others.tolist()]
        is_hidden[others] = _meet_faces(viewport, snapshot, rays_before.take(others), asked, options)
    shows_through = [_shows_through(viewport, snapshot, one, options) for one in near]
    is_hidden &= np.logical_not(shows_through)
    if not (snapshot.covering or snapshot.veiled):
        return is_hidden
    for row, one in enumerate(near):
        if not (is_hidden[row] or shows_through[row]):
            search, limit = Search(viewport, pixels_px[row], rays.take([row]), options), limits[row]
            is_hidden[row] = _is_covered(viewport, snapshot, search, limit, instances[row], options)
            is_hidden[row] |= is_veiled(snapshot, search, limit, one, options)
    return is_hidden


def _is_opaque(snapshot, one, options):
    """Whether a `Nearby` is hidden in X-ray too, behind what is not In Front: a stroke that no overlay draws."""
    instance = snapshot.instances[one.instance_index]
    is_in_front = instance.in_front and not options.true_depth
    return one.kind == "STROKE" and not (one.shows_through or is_in_front or is_wireframe(one, instance))


def _shows_through(viewport, snapshot, one, options):
    return one.shows_through or (viewport.is_xray and not _is_opaque(snapshot, one, options))


def _is_covered(viewport, snapshot, search, limit, instance, options):
    """Whether an area of another instance hides what lies at `limit` of the ray of a search."""
    return any(
        _may_area_hide(viewport, snapshot, instance, options, index) and search.is_covered(limit, other)
        for index in snapshot.covering.intersection(search.surroundings.outlines(snapshot.outlines))
        if (other := snapshot.instances[index]) is not instance
    )


def _may_area_hide(viewport, snapshot, instance, options, index):
    """Whether what is drawn of an instance is hidden behind areas of another; in X-ray bones are seen through."""
    if viewport.is_xray and "BONE" in {one.kind for one in snapshot.instances[index].shape.outlines}:
        return False
    is_together = options.true_depth or not viewport.is_xray or not snapshot.in_front[index]
    return is_together and _may_hide(snapshot, instance, options, index)


def _may_hide(snapshot, instance, options, index):
    """Whether what is drawn of an instance is hidden behind those of these numbers, one or (n,)."""
    is_over = snapshot.in_front[index] | (options.true_depth or not instance.in_front)
    return is_over & (instance.is_click_through | ~snapshot.is_click_through[index])


def _may_faces_hide(viewport, snapshot, one, options, index):
    """The same of faces and a `Nearby`. In a wireframe and in X-ray those In Front leave to be seen what is not.

    In a wireframe they hide what is drawn together with them, but for images.
    """
    instance = snapshot.instances[one.instance_index]
    may_hide = _may_hide(snapshot, instance, options, index)
    if not _keeps_layers_apart(viewport, options):
        return may_hide
    is_together = snapshot.in_front[index] == instance.in_front
    is_seen = instance.in_front and (one.kind == "IMAGE" or not _HIDES_IN_FRONT)
    return may_hide & is_together & (not is_seen)


def _keeps_layers_apart(viewport, options):
    return (viewport.shading == "WIREFRAME" or viewport.is_xray) and not options.true_depth


def _is_hidden_by_all(viewport, snapshot, instance, options):
    """Whether it is hidden behind faces of any instance; then nothing needs to be asked of each."""
    is_below = options.true_depth or not instance.in_front or snapshot.are_all_in_front
    if _keeps_layers_apart(viewport, options):
        is_below = not instance.in_front and not snapshot.are_some_in_front
    return is_below and (instance.is_click_through or not snapshot.are_some_clicked_through)


def _meet_faces(viewport, snapshot, rays, near, options):
    """(k,) True for rays that meet a face that may hide their one of `Nearby`."""
    meets = np.zeros(len(rays), dtype=bool)
    instances = [snapshot.instances[one.instance_index] for one in near]
    by_any = [_is_hidden_by_all(viewport, snapshot, instance, options) for instance in instances]
    culls = culling(viewport, options, snapshot)
    plain = np.flatnonzero(by_any)
    if len(plain):
        meets[plain] = snapshot.hiding.any(rays.take(plain), cull_backfaces=culls)
    for row, one in enumerate(near):
        if not by_any[row]:
            hits = snapshot.hiding.all(rays.take([row]), cull_backfaces=culls)
            meets[row] = _may_faces_hide(viewport, snapshot, one, options, hits.instance_index).any()
    return meets
