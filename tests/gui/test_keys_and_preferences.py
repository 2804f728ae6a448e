"""B26: keys and colours are the user's, and no key of Blender's is taken."""

from . import picking

_OTHERS_ON_OUR_KEY = """
import bpy
[
    (config.name, keymap.name, item.idname)
    for config in bpy.context.window_manager.keyconfigs
    for keymap in config.keymaps
    for item in keymap.keymap_items
    if keymap.space_type in {"VIEW_3D", "EMPTY"} and item.type == "X" and item.value == "PRESS"
    and (item.any or (item.ctrl and item.alt and not item.shift and not item.oskey))
    and item.idname != "picking_ray.pick"
]
"""
_USE_CONFIGURATION = """
import os
path = next(bpy.utils.preset_paths("keyconfig").__iter__())
bpy.ops.preferences.keyconfig_activate(filepath=os.path.join(path, name + ".py"))
"""
_OUR_KEYS = """
from bl_ext.user_default.picking_ray.ui import keymaps
[
    (item.type, item.ctrl, item.alt)
    for _, item in keymaps.start_items(bpy.context.window_manager.keyconfigs.user)
]
"""
_CHANGE_KEY = """
from bl_ext.user_default.picking_ray.ui import keymaps
_, item = keymaps.start_items(bpy.context.window_manager.keyconfigs.user)[0]
item.type, item.alt = "Y", False
"""
_CONFLICTS = """
from bl_ext.user_default.picking_ray.ui import keymaps
user = bpy.context.window_manager.keyconfigs.user
items = [*keymaps.start_items(user), *keymaps.action_items(user)]
[[ours.idname, keymap, name] for ours, keymap, name in keymaps.conflicts(user, items)]
"""
_TAKE_A_KEY_OF_BLENDER = """
from bl_ext.user_default.picking_ray.ui import keymaps
_, item = keymaps.start_items(bpy.context.window_manager.keyconfigs.user)[0]
item.type, item.ctrl, item.alt = "X", False, False
"""
_ACTION_KEYS = """
from bl_ext.user_default.picking_ray.ui import keymaps
user = bpy.context.window_manager.keyconfigs.user
[[item.idname, item.type] for _, item in keymaps.action_items(user)]
"""
_GIVE_KEY = """
from bl_ext.user_default.picking_ray.ui import keymaps
_, item = keymaps.action_items(bpy.context.window_manager.keyconfigs.user)[0]
item.type, item.ctrl = type, ctrl
"""
_CHANGE_TOOL_KEY = """
from bl_ext.user_default.picking_ray.ui import keymaps
_, item = keymaps.tool_items(bpy.context.window_manager.keyconfigs.user)[0]
item.oskey = held
"""
_LIMIT = """
from bl_ext.user_default.picking_ray.scene import snapshot
snapshot.cache.limit_bytes / 2**20
"""
_PREFERENCES = f"bpy.context.preferences.addons['{picking.ADDON}'].preferences"
_SHOW_PREFERENCES = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
area.type = "PREFERENCES"
bpy.context.preferences.active_section = "ADDONS"
bpy.context.window_manager.addon_search = "Picking Ray"
with bpy.context.temp_override(window=window, area=area, region=area.regions[-1]):
    bpy.ops.preferences.addon_expand(module=module)
