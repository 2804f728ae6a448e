"""Attributes and vertex groups behind modifiers, in edit mode, on edges and vertices alone, and of instances."""

import bpy
import pytest

from . import build
from .test_attributes import DOMAINS, add, smooth


def test_evaluated_values_behind_a_modifier():
    obj = build.plane()
    add(obj, "Value", "FLOAT", "POINT", [0.0, 1.0, 1.0, 0.0])
    subdivision = obj.modifiers.new("Subdivision", "SUBSURF")
    subdivision.subdivision_type, subdivision.levels = "SIMPLE", 3
    build.update()
    assert build.pick_down(eye=(0.3, 0.13, 10.0)).attributes["Value"] == pytest.approx(0.65, abs=1e-5)


@pytest.mark.parametrize("modifier", [None, "SUBSURF", "DISPLACE"])
def test_edit_mode_has_the_same_attributes(modifier):
    """Twice, as the first pick makes Blender convert its edit mesh."""
    obj = smooth(build.plane())
    for domain in DOMAINS:
        add(obj, domain, "FLOAT", domain, [0.25, 0.25, 0.25, 0.25])
    obj.vertex_groups.new(name="Group").add([0, 1, 2, 3], 0.5, "REPLACE")
    if modifier:
        obj.modifiers.new("Modifier", modifier)
    linked = build.link(bpy.data.objects.new("Linked", obj.data))
    linked.location.x = 5.0
    bpy.context.view_layer.objects.active = obj
    obj.select_set(True)
    expected = dict.fromkeys(DOMAINS, 0.25)
    for mode in ("EDIT", "OBJECT"):
        bpy.ops.object.mode_set(mode=mode)
        build.update()
        for x in (0.1, 5.1, 0.1, 5.1):
            pick = build.pick_down(eye=(x, 0.13, 10.0))
            if not (modifier == "SUBSURF" and x < 1.0):
                assert pick.attributes == pytest.approx(expected)
            assert pick.attributes["FACE"] == 0.25
            assert pick.vertex_groups == pytest.approx({"Group": 0.5})
    bpy.ops.object.mode_set(mode="OBJECT")


def test_loose_edge_and_lone_vertex_have_attributes_and_weights():
    mesh = bpy.data.meshes.new("Wire")
    mesh.from_pydata([(0, 0, 0), (4, 0, 0)], [(0, 1)], [])
    wire = build.link(bpy.data.objects.new("Wire", mesh))
    wire.vertex_groups.new(name="Group").add([1], 1.0, "REPLACE")
    add(wire, "Point", "FLOAT", "POINT", [1.0, 5.0])
    add(wire, "Edge", "INT", "EDGE", [7])
    mesh.edges[0].use_seam = True
    pick = build.pick_down(eye=(1.0, 0.0, 10.0))
    assert pick.kind == "EDGE" and pick.nearest_edge.seam
    assert (pick.attributes["Point"], pick.attributes["Edge"]) == (pytest.approx(2.0), 7)
    assert pick.vertex_groups == pytest.approx({"Group": 0.25})
    lone = build.mesh_object("Vertex", [(0, 3, 0)], [])
    add(lone, "Point", "FLOAT", "POINT", [9.0])
    pick = build.pick_down(eye=(0.0, 3.0, 10.0))
    assert (pick.kind, pick.attributes) == ("VERTEX", {"Point": 9.0})


def test_instance_has_the_attributes_of_its_source():
    source = build.collection("Source", linked=False)
    obj = smooth(build.plane(collection=source))
    add(obj, "Value", "FLOAT", "FACE", [0.5])
    obj.vertex_groups.new(name="Group").add([0, 1, 2, 3], 0.5, "REPLACE")
    build.collection_instance("Instance", source)
    pick = build.pick_down(kinds={"FACE"})
    assert pick.is_instance and pick.attributes == {"Value": 0.5}
    assert pick.vertex_groups == pytest.approx({"Group": 0.5})
