"""Measures in a window: kept by a button, drawn where their places are, gone with undo."""

import pytest

from . import picking

_TWO_BOXES = """
for name in ("Camera", "Light"):
    bpy.data.objects.remove(bpy.data.objects[name])
cube = bpy.data.objects["Cube"]
other = cube.copy()
other.name = "Other"
bpy.context.scene.collection.objects.link(other)
cube.location, other.location = (-4, 0, 0), (4, 0, 0)
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.object.select_all(action="DESELECT")
    bpy.ops.ed.undo_push(message="Two Boxes")
space = area.spaces.active
view = space.region_3d
view.view_perspective, view.view_rotation = "ORTHO", (1, 0, 0, 0)
view.view_location, view.view_distance = (2, 0, 0), 30
view.update()
space.show_gizmo = space.overlay.show_floor = space.overlay.show_axis_x = space.overlay.show_cursor = False
"""
_MEASURED = f"""
from {picking.ADDON}.ui.measures import kept
[None if one is None else one.value for one in kept.measured(bpy.context.scene)]
"""
_LABEL_PLACE = f"""
from {picking.ADDON}.ui.measures import kept
list(kept.measured(bpy.context.scene)[0].label_place)
"""
_MOVE = """
bpy.data.objects["Other"].location = location
bpy.context.view_layer.update()
"""
_LOOK = """
import numpy as np
image = bpy.data.images.load(path, check_existing=False)
pixels = np.empty((image.size[1], image.size[0], 4), dtype=np.float32)
image.pixels.foreach_get(pixels.ravel())
bpy.data.images.remove(image)
(x, y), (across, up) = place, half
part = pixels[y - up : y + up, x - across : x + across, :3].mean(axis=2)
[float(part.min()), float(part.max()), float(part.mean())]
"""
_LIGHT_THEME = """
import os
folder = bpy.utils.preset_paths("interface_theme")[0]
bpy.ops.script.execute_preset(
    filepath=os.path.join(folder, "Blender_Light.xml"), menu_idname="USERPREF_MT_interface_theme_presets"
)
"""
_HANDLE = f"""
from {picking.ADDON}.ui.overlay import measures
measures._handle is not None
"""


_KEEP = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
with bpy.context.temp_override(window=window, area=area):
    bpy.ops.picking_ray.measure_add("EXEC_DEFAULT", True)
"""


@pytest.fixture
def picked(blender):
    """Two places picked, on top of two boxes."""
    blender.run(_TWO_BOXES)
    picking.start_with_key(blender)
    for x in (-4, 4):
        blender.click(*picking.place_of(blender, (x, 0, 1)))
    blender.move(*picking.empty_place(blender))
    blender.key("ESC")
    return blender


@pytest.fixture
def measured(picked):
    picked.run(_KEEP)
    return picked


def looks_of(blender, place, scale=1):
    """Least, greatest and mean brightness of what is inside of a label in the middle of which is a window pixel."""
    path = blender.screenshot(blender.process.work / "label.png")
    return blender.run(_LOOK, path=str(path), place=place, half=[15 * scale, 8 * scale])


def is_label(looks):
    """Whether there is light text on a dark plate; the background is one grey."""
    least, greatest, mean = looks
    return least < 0.22 and greatest > 0.85 and mean < 0.5


def label_place(blender):
    return picking.place_of(blender, blender.run(_LABEL_PLACE))


def test_the_panel_keeps_the_distance_of_two_clicks_by_one_button(picked):
    blender = picked
    sidebar = blender.show_tab("Pick")
    blender.click(*blender.find_button("picking_ray.measure_add", sidebar, across=(0.8,)))
    assert blender.run(_MEASURED) == [pytest.approx(8.0, abs=0.2)]


def test_the_label_follows_the_objects(measured):
    blender = measured
    before = label_place(blender)
    assert is_label(looks_of(blender, before))
    blender.run(_MOVE, location=(4, 8, 0))
    assert blender.run(_MEASURED) == [pytest.approx(128**0.5, abs=0.2)]
    after = label_place(blender)
    assert after[1] - before[1] > 40
    assert is_label(looks_of(blender, after))
    assert not is_label(looks_of(blender, before))


def test_labels_are_read_on_a_light_theme_and_at_twice_the_size(measured):
    blender = measured
    blender.run(_LIGHT_THEME)
    assert is_label(looks_of(blender, label_place(blender)))
    blender.run("bpy.context.preferences.view.ui_scale = 2.0")
    blender.move(*picking.empty_place(blender))
    assert is_label(looks_of(blender, label_place(blender), scale=2))


def test_undo_and_redo_of_keeping_a_measure(measured):
    blender = measured
    blender.key("Z", modifiers=["ctrl"])
    assert blender.run(_MEASURED) == []
    assert not blender.run(_HANDLE)
    blender.key("Z", modifiers=["ctrl", "shift"])
    assert blender.run(_MEASURED) == [pytest.approx(8.0, abs=0.2)]
    assert is_label(looks_of(blender, label_place(blender)))


def test_measures_honour_their_switch_and_that_of_overlays_and_come_back_with_the_file(measured):
    blender = measured
    place = label_place(blender)
    blender.run("bpy.context.scene.picking_ray_measures.are_shown = False")
    assert not is_label(looks_of(blender, place))
    blender.run("bpy.context.scene.picking_ray_measures.are_shown = True")
    assert is_label(looks_of(blender, place))
    path = str(blender.process.work / "measures.blend")
    blender.run("bpy.ops.wm.save_as_mainfile(filepath=path)", path=path)
    blender.run("bpy.ops.wm.read_homefile(use_factory_startup=True)")
    assert not blender.run(_HANDLE)
    blender.run("bpy.ops.wm.open_mainfile(filepath=path)", path=path)
    assert is_label(looks_of(blender, label_place(blender)))
    blender.run(
        "for area in bpy.context.window_manager.windows[0].screen.areas:\n"
        "    if area.type == 'VIEW_3D': area.spaces.active.overlay.show_overlays = False"
    )
    assert not is_label(looks_of(blender, place))


def test_an_add_on_that_is_enabled_later_draws_the_measures_of_the_file(measured):
    blender = measured
    blender.run(f'import addon_utils; addon_utils.disable("{picking.ADDON}")')
    assert not is_label(looks_of(blender, picking.place_of(blender, (0, 0, 1))))
    blender.run(f'import addon_utils; addon_utils.enable("{picking.ADDON}")')
    assert is_label(looks_of(blender, label_place(blender)))
