"""F18: lengths, areas and angles in the scene's units."""

from math import nan, pi

import bpy
import pytest

from addon.ui.units import copied_text, length_text, measure_text


@pytest.mark.parametrize(
    ("system", "unit", "scale", "length", "text"),
    [
        ("METRIC", "METERS", 1.0, 3.2141592, "3.2142 m"),
        ("METRIC", "METERS", 1.0, 500000.123, "500000.1230 m"),
        ("METRIC", "MILLIMETERS", 1.0, 3.2141592, "3214.1592 mm"),
        ("METRIC", "MILLIMETERS", 0.001, 12.5, "12.5000 mm"),
        ("METRIC", "CENTIMETERS", 0.01, -2.0, "-2.0000 cm"),
        ("METRIC", "ADAPTIVE", 1.0, 0.0025, "2.5 mm"),
        ("IMPERIAL", "FEET", 1.0, 0.3048, "1.0000 '"),
        ("IMPERIAL", "INCHES", 1.0, 0.0254, '1.0000 "'),
        ("NONE", "ADAPTIVE", 1.0, 1.5, "1.5000"),
    ],
)
def test_length_is_shown_in_the_units_of_the_scene(system, unit, scale, length, text):
    settings = bpy.context.scene.unit_settings
    settings.system, settings.length_unit, settings.scale_length = system, unit, scale
    assert length_text(length, settings) == text


def test_separate_units_are_separated():
    settings = bpy.context.scene.unit_settings
    settings.system, settings.length_unit, settings.use_separate = "IMPERIAL", "FEET", True
    assert length_text(1.0, settings) == "3' 3.3701\""


@pytest.mark.parametrize(
    ("system", "unit", "scale", "area", "text"),
    [
        ("METRIC", "METERS", 1.0, 3.2141592, "3.2142 m²"),
        ("METRIC", "MILLIMETERS", 0.001, 12.5, "12.5000 mm²"),
        ("METRIC", "ADAPTIVE", 1.0, 2.5e-6, "2.5 mm²"),
        ("IMPERIAL", "FEET", 1.0, 0.3048**2, "1.0000 ft²"),
        ("IMPERIAL", "INCHES", 2.0, 0.0254**2, "4.0000 in²"),
        ("NONE", "ADAPTIVE", 1.0, 1.5, "1.5000"),
    ],
)
def test_area_is_shown_in_the_units_of_the_scene(system, unit, scale, area, text):
    settings = bpy.context.scene.unit_settings
    settings.system, settings.length_unit, settings.scale_length = system, unit, scale
    assert measure_text(area, "AREA", settings) == text
    assert copied_text(area, "AREA", settings) == repr(area)


def test_angle_is_shown_and_copied_in_degrees_or_radians():
    settings = bpy.context.scene.unit_settings
    assert measure_text(pi / 6, "ANGLE", settings) == "30.0000°"
    assert copied_text(pi / 2, "ANGLE", settings) == "90.0"
    settings.system_rotation = "RADIANS"
    assert measure_text(pi / 6, "ANGLE", settings, 2) == "0.52 rad"
    assert copied_text(pi / 2, "ANGLE", settings) == repr(pi / 2)


@pytest.mark.parametrize("unit", ["LENGTH", "AREA", "ANGLE"])
def test_what_is_not_known_is_said_to_be(unit):
    assert measure_text(nan, unit, bpy.context.scene.unit_settings) == "Unknown"
