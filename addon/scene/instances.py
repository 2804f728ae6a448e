"""What the dependency graph draws, one row an instance, held as values."""

from dataclasses import replace
from functools import partial

from .alike import Alike, alike_key, is_rigid
from .alone import SURFACE_FOLLOWS, has_own_data, looks, stands_alone
from .boxes import drawn_boxes, leaves_subdivision, object_box
from .components import can_be_read, has_nodes, is_curve_component
from .hidden import entry_of, hidden_entries
from .instance import UNLISTED, Enumeration, Instance
from .instancers import Instancers
from .lookup import object_key
from .materials import culled_backs
from .modes import stale_reason
from .outlines import has_outlines
from .outlines.bounds import has_own_box
from .outlines.empties import is_image_in_back, is_image_in_front
from .outlines.volumes import unread_parts
from .placements import affine_matrix, placements
from .reasons import Reason
from .shapes import NOTHING


def enumerate_drawn(depsgraph, reader, visibility):
    """The `Enumeration` of an evaluated dependency graph.

    Parameters
    ----------
    depsgraph : bpy.types.Depsgraph
    reader : ShapeReader
        Asked for the shape of each.
    visibility : Visibility
        Says what is shown, and counts what is not.
    """
    walk = _Walk(depsgraph, reader, visibility, *placements(depsgraph))
    for order, item in enumerate(depsgraph.object_instances):
        walk.visit(order, item)
    walk.settle_pending()
    if walk.without_surface:
        for order, item in enumerate(depsgraph.object_instances):
            if order in walk.without_surface:
                walk.add(order, item, *walk.without_surface[order])
        walk.instances.sort(key=lambda one: one.order)
    if visibility.includes_hidden:
        for entry in hidden_entries(depsgraph, visibility):
            walk.visit_hidden(entry)
    return Enumeration(
        walk.instances,
        walk.matrices,
        walk.placing_uids,
        walk.looks,
        reader.volatile_uids,
        visibility.parts.images,
        walk.depends_on_time,
        visibility.parts.culls_by_material,
        walk.is_lasting,
    )


def drawn_alone(depsgraph, reader, visibility, obj, order):
    """The `Instance` of an original object that `stands_alone`, as it is drawn now; None if it is not, or not alone.

    `order` is that of its entry among the dependency graph's instances.
    """
    entry = entry_of(obj, depsgraph)
    if entry.stale or not stands_alone(obj):
        return None
    walk = _Walk(depsgraph, reader, visibility, {order: entry.matrix_world}, {})
    walk.visit(order, entry)
    walk.settle_pending()
    return walk.instances[0] if len(walk.instances) == 1 and walk.is_lasting else None


