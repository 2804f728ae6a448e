"""Attributes, vertex groups and marks of edges at the point."""

import json

import bpy
import numpy as np
import pytest
from mathutils import Euler, Matrix, Quaternion

from addon import api
from addon.scene.export import pick_as_dict

from . import build

DOMAINS = ("POINT", "EDGE", "FACE", "CORNER")
DATA_TYPES = [item.identifier for item in bpy.types.Attribute.bl_rna.properties["data_type"].enum_items]
FIELDS = {"FLOAT2": "vector", "FLOAT_VECTOR": "vector", "FLOAT4": "vector"}
FIELDS |= {"FLOAT_COLOR": "color", "BYTE_COLOR": "color"}

# The hit lies among the triangle's corners with these weights, nearest to its edge on the y axis.
WEIGHTS = np.array((0.3, 0.2, 0.5))
HIT = (0.2, 0.5)
NEAREST_EDGE = {0, 2}

ROTATIONS = [Euler(angles).to_quaternion() for angles in ((0, 0, 0), (0.5, 0.2, 1.0), (1.0, 2.0, 2.5))]
MATRICES = [Matrix.LocRotScale((number, 2, 3), ROTATIONS[number], (1, 2, -1)) for number in range(3)]
BYTES = np.array([(0, 0.25, 1, 1), (1, 0.5, 0, 1), (0.5, 1, 0.25, 0)])

# What the triangle's three corners, vertices or edges have; a face has the first.
VALUES = {
    "FLOAT": [1.0, 2.0, 5.0],
    "INT": [1, -2, -6],
    "BOOLEAN": [False, False, True],
    "FLOAT_VECTOR": [(1, 2, 3), (0, -1, 4), (7, 0.5, 0.25)],
    "FLOAT_COLOR": [(1, 0, 0.5, 1), (0, 0.25, 4, 1), (0.125, 1, 0, 0)],
    "QUATERNION": ROTATIONS,
    "FLOAT4X4": MATRICES,
    "STRING": [b"first", b"second", "三".encode()],
    "INT8": [100, -100, 7],
    "INT16_2D": [(1, -1), (30000, 2), (5, 10)],
    "INT32_2D": [(1, -1), (2_000_000_000, 2), (5, 10)],
    "FLOAT2": [(0, 1), (2, 3), (4, 8)],
    "FLOAT4": [(0, 1, 2, 3), (2, 3, 4, 5), (4, 8, 16, 32)],
    "BYTE_COLOR": BYTES,
}
# Where it is not the weighted mean of these: 0.3 * first + 0.2 * second + 0.5 * third.
MIXED = {
    "INT": -3,
    "BOOLEAN": True,
    "FLOAT4X4": MATRICES[2],
    "STRING": "三",
    "INT8": 14,
    "INT16_2D": (6003, 5),
    "INT32_2D": (400_000_003, 5),
    "QUATERNION": Quaternion(WEIGHTS @ [rotation.to_exponential_map() for rotation in ROTATIONS]),
}


def smooth(obj):
    """Without the attribute that marks flat faces."""
    obj.data.shade_smooth()
    return obj


