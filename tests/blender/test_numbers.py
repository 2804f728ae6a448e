"""Cases F: mirrored, sheared, flat, tiny, huge and far away."""

import bpy
import numpy as np
import pytest
from mathutils import Matrix

from addon import api, core

from . import build


def test_f1_thin_cover_on_a_long_wall_wins_over_the_wall_with_its_origin_nearer():
    wall = build.mesh_object(
        "Wall", [(-1000, -1000, 0), (1000, -1000, 0), (1000, 1000, 0), (-1000, 1000, 0)], [(0, 1, 2, 3)]
    )
    cover = build.plane("Cover", 0.5)
    cover.data.transform(Matrix.Translation((900, 0, 0.001)))
    cover.location.x = -900
    wall.data.transform(Matrix.Translation((0, 0, -50)))
    wall.location.z = 50
    assert build.pick_down().object_name == "Cover"
    assert build.pick_down(eye=(5, 5, 100)).object_name == "Wall"


@pytest.mark.parametrize("length", (1e-3, 1.0, 1e3))
def test_f2_closest_is_closest_in_world_units_whatever_scale_or_direction_length(length):
    large = build.cube("Large", 0.01)
    large.scale = (100, 100, 100)
    small = build.cube("Small", 10.0, location=(0, 0, 5))
    small.scale = (0.01, 0.01, 0.01)
    hits = api.cast_rays([(0.01, 0.013, 100)], [(0, 0, -length)])
    assert hits.instances[hits.instance_index[0]].object_name == "Small"
    assert hits.t[0] * length == pytest.approx(94.9, abs=1e-6)


@pytest.mark.parametrize("scale", ((-1, 1, 1), (1, 1, -1), (-1, -1, -1), (1, 1, 1)))
def test_f4_mirrored_cube_has_its_top_face_in_front(scale):
    build.cube().scale = scale
    pick = build.pick_down()
    assert pick.location == pytest.approx((0.1, 0.13, 1.0), abs=1e-12)
    assert pick.normal == pytest.approx((0, 0, 1), abs=1e-12)
    assert pick.normal_smooth == pytest.approx((0, 0, 1), abs=1e-6)
    assert pick.front_face is True


@pytest.mark.parametrize("parent_shear", (False, True))
def test_f5_normal_under_non_uniform_scale_and_below_a_sheared_parent(parent_shear):
    obj = build.mesh_object("Tilted", [(-1, -1, -1), (3, -1, -1), (-1, 3, 1)], [(0, 1, 2)])
    obj.scale.z = 4
    matrix = Matrix.Diagonal((1, 1, 4, 1))
    if parent_shear:
        parent = build.link(bpy.data.objects.new("Parent", None))
        shear = Matrix(((1, 0.3, 0, 0), (0, 1, 0.2, 0), (0, 0, 1, 0), (0, 0, 0, 1)))
        parent.matrix_world = shear
        obj.parent = parent
        # The parent decomposes what it is given; what it really has is what counts.
        build.update()
        matrix = parent.matrix_world @ matrix
    build.update()
    corners = [
        np.array(matrix, dtype=np.float64)[:3, :3] @ corner
        for corner in ((-1, -1, -1), (3, -1, -1), (-1, 3, 1))
    ]
    expected = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    expected /= np.linalg.norm(expected)
    pick = build.pick_down(eye=(*np.mean(corners, axis=0)[:2], 100.0), kinds={"FACE"})
    assert pick.normal == pytest.approx(expected, abs=1e-6)
    if not parent_shear:
        assert pick.normal == pytest.approx((0, -2 / 5**0.5, 1 / 5**0.5), abs=1e-12)


def test_f6_cube_of_scale_zero_along_one_axis_is_picked_as_the_flat_face_it_is_drawn_as():
    build.cube().scale = (1, 1, 0)
    pick = build.pick_down()
    assert pick.location == pytest.approx((0.1, 0.13, 0.0), abs=1e-12)
    assert abs(pick.normal[2]) == pytest.approx(1.0)


def test_f6_cube_of_scale_zero_is_not_there():
    build.cube().scale = (0, 0, 0)
    assert build.pick_down() is None
    assert build.pick_down(eye=(0, 0, 100)) is None


def test_f7_through_the_diagonal_of_a_cube_face_goes_in_once_and_out_once():
    build.cube()
    picks = api.pick_all(build.view_down((0.25, 0.25, 100)), build.MIDDLE_PX)
    assert [pick.location[2] for pick in picks] == pytest.approx([1.0, -1.0])
    assert [pick.front_face for pick in picks] == [True, False]


