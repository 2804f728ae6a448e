"""What the newest picks measure."""

from itertools import islice

from bpy.app.translations import pgettext_iface as iface_
from bpy.app.translations import pgettext_rpt as rpt_

from ..names import shown_name
from ..results import picks_of
from .kinds import KINDS, Measured
from .places import NOWHERE, anchored, as_text, matrix_of, surface_plane, to_world


class CannotMeasureError(Exception):
    """A sentence that says what is missing."""


def picks_for(key, scene, count=0):
    """The newest picks of a scene that this kind of measure takes, the oldest first.

    Parameters
    ----------
    key : str
        Of `KINDS`.
    scene : bpy.types.Scene
    count : int
        How many of them, where the kind takes any number; 0 for all since the last measure.

    Raises
    ------
    CannotMeasureError
        If there are too few.
    """
    kind = KINDS[key]
    if not kind.is_open_ended:
        newest = list(islice(picks_of(scene), kind.picks[1]))
    elif count:
        newest = list(islice(picks_of(scene), max(count, kind.picks[0])))
    else:
        newest = _since_last_measure(scene)
    missing = kind.picks[0] - len(newest)
    if missing > 0:
        sentence = rpt_("{kind} needs {count} picks: pick {missing} more")
        if kind.picks[0] == 1:
            sentence = rpt_("{kind} needs a pick: pick something first")
        raise CannotMeasureError(
            sentence.format(kind=iface_(kind.label), count=kind.picks[0], missing=missing)
        )
    return newest[::-1]


def anchored_places(key, picks):
    """The places a measure of this kind keeps, as `Anchored`s; not of a thickness, which takes a ray.

    Raises
    ------
    CannotMeasureError
        If what was picked has no face or surface.
    """
    last = picks[-1]
    if key == "FACE_AREA":
        if last.face_polygon is None:
            raise CannotMeasureError(
                rpt_("{name} has no face there: pick a face").format(name=shown_name(last))
            )
        return [anchored(last, last.face_polygon)]
    if key == "SURFACE_HEIGHT":
        surface = picks[-2]
        if surface.normal is None:
            sentence = rpt_("{name} has no surface there: pick a face first, then the place above it")
            raise CannotMeasureError(sentence.format(name=shown_name(surface)))
        return [anchored(last), anchored(surface, surface_plane(surface))]
    return [anchored(pick) for pick in picks]


def measured_now(key, anchors):
    """`Measured` of places that are not kept yet."""
    matrices, places = [], []
    for one in anchors:
        matrix = NOWHERE if one.object is None else matrix_of(one.object)
        matrices += [matrix] * len(one.places)
        places += one.places.tolist()
    return Measured(KINDS[key], to_world(matrices, places))


def pick_key(pick):
    """What a measure remembers of its newest pick."""
    return as_text(pick.location)


def _since_last_measure(scene):
    used = {measure.newest_pick for measure in scene.picking_ray_measures.kept}
    newest = []
    for pick in picks_of(scene):
        if pick_key(pick) in used:
            break
        newest.append(pick)
    return newest
