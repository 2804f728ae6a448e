"""Cases A and J8: where a pixel's ray goes, in every kind of view."""

from math import radians

import bpy
import numpy as np
import pytest
from mathutils import Euler, Matrix, Vector

from addon import api

from . import build


def reprojected(viewport, pick):
    pixels, in_front = viewport.view.project(pick.location[None])
    assert in_front[0]
    return pixels[0]


def set_user_view(rotation, distance, perspective="ORTHO", location=(0, 0, 0), clip_end=1000.0):
    space, _, region_3d = build.live_view()
    space.clip_end = clip_end
    region_3d.view_perspective = perspective
    region_3d.view_rotation = Euler(rotation).to_quaternion()
    region_3d.view_distance = distance
    region_3d.view_location = location
    return api.viewport()


def set_camera_view(zoom=0.0, offset=(0.0, 0.0)):
    _, _, region_3d = build.live_view()
    region_3d.view_perspective = "CAMERA"
    region_3d.view_camera_zoom = zoom
    region_3d.view_camera_offset = offset
    build.update()
    return api.viewport()


def test_a1_orthographic_camera_hits_the_cube_before_it():
    build.cube()
    camera = build.camera(type="ORTHO", ortho_scale=6.0, clip_start=0.1, clip_end=1000)
    view = api.camera_view(camera, 800, 600)
    pick = api.pick(view, (410, 310))
    assert pick.object_name == "Cube"
    # 6 units over 800 pixels.
    assert pick.location == pytest.approx((10 * 6 / 800, 10 * 6 / 800, 1.0), abs=1e-6)
    assert pick.distance == pick.depth == pytest.approx(9.0)


def test_a2_orthographic_camera_never_hits_what_is_behind_it():
    build.cube("Behind", location=(0, 0, 20))
    build.cube("Front")
    view = api.camera_view(build.camera(type="ORTHO", ortho_scale=6.0), 800, 600)
    assert [pick.object_name for pick in api.pick_all(view, (410, 310))] == ["Front", "Front"]


def test_a3_vertex_clicked_in_a_rotated_orthographic_view_projects_back_onto_the_click():
    cube = build.cube()
    viewport = set_user_view((radians(60), 0, radians(35)), 12.0)
    corner = max(
        (Vector(v.co) for v in cube.data.vertices), key=lambda co: -viewport.view.depths(np.array([co]))[0]
    )
    # A thousandth towards the middle of a face, so that rounding cannot step off the cube.
    pixel, _ = viewport.view.project(np.array([corner * 0.999]))
    pick = api.pick(viewport, pixel[0])
    assert np.linalg.norm(reprojected(viewport, pick) - pixel[0]) < 0.01
    assert pick.nearest_vertex.distance_px < 1.0
    assert cube.data.vertices[pick.nearest_vertex.index].co == corner


@pytest.mark.parametrize("tilt", (30, 45, 80, 100, 135, 150))
def test_a5_ground_plane_is_hit_over_the_whole_tilted_orthographic_view(tilt):
    build.plane("Ground", 500.0)
    viewport = set_user_view((radians(tilt), 0, radians(20)), 40.0, clip_end=4000.0)
    width, height = viewport.size_px
    pixels = [(x, y) for x in np.linspace(5, width - 5, 9) for y in np.linspace(5, height / 4, 5)]
    picks = api.pick(viewport, pixels)
    assert all(pick is not None for pick in picks)
    assert {pick.front_face for pick in picks} == {tilt < 90}
    errors = [np.linalg.norm(reprojected(viewport, pick) - pixel) for pick, pixel in zip(picks, pixels)]
    assert max(errors) < 0.01


