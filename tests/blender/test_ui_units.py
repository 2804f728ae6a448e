"""F18: lengths in the scene's units."""

import bpy
import pytest

from addon.ui.units import length_text


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
