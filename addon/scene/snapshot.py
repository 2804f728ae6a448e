"""What one view layer draws at one moment, ready to be picked."""

from functools import cached_property

import bpy
import numpy as np

from ..core import SceneIndex
from . import changes
from .errors import NoSceneError
from .geometry import GeometryStore
from .hidden import entry_of
from .instances import drawn_instances
from .visibility import Visibility

store = GeometryStore()


class Snapshot:
    """What a viewport shows now.

    Attributes
    ----------
    depsgraph : bpy.types.Depsgraph
        Valid only until Blender evaluates again: a snapshot does not outlive the call that took it.
    instances : list of Instance
    index : SceneIndex
        Over the faces of `instances`, in the same order.
    in_front, is_click_through : (n,) bool
        Of each of `instances`.
    visibility : Visibility
        With the counts of what is not shown, as far as `concerns(object, matrix_world)` wants it counted.
    """

    def __init__(self, options, viewport=None, concerns=None):
        changes.watch()
        self.scene, self.view_layer, self.depsgraph = _evaluated(viewport)
        store.discard_changed()
        self.visibility = Visibility(self.view_layer, options, viewport, concerns)
        self.instances = drawn_instances(self.depsgraph, store, self.visibility, options.geometry)
        self.in_front = np.array([one.in_front for one in self.instances], dtype=bool)
        self.is_click_through = np.array([one.is_click_through for one in self.instances], dtype=bool)
        self.index = SceneIndex([(one.shape.surface.index, one.matrix_world) for one in self.instances])

    @cached_property
    def hiding(self):
        """The `SceneIndex` of the surfaces that hide what is behind them, in the order of `instances`."""
        if all(one.shape.unseen is None for one in self.instances):
            return self.index
        return SceneIndex([(one.shape.hiding.index, one.matrix_world) for one in self.instances])

    def items(self, instance_indices):
        """Yield (instance index, live entry of `Depsgraph.object_instances`); keep nothing of an entry."""
        wanted = {}
        for index in instance_indices:
            instance = self.instances[index]
            if instance.is_listed:
                wanted[instance.order] = index
            else:
                yield index, entry_of(instance.object, self.depsgraph)
        if not wanted:
            return
        last = max(wanted)
        for order, item in enumerate(self.depsgraph.object_instances):
            if order in wanted:
                yield wanted[order], item
            if order == last:
                return


def _evaluated(viewport):
    context = bpy.context
    if viewport is None or viewport.scene is None:
        return context.scene, context.view_layer, context.evaluated_depsgraph_get()
    scene = bpy.data.scenes.get(viewport.scene)
    name = viewport.view_layer or (scene.view_layers[0].name if scene else "")
    view_layer = scene.view_layers.get(name) if scene else None
    if view_layer is None:
        raise NoSceneError(f"The viewport's view layer is gone: {viewport.scene!r}, {viewport.view_layer!r}")
    if view_layer == context.view_layer:
        return scene, view_layer, context.evaluated_depsgraph_get()
    view_layer.update()
    if view_layer.depsgraph is None:
        raise NoSceneError(
            f"The view layer {view_layer.name!r} of scene {scene.name!r} has not been evaluated"
        )
    return scene, view_layer, view_layer.depsgraph