def test_a8_depth_agrees_in_both_projections_and_distance_at_the_centre():
    build.cube()
    camera = build.camera(clip_start=5)
    results = {}
    for kind in ("PERSP", "ORTHO"):
        camera.data.type = kind
        build.update()
        view = api.camera_view(camera, 800, 600)
        results[kind] = [api.pick(view, pixel) for pixel in ((400, 300), (440, 320))]
    perspective, orthographic = results["PERSP"], results["ORTHO"]
    assert perspective[0].distance == pytest.approx(orthographic[0].distance, abs=1e-4)
    for one, other in zip(perspective, orthographic):
        assert one.depth == pytest.approx(9.0, abs=1e-4) == other.depth
    assert perspective[1].distance == pytest.approx(
        np.linalg.norm(perspective[1].location - (0, 0, 10)), abs=1e-5
    )


def test_a8_distance_in_an_orthographic_user_view_counts_from_the_plane_through_its_pivot():
    build.plane("Before", location=(0, 0, 3))
    build.plane("Behind", location=(0, 0, -2))
    viewport = set_user_view((0, 0, 0), 12.0, location=(0, 0, 1))
    picks = api.pick_all(viewport, viewport.size_px / 2 + (3.0, 5.0))
    assert [pick.distance for pick in picks] == pytest.approx([-2.0, 3.0])
    assert [pick.depth for pick in picks] == pytest.approx([-2.0, 3.0])


@pytest.mark.parametrize("kind", ("PERSP", "ORTHO"))
def test_a9_far_clip_is_where_the_camera_says(kind):
    plane = build.plane(half_size=1e5)
    camera = build.camera(location=(0, 0, 0), type=kind, clip_start=0.1, clip_end=1e4)
    for z, is_drawn in ((-9999.0, True), (-10001.0, False)):
        plane.location.z = z
        build.update()
        assert (api.pick(api.camera_view(camera, 800, 600), (410, 310)) is not None) is is_drawn


def test_a9_near_and_far_clip_hide_what_they_hide():
    build.cube("Near", 0.5, location=(0, 0, 7))
    bpy.ops.mesh.primitive_uv_sphere_add(location=(0, 0, 2))
    build.cube("Far", location=(0, 0, -100))
    view = api.camera_view(build.camera(clip_start=5, clip_end=50), 800, 600)
    assert [pick.object_name for pick in api.pick_all(view, (400.3, 300.4))] == ["Sphere", "Sphere"]
    every = api.pick_all(view, (400.3, 300.4), options=api.PickOptions(ignore_clipping=True))
    assert [pick.object_name for pick in every] == ["Near", "Near", "Sphere", "Sphere", "Far", "Far"]


def test_a9_why_missed_counts_the_clipped():
    build.cube("Near", 0.5, location=(0, 0, 7))
    view = api.camera_view(build.camera(clip_start=5, clip_end=50), 800, 600)
    miss = api.why_missed(view, (400.3, 300.4))
    assert miss.skipped == {"CLIPPED": 1}


def test_why_missed_counts_what_is_behind_the_viewer():
    build.cube("Behind", location=(0, 0, 150))
    miss = api.why_missed(build.view_down(), build.MIDDLE_PX)
    assert miss.skipped == {"BEHIND": 1}
    assert str(miss) == "Nothing there: 1 object skipped, behind the viewer"


def test_why_missed_says_so_where_something_is_hit():
    build.cube()
    miss = api.why_missed(build.view_down(), build.MIDDLE_PX)
    assert str(miss) == "Not a miss: Cube is there"


def test_a11_clip_region_cuts_off_the_front_wall():
    build.cube(half_size=2.0)
    picks = api.pick_all(build.view_down(clip_planes=[(0, 0, -1, 1.0)]), build.MIDDLE_PX)
    assert [pick.location[2] for pick in picks] == pytest.approx([-2.0])
    assert api.pick(build.view_down(clip_planes=[(0, 0, -1, -3.0)]), build.MIDDLE_PX) is None


@pytest.mark.parametrize("height, is_drawn", ((-0.5, False), (0.5, True)))
def test_a11_clip_plane_parallel_to_the_ray_hides_all_of_it_or_nothing(height, is_drawn):
    build.cube()
    viewport = build.view_down(clip_planes=[(1, 0, 0, height)])
    assert (api.pick(viewport, build.MIDDLE_PX) is not None) is is_drawn


