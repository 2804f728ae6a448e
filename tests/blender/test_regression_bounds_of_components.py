"""What is displayed as bounds and has components of several kinds, from geometry nodes; found in random scenes."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene import components
from addon.scene.outlines.bounds import IS_OLD
from addon.scene.snapshot import Snapshot

from . import build, oracles, pictures
from .test_mixed_geometry import Nodes, host

PARTS = ("MESH", "POINTCLOUD", "VOLUME")


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[::2])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("object_type", ("MESH", "FONT", "CURVES"))
def test_bounds_are_drawn_where_they_are_picked(object_type, part, view):
    nodes = Nodes()
    nodes.put(nodes.part(part), 0.4)
    obj = host(object_type, nodes.tree)
    obj.display_type, obj.scale = "BOUNDS", (1.3, 0.8, 1.1)
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("part", (*PARTS, "CURVES"))
@pytest.mark.parametrize("object_type", ("MESH", "CURVES"))
def test_bounds_of_instances_are_drawn_where_they_are_picked(object_type, part):
    """Since 4.4 a box of no bounds for geometry that is no object's."""
    if part == "CURVES" and not components.can_be_read():
        pytest.skip("before 4.5 curves of geometry nodes cannot be read")
    nodes = Nodes()
    nodes.put(nodes.chain(nodes.part(part), "GeometryNodeGeometryToInstance"), 0.4)
    obj = host(object_type, nodes.tree)
    obj.display_type, obj.scale = "BOUNDS", (1.3, 0.8, 1.1)
    oracles.assert_drawn_is_picked(obj, oracles.VIEWS[0])


def box_of(points):
    return tuple(points.min(axis=0).round(2).tolist()), tuple(points.max(axis=0).round(2).tolist())


def boxes_of(name):
    """The boxes that objects of a name are drawn with, in their own space."""
    found = []
    for instance in Snapshot(api.PickOptions()).instances:
        if instance.object_name == name:
            points = [outline.points for outline in instance.shape.outlines if outline.kind == "BOUNDS"]
            found += [box_of(one) for one in points]
    return sorted(found)


UNIT = ((-1, -1, -1), (1, 1, 1))
CUBE, MOVED_CUBE = ((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)), ((1.1, -0.5, -0.5), (2.1, 0.5, 0.5))
POINT, CUBE_AND_POINT = ((2.0, -0.1, -0.1), (2.2, 0.1, 0.1)), ((1.1, -0.5, -0.5), (2.2, 0.5, 0.5))


@pytest.mark.parametrize(
    "object_type, parts, before, since",
    (
        # What there is beside a curve has the box of its line, and here there is none.
        ("CURVE", ("MESH",), [UNIT, MOVED_CUBE], [MOVED_CUBE]),
        ("CURVE", ("INSTANCE",), [UNIT, CUBE], [UNIT]),
        ("FONT", ("MESH", "POINTCLOUD"), [UNIT, MOVED_CUBE, POINT], [CUBE_AND_POINT]),
        ("MESH", ("MESH", "POINTCLOUD"), [MOVED_CUBE, POINT], [UNIT, CUBE_AND_POINT]),
        ("MESH", ("CURVE INSTANCE",), [UNIT, UNIT], [UNIT, UNIT]),
    ),
)
def test_boxes_of_components(object_type, parts, before, since):
    """As in pictures of 4.2.23, 4.3.2, 4.5.15, 5.2.2 and 5.3.0; since 4.4 one box is around all components."""
    nodes = Nodes()
    for part, x in zip(parts, (1.6, 2.1), strict=False):
        socket = nodes.part({"INSTANCE": "MESH", "CURVE INSTANCE": "CURVES"}.get(part, part))
        nodes.put(nodes.chain(socket, *(["GeometryNodeGeometryToInstance"] * ("INSTANCE" in part))), x)
    obj = host(object_type, nodes.tree)
    obj.display_type = "BOUNDS"
    if object_type == "FONT":
        obj.data.body = ""
    build.update()
    assert boxes_of("Host") == (before if IS_OLD else since)


