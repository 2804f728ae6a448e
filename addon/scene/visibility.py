"""Which of the scene's objects a viewport shows, and why not the others."""

from collections import Counter
from functools import cached_property

import bpy

from .click_through import ClickThrough
from .drawn_parts import DrawnParts
from .reasons import Reason
from .view_settings import ViewSettings

# Before, the surfaces of curves, texts and metaballs were shown and filtered as meshes; measured on 4.3.2 and 5.2.2.
_FILTERS_BY_ORIGINAL = bpy.app.version >= (5, 3)


class Visibility:
    """What is shown of one view layer, in a viewport or without one, with options applied.

    `skipped` counts by `Reason` what is not shown, of all that `concerns(object, matrix_world)`; `seen_uids` are
    the objects of the view layer that were asked for. `parts` are the `DrawnParts` of what is shown.
    """

    def __init__(self, view_layer, options, viewport=None, concerns=None):
        self._concerns = concerns
        self._view_layer = view_layer
        self._options = options
        self._shows = ViewSettings(options, viewport)
        self.parts = DrawnParts(view_layer, options, viewport, self._shows)
        self.includes_hidden = options.include_hidden
        self._selectable_uids = _selectable_uids(view_layer) if options.selectable_only else None
        self._click_through = ClickThrough(options.click_through) if options.click_through else None
        self._reason_by_base = {}
        self.skipped = Counter()
        self.seen_uids = set()

    def why_not(self, source, base, item):
        """Why the faces of an instance are not drawn, as a `Reason`; None when they are.

        `source` is the original of the object that `item` of `Depsgraph.object_instances` places; `base` the original
        object of the view layer that it comes from: itself, or the outermost instancer.
        """
        self.seen_uids.add(base.session_uid)
        drawn_type = source.type if _FILTERS_BY_ORIGINAL else item.object.type
        if drawn_type in self._shows.hidden_types and not self.includes_hidden:
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

    def ignores(self, instance):
        """Whether a callable of the options passes over an `Instance` that is drawn."""
        return bool(self._options.ignored) and self._options.ignores_instance(instance)

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
        is_camera_of_view = source.session_uid == self._shows.camera_uid and not item.is_instance
        return is_camera_of_view and not self.parts.shows_tracks(item.object, source)

    def _base_reason(self, base):
        if self.includes_hidden:
            return Reason.FILTERED if self._is_passed_over(base) else None
        if self._shows.uids is not None and base.session_uid not in self._shows.uids:
            return Reason.LOCAL_VIEW
        if self._shows.uids is None and self._is_hidden(base):
            return Reason.HIDDEN
        return Reason.FILTERED if self._is_passed_over(base) else None

    def _is_passed_over(self, base):
        return self._options.ignores(base.name, base.session_uid) or not self._selects(base)

    def _is_hidden(self, base):
        """Whether the eye of the object or of a collection is off. Objects of a set scene have none in this layer."""
        if base.visible_get(view_layer=self._view_layer):
            return False
        return base.hide_get(view_layer=self._view_layer) or base.session_uid in self._layer_uids

    @cached_property
    def _layer_uids(self):
        """Objects of the view layer; asked for one by one they take as long each."""
        return {obj.session_uid for obj in self._view_layer.objects}

    def _selects(self, base):
        """Whether it may be hit as far as `selectable_only` goes."""
        if self._selectable_uids is None:
            return True
        return base.session_uid in self._selectable_uids and base.type not in self._shows.unselectable_types


def _shows_particles(item):
    return item.show_particles and len(item.object.particle_systems) > 0


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
