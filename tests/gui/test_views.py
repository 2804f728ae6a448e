"""B1, B8, B12: the pick belongs to the view under the mouse, and what lies over the view keeps its clicks."""

import pytest

from . import picking

_TOGGLE_QUAD = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.screen.region_quadview()
"""
_NORMALS = f"""
from {picking.ADDON}.ui import results
[[round(float(number)) for number in hit.normal] for hit in results.hits()]
"""
_PICKED_FROM = f"""
from {picking.ADDON}.ui import results
[round(float(number), 4) for number in results.hits()[0].location]
"""
_IS_PERSPECTIVE = (
    "next(area for area in bpy.context.window_manager.windows[0].screen.areas if area.type == 'VIEW_3D')"
    ".spaces.active.region_3d.is_perspective"
)
_NEW_WINDOW = """
with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
    bpy.ops.wm.window_new_main()
"""
# Views of a quad view in Blender's order, and the normal of the side of a cube that each shows.
QUAD_NORMALS = {0: [0, -1, 0], 1: [0, 0, 1], 2: [1, 0, 0]}


@pytest.mark.parametrize("toggles", [1, 3])
def test_b1_each_view_of_a_quad_view_picks_with_its_own_matrices(blender, toggles):
    for _ in range(toggles):
        blender.run(_TOGGLE_QUAD)
    assert len(blender.regions()) == 4
    picking.start_with_key(blender)
    for view in range(4):
        blender.click(*picking.place_of(blender, (0.0, 0.0, 0.0), view))
        names = [name for name, _ in picking.hits(blender)]
        assert names == ["Cube", "Cube"], f"view {view}"
        if view in QUAD_NORMALS:
            assert blender.run(_NORMALS)[0] == QUAD_NORMALS[view], f"view {view}"


def test_b1_place_under_the_mouse_in_a_quad_view_is_the_one_drawn_there(blender):
    blender.run(_TOGGLE_QUAD)
    picking.start_with_key(blender)
    blender.click(*picking.place_of(blender, (0.5, -0.25, 1.0), 1))
    x, y, z = blender.run(_PICKED_FROM)
    assert (x, y, z) == (pytest.approx(0.5, abs=0.05), pytest.approx(-0.25, abs=0.05), 1.0)


_CAMERA_IN_QUAD = """
scene = bpy.context.scene
scene.camera.location, scene.camera.rotation_euler = (0, 0, 8), (0, 0, 0)
scene.camera.data.shift_x = 0.1
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region_3d = area.spaces.active.region_quadviews[3]
region_3d.view_perspective, region_3d.view_camera_zoom, region_3d.view_camera_offset = "CAMERA", 20, (0.05, 0.1)
area.tag_redraw()
"""


def test_b1_camera_view_within_a_quad_view(blender):
    blender.run(_TOGGLE_QUAD)
    blender.run(_CAMERA_IN_QUAD)
    picking.start_with_key(blender)
    blender.click(*picking.place_of(blender, (0.5, -0.25, 1.0), 3))
    assert blender.run(_NORMALS)[0] == [0, 0, 1]
    assert blender.run(_PICKED_FROM) == pytest.approx([0.5, -0.25, 1.0], abs=0.05)


_LOCK = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
bpy.data.objects["Cube"].location = (2, 3, 1)
area.spaces.active.lock_object = bpy.data.objects["Cube"]
area.tag_redraw()
"""


def test_view_locked_to_an_object_picks_it_in_the_middle(blender):
    blender.run(_LOCK)
    picking.start_with_key(blender)
    blender.click(*blender.region().center)
    assert [name for name, _ in picking.hits(blender)] == ["Cube", "Cube"]


def test_b8_click_in_the_sidebar_goes_to_the_sidebar(blender):
    picking.start_with_key(blender)
    sidebar = blender.show_tab("Pick")
    blender.click(*picking.cube(blender))
    assert len(picking.hits(blender)) == 2
    blender.click(*blender.find_button("picking_ray.clear", sidebar, across=(0.75, 0.8, 0.7)))
    assert picking.hits(blender) == []
    assert picking.miss(blender) == ""
    assert picking.is_picking(blender)


