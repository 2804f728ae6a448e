"""What lies under the cursor one by one; picks added, snapped and chosen from a list; by the operator and the tool."""

import time

import pytest

from . import picking

_ACTIVE = f"""
from {picking.ADDON}.ui import results
hit = results.active_hit(bpy.context.window_manager)
None if hit is None else [hit.object_name, hit.face_index, hit.snapped]
"""
_PICKED = f"""
from {picking.ADDON}.ui import results
from {picking.ADDON} import api
[[round(float(x), 3) for x in pick.location] for pick in results.picked()] + [len(api.history())]
"""
_WATCHES = f"""
from {picking.ADDON}.ui.picking import tool_hover
bpy.app.timers.is_registered(tool_hover._look)
"""
_HOVERED = f"""
from {picking.ADDON}.ui.overlay import handlers
hover = handlers._hover
None if hover is None else [hover.pick.object_name, hover.position[0], hover.position[1], hover.pick.snapped]
"""
# Behind the cube, as the view of the factory's scene looks at it.
_ANOTHER = """
bpy.ops.mesh.primitive_uv_sphere_add(location=(-4.0, 3.5, -3.0), radius=2.0)
"""
_HANDLERS = f"__import__('{picking.ADDON}.ui.overlay.handlers', fromlist=['handlers'])"
_SEE_THROUGH = "bpy.context.scene.picking_ray.see_through"


def active(blender):
    return blender.run(_ACTIVE)


@pytest.fixture(params=["modal", "tool"])
def started(blender, request):
    """Picking, either way."""
    if request.param == "tool":
        picking.activate_tool(blender)
    else:
        picking.start_with_key(blender)
    return request.param


def test_click_again_takes_the_next_and_the_first_after_the_last(blender, started):
    cube = picking.cube(blender)
    names = []
    for _ in range(3):
        blender.click(*cube)
        names.append(active(blender)[1])
    assert names[0] == names[2] != names[1]
    assert blender.run(_PICKED)[-1] == 1, "one pick in the history, the last of them"


def test_shift_adds_a_pick_and_a_plain_click_begins_anew(blender, started):
    top, side = (0.3, 0.3, 1.0), (0.2, -1.0, 0.3)
    blender.click(*picking.place_of(blender, top))
    blender.click(*picking.place_of(blender, side), modifiers=["shift"])
    first, second, count = blender.run(_PICKED)
    assert first[2] == 1.0 and second[1] == -1.0 and count == 2
    blender.click(*picking.place_of(blender, top))
    assert len(blender.run(_PICKED)) == 2


def test_ctrl_snaps_to_a_vertex_and_shows_it_before(blender, started):
    near = picking.place_of(blender, (0.97, 0.97, 1.0))
    blender.move(near[0] - 1, near[1])
    blender.event("LEFT_CTRL", "PRESS", modifiers=["ctrl"])
    blender.event("MOUSEMOVE", "NOTHING", modifiers=["ctrl"])
    blender.click(*near, modifiers=["ctrl"])
    assert active(blender)[2] == "VERTEX"
    assert blender.run(_PICKED)[0] == [1.0, 1.0, 1.0]


def test_tab_and_the_wheel_step_before_and_after_the_click(blender):
    picking.start_with_key(blender)
    cube = picking.cube(blender)
    blender.move(*cube)
    blender.key("TAB")
    blender.wait_until(f"{_HANDLERS}._hover.position[0] == 1")
    assert blender.run("bpy.context.mode") == "OBJECT"
    blender.click(*cube)
    second = active(blender)
    blender.key("WHEELUPMOUSE", modifiers=["alt"])
    first = active(blender)
    assert first != second
    blender.key("TAB", modifiers=["shift"])
    assert active(blender) == second
    blender.key("TAB")
    assert active(blender) == first


def test_what_was_picked_is_looked_for_anew(blender, started):
    blender.run(_ANOTHER)
    cube = picking.cube(blender)
    blender.click(*cube)
    assert active(blender)[0] == "Cube"
    blender.run("bpy.data.objects.remove(bpy.data.objects['Cube'])")
    blender.click(*cube)
    assert active(blender)[0] == "Sphere"


def test_keys_of_the_modal_are_its_own(blender):
    picking.start_with_key(blender)
    blender.move(*picking.cube(blender))
    blender.key("Z", modifiers=["alt"])
    assert blender.run(_SEE_THROUGH) is True
    blender.key("H")
    blender.wait_until(f"{_HANDLERS}._hover is None")
    assert blender.run("bpy.data.objects['Cube'].hide_get()") is False
    blender.key("ESC")
    blender.key("Z", modifiers=["alt"])
    assert blender.run(_SEE_THROUGH) is True, "after the end it is Blender's"


def test_tool_hovers_without_an_operator_that_runs_on(blender):
    picking.activate_tool(blender)
    blender.move(*picking.empty_place(blender))
    blender.move(*picking.place_of(blender, (0.3, 0.3, 1.0)))
    blender.wait_until(f"{_HANDLERS}._hover is not None")
    assert blender.run(_HOVERED)[0] == "Cube"
    assert not picking.is_picking(blender)
    time.sleep(1.0)
    assert blender.run(_HOVERED)[0] == "Cube", "as long as the mouse rests there"


@pytest.mark.parametrize("kind, area", [("WINDOW", "PROPERTIES"), ("UI", "VIEW_3D"), ("HEADER", "OUTLINER")])
def test_outline_of_the_tool_goes_when_the_mouse_leaves_the_view(blender, kind, area):
    blender.show_tab("Pick")
    picking.activate_tool(blender)
    blender.move(*picking.empty_place(blender))
    blender.move(*picking.place_of(blender, (0.3, 0.3, 1.0)))
    blender.wait_until(f"{_HANDLERS}._hover is not None")
    blender.move(*blender.region(kind, area).center)
    blender.wait_until(f"{_HANDLERS}._hover is None and not {_HANDLERS}._handles")
    assert not blender.run(_WATCHES), "nothing runs on"
    blender.move(*picking.place_of(blender, (0.3, 0.3, 1.0)))
    blender.wait_until(f"{_HANDLERS}._hover is not None")


def test_alt_click_of_the_tool_lists_all(blender):
    picking.activate_tool(blender)
    cube = picking.cube(blender)
    blender.click(*cube, modifiers=["alt"])
    assert len(picking.hits(blender)) == 2
    first = active(blender)
    # The menu opens with its first row under the mouse.
    blender.key("DOWN_ARROW")
    blender.key("RET")
    assert active(blender) is not None and first is not None


def test_b18_undo_while_picking(blender):
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.run("bpy.ops.mesh.primitive_cube_add(location=(9, 9, 9)); bpy.ops.ed.undo_push(message='Add')")
    blender.key("Z", modifiers=["ctrl"])
    assert picking.is_picking(blender)
    blender.click(*picking.cube(blender))
    assert active(blender)[0] == "Cube"
