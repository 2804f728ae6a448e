"""The history in the sidebar: rows renamed, views gone back to, picks copied, exported and cleared; H2."""

import pytest

from . import picking

# In a tab of its own, so that it is open and in sight.
_SHOW_ALONE = """
panel = bpy.types.PICKING_RAY_PT_history
before = panel.bl_category, panel.bl_options
bpy.utils.unregister_class(panel)
panel.bl_category, panel.bl_options = "Earlier", set()
bpy.utils.register_class(panel)
panel.bl_category, panel.bl_options = before
"""
_LABELS = "[row.label for row in bpy.context.window_manager.picking_ray.history]"
_VIEW = """
area = next(area for area in bpy.context.window_manager.windows[0].screen.areas if area.type == "VIEW_3D")
region_3d = area.spaces.active.region_3d
[number for row in region_3d.perspective_matrix for number in row]
"""
_TURN = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.view3d.view_axis(type="TOP")
    bpy.ops.view3d.zoom(delta=3)
area.spaces.active.lens = 80
"""
_QUAD = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.screen.region_quadview()
"""
_NEW_WINDOW = """
with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
    bpy.ops.wm.window_new_main()
"""
_ROTATIONS = """
area = next(area for area in bpy.context.window_manager.windows[window].screen.areas if area.type == "VIEW_3D")
space = area.spaces.active
[[list(one.view_rotation), one.view_perspective] for one in (list(space.region_quadviews) or [space.region_3d])]
"""
_TURN_SECOND = """
area = next(area for area in bpy.context.window_manager.windows[1].screen.areas if area.type == "VIEW_3D")
area.spaces.active.region_3d.view_rotation = (1, 0, 0, 0)
"""
# With the mouse over one of the views, as a key of the user's would.
_GO_BACK = """
window = bpy.context.window_manager.windows[window]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][view]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.picking_ray.history_view("INVOKE_DEFAULT")
"""
_RUN = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
with bpy.context.temp_override(window=window, area=area, region=area.regions[-1]):
    getattr(bpy.ops.picking_ray, name)("INVOKE_DEFAULT", **settings)
"""
_DIALOG = """
found = [
    (window, area) for window in bpy.context.window_manager.windows
    for area in window.screen.areas if area.type == "FILE_BROWSER" and area.spaces.active.params
]
found[0][1].spaces.active.params.filename if found else None
"""
_ACCEPT = """
window, area = next(
    (window, area) for window in bpy.context.window_manager.windows
    for area in window.screen.areas if area.type == "FILE_BROWSER"
)
area.spaces.active.params.directory = directory.encode()
region = next(region for region in area.regions if region.type == "WINDOW")
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.file.execute("INVOKE_DEFAULT")
"""


@pytest.fixture
def sidebar(blender):
    """The tab of the history, which has one pick, of the cube."""
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.key("ESC")
    blender.run(_SHOW_ALONE)
    return blender.show_tab("Earlier")


def test_a_row_is_renamed_in_place_and_keeps_its_name_in_the_file(blender, sidebar):
    x, y = blender.find_button("picking_ray.history_view", sidebar, across=(0.3,))
    # Above the button is a narrow bar, then three empty rows; a click with Ctrl is what a double click is.
    blender.move(x, y + 103)
    blender.click(x, y + 105, modifiers=["ctrl"])
    blender.key("A", modifiers=["ctrl"])
    for text in "=Cé":
        blender.key("E", text=text)
    blender.key("RET")
    assert blender.run(_LABELS) == ["=Cé"]
    path = str(blender.process.work / "named.blend")
    blender.run("bpy.ops.wm.save_as_mainfile(filepath=path)", path=path)
    blender.run("bpy.ops.wm.read_homefile(use_factory_startup=True)")
    assert blender.run(_LABELS) == []
    blender.run("bpy.ops.wm.open_mainfile(filepath=path)", path=path)
    assert blender.run(_LABELS) == ["=Cé"]


def test_the_view_is_what_it_was_when_picked(blender, sidebar):
    before = blender.run(_VIEW)
    blender.run(_TURN)
    assert blender.run(_VIEW) != pytest.approx(before, abs=0.1)
    blender.click(*blender.find_button("picking_ray.history_view", sidebar, across=(0.3,)))
    assert blender.run(_VIEW) == pytest.approx(before, abs=1e-5)


def rotations(blender, window=0):
    return blender.run(_ROTATIONS, window=window)


def test_from_a_side_of_a_quad_view_the_view_that_turns_goes_there(blender):
    """The sides stay: they cannot be turned, and each shows what its name says."""
    blender.run(_QUAD)
    picking.start_with_key(blender)
    blender.click(*picking.place_of(blender, (0.0, 0.0, 0.0), 0))
    blender.key("ESC")
    before = rotations(blender)
    for view in (1, 3):
        blender.run(_GO_BACK, view=view, window=0)
        after = rotations(blender)
        assert after[3] == [pytest.approx(before[0][0], abs=1e-6), "ORTHO"]
        assert after[:3] == before[:3]


def test_in_a_second_window_its_own_view_goes_there(blender):
    blender.run(_NEW_WINDOW)
    blender.wait_until("len(bpy.context.window_manager.windows) == 2")
    picking.start_with_key(blender, window=1)
    blender.click(*picking.cube(blender, window=1), window=1)
    blender.key("ESC", window=1)
    there, here = rotations(blender, 1), rotations(blender, 0)
    blender.run(_TURN_SECOND)
    assert rotations(blender, 1) != there
    blender.run(_GO_BACK, view=0, window=1)
    assert rotations(blender, 1) == [[pytest.approx(there[0][0], abs=1e-6), there[0][1]]]
    assert rotations(blender, 0) == here


def test_a_copy_of_all_is_in_the_clipboard(blender, sidebar):
    for file_format, beginning in (("CSV", "name,scene,"), ("JSON", '{"format": '), ("MARKDOWN", "| Name |")):
        blender.run(_RUN, name="history_copy", settings={"file_format": file_format})
        assert blender.run("bpy.context.window_manager.clipboard").startswith(beginning)


def test_all_are_cleared_only_when_that_is_confirmed(blender, sidebar):
    trash = blender.find_button("picking_ray.history_clear", sidebar, across=(0.83,))
    blender.click(*trash)
    blender.key("ESC")
    assert blender.run(_LABELS) == ["Cube"]
    blender.click(*trash)
    blender.key("RET")
    assert blender.run(_LABELS) == []


def test_the_dialog_names_the_file_after_its_format_and_writes_it(blender, sidebar):
    blender.run(_RUN, name="history_export", settings={"file_format": "JSON"})
    name = blender.wait_until(_DIALOG)
    assert name.lower() == "untitled.json"
    blender.run(_ACCEPT, directory=str(blender.process.work))
    path = blender.process.work / name
    blender.wait_until("__import__('os').path.exists(path)", path=str(path))
    assert path.read_text("utf-8").startswith('{"format": "picking_ray.picks"')
