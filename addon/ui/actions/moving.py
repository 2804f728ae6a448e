"""Objects moved and turned in world space as a hand would: parents take their children along, locks hold."""

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from mathutils import Matrix, Quaternion, Vector

from .hit import onto

_AXES = tuple((axis, axis, "") for axis in ("X", "Y", "Z", "-X", "-Y", "-Z"))


def movable(context, left_out=None):
    """The selected objects to be moved: not those that go along with a selected parent, nor what is `left_out`."""
    selected = [obj for obj in context.selected_editable_objects if obj != left_out]
    every = set(selected)
    return [obj for obj in selected if not _has_parent_in(obj, every)]


def refuse_to_move(operator, context, message):
    """Say why none of the selected objects is moved: the sentence given, or that they are linked."""
    if context.selected_objects and not context.selected_editable_objects:
        message = "Nothing to move: what is selected is linked and cannot be moved"
    operator.report({"WARNING"}, rpt_(message))
    return {"CANCELLED"}


def names_of(objects, most=3):
    """Names for a sentence, the first few of many."""
    names = ", ".join(obj.name for obj in objects[:most])
    return names if len(objects) <= most else f"{names}, ..."


def move(obj, by_world):
    """Take an object through a (4, 4) motion of the world; its locked channels stay."""
    location, rotation = obj.location.copy(), obj.rotation_euler.copy()
    obj.matrix_world = by_world @ obj.matrix_world
    for axis in range(3):
        if obj.lock_location[axis]:
            obj.location[axis] = location[axis]
        if obj.lock_rotation[axis] and obj.rotation_mode not in ("QUATERNION", "AXIS_ANGLE"):
            obj.rotation_euler[axis] = rotation[axis]


def turn_about(pivot, rotation):
    """The motion that turns the world about a place."""
    return Matrix.Translation(pivot) @ rotation.to_matrix().to_4x4() @ Matrix.Translation(-Vector(pivot))


def rotation_onto(obj, axis, normal, keeps_spin):
    """The rotation in world space that brings an axis of an object onto a normal.

    With `keeps_spin` the shortest one; else the object ends as if it had stood unturned before.
    """
    sign, number = (-1.0 if axis.startswith("-") else 1.0), "XYZ".index(axis[-1])
    linear, target = obj.matrix_world.to_3x3(), Vector(normal)
    current = sign * linear.col[number]
    if current.length == 0.0:
        return Quaternion()
    shortest = current.rotation_difference(target)
    if keeps_spin:
        return shortest
    # About the normal, by what is left of the angle of another axis: a mirrored object keeps its first axis so.
    other = (number + 1) % 3
    across = shortest @ linear.col[other]
    wanted = onto(target, sign * Matrix.Identity(3)[number]) @ Matrix.Identity(3)[other]
    across -= across.project(target)
    if across.length == 0.0:
        return shortest
    angle = across.angle(wanted)
    if across.cross(wanted).dot(target) < 0.0:
        angle = -angle
    return Quaternion(target, angle) @ shortest


def _has_parent_in(obj, objects):
    parent = obj.parent
    while parent is not None:
        if parent in objects:
            return True
        parent = parent.parent
    return False


def has_selection_to_move(cls, context):
    """The part of a poll that asks for something to move, and says so."""
    if context.mode != "OBJECT":
        cls.poll_message_set("Moving objects needs Object Mode")
        return False
    if not context.view_layer.objects.selected:  # 100 times as quick as the list of them
        cls.poll_message_set("Select the objects to move first")
        return False
    return True


def axis_property():
    return bpy.props.EnumProperty(
        name="Axis",
        description="Which axis of the objects points along the normal",
        items=_AXES,
        default="Z",
    )
