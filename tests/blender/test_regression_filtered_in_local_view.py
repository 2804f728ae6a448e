"""E1, E5: what is placed by objects of a type that the viewport filters out, in a local view; found in random scenes.

Blender filters what is drawn by its own type: instances of a filtered empty, and before 5.3 the surfaces of curves,
texts and metaballs, are drawn all the same.
"""

import bpy
import pytest

from addon import api

from . import build, pictures
from .random_judge import outermost
from .test_regression_in_front_in_wireframe import instanced_cube, metaball, tube

SURFACES_ARE_MESHES = bpy.app.version < (5, 3)
MAKERS = {"curve": tube, "meta": metaball, "empty": instanced_cube}
FILTERS = (*MAKERS, "mesh")


def enter_local_view(chosen):
    for obj in bpy.context.view_layer.objects:
        obj.select_set(obj == chosen)
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)


def show_local_collections(chosen):
    """Of the view its own, without the first, which has what is not chosen."""
    space, _, _ = build.live_view()
    space.use_local_collections = True
    with build.live_override():
        bpy.ops.object.hide_collection(collection_index=1, toggle=True)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("way", (enter_local_view, show_local_collections))
@pytest.mark.parametrize("is_chosen", (True, False))
@pytest.mark.parametrize("filtered", FILTERS)
@pytest.mark.parametrize("kind", MAKERS)
def test_filtered_type_in_a_local_view(kind, filtered, is_chosen, way):
    space, region, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_distance = "ORTHO", 12.0
    region_3d.view_rotation, region_3d.view_location = (1, 0, 0, 0), (0, 0, 0)
    MAKERS[kind]()
    obj = bpy.data.objects["Instance" if kind == "empty" else "Cube"]
    other = build.plane("Other", 0.2, location=(0, 3, 0))
    layers = [build.collection(name) for name in ("First", "Second")]
    for one, layer in zip((other, obj) if is_chosen else (obj, other), layers, strict=True):
        bpy.context.scene.collection.objects.unlink(one)
        layer.objects.link(one)
    build.update()
    way(obj if is_chosen else other)
    setattr(space, f"show_object_viewport_{filtered}", False)
    build.update()
    viewport = api.viewport()
    pixel = viewport.view.project([(0.2, 0.1, 0.0)])[0][0]
    is_a_mesh = kind == "empty" or SURFACES_ARE_MESHES
    hides = filtered == "mesh" if is_a_mesh else filtered == kind
    expected = obj.name if is_chosen and not hides else None
    pick = api.pick(viewport, pixel, options=api.PickOptions(kinds={"FACE"}))
    assert (None if pick is None else outermost(pick)) == expected
    assert pictures.id_picture(space, region, viewport).name(*pixel) == expected
