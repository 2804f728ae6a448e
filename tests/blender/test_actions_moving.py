"""Actions that move the selection: aligned to the surface that was hit, dropped onto what lies below."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, ui
from .build import library_object
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")

TILT = np.radians(30)


@pytest.fixture
def slope():
    """A wide plane that leans by 30 degrees about Y, picked at the origin from above."""
    ui.look_down()
    plane = build.plane("Slope", half_size=3.0)
    plane.rotation_euler = (0.0, TILT, 0.0)
    build.update()
    ui.pick_middle()
    return plane


def prop(name="Prop", location=(8, 0, 0), rotation=(0, 0, 0)):
    """A selected and active cube beside the slope."""
    obj = build.cube(name, half_size=0.5, location=location)
    obj.rotation_euler = rotation
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    build.update()
    return obj


def place(obj):
    build.update()
    return np.array(obj.matrix_world.translation)


def axis(obj, name):
    build.update()
    column = np.array(obj.matrix_world.to_3x3().col["XYZ".index(name)])
    return column / np.linalg.norm(column)


def test_selection_comes_to_lie_on_the_surface(slope):
    obj = prop(rotation=(0.3, 0.2, 0.1))
    pick = ui.active_pick()
    assert ui.run_as_step("align_to_hit", offset=0.5) == {"FINISHED"}
    assert place(obj) == pytest.approx(pick.location + 0.5 * pick.normal, abs=1e-5)
    assert axis(obj, "Z") == pytest.approx(pick.normal, abs=1e-5)
    assert tuple(obj.scale) == pytest.approx((1, 1, 1), abs=1e-6)
    ui.undo()
    assert place(bpy.data.objects["Prop"]) == pytest.approx((8, 0, 0))
    ui.redo()
    assert place(bpy.data.objects["Prop"]) == pytest.approx(pick.location + 0.5 * pick.normal, abs=1e-5)


@pytest.mark.parametrize("name", ["X", "Y", "Z", "-X", "-Y", "-Z"])
@pytest.mark.parametrize("scale", [(1, 1, 1), (2, 1, 3), (-1, 1, 1)])
@pytest.mark.parametrize("keep_spin", [True, False])
def test_any_axis_of_any_object_is_turned_along_the_normal(slope, name, scale, keep_spin):
    obj = prop(rotation=(0.3, 0.2, 0.1))
    obj.scale = scale
    build.update()
    ui.run("align_to_hit", axis=name, keep_spin=keep_spin)
    sign = -1.0 if name.startswith("-") else 1.0
    assert sign * axis(obj, name[-1]) == pytest.approx(ui.active_pick().normal, abs=1e-5)
    assert np.sign(obj.matrix_world.determinant()) == np.sign(np.prod(scale))


def test_spin_is_kept_or_the_same_for_all(slope):
    first, second = prop("First", rotation=(0, 0, 0.4)), prop("Second", rotation=(0, 0, 1.1))
    ui.run("align_to_hit", together=False)
    normal = ui.active_pick().normal
    turned = [np.cross(axis(obj, "X"), normal) for obj in (first, second)]
    angle = np.arccos(
        np.clip(turned[0] @ turned[1] / np.prod([np.linalg.norm(one) for one in turned]), -1, 1)
    )
    assert angle == pytest.approx(0.7, abs=1e-4)
    ui.run("align_to_hit", together=False, keep_spin=False)
    for obj in (first, second):
        assert axis(obj, "X") == pytest.approx((np.cos(TILT), 0, -np.sin(TILT)), abs=1e-5), (
            "as the slope itself"
        )


def test_location_or_rotation_alone(slope):
    obj = prop(rotation=(0, 0, 0.4))
    ui.run("align_to_hit", use_rotation=False)
    assert place(obj) == pytest.approx(ui.active_pick().location, abs=1e-5)
    assert tuple(obj.rotation_euler) == pytest.approx((0, 0, 0.4))
    obj.location = (8, 0, 0)
    build.update()
    ui.run("align_to_hit", use_location=False)
    assert place(obj) == pytest.approx((8, 0, 0))
    assert axis(obj, "Z") == pytest.approx(ui.active_pick().normal, abs=1e-5)


def test_arrangement_is_kept_and_children_go_with_their_parents(slope):
    parent, leader = prop("Parent", (8, 0, 0)), prop("Leader", (9, 2, 0))
    child = prop("Child", (0, 0, 2))
    child.parent = parent
    bpy.context.view_layer.objects.active = leader
    build.update()
    before = leader.matrix_world.inverted() @ parent.matrix_world
    ui.run("align_to_hit")
    assert place(leader) == pytest.approx(ui.active_pick().location, abs=1e-5)
    after = leader.matrix_world.inverted() @ parent.matrix_world
    assert np.array(after) == pytest.approx(np.array(before), abs=1e-5)
    assert np.array(child.matrix_local.translation) == pytest.approx((0, 0, 2), abs=1e-5)


def test_active_child_of_a_selected_parent_is_what_goes_to_the_place(slope):
    parent, child = prop("Parent", (8, 0, 0)), prop("Child", (0, 0, 2), rotation=(0.5, 0, 0))
    child.parent = parent
    build.update()
    ui.run("align_to_hit")
    assert place(child) == pytest.approx(ui.active_pick().location, abs=1e-5)
    assert axis(child, "Z") == pytest.approx(ui.active_pick().normal, abs=1e-5)
    assert np.array(child.matrix_local.translation) == pytest.approx((0, 0, 2), abs=1e-5)


def test_locked_channels_stay(slope):
    obj = prop(rotation=(0, 0, 0.4))
    obj.lock_location, obj.lock_rotation = (True, False, False), (True, True, True)
    ui.run("align_to_hit", offset=1.0)
    assert obj.location[0] == 8.0
    assert tuple(obj.rotation_euler) == pytest.approx((0, 0, 0.4))
    assert obj.location[2] == pytest.approx(
        ui.active_pick().location[2] + ui.active_pick().normal[2], abs=1e-5
    )


def test_object_that_was_hit_is_not_aligned_to_itself(slope, capfd):
    slope.select_set(True)
    assert ui.run("align_to_hit") == {"CANCELLED"}
    assert "select an object other than the one that was hit" in capfd.readouterr().out
    obj = prop()
    assert ui.run("align_to_hit") == {"FINISHED"}
    assert place(slope) == pytest.approx((0, 0, 0))
    assert place(obj) == pytest.approx(ui.active_pick().location, abs=1e-5)


def test_linked_objects_are_said_to_stay(slope, capfd, tmp_path):
    linked = library_object(tmp_path)
    linked.select_set(True)
    for name in ("align_to_hit", "drop_selection"):
        assert ui.run(name) == {"CANCELLED"}
        assert "what is selected is linked and cannot be moved" in capfd.readouterr().out
    assert place(linked) == pytest.approx((0, 0, 0))


def test_without_a_selection_or_in_another_mode_moving_says_what_it_needs(slope):
    for name in ("align_to_hit", "drop_selection"):
        with pytest.raises(RuntimeError, match="Select the objects to move first"):
            ui.run(name)
    slope.select_set(True)
    bpy.context.view_layer.objects.active = slope
    with build.live_override():
        bpy.ops.object.mode_set(mode="EDIT")
    for name in ("align_to_hit", "drop_selection"):
        with pytest.raises(RuntimeError, match="Moving objects needs Object Mode"):
            ui.run(name)


def test_dropped_objects_rest_on_what_is_below_by_their_lowest_points():
    floor = build.plane("Floor", half_size=50.0)
    on_edge = prop("OnEdge", (3, 0, 7), rotation=(0, np.radians(45), 0))
    flat = prop("Flat", (-3, 0, 4))
    assert ui.run_as_step("drop_selection") == {"FINISHED"}
    assert place(flat) == pytest.approx((-3, 0, 0.5), abs=1e-5)
    assert place(on_edge) == pytest.approx((3, 0, 0.5 * np.sqrt(2)), abs=1e-5)
    assert place(floor) == pytest.approx((0, 0, 0))
    ui.undo()
    assert place(bpy.data.objects["Flat"]) == pytest.approx((-3, 0, 4))
    ui.redo()
    assert place(bpy.data.objects["Flat"]) == pytest.approx((-3, 0, 0.5), abs=1e-5)


def test_what_rests_already_stays_however_often_it_is_dropped():
    for name, height in (("Upper", 0.1), ("Lower", -5)):
        plane = build.plane(name, half_size=50.0, location=(1234.56, 0, height))
        plane.rotation_euler = (0.2, 0.1, 0)
    places = np.random.default_rng(8).uniform(-1, 1, (20, 6))
    objects = [
        prop(f"Prop {number}", (1234.56 + 20 * x, 20 * y, 30), turned)
        for number, (x, y, _, *turned) in enumerate(places)
    ]
    ui.run("drop_selection")
    first = [place(obj) for obj in objects]
    for _ in range(3):
        ui.run("drop_selection")
    assert np.array([place(obj) for obj in objects]) == pytest.approx(np.array(first), abs=1e-4)
    assert np.ptp([one[2] for one in first]) > 1.0, "they came to rest on the slope"


def test_drop_by_the_origin_with_an_offset():
    build.plane("Floor", half_size=50.0)
    obj = prop(location=(0, 0, 7))
    ui.run("drop_selection", base="ORIGIN", offset=0.25)
    assert place(obj) == pytest.approx((0, 0, 0.25), abs=1e-5)


def test_drop_aligned_to_a_slope_lies_flat_on_it(slope):
    normal = ui.active_pick().normal
    obj = prop(location=(0, 0, 7), rotation=(0, 0, 0.4))
    ui.run("drop_selection", align=True)
    assert axis(obj, "Z") == pytest.approx(normal, abs=1e-5)
    corners = np.array([obj.matrix_world @ vertex.co for vertex in obj.data.vertices])
    assert np.sort(corners @ normal)[:4] == pytest.approx(np.zeros(4), abs=1e-5)


def test_drop_along_the_view_keeps_the_place_in_the_picture():
    ui.look_down(distance=20.0)
    build.plane("Floor", half_size=50.0)
    obj = prop(location=(2, 1, 10))
    eye = np.array((0.0, 0.0, 20.0))
    ui.run("drop_selection", direction="VIEW", base="ORIGIN")
    assert place(obj) == pytest.approx(eye + 2.0 * (np.array((2, 1, 10)) - eye), abs=1e-3)


def test_selection_does_not_stop_itself_nor_do_children_and_instances():
    build.plane("Floor", half_size=50.0)
    source = build.collection("Source", linked=False)
    build.cube("Part", half_size=1.0, collection=source)
    instancer = build.collection_instance("Instancer", source, location=(0, 0, 9))
    below = prop("Below", (0, 0, 4))
    child = build.cube("Child", half_size=0.5, location=(0, 0, -2))
    child.parent = below
    instancer.select_set(True)
    build.update()
    ui.run("drop_selection")
    assert place(instancer) == pytest.approx((0, 0, 1), abs=1e-5), (
        "its instances are its shape, what is selected no floor"
    )
    assert place(below) == pytest.approx((0, 0, 2.5), abs=1e-5), "the child is the lowest"


def test_objects_without_points_fall_by_their_origin_and_curves_by_their_mesh():
    build.plane("Floor", half_size=50.0)
    empty = build.link(bpy.data.objects.new("Empty", None))
    curve = bpy.data.curves.new("Ring", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", 0.1
    spline = curve.splines.new("POLY")
    spline.points.add(1)
    spline.points[0].co, spline.points[1].co = (-1, 0, 0, 1), (1, 0, 0, 1)
    ring = build.link(bpy.data.objects.new("Ring", curve))
    for obj, location in ((empty, (5, 0, 3)), (ring, (0, 5, 3))):
        obj.location = location
        obj.select_set(True)
    build.update()
    ui.run("drop_selection")
    assert place(empty) == pytest.approx((5, 0, 0), abs=1e-5)
    assert place(ring)[2] == pytest.approx(0.1, abs=1e-4)


def test_what_has_nothing_below_stays_and_is_named(capfd):
    build.plane("Floor", half_size=2.0)
    over, beside = prop("Over", (0, 0, 5)), prop("Beside", (20, 0, 5))
    assert ui.run("drop_selection") == {"FINISHED"}
    assert "Dropped 1 of 2 objects: nothing lies below Beside" in capfd.readouterr().out
    assert place(beside) == pytest.approx((20, 0, 5))
    over.select_set(False)
    assert ui.run("drop_selection") == {"CANCELLED"}
    assert "Nothing lies below Beside" in capfd.readouterr().out


def test_drop_in_wireframe_and_not_onto_what_is_hidden():
    space, _, _ = build.live_view()
    build.plane("Floor", half_size=50.0)
    shelf = build.plane("Shelf", half_size=50.0, location=(0, 0, 2))
    obj = prop(location=(0, 0, 5))
    shelf.hide_set(True)
    space.shading.type = "WIREFRAME"
    ui.run("drop_selection")
    assert place(obj) == pytest.approx((0, 0, 0.5), abs=1e-5)


def test_landings_tell_what_is_met():
    floor = build.plane("Floor", half_size=5.0)
    obj = build.cube("Cube", location=(1, 1, 4))
    build.update()
    (landing,) = api.landings([obj], [(0, 0, -2)])
    assert landing.distance == pytest.approx(3.0, abs=1e-5)
    assert landing.location == pytest.approx((1, 1, 0), abs=1e-5)
    assert (landing.normal == (0, 0, 1)).all()
    assert landing.object_name == floor.name
    assert api.landings([obj], [(0, 0, 1)]) == [None]
    assert api.landings([], []) == []
    for directions in ([(0, 0, 0)], [(0, 0, np.nan)], [], [(1, 2)]):
        with pytest.raises(ValueError, match="directions"):
            api.landings([obj], directions)
