"""Operators by execute: what they answer, what they change, what they say when they cannot."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.ui import results

from . import build, ui
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def cubes():
    """Two cubes behind each other in the middle of the live view."""
    space, _, region_3d = build.live_view()
    region_3d.view_perspective = "PERSP"
    region_3d.view_location = (0, 0, 0)
    region_3d.view_rotation = (1, 0, 0, 0)
    region_3d.view_distance = 20
    space.clip_end = 1000
    near, far = build.cube("Near", location=(0, 0, 3)), build.cube("Far")
    build.update()
    return near, far


def active_pick():
    return results.active_hit(bpy.context.window_manager)


def test_pick_at_a_pixel_lists_all_hits_and_remembers_the_first(cubes):
    assert ui.pick_middle() == {"FINISHED"}
    assert ui.hit_names() == ["Near", "Near", "Far", "Far"]
    assert [row.name for row in ui.rows().hits] == ui.hit_names()
    assert [pick.object_name for pick in api.history()] == ["Near"]
    _, region, _ = build.live_view()
    assert tuple(active_pick().pixel) == (region.width // 2 + 0.5, region.height // 2 + 0.5)


def test_pick_of_nothing_is_cancelled_and_says_why():
    assert ui.pick_middle() == {"CANCELLED"}
    assert results.miss().startswith("Nothing there")
    assert api.history() == []


def test_pick_through_a_camera_of_scale_zero_reports_and_is_cancelled(cubes):
    build.camera().scale = (0, 0, 0)
    build.live_view()[2].view_perspective = "CAMERA"
    build.update()
    assert ui.pick_middle() == {"CANCELLED"}
    assert api.history() == []


def test_pick_makes_no_undo_step(cubes):
    assert "UNDO" not in bpy.types.PICKING_RAY_OT_pick.bl_options
    before = [obj.matrix_world.copy() for obj in cubes]
    ui.pick_middle()
    assert [obj.matrix_world for obj in cubes] == before


def test_pick_without_a_pixel_and_without_a_mouse_is_refused():
    with pytest.raises(RuntimeError, match="Nowhere to pick: give x and y"):
        ui.run("pick")


def test_b5_pick_outside_a_3d_view_says_what_it_needs():
    with pytest.raises(RuntimeError, match="Picking needs a 3D viewport"):
        bpy.ops.picking_ray.pick(x=1, y=1)


@pytest.mark.parametrize("kind", ["PROPERTIES", "OUTLINER"])
def test_b5_pick_from_another_editor_says_what_it_needs(kind):
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == kind)
    with (
        bpy.context.temp_override(window=window, area=area, region=area.regions[0]),
        pytest.raises(RuntimeError, match="Picking needs a 3D viewport"),
    ):
        bpy.ops.picking_ray.pick(x=1, y=1)


@pytest.mark.parametrize("name", ["select_hit", "cursor_to_hit", "ignore_hit"])
def test_actions_before_the_first_pick_say_what_to_do(name):
    with pytest.raises(RuntimeError, match="Pick something first"):
        ui.run(name)


def test_options_of_the_scene_reach_the_pick(cubes):
    options = bpy.context.scene.picking_ray
    cubes[0].hide_select = True
    ui.pick_middle()
    assert ui.hit_names()[0] == "Near"
    options.selectable_only = True
    ui.pick_middle()
    assert ui.hit_names() == ["Far", "Far"]


def test_ignored_object_is_passed_over_until_the_list_is_cleared(cubes):
    ui.pick_middle()
    assert ui.run("ignore_hit") == {"FINISHED"}
    assert ui.run("ignore_hit") == {"FINISHED"}
    assert bpy.context.scene.picking_ray.ignored.keys() == ["Near"]
    ui.pick_middle()
    assert ui.hit_names() == ["Far", "Far"]
    ui.run("ignored_clear")
    ui.pick_middle()
    assert ui.hit_names()[0] == "Near"


def test_select_replaces_or_extends_the_selection(cubes):
    near, far = cubes
    far.select_set(True)
    ui.pick_middle()
    assert ui.run("select_hit", extend=True) == {"FINISHED"}
    assert (near.select_get(), far.select_get()) == (True, True)
    assert ui.run("select_hit") == {"FINISHED"}
    assert (near.select_get(), far.select_get()) == (True, False)
    assert bpy.context.view_layer.objects.active == near


def test_select_of_an_instance_selects_what_makes_it(cubes):
    source = build.collection("Source", linked=False)
    for obj in cubes:
        bpy.data.objects.remove(obj)
    build.cube("Part", collection=source)
    build.collection_instance("Instancer", source)
    build.update()
    ui.pick_middle()
    assert ui.hit_names()[0] == "Part"
    assert ui.run("select_hit") == {"FINISHED"}
    assert bpy.context.selected_objects == [bpy.data.objects["Instancer"]]


def make_unselectable(obj):
    obj.hide_select = True


def hide(obj):
    obj.hide_set(True)


def remove(obj):
    bpy.data.objects.remove(obj)


def unlink(obj):
    bpy.context.scene.collection.objects.unlink(obj)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (make_unselectable, "cannot be selected"),
        (hide, "cannot be selected"),
        (remove, "no longer exists"),
        (unlink, "not in this view layer"),
    ],
)
def test_select_that_is_impossible_is_reported(cubes, capfd, change, reason):
    ui.pick_middle()
    change(cubes[0])
    assert ui.run("select_hit") == {"CANCELLED"}
    assert reason in capfd.readouterr().out


def test_select_in_edit_mode_says_what_it_needs(cubes):
    ui.pick_middle()
    with build.live_override():
        bpy.context.view_layer.objects.active = cubes[0]
        bpy.ops.object.mode_set(mode="EDIT")
    with pytest.raises(RuntimeError, match="needs Object Mode"):
        ui.run("select_hit")


def test_cursor_goes_to_the_active_hit(cubes):
    ui.pick_middle()
    ui.rows().active_hit = 1
    cursor = bpy.context.scene.cursor
    cursor.rotation_euler = (0.1, 0.2, 0.3)
    assert ui.run("cursor_to_hit") == {"FINISHED"}
    assert np.allclose(cursor.location, active_pick().location, atol=1e-6)
    assert np.allclose(cursor.rotation_euler, (0.1, 0.2, 0.3), atol=1e-6), "turned only when asked to"


def test_cursor_is_aligned_to_the_surface_when_asked_to(cubes):
    ui.pick_middle()
    cursor = bpy.context.scene.cursor
    cursor.rotation_euler = (0.1, 0.2, 0.3)
    ui.run("cursor_to_hit", orientation=True)
    assert np.allclose(cursor.matrix.col[2][:3], active_pick().normal, atol=1e-6)
    assert np.allclose(cursor.location, active_pick().location, atol=1e-6)


def test_clear_keeps_the_history(cubes):
    ui.pick_middle()
    ui.run("clear")
    assert ui.hit_names() == []
    assert results.miss() == ""
    assert len(api.history()) == 1


def test_history_shows_an_earlier_pick_again(cubes):
    ui.pick_middle()
    ui.run("ignore_hit")
    ui.pick_middle()
    assert [pick.object_name for pick in api.history()] == ["Far", "Near"]
    assert ui.rows().active_history == 0
    ui.rows().active_history = 1
    assert ui.hit_names() == ["Near"]
    assert ui.rows().active_history == 1


def test_history_loses_one_pick_or_all(cubes):
    ui.pick_middle()
    ui.pick_middle()
    ui.run("history_remove")
    assert len(api.history()) == len(ui.rows().history) == 1
    assert ui.rows().active_history == -1
    with pytest.raises(RuntimeError, match="Click a pick in the history first"):
        ui.run("history_remove")
    ui.run("history_clear")
    assert len(api.history()) == len(ui.rows().history) == 0
    with pytest.raises(RuntimeError, match="Nothing has been picked yet"):
        ui.run("history_clear")


def test_pick_recorded_by_a_script_can_be_shown(cubes):
    api.record_pick(api.pick(build.view_down(), build.MIDDLE_PX))
    ui.pick_middle()
    ui.rows().active_history = 1
    assert active_pick() is api.history()[1]


def test_h2_names_are_whole_in_the_rows(cubes):
    name = "=立方体\nкуб 🧊 " + "x" * 30
    cubes[0].name = name
    ui.pick_middle()
    assert ui.rows().hits[0].name == cubes[0].name == name
    assert ui.rows().hits[0].tooltip.startswith(name)


def test_b17_hit_whose_object_is_removed_stays_listed(cubes):
    ui.pick_middle()
    bpy.data.objects.remove(cubes[0])
    assert ui.hit_names() == ["Near", "Near", "Far", "Far"]
    assert active_pick().object is None
    assert ui.run("cursor_to_hit") == {"FINISHED"}


def test_b17_undo_and_redo_find_the_object_again(cubes):
    with build.live_override():
        bpy.ops.ed.undo_push(message="Cubes")
        bpy.data.objects["Near"].select_set(True)
        ui.pick_middle()
        bpy.ops.object.delete()
        bpy.ops.ed.undo_push(message="Delete")
        assert active_pick().object is None
        bpy.ops.ed.undo()
        assert active_pick().object == bpy.data.objects["Near"]
        bpy.ops.ed.redo()
        assert active_pick().object is None


def test_loading_a_file_forgets_everything(cubes):
    ui.pick_middle()
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    assert ui.hit_names() == []
    assert api.history() == []
    assert len(ui.rows().hits) == len(ui.rows().history) == 0
