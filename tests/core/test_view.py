"""View: rays through pixels, and pixels of points."""

import numpy as np
import pytest

from addon import core

from .meshes import cube, rotation

SIZE = (800, 600)
PIXELS = np.array([[400.0, 300.0], [0.0, 0.0], [799.5, 12.25], [123.0, 599.0]])


def float32(matrix):
    """As Blender hands it out."""
    return np.asarray(matrix, dtype=np.float32).astype(np.float64)


def shifted(projection, column, x, y):
    result = np.array(projection)
    result[0, column], result[1, column] = x, y
    return result


LOOK = float32(core.look_at((3.0, -7.0, 4.0), (0.5, 0.0, 1.0), (0.1, 0.0, 1.0)))
PERSPECTIVE = core.perspective(0.8, 4 / 3, 0.1, 100.0)
ORTHOGRAPHIC = core.orthographic(-4, 4, -3, 3, -50, 50)
PROJECTIONS = {
    "perspective": PERSPECTIVE,
    "perspective-with-shift": shifted(PERSPECTIVE, 2, 0.3, -0.2),
    "orthographic": ORTHOGRAPHIC,
    "orthographic-off-centre": shifted(ORTHOGRAPHIC, 3, 0.4, -0.7),
}
both_kinds = pytest.mark.parametrize("projection", PROJECTIONS.values(), ids=PROJECTIONS.keys())


@both_kinds
def test_points_of_a_ray_project_to_its_pixel(projection):
    view = core.View(LOOK, projection, SIZE)
    rays = view.pixel_rays(PIXELS)
    for part in (0.0, 0.3, 1.0):
        pixels, in_front = view.project(rays.at(part * rays.t_max))
        assert pixels == pytest.approx(PIXELS, abs=1e-9) and in_front.all()


@both_kinds
def test_rays_are_of_unit_length_from_the_near_to_the_far_plane(projection):
    view = core.View(LOOK, projection, SIZE, near=0.5, far=20.0)
    rays = view.pixel_rays(PIXELS)
    assert np.linalg.norm(rays.directions, axis=1) == pytest.approx(np.ones(4), abs=1e-15)
    assert rays.t_min.tolist() == [0.0] * 4
    assert view.depths(rays.origins) == pytest.approx(np.full(4, 0.5), abs=1e-6)
    assert view.depths(rays.at(rays.t_max)) == pytest.approx(np.full(4, 20.0), abs=1e-5)


def test_middle_of_a_perspective_view_looks_along_the_axis_from_the_eye():
    view = core.View(core.look_at((3, -7, 4), (0, 0, 1), (0, 0, 1)), PERSPECTIVE, SIZE)
    ray = view.pixel_rays((400, 300))
    assert view.eye == pytest.approx([3, -7, 4])
    assert ray.directions[0] == pytest.approx(view.view_axis)
    assert view.view_axis == pytest.approx(np.array([-3, 7, -3]) / np.sqrt(67))
    assert view.distances(ray.origins) == pytest.approx([0.1])
    assert not view.is_orthographic


def test_orthographic_rays_are_parallel_and_one_pixel_apart():
    view = core.View(np.eye(4), ORTHOGRAPHIC, SIZE)
    rays = view.pixel_rays([[400, 300], [401, 300], [400, 301]])
    assert rays.directions.tolist() == [[0, 0, -1]] * 3
    assert rays.origins == pytest.approx(np.array([[0, 0, 50], [0.01, 0, 50], [0, 0.01, 50]]), abs=1e-13)
    assert rays.t_max.tolist() == [100.0] * 3 and view.is_orthographic


def test_shift_moves_the_picture_by_half_the_region_for_each_unit():
    view = core.View(np.eye(4), shifted(PERSPECTIVE, 2, 0.5, -0.25), SIZE)
    assert view.project([0, 0, -5])[0][0] == pytest.approx([400 - 200, 300 + 75])
    assert view.pixel_rays((200, 375)).directions[0] == pytest.approx([0, 0, -1], abs=1e-15)


