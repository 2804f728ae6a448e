"""What is picked only where nothing else is."""

import bpy


class ClickThrough:
    """The objects and collections that `PickOptions.click_through` names, as they are in the file now."""

    def __init__(self, keys):
        named = [one for one in bpy.data.collections if not {one.name, one.session_uid}.isdisjoint(keys)]
        collections = [inner for one in named for inner in (one, *one.children_recursive)]
        self._keys = {obj.session_uid for one in named for obj in one.all_objects}.union(keys)
        self._collection_uids = {one.session_uid for one in collections}

    def has(self, source, base):
        """Whether an instance is meant, of the original object `source`, placed by the object `base` or itself."""
        if any(not {obj.name, obj.session_uid}.isdisjoint(self._keys) for obj in (source, base)):
            return True
        placed = base.instance_collection if base.instance_type == "COLLECTION" else None
        return placed is not None and placed.session_uid in self._collection_uids
