"""Which objects stand between an instance and the object of the view layer that it comes from.

Blender tells the outermost and the innermost object, and a number a level. What they number follows from how each
object makes its instances (blenkernel/intern/object_dupli.cc), whether it is shown itself or not.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import bpy


class _Ways(NamedTuple):
    """How an object makes instances.

    `named` are the objects that its nodes can take geometry from, None without any; `members` those of the collection
    that it places, by number; `children` those that it places at its vertices or faces.
    """

    named: list | None
    has_particles: bool
    members: Sequence
    children: Sequence


class Instancers:
    """Looks up the objects between, and remembers what Blender was asked; good for one evaluation."""

    def __init__(self):
        self._known = {}
        self._objects = {}
        self._all_below = None
        self._uses = None
        self._ways = {}
        self._read_uids = None

    def names(self, base, path_id, source):
        """Names of the instancers, outermost first.

        Parameters
        ----------
        base, source : bpy.types.Object
            Originals: the object of the view layer, and what is placed.
        path_id : tuple of int
            `persistent_id`, innermost first; not empty.

        Returns
        -------
        tuple of str
            The name of `base` alone where no way of instancing gives this id.
        """
        # Siblings, which differ in the innermost number, have the same instancers.
        key = (base.session_uid, path_id[1:], source.session_uid)
        if key not in self._known:
            between = self._between(base, tuple(reversed(path_id)), source) or ()
            self._known[key] = (base.name, *(obj.name for obj in between))
        return self._known[key]

    def is_read_by_nodes(self, source, depsgraph):
        """Whether geometry nodes of an evaluated object can take the geometry of an original one."""
        if self._read_uids is None:
            hosts = (
                obj
                for obj in bpy.data.objects
                if any(one.type == "NODES" and one.show_viewport for one in obj.modifiers)
                and obj.evaluated_get(depsgraph).is_evaluated
            )
            self._read_uids = {obj.session_uid for host in hosts for obj in self._ways_of(host).named}
        return source.session_uid in self._read_uids

    def _between(self, instancer, numbers, source):
        """Objects between, of numbers outermost first; None if the instancer cannot have placed the source."""
        for placed, rest in self._placed(instancer, numbers, source):
            if not rest:
                if placed == source:
                    return ()
                continue
            inner = self._between(placed, rest, source)
            if inner is not None:
                return (placed, *inner)
        return None

    def _placed(self, instancer, numbers, source):
        """Objects that an instancer may have placed, each with the numbers left for what they place themselves."""
        number, rest = numbers[0], numbers[1:]
        ways = self._ways_of(instancer)
        if ways.named is not None:
            yield from self._placed_by_nodes(instancer, ways.named, numbers, source)
        if ways.has_particles:
            # Particles place no instances of instances; the other number is that of the particle system.
            yield source, ()
        if number < len(ways.members):
            yield ways.members[number], rest
        yield from ((child, rest) for child in ways.children)

    def _ways_of(self, instancer):
        ways = self._ways.get(instancer.session_uid)
        if ways is None:
            has_nodes = any(modifier.type == "NODES" for modifier in instancer.modifiers)
            kind, collection = instancer.instance_type, instancer.instance_collection
            ways = self._ways[instancer.session_uid] = _Ways(
                self._named_by_nodes(instancer) if has_nodes else None,
                len(instancer.particle_systems) > 0,
                self._objects_of(collection) if kind == "COLLECTION" and collection is not None else (),
                self._below(instancer) if kind in ("VERTS", "FACES") else (),
            )
        return ways

    def _placed_by_nodes(self, instancer, named, numbers, source):
        """The same of geometry nodes, whose instances of instances have a number a level and no object."""
        if source == instancer:
            yield source, ()
            return
        if source in named:
            yield source, ()
        for other in named:
            yield from ((other, numbers[length:]) for length in range(1, len(numbers)))

    def _objects_of(self, collection):
        uid = collection.session_uid
        if uid not in self._objects:
            self._objects[uid] = list(collection.all_objects)
        return self._objects[uid]

    def _below(self, parent):
        """Children of an object, and theirs."""
        if self._all_below is None:
            self._all_below = defaultdict(list)
            for obj in bpy.data.objects:
                above = obj.parent
                while above is not None:
                    self._all_below[above.session_uid].append(obj)
                    above = above.parent
        return self._all_below[parent.session_uid]

    def _named_by_nodes(self, instancer):
        """Objects that its node groups can take geometry from, those in collections as well."""
        if self._uses is None:
            self._uses = defaultdict(list)
            types = {"NODETREE", "OBJECT", "COLLECTION"}
            for used, users in bpy.data.user_map(key_types=types, value_types={"NODETREE", "OBJECT"}).items():
                for user in users:
                    self._uses[user.session_uid].append(used)
        found, seen, waiting = {}, set(), [instancer]
        while waiting:
            for used in self._uses[waiting.pop().session_uid]:
                if isinstance(used, bpy.types.Object):
                    found[used.name_full] = used
                elif isinstance(used, bpy.types.Collection):
                    found.update((obj.name_full, obj) for obj in self._objects_of(used))
                elif used.session_uid not in seen:
                    seen.add(used.session_uid)
                    waiting.append(used)
        return [found[name] for name in sorted(found)]
