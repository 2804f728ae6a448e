"""B10, B22, B31: on every way out of picking, nothing of it is left."""

import pytest

from . import picking

_OTHER_WORKSPACE = """
bpy.context.window_manager.windows[0].workspace = bpy.data.workspaces["Modeling"]
"""
_OTHER_SCENE = """
bpy.context.window_manager.windows[0].scene = bpy.data.scenes.new("Other")
"""
_LOAD_FILE = """
bpy.ops.wm.read_homefile(use_factory_startup=True)
"""
_DISABLE = """
import addon_utils
addon_utils.disable(module)
"""
_ENABLE = """
import addon_utils
addon_utils.enable(module) is not None
"""
_BREAK_PICKING = f"""
from {picking.ADDON}.ui.picking import clicks
def fail(*args, **options):
    raise RuntimeError("the caster fails")
clicks.api.pick_all, bpy.app.driver_namespace["pick_all"] = fail, clicks.api.pick_all
"""
_MEND_PICKING = f"""
from {picking.ADDON}.ui.picking import clicks
clicks.api.pick_all = bpy.app.driver_namespace.pop("pick_all")
"""


@pytest.mark.parametrize("change", [_OTHER_WORKSPACE, _OTHER_SCENE], ids=["workspace", "scene"])
def test_b10_picking_ends_when_another_is_shown(blender, change):
    picking.start_with_key(blender)
    blender.run(change)
    blender.move(*picking.empty_place(blender))
    blender.wait_until("True")
    assert not picking.is_picking(blender)
    assert not picking.status_is_ours(blender)


def test_b10_picking_ends_when_a_file_is_loaded(blender):
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.run(_LOAD_FILE)
    assert not picking.is_picking(blender)
    assert not picking.status_is_ours(blender)
    assert picking.hits(blender) == []
    blender.click(*picking.cube(blender))
    assert picking.hits(blender) == []


def test_b22_exception_while_picking_is_reported_once_and_ends_it(blender):
    picking.start_with_key(blender)
    blender.run(_BREAK_PICKING)
    blender.click(*picking.cube(blender))
    console = blender.take_console()
    blender.run(_MEND_PICKING)
    assert console.count("Python: Traceback") == 1
    assert not picking.is_picking(blender)
    assert not picking.status_is_ours(blender)
    blender.key("ESC")  # closes Blender's message
    x, y = picking.cube(blender)
    blender.move(x, y)
    blender.key("G")
    blender.click(x + 60, y)
    assert blender.run("bpy.data.objects['Cube'].location.length") > 0.1
    assert blender.console().count("RuntimeError") == 0
    picking.start_with_key(blender)
    assert picking.is_picking(blender)


def test_b22_hover_of_the_tool_that_fails_says_so_once(blender):
    picking.activate_tool(blender)
    blender.run(_BREAK_PICKING)
    x, y = picking.cube(blender)
    for step in range(5):
        blender.move(x + step, y)
        blender.run("None")
    console = blender.take_console()
    blender.run(_MEND_PICKING)
    assert console.count("RuntimeError: the caster fails") == 1
    blender.click(x, y)
    assert picking.hits(blender)


def test_b31_disabling_while_picking_with_the_overlay_on_leaves_nothing(blender):
    for _ in range(3):
        picking.start_with_key(blender)
        blender.click(*picking.cube(blender))
        assert len(picking.hits(blender)) == 2
        blender.run(_DISABLE, module=picking.ADDON)
        assert not picking.status_is_ours(blender)
        assert not blender.run("hasattr(bpy.types, 'PICKING_RAY_OT_pick')")
        assert not blender.run("hasattr(bpy.types.Scene, 'picking_ray')")
        blender.click(*picking.cube(blender))
        assert picking.selected(blender) == ["Cube"]
        assert blender.run(_ENABLE, module=picking.ADDON)


def test_b10_picking_ends_with_its_window(blender):
    blender.run(
        "with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]): bpy.ops.wm.window_new_main()"
    )
    blender.wait_until("len(bpy.context.window_manager.windows) == 2")
    picking.start_with_key(blender, window=1)
    assert picking.is_picking(blender, window=1)
    blender.run(
        "with bpy.context.temp_override(window=bpy.context.window_manager.windows[1]): bpy.ops.wm.window_close()"
    )
    blender.wait_until("len(bpy.context.window_manager.windows) == 1")
    assert not picking.status_is_ours(blender)
    assert not picking.is_picking(blender, window=0)
