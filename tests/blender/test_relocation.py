"""Earlier picks after their objects have moved: the marks and the shown place follow, the record stays."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.ui import following
from addon.ui.overlay import handlers
from addon.ui.panels import details

from . import build, ui
from .kinds import edges_object
from .ui import registered  # noqa: F401

MOVES = {
    "moved": {"location": (5.0, -2.0, 1.0)},
    "turned": {"rotation_euler": (0.1, 0.3, 2.0)},
    "scaled": {"scale": (2.0, 1.0, 0.5)},
    "mirrored": {"scale": (-1.0, 1.0, 3.0), "location": (1.0, 0.0, 0.0)},
    "flattened": {"scale": (1.0, 1.0, 0.0)},
    "far": {"location": (1e6, 1e6, 0.0), "rotation_euler": (0.0, 0.0, 1.0)},
}


def move(obj, change):
    for name, value in MOVES[change].items():
        setattr(obj, name, value)
    build.update()


@pytest.mark.parametrize("change", MOVES)
def test_a_pick_goes_with_its_object_as_one_made_there(change):
    cube = build.cube()
    cube.rotation_euler, cube.scale = (0.2, 0.0, 0.1), (1.0, 1.5, 1.0)
    build.update()
    was = build.pick_down()
    move(cube, change)
    now = api.relocated(was)
    matrix = np.array(cube.matrix_world)
    assert np.array_equal(now.matrix_world, matrix)
    assert np.allclose(
        now.location, (matrix @ np.append(was.location_local, 1.0))[:3], rtol=1e-15, atol=1e-15
    )
    # The corners of the face and its normal, as Blender has them there.
    face = cube.data.polygons[was.face_index]
    corners = np.array([matrix @ (*cube.data.vertices[number].co, 1.0) for number in face.vertices])[:, :3]
    far = np.abs(corners).max()
    assert np.allclose(now.face_polygon, corners, atol=2e-7 * far)
    if change != "flattened":
        normal = cube.matrix_world.to_3x3().inverted().transposed() @ face.normal
        assert np.allclose(now.normal, normal.normalized(), atol=1e-6)
    assert np.abs(now.nearest_vertex.location - corners).max(axis=1).min() <= 2e-7 * far
    assert (now.distance, now.face_index, tuple(now.pixel)) == (
        was.distance,
        was.face_index,
        tuple(was.pixel),
    )


def test_a_pick_of_a_flattened_object_follows_in_its_plane():
    cube = build.cube()
    cube.scale.z = 0.0
    build.update()
    was = build.pick_down()
    cube.location = (3, 4, 5)
    build.update()
    now = api.relocated(was)
    assert np.allclose(now.location - was.location, (3, 4, 5))
    assert np.allclose(now.face_polygon - was.face_polygon, (3, 4, 5))


def test_a_pick_of_a_line_follows_too():
    line = edges_object("Line", [(-1, 0.13, 0), (1, 0.13, 0)], [(0, 1)])
    build.update()
    was = build.pick_down()
    assert was.kind == "EDGE"
    line.rotation_euler.z = np.pi / 2
    build.update()
    now = api.relocated(was)
    assert np.allclose(now.element_ends, [(-0.13, -1, 0), (-0.13, 1, 0)], atol=1e-6)
    assert np.allclose(now.nearest_edge.locations, now.element_ends)


def test_what_has_not_moved_is_gone_or_is_an_instance_stays_as_it_is():
    cube = build.cube()
    source = build.collection("Source", linked=False)
    build.cube("Part", collection=source)
    instancer = build.collection_instance("Instancer", source, location=(9, 0, 0))
    build.update()
    was, part, floor = (
        build.pick_down(),
        build.pick_down(eye=(9.1, 0.13, 100)),
        build.pick_down(eye=(50, 0, 9), snap="FLOOR"),
    )
    assert part.is_instance and floor.is_on_plane
    assert api.relocated(was) is was
    instancer.location.x = 20
    source.objects[0].location.x = 3
    build.update()
    assert api.relocated(part) is part
    assert api.relocated(floor) is floor
    bpy.data.objects.remove(cube)
    assert api.relocated(was) is was


@pytest.fixture
def picked(registered):  # noqa: F811
    """A cube under the middle of the live view, and another one picked there before it."""
    _, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_distance = "PERSP", 20
    region_3d.view_location, region_3d.view_rotation = (0, 0, 0), (1, 0, 0, 0)
    cubes = build.cube("Earlier"), build.cube("Active", location=(0, 0, 3))
    cubes[1].hide_set(True)
    build.update()
    ui.pick_middle()
    cubes[1].hide_set(False)
    ui.pick_middle()
    return cubes


def location_labels():
    pick = api.history()[0]
    rows = details.PICKING_RAY_PT_location.rows(pick, str)
    return {row.lines[0][0]: [value for _, value in row.lines] for row in rows}


def test_marks_and_details_follow_and_the_history_stays(picked):
    earlier, active = picked
    before = api.history()
    was = handlers._marks
    assert "Now at X" not in location_labels()
    active.location.x, earlier.location.y = 2.0, 7.0
    build.update()
    marks = handlers._marks
    assert np.allclose(np.subtract(marks.location, was.location), (2, 0, 0))
    assert np.allclose(np.subtract(marks.outline, was.outline), (2, 0, 0))
    assert np.allclose(np.subtract(marks.earlier, was.earlier), (0, 7, 0))
    assert location_labels()["Now at X"] == [str(value) for value in marks.location]
    assert location_labels()["World X"] == [str(value) for value in before[0].location]
    assert all(one is other for one, other in zip(api.history(), before, strict=True))


def test_marks_follow_undo_redo_and_animation(picked):
    name = picked[1].name
    was = handlers._marks.location
    with build.live_override():
        bpy.ops.ed.undo_push(message="Before")
        bpy.data.objects[name].location.x = 2.0
        build.update()
        bpy.ops.ed.undo_push(message="Move")
        for step, x in ((bpy.ops.ed.undo, 0.0), (bpy.ops.ed.redo, 2.0)):
            step()
            build.update()
            assert np.allclose(np.subtract(handlers._marks.location, was), (x, 0, 0)), step
    obj = bpy.data.objects[name]
    for frame, y in ((1, 0.0), (11, 10.0)):
        obj.location.y = y
        obj.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(11)
    assert np.allclose(handlers._marks.location[1] - was[1], 10.0)


def test_a_move_of_another_object_makes_no_marks_anew(picked):
    other = build.cube("Other", location=(50, 0, 0))
    build.update()
    was = handlers._marks
    other.location.x = 60
    build.update()
    assert handlers._marks is was


def test_blender_tells_of_changes_while_there_are_marks_alone(picked):
    lists = bpy.app.handlers.depsgraph_update_post, bpy.app.handlers.frame_change_post
    assert all(following._on_update in handlers for handlers in lists)
    bpy.ops.picking_ray.clear()
    assert not any(following._on_update in handlers for handlers in lists)
