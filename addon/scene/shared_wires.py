"""Before 4.4 the instances of a mesh take the edges, or none, that the first of them is drawn with.

Blender keeps them until an instance comes whose instancer has other flags: it is selected and others are not, say. See
OVERLAY_duplidata_get and OVERLAY_wireframe_cache_populate in Blender 4.3.
"""

from collections import Counter

import bpy

from .modes import is_edited_mesh
from .placements import is_flat

IS_SHARED = bpy.app.version < (4, 4)
# What of the edges of a mesh is drawn.
ALL, LOOSE, NONE = "ALL", "LOOSE", "NONE"


class SharedWires:
    """Follows the instances that a viewport shows of a view layer, in the order that Blender draws them in.

    `drawn` says which edges those of the last one are: ALL, LOOSE or NONE; None where it has its own.
    """

    def __init__(self, view_layer, viewport):
        self._view_layer = view_layer
        self._viewport = viewport
        self._kept = {}
        self._flags = {}
        self._in_collections = None
        self.drawn = None

    def follow(self, item, base, display_type, has_wires):
        """Take an entry of `Depsgraph.object_instances`; `has_wires` says whether it has them if it is the first.

        `base` is the original of the object of the view layer that it comes from.
        """
        self.drawn = None
        if self._viewport is None or not self._is_shown_instance(item, base):
            return
        key = item.object.original.session_uid, item.object.data.as_pointer()
        flags = self._flags_of(base)
        kept_flags, drawn = self._kept.get(key, (None, NONE))
        # Bounds change nothing but whose flags were the last.
        if flags != kept_flags and display_type != "BOUNDS":
            drawn = ALL if has_wires else LOOSE
        self._kept[key] = flags, drawn
        # Of faces that are flattened it draws no edges then.
        is_lost = drawn == ALL and display_type == "WIRE" and is_flat(item.matrix_world)
        self.drawn = LOOSE if is_lost else drawn

    def _is_shown_instance(self, item, base):
        obj = item.object
        if not item.is_instance or obj.type != "MESH" or not item.show_self or is_edited_mesh(obj):
            return False
        shown_uids = self._viewport.shown_uids
        is_shown = shown_uids is None or base.session_uid in shown_uids
        return is_shown and "MESH" not in self._viewport.hidden_types

    def _flags_of(self, base):
        """Those flags of the base of an object by which two that are shown can differ."""
        uid = base.session_uid
        if uid not in self._flags:
            if self._in_collections is None:
                self._in_collections = Counter(_collection_flags(self._view_layer.layer_collection))
            self._flags[uid] = (
                base.select_get(view_layer=self._view_layer),
                not base.hide_select and self._in_collections[uid, "hide_select"] > 0,
                not base.hide_render and self._in_collections[uid, "hide_render"] > 0,
                self._in_collections[uid, "holdout"] > 0,
                self._in_collections[uid, "indirect_only"] > 0,
            )
        return self._flags[uid]


def _collection_flags(layer, hidden=frozenset()):
    """Yield (`session_uid`, name) of what a flag of a collection, and of those around it, lets an object be."""
    if layer.exclude:
        return
    collection = layer.collection
    hidden = hidden | {name for name in ("hide_select", "hide_render") if getattr(collection, name)}
    names = {"hide_select", "hide_render"} - hidden
    names |= {name for name in ("holdout", "indirect_only") if getattr(layer, name)}
    for obj in collection.objects:
        yield from ((obj.session_uid, name) for name in names)
    for child in layer.children:
        yield from _collection_flags(child, hidden)