def triangle():
    return smooth(build.mesh_object("Triangle", [(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]))


def nearest_edge(obj):
    return next(edge for edge in obj.data.edges if set(edge.vertices) == NEAREST_EDGE)


def add(obj, name, data_type, domain, values):
    """Store an attribute; `values` beyond its length are left."""
    attribute = obj.data.attributes.new(name, data_type, domain)
    for element, value in zip(attribute.data, values):
        setattr(element, FIELDS.get(data_type, "value"), value)
    return attribute


def pick_hit(**options):
    return build.pick_down(eye=(*HIT, 10.0), **options)


def stored(obj, name, number):
    """A value as Blender hands it back, from the mesh itself."""
    attribute = obj.data.attributes[name]
    value = getattr(attribute.data[number], FIELDS.get(attribute.data_type, "value"))
    return value.decode() if isinstance(value, bytes) else value


def assert_same(found, expected):
    if isinstance(expected, (bool, str)):
        assert found is expected or found == expected
        assert type(found) is type(expected)
        return
    expected = np.array(expected)
    assert np.shape(found) == expected.shape
    assert np.array(found) == pytest.approx(expected, abs=1e-5, rel=1e-6)


@pytest.mark.parametrize("data_type", DATA_TYPES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_type_on_every_domain(domain, data_type):
    obj = triangle()
    name = add(obj, "Value", data_type, domain, VALUES[data_type]).name
    pick = pick_hit()
    if (data_type, domain) == ("FLOAT2", "CORNER"):
        assert pick.uv.keys() == {name} and pick.attributes == {}  # That is what a UV map is.
        return
    assert pick.attributes.keys() == {name}
    found = pick.attributes[name]
    if domain in ("FACE", "EDGE"):
        assert_same(found, stored(obj, name, nearest_edge(obj).index if domain == "EDGE" else 0))
    elif data_type in MIXED:
        assert_same(found, MIXED[data_type])
    else:
        assert_same(found, WEIGHTS @ np.array([stored(obj, name, number) for number in range(3)]))
    assert type(found) in (float, int, bool, str, np.ndarray)


@pytest.mark.parametrize("domain", ["POINT", "FACE", "CORNER"])
@pytest.mark.parametrize(
    "data_type", ["FLOAT", "INT", "BOOLEAN", "FLOAT_VECTOR", "FLOAT_COLOR", "QUATERNION"]
)
def test_value_is_that_of_sample_nearest_surface(domain, data_type):
    """Blender's own node is asked at the place that was hit, for random values."""
    rng = np.random.default_rng(7)
    obj = build.mesh_object("Quad", [(-1, -1, 0), (2, -1, 0), (1, 2, 0), (-1, 1, 0)], [(0, 1, 2, 3)])
    shape = np.shape(VALUES[data_type])[1:]
    values = rng.uniform(-10, 10, (4, *shape))
    values = {"INT": np.int64, "BOOLEAN": lambda numbers: numbers > 0}.get(data_type, np.array)(values)
    if data_type == "QUATERNION":
        values /= np.linalg.norm(values, axis=1, keepdims=True)
    add(obj, "Value", data_type, domain, values.tolist())
    places = rng.uniform(-0.9, 0.9, (20, 2))
    found = [build.pick_down(eye=(*place, 10.0)).attributes["Value"] for place in places]
    for place, value in zip(places, found, strict=True):
        obj.modifiers.clear()
        obj.modifiers.new("Sample", "NODES").node_group = sampling_nodes(data_type, place)
        build.update()
        sampled = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.attributes["Sampled"].data[0]
        assert_same(value, getattr(sampled, FIELDS.get(data_type, "value")))


def sampling_nodes(data_type, place):
    """A node group that stores the attribute "Value" at (x, y, 0) as "Sampled"."""
    group = bpy.data.node_groups.new("Sample", "GeometryNodeTree")
    for in_out in ("INPUT", "OUTPUT"):
        group.interface.new_socket("Geometry", in_out=in_out, socket_type="NodeSocketGeometry")
    source, result = (group.nodes.new(f"NodeGroup{end}") for end in ("Input", "Output"))
    named = group.nodes.new("GeometryNodeInputNamedAttribute")
    sample = group.nodes.new("GeometryNodeSampleNearestSurface")
    store = group.nodes.new("GeometryNodeStoreNamedAttribute")
    position = group.nodes.new("ShaderNodeCombineXYZ")
    named.data_type = sample.data_type = store.data_type = data_type
    named.inputs["Name"].default_value, store.inputs["Name"].default_value = "Value", "Sampled"
    position.inputs[0].default_value, position.inputs[1].default_value = place
    for output, socket in (
        (source.outputs[0], sample.inputs["Mesh"]),
        (named.outputs["Attribute"], sample.inputs["Value"]),
        (position.outputs[0], sample.inputs["Sample Position"]),
        (source.outputs[0], store.inputs["Geometry"]),
        (sample.outputs["Value"], store.inputs["Value"]),
        (store.outputs[0], result.inputs[0]),
    ):
        group.links.new(output, socket)
    return group


def test_what_other_fields_say_is_left_out():
    obj = triangle()
    obj.data.uv_layers.new(name="UVMap")
    add(obj, "material_index", "INT", "FACE", [0])
    add(obj, ".hidden", "FLOAT", "FACE", [1.0])
    add(obj, "kept", "FLOAT", "FACE", [1.0])
    assert pick_hit().attributes == {"kept": 1.0}


def test_colour_attribute_is_an_attribute():
    obj = triangle()
    colors = obj.data.color_attributes.new("Paint", "BYTE_COLOR", "CORNER")
    for element in colors.data:
        element.color = (0.5, 0.25, 0.0, 1.0)
    assert pick_hit().attributes["Paint"] == pytest.approx((0.5, 0.25, 0.0, 1.0), abs=0.005)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("data_type", ["FLOAT", "FLOAT_VECTOR", "QUATERNION", "FLOAT4X4"])
@pytest.mark.filterwarnings("error")
def test_value_that_is_not_finite_is_left_out(domain, data_type):
    obj = triangle()
    attribute = add(obj, "Value", data_type, domain, VALUES[data_type])
    for bad in (float("nan"), float("inf"), float("-inf")):
        # Assigned one by one, infinity would become the largest number.
        count = len(attribute.data) * np.prod(np.shape(VALUES[data_type])[1:], dtype=int)
        attribute.data.foreach_set(FIELDS.get(data_type, "value"), np.full(count, bad, dtype=np.float32))
        obj.data.update()
        assert pick_hit().attributes == {}


def test_corner_without_weight_does_not_count():
    obj = triangle()
    add(obj, "Value", "FLOAT", "POINT", [1.0, 3.0, float("nan")])
    pick = build.pick_down(eye=(0.5, 0.0, 10.0))
    assert pick.barycentric.tolist() == [0.5, 0.5, 0.0]
    assert pick.attributes["Value"] == pytest.approx(2.0)


def test_vertex_groups_are_interpolated_and_only_named_above_zero():
    obj = triangle()
    for name, weights in (("One", (1.0, 0.0, 0.5)), ("None", (0.0, 0.0, 0.0)), ("Two", (0.0, 0.25, None))):
        group = obj.vertex_groups.new(name=name)
        for vertex, weight in enumerate(weights):
            if weight is not None:
                group.add([vertex], weight, "REPLACE")
    obj.vertex_groups.new(name="Empty")
    assert pick_hit().vertex_groups == pytest.approx({"One": 0.55, "Two": 0.05})


def test_nearest_edge_has_its_marks():
    obj = triangle()
    edge = nearest_edge(obj)
    edge.use_edge_sharp = edge.use_seam = True
    add(obj, "crease_edge", "FLOAT", "EDGE", [0.0, 0.0, 0.0]).data[edge.index].value = 0.75
    nearest = pick_hit().nearest_edge
    assert (nearest.index, *nearest[-3:]) == (edge.index, 0.75, True, True)
    other = build.pick_down(eye=(0.4, 0.1, 10.0)).nearest_edge
    assert other.index != edge.index
    assert (other.crease, other.sharp, other.seam) == (0.0, False, False)


def test_all_of_it_is_exported():
    obj = triangle()
    for data_type in DATA_TYPES:
        add(obj, data_type, data_type, "POINT", VALUES[data_type])
    obj.vertex_groups.new(name="Group").add([0, 1, 2], 0.5, "REPLACE")
    exported = json.loads(json.dumps(pick_as_dict(pick_hit()), allow_nan=False))
    assert exported["attributes"].keys() == set(DATA_TYPES)
    assert exported["attributes"]["FLOAT4X4"] == [pytest.approx(row[:]) for row in MATRICES[2]]
    assert exported["attributes"]["BOOLEAN"] is True
    assert exported["attributes"]["STRING"] == "三"
    assert exported["vertex_groups"] == {"Group": pytest.approx(0.5)}
    assert exported["nearest_edge"].keys() >= {"crease", "sharp", "seam"}


def test_pick_leaves_the_attributes_as_they_were():
    obj = triangle()
    add(obj, "Value", "FLOAT", "POINT", VALUES["FLOAT"])
    before = [(one.name, one.domain, len(one.data)) for one in obj.data.attributes]
    api.pick_all(build.view_down(eye=(*HIT, 10.0)), build.MIDDLE_PX)
    assert [(one.name, one.domain, len(one.data)) for one in obj.data.attributes] == before
