"""Icons of what was picked."""

# Icons are named after object types, but for these.
_ICON_OF_TYPE = {"GPENCIL": "GREASEPENCIL", "LIGHT_PROBE": "LIGHTPROBE"}

# What was hit of the object, whose number stands beside it; faces have the room for long numbers instead.
ICON_OF_KIND = {
    "FACE": "NONE",
    "EDGE": "EDGESEL",
    "VERTEX": "VERTEXSEL",
    "CURVE": "CURVE_DATA",
    "HAIR": "CURVES_DATA",
    "POINT": "POINTCLOUD_DATA",
    "STROKE": "STROKE",
    "BONE": "BONE_DATA",
    "LATTICE": "LATTICE_DATA",
    "EMPTY": "EMPTY_DATA",
    "IMAGE": "IMAGE_DATA",
    "ICON": "OBJECT_DATA",
    "VOLUME": "VOLUME_DATA",
    "BOUNDS": "SHADING_BBOX",
    "FLOOR": "GRID",
    "CURSOR": "CURSOR",
}


def pick_icon(pick, obj):
    """The icon the outliner shows for what was picked; `obj` is None when it is gone."""
    if pick.is_on_plane:
        return ICON_OF_KIND[pick.kind]
    if obj is None:
        return "GHOST_DISABLED"
    if pick.is_instance:
        return "OUTLINER_OB_GROUP_INSTANCE"
    return f"OUTLINER_OB_{_ICON_OF_TYPE.get(obj.type, obj.type)}"
