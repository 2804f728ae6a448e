"""What of an object is drawn, of what it has."""

from dataclasses import replace

from .cage import is_what_is_drawn
from .components import is_replaced_by_nodes
from .lookup import object_key
from .modes import is_edited_mesh
from .options import EVERY_KIND
from .outlines import is_icon, particles
from .outlines.besides import lines_besides
from .outlines.drawings import TYPES as STROKE_TYPES
from .outlines.empties import is_nested_instancer
from .outlines.force_fields import field_outlines
from .outlines.images import image_state
from .outlines.shading import Shading, as_shaded
from .outlines.tracks import has_tracks, track_outlines
from .outlines.wires import EVALUATED_MESH, EVERY_EDGE
from .scene_settings import stroke_elements
from .shapes import NOTHING
from .shared_wires import ALL, IS_SHARED, NONE, SharedWires
from .veils import veil_of

# Types that are lines, whatever they are displayed as.
_DRAWN_BY_OVERLAYS = frozenset(("ARMATURE", "LATTICE", "EMPTY", "POINTCLOUD", "VOLUME"))
# From the least that an object can be displayed as to the most.
_DISPLAY_TYPES = ("BOUNDS", "WIRE", "SOLID", "TEXTURED")


class DrawnParts:
    """Which of their faces, lines and points the objects of one view layer are drawn with.

    `wants_only_faces` says whether lines and points do not matter, `culls_by_material` whether materials do. `images`
    has of each image empty its `object_key`, its matrix and its `image_state`.
    """

    def __init__(self, view_layer, options, viewport, shows):
        self._view_layer = view_layer
        self._shows = shows
        self._includes_hidden = options.include_hidden
        self.wants_only_faces = not shows.kinds - {"FACE"}
        self.culls_by_material = shows.culls_by_material
        settings = view_layer.id_data.tool_settings
        self._hides_vertices = not settings.mesh_select_mode[0]
        self._stroke_elements = stroke_elements(settings)
        hair_type = view_layer.id_data.render.hair_type
        has_signs = shows.overlays or not particles.SIGNS_ARE_OVERLAYS
        self._shading = Shading(shows.is_wireframe, shows.points, has_signs, hair_type, options.true_radius)
        self._wires = SharedWires(view_layer, viewport)
        self.images = []

    @property
    def drawn_wires(self):
        """Which of its edges the entry followed last is drawn with; None where its own settings say so."""
        return self._wires.drawn

    def follow_wires(self, base, item):
        """Before all else is asked of an instance, note the edges that it shares with others."""
        if IS_SHARED:
            display_type = self.display_type(item.object, base)
            self._wires.follow(item, base, display_type, self._has_wires(item.object, display_type))

    def wire_threshold(self, obj, base):
        """Which edges of its surface an evaluated object is drawn with, as `read_wires` takes it; None for none."""
        display_type = self.display_type(obj, base)
        if "EDGE" not in self._shows.kinds or display_type == "BOUNDS":
            return None
        has_wires = self._has_wires(obj, display_type)
        if not (has_wires if self._wires.drawn is None else self._wires.drawn == ALL):
            return None
        if is_edited_mesh(obj) and self._shows.overlays and is_what_is_drawn(obj):
            # The edges of the cage are drawn instead.
            return None
        return EVERY_EDGE if obj.show_all_edges else self._shows.wire_threshold

    def is_only_boxes(self, obj, base):
        """Whether an evaluated mesh or curve is drawn with nothing that is read of it, but boxes around it."""
        if obj.type not in ("MESH", "CURVE") or self.display_type(obj, base) != "BOUNDS":
            return False
        return obj.original.mode == "OBJECT" and not (self._shows.every_face or len(obj.particle_systems))

    def shows_tracks(self, obj, base):
        """Whether points that motion tracking reconstructed may be drawn for an object, itself and no instance."""
        return self._shows.tracks is not None and base == obj.original and has_tracks(obj)

    def shows_onion_skins(self, obj, base):
        """Whether an evaluated grease pencil object that is not edited there is drawn at other frames as well."""
        if "STROKE" not in self._shows.kinds or obj.mode == "WEIGHT_GPENCIL":
            return False
        if self.is_drawn_by_lines(obj, base):
            # Before 4.3 whatever the overlays say.
            return obj.type == "GPENCIL"
        if self._shows.onion_skins == "ACTIVE":
            return obj.original == self._view_layer.objects.active
        return self._shows.onion_skins == "ALL"

    def is_drawn_by_lines(self, obj, base):
        """Whether an evaluated object is drawn as a wireframe."""
        return self._shows.is_wireframe or self.display_type(obj, base) == "WIRE"

    def is_in_front(self, obj):
        """Whether an evaluated object is drawn before what is not, besides being told to."""
        return self._shows.bones_in_front and obj.type == "ARMATURE" and obj.original.mode == "POSE"

    def display_type(self, obj, base):
        """What an object is displayed as; an instance is displayed as no more than its instancer."""
        return min(obj.original.display_type, base.display_type, key=_DISPLAY_TYPES.index)

    def shown_part(self, shape, item, base, matrix_world, boxes):
        """What of the shape of an entry of `Depsgraph.object_instances` is drawn and asked for.

        The function `boxes` gives those that it is drawn with if it is displayed as bounds.
        """
        shown = self._shown_of_shape(shape, item, base, matrix_world, boxes)
        if self.shows_tracks(item.object, base):
            if base.session_uid == self._shows.camera_uid:
                # Its own icon is not drawn in its own view.
                shown = shown.only(())
            tracks = track_outlines(
                item.object, self._view_layer.id_data, *self._shows.tracks, self._shows.hollow_tracks
            )
            shown = shown.with_outlines(tracks)
        if "BOUNDS" not in self._shows.kinds or not (item.show_self or self._includes_hidden):
            return shown
        return shown.with_outlines(field_outlines(item.object, matrix_world, item.is_instance))

    def shown_besides(self, obj, box, matrix_world):
        """What an evaluated object that draws itself shows besides, as far as it is drawn and asked for.

        The function `box` gives its own.
        """
        if not self._shows.overlays:
            return ()
        found = lines_besides(obj, box, matrix_world, self._shows.extras)
        return tuple(outline for outline in found if outline.kind in self._shows.asked_kinds)

    def _shown_of_shape(self, shape, item, base, matrix_world, boxes):
        obj = item.object
        source = obj.original
        display_type = self.display_type(obj, base)
        if is_icon(obj.type) and source.type != "EMPTY":
            if display_type == "BOUNDS" and obj.type != "META":
                shape = shape.with_outlines(NOTHING.as_bounds(obj, boxes()).outlines)
            return shape.only(self._shows.kinds)
        if is_nested_instancer(item):
            return shape.only(())
        if is_replaced_by_nodes(obj):
            shape = NOTHING
        if obj.type == "MESH":
            if not item.show_self and not self._includes_hidden:
                # Of an emitter that is not shown the lines are drawn all the same.
                shape = shape.without_faces(hides=False)
            elif not item.show_particles:
                shape = shape.only(EVERY_KIND - particles.KINDS)
            if self._wires.drawn == NONE:
                shape = shape.only(EVERY_KIND - {"EDGE"})
        shape = self._as_seen(shape, obj, matrix_world)
        if shape.outlines:
            if obj.type in STROKE_TYPES and not self._shows.is_xray and display_type in ("SOLID", "TEXTURED"):
                shape = replace(shape, veil=veil_of(obj, shape.outlines))
            is_wire, has_wires = display_type == "WIRE", self._has_wires(obj, display_type)
            drawn = as_shaded(shape.outlines, obj.type, self._shading, is_wire, has_wires)
            shape = replace(shape, outlines=drawn)
        if display_type == "BOUNDS":
            return self._with_faces(shape.as_bounds(obj, boxes()), shape, obj, base).only(self._shows.kinds)
        if obj.type not in _DRAWN_BY_OVERLAYS and self.is_drawn_by_lines(obj, base):
            shape = self._with_faces(self._as_wire(shape, display_type, obj), shape, obj, base)
        return shape.only(self._shows.kinds)

    def _as_seen(self, shape, obj, matrix_world):
        """What the view leaves of an image, an armature or a lattice: maybe the lines alone."""
        source = obj.original
        if source.type == "LATTICE" and source.mode == "OBJECT" and not self._shows.extras:
            return shape.only(())
        if source.type in ("ARMATURE", "LATTICE"):
            is_transparent = self._shows.is_xray or self._shows.is_wireframe or source.display_type == "WIRE"
            is_hollow = source.mode == "OBJECT" and is_transparent
            return shape.hollow if is_hollow else shape
        if self._shows.hidden_handles and source.mode == "EDIT" and source.type in ("CURVE", "SURFACE"):
            return shape.without_handles(self._shows.hidden_handles)
        if is_edited_mesh(obj) and not self._shows.overlays:
            wires = tuple(one for one in shape.outlines if one.part == EVALUATED_MESH)
            return shape.only(EVERY_KIND - {"EDGE", "VERTEX"}).with_outlines(wires)
        if source.type in STROKE_TYPES:
            return self._strokes_as_seen(shape, source.mode)
        if self._hides_vertices and is_edited_mesh(obj):
            return shape.only(EVERY_KIND - {"VERTEX"})
        if source.type != "EMPTY" or source.empty_display_type != "IMAGE":
            return shape
        state = image_state(source, matrix_world, self._shows.view)
        self.images.append((object_key(source), matrix_world, state))
        if state[0] == "NOTHING":
            return shape.only(())
        return shape if state[0] == "AREA" else shape.hollow

    def _strokes_as_seen(self, shape, mode):
        """What the view leaves of strokes of an object in a mode: maybe no points, or nothing of what overlays draw."""
        elements = self._stroke_elements.get(mode.partition("_")[0], ()) if self._shows.overlays else ()
        if "LINES" not in elements:
            shape = replace(shape, outlines=tuple(one for one in shape.outlines if not one.shows_through))
        return shape if "POINTS" in elements else shape.only(EVERY_KIND - {"VERTEX"})

    def _with_faces(self, lines, shape, obj, base):
        """The lines, and the faces of the shape where the renderer or weights draw them whatever it is displayed as."""
        # Those of instances are not painted.
        has_weights = self._shows.overlays and base == obj.original and base.mode == "WEIGHT_PAINT"
        has_faces = self._shows.every_face or has_weights
        return replace(lines, surface=shape.surface, unseen=None) if has_faces else lines

    def _as_wire(self, shape, display_type, obj):
        """A shape without its faces; in a wireframe that is not seen through they hide what is behind them."""
        if display_type != "WIRE":
            return shape.without_faces(hides=not self._shows.is_xray).thin
        shape = shape.without_faces(hides=False).thin
        if self._shows.edges or obj.original.mode == "EDIT":
            # Of elements in edit mode, the kinds that are not drawn are left out elsewhere.
            return shape
        return shape.only(particles.KINDS if obj.type == "MESH" else ())

    def _has_wires(self, obj, display_type):
        return self._shows.wires or obj.show_wire or display_type == "WIRE"
