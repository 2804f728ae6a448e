"""What objects are drawn with besides faces: lines and points, in the object's own space."""

from . import meshes, strands

# What reads the outlines of an evaluated object, by its type.
_READERS = {
    "MESH": meshes.mesh_outlines,
    "CURVE": meshes.curve_outlines,
    "SURFACE": meshes.curve_outlines,
    "FONT": meshes.curve_outlines,
    "CURVES": strands.hair_outlines,
    "POINTCLOUD": strands.cloud_outlines,
}


def has_outlines(object_type):
    """Whether objects of this type can be drawn as lines or points."""
    return object_type in _READERS


def read_outlines(obj):
    """The outlines of an evaluated object, empty ones left out.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated. Of a curve, surface or text only if it has no surface of its own.

    Returns
    -------
    tuple of Outline
    """
    if not has_outlines(obj.type):
        return ()
    return tuple(outline for outline in _READERS[obj.type](obj) if len(outline.indices))
