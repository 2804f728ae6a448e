"""Options in the sidebar, and places of no object in the lists and the overlay."""

from . import picking

_SET = "setattr(bpy.context.scene.picking_ray, name, value)"
_KINDS = f"""
from {picking.ADDON} import api
[pick.kind for pick in api.history()]
"""
_HANDLER_COUNT = f"""
from {picking.ADDON}.ui.overlay import handlers
len(handlers._handles)
"""


def test_the_floor_is_picked_beside_the_cube_and_drawn_without_an_error(blender, tmp_path):
    blender.run(_SET, name="empty_space", value="FLOOR")
    sidebar = blender.show_tab("Pick")
    blender.click(*blender.find_button("picking_ray.pick", sidebar))
    blender.click(*picking.cube(blender))
    blender.click(*picking.empty_place(blender))
    assert blender.run(_KINDS) == ["FLOOR", "FACE"]
    # Panels and overlay have been drawn with it; a traceback would fail this test.
    assert blender.run(_HANDLER_COUNT) == 2
    blender.screenshot(tmp_path / "floor.png")
    assert blender.run(_HANDLER_COUNT) == 2


def test_click_through_beside_ignore_is_a_click_away(blender):
    sidebar = blender.show_tab("Pick")
    blender.click(*blender.find_button("picking_ray.pick", sidebar))
    blender.click(*picking.cube(blender))
    blender.key("ESC")
    blender.click(*blender.find_button("picking_ray.click_through_hit", sidebar, across=(0.405,)))
    assert blender.run("bpy.context.scene.picking_ray.click_through.keys()") == ["Cube"]
    blender.click(*blender.find_button("picking_ray.click_through_clear", sidebar, across=(0.79,)))
    assert blender.run("bpy.context.scene.picking_ray.click_through.keys()") == []
