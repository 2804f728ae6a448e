"""Keys: ordinary entries of key maps, to be changed in the preferences.

`PICKING` is a key map that Blender itself never looks at: running picks do, event by event, so that its keys work
nowhere else. `TOOL` is the tool's, one for all modes.
"""

import bpy

PICKING = "Picking Ray"
TOOL = "3D View Tool: Pick"
_VIEW = {"name": "3D View", "space_type": "VIEW_3D"}
_TOOL_SPACE = {"name": TOOL, "space_type": "VIEW_3D", "region_type": "WINDOW", "tool": True}
_OURS = "picking_ray."
_START = "picking_ray.pick"
# Free in all key maps of Blender's default and industry compatible configurations, 4.2 to 5.3.
_START_KEY = {"type": "X", "value": "PRESS", "ctrl": True, "alt": True}
_PRESSES = frozenset(("PRESS", "DOUBLE_CLICK"))
_MODIFIERS = ("shift", "ctrl", "alt", "oskey")


def _click(*modifiers, **properties):
    key = {"type": "LEFTMOUSE", "value": "PRESS", **dict.fromkeys(modifiers, True)}
    return _START, key, {"wait_for_input": False, **properties}


# What a click does, in running picks and with the tool alike.
_CLICKS = (
    _click(),
    _click("shift", extend=True),
    _click("ctrl", snap=True),
    _click("shift", "ctrl", extend=True, snap=True),
)
_WITH_TOOL = (
    *_CLICKS,
    ("picking_ray.pick_from_list", {"type": "LEFTMOUSE", "value": "PRESS", "alt": True}, {}),
    ("picking_ray.hover", {"type": "MOUSEMOVE", "value": "ANY", "any": True}, {}),
)
_WHILE_PICKING = (
    *_CLICKS,
    ("picking_ray.cycle", {"type": "TAB", "value": "PRESS"}, {}),
    ("picking_ray.cycle", {"type": "TAB", "value": "PRESS", "shift": True}, {"backward": True}),
    ("picking_ray.cycle", {"type": "WHEELDOWNMOUSE", "value": "PRESS", "alt": True}, {}),
    ("picking_ray.cycle", {"type": "WHEELUPMOUSE", "value": "PRESS", "alt": True}, {"backward": True}),
    ("picking_ray.toggle_hover", {"type": "H", "value": "PRESS"}, {}),
    ("picking_ray.toggle_see_through", {"type": "Z", "value": "PRESS", "alt": True}, {}),
    ("picking_ray.finish", {"type": "RIGHTMOUSE", "value": "PRESS"}, {}),
    ("picking_ray.finish", {"type": "ESC", "value": "PRESS"}, {}),
)


def start_items(keyconfig):
    """The (key map, item) pairs that start picking, as the user has changed them."""
    return _items(keyconfig, _VIEW["name"], lambda item: item.idname == _START)


def picking_items(keyconfig):
    """The (key map, item) pairs that running picks look at."""
    return _in_order(_items(keyconfig, PICKING, lambda _item: True))


def tool_items(keyconfig):
    """The (key map, item) pairs of the tool's clicks."""
    return _in_order(_items(keyconfig, TOOL, lambda item: item.type != "MOUSEMOVE"))


def action_items(keyconfig):
    """The (key map, item) pairs of our operators that the user has given a key, in whatever key map."""
    return [
        (keymap, item)
        for keymap in keyconfig.keymaps
        if keymap.name not in (PICKING, TOOL)
        for item in keymap.keymap_items
        if item.idname.startswith(_OURS) and (keymap.name, item.idname) != (_VIEW["name"], _START)
    ]


def add_action(keyconfig, idname):
    """Let the user give an operator a key: an item that has none yet, in the key map of 3D viewports."""
    keyconfig.keymaps[_VIEW["name"]].keymap_items.new(idname=idname, type="NONE", value="PRESS")


def item_for(keyconfig, event):
    """The item of running picks that an event asks for, or None."""
    if event.value not in _PRESSES:
        return None
    items = (item for _, item in picking_items(keyconfig))
    return next((one for one in items if one.type == event.type and _is_held(one, event)), None)


def click_for(keyconfig, event):
    """The item that a click would ask for with the modifiers that are held now, or None."""
    items = (item for _, item in picking_items(keyconfig) if item.idname == _START)
    return next((item for item in items if _is_held(item, event)), None)


def run(item):
    """Run the operator of an item of ours."""
    getattr(bpy.ops.picking_ray, item.idname.partition(".")[2])("INVOKE_DEFAULT")


def conflicts(keyconfig, items):
    """What else has the keys of our `items`: (item, name of a key map, name of an operator in it) for each."""
    by_type = {}
    for _, ours in items:
        if ours.active and ours.type != "NONE":
            by_type.setdefault(ours.type, []).append(ours)
    return [
        (ours, keymap.name, item.name)
        for keymap in keyconfig.keymaps
        if keymap.space_type in {"VIEW_3D", "EMPTY"} and keymap.name not in (PICKING, TOOL)
        if not keymap.is_modal
        for item in keymap.keymap_items
        if item.type in by_type and item.active
        for ours in by_type[item.type]
        if item.idname != ours.idname and item.compare(ours)
    ]


def install(removals):
    keyconfigs = bpy.context.window_manager.keyconfigs
    if keyconfigs.addon is None:  # background mode
        return
    _add(keyconfigs.addon, keyconfigs.addon.keymaps.new(**_VIEW), ((_START, _START_KEY, {}),), removals)
    # The user's key maps are made of Blender's, with what add-ons add; one that is not Blender's would be none of them.
    # Tools of add-ons do the same.
    for space, entries in (({"name": PICKING}, _WHILE_PICKING), (_TOOL_SPACE, _WITH_TOOL)):
        removals.callback(_remove_if_empty, keyconfigs.default, keyconfigs.default.keymaps.new(**space))
        _add(keyconfigs.addon, keyconfigs.addon.keymaps.new(**space), entries, removals)


def ensure_tool_keymap():
    """Blender removes a tool's key map with each tool that has it, and warns where there is none."""
    keyconfigs = bpy.context.window_manager.keyconfigs
    for keyconfig in filter(None, (keyconfigs.default, keyconfigs.addon)):
        keyconfig.keymaps.new(**_TOOL_SPACE)


def _add(keyconfig, keymap, entries, removals):
    removals.callback(_remove_if_empty, keyconfig, keymap)
    for idname, key, properties in entries:
        item = keymap.keymap_items.new(idname=idname, **key)
        for name, value in properties.items():
            setattr(item.properties, name, value)
        removals.callback(keymap.keymap_items.remove, item)


def _remove_if_empty(keyconfig, keymap):
    if not keymap.keymap_items:
        keyconfig.keymaps.remove(keymap)


def _in_order(pairs):
    # Blender puts what an add-on adds in front of what it has added before.
    return sorted(pairs, key=lambda pair: pair[1].id)


def _items(keyconfig, name, is_ours):
    keymap = keyconfig.keymaps.get(name)
    items = keymap.keymap_items if keymap else ()
    return [(keymap, item) for item in items if is_ours(item)]


def _is_held(item, event):
    """Whether the item is active, and the modifiers of an event are those it wants."""
    if not item.active:
        return False
    return item.any or all(getattr(item, name) in (-1, getattr(event, name)) for name in _MODIFIERS)
