"""Case D2: before 4.4 an empty that instances a collection is not drawn where it is an instance itself."""

import bpy
import pytest

from addon import api

from . import build


def instance_of_empty(instances_a_collection):
    """An instance of a collection with an empty in it at (1, -1, 0), seen from above; returns the instancer."""
    inner, outer = build.collection("Inner", linked=False), build.collection("Outer", linked=False)
    build.plane("Plane", half_size=0.01, collection=inner)
    if instances_a_collection:
        build.collection_instance("Nested", inner, (1, 0, 0), into=outer)
    else:
        build.link(bpy.data.objects.new("Nested", None), outer).location = (1, 0, 0)
    instancer = build.collection_instance("Instancer", outer, (0, -1, 0))
    instancer.empty_display_size = 0.001
    region_3d = build.live_view()[2]
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location, region_3d.view_distance = (1, -1, 0), 5.0
    build.update()
    region_3d.update()
    return instancer


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("instances_a_collection", (False, True))
def test_lines_of_an_empty_in_an_instance_are_picked_where_a_click_selects_it(instances_a_collection):
    instancer = instance_of_empty(instances_a_collection)
    viewport = api.viewport()
    for place in ((1.7, -1, 0), (1, -0.3, 0)):
        x, y = viewport.view.project([place])[0][0]
        instancer.select_set(False)
        with build.live_override():
            bpy.ops.view3d.select(location=(int(x), int(y)))
        pick = api.pick(viewport, (x, y))
        assert instancer.select_get() == (bpy.app.version >= (4, 4) or not instances_a_collection)
        assert (pick is not None and pick.kind == "EMPTY") == instancer.select_get()