@pytest.mark.parametrize("kind", ["HEADER", "TOOL_HEADER", "TOOLS", "UI"])
def test_b8_click_on_what_lies_over_the_view_is_not_picked(blender, kind):
    """Each of these lies over the cube's view, with nothing but a region in between."""
    blender.show_tab("Pick")
    picking.start_with_key(blender)
    bar = blender.region(kind)
    blender.move(*bar.at(0.5, 0.05))
    blender.key("LEFTMOUSE")
    assert picking.hits(blender) == []
    assert picking.miss(blender) == ""
    assert picking.is_picking(blender)


def test_b8_navigation_gizmo_keeps_its_clicks(blender):
    picking.start_with_key(blender)
    view = blender.region()
    assert blender.run(_IS_PERSPECTIVE) is True
    header = blender.region("TOOL_HEADER")
    # The lowest of the four buttons: perspective or orthographic.
    blender.click(view.x + view.width - 23, header.y - 195)
    blender.wait_until(f"not ({_IS_PERSPECTIVE})")
    assert picking.miss(blender) == ""
    assert picking.is_picking(blender)


def test_two_windows_each_pick_for_themselves(blender):
    blender.run(_NEW_WINDOW)
    blender.wait_until("len(bpy.context.window_manager.windows) == 2")
    picking.start_with_key(blender, window=0)
    assert picking.is_picking(blender, window=0)
    assert not picking.is_picking(blender, window=1)
    picking.start_with_key(blender, window=1)
    blender.click(*picking.cube(blender, window=1), window=1)
    assert len(picking.hits(blender)) == 2
    blender.key("ESC", window=1)
    assert not picking.is_picking(blender, window=1)
    assert picking.is_picking(blender, window=0)
    assert picking.status_is_ours(blender)
    blender.click(*picking.empty_place(blender, window=0), window=0)
    assert picking.hits(blender) == []
    blender.key("ESC", window=0)
    assert not picking.status_is_ours(blender)


_SPLIT = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
with bpy.context.temp_override(window=window, area=area):
    bpy.ops.screen.area_split(direction="HORIZONTAL", factor=0.5)
views = [area for area in window.screen.areas if area.type == "VIEW_3D"]
views[1].spaces.active.region_3d.view_rotation = (1, 0, 0, 0)
views[1].spaces.active.region_3d.view_perspective = "ORTHO"
"""
_PLACES = """
from bpy_extras.view3d_utils import location_3d_to_region_2d
window = bpy.context.window_manager.windows[0]
places = []
for area in window.screen.areas:
    if area.type == "VIEW_3D":
        region = next(region for region in area.regions if region.type == "WINDOW")
        place = location_3d_to_region_2d(region, area.spaces.active.region_3d, location)
        places.append([int(region.x + place.x), int(region.y + place.y)])
places
"""
_OUTLINED = f"""
from {picking.ADDON}.ui.overlay import handlers
views = [area for area in bpy.context.window_manager.windows[0].screen.areas if area.type == "VIEW_3D"]
regions = [next(region for region in area.regions if region.type == "WINDOW") for area in views]
hover = handlers._hover
None if hover is None else [hover.region_id == region.as_pointer() for region in regions]
"""


@pytest.mark.parametrize("way", ["modal", "tool"])
def test_b12_outline_and_pick_belong_to_the_view_under_the_mouse(blender, way):
    """Of two beside each other, the second from above; marks are drawn in both."""
    blender.run(_SPLIT)
    if way == "modal":
        picking.start_with_key(blender)
    else:
        picking.activate_tool(blender)
    from_aside, from_above = blender.run(_PLACES, location=(0.0, 0.0, 1.0))
    for place, is_outlined in ((from_aside, [True, False]), (from_above, [False, True])):
        blender.move(place[0], place[1] - 3)
        blender.move(place[0], place[1] - 2)
        blender.wait_until(f"{_OUTLINED.rstrip()} == expected", expected=is_outlined)
        blender.click(place[0], place[1] - 2)
    assert blender.run(_NORMALS)[0] == [0, 0, 1]
    assert blender.run(_PICKED_FROM)[:2] == pytest.approx([0.0, 0.0], abs=0.2)
