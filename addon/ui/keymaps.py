"""The key that starts picking: an ordinary entry of the key map, to be changed in the preferences."""

import bpy

_KEYMAP = {"name": "3D View", "space_type": "VIEW_3D"}
# Free in all key maps of Blender's default and industry compatible configurations, 4.2 to 5.3.
_KEY = {"type": "X", "value": "PRESS", "ctrl": True, "alt": True}
_OPERATOR = "picking_ray.pick"


def user_items(keyconfig):
    """The (key map, item) pairs of ours, as the user has changed them."""
    keymap = keyconfig.keymaps.get(_KEYMAP["name"])
    items = keymap.keymap_items if keymap else ()
    return [(keymap, item) for item in items if item.idname == _OPERATOR]


def install(removals):
    keyconfig = bpy.context.window_manager.keyconfigs.addon
    if keyconfig is None:  # background mode
        return
    keymap = keyconfig.keymaps.new(**_KEYMAP)
    item = keymap.keymap_items.new(idname=_OPERATOR, **_KEY)
    removals.callback(_remove, keyconfig, keymap, item)


def _remove(keyconfig, keymap, item):
    keymap.keymap_items.remove(item)
    if not keymap.keymap_items:
        keyconfig.keymaps.remove(keymap)
