"""Which of the scene's objects a viewport shows, and why not the others."""

from collections import Counter
from dataclasses import replace

import bpy
import numpy as np

from .cage import is_what_is_drawn
from .click_through import ClickThrough
from .lookup import object_key
from .modes import is_edited_mesh
from .options import EVERY_KIND
from .outlines import is_icon, particles
from .outlines.besides import lines_besides
from .outlines.empties import is_nested_instancer
from .outlines.force_fields import field_outlines
from .outlines.images import image_state
from .outlines.shading import Shading, as_shaded
from .outlines.tracks import has_tracks, track_outlines
from .outlines.wires import EVALUATED_MESH, EVERY_EDGE
from .reasons import Reason
from .shared_wires import ALL, IS_SHARED, NONE, SharedWires
from .veils import veil_of

# Types that are lines, whatever they are displayed as.
_DRAWN_BY_OVERLAYS = frozenset(("ARMATURE", "LATTICE", "EMPTY", "POINTCLOUD", "VOLUME"))
_STROKE_TYPES = ("GPENCIL", "GREASEPENCIL")
# Outlines of curves in edit mode that are not shown, by `Viewport.curve_handles`.
_HIDDEN_HANDLES = {"NONE": ("SELECTED", "OTHER"), "SELECTED": ("OTHER",), "ALL": ()}
# Before, the surfaces of curves, texts and metaballs were shown and filtered as meshes; measured on 4.3.2 and 5.2.2.
_FILTERS_BY_ORIGINAL = bpy.app.version >= (5, 3)
# From the least that an object can be displayed as to the most.
_DISPLAY_TYPES = ("BOUNDS", "WIRE", "SOLID", "TEXTURED")


