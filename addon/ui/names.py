"""What a pick is called, and the tool."""

from bpy.app.translations import pgettext_iface as iface_

TOOL = "picking_ray.pick_tool"
_PLANES = {"FLOOR": "Floor", "CURSOR": "3D Cursor"}


def shown_name(pick):
    """The name of the object, or of the plane where none was hit."""
    return iface_(_PLANES[pick.kind]) if pick.is_on_plane else pick.object_name


def shown_label(kept):
    """What the user has called a pick of the history, or the name of its object."""
    return kept.name or shown_name(kept.pick)
