"""Instances that are drawn alike: what that is, is worked out for the first of them alone.

Of a scene of 12,000 instances that takes half of the time of putting it together.
"""

from .components import has_nodes


class Alike:
    """The first `Instance` of each mesh that something places, of one walk over `Depsgraph.object_instances`."""

    def __init__(self):
        self._first = {}

    def first(self, key):
        """What is known of a key, or None."""
        return None if key is None else self._first.get(key)

    def note(self, key, instance):
        """Take an instance for the first, if it is drawn in the same shape wherever it stands."""
        if key is not None and instance.is_rigid:
            self._first[key] = instance


def alike_key(item, base, path_id, wires):
    """What is the same of entries that are drawn alike; None where what is drawn may depend on more.

    Parameters
    ----------
    item : bpy.types.DepsgraphObjectInstance
    base : bpy.types.Object
        The original of the view layer that it comes from.
    path_id : tuple of int
    wires
        `SharedWires.drawn` of it.

    Returns
    -------
    tuple or None
        With addresses of the evaluated data, good for one walk.
    """
    obj = item.object
    if not path_id or obj.type != "MESH" or (obj.field is not None and obj.field.type != "NONE"):
        # What force fields are drawn as depends on where they are.
        return None
    source = obj.original
    return (
        source.session_uid,
        # Of another object it is the same mesh each time; to ask Blender for it may change what is drawn.
        obj.data.as_pointer() if has_nodes(source) or source.type != "MESH" else None,
        base.session_uid,
        item.show_self,
        item.show_particles,
        wires,
    )


# They show what the view leaves of them, or follow other objects.
_CHANGES_WITH_PLACE = frozenset(("GPENCIL", "GREASEPENCIL"))


def is_rigid(obj, shape):
    """Whether an evaluated object is drawn in the same shape wherever it stands."""
    if obj.type in _CHANGES_WITH_PLACE or (obj.type == "EMPTY" and obj.empty_display_type == "IMAGE"):
        return False
    # Icons, and the axes that objects show besides, are made for one place.
    return not any(outline.in_world or outline.kind == "ICON" for outline in shape.outlines)