def test_a13_clip_end_of_an_orthographic_view_changes_no_hit():
    bpy.ops.mesh.primitive_uv_sphere_add(segments=256, ring_count=128)
    found = []
    for clip_end in (1e3, 1e5, 1e6, 1e7):
        viewport = set_user_view((radians(60), 0, radians(35)), 4.0, clip_end=clip_end)
        pick = api.pick(viewport, (viewport.size_px[0] * 0.53 + 0.5, viewport.size_px[1] * 0.55 + 0.5))
        found.append((pick.face_index, pick.location))
    assert len({face for face, _ in found}) == 1
    for _, location in found[1:]:
        assert location == pytest.approx(found[0][1], abs=1e-6)


def test_a15_cube_at_three_hundred_thousand():
    build.cube(location=(3e5, 0, 0))
    viewport = set_user_view((radians(60), 0, radians(35)), 12.0, location=(3e5, 0, 0))
    pixel = viewport.size_px / 2 + 0.5
    pick = api.pick(viewport, pixel)
    assert np.linalg.norm(reprojected(viewport, pick) - pixel) < 0.5


@pytest.mark.parametrize("kind", ("PERSP", "ORTHO"))
def test_a17_camera_shift_counts_in_the_camera_view_only(kind):
    build.plane(half_size=50)
    build.camera(type=kind, shift_x=0.3, shift_y=-0.2)
    shifted = set_camera_view()
    width, height = shifted.size_px
    # At zoom 0 the sensor spans half of the region's longer side; a shift is in parts of the sensor.
    sensor_px = 0.5 * max(width, height)
    middle = (width / 2 - 0.3 * sensor_px, height / 2 + 0.2 * sensor_px)
    assert api.pick(shifted, middle).location == pytest.approx((0, 0, 0), abs=1e-5)
    assert np.linalg.norm(api.pick(shifted, (width / 2, height / 2)).location) > 1.0
    user = set_user_view((0, 0, 0), 10.0, perspective="PERSP")
    assert api.pick(user, (width / 2, height / 2)).location == pytest.approx((0, 0, 0), abs=1e-5)


def test_a18_zoom_and_offset_of_the_camera_view():
    build.plane(half_size=50)
    build.camera()
    plain = set_camera_view()
    zoomed = set_camera_view(zoom=20, offset=(0.2, 0.1))
    magnification = (2**0.5 + 20 / 50) ** 2 / 2
    middle = plain.size_px / 2
    # An offset of 1 is the width and height of the region, twice over as the view is zoomed.
    moved = middle - magnification * np.array((0.2, 0.1)) * plain.size_px
    away = np.array((37.0, -21.0))
    for distance in (0.0 * away, away):
        found = api.pick(zoomed, moved + distance).location
        assert found == pytest.approx(api.pick(plain, middle + distance / magnification).location, abs=1e-5)


@pytest.mark.parametrize("fit", ("AUTO", "VERTICAL", "HORIZONTAL"))
@pytest.mark.parametrize("kind", ("PERSP", "ORTHO"))
def test_a20_camera_view_has_the_ray_of_calc_matrix_camera(fit, kind):
    camera = build.camera(
        (1, 2, 10), (0.2, 0.1, 0.3), type=kind, sensor_fit=fit, sensor_height=30, shift_x=0.1
    )
    camera.scale = (2, 2, 2)
    render = bpy.context.scene.render
    render.pixel_aspect_x, render.pixel_aspect_y = 2.0, 1.0
    build.update()
    depsgraph = bpy.context.evaluated_depsgraph_get()
    projection = camera.calc_matrix_camera(depsgraph, x=1080, y=1920, scale_x=2.0, scale_y=1.0)
    clip_from_world = np.array(projection, dtype=np.float64) @ np.array(
        camera.matrix_world.normalized().inverted(), dtype=np.float64
    )
    view = api.camera_view(camera, 1080, 1920).view
    rays = view.pixel_rays([(200, 1500), (900, 30)])
    for t in (1.0, 7.0):
        clip = np.column_stack((rays.at(t), np.ones(2))) @ clip_from_world.T
        ndc = clip[:, :2] / clip[:, 3:]
        assert (ndc + 1) / 2 * (1080, 1920) == pytest.approx(np.array([(200, 1500), (900, 30)]), abs=1e-3)