def subdivided_cube():
    obj = build.cube("Subdivided")
    obj.display_type = "BOUNDS"
    obj.modifiers.new("Subdivision", "SUBSURF").levels = 2
    build.update()
    return obj


@pytest.mark.usefixtures("gpu")
def test_pick_leaves_the_bounds_of_a_subdivided_mesh_as_they_are_drawn():
    """Blender draws those of the cage until something asks for the mesh."""
    subdivided_cube()
    space, region, region_3d = build.live_view()
    oracles.look_from(region_3d, ("ORTHO", 6.0))
    viewport = api.viewport()
    before = pictures.changed_by(space, region, viewport, space.overlay, show_overlays=False)
    corner = np.floor(viewport.view.project(np.array([(-1.0, -1.0, 1.0)]))[0][0]) + 0.5
    assert api.pick(viewport, corner).kind == "BOUNDS"
    after = pictures.changed_by(space, region, viewport, space.overlay, show_overlays=False)
    assert before.any() and np.array_equal(before, after)


@pytest.mark.skipif(IS_OLD, reason="before 4.4 the bounds are always those of the mesh")
def test_bounds_of_a_subdivided_mesh_that_nodes_place_are_those_of_the_subdivision():
    obj = subdivided_cube()
    assert boxes_of("Subdivided") == [UNIT]
    nodes = Nodes()
    info = nodes.tree.nodes.new("GeometryNodeObjectInfo")
    info.inputs["Object"].default_value, info.inputs["As Instance"].default_value = obj, True
    nodes.put(info.outputs["Geometry"], 3.0)
    host("MESH", nodes.tree)
    mesh = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    box = box_of(np.array([vertex.co for vertex in mesh.vertices], dtype=np.float64))
    assert box[1][0] < 0.9
    assert boxes_of("Subdivided") == [box, box]


def test_bounds_of_what_is_in_one_place_are_not_drawn():
    for place in ((0.0, 0.0, 0.0), (0.5, 0.0, 0.0)):
        build.mesh_object("Point", [place], []).display_type = "BOUNDS"
        build.update()
        assert api.pick(build.view_down((*place[:2], 10.0)), build.MIDDLE_PX) is None
    # At the corner of a box of no bounds.
    assert api.pick(build.view_down((1.0, 1.0, 10.0)), build.MIDDLE_PX) is None


@pytest.mark.parametrize("kind", ("SPHERE", "PLANE"))
def test_light_probes_have_a_box_of_no_bounds_since_5_3(kind):
    probe = build.link(bpy.data.objects.new("Probe", bpy.data.lightprobes.new("Probe", kind)))
    probe.display_type = "BOUNDS"
    probe.data.influence_distance = 0.3
    build.update()
    assert boxes_of("Probe") == ([UNIT] if bpy.app.version >= (5, 3) else [])


@pytest.mark.skipif(bpy.app.version < (5, 2), reason="before 5.2 empties have no geometry nodes")
def test_empty_is_not_drawn_where_its_nodes_give_something():
    nodes = Nodes()
    obj = build.link(bpy.data.objects.new("Empty", None))
    obj.modifiers.new("Nodes", "NODES").node_group = nodes.tree
    build.update()
    view = build.view_down((0.0, 0.0, 10.0))
    assert api.pick(view, build.MIDDLE_PX).kind == "EMPTY"
    nodes.put(nodes.part("MESH"), 2.0)
    build.update()
    assert api.pick(view, build.MIDDLE_PX) is None
    assert api.pick(build.view_down((2.1, 0.13, 10.0)), build.MIDDLE_PX).kind == "FACE"
    obj.display_type = "BOUNDS"
    build.update()
    assert boxes_of("Empty") == [UNIT, ((1.5, -0.5, -0.5), (2.5, 0.5, 0.5))]
