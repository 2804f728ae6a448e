"""Attributes and materials at the point of what is no mesh: hair, point clouds and strokes."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build
from .test_attributes import DATA_TYPES, FIELDS, VALUES, assert_same
from .test_hair import set_hair_type
from .test_lines_and_points import cloud, hair, looking_at
from .test_particles import hairy, middle_of_strand, pick_at
from .test_strokes import IS_LEGACY, strokes

# The place lies at three tenths of the way from the first to the second point.
SHARE = 0.3


def straight_hair():
    """Two strands without a bend."""
    return hair("Hair", [(0, 0, 0), (1, 0, 0)], [(0, 3, 0), (1, 3, 0)])


def add(attributes, name, data_type, domain, values):
    attribute = attributes.new(name, data_type, domain)
    for element, value in zip(attribute.data, values):
        setattr(element, FIELDS.get(data_type, "value"), value)


@pytest.mark.parametrize(
    "data_type", ("FLOAT", "INT", "BOOLEAN", "FLOAT_VECTOR", "FLOAT_COLOR", "FLOAT2", "INT8")
)
@pytest.mark.parametrize("domain", ("POINT", "CURVE"))
def test_hair_has_every_attribute_at_the_point(domain, data_type):
    obj = straight_hair()
    values = VALUES[data_type]
    add(obj.data.attributes, "Value", data_type, domain, [*values[:2], *values[:2]])
    build.update()
    at = looking_at((SHARE, 0, 0), (0, 2)) if domain == "POINT" else looking_at((SHARE, 3, 0), (0, 2))
    found = api.pick(*at).attributes["Value"]
    first, second = (np.array(value, dtype=float) for value in values[:2])
    mean = (1.0 - SHARE) * first + SHARE * second if domain == "POINT" else second
    expected = {
        "INT": lambda: int(np.rint(mean)),
        "INT8": lambda: int(np.rint(mean)),
        "BOOLEAN": lambda: mean >= 0.5,
    }
    if data_type in expected:
        assert found == expected[data_type]()
    else:
        assert np.array(found) == pytest.approx(mean, abs=1e-4)


def test_attribute_along_a_curved_strand_is_that_of_the_evaluated_points():
    """A Catmull-Rom spline through values in a row gives the same row."""
    points = [(x, 0.3 * np.sin(x), 0) for x in range(6)]
    obj = hair("Hair", points)
    add(obj.data.attributes, "Value", "FLOAT", "POINT", range(6))
    build.update()
    for x in (1.25, 2.5, 3.75):
        pick = api.pick(*looking_at((x, 0.3 * np.sin(x), 0)))
        assert pick.attributes["Value"] == pytest.approx(pick.location[0], abs=2e-2)


def test_ribbon_and_true_radius_have_the_attributes_of_the_strand():
    obj = hair("Hair", [(0, 0, 0), (1, 0, 0)], radius=0.2)
    add(obj.data.attributes, "Value", "FLOAT", "POINT", [1.0, 3.0])
    build.update()
    set_hair_type("STRIP")
    for options in (api.PickOptions(), api.PickOptions(true_radius=True)):
        pick = api.pick(*looking_at((0.5, 0.1, 0)), options=options)
        assert pick.attributes["Value"] == pytest.approx(2.0, abs=1e-2)
        assert pick.attributes["radius"] == pytest.approx(0.2)


def test_point_of_a_cloud_has_its_own_values():
    if "resize" not in bpy.types.PointCloud.bl_rna.functions:
        pytest.skip("this Blender makes no point clouds but by geometry nodes")
    obj = cloud("Cloud", [(0, 0, 0), (1, 0, 0)], radius=0.1)
    known = [data_type for data_type in VALUES if data_type in DATA_TYPES]
    for data_type in known:
        add(obj.data.attributes, data_type, data_type, "POINT", VALUES[data_type][:2])
    obj.data.materials.append(bpy.data.materials.new("First"))
    obj.data.materials.append(bpy.data.materials.new("Second"))
    add(obj.data.attributes, "material_index", "INT", "POINT", [0, 1])
    build.update()
    pick = api.pick(*looking_at((1, 0, 0)))
    assert pick.attributes.keys() == {*known, "radius"}
    assert (pick.attributes["INT"], pick.attributes["STRING"]) == (-2, "second")
    assert_same(pick.attributes["FLOAT"], 2.0)
    assert (pick.material, pick.material_slot) == ("Second", 1)


def test_hair_has_the_material_of_its_curve_and_the_object_slot_overrides_it():
    obj = straight_hair()
    for name in ("First", "Second"):
        obj.data.materials.append(bpy.data.materials.new(name))
    add(obj.data.attributes, "material_index", "INT", "CURVE", [0, 1])
    build.update()
    for y, expected in ((0, ("First", 0)), (3, ("Second", 1))):
        pick = api.pick(*looking_at((SHARE, y, 0)))
        assert (pick.material, pick.material_slot) == expected
    obj.material_slots[1].link = "OBJECT"
    obj.material_slots[1].material = bpy.data.materials.new("Own")
    build.update()
    assert api.pick(*looking_at((SHARE, 3, 0))).material == "Own"


def test_hair_of_a_particle_system_has_its_name_and_material():
    obj = hairy()
    obj.data.materials.append(bpy.data.materials.new("Skin"))
    obj.data.materials.append(bpy.data.materials.new("Hair"))
    obj.particle_systems[0].settings.material = 2
    obj.particle_systems[0].name = "Locks"
    build.update()
    pick = pick_at(middle_of_strand(obj, 0))
    assert (pick.element_name, pick.material, pick.material_slot) == ("Locks", "Hair", 1)


def test_stroke_has_its_layer_material_and_values():
    obj, layer = strokes(lines=(((0, 0, 0), (1, 0, 0)), ((0, 3, 0), (1, 3, 0))))
    material = bpy.data.materials.new("Ink")
    if IS_LEGACY:
        bpy.data.materials.create_gpencil_data(material)
    obj.data.materials.append(material)
    if not IS_LEGACY:
        attributes = layer.frames[0].drawing.attributes
        add(attributes, "Value", "FLOAT", "POINT", [1.0, 3.0, 10.0, 20.0])
        add(attributes, "Number", "INT", "CURVE", [7, 8])
        add(obj.data.attributes, "Of layer", "FLOAT", "LAYER", [0.25])
        layer.translation = (0, 0, 0.5)
    obj.data.update_tag()
    build.update()
    pick = api.pick(*looking_at((SHARE, 3, 0)))
    assert (pick.kind, pick.index, pick.element_name) == ("STROKE", 1, "Layer")
    assert (pick.material, pick.material_slot) == ("Ink", 0)
    if not IS_LEGACY:
        assert pick.attributes["Value"] == pytest.approx(13.0, abs=1e-3)
        assert (pick.attributes["Number"], pick.attributes["Of layer"]) == (8, 0.25)