def test_a22_ui_scale_moves_no_ray_and_widens_the_tolerance():
    build.cube()
    pixel = np.array(build.MIDDLE_PX) + (4.0, 3.0)
    picks = [
        api.pick(
            build.view_from((0, 0, 5), (0, 0, 0), ui_scale=scale),
            pixel,
            options=api.PickOptions(tolerance_px=100),
        )
        for scale in (1.0, 2.0)
    ]
    assert picks[0].location == pytest.approx(picks[1].location, abs=0)
    assert picks[0].nearest_edge.distance_px == picks[1].nearest_edge.distance_px
    assert 100 < picks[0].nearest_edge.distance_px < 200
    assert [pick.nearest_edge.within_tolerance for pick in picks] == [False, True]
    at_vertex = picks[0].nearest_vertex.distance_px
    options = api.PickOptions(tolerance_px=0.75 * at_vertex)
    picks = [
        api.pick(build.view_from((0, 0, 5), (0, 0, 0), ui_scale=scale), pixel, options=options)
        for scale in (1.0, 2.0)
    ]
    assert [pick.nearest_vertex.within_tolerance for pick in picks] == [False, True]


def test_a23_ui_scale_of_zero_in_background_counts_as_one():
    build.cube()
    assert bpy.app.background is False or bpy.context.preferences.system.ui_scale == 0.0
    assert api.viewport().ui_scale > 0.0
    assert build.view_down(ui_scale=0.0).ui_scale == 1.0


def test_b7_explicit_matrices_need_no_window():
    build.cube()
    view = api.Viewport(Matrix.Translation((0, 0, -10)), np.diag((0.1, 0.1, -0.01, 1.0)), (100, 100))
    assert api.pick(view, (50, 52)).location == pytest.approx((0.0, 0.4, 1.0), abs=1e-6)


def test_j8_edge_with_one_end_behind_the_eye_is_clipped_at_the_near_plane():
    build.mesh_object("Long", [(-1, -5, 0), (1, -5, 0), (1, 50, 0), (-1, 50, 0)], [(0, 1, 2, 3)])
    view = build.view_from((0, 0, 1), (0, 10, 0), up=(0, 0, 1))
    pixels, in_front = view.view.project(np.array([(1.0, 10.0, 0.0)]))
    assert in_front[0]
    pick = api.pick(view, pixels[0] - (3.0, 0.0))
    assert pick.nearest_edge.distance_px == pytest.approx(3.0, abs=1.5)
    assert sorted(pick.nearest_edge.locations[:, 1]) == [-5, 50]
    assert pick.nearest_edge.within_tolerance


def test_j8_no_vertex_in_front_is_no_error():
    build.mesh_object("Around", [(-100, -100, 0), (100, -100, 0), (0, 100, 0)], [(0, 1, 2)])
    view = build.view_from((0, 0, 1), (0, 0, 0), far=50.0, fov=0.2)
    pick = api.pick(view, build.MIDDLE_PX)
    assert pick is not None and not pick.nearest_vertex.within_tolerance


def test_the_shading_of_a_view_is_known():
    space = build.live_view()[0]
    space.shading.type = "MATERIAL"
    assert api.viewport().shading == "MATERIAL"
    with pytest.raises(ValueError, match="shading: expected one of WIREFRAME, SOLID, MATERIAL, RENDERED"):
        build.view_down(shading="CEL")
