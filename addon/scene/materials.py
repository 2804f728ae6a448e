"""The materials of the faces of evaluated objects."""

import numpy as np

from .mesh_arrays import read_material_indices
from .mesh_sources import picked_mesh


def slot_count(obj, data):
    """How many material slots an evaluated object with this data has."""
    return max(len(data.materials), len(obj.material_slots))


def slot_material(obj, data, slot):
    """The material in a slot, or None."""
    if slot < len(obj.material_slots) and obj.material_slots[slot].link == "OBJECT":
        return obj.material_slots[slot].material
    return data.materials[slot] if slot < len(data.materials) else None


def drawn_slot(index, count):
    """The slot that Blender takes for a material index; beyond all slots it is the last one."""
    return np.clip(index, 0, count - 1)


def polygon_materials(obj, geometry, **_settings):
    """(n,) material index of each polygon of an evaluated object of type MESH; of which mesh, see `PickOptions`."""
    with picked_mesh(obj, geometry) as mesh:
        return read_material_indices(mesh)


def culled_backs(obj, surface, read_polygon_materials):
    """Which triangles of a surface are not drawn from behind because their material has Backface Culling on.

    Parameters
    ----------
    obj : bpy.types.Object
        Evaluated, of type MESH if the surface has faces.
    surface : MeshGeometry
    read_polygon_materials : function
        As `polygon_materials`, asked without arguments and only where it depends on the polygon.

    Returns
    -------
    bool or (m,) bool
        Of all triangles, or of each.
    """
    if not surface.has_faces:
        return False
    mesh = obj.data
    count = slot_count(obj, mesh)
    materials = [slot_material(obj, mesh, slot) for slot in range(count)]
    culls = [material is not None and material.use_backface_culling for material in materials]
    if all(culls) or not any(culls):
        return any(culls)
    return surface.index.of_triangles(np.array(culls)[drawn_slot(read_polygon_materials(), count)])