"""


def test_key_is_free_in_both_of_blenders_configurations(blender):
    for name in ("Blender", "Industry_Compatible"):
        blender.run(_USE_CONFIGURATION, name=name)
        assert blender.run(_OTHERS_ON_OUR_KEY) == [], name


def test_key_can_be_changed(blender):
    blender.run(_CHANGE_KEY)
    blender.move(*picking.empty_place(blender))
    blender.key("X", modifiers=["ctrl", "alt"])
    assert not picking.is_picking(blender)
    blender.key("Y", modifiers=["ctrl"])
    assert picking.is_picking(blender)


def test_conflict_is_told_with_what_blender_has_on_the_key(blender):
    assert blender.run(_CONFLICTS) == []
    blender.run(_CHANGE_KEY)
    assert blender.run(_CONFLICTS) == []
    blender.run(_TAKE_A_KEY_OF_BLENDER)
    assert ["picking_ray.pick", "Object Mode", "Delete"] in blender.run(_CONFLICTS)


def test_an_action_is_given_a_key_that_outlasts_a_restart_and_conflicts_are_told(blender):
    blender.run("bpy.ops.picking_ray.shortcut_add(action='PICKING_RAY_OT_cursor_to_hit')")
    assert blender.run(_ACTION_KEYS) == [["picking_ray.cursor_to_hit", "NONE"]]
    assert blender.run(_CONFLICTS) == []
    blender.run(_GIVE_KEY, type="X", ctrl=False)
    assert ["picking_ray.cursor_to_hit", "Object Mode", "Delete"] in blender.run(_CONFLICTS)
    blender.run(_GIVE_KEY, type="F19", ctrl=False)
    assert blender.run(_CONFLICTS) == []
    blender.run("bpy.ops.wm.save_userpref(); bpy.ops.wm.read_userpref()")
    try:
        assert blender.run(_ACTION_KEYS) == [["picking_ray.cursor_to_hit", "F19"]]
        picking.start_with_key(blender)
        blender.click(*picking.cube(blender))
        blender.key("ESC")
        blender.key("F19")
        assert blender.run("bpy.context.scene.cursor.location.length") > 0.5
    finally:
        blender.run("bpy.ops.picking_ray.preferences_reset()")
        assert blender.run(_ACTION_KEYS) == []
        blender.run("bpy.ops.wm.save_userpref()")


def test_keys_of_the_tool_are_one_key_map_for_all_modes(blender):
    blender.run(_CHANGE_TOOL_KEY, held=True)
    picking.activate_tool(blender)
    blender.click(*picking.cube(blender))
    assert picking.hits(blender) == []
    blender.click(*picking.cube(blender), modifiers=["oskey"])
    assert picking.hits(blender)
    blender.run("bpy.ops.picking_ray.clear()")
    blender.run("bpy.ops.picking_ray.preferences_reset()")
    blender.click(*picking.cube(blender))
    assert picking.hits(blender)


def test_reset_puts_back_colours_and_keys(blender):
    blender.run(_CHANGE_KEY)
    blender.run(f"{_PREFERENCES}.face_opacity = 0.9")
    blender.run("bpy.ops.picking_ray.preferences_reset()")
    assert blender.run(_OUR_KEYS) == [["X", True, True]]
    assert blender.run(f"{_PREFERENCES}.face_opacity") == 0.25


def test_cache_size_limits_what_is_kept_and_outlasts_a_restart_of_the_add_on(blender):
    assert blender.run(_LIMIT) == 2048
    blender.run(f"{_PREFERENCES}.cache_size = 100")
    assert blender.run(_LIMIT) == 100
    blender.run(f"bl_ext_name = '{picking.ADDON}'; bpy.ops.preferences.addon_disable(module=bl_ext_name)")
    blender.run(f"bl_ext_name = '{picking.ADDON}'; bpy.ops.preferences.addon_enable(module=bl_ext_name)")
    # The preferences of an add-on that was disabled are gone, unless they were saved.
    assert blender.run(_LIMIT) == blender.run(f"{_PREFERENCES}.cache_size")
    blender.run(f"{_PREFERENCES}.cache_size = 100")
    blender.run("bpy.ops.picking_ray.preferences_reset()")
    assert blender.run(_LIMIT) == 2048


def test_preferences_are_drawn_with_both_kinds_of_colours(blender):
    """An exception in drawing would be on the console, and fail the test."""
    blender.run(_SHOW_PREFERENCES, module=picking.ADDON)
    for use_theme_colors in (False, True):
        blender.run(f"{_PREFERENCES}.use_theme_colors = {use_theme_colors}")
        blender.move(300, 300)
    region = blender.region("WINDOW", area="PREFERENCES")
    assert blender.find_button("picking_ray.preferences_reset", region, across=(0.9, 0.8, 0.85))