class _Walk:
    """The state of one enumeration of `depsgraph.object_instances`."""

    def __init__(self, depsgraph, reader, visibility, matrices, path_ids):
        self.instances = []
        self.without_surface = {}
        self.placing_uids = set()
        self.looks = {}
        self.depends_on_time = False
        self.is_lasting = True
        self.matrices = matrices
        self._path_ids = path_ids
        self._with_lines = set()
        self._with_surface = set()
        self._parts = set()
        self._depsgraph = depsgraph
        self._reader = reader
        self._visibility = visibility
        self._visited = {}
        self._instancers = Instancers()
        self._alike = Alike()
        self._pending = None

    def visit(self, order, item):
        obj = item.object
        source = obj.original
        base = item.parent.original if item.is_instance else source
        for one in (source, base):
            if one.session_uid not in self.looks:
                self.looks[one.session_uid] = (object_key(one), looks(one))
        path_id = self._path_ids[order] if item.is_instance else ()
        if path_id:
            self.placing_uids.update((source.session_uid, base.session_uid))
        self.depends_on_time |= obj.type == "MESH" and len(obj.particle_systems) > 0
        if self._is_own_surface(source, base, path_id):
            path_id = path_id[1:]
            self._parts.add(order)
            display_type = self._visibility.parts.display_type(item.object, base)
            has_box = display_type == "BOUNDS" and has_own_box(item.object)
            self._settle_surface(is_drawn=source.mode == "EDIT" or has_box)
        else:
            self.settle_pending()
            self._visited[base.session_uid, path_id] = source.session_uid
        reason = self._visibility.why_not(source, base, item)
        self._visibility.parts.follow_wires(base, item)
        if self._visibility.is_looked_through(source, item):
            return
        if is_curve_component(item) and reason is None:
            self.without_surface[order] = (base, path_id)
        elif obj.type in SURFACE_FOLLOWS:
            is_counted = reason is not None and self._visibility.counts(obj, self.matrices[order])
            self._pending = (order, base, path_id, reason, is_counted, has_nodes(obj))
        elif reason is None or obj.type != "META":
            # Of metaballs only the surface counts that a family shares, listed after the first of them.
            self._add_or_count(order, item, base, path_id, reason)

    def settle_pending(self):
        """Note the object visited last as one without a surface, if none has followed: a curve without a bevel."""
        if self._pending is None:
            return
        order, base, path_id, reason, is_counted, _ = self._pending
        self._pending = None
        if reason is not None:
            self._visibility.skipped[reason] += is_counted
        else:
            self.without_surface[order] = (base, path_id)

    def _settle_surface(self, is_drawn):
        """Note the object visited last, whose surface has followed, as one that has more: points, a box or lines.

        Points and a box of its own are drawn if it `is_drawn` itself; nodes may have given it lines.
        """
        if self._pending is not None:
            order, base, path_id, reason, _, may_have_lines = self._pending
            has_lines = may_have_lines and can_be_read()
            self._with_surface.add(order)
            if reason is None and (has_lines or is_drawn):
                self.without_surface[order] = (base, path_id)
            if reason is None and has_lines:
                self._with_lines.add(order)
        self._pending = None

    def _add_or_count(self, order, item, base, path_id, reason):
        if reason is not None:
            self._visibility.skip(reason, item.object, self.matrices[order])
        else:
            self.add(order, item, base, path_id)

    def visit_hidden(self, entry):
        """Take in what is not among the instances because it is hidden, a `HiddenEntry`; no update tag tells of it."""
        self.is_lasting = False
        source = entry.object.original
        reason = self._visibility.why_not(source, entry.base, entry)
        self._visibility.parts.follow_wires(entry.base, entry)
        if reason is not None:
            self._visibility.skip(reason, entry.object, entry.matrix_world)
        elif not self._visibility.is_looked_through(source, entry):
            self.add(UNLISTED, entry, entry.base, entry.path_id, entry)

    def add(self, order, item, base, path_id, hidden=None):
        """Append what an entry is drawn as; count it if that is nothing that can be picked."""
        obj = item.object
        placed = hidden.matrix_world if hidden else self.matrices[order]
        if not has_outlines(obj.type):
            self._visibility.skip(Reason.TYPE, obj, placed)
            return
        matrix_world = affine_matrix(placed)
        if matrix_world is None:
            # Blender draws nothing of an object that is nowhere.
            self.is_lasting = False
            return
        has_lines = hidden is None and (order in self._with_lines or is_curve_component(item))
        is_plain = hidden is None and not has_lines and order not in self._with_surface
        key = alike_key(item, base, path_id, self._visibility.parts.drawn_wires) if is_plain else None
        if (first := self._alike.first(key)) is not None:
            instance = first.placed(matrix_world, path_id, self._names(base, path_id, obj), order)
            self._append(instance, obj, placed)
            return
        if self._visibility.parts.is_only_boxes(obj, base):
            shape = NOTHING
        elif has_lines and not can_be_read():
            self._visibility.skip_unread()
            return
        elif has_lines:
            shape = self._component_shape(item, order, base, matrix_world)
        else:
            shape = self._reader.whole(obj, base, matrix_world, hidden)
        shown = self._shown(order, item, base, path_id, matrix_world, shape)
        if shown.is_empty:
            if not shape.is_empty:
                self._visibility.skip(Reason.TYPE, obj, placed)
            elif hidden and hidden.stale:
                self._visibility.skip(Reason.STALE, obj, placed)
        if shown.draws_nothing:
            return
        instance = self._instance(order, obj, matrix_world, base, path_id, shown)
        if hidden:
            instance = replace(instance, stale=hidden.stale or instance.stale)
        if not shown.is_empty:
            self._alike.note(key, instance)
        self._append(instance, obj, placed)

    def _shown(self, order, item, base, path_id, matrix_world, shape):
        """What of the shape of an entry is drawn, and what it shows besides."""
        obj, parts = item.object, self._visibility.parts

        def boxes():
            is_part = item.is_instance and not has_own_data(obj, self._depsgraph)
            return drawn_boxes(obj, self._depsgraph, is_part, self._is_subdivided(obj))

        shown = parts.shown_part(shape, item, base, matrix_world, boxes)
        if parts.shows_tracks(obj, base):
            # No update tag tells of a camera that it has been solved anew.
            self.is_lasting = False
        if not path_id and obj.type != "META" and order not in self._with_surface:
            # The surface of a curve is a mesh, which has none of its settings.
            owner = obj if obj.type == obj.original.type else obj.original.evaluated_get(self._depsgraph)

            def box():
                return object_box(owner, self._depsgraph, self._is_subdivided(owner))

            shown = shown.with_outlines(parts.shown_besides(owner, box, matrix_world))
        return shown

    def _append(self, instance, obj, placed):
        if self._visibility.ignores(instance):
            self._visibility.skip(Reason.FILTERED, obj, placed)
        else:
            self.instances.append(instance)

    def _names(self, base, path_id, obj):
        return self._instancers.names(base, path_id, obj.original) if path_id else ()

    def _is_own_surface(self, source, base, path_id):
        """A curve, text or metaball draws its surface as an instance of itself, listed after itself."""
        if not path_id:
            return False
        return self._visited.get((base.session_uid, path_id[1:])) == source.session_uid

    def _component_shape(self, item, order, base, matrix_world):
        """What curves are drawn as that geometry nodes made for an object, or for an instance of theirs."""
        path_id = self._path_ids[order] if item.is_instance else ()
        obj, source_uid = item.object, item.object.original.session_uid
        length = next(
            length
            for length in range(len(path_id) + 1)
            if self._visited.get((base.session_uid, path_id[len(path_id) - length :])) == source_uid
        )
        owner = obj.original.evaluated_get(self._depsgraph)
        shape = self._reader.component(obj, base, owner, path_id[: len(path_id) - length])
        if obj.mode != "EDIT" or is_curve_component(item):
            return shape
        return shape.with_outlines(self._reader.whole(obj, base, matrix_world, hidden=None).outlines)

    def _is_subdivided(self, obj):
        return leaves_subdivision(obj.original) and self._instancers.is_read_by_nodes(
            obj.original, self._depsgraph
        )

    def _instance(self, order, obj, matrix_world, base, path_id, shape):
        source = obj.original
        name, library, uid = object_key(source)
        base_name, base_library, base_uid = object_key(base)
        return Instance(
            object_name=name,
            object_uid=uid,
            library=library,
            matrix_world=matrix_world,
            is_instance=bool(path_id),
            persistent_id=path_id,
            instancer_path=self._names(base, path_id, obj),
            base_name=base_name,
            base_uid=base_uid,
            base_library=base_library,
            in_front=obj.show_in_front or is_image_in_front(obj) or self._visibility.parts.is_in_front(obj),
            culled_backs=self._visibility.parts.culls_by_material
            and culled_backs(obj, shape.hiding, partial(self._reader.polygon_materials, obj, base)),
            in_back=is_image_in_back(obj),
            shape=shape,
            order=order,
            stale=stale_reason(obj) or unread_parts(obj, shape.outlines),
            is_click_through=self._visibility.is_clicked_through(source, base),
            is_own_object=order == UNLISTED or has_own_data(obj, self._depsgraph),
            is_rigid=is_rigid(obj, shape),
        )
