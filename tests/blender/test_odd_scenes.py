"""Things in a scene that once made picks fail: each may be odd, none may keep the others from being picked."""

import bpy
import numpy as np
import pytest
from mathutils import Vector

from addon import api

from . import build
from .test_instances import geometry_nodes


@pytest.mark.parametrize("modifier", (None, "SUBSURF", "BEVEL"))
def test_mesh_with_a_uv_map_in_edit_mode(modifier):
    bpy.ops.mesh.primitive_cube_add(size=2)
    obj = bpy.context.object
    if modifier:
        obj.modifiers.new(modifier, modifier)
    expected = build.pick_down()
    duplicate = build.link(bpy.data.objects.new("Linked duplicate", obj.data))
    duplicate.location.x = 10.0
    bpy.ops.object.mode_set(mode="EDIT")
    pick = build.pick_down(kinds={"FACE"})
    assert pick.location == pytest.approx(expected.location)
    assert pick.uv["UVMap"] == pytest.approx(expected.uv["UVMap"], abs=1e-6)
    assert build.pick_down(eye=(10.1, 0.13, 100)).uv["UVMap"].shape == (2,)
    bpy.ops.object.mode_set(mode="OBJECT")


def test_raw_instances_of_an_object_in_edit_mode_are_not_taken_for_the_edited_mesh():
    obj = build.cube()

    def tree(tree, geometry, output):
        on_points = tree.nodes.new("GeometryNodeInstanceOnPoints")
        sphere = tree.nodes.new("GeometryNodeMeshUVSphere")
        tree.links.new(geometry, on_points.inputs["Points"])
        tree.links.new(sphere.outputs["Mesh"], on_points.inputs["Instance"])
        tree.links.new(on_points.outputs[0], output)

    geometry_nodes(obj, tree)
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    # A sphere of radius 1 on each corner; the cube itself is not drawn.
    assert build.pick_down(eye=(1.1, 1.1, 100), kinds={"FACE"}).location[2] == pytest.approx(2.0, abs=0.05)
    bpy.ops.object.mode_set(mode="OBJECT")


def test_parent_set_below_a_scaled_parent_leaves_a_last_number_that_is_not_one():
    parent = build.link(bpy.data.objects.new("Parent", None))
    parent.scale = (2.54, 2.54, 2.54)
    child = build.cube("Child", location=(9, 0, 0))
    build.update()
    child.select_set(True)
    parent.select_set(True)
    bpy.context.view_layer.objects.active = parent
    bpy.ops.object.parent_set(type="OBJECT")
    build.update()
    assert child.matrix_world[3][3] != 1.0
    assert build.pick_down(eye=(9.1, 0.13, 100)).location == pytest.approx((9.1, 0.13, 1.0), abs=1e-5)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("channel", ("location", "rotation_euler", "scale"))
def test_object_that_is_nowhere_is_not_there_and_others_are(channel):
    getattr(build.cube("Bad"), channel)[0] = float("nan")
    build.cube("Good")
    assert build.pick_down().object_name == "Good"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("value", (float("nan"), float("inf")))
def test_quad_with_one_corner_nowhere_is_hit_where_it_is_drawn(value):
    build.mesh_object("Quad", [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, value, 0)], [(0, 1, 2, 3)])
    pick = build.pick_down(eye=(0.5, -0.5, 100))
    assert pick.face_polygon.shape == (3, 3)
    assert np.isfinite(pick.face_polygon).all()
    assert pick.face_triangles.tolist() == [[0, 1, 2]]
    assert np.isfinite(pick.nearest_vertex.location).all()


def test_uv_map_that_is_not_a_number_here_is_left_out():
    plane = build.plane()
    for name, value in (("Good", 0.5), ("Bad", float("nan"))):
        layer = plane.data.uv_layers.new(name=name)
        for corner in range(4):
            layer.uv[corner].vector = (value, 0.5)
    assert list(build.pick_down().uv) == ["Good"]


@pytest.mark.parametrize(
    "spoil",
    (
        lambda camera: setattr(camera, "scale", (0, 0, 0)),
        lambda camera: setattr(camera, "location", (float("nan"), 0, 0)),
        lambda camera: (setattr(camera.data, "clip_start", 50), setattr(camera.data, "clip_end", 20)),
    ),
)
def test_view_through_a_useless_camera_says_so(spoil):
    build.cube()
    spoil(build.camera())
    build.live_view()[2].view_perspective = "CAMERA"
    build.update()
    with pytest.raises(api.NoViewportError, match="nothing to pick"):
        api.viewport()


def test_objects_of_the_set_scene_are_drawn_and_picked():
    background = bpy.data.scenes.new("Background")
    build.link(build.cube("Set"), background.collection)
    bpy.context.scene.collection.objects.unlink(bpy.data.objects["Set"])
    bpy.context.scene.background_set = background
    assert build.pick_down().object_name == "Set"


