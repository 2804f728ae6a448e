"""Actions on the active hit that need a window: local view, framing, edit mode, the adjust panel, search and keys."""

import time

from . import picking

_VIEW = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
space, region = area.spaces.active, [region for region in area.regions if region.type == "WINDOW"][-1]
"""
_IS_LOCAL = f"{_VIEW}\nspace.local_view is not None"
_VISIBLE = f"{_VIEW}\n[obj.name for obj in bpy.context.view_layer.objects if obj.visible_get(viewport=space)]"
_FRAMED = f"{_VIEW}\n[round(number, 3) for number in (*space.region_3d.view_location, space.region_3d.view_distance)]"
_RUN = f"""
{_VIEW}
with bpy.context.temp_override(window=window, area=area, region=region):
    getattr(bpy.ops.picking_ray, name)(**settings)
True
"""
_SELECTED_FACES = """
import bmesh
obj = bpy.data.objects["Cube"]
[face.index for face in bmesh.from_edit_mesh(obj.data).faces if face.select] if obj.mode == "EDIT" else None
"""
_ROTATION = "[round(angle, 3) for angle in bpy.context.view_layer.objects.active.rotation_euler]"
_STROKES = """
scene = bpy.context.scene
annotations = scene.annotation if hasattr(scene, "annotation") else scene.grease_pencil
places = [point.co for stroke in annotations.layers["Picks"].frames[0].strokes for point in stroke.points]
[[round(f(axis), 5) for axis in zip(*places)] for f in (min, max)]
"""
_ADJUST_PANEL = f"""
{_VIEW}
area.tag_redraw()
[[r.x, r.y, r.width, r.height] for r in area.regions if r.type == "HUD" and r.height > tall][-1:]
"""
# Pixels: higher than its header alone.
_OPENED = 110
_KEY = """
keymap = bpy.context.window_manager.keyconfigs.user.keymaps["3D View"]
keymap.keymap_items.new("picking_ray.hide_hit", "F6", "PRESS")
True
"""


def pick_cube(blender):
    """Pick the cube, end picking and return the place of the sidebar with the actions."""
    sidebar = blender.show_tab("Pick")
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.key("ESC")
    assert picking.hits(blender)
    return sidebar


def press(blender, sidebar, name, column):
    """Click a button in the left (0) or right (1) column of the actions."""
    blender.click(*blender.find_button(f"picking_ray.{name}", sidebar, across=((0.2, 0.7)[column],)))
    blender.move(*picking.empty_place(blender))


def test_isolate_shows_the_hit_alone_and_once_more_everything(blender):
    sidebar = pick_cube(blender)
    picking.deselect(blender)
    press(blender, sidebar, "isolate_hit", 0)
    assert blender.run(_IS_LOCAL) is True
    assert blender.run(_VISIBLE) == ["Cube"]
    assert picking.selected(blender) == ["Cube"]
    blender.run(_RUN, name="add_empty", settings={})
    assert blender.run(_VISIBLE) == ["Cube", "Empty"], "what is added is seen in the local view"
    blender.run(_RUN, name="isolate_hit", settings={})
    assert blender.run(_IS_LOCAL) is False
    assert sorted(blender.run(_VISIBLE)) == ["Camera", "Cube", "Empty", "Light"]


def test_framing_moves_the_view_and_no_selection(blender):
    pick_cube(blender)
    before = blender.run(_FRAMED)
    picking.deselect(blender)
    blender.run(_RUN, name="frame_hit", settings={"target": "OBJECT"})
    whole = blender.wait_until(f"{_FRAMED} if {_FRAMED.splitlines()[-1]} != before else None", before=before)
    assert whole[:3] == [0.0, 0.0, 0.0]
    assert picking.selected(blender) == []
    blender.run(_RUN, name="frame_hit", settings={})
    element = blender.run(_FRAMED)
    assert element[0] == 1.0 and element[3] < before[3]


def test_face_is_edited_and_undo_leaves_edit_mode(blender):
    sidebar = pick_cube(blender)
    face = picking.hits(blender)[0][1]
    press(blender, sidebar, "edit_hit", 1)
    assert blender.run(_SELECTED_FACES) == [face]
    blender.key("Z", modifiers=["ctrl"])
    assert blender.run(_SELECTED_FACES) is None
    blender.key("Z", modifiers=["ctrl", "shift"])
    assert blender.run(_SELECTED_FACES) == [face]


def test_annotation_is_drawn_on_the_surface(blender):
    pick_cube(blender)
    blender.run(_RUN, name="annotate_hit", settings={"size": 0.5})
    lowest, highest = blender.run(_STROKES)
    assert [lowest[0], highest[0]] == [1.0, 2.0], "the cross lies on the face at X 1, the normal stands on it"
    assert abs(highest[2] - lowest[2] - 1.0) < 1e-4


def test_settings_are_adjusted_afterwards(blender):
    sidebar = pick_cube(blender)
    press(blender, sidebar, "add_empty", 1)
    assert blender.run(_ROTATION) != [0.0, 0.0, 0.0]
    ((x, y, _, height),) = blender.wait_until(_ADJUST_PANEL, tall=1)
    if height < _OPENED:
        blender.click(x + 30, y + height // 2)
    ((x, y, width, _),) = blender.wait_until(_ADJUST_PANEL, tall=_OPENED)
    # Align to Normal stands above Offset, the last.
    blender.click(x + width // 2, y + 43)
    blender.wait_until(f"({_ROTATION}) == [0.0, 0.0, 0.0]")
    assert blender.run("len(bpy.data.objects)") == 4, "no other empty was added"


def test_actions_are_found_by_search_and_can_have_a_key(blender):
    pick_cube(blender)
    blender.move(*picking.empty_place(blender))
    blender.key("F3")
    for letter in "Hide Hit":
        blender.key("SPACE" if letter == " " else letter.upper(), text=letter)
    time.sleep(0.3)
    blender.key("RET")
    assert blender.run("bpy.data.objects['Cube'].hide_get()") is True
    blender.run("bpy.data.objects['Cube'].hide_set(False)")
    blender.run(_KEY)
    blender.move(*picking.empty_place(blender))
    blender.key("F6")
    assert blender.run("bpy.data.objects['Cube'].hide_get()") is True


def test_an_action_goes_into_the_quick_favorites(blender):
    """By the menu of its button. There is no Assign Shortcut for operators of add-ons: the preferences give keys."""
    sidebar = pick_cube(blender)
    blender.click(*blender.find_button("picking_ray.hide_hit", sidebar, across=(0.7,)), "RIGHTMOUSE")
    blender.key("A")
    blender.move(*picking.empty_place(blender))
    blender.key("Q")
    blender.key("RET")
    assert blender.run("bpy.data.objects['Cube'].hide_get()") is True


def test_lists_show_their_names_and_give_one_back(blender):
    sidebar = pick_cube(blender)
    press(blender, sidebar, "ignore_hit", 0)
    names = "bpy.context.scene.picking_ray.ignored.keys()"
    assert blender.run(names) == ["Cube"]
    blender.key("Z", modifiers=["ctrl"])
    assert blender.run(names) == []
    blender.key("Z", modifiers=["ctrl", "shift"])
    assert blender.run(names) == ["Cube"]
    blender.click(*blender.find_button("picking_ray.ignored_remove", sidebar, across=(0.8,)))
    assert blender.run(names) == []
