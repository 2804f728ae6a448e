"""What hair, points, strokes and volumes are drawn as, by the viewport's shading and the scene's hair type."""

from typing import NamedTuple


class Shading(NamedTuple):
    """How a viewport shows hair and points.

    `is_wireframe` is about its shading, `has_overlays` says whether dots are drawn, `has_signs` whether signs of
    particles are, `hair_type` is that of the scene's render settings, and `is_round` asks for true radii instead of
    what is drawn.
    """

    is_wireframe: bool
    has_overlays: bool
    has_signs: bool
    hair_type: str
    is_round: bool


def as_shaded(outlines, object_type, shading, is_wire, has_wires):
    """Those of an object's outlines that are drawn, as they are drawn.

    Parameters
    ----------
    outlines : tuple of Outline
    object_type : str
    shading : Shading
    is_wire : bool
        Whether the object is displayed as wire.
    has_wires : bool
        Whether it is drawn with its wires, alone or besides.

    Returns
    -------
    tuple of Outline
    """
    if object_type == "POINTCLOUD":
        return tuple(drawn for one in outlines for drawn in _cloud(one, shading, is_wire, has_wires))
    if object_type == "VOLUME":
        return tuple(one for one in outlines if one.is_filled is not (shading.is_wireframe or is_wire))
    if object_type in ("GPENCIL", "GREASEPENCIL"):
        # In wireframe the line itself is drawn instead of its dots or squares.
        is_thin = shading.is_wireframe or is_wire
        return tuple(one for one in outlines if (one.marks is None if is_thin else one.is_filled))
    if object_type == "CURVES":
        return tuple(drawn for one in outlines for drawn in _hair(one, shading, is_wire))
    if object_type == "MESH":
        return tuple(drawn for one in outlines for drawn in _particles(one, shading))
    return outlines


def _cloud(outline, shading, is_wire, has_wires):
    """Diamonds, or their rims and a dot."""
    if outline.form != "DIAMOND":
        return [outline] if shading.has_overlays and (has_wires or shading.is_wireframe) else []
    if is_wire:
        return []
    if shading.is_round:
        return [outline.round]
    return [outline.rims if shading.is_wireframe else outline]


def _hair(outline, shading, is_wire=False):
    if outline.kind != "HAIR":
        # The points of edit mode.
        return [outline]
    if is_wire:
        return []
    if shading.is_round:
        return [outline.round]
    if shading.hair_type == "STRAND":
        return [outline.thin]
    if shading.hair_type == "CYLINDER":
        outline = outline.bulging
    return [outline.rims if shading.is_wireframe else outline]


def _particles(outline, shading):
    """Signs may be drawn; the strands have a line in their middle in wireframe."""
    if outline.kind == "POINT":
        return [outline] if shading.has_signs else []
    if outline.kind != "HAIR":
        return [outline]
    middle = [outline.thin] if shading.is_wireframe and shading.hair_type != "STRAND" else []
    return _hair(outline, shading) + middle
