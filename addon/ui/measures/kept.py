"""The measures that are kept with the scenes: where their places are now, and that they are drawn.

Read anew only after Blender has told of a change: in between all redraws, and all rows of the list, use the same.
"""

from uuid import uuid4

import bpy
from bpy.app.handlers import persistent

from ... import api
from ..overlay import measures as overlay
from .kinds import KINDS, Measured
from .places import NOWHERE, as_text, from_text, matrix_of, to_world
from .properties import ITEMS, PICKING_RAY_PG_measures

# By `session_uid` of the scene: the measures, and what is drawn of them.
_measured = {}
_drawn = {}
# Names the time between two files, in which a `session_uid` means one object.
_session = uuid4().hex


def measured(scene):
    """The scene's measures in the order of the list: `Measured`, or None where an object is gone."""
    found = _measured.get(scene.session_uid)
    # A script may have changed the list.
    if found is None or len(found) != len(scene.picking_ray_measures.kept):
        _drawn.pop(scene.session_uid, None)
        found = _measured[scene.session_uid] = _read(scene)
    return found


def object_names(scene, measure):
    """What the objects are called that a measure moves with, each once; an empty name stands for the world."""
    names = {}
    for place in measure.places:
        obj = _find(_reference(place), _is_current(scene)) if place.object_name else None
        names[obj.name if obj else place.object_name] = None
    return list(names)


def add(scene, name, kind, anchors, newest_pick):
    """Keep a measure of places, `Anchored`s, with the scene."""
    measures = scene.picking_ray_measures
    _renew(scene)
    measure = measures.kept.add()
    measure.name, measure.kind, measure.newest_pick = name, kind, newest_pick
    for one in anchors:
        for numbers in one.places:
            place = measure.places.add()
            place.place = as_text(numbers)
            if one.object is not None:
                _refer(place, one.object)
    measures.active = len(measures.kept) - 1
    update()


def update():
    """Read everything anew, and draw where there are measures: call this after each change of the lists."""
    _forget()
    is_needed = any(scene.picking_ray_measures.kept for scene in bpy.data.scenes)
    overlay.show(_to_be_drawn if is_needed else None)
    for handlers, handler in _while_needed():
        if is_needed and handler not in handlers:
            handlers.append(handler)
        elif handler in handlers and not is_needed:
            handlers.remove(handler)


def install(removals):
    bpy.types.Scene.picking_ray_measures = bpy.props.PointerProperty(type=PICKING_RAY_PG_measures)
    removals.callback(delattr, bpy.types.Scene, "picking_ray_measures")
    bpy.types.WindowManager.picking_ray_measure_kind = bpy.props.EnumProperty(
        name="Measure", description="What to measure", items=ITEMS
    )
    removals.callback(delattr, bpy.types.WindowManager, "picking_ray_measure_kind")
    removals.callback(_stop)
    handlers = bpy.app.handlers
    for some, handler in (
        (handlers.load_post, _on_load),
        (handlers.undo_post, _on_undo),
        (handlers.redo_post, _on_undo),
        (handlers.save_pre, _before_save),
    ):
        some.append(handler)
        removals.callback(some.remove, handler)
    # While an add-on is enabled it may not look at the file: the first redraw finds out whether there are measures.
    overlay.show(_look_first)


def _stop():
    overlay.show(None)
    for handlers, handler in _while_needed():
        if handler in handlers:
            handlers.remove(handler)
    _forget()


def _read(scene):
    matrices, places, kinds, known = [], [], [], {}
    is_current = _is_current(scene)
    for measure in scene.picking_ray_measures.kept:
        rows = [_row(place, is_current, known) for place in measure.places]
        kind = KINDS.get(measure.kind)
        if kind is None or None in rows or len(rows) < kind.place_count:
            kinds.append((None, 0))
            continue
        kinds.append((kind, len(rows)))
        matrices += [matrix for matrix, _ in rows]
        places += [place for _, place in rows]
    world = to_world(matrices, places)
    found, start = [], 0
    for kind, count in kinds:
        found.append(None if kind is None else Measured(kind, world[start : start + count]))
        start += count
    return found


def _row(place, is_current, known):
    """(matrix, place) of a place that is kept; None if its object is gone, or it cannot be read.

    `known` are the matrices that have been looked up, by what an object is referred to by.
    """
    numbers = from_text(place.place)
    reference = _reference(place)
    if numbers is None:
        return None
    if not reference[0]:
        return NOWHERE, numbers
    if reference not in known:
        obj = _find(reference, is_current)
        known[reference] = None if obj is None else matrix_of(obj)
    return None if known[reference] is None else (known[reference], numbers)


def _is_current(scene):
    """Whether the ids of objects that the scene's measures keep are those of this session."""
    return scene.picking_ray_measures.session == _session


def _reference(place):
    return place.object_name, place.library, place.object_uid


def _find(reference, is_current):
    """The live object, by its id, or by its name where the id is of another session; None if it is gone."""
    name, library, uid = reference
    library = library or None
    return api.find_object(name, library, uid) if is_current else bpy.data.objects.get((name, library))


def _refer(place, obj):
    place.object_name, place.object_uid = obj.name, obj.session_uid
    place.library = obj.library.filepath if obj.library else ""


def _renew(scene):
    """Bring what places keep of their objects up to date: names before a file is saved, ids after it is loaded."""
    if not scene.is_editable:
        return
    is_current = _is_current(scene)
    for measure in scene.picking_ray_measures.kept:
        for place in measure.places:
            obj = _find(_reference(place), is_current) if place.object_name else None
            if obj is not None:
                _refer(place, obj)
    scene.picking_ray_measures.session = _session


def _to_be_drawn(context):
    scene = context.scene
    if not scene.picking_ray_measures.are_shown:
        return None
    found = measured(scene)
    drawn = _drawn.get(scene.session_uid)
    if drawn is None:
        drawn = _drawn[scene.session_uid] = overlay.drawn(found)
    return drawn, scene.picking_ray_measures.active


def _look_first(context):
    update()
    return _to_be_drawn(context)


def _forget():
    for known in (_measured, _drawn):
        known.clear()


def _while_needed():
    handlers = bpy.app.handlers
    return (handlers.depsgraph_update_post, _on_update), (handlers.frame_change_post, _on_frame_change)


@persistent
def _on_update(*_args):
    _forget()


@persistent
def _on_frame_change(*_args):
    _measured.clear()
    _drawn.clear()


@persistent
def _on_undo(*_args):
    update()


@persistent
def _on_load(*_args):
    global _session
    _session = uuid4().hex
    _forget()
    for scene in bpy.data.scenes:
        _renew(scene)
    update()


@persistent
def _before_save(*_args):
    for scene in bpy.data.scenes:
        _renew(scene)
