"""The harness itself: a window is there, sees simulated events, and shows something."""


def selected(blender):
    return blender.run("[o.name for o in bpy.context.view_layer.objects if o.select_get()]")


def test_window_opens_with_the_default_scene(blender):
    assert set(blender.run("list(bpy.data.objects.keys())")) == {"Camera", "Cube", "Light"}
    assert blender.run("bpy.app.background") is False


def test_simulated_click_selects_the_cube(blender):
    view = blender.region()
    blender.click(*view.at(0.5, 0.95))
    assert selected(blender) == []
    blender.click(*view.center)
    assert selected(blender) == ["Cube"]


def test_extension_is_installed_and_enabled(blender):
    assert blender.run("bpy.context.preferences.addons.keys()").count("bl_ext.user_default.picking_ray") == 1


def test_screenshot_shows_the_window(blender, tmp_path):
    path = blender.screenshot(tmp_path / "window.png")
    assert path.read_bytes().startswith(b"\x89PNG")
    # A picture of one colour would compress to almost nothing.
    assert path.stat().st_size > 20_000
