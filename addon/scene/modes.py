"""What the mode of an object changes about the mesh that is drawn for it."""

import bpy
import numpy as np

# Modes in which faces that were hidden in edit mode are left out; object mode draws them.
_HIDING_MODES = frozenset(("EDIT", "SCULPT", "VERTEX_PAINT", "WEIGHT_PAINT", "TEXTURE_PAINT"))
# Before 4.4 linked duplicates of what is in edit mode are drawn with them.
_DUPLICATES_SHOW_ALL = bpy.app.version < (4, 4)
# Modifiers that do nothing in edit mode, and those that move vertices and need no mesh for it: after them a linked
# duplicate of what is in edit mode still is its edited mesh. Measured on 4.5.15 and 5.3.0.
_IDLE_IN_EDIT_MODE = frozenset(
    (
        *(
            "BUILD",
            "CLOTH",
            "COLLISION",
            "DECIMATE",
            "DYNAMIC_PAINT",
            "EXPLODE",
            "FLUID",
            "MESH_SEQUENCE_CACHE",
        ),
        *("MULTIRES", "PARTICLE_INSTANCE", "PARTICLE_SYSTEM", "SOFT_BODY", "SURFACE"),
    )
)
_DEFORM_ONLY = frozenset(("ARMATURE", "CURVE", "HOOK", "LAPLACIANDEFORM", "LATTICE", "MESH_CACHE", "WARP"))


def is_edited_mesh(obj):
    """Whether an evaluated object is a mesh in edit mode itself; objects that share its mesh are not."""
    source = obj.original
    return source.type == "MESH" and source.mode == "EDIT" and source.data.is_editmode


def hiding_mesh(depsgraph):
    """Address of the evaluated mesh that is sculpted or painted on; None where there is none."""
    active = depsgraph.view_layer.objects.active
    if active is None or active.type != "MESH" or active.mode not in _HIDING_MODES:
        return None
    return active.evaluated_get(depsgraph).data.as_pointer()


def hides_faces(obj, painted):
    """Whether hidden faces of an evaluated mesh object are not drawn; `painted` is what `hiding_mesh` gives.

    Blender prepares one drawing for all objects of a mesh, so linked duplicates are drawn without them as well,
    but for those of which modifiers make a mesh of their own.
    """
    if obj.original.mode in _HIDING_MODES:
        return True
    if getattr(obj.original.data, "is_editmode", False):
        return not _DUPLICATES_SHOW_ALL and all(
            _is_idle(modifier) or modifier.type in _DEFORM_ONLY for modifier in obj.original.modifiers
        )
    return painted is not None and obj.data.as_pointer() == painted


def is_just_edited(obj):
    """Whether an evaluated object that shares its mesh with one in edit mode is that mesh, as it is being edited."""
    source = obj.original
    if source.type != "MESH" or source.mode == "EDIT" or not source.data.is_editmode:
        return False
    has_keys = source.data.shape_keys is not None and source.use_shape_key_edit_mode
    return not has_keys and all(map(_is_idle, source.modifiers))


def _is_idle(modifier):
    """Whether a modifier changes nothing of a mesh in edit mode."""
    is_shown = modifier.show_viewport and modifier.show_in_editmode
    is_empty = modifier.type == "NODES" and modifier.node_group is None
    return not is_shown or is_empty or modifier.type in _IDLE_IN_EDIT_MODE


def is_live(obj):
    """Whether sculpting changes `obj.original.data` alone, so that the evaluated mesh is of before.

    With modifiers or shape keys Blender evaluates after each stroke, and draws that.
    """
    source = obj.original
    if not _is_sculpted(obj) or source.use_dynamic_topology_sculpting or source.data.shape_keys is not None:
        return False
    return not any(modifier.show_viewport for modifier in source.modifiers)


def live_state(obj):
    """What stands for the surface of a sculpted object; no update tag tells that it changed."""
    attribute = obj.original.data.attributes.get("position") if is_live(obj) else None
    if attribute is None:
        return 0
    positions = np.empty(len(attribute.data) * 3, dtype=np.float32)
    attribute.data.foreach_get("vector", positions)
    return hash(positions.tobytes())


def stale_reason(obj):
    """Why the surface known of an evaluated object may not be what is drawn, as a sentence; None if it is.

    Strokes of these two kinds are in no mesh before sculpt mode is left.
    """
    if not _is_sculpted(obj):
        return None
    if obj.original.use_dynamic_topology_sculpting:
        return "Strokes with dynamic topology are known after leaving Sculpt Mode"
    if any(modifier.type == "MULTIRES" and modifier.show_viewport for modifier in obj.original.modifiers):
        return "Strokes on multiresolution are known after leaving Sculpt Mode"
    return None


def _is_sculpted(obj):
    source = obj.original
    return source.type == "MESH" and source.mode == "SCULPT"