def test_f7_through_the_poles_of_an_icosphere_goes_in_once_and_out_once():
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3)
    picks = api.pick_all(build.view_down((0, 0, 100)), build.MIDDLE_PX)
    assert [pick.front_face for pick in picks] == [True, False]
    assert picks[0].location == pytest.approx((0, 0, 1), abs=1e-6)


def test_f8_rays_at_every_vertex_and_edge_midpoint_of_a_closed_mesh_hit():
    bpy.ops.mesh.primitive_uv_sphere_add(segments=16, ring_count=8)
    mesh = bpy.context.object.data
    vertices = np.array([vertex.co for vertex in mesh.vertices], dtype=np.float64)
    middles = np.array([vertices[list(edge.vertices)].mean(axis=0) for edge in mesh.edges])
    targets = np.concatenate((vertices, middles))
    origins = np.full_like(targets, 0.0) + (0.03, 0.02, 0.01)
    assert api.cast_rays(origins, targets - origins).hit.all()


def test_f10_from_inside_a_cube_the_far_wall_is_seen_from_behind():
    build.cube()
    view = build.view_down((0.1, 0.13, 0.5))
    (pick,) = api.pick_all(view, build.MIDDLE_PX)
    assert pick.location == pytest.approx((0.1, 0.13, -1.0), abs=1e-9)
    assert pick.front_face is False
    assert pick.normal == pytest.approx((0, 0, -1))


@pytest.mark.parametrize("half_size, scale", ((1e-6, 1.0), (1e-8, 1.0), (1.0, 1e-6)))
def test_f13_tiny_cube_is_hit(half_size, scale):
    build.cube(half_size=half_size).scale = (scale,) * 3
    reach = half_size * scale
    pick = build.pick_down(eye=(0.2 * reach, 0.1 * reach, 1.0))
    assert pick is not None
    assert pick.normal == pytest.approx((0, 0, 1), abs=1e-9)


def test_f13_triangle_with_edges_of_two_ten_thousandths_is_hit():
    build.mesh_object("Small", [(0, 0, 0), (2e-4, 0, 0), (0, 2e-4, 0)], [(0, 1, 2)])
    assert build.pick_down(eye=(5e-5, 5e-5, 100)) is not None


@pytest.mark.parametrize("far", (1e5, 1e6, 1e7))
def test_f14_cube_far_from_the_origin_is_hit_on_its_front_face(far):
    build.cube(location=(far, 0, 0))
    hits = api.cast_rays([(far + 0.1, 0.13, 100)], [(0, 0, -1)])
    assert hits.t[0] == pytest.approx(99.0, abs=1e-9)
    instance = hits.instances[hits.instance_index[0]]
    triangle = instance.shape.surface.index.triangles[hits.triangle_index[0]]
    assert (instance.shape.surface.index.positions[triangle][:, 2] == 1.0).all()


def test_f14_ray_from_a_hundred_million_away_hits_the_front_face():
    build.cube()
    hits = api.cast_rays([(0.1, 0.13, 1e8)], [(0, 0, -1)])
    assert hits.t[0] == pytest.approx(1e8 - 1.0, abs=1e-6)


@pytest.mark.parametrize(
    "origins, directions, words",
    (
        ([(0, 0, 0)], [(0, 0, 0)], "directions"),
        ([(0, 0, 0)], [(0, float("nan"), 1)], "directions"),
        ([(0, 0, float("inf"))], [(0, 0, 1)], "origins"),
        ([(0, 0)], [(0, 0, 1)], "origins"),
        ([(0, 0, 0)], [(0, 0, 1), (0, 0, 1)], "directions"),
    ),
)
def test_f16_bad_rays_are_refused_by_name(origins, directions, words):
    with pytest.raises(ValueError, match=words + ".*expected.*got"):
        api.cast_rays(origins, directions)


@pytest.mark.parametrize("pixel", ((1, 2, 3), "ab", (float("nan"), 1), [[1], [2]], None))
def test_f16_bad_pixels_are_refused_by_name(pixel):
    with pytest.raises(ValueError, match=r"pixel.*expected.*got"):
        api.pick(build.view_down(), pixel)


def test_two_dimensional_view_of_explicit_matrices_picks_too():
    build.plane(half_size=50, location=(100, 100, 0))
    view = api.Viewport(np.eye(4), core.orthographic_2d(800, 600), (800, 600))
    assert api.pick(view, (100.5, 100.5)).location[:2] == pytest.approx((100.5, 100.5))
    assert api.pick(view, (400.5, 400.5)) is None