def test_pick_in_a_handler_that_is_older_than_ours_sees_the_new_surface():
    cube = build.cube()
    api.release()
    seen = []

    def on_update(*_args):
        seen.append(build.pick_down().location[2])

    bpy.app.handlers.depsgraph_update_post.append(on_update)
    try:
        for height in (2.0, 4.0, 8.0):
            for vertex in cube.data.vertices:
                vertex.co.z *= 2.0
            cube.data.update()
            build.update()
            assert seen[-1] == height
            build.pick_down()
    finally:
        bpy.app.handlers.depsgraph_update_post.remove(on_update)


def test_local_view_a_moment_after_an_object_was_removed():
    kept, removed = build.cube("Kept"), build.cube("Removed")
    bpy.context.view_layer.objects.active = kept
    kept.select_set(True)
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)
    bpy.data.objects.remove(removed)
    assert api.viewport().shown_uids == {kept.session_uid}


def test_viewport_of_a_scene_without_a_layer_shows_its_first():
    build.cube()
    viewport = build.view_down(scene=bpy.context.scene.name)
    assert api.pick(viewport, build.MIDDLE_PX).object_name == "Cube"
    with pytest.raises(api.NoSceneError, match="gone"):
        api.pick(build.view_down(scene="No such scene"), build.MIDDLE_PX)


def test_rays_are_clipped_in_a_sheared_view_as_picks_are():
    camera = build.camera((0, 0, 0), (0.5, 0, 0), clip_start=5, clip_end=100)
    parent = build.link(bpy.data.objects.new("Parent", None))
    parent.scale, parent.rotation_euler = (1, 3, 1), (0.6, 0, 0)
    camera.parent = parent
    build.update()
    viewport = api.camera_view(camera, 800, 600)
    rays = viewport.view.pixel_rays((400.0, 10.0))
    for step, is_drawn in ((0.3, True), (-0.3, False)):
        spot = build.plane("Spot", 0.05, tuple(rays.origins[0] + step * rays.directions[0]))
        spot.rotation_euler = Vector(rays.directions[0]).to_track_quat("Z", "Y").to_euler()
        build.update()
        assert (api.pick(viewport, (400.0, 10.0)) is not None) is is_drawn
        assert api.cast_rays([viewport.view.eye], rays.directions, viewport=viewport).hit[0] == is_drawn
        bpy.data.objects.remove(spot)


def test_mesh_that_nodes_make_of_hair_curves_is_drawn():
    obj = build.link(bpy.data.objects.new("Hair", bpy.data.hair_curves.new("Hair")))

    def tree(tree, _geometry, output):
        tree.links.new(tree.nodes.new("GeometryNodeMeshCube").outputs[0], output)

    geometry_nodes(obj, tree)
    pick = build.pick_down()
    assert (pick.object_name, pick.is_instance) == ("Hair", False)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("length", (1e-200, 1e200))
def test_min_distance_of_rays_of_extreme_length(length):
    build.cube()
    hits = api.cast_rays([(0.1, 0.13, 3)], [(0, 0, -length)], options=api.PickOptions(min_distance=2.5))
    assert hits.t[0] * length == pytest.approx(4.0)


@pytest.mark.parametrize(
    "call",
    (
        lambda: api.PickOptions(ignored=5),
        lambda: api.PickOptions(ignored=None),
        lambda: api.PickOptions(kinds=5),
        lambda: api.PickOptions(kinds=[["FACE"]]),
        lambda: api.PickOptions(tolerance_px="8"),
        lambda: api.pick(None, (1, 1)),
        lambda: api.pick_all("view", (1, 1)),
        lambda: api.why_missed(None, (1, 1)),
        lambda: api.cast_rays([(0, 0, 5)], [(0, 0, 1)], viewport="view"),
        lambda: api.viewport("context"),
        lambda: api.camera_view(build.camera(), "800", 600),
        lambda: api.camera_view(build.camera(), 800, None),
        lambda: api.framed_view(0, 0),
        lambda: api.framed_view("800", 600),
        lambda: build.view_down(ui_scale="large"),
        lambda: build.view_down(hidden_types=None),
    ),
)
def test_bad_input_is_a_value_error_that_says_what_came(call):
    with pytest.raises(ValueError, match=r"expected .*got "):
        call()


def test_ignored_object_that_was_removed_is_refused():
    cube = build.cube()
    bpy.data.objects.remove(cube)
    with pytest.raises(ValueError, match=r"ignored.*removed"):
        api.PickOptions(ignored=(cube,))


@pytest.mark.parametrize("kind", ["CURVE", "SURFACE", "FONT"])
def test_curve_without_anything_in_it_is_not_there_and_others_are(kind):
    build.link(bpy.data.objects.new("Empty", bpy.data.curves.new("Empty", kind)))
    build.cube()
    assert build.pick_down().object_name == "Cube"
