"""Actions on the active hit that put something there: the 3D cursor, an empty, a light, a camera, an annotation."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix, Vector

from . import build, ui
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def slope():
    """A cube, of which the view from above hits a face that leans by 30 degrees."""
    ui.look_down()
    cube = build.cube("Slope")
    cube.rotation_euler = (0.0, np.radians(30), 0.0)
    build.update()
    ui.pick_middle()
    return cube


def active():
    return bpy.context.view_layer.objects.active


def axis_of(obj, axis):
    build.update()
    return (
        np.array(obj.matrix_world.col["XYZ".index(axis)][:3]) / obj.matrix_world.col["XYZ".index(axis)].length
    )


def place_of(obj):
    build.update()
    return np.array(obj.matrix_world.translation)


def test_empty_stands_on_the_surface_along_its_normal(slope):
    pick = ui.active_pick()
    assert ui.run_as_step("add_empty", type="SINGLE_ARROW", size=0.3, offset=0.5) == {"FINISHED"}
    empty = active()
    assert (empty.type, empty.empty_display_type, empty.select_get()) == ("EMPTY", "SINGLE_ARROW", True)
    assert empty.empty_display_size == pytest.approx(0.3)
    assert place_of(empty) == pytest.approx(pick.location + 0.5 * pick.normal, abs=1e-5)
    assert axis_of(empty, "Z") == pytest.approx(pick.normal, abs=1e-5)
    ui.undo()
    assert [obj.name for obj in bpy.data.objects] == ["Slope"]
    ui.redo()
    assert len(bpy.data.objects) == 2


def test_what_was_hit_is_acted_on_where_its_object_is_now(slope):
    pick = ui.active_pick()
    slope.location = (5.0, -2.0, 1.0)
    slope.rotation_euler = (0.0, np.radians(30), np.radians(90))
    build.update()
    ui.run("cursor_to_hit", orientation=True)
    expected = np.array(slope.matrix_world) @ (*pick.location_local, 1.0)
    assert np.array(bpy.context.scene.cursor.location) == pytest.approx(expected[:3], abs=1e-5)
    turned = (-pick.normal[1], pick.normal[0], pick.normal[2])
    axis = np.array(bpy.context.scene.cursor.matrix.col[2][:3])
    assert axis == pytest.approx(turned, abs=1e-5)


def test_empty_without_settings_is_as_large_as_the_view_wants_and_may_stand_upright(slope):
    pick = ui.active_pick()
    ui.run("add_empty", align=False)
    assert active().empty_display_size == pytest.approx(0.05 * pick.distance)
    assert place_of(active()) == pytest.approx(pick.location, abs=1e-5)
    assert tuple(active().rotation_euler) == (0, 0, 0)


def test_on_a_floor_nothing_is_turned(slope):
    slope.rotation_euler = (0, 0, 0)
    build.update()
    ui.pick_middle()
    ui.run("add_empty")
    assert tuple(active().rotation_euler) == pytest.approx((0, 0, 0), abs=1e-6)
    ui.run("cursor_to_hit", orientation=True)
    assert tuple(bpy.context.scene.cursor.rotation_euler) == pytest.approx((0, 0, 0), abs=1e-6)


def test_light_along_the_normal_is_aimed_at_the_place(slope):
    pick = ui.active_pick()
    assert ui.run_as_step("add_light", type="SPOT", distance=3.0, power=250.0) == {"FINISHED"}
    light = active()
    assert (light.type, light.data.type, light.data.energy) == ("LIGHT", "SPOT", pytest.approx(250.0))
    assert place_of(light) == pytest.approx(pick.location + 3.0 * pick.normal, abs=1e-5)
    assert -axis_of(light, "Z") == pytest.approx(-pick.normal, abs=1e-5)
    ui.undo()
    assert [light.name for light in bpy.data.lights] == []


def test_light_without_settings_is_stronger_the_farther_it_is(slope):
    ui.run("add_light")
    first = active()
    assert np.linalg.norm(place_of(first) - ui.active_pick().location) == pytest.approx(
        0.5 * ui.active_pick().distance, rel=1e-5
    )
    ui.run("add_light", distance=2.0)
    assert active().data.energy == pytest.approx(30.0 * 2.0**2)
    assert first.data.energy > active().data.energy
    ui.run("add_light", type="SUN")
    assert active().data.energy == 1.0


def test_camera_from_the_view_and_along_the_normal_looks_at_the_place(slope):
    pick = ui.active_pick()
    assert ui.run_as_step("add_camera", distance=4.0) == {"FINISHED"}
    camera = active()
    eye = np.array((0.0, 0.0, 20.0))
    towards = (eye - pick.location) / np.linalg.norm(eye - pick.location)
    assert place_of(camera) == pytest.approx(pick.location + 4.0 * towards, abs=1e-4)
    assert axis_of(camera, "Z") == pytest.approx(towards, abs=1e-4)
    assert camera.data.dof.focus_distance == pytest.approx(4.0)
    before = bpy.context.scene.camera
    ui.run("add_camera", direction="NORMAL", distance=5.0)
    assert place_of(active()) == pytest.approx(pick.location + 5.0 * pick.normal, abs=1e-5)
    assert axis_of(active(), "Z") == pytest.approx(pick.normal, abs=1e-5)
    assert bpy.context.scene.camera == before
    ui.run("add_camera", make_active=True)
    assert bpy.context.scene.camera == active() != before


def test_camera_along_the_normal_stands_on_the_side_that_was_seen(slope):
    slope.data.flip_normals()
    build.update()
    ui.pick_middle()
    pick = ui.active_pick()
    assert pick.front_face is False
    ui.run("add_camera", direction="NORMAL", distance=5.0)
    assert place_of(active()) == pytest.approx(pick.location - 5.0 * pick.normal, abs=1e-5)


def test_camera_of_a_place_without_a_normal_stands_where_the_view_is(slope):
    slope.hide_set(True)
    line = build.mesh_object("Line", [(0, 0, -5), (0, 0, 5)], [])
    line.data.edges.add(1)
    line.data.edges[0].vertices = (0, 1)
    line.rotation_euler = (0, np.radians(90), 0)
    build.update()
    ui.pick_middle()
    assert (ui.active_pick().kind, ui.active_pick().normal) == ("EDGE", None)
    ui.run("add_camera", direction="NORMAL", distance=5.0)
    assert place_of(active()) == pytest.approx((0, 0, 5), abs=0.1)
    ui.run("add_empty")
    assert axis_of(active(), "Z") == pytest.approx((0, 0, 1), abs=1e-6)


@pytest.mark.parametrize("name", ["add_empty", "add_light", "add_camera"])
def test_objects_go_to_a_collection_that_can_be_edited(slope, name, tmp_path):
    path = str(tmp_path / "library.blend")
    bpy.data.libraries.write(path, {bpy.data.collections.new("Linked")})
    bpy.data.collections.remove(bpy.data.collections["Linked"])
    with bpy.data.libraries.load(path, link=True) as (_, wanted):
        wanted.collections = ["Linked"]
    bpy.context.scene.collection.children.link(wanted.collections[0])
    layers = bpy.context.view_layer
    layers.active_layer_collection = layers.layer_collection.children["Linked"]
    with pytest.raises(RuntimeError, match="which cannot be edited: choose another"):
        ui.run(name)


@pytest.mark.parametrize("name", ["add_empty", "add_light", "add_camera"])
def test_objects_are_added_in_object_mode(slope, name):
    with build.live_override():
        bpy.context.view_layer.objects.active = slope
        bpy.ops.object.mode_set(mode="EDIT")
    with pytest.raises(RuntimeError, match="Adding objects needs Object Mode"):
        ui.run(name)


def annotations():
    scene = bpy.context.scene
    return scene.annotation if hasattr(scene, "annotation") else scene.grease_pencil


def test_annotation_is_a_cross_on_the_surface_with_its_normal(slope):
    pick = ui.active_pick()
    assert ui.run_as_step("annotate_hit", size=0.25) == {"FINISHED"}
    (layer,) = annotations().layers
    assert (layer.info, layer.thickness) == ("Picks", 3)
    assert tuple(layer.color) == pytest.approx(bpy.context.preferences.edit.grease_pencil_default_color[:3])
    strokes = [np.array([point.co for point in stroke.points]) for stroke in layer.frames[0].strokes]
    assert {getattr(stroke, "display_mode", "3DSPACE") for stroke in layer.frames[0].strokes} == {"3DSPACE"}
    assert [stroke.shape for stroke in strokes] == [(2, 3)] * 3
    for arm in strokes[:2]:
        assert arm.mean(axis=0) == pytest.approx(pick.location, abs=1e-5)
        assert (arm[1] - arm[0]) @ pick.normal == pytest.approx(0.0, abs=1e-5)
        assert np.linalg.norm(arm[1] - arm[0]) == pytest.approx(0.5, rel=1e-4)
    assert strokes[2] == pytest.approx(np.array((pick.location, pick.location + 0.5 * pick.normal)), abs=1e-5)
    ui.undo()
    assert annotations() is None
    ui.redo()
    annotations().layers.new("Mine", set_active=True)
    bpy.context.scene.frame_set(20)
    ui.run("annotate_hit", has_normal=False)
    assert annotations().layers.active_index == annotations().layers.find("Mine")
    annotations().layers.remove(annotations().layers["Mine"])
    assert len(annotations().layers[0].frames[0].strokes) == 5
    assert len(annotations().layers) == len(annotations().layers[0].frames) == 1


def test_cursor_moves_with_its_axis_along_the_normal(slope):
    pick = ui.active_pick()
    assert ui.run_as_step("cursor_to_hit", orientation=True) == {"FINISHED"}
    cursor = bpy.context.scene.cursor.matrix
    assert np.array(cursor.translation) == pytest.approx(pick.location, abs=1e-5)
    assert Vector(cursor.col[2][:3]).dot(Vector(pick.normal)) == pytest.approx(1.0)
    assert Matrix(cursor).is_negative is False
