"""Cases C1, C2 and D11: every component of what geometry nodes give is picked, whatever the object was."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene import components

from . import build, oracles
from .test_lines_and_points import looking_at

HAS_STROKES = hasattr(bpy.types, "GeometryNodeCurvesToGreasePencil")
# Where each component stands along x, and its kind.
PLACES = {"MESH": 0, "CURVES": 5, "POINTCLOUD": 10, "VOLUME": 15, "STROKES": 30}
INSTANCES = {"MESH": 20, "CURVES": 25}
KINDS = {"MESH": "FACE", "POINTCLOUD": "POINT", "VOLUME": "VOLUME", "STROKES": "STROKE"}
HOSTS = ("MESH", "CURVE", "FONT", "CURVES", "VOLUME")


class Nodes:
    """A node tree whose parts are joined."""

    def __init__(self):
        self.tree = bpy.data.node_groups.new("Mixed", "GeometryNodeTree")
        for direction in ("INPUT", "OUTPUT"):
            self.tree.interface.new_socket("Geometry", in_out=direction, socket_type="NodeSocketGeometry")
        self._join = self.tree.nodes.new("GeometryNodeJoinGeometry")
        self.chain(self._join.outputs[0], "NodeGroupOutput")

    def make(self, kind, **inputs):
        node = self.tree.nodes.new(kind)
        for name, value in inputs.items():
            node.inputs[name].default_value = value
        return node.outputs[0]

    def chain(self, socket, *kinds):
        for kind in kinds:
            node = self.tree.nodes.new(kind)
            self.tree.links.new(socket, node.inputs[0])
            socket = node.outputs[0] if node.outputs else None
        return socket

    def part(self, kind):
        if kind == "MESH":
            return self.make("GeometryNodeMeshCube")
        if kind == "POINTCLOUD":
            return self.make("GeometryNodePoints")
        if kind == "VOLUME":
            return self.make("GeometryNodeVolumeCube")
        line = self.make("GeometryNodeCurvePrimitiveLine", Start=(-1, 0, 0), End=(1, 0, 0))
        if kind == "STROKES":
            return self.chain(line, "GeometryNodeGeometryToInstance", "GeometryNodeCurvesToGreasePencil")
        return line

    def put(self, socket, x):
        moved = self.chain(socket, "GeometryNodeTransform")
        moved.node.inputs["Translation"].default_value = (x, 0, 0)
        self.tree.links.new(moved, self._join.inputs[0])


def mixed_tree():
    nodes = Nodes()
    for kind, x in PLACES.items():
        if kind != "STROKES" or HAS_STROKES:
            nodes.put(nodes.part(kind), x)
    for kind, x in INSTANCES.items():
        nodes.put(nodes.chain(nodes.part(kind), "GeometryNodeGeometryToInstance"), x)
    return nodes.tree


def host(object_type, tree=None):
    """An object of a type, whose own geometry is left out of the result."""
    data = {
        "MESH": lambda: bpy.data.meshes.new("Host"),
        "CURVE": lambda: bpy.data.curves.new("Host", "CURVE"),
        "FONT": lambda: bpy.data.curves.new("Host", "FONT"),
        "CURVES": lambda: bpy.data.hair_curves.new("Host"),
        "VOLUME": lambda: bpy.data.volumes.new("Host"),
    }[object_type]()
    obj = build.link(bpy.data.objects.new("Host", data))
    obj.modifiers.new("Nodes", "NODES").node_group = tree or mixed_tree()
    build.update()
    return obj


def pick_at(x, y=0.0, z=0.0):
    # Beside the edges of cubes and the middle of lines.
    return api.pick(*looking_at((x + 0.3 * (x not in (10,)), y, z), distance=20.0))


def kind_of_curves(object_type):
    return "HAIR" if object_type == "CURVES" else "CURVE"


@pytest.mark.parametrize("object_type", HOSTS)
def test_every_component_is_picked_whatever_the_object_was(object_type):
    host(object_type)
    for kind, x in PLACES.items():
        if kind == "STROKES" and not HAS_STROKES:
            continue
        pick = pick_at(x)
        if kind == "CURVES" and object_type != "CURVES" and not components.can_be_read():
            assert pick is None
            continue
        expected = KINDS.get(kind, kind_of_curves(object_type))
        assert (pick.kind, pick.object_name, pick.is_instance) == (expected, "Host", False)
        assert pick.location[0] == pytest.approx(x + 0.3 * (x != 10), abs=0.05)
    for kind, x in INSTANCES.items():
        pick = pick_at(x)
        if kind == "CURVES" and not components.can_be_read():
            assert pick is None
            continue
        assert (pick.kind, pick.object_name, pick.is_instance) == (KINDS.get(kind, "CURVE"), "Host", True)


def test_curves_that_this_blender_does_not_tell_are_counted_as_stale():
    host("MESH")
    view, pixel = looking_at((5.3, 9, 0), distance=20.0)
    skipped = api.why_missed(view, pixel).skipped
    assert skipped == ({} if components.can_be_read() else {"STALE": 2})


@pytest.mark.skipif(
    not components.can_be_read(), reason="before 4.5 Blender does not tell what curves nodes give"
)
def test_curves_in_instances_of_instances_and_in_a_collection_instance():
    nodes = Nodes()
    line = nodes.part("CURVES")
    socket = nodes.chain(
        line, "GeometryNodeTransform", "GeometryNodeGeometryToInstance", "GeometryNodeTransform"
    )
    socket = nodes.chain(socket, "GeometryNodeGeometryToInstance")
    nodes.put(nodes.part("MESH"), 40)
    nodes.put(socket, 5)
    obj = host("MESH", nodes.tree)
    assert (pick_at(5).kind, pick_at(5).index) == ("CURVE", 0)
    source = build.collection("Source", linked=False)
    source.objects.link(obj)
    bpy.context.scene.collection.objects.unlink(obj)
    build.collection_instance("Place", source, location=(0, 7, 0))
    build.update()
    pick = pick_at(5, y=7.0)
    assert (pick.kind, pick.object_name, pick.instancer_path[0]) == ("CURVE", "Host", "Place")
    assert pick.location == pytest.approx((5.3, 7, 0), abs=1e-4)
    assert pick_at(5) is None


@pytest.mark.skipif(
    not components.can_be_read(), reason="before 4.5 Blender does not tell what curves nodes give"
)
def test_curves_follow_a_change_of_the_nodes():
    obj = host("MESH")
    assert pick_at(5).kind == "CURVE"
    for node in obj.modifiers[0].node_group.nodes:
        if node.bl_idname == "GeometryNodeTransform" and node.inputs["Translation"].default_value[0] == 5:
            node.inputs["Translation"].default_value = (5, 9, 0)
    build.update()
    assert pick_at(5) is None and pick_at(5, y=9.0).kind == "CURVE"


@pytest.mark.usefixtures("gpu")
@pytest.mark.skipif(not components.can_be_read(), reason="before 4.5 Blender does not tell curves of nodes")
@pytest.mark.parametrize("view", oracles.VIEWS[:2])
def test_every_drawn_pixel_of_curves_of_nodes_is_a_hit_and_no_far_one(view):
    nodes = Nodes()
    nodes.put(nodes.part("CURVES"), 0)
    obj = host("MESH", nodes.tree)
    obj.rotation_euler = (0.3, 0.4, 0.5)
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.parametrize("object_type", HOSTS)
def test_c2_nodes_that_give_nothing_raise_nothing(object_type):
    host(object_type, Nodes().tree)
    assert pick_at(0) is None
    assert np.array_equal(api.pick_all(*looking_at((0, 0, 0))), [])
