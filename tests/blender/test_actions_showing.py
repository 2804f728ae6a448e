"""Actions on the view and what it shows: hide, frame, and the lists of what is passed over."""

import bpy
import numpy as np
import pytest

from . import build, ui
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def cube():
    ui.look_down()
    cube = build.cube("Cube")
    build.update()
    ui.pick_middle()
    return cube


def options():
    return bpy.context.scene.picking_ray


def test_hidden_hit_is_no_longer_selected_and_undo_shows_it(cube):
    other = build.cube("Other", location=(5, 0, 0))
    for obj in (cube, other):
        obj.select_set(True)
    assert ui.run_as_step("hide_hit") == {"FINISHED"}
    assert (cube.hide_get(), cube.select_get(), other.select_get()) == (True, False, True)
    ui.undo()
    cube = bpy.data.objects["Cube"]
    assert (cube.hide_get(), cube.select_get()) == (False, True)
    ui.redo()
    assert bpy.data.objects["Cube"].hide_get()


def test_hidden_hit_comes_back_with_what_blender_reveals(cube):
    ui.run("hide_hit")
    with build.live_override():
        bpy.ops.object.hide_view_clear()
    assert not cube.hide_get()


def test_hide_of_what_is_gone_says_so(cube, capfd):
    bpy.data.objects.remove(cube)
    assert ui.run("hide_hit") == {"CANCELLED"}
    assert "Nothing to hide: Cube no longer exists" in capfd.readouterr().out


@pytest.mark.parametrize("perspective", ["PERSP", "ORTHO"])
def test_frame_brings_the_face_to_the_middle_and_fills_the_view(cube, perspective):
    space, region, region_3d = build.live_view()
    region_3d.view_perspective = perspective
    rotation = region_3d.view_rotation.copy()
    assert ui.run("frame_hit") == {"FINISHED"}
    assert tuple(region_3d.view_location) == pytest.approx((0, 0, 1), abs=1e-6)
    assert region_3d.view_rotation == rotation
    # Half of what the shorter side sees at that distance, against half the diagonal of the face.
    seen = (
        region_3d.view_distance
        * 36.0
        / space.lens
        * min(region.width, region.height)
        / max(region.width, region.height)
    )
    assert seen == pytest.approx(1.5 * np.sqrt(2), rel=1e-5)


def test_frame_leaves_a_camera_view_looking_the_same_way(cube):
    _, _, region_3d = build.live_view()
    camera = build.camera(location=(0, 0, 30), rotation=(0, 0, 0.5))
    build.update()
    region_3d.view_perspective = "CAMERA"
    assert ui.run("frame_hit") == {"FINISHED"}
    assert region_3d.view_perspective == "PERSP"
    assert tuple(region_3d.view_location) == pytest.approx((0, 0, 1), abs=1e-6)
    difference = region_3d.view_rotation.rotation_difference(camera.matrix_world.to_quaternion())
    assert difference.angle == pytest.approx(0.0, abs=1e-3)
    assert tuple(camera.location) == (0, 0, 30)


def test_view_actions_outside_of_a_3d_view_say_what_they_need(cube):
    for name in ("frame_hit", "isolate_hit"):
        with pytest.raises(RuntimeError, match="This needs a 3D viewport"):
            getattr(bpy.ops.picking_ray, name)()


def test_names_are_taken_off_the_lists_one_by_one(cube):
    for names in (options().ignored, options().click_through):
        for name in ("First", "Cube", "Last"):
            names.add().name = name
    assert ui.run_as_step("ignored_remove", name="Cube") == {"FINISHED"}
    assert options().ignored.keys() == ["First", "Last"]
    assert options().click_through.keys() == ["First", "Cube", "Last"]
    ui.undo()
    assert options().ignored.keys() == ["First", "Cube", "Last"]
    assert ui.run("click_through_remove", name="Last") == {"FINISHED"}
    assert options().click_through.keys() == ["First", "Cube"]
    assert ui.run("click_through_remove", name="Last") == {"CANCELLED"}
    ui.run("ignored_clear")
    for name in ("ignored_clear", "click_through_clear"):
        if name == "click_through_clear":
            ui.run(name)
        with pytest.raises(RuntimeError, match="No object is"):
            ui.run(name)


@pytest.mark.parametrize("name", ["ignore_hit", "click_through_hit"])
def test_undo_and_redo_of_a_list(cube, name):
    names = "ignored" if name == "ignore_hit" else "click_through"
    ui.run_as_step(name)
    assert getattr(options(), names).keys() == ["Cube"]
    ui.undo()
    assert getattr(options(), names).keys() == []
    ui.redo()
    assert getattr(options(), names).keys() == ["Cube"]
