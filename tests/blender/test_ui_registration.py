"""B31, H10: nothing is left behind, whatever happens."""

import sys

import bpy
import pytest
from bl_ui.space_toolsystem_toolbar import VIEW3D_PT_tools_active

import addon
from addon import registration
from addon.scene import lookup
from addon.ui.overlay import measures

from . import build, ui


def snapshot():
    """All that an add-on can leave behind, by kind."""
    handlers = {
        name: [handler.__qualname__ for handler in getattr(bpy.app.handlers, name)]
        for name in dir(bpy.app.handlers)
        if isinstance(getattr(bpy.app.handlers, name), list)
    }
    keyconfigs = bpy.context.window_manager.keyconfigs
    keys = {
        (config.name, keymap.name): len(keymap.keymap_items)
        for config in (keyconfigs.addon, keyconfigs.default)
        if config is not None
        for keymap in config.keymaps
    }
    tools = {
        mode: [getattr(item, "idname", None) for item in VIEW3D_PT_tools_active._tools_flatten(listed)]
        for mode, listed in VIEW3D_PT_tools_active.tools_all()
    }
    return {
        "types": sorted(dir(bpy.types)),
        "operators": sorted(dir(bpy.ops.picking_ray)),
        "properties": [
            sorted(owner.bl_rna.properties.keys())
            for owner in (bpy.types.Scene, bpy.types.WindowManager, bpy.types.Object)
        ],
        "handlers": handlers,
        "keys": keys,
        "tools": tools,
        "draw handlers": (len(registration.handlers._handles), measures._handle),
        "objects and picks": (dict(lookup._found), registration.relative._reference),
        "timers": bpy.app.timers.is_registered(registration.keeping._load),
    }


def test_b31_three_rounds_leave_nothing_behind(capsys):
    before = snapshot()
    for number in range(3):
        addon.register()
        assert "PICKING_RAY_OT_pick" in dir(bpy.types)
        if number == 1:
            build.cube()
            build.update()
            assert ui.pick_middle() == {"FINISHED"}
            assert len(registration.handlers._handles) == 2
            assert ui.run("relate", index=0) == {"FINISHED"}
            assert registration.relative._reference.object is not None and lookup._found
        addon.unregister()
        assert snapshot() == before
    # Blender says so where a tool's neighbour is not there, or a key map to be removed.
    told = capsys.readouterr().out
    assert "register_tool" not in told and "Warning keymap" not in told


@pytest.mark.parametrize("broken", ["register_tool", "register_cli_command"])
def test_registration_that_fails_takes_everything_back(monkeypatch, broken):
    def fail(*_args, **_options):
        raise RuntimeError("no more room")

    before = snapshot()
    with monkeypatch.context() as patch:
        patch.setattr(bpy.utils, broken, fail)
        with pytest.raises(RuntimeError, match="no more room"):
            addon.register()
    assert snapshot() == before
    addon.register()
    addon.unregister()
    assert snapshot() == before


def test_tool_stands_after_measure_or_last_in_each_mode():
    addon.register()
    try:
        for mode, listed in VIEW3D_PT_tools_active.tools_all():
            names = [getattr(item, "idname", None) for item in listed]
            if mode is None:
                assert "picking_ray.pick_tool" not in names
            elif "builtin.measure" in names:
                assert names.index("picking_ray.pick_tool") == names.index("builtin.measure") + 1, mode
            else:
                assert names[-2:] == [None, "picking_ray.pick_tool"], mode
    finally:
        addon.unregister()


def test_h10_without_numpy_the_message_can_be_read(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=r"^Add-on not enabled: Picking Ray needs numpy"):
        addon.register()
