"""What objects are drawn with besides the faces of meshes: lines, points, areas and icons."""

from functools import lru_cache

import numpy as np

from . import (
    bones,
    camera_icons,
    drawings,
    empties,
    lattices,
    light_probes,
    lights,
    meshes,
    metaballs,
    particles,
    speakers,
    strands,
    strokes,
    volumes,
)

# What reads the outlines of an evaluated object, by its type.
_READERS = {
    "CURVE": meshes.curve_outlines,
    "SURFACE": meshes.curve_outlines,
    "FONT": meshes.curve_outlines,
    "POINTCLOUD": strands.cloud_outlines,
    "VOLUME": volumes.volume_outlines,
    "GPENCIL": strokes.legacy_outlines,
    "ARMATURE": bones.bone_outlines,
    "LATTICE": lattices.lattice_outlines,
}
# The same with the number of times that the scene divides strands.
_STRAND_READERS = {"CURVES": strands.hair_outlines, "MESH": particles.particle_outlines}
# Icons, empties and metaballs follow from a few settings and the object's matrix, so there is nothing to keep.
_ICONS = {
    "CAMERA": camera_icons,
    "EMPTY": empties,
    "LIGHT": lights,
    "LIGHT_PROBE": light_probes,
    "META": metaballs,
    "SPEAKER": speakers,
}
_REMEMBERED_ICONS = 65536


def has_outlines(object_type):
    """Whether objects of this type can be drawn as anything but the faces of a mesh."""
    return (
        object_type in _READERS
        or object_type in _STRAND_READERS
        or object_type == "GREASEPENCIL"
        or object_type in _ICONS
    )


def is_icon(object_type):
    """Whether objects of this type are drawn as an icon, an empty or the reach of a metaball."""
    return object_type in _ICONS


def read_outlines(obj, geometry, depsgraph, matrix_world):
    """The outlines of an evaluated object in its own space, empty ones left out.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated.
    geometry : str
        Of a mesh, which; see `PickOptions`.
    depsgraph : bpy.types.Depsgraph
    matrix_world : (4, 4) float
        Where it is drawn, on which its outlines depend as far as `outline_placement` says.

    Returns
    -------
    tuple of Outline
    """
    found = list(_READERS[obj.type](obj)) if obj.type in _READERS else []
    if obj.type == "GREASEPENCIL":
        found += strokes.outlines(obj, matrix_world)
    if obj.type == "MESH":
        found += meshes.mesh_outlines(obj, geometry, depsgraph)
    if obj.type in _STRAND_READERS:
        found += _STRAND_READERS[obj.type](obj, depsgraph.scene.render.hair_subdiv)
    return tuple(outline for outline in found if not outline.is_empty)


def outline_placement(obj, scene, matrix_world):
    """What the outlines of an evaluated object depend on that no update tag of its data tells, as bytes."""
    if obj.type == "MESH":
        return particles.placement(obj, scene)
    if obj.type == "CURVES":
        return bytes((scene.render.hair_subdiv,))
    if obj.type == "VOLUME":
        return bytes((obj.show_all_edges, obj.data.grids.active_index % 256))
    return drawings.placement(obj, matrix_world) if obj.type in ("GPENCIL", "GREASEPENCIL") else b""


def icon_outlines(obj, scene, matrix_world):
    """The outlines of an icon or an empty.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated, of a type that `is_icon`.
    scene : bpy.types.Scene
        Evaluated; cameras show its format.
    matrix_world : (4, 4) float
        Where it is drawn.

    Returns
    -------
    tuple of Outline
        Those `in_world` stand there; the others are in the object's own space.
    """
    settings = _ICONS[obj.type].read_settings(obj, scene)
    return _icon_outlines(obj.type, settings, np.asarray(matrix_world, dtype=np.float64).tobytes())


@lru_cache(_REMEMBERED_ICONS)
def _icon_outlines(object_type, settings, matrix_bytes):
    matrix = np.frombuffer(matrix_bytes).reshape(4, 4)
    return tuple(_ICONS[object_type].outlines(settings, matrix))
