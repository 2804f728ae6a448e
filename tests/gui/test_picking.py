"""Picking in a real window: how it starts, what a click does, how it ends."""

import pytest

from . import picking

VIEW_DISTANCE = """
areas = bpy.context.window_manager.windows[0].screen.areas
next(area for area in areas if area.type == "VIEW_3D").spaces.active.region_3d.view_distance
"""


def test_button_in_the_sidebar_starts_picking(blender):
    sidebar = blender.show_tab("Pick")
    blender.click(*blender.find_button("picking_ray.pick", sidebar))
    assert picking.is_picking(blender)
    blender.click(*picking.cube(blender))
    assert [name for name, _ in picking.hits(blender)] == ["Cube", "Cube"]


def test_button_pressed_again_ends_picking(blender):
    sidebar = blender.show_tab("Pick")
    button = blender.find_button("picking_ray.pick", sidebar)
    blender.click(*button)
    blender.click(*button)
    assert not picking.is_picking(blender)
    assert not picking.status_is_ours(blender)
    blender.click(*picking.cube(blender))
    assert picking.hits(blender) == []


def test_key_starts_picking(blender):
    picking.start_with_key(blender)
    assert picking.is_picking(blender)
    assert picking.status_is_ours(blender)
    blender.click(*picking.cube(blender))
    assert [name for name, _ in picking.hits(blender)] == ["Cube", "Cube"]


def test_tool_picks_without_a_modal(blender):
    picking.activate_tool(blender)
    blender.click(*picking.cube(blender))
    assert [name for name, _ in picking.hits(blender)] == ["Cube", "Cube"]
    assert not picking.is_picking(blender)
    assert picking.selected(blender) == ["Cube"]


def test_tool_picks_below_the_panels_of_the_sidebar_where_blender_lets_clicks_through(blender):
    blender.run('bpy.data.objects["Cube"].scale = (40, 40, 0.1)')
    picking.activate_tool(blender)
    sidebar = blender.show_tab("Pick")
    blender.click(*(int(number) for number in sidebar.at(0.4, 0.1)))
    assert picking.hits(blender)[0][0] == "Cube"


def test_click_is_picked_at_the_centre_of_its_pixel(blender):
    picking.start_with_key(blender)
    x, y = picking.cube(blender)
    blender.click(x, y)
    view = blender.region()
    assert picking.picked_pixel(blender) == [x - view.x + 0.5, y - view.y + 0.5]


def test_click_on_nothing_is_a_miss_with_its_reason(blender):
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.click(*picking.empty_place(blender))
    assert picking.hits(blender) == []
    assert picking.miss(blender).startswith("Nothing there")
    assert picking.is_picking(blender)


def test_click_while_picking_selects_nothing_and_makes_no_undo_step(blender):
    picking.deselect(blender)
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.click(*picking.cube(blender))
    assert len(picking.hits(blender)) == 2
    assert picking.selected(blender) == []
    blender.move(*picking.empty_place(blender))
    blender.key("Z", modifiers=["ctrl"])
    assert picking.selected(blender) == ["Cube"], "the last step to undo is still that before the picks"


@pytest.mark.parametrize("way", ["ESC", "RIGHTMOUSE"])
def test_escape_and_right_click_end_picking(blender, way):
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.move(*picking.empty_place(blender))
    blender.key(way)
    assert not picking.is_picking(blender)
    assert not picking.status_is_ours(blender)
    blender.click(*picking.empty_place(blender))
    assert len(picking.hits(blender)) == 2, "the click after the end is Blender's"


def test_navigation_passes_through(blender):
    picking.start_with_key(blender)
    before = blender.run(VIEW_DISTANCE)
    blender.key("WHEELUPMOUSE")
    assert blender.run(VIEW_DISTANCE) < before
    assert picking.is_picking(blender)


def test_alt_click_is_left_to_navigation(blender):
    """Emulated three-button mouse: Alt and the left button turn the view."""
    blender.run("bpy.context.preferences.inputs.use_mouse_emulate_3_button = True")
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender), modifiers=["alt"])
    assert picking.hits(blender) == []
    assert picking.is_picking(blender)


def test_grab_works_while_picking(blender):
    """An operator started meanwhile gets the clicks until it is done."""
    picking.start_with_key(blender)
    x, y = picking.cube(blender)
    blender.move(x, y)
    blender.key("G")
    blender.click(x + 40, y)
    assert picking.hits(blender) == []
    assert blender.run("bpy.data.objects['Cube'].location.length") > 0.1
    blender.click(x + 40, y)
    assert picking.hits(blender)
