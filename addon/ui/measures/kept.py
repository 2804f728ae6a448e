"""The measures that are kept with the scenes: where their places are now, and that they are drawn.

Read anew only after Blender has told of a change: in between all redraws, and all rows of the list, use the same.
"""

from collections import Counter

import bpy
import numpy as np
from bpy.app.handlers import persistent

from ..overlay import measures as overlay
from .kinds import KINDS, Measured
from .places import from_text
from .properties import ITEMS, PICKING_RAY_PG_measures

_NOWHERE = np.eye(4)

# By `session_uid` of the scene: the measures, and what is drawn of them.
_measured = {}
_drawn = {}
# By `session_uid` of the scene: those of its objects. A new frame changes where they are, not which there are.
_members = {}


def measured(scene, view_layer):
    """The scene's measures in the order of the list: `Measured`, or None where an object is gone."""
    found = _measured.get(scene.session_uid)
    # A script may have changed the list.
    if found is None or len(found) != len(scene.picking_ray_measures.kept):
        _drawn.pop(scene.session_uid, None)
        found = _measured[scene.session_uid] = _read(scene, view_layer)
    return found


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
        (handlers.load_post, _on_replaced_data),
        (handlers.undo_post, _on_replaced_data),
        (handlers.redo_post, _on_replaced_data),
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


def _read(scene, view_layer):
    """In one product for all places, since a product for each would take most of the time."""
    matrices, places, kinds = [], [], []
    for measure in scene.picking_ray_measures.kept:
        rows = [_row(place, scene, view_layer) for place in measure.places]
        kind = KINDS.get(measure.kind)
        if kind is None or None in rows or len(rows) < kind.place_count:
            kinds.append((None, 0))
            continue
        kinds.append((kind, len(rows)))
        matrices += [matrix for matrix, _ in rows]
        places += [place for _, place in rows]
    if places:
        affine = np.array(matrices, dtype=np.float64)
        world = np.einsum("nij,nj->ni", affine[:, :3, :3], np.array(places)) + affine[:, :3, 3]
        places = list(map(tuple, world.tolist()))
    found, start = [], 0
    for kind, count in kinds:
        found.append(None if kind is None else Measured(kind, places[start : start + count]))
        start += count
    return found


def _row(place, scene, view_layer):
    """(matrix, place) of a place that is kept; None if its object is gone, or it cannot be read."""
    numbers = from_text(place.place)
    obj = place.object
    if obj is None:
        return None if numbers is None or place.object_name else (_NOWHERE, numbers)
    # A deleted object lives on for as long as a measure refers to it, in no scene.
    is_there = obj.visible_get(view_layer=view_layer) or obj.session_uid in _members_of(scene)
    return (obj.matrix_world, numbers) if is_there and numbers is not None else None


def _members_of(scene):
    found = _members.get(scene.session_uid)
    if found is None:
        found = _members[scene.session_uid] = {obj.session_uid for obj in scene.objects}
    return found


def _look_first(context):
    update()
    return _to_be_drawn(context)


def _to_be_drawn(context):
    scene = context.scene
    if not scene.picking_ray_measures.are_shown:
        return None
    found = measured(scene, context.view_layer)
    drawn = _drawn.get(scene.session_uid)
    if drawn is None:
        drawn = _drawn[scene.session_uid] = overlay.drawn(found)
    return drawn, scene.picking_ray_measures.active


def _forget():
    for known in (_measured, _drawn, _members):
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
def _on_replaced_data(*_args):
    update()


@persistent
def _before_save(*_args):
    """Let go of objects that nothing but measures refers to: the user deleted them, and they would stay in the file."""
    references = [
        (place, place.object)
        for scene in bpy.data.scenes
        if scene.is_editable
        for measure in scene.picking_ray_measures.kept
        for place in measure.places
        if place.object is not None
    ]
    counts = Counter(obj.session_uid for _, obj in references)
    deleted = {obj.session_uid for _, obj in references if obj.users == counts[obj.session_uid]}
    for place, obj in references:
        if place.object_name != obj.name:
            place.object_name = obj.name
        if obj.session_uid in deleted:
            place.object = None