class Visibility:
    """What is shown of one view layer, in a viewport or without one, with options applied.

    `skipped` counts by `Reason` what is not shown, of all that `concerns(object, matrix_world)`; `seen_uids` are
    the objects of the view layer that were asked for. `culls_by_material` says whether materials matter,
    `wants_only_faces` whether lines and points do not. `images` has of each image empty its `object_key`, its matrix
    and its `image_state`.
    """

    def __init__(self, view_layer, options, viewport=None, concerns=None):
        self._concerns = concerns
        self._view_layer = view_layer
        self._options = options
        self.includes_hidden = options.include_hidden
        self._hidden_types = viewport.hidden_types if viewport else frozenset()
        self._shown_uids = viewport.shown_uids if viewport else None
        self._camera_uid = viewport.camera_uid if viewport else None
        self._unselectable_types = viewport.unselectable_types if viewport else frozenset()
        self._selectable_uids = _selectable_uids(view_layer) if options.selectable_only else None
        self._kinds = _shown_kinds(options, viewport)
        self.wants_only_faces = not self._kinds - {"FACE"}
        self._view = viewport.view if viewport else None
        self._culls = viewport is not None and viewport.cull_backfaces and not options.ignore_culling
        self._hidden_handles = _HIDDEN_HANDLES[viewport.curve_handles if viewport else "ALL"]
        settings = view_layer.id_data.tool_settings
        self._hides_vertices = not settings.mesh_select_mode[0]
        self._hides_stroke_points = settings.gpencil_selectmode_edit == "STROKE"
        self._is_xray = viewport is not None and viewport.is_xray
        self._is_wireframe = viewport is not None and viewport.shading == "WIREFRAME"
        self._shows_wires = self._is_wireframe or (viewport is not None and viewport.shows_wires)
        self._shows_extras = viewport is None or viewport.shows_extras
        self._bones_in_front = viewport is not None and viewport.bones_in_front
        self._onion_skins = viewport.onion_skins if viewport else "NONE"
        self._tracks = (
            viewport.tracks if viewport and (options.kinds is None or "ICON" in options.kinds) else None
        )
        self._has_hollow_tracks = viewport is not None and viewport.shading == "SOLID" and viewport.is_xray
        self._draws_every_face = viewport is not None and viewport.draws_every_face
        self.culls_by_material = (
            viewport is not None and viewport.culls_by_material and not options.ignore_culling
        )
        self._wire_threshold = viewport.wire_threshold if viewport else 1.0
        self._draws_lines = self._is_wireframe or viewport is None or "EDGE" not in viewport.hidden_kinds
        self._asked_kinds = EVERY_KIND if options.kinds is None else options.kinds
        self._draws_overlays = viewport is None or "BOUNDS" not in viewport.hidden_kinds
        self._shading = Shading(
            self._is_wireframe,
            viewport is None or "VERTEX" not in viewport.hidden_kinds,
            view_layer.id_data.render.hair_type,
            options.true_radius,
        )
        self._click_through = ClickThrough(options.click_through) if options.click_through else None
        self._wires = SharedWires(view_layer, viewport)
        self._reason_by_base = {}
        self.skipped = Counter()
        self.seen_uids = set()
        self.images = []

    def why_not(self, source, base, item):
        """Why the faces of an instance are not drawn, as a `Reason`; None when they are.

        `source` is the original of the object that `item` of `Depsgraph.object_instances` places; `base` the original
        object of the view layer that it comes from: itself, or the outermost instancer.
        """
        self.seen_uids.add(base.session_uid)
        drawn_type = source.type if _FILTERS_BY_ORIGINAL else item.object.type
        if drawn_type in self._hidden_types and not self.includes_hidden:
            return Reason.FILTERED
        base_uid = base.session_uid
        if base_uid not in self._reason_by_base:
            self._reason_by_base[base_uid] = self._base_reason(base)
        if self._reason_by_base[base_uid] is not None:
            return self._reason_by_base[base_uid]
        # Hair and nodes place instances of a disabled object, which are listed and not drawn.
        is_disabled = item.is_instance and item.object.hide_viewport
        if (is_disabled or not (item.show_self or _shows_particles(item))) and not self.includes_hidden:
            return Reason.HIDDEN
        if self._options.ignores(source.name, source.session_uid):
            return Reason.FILTERED
        return None

    def follow_wires(self, base, item):
        """Before all else is asked of an instance, note the edges that it shares with others."""
        if IS_SHARED:
            display_type = self.display_type(item.object, base)
            self._wires.follow(item, base, display_type, self._has_wires(item.object, display_type))

    def ignores(self, instance):
        """Whether a callable of the options passes over an `Instance` that is drawn."""
        return self._options.ignores_instance(instance)

    def is_clicked_through(self, source, base):
        """Whether an instance is to be picked only where nothing else is."""
        return self._click_through is not None and self._click_through.has(source, base)

    def counts(self, obj, matrix_world):
        """Whether an object that is not shown is to be counted."""
        return self._concerns is not None and bool(self._concerns(obj, matrix_world))

    def skip(self, reason, obj, matrix_world):
        """Count an object that is not shown, if it concerns the pick."""
        self.skipped[reason] += self.counts(obj, matrix_world)

    def skip_unread(self):
        """Count what is drawn somewhere but cannot be read, whether or not it concerns the pick."""
        self.skipped[Reason.STALE] += self._concerns is not None

    def count_unseen(self, scene):
        """Count as hidden what of the scene was never among the instances."""
        for obj in scene.objects:
            if obj is not None and obj.session_uid not in self.seen_uids:
                self.skip(Reason.HIDDEN, obj, obj.matrix_world)

    def is_looked_through(self, source, item):
        """Whether an instance is the camera of the view, which nobody expects to see."""
        is_camera_of_view = source.session_uid == self._camera_uid and not item.is_instance
        return is_camera_of_view and not self.shows_tracks(item.object, source)

    def wire_threshold(self, obj, base):
        """Which edges of its surface an evaluated object is drawn with, as `read_wires` takes it; None for none."""
        display_type = self.display_type(obj, base)
        if "EDGE" not in self._kinds or display_type == "BOUNDS":
            return None
        has_wires = self._has_wires(obj, display_type)
        if not (has_wires if self._wires.drawn is None else self._wires.drawn == ALL):
            return None
        if is_edited_mesh(obj) and self._draws_overlays and is_what_is_drawn(obj):
            # The edges of the cage are drawn instead.
            return None
        return EVERY_EDGE if obj.show_all_edges else self._wire_threshold

    def shows_tracks(self, obj, base):
        """Whether points that motion tracking reconstructed may be drawn for an object, itself and no instance."""
        return self._tracks is not None and base == obj.original and has_tracks(obj)

    def shows_onion_skins(self, obj, base):
        """Whether an evaluated grease pencil object is drawn at other frames as well."""
        if self._onion_skins == "NONE" or "STROKE" not in self._kinds:
            return False
        if self._is_wireframe or self.display_type(obj, base) in ("WIRE", "BOUNDS"):
            return False
        return self._onion_skins == "ALL" or obj.original == self._view_layer.objects.active

    def _has_wires(self, obj, display_type):
        return self._shows_wires or obj.show_wire or display_type == "WIRE"

    def shown_part(self, shape, item, base, matrix_world, is_raw):
        """What of the shape of an entry of `Depsgraph.object_instances` is drawn and asked for.

        An instance `is_raw` of geometry that nodes made for it, and no object has.
        """
        shown = self._shown_of_shape(shape, item, base, matrix_world, is_raw)
        if self.shows_tracks(item.object, base):
            if base.session_uid == self._camera_uid:
                # Its own icon is not drawn in its own view.
                shown = shown.only(())
            tracks = track_outlines(
                item.object, self._view_layer.id_data, *self._tracks, self._has_hollow_tracks
            )
            shown = shown.with_outlines(tracks)
        if "BOUNDS" not in self._kinds or not (item.show_self or self.includes_hidden):
            return shown
        return shown.with_outlines(field_outlines(item.object, matrix_world, item.is_instance))

    def _shown_of_shape(self, shape, item, base, matrix_world, is_raw):
        obj = item.object
        source = obj.original
        display_type = self.display_type(obj, base)
        if is_icon(obj.type) and source.type != "EMPTY":
            return shape.only(self._kinds)
        if is_nested_instancer(item):
            return shape.only(())
        if obj.type == "MESH":
            if not item.show_self and not self.includes_hidden:
                # Of an emitter that is not shown the lines are drawn all the same.
                shape = shape.without_faces(hides=False)
            elif not item.show_particles:
                shape = shape.only(EVERY_KIND - particles.KINDS)
            if self._wires.drawn == NONE:
                shape = shape.only(EVERY_KIND - {"EDGE"})
        shape = self._as_seen(shape, obj, matrix_world)
        if shape.outlines:
            if obj.type in _STROKE_TYPES and not self._is_xray and display_type in ("SOLID", "TEXTURED"):
                shape = replace(shape, veil=veil_of(obj, shape.outlines))
            drawn = as_shaded(shape.outlines, obj.type, self._shading, display_type == "WIRE")
            shape = replace(shape, outlines=drawn)
        if display_type == "BOUNDS":
            return self._with_faces(shape.as_bounds(obj, is_raw), shape, obj, base).only(self._kinds)
        if obj.type not in _DRAWN_BY_OVERLAYS and (self._is_wireframe or display_type == "WIRE"):
            shape = self._with_faces(self._as_wire(shape, display_type, obj), shape, obj, base)
        return shape.only(self._kinds)

    def display_type(self, obj, base):
        """What an object is displayed as; an instance is displayed as no more than its instancer."""
        return min(obj.original.display_type, base.display_type, key=_DISPLAY_TYPES.index)

    def _with_faces(self, lines, shape, obj, base):
        """The lines, and the faces of the shape where the renderer or weights draw them whatever it is displayed as."""
        # Those of instances are not painted.
        has_weights = self._draws_overlays and base == obj.original and base.mode == "WEIGHT_PAINT"
        has_faces = self._draws_every_face or has_weights
        return replace(lines, surface=shape.surface, unseen=None) if has_faces else lines

    def _as_wire(self, shape, display_type, obj):
        """A shape without its faces; in a wireframe that is not seen through they hide what is behind them."""
        if display_type != "WIRE":
            return shape.without_faces(hides=not self._is_xray).thin
        shape = shape.without_faces(hides=False).thin
        if self._draws_lines or obj.original.mode == "EDIT":
            # Of elements in edit mode, the kinds that are not drawn are left out elsewhere.
            return shape
        return shape.only(particles.KINDS if obj.type == "MESH" else ())

    def shown_besides(self, obj, shape, matrix_world):
        """What an evaluated object that draws itself shows besides, as far as it is drawn and asked for."""
        if not self._draws_overlays:
            return ()
        found = lines_besides(obj, shape, matrix_world, self._shows_extras)
        return tuple(outline for outline in found if outline.kind in self._asked_kinds)

    def is_in_front(self, obj):
        """Whether an evaluated object is drawn before what is not, besides being told to."""
        return self._bones_in_front and obj.type == "ARMATURE" and obj.original.mode == "POSE"

    def _as_seen(self, shape, obj, matrix_world):
        """What the view leaves of an image, an armature or a lattice: maybe the lines alone; or of a point cloud."""
        if obj.type == "POINTCLOUD" and self._culls and np.linalg.det(matrix_world[:3, :3]) < 0.0:
            # Points turn their front towards the viewer, but mirrored their back.
            return shape.only(())
        source = obj.original
        if source.type == "LATTICE" and source.mode == "OBJECT" and not self._shows_extras:
            return shape.only(())
        if source.type in ("ARMATURE", "LATTICE"):
            is_transparent = self._is_xray or self._is_wireframe or source.display_type == "WIRE"
            is_hollow = source.mode == "OBJECT" and is_transparent
            return shape.hollow if is_hollow else shape
        if self._hidden_handles and source.mode == "EDIT" and source.type in ("CURVE", "SURFACE"):
            return shape.without_handles(self._hidden_handles)
        if is_edited_mesh(obj) and not self._draws_overlays:
            wires = tuple(one for one in shape.outlines if one.part == EVALUATED_MESH)
            return shape.only(EVERY_KIND - {"EDGE", "VERTEX"}).with_outlines(wires)
        is_stroke = source.type in _STROKE_TYPES
        if (self._hides_vertices and is_edited_mesh(obj)) or (self._hides_stroke_points and is_stroke):
            return shape.only(EVERY_KIND - {"VERTEX"})
        if source.type != "EMPTY" or source.empty_display_type != "IMAGE":
            return shape
        state = image_state(source, matrix_world, self._view)
        self.images.append((object_key(source), matrix_world, state))
        if state[0] == "NOTHING":
            return shape.only(())
        return shape if state[0] == "AREA" else shape.hollow

    def _base_reason(self, base):
        if self.includes_hidden:
            return Reason.FILTERED if self._is_passed_over(base) else None
        if self._shown_uids is not None and base.session_uid not in self._shown_uids:
            return Reason.LOCAL_VIEW
        if self._shown_uids is None and self._is_hidden(base):
            return Reason.HIDDEN
        return Reason.FILTERED if self._is_passed_over(base) else None

    def _is_passed_over(self, base):
        return self._options.ignores(base.name, base.session_uid) or not self._selects(base)

    def _is_hidden(self, base):
        """Whether the eye of the object or of a collection is off. Objects of a set scene have none in this layer."""
        if base.visible_get(view_layer=self._view_layer):
            return False
        return self._view_layer.objects.get(base.name) == base

    def _selects(self, base):
        """Whether it may be hit as far as `selectable_only` goes."""
        if self._selectable_uids is None:
            return True
        return base.session_uid in self._selectable_uids and base.type not in self._unselectable_types


def _shows_particles(item):
    return item.show_particles and len(item.object.particle_systems) > 0


def _shown_kinds(options, viewport):
    drawn = EVERY_KIND if viewport is None else EVERY_KIND - viewport.hidden_kinds
    return drawn if options.kinds is None else drawn & options.kinds


def _selectable_uids(view_layer):
    """Objects that a click can select: neither they nor all collections that hold them are unselectable."""
    selectable = set()
    layers = [view_layer.layer_collection]
    while layers:
        layer = layers.pop()
        if layer.exclude or layer.collection.hide_select:
            continue
        selectable.update(obj.session_uid for obj in layer.collection.objects if not obj.hide_select)
        layers.extend(layer.children)
    return selectable
