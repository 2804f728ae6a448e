"""What one view layer draws at one moment, ready to be picked."""

import bpy

from . import changes
from .building import build_between_events
from .cache import Cache
from .drawn import Drawn
from .errors import NoSceneError
from .evaluation import evaluated_depsgraph
from .geometry import GeometryStore
from .hidden import entry_of
from .shape_reader import ShapeReader
from .visibility import Visibility

store = GeometryStore()
cache = Cache(store)


class Snapshot:
    """What a viewport shows now.

    Put together once and brought up to date as long as Blender reports nothing but what is understood.

    Attributes
    ----------
    depsgraph : bpy.types.Depsgraph
        Valid only until Blender evaluates again: a snapshot does not outlive the call that took it.
    scene, view_layer : bpy.types.Scene, bpy.types.ViewLayer
    instances, index, hiding, in_front, is_click_through, outlines, covering, veiled, culled_backs
        Those of `Drawn`.
    visibility : Visibility or None
        With the counts of what is not shown, where `concerns(object, matrix_world)` says what is to be counted.
    """

    # How often the instances were put together.
    enumeration_count = 0

    def __init__(self, options, viewport=None, concerns=None):
        changes.watch()
        self.scene, self.view_layer, self.depsgraph = _evaluated(viewport)
        store.discard_changed()

        def new_reader(concerns=None):
            visibility = Visibility(self.view_layer, options, viewport, concerns)
            return ShapeReader(self.depsgraph, store, visibility.parts, options.geometry), visibility

        self.visibility = None
        is_told = concerns is None and not any(map(callable, options.ignored))
        key = self._key(options, viewport) if is_told else None
        drawn = cache.take(key)
        if drawn is None or not drawn.is_brought_up_to_date(
            self.depsgraph, self.view_layer, new_reader, viewport
        ):
            reader, self.visibility = new_reader(concerns)
            drawn = Drawn(self.depsgraph, self.view_layer, reader, self.visibility)
            Snapshot.enumeration_count += 1
            reader.keep_only_read(cache.keys_in_use)
        if key is not None and drawn.is_lasting:
            cache.keep(key, drawn)
        self._drawn = drawn
        cache.hold_to_limit()

    def __getattr__(self, name):
        return getattr(self._drawn, name)

    def _key(self, options, viewport):
        return (
            self.scene.session_uid,
            self.view_layer.name,
            options.drawing_key,
            None if viewport is None else viewport.drawing_key,
        )

    def use(self, instance_indices):
        """Note that these instances have been picked: their geometry is kept longest, and made quick to pick."""
        for index in instance_indices:
            surface = self.instances[index].shape.surface
            store.use(surface)
            build_between_events(surface.index)

    def items(self, instance_indices):
        """Yield (instance index, what has its live `object`); keep nothing of that.

        Only what was made for a part of an object has to be looked for among `Depsgraph.object_instances`.
        """
        wanted = {}
        self.use(instance_indices)
        for index in instance_indices:
            instance = self.instances[index]
            if instance.is_own_object:
                yield index, entry_of(instance.object, self.depsgraph)
            else:
                wanted[instance.order] = index
        if not wanted:
            return
        last = max(wanted)
        for order, item in enumerate(self.depsgraph.object_instances):
            if order in wanted:
                yield wanted[order], item
            if order == last:
                return


def _evaluated(viewport):
    scene, view_layer = bpy.context.scene, bpy.context.view_layer
    if viewport is not None and viewport.scene is not None:
        scene = bpy.data.scenes.get(viewport.scene)
        name = viewport.view_layer or (scene.view_layers[0].name if scene else "")
        view_layer = scene.view_layers.get(name) if scene else None
        if view_layer is None:
            raise NoSceneError(
                f"The viewport's view layer is gone: {viewport.scene!r}, {viewport.view_layer!r}"
            )
    depsgraph = evaluated_depsgraph(view_layer)
    if depsgraph is None:
        raise NoSceneError(
            f"The view layer {view_layer.name!r} of scene {scene.name!r} has not been evaluated"
        )
    return scene, view_layer, depsgraph
