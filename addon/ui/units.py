"""Lengths as the scene shows them."""

import bpy

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
_EVERY_DECIMAL = 4


def length_text(length, unit_settings, decimals=_EVERY_DECIMAL):
    """A length in Blender units as text in the scene's units.

    Parameters
    ----------
    length : float
        In Blender units.
    unit_settings : bpy.types.UnitSettings
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
