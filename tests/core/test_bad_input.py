"""F16: bad input is a ValueError that names what was expected and what came."""

import numpy as np
import pytest

from addon import core
from addon.core import elements, surface

RAY = core.Rays([0, 0, 5], [0, 0, -1])
IDENTITY = np.eye(4)
VIEW = core.View(IDENTITY, core.perspective(1.0, 1.0, 0.1, 100.0), (100, 100))
SINGULAR = np.diag([1.0, 1.0, 0.0, 1.0])
TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize(
    "call, message",
    [
        (
            lambda: core.Rays([[0, 0, 0]] * 4, [[1, 2]] * 4),
            r"^directions: expected \(n, 3\) finite float, got shape \(4, 2\)$",
        ),
        (
            lambda: core.Rays([0, 0, 0], [0, np.nan, 1]),
            r"^directions: expected \(n, 3\) finite float, got NaN$",
        ),
        (
            lambda: core.Rays([0, 0, np.inf], [0, 0, 1]),
            r"^origins: expected \(n, 3\) finite float, got infinity$",
        ),
        (
            lambda: core.Rays([[0, 0, 0]] * 2, [[0, 0, 1], [0, 0, 0]]),
            r"^directions: expected non-zero vectors, got zero in row 1$",
        ),
        (
            lambda: core.Rays([[0, 0, 0]] * 2, [[0, 0, 1]]),
            r"^directions: expected one for each of 2 origins, got 1$",
        ),
        (
            lambda: core.Rays([0, 0, 0], [0, 0, 1], np.nan),
            r"^t_min: expected a number or \(1,\) float without NaN, got NaN$",
        ),
        (lambda: core.Rays([0, 0, 0], [0, 0, 1], 0, [1, 2]), r"^t_max: .* got shape \(2,\)$"),
        (lambda: core.Rays("abc", [0, 0, 1]), r"^origins: expected \(n, 3\) finite float, got str$"),
        (lambda: core.Rays([[0, 0, 0], [0, 0]], [0, 0, 1]), r"^origins: .* got rows of different lengths$"),
        (lambda: core.Rays(None, [0, 0, 1]), r"^origins: .* got NoneType$"),
        (lambda: core.Rays([1j, 0, 0], [0, 0, 1]), r"^origins: .* got complex128$"),
        (lambda: RAY.at([1, 2]), r"^t: .* got shape \(2,\)$"),
        (lambda: RAY.transformed(np.eye(3)), r"^matrix: expected \(4, 4\) finite float, got shape \(3, 3\)$"),
        (lambda: RAY.transformed(SINGULAR), r"^directions: expected non-zero vectors"),
        (
            lambda: core.MeshIndex([[0, 0]], [[0, 0, 0]]),
            r"^positions: expected \(n, 3\) float, got shape \(1, 2\)$",
        ),
        (
            lambda: core.MeshIndex(TRIANGLE, [[0, 1, 2.5]]),
            r"^triangles: expected \(m, 3\) integers, got float64$",
        ),
        (
            lambda: core.MeshIndex(TRIANGLE, [0, 1, 2]),
            r"^triangles: expected \(m, 3\) integers, got shape \(3,\)$",
        ),
        (
            lambda: core.MeshIndex(TRIANGLE, [[0, 1, 3]]),
            r"^triangles: expected indices of 3 vertices, got 3$",
        ),
        (
            lambda: core.MeshIndex(TRIANGLE, [[0, 1, -1]]),
            r"^triangles: expected indices of 3 vertices, got -1$",
        ),
        (
            lambda: core.ray_triangles(RAY, TRIANGLE),
            r"^triangles: expected \(n, 3, 3\) float, got shape \(3, 3\)$",
        ),
        (lambda: core.ray_plane(RAY, [0, 0, 0], 1), r"^normal: expected a non-zero vector, got zero$"),
        (lambda: core.ray_plane(RAY, [0, 0, 1], np.inf), r"^distance: expected a finite number, got inf$"),
        (lambda: core.ray_sphere(RAY, [0, 0, 0], 0), r"^radius: expected a finite number above 0, got 0$"),
        (
            lambda: core.ray_sphere(RAY, [0, 0], 1),
            r"^center: expected \(3,\) finite float, got shape \(2,\)$",
        ),
        (lambda: core.ray_box(RAY, [0, 2, 0], [1, 1, 1]), r"^maximum: expected nothing below minimum"),
        (
            lambda: core.SceneIndex([(core.MeshIndex(TRIANGLE, [[0, 1, 2]]), np.eye(3))]),
            r"^matrix_world: expected \(4, 4\)",
        ),
        (lambda: core.SceneIndex([]).move(0, IDENTITY), r"^index: expected one of 0 instances, got 0$"),
        (
            lambda: core.SceneIndex([(core.MeshIndex(TRIANGLE, [[0, 1, 2]]), np.ones((4, 4)))]),
            r"^matrix_world: expected a last row",
        ),
        (
            lambda: core.picking_ray([1, 2, 3], [0, 0, 9, 9], IDENTITY),
            r"^mouse: expected \(n, 2\) finite float, got shape \(3,\)$",
        ),
        (
            lambda: core.picking_ray([1, 2], [0, 0, 9, 9], SINGULAR),
            r"^inv_proj_view: expected an invertible matrix, got a singular one$",
        ),
        (
            lambda: core.unproject([1, 2, 0], [0, 0, 9, 9], np.zeros((4, 4))),
            r"^inv_proj_view: expected an invertible matrix",
        ),
        (
            lambda: core.picking_ray([1, 2], [0, 0, 0, 9], IDENTITY),
            r"^viewport: expected width and height above 0, got 0 x 9$",
        ),
        (
            lambda: core.project([1, 2], [0, 0, 9, 9], IDENTITY),
            r"^points: expected \(n, 3\) finite float, got shape \(2,\)$",
        ),
        (lambda: core.perspective(4.0, 1.0, 0.1, 1.0), r"^fov_y: expected radians below pi, got 4$"),
        (lambda: core.perspective(1.0, 1.0, 1.0, 0.1), r"^far: expected more than near = 1, got 0.1$"),
        (lambda: core.perspective(1.0, 1.0, 0.0, 1.0), r"^near: expected a finite number above 0, got 0$"),
        (
            lambda: core.orthographic(1, 1, 0, 1, 0, 1),
            r"^right: expected another value than at the opposite edge, got 1$",
        ),
        (lambda: core.orthographic_2d(0, 5), r"^width: expected a finite number above 0, got 0$"),
        (
            lambda: core.look_at([1, 1, 1], [1, 1, 1], [0, 0, 1]),
            r"^target: expected another point than the eye",
        ),
        (
            lambda: core.look_at([0, 0, 0], [0, 0, 1], [0, 0, 2]),
            r"^up: expected a direction across the line of sight",
        ),
        (
            lambda: core.View(SINGULAR, IDENTITY, (9, 9)),
            r"^view: expected an invertible matrix, got a singular one$",
        ),
        (lambda: core.View(np.ones((4, 4)), IDENTITY, (9, 9)), r"^view: expected a last row of 0, 0, 0, 1"),
        (lambda: core.View(IDENTITY, np.ones((4, 4)), (9, 9)), r"^projection: expected a last row"),
        (lambda: core.View(IDENTITY, SINGULAR, (9, 9)), r"^projection: expected an invertible matrix"),
        (
            lambda: core.View(IDENTITY, IDENTITY + np.eye(4, k=1) * [0, 1, 0, 0], (9, 9)),
            r"^projection: expected scale, shift",
        ),
        (
            lambda: core.View(IDENTITY, VIEW.projection, (0, 9)),
            r"^size_px: expected width and height above 0",
        ),
        (
            lambda: core.View(IDENTITY, VIEW.projection, (9, 9), near=-1),
            r"^near, far: expected 0 < near < far, got -1 and 100$",
        ),
        (
            lambda: core.View(IDENTITY, VIEW.projection, (9, 9), near=5, far=5),
            r"^near, far: expected 0 < near < far, got 5 and 5$",
        ),
        (
            lambda: VIEW.pixel_rays([1, 2, 3]),
            r"^pixels_px: expected \(n, 2\) finite float, got shape \(3,\)$",
        ),
        (lambda: VIEW.pixel_rays([np.nan, 2]), r"^pixels_px: expected \(n, 2\) finite float, got NaN$"),
        (lambda: VIEW.project([1, 2]), r"^points: expected \(n, 3\) float, got shape \(2,\)$"),
        (
            lambda: elements.distances_to_points_px(VIEW, [1, np.nan], TRIANGLE),
            r"^pixel_px: expected \(2,\) finite float, got NaN$",
        ),
        (
            lambda: elements.distances_to_segments_px(VIEW, [1, 1], TRIANGLE, [[0, 0, 0]]),
            r"^ends: expected one for each of 3 starts, got 1$",
        ),
        (
            lambda: surface.interpolate([[1, 2, 3]], [[1, 0, 0]]),
            r"^corner_values: expected \(n, 3, n\) float, got shape \(1, 3\)$",
        ),
        (lambda: surface.world_normals([[0, 0, 1]], np.full((4, 4), np.nan)), r"^matrix_world: .* got NaN$"),
    ],
)
def test_f16_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_empty_batches_keep_their_shape():
    none = core.Rays(np.zeros((0, 3)), np.zeros((0, 3)))
    index = core.MeshIndex(TRIANGLE, [[0, 1, 2]])
    for target in (index, core.SceneIndex([(index, IDENTITY)]), core.SceneIndex([])):
        for hits in (target.first(none), target.all(none)):
            assert hits.barycentric.shape == (0, 3) and hits.t.shape == (0,)
        assert target.any(none).shape == (0,)
    assert core.ray_box(none, [0, 0, 0], [1, 1, 1]).shape == (0,)
    assert core.ray_sphere(none, [0, 0, 0], 1).shape == (0,)
    assert VIEW.pixel_rays(np.zeros((0, 2))).origins.shape == (0, 3)
    assert elements.distances_to_points_px(VIEW, [0, 0], np.zeros((0, 3))).shape == (0,)
    assert surface.triangle_normals(np.zeros((0, 3, 3))).shape == (0, 3)


def test_rays_cannot_be_changed_by_what_they_were_made_of():
    origins = np.zeros((1, 3))
    rays = core.Rays(origins, [[0, 0, 1]])
    origins[0, 0] = 7.0
    assert rays.origins.tolist() == [[0.0, 0.0, 0.0]]
    with pytest.raises(ValueError, match="read-only"):
        rays.origins[0, 0] = 7.0
