"""Lengths, areas and angles as the scene shows them."""

from math import degrees, isnan
from typing import NamedTuple

import bpy
from bpy.app.translations import pgettext_iface as iface_

# Metres of one unit and its symbol, by `UnitSettings.length_unit`. Exact, where `bpy.utils.units` has single precision.
_LENGTH_UNITS = {
    "KILOMETERS": (1000.0, "km"),
    "METERS": (1.0, "m"),
    "CENTIMETERS": (0.01, "cm"),
    "MILLIMETERS": (0.001, "mm"),
    "MICROMETERS": (1e-6, "µm"),
    "MILES": (1609.344, "mi"),
    "FEET": (0.3048, "'"),
    "INCHES": (0.0254, '"'),
    "THOU": (2.54e-5, "thou"),
}
# Where a symbol has no square.
_AREA_SYMBOLS = {"'": "ft²", '"': "in²"}
_EVERY_DECIMAL = 4


class Units(NamedTuple):
    """All of a scene's `UnitSettings` that these texts depend on, as plain values; they take these instead of those."""

    system: str
    length_unit: str
    scale_length: float
    use_separate: bool
    system_rotation: str


def length_text(length, unit_settings, decimals=_EVERY_DECIMAL):
    """A length in Blender units as text in the scene's units.

    Parameters
    ----------
    length : float
        In Blender units.
    unit_settings : bpy.types.UnitSettings or Units
        Of the scene.
    decimals : int
        Where the unit adapts to the length, the number of digits is this and two.
    """
    if unit_settings.system == "NONE":
        return f"{length:.{decimals}f}"
    metres = length * unit_settings.scale_length
    if unit_settings.length_unit in _LENGTH_UNITS and not unit_settings.use_separate:
        size, symbol = _LENGTH_UNITS[unit_settings.length_unit]
        return f"{metres / size:.{decimals}f} {symbol}"
    return bpy.utils.units.to_string(
        unit_settings.system, "LENGTH", metres, precision=decimals + 2, split_unit=unit_settings.use_separate
    )


def measure_text(value, unit, unit_settings, decimals=_EVERY_DECIMAL):
    """A LENGTH, AREA or ANGLE, in Blender units or radians, as text in the scene's units; NaN is Unknown."""
    if isnan(value):
        return iface_("Unknown")
    return _TEXTS[unit](value, unit_settings, decimals)


def _area_text(area, unit_settings, decimals):
    if unit_settings.system == "NONE":
        return f"{area:.{decimals}f}"
    metres = area * unit_settings.scale_length**2
    if unit_settings.length_unit in _LENGTH_UNITS and not unit_settings.use_separate:
        size, symbol = _LENGTH_UNITS[unit_settings.length_unit]
        return f"{metres / size**2:.{decimals}f} {_AREA_SYMBOLS.get(symbol, symbol + '²')}"
    return bpy.utils.units.to_string(unit_settings.system, "AREA", metres, precision=decimals + 2)


def _angle_text(angle, unit_settings, decimals):
    if unit_settings.system_rotation == "RADIANS":
        return f"{angle:.{decimals}f} rad"
    return f"{degrees(angle):.{decimals}f}°"


_TEXTS = {"LENGTH": length_text, "AREA": _area_text, "ANGLE": _angle_text}


def units_key(unit_settings):
    """The `Units` of a scene's settings."""
    return Units(
        unit_settings.system,
        unit_settings.length_unit,
        unit_settings.scale_length,
        unit_settings.use_separate,
        unit_settings.system_rotation,
    )


def copied_text(value, unit, unit_settings):
    """The same with every digit: in Blender units, an angle in degrees or radians as the scene shows them."""
    is_degrees = unit == "ANGLE" and unit_settings.system_rotation != "RADIANS"
    return repr(degrees(value) if is_degrees else float(value))
