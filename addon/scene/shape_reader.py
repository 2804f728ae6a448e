"""The shapes of evaluated objects, read when they are asked for and kept until they change."""

from functools import partial

from .components import component_outlines
from .hidden import mesh_content
from .materials import polygon_materials
from .modes import hides_faces, hiding_mesh, is_edited_mesh, is_live, live_state
from .outlines import icon_outlines, is_icon, outline_placement, read_outlines
from .outlines.drawings import TYPES as STROKE_TYPES
from .outlines.ghosts import ghost_frames, is_edited_in_many_frames
from .outlines.strokes import MODES_WITH_ELEMENTS, ghost_outlines
from .outlines.wires import read_wires
from .shapes import NO_FACES, Shape, read_hidden_parts, read_parts

# No update tag of geometry tells what is selected in them.
_READ_ANEW_IN_EDIT_MODE = frozenset(
    ("ARMATURE", "CURVE", "CURVES", "GPENCIL", "GREASEPENCIL", "LATTICE", "META", "SURFACE")
)


class ShapeReader:
    """Reads the shapes of the objects of one dependency graph; `geometry` is as in `PickOptions`.

    What it has asked the store for is kept there until `keep_only_read`. `volatile_uids` are the objects whose shape
    may change without an update tag.
    """

    def __init__(self, depsgraph, store, parts, geometry):
        self._depsgraph = depsgraph
        self._store = store
        self._parts = parts
        self._geometry = geometry
        self._painted = hiding_mesh(depsgraph)
        self._scene_key = (depsgraph.scene.original.session_uid, depsgraph.view_layer.name)
        self.keys = set()
        self.volatile_uids = set()

    def keep_only_read(self, others=()):
        """Drop from the store what it holds of the same view layer beyond what was read, by this or by `others`."""
        self._store.keep_only(self._scene_key, self.keys.union(*others))

    def whole(self, obj, base, matrix_world, hidden):
        """The shape of an evaluated object, with wires where they are drawn; of a hidden metaball also its surface."""
        icon = ()
        if is_icon(obj.type) and (obj.is_evaluated or obj.type != "META"):
            icon = icon_outlines(obj, self._depsgraph.scene, matrix_world)
        if is_icon(obj.type) and not (hidden and obj.type == "META"):
            return Shape(NO_FACES, icon)
        parts = self._read(obj, base, read_hidden_parts if hidden else read_parts, matrix_world=matrix_world)
        outlines = partial(read_outlines, obj, self._geometry, self._depsgraph, matrix_world)
        shape = parts.shape(outlines, self._parts.wants_only_faces).with_outlines(icon)
        if obj.type in STROKE_TYPES:
            return shape.with_outlines(self._other_frames(obj, base, matrix_world))
        threshold = self._parts.wire_threshold(obj, base)
        if obj.type != "MESH" or not shape.has_faces or threshold is None:
            return shape
        if is_edited_mesh(obj) and self._geometry != "EVALUATED":
            # All edges are there.
            return shape
        return shape.with_outlines(self._read(obj, base, partial(read_wires, threshold=threshold), threshold))

    def _other_frames(self, obj, base, matrix_world):
        """The strokes of other frames that an evaluated grease pencil object shows; no update tag tells of all."""
        scene = self._depsgraph.scene
        are_edited = is_edited_in_many_frames(obj, scene)
        if not (are_edited or self._parts.shows_onion_skins(obj, base)):
            return ()
        self.volatile_uids.add(obj.original.session_uid)
        frames = ghost_frames(obj, scene)
        # Since 4.3 there are no lines of them instead.
        has_areas = obj.type == "GPENCIL" or not self._parts.is_drawn_by_lines(obj, base)

        def read_ghosts(obj, **_settings):
            return ghost_outlines(obj, frames, are_edited, has_areas, matrix_world)

        variant = (frames, are_edited, has_areas)
        return self._read(obj, base, read_ghosts, *variant, matrix_world=matrix_world) if frames else ()

    def component(self, obj, base, owner, path_id):
        """The shape of curves that geometry nodes made; owner and path as in `component_outlines`."""

        def read_component(_obj, **_settings):
            return Shape(NO_FACES, component_outlines(owner, path_id))

        return self._read(obj, base, read_component)

    def polygon_materials(self, obj, base):
        """As `materials.polygon_materials`."""
        return self._read(obj, base, polygon_materials)

    def _read(self, obj, base, read, *variant, matrix_world=None):
        """What `read` makes of an evaluated object, kept for its mesh and the `variant`.

        What follows it where it is drawn takes the `matrix_world`: while the instances are walked the object does not
        always say it.
        """
        data, source = obj.data, obj.original
        without_hidden = obj.type == "MESH" and hides_faces(obj, self._painted)
        read_now = partial(
            read, geometry=self._geometry, depsgraph=self._depsgraph, without_hidden=without_hidden
        )
        if obj.mode in MODES_WITH_ELEMENTS and obj.type in _READ_ANEW_IN_EDIT_MODE:
            self.volatile_uids.add(source.session_uid)
            return read_now(obj)
        variant = variant or (read.__name__,)
        if not obj.is_evaluated:
            return self._read_original(obj, read_now, without_hidden, variant)
        placement = outline_placement(obj, self._depsgraph.scene, matrix_world)
        if is_live(obj) or (placement and obj.type in STROKE_TYPES):
            self.volatile_uids.add(source.session_uid)
        key = (self._scene_key, data.as_pointer(), data.original.session_uid, placement, *variant)
        if obj.type in ("ARMATURE", "LATTICE"):
            # The pose and what modifiers make of a lattice belong to the object.
            key = (*key, source.session_uid)
        if obj.type == "MESH":
            key = (*key, self._geometry, without_hidden, live_state(obj))
            if self._geometry != "EVALUATED" or is_edited_mesh(obj):
                key = (*key, source.session_uid)
        self.keys.add(key)
        sources = [data.original.session_uid, source.session_uid, base.session_uid]
        if source.data is not None:
            sources.append(source.data.session_uid)
        return self._store.fetch(key, obj, sources, read_now)

    def _read_original(self, obj, read_now, without_hidden, variant):
        """No update tag tells of a change to what Blender does not evaluate: its content must, where it is all."""
        is_all = self._geometry != "CAGE" and not without_hidden and variant != (polygon_materials.__name__,)
        content = mesh_content(obj) if is_all else None
        if content is None:
            return read_now(obj)
        key = (self._scene_key, obj.session_uid, content, self._geometry, *variant)
        self.keys.add(key)
        return self._store.fetch(key, obj, (), read_now)
