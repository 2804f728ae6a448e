"""Which objects stand between an instance and the object of the view layer that it comes from.

Blender tells the outermost and the innermost object, and a number a level. What they number follows from how each
object makes its instances (blenkernel/intern/object_dupli.cc), whether it is shown itself or not.
"""

from collections import defaultdict

import bpy


class Instancers:
    """Looks up the objects between, and remembers what Blender was asked; good for one evaluation."""

    def __init__(self):
        self._known = {}
        self._objects = {}
        self._all_below = None
        self._uses = None
        self._named = {}

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
        if any(modifier.type == "NODES" for modifier in instancer.modifiers):
            yield from self._placed_by_nodes(instancer, numbers, source)
        if len(instancer.particle_systems):
            # Particles place no instances of instances; the other number is that of the particle system.
            yield source, ()
        if instancer.instance_type == "COLLECTION" and instancer.instance_collection is not None:
            objects = self._objects_of(instancer.instance_collection)
            if number < len(objects):
                yield objects[number], rest
        elif instancer.instance_type in ("VERTS", "FACES"):
            yield from ((child, rest) for child in self._below(instancer))

    def _placed_by_nodes(self, instancer, numbers, source):
        """The same of geometry nodes, whose instances of instances have a number a level and no object."""
        if source == instancer:
            yield source, ()
            return
        uid = instancer.session_uid
        if uid not in self._named:
            self._named[uid] = self._named_by_nodes(instancer)
        named = self._named[uid]
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