def test_clip_distances_come_out_of_the_projection():
    perspective, orthographic = (
        core.View(np.eye(4), PERSPECTIVE, SIZE),
        core.View(np.eye(4), ORTHOGRAPHIC, SIZE),
    )
    assert (perspective.near, perspective.far) == pytest.approx((0.1, 100.0))
    assert (orthographic.near, orthographic.far) == pytest.approx((-50.0, 50.0))


@pytest.mark.parametrize("scale", [-1.0, -1.0 + 2.0**-24])
def test_far_plane_that_float32_has_lost_is_infinitely_far(scale):
    projection = float32(core.perspective(0.8, 1.0, 0.01, 1e9))
    projection[2, 2] = scale
    view = core.View(np.eye(4), projection, SIZE)
    assert view.far == np.inf and view.pixel_rays((1, 1)).t_max[0] == np.inf
    assert view.near == pytest.approx(0.01)


def test_project_tells_what_lies_behind_the_eye():
    pixels, in_front = core.View(np.eye(4), PERSPECTIVE, SIZE).project(
        [[0, 0, -1], [0, 0, 1], [1, 0, 0], [0, 0, -1e-3], [np.nan, 0, -1], [np.inf, 0, -1]]
    )
    assert in_front.tolist() == [True, False, False, True, False, False]
    assert pixels[in_front] == pytest.approx(np.array([[400, 300], [400, 300]]))
    assert np.isinf(pixels[~in_front]).all()


def test_depth_is_along_the_axis_and_distance_from_the_viewer():
    points = [[3.0, 0.0, -4.0], [0.0, 0.0, 2.0], [np.nan, 0.0, 0.0]]
    perspective, orthographic = (
        core.View(np.eye(4), PERSPECTIVE, SIZE),
        core.View(np.eye(4), ORTHOGRAPHIC, SIZE),
    )
    assert perspective.depths(points).tolist() == orthographic.depths(points).tolist() == [4.0, -2.0, np.inf]
    assert perspective.distances(points).tolist() == [5.0, 2.0, np.inf]
    assert orthographic.distances(points).tolist() == [4.0, -2.0, np.inf]


def test_a13_orthographic_hit_is_the_same_for_every_clip_range():
    """The ray of a user view begins up to 5e6 away; it stays the same line and meets the same face."""
    look = float32(np.vstack([np.hstack([rotation(5), [[0.3], [-0.2], [-15.0]]]), [[0, 0, 0, 1]]]))
    index = core.MeshIndex(*cube())
    rng = np.random.default_rng(13)
    pixels = rng.uniform((300, 200), (500, 400), (200, 2))
    triangles, points = [], []
    for clip_end in (1e3, 1e5, 1e6, 1e7):
        projection = float32(core.orthographic(-4, 4, -3, 3, -clip_end / 2, clip_end / 2))
        rays = core.View(look, projection, SIZE, near=-clip_end / 2, far=clip_end / 2).pixel_rays(pixels)
        hits = index.first(rays)
        triangles.append(hits.triangle_index.tolist())
        points.append(rays.at(np.where(hits.hit, hits.t, 0.0))[hits.hit])
    assert triangles[0] == triangles[1] == triangles[2] == triangles[3]
    assert len(points[0]) > 150
    assert np.abs(points[3] - points[0]).max() < 1e-8


def test_view_far_from_the_origin_keeps_the_pixel():
    """Direction and place come from the matrices apart, not from a float32 product of them."""
    look = core.look_at((1e6 + 3, -2e6 - 7, 54), (1e6, -2e6, 50), (0, 0, 1))
    view = core.View(look, PERSPECTIVE, SIZE)
    assert view.eye == pytest.approx([1e6 + 3, -2e6 - 7, 54], abs=1e-9)
    rays = view.pixel_rays(PIXELS)
    assert view.project(rays.at(9.0))[0] == pytest.approx(PIXELS, abs=1e-6)
