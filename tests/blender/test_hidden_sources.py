"""Case D1 of instances that nodes, vertices or hair place: what of a source hides them; found in random scenes."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build
from .test_hidden_instances import SOURCE, faces
from .test_instancers import on_points
from .test_instances import geometry_nodes

PLACE = (4.0, 0.0, 0.0)


def on_vertices(cube):
    points = build.mesh_object("Instancer", [PLACE], [])
    cube.parent, points.instance_type = points, "VERTS"
    return points


def on_hair(cube):
    emitter = build.plane("Instancer", 0.01, PLACE)
    emitter.modifiers.new("Particles", "PARTICLE_SYSTEM")
    made = emitter.particle_systems[0].settings
    made.type, made.count, made.hair_length, made.particle_size = "HAIR", 1, 1.0, 1.0
    made.render_type, made.instance_object = "OBJECT", cube
    return emitter


def by_nodes(node_type, socket, value):
    def nodes(tree, geometry, output):
        info = tree.nodes.new(node_type)
        info.inputs[socket].default_value = value
        if node_type == "GeometryNodeObjectInfo":
            info.inputs["As Instance"].default_value = True
        on_points(tree, geometry, info.outputs["Geometry" if socket == "Object" else "Instances"], output)

    points = build.mesh_object("Instancer", [PLACE], [])
    geometry_nodes(points, nodes)
    return points


PLACING = {
    "vertices": on_vertices,
    "hair": on_hair,
    "object of nodes": lambda cube: by_nodes("GeometryNodeObjectInfo", "Object", cube),
    "collection of nodes": lambda cube: by_nodes(
        "GeometryNodeCollectionInfo", "Collection", bpy.data.collections["Sources"]
    ),
}


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("way", SOURCE)
@pytest.mark.parametrize("placing", PLACING)
def test_d1_a_click_in_blender_agrees(placing, way):
    cube = build.cube("Source", 0.5, collection=build.collection("Sources"))
    instancer = PLACING[placing](cube)
    SOURCE[way][0](cube)
    _, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location, region_3d.view_distance = PLACE, 10
    build.update()
    region_3d.update()
    viewport = api.viewport()
    # Away from the vertex, or the hair, in its middle.
    pixel = np.floor(viewport.view.project([np.add(PLACE, (0.3, 0.3, 0.5))])[0][0])
    with build.live_override():
        bpy.ops.object.select_all(action="DESELECT")
        bpy.ops.view3d.select(location=[int(number) for number in pixel])
    pick = api.pick(viewport, pixel + 0.5, options=faces())
    assert (pick is not None) is instancer.select_get()
