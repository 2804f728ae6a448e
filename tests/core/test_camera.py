"""Camera matrices and the picking ray, for 3D and 2D cameras."""

import numpy as np
import pytest

from addon import core

VIEWPORT = (0, 0, 200, 100)


def test_perspective_takes_the_corners_of_its_frustum_to_the_corners_of_the_cube():
    matrix = core.perspective(np.pi / 2, 2.0, 1.0, 10.0)
    near, far = matrix @ [-2.0, 1.0, -1.0, 1.0], matrix @ [20.0, -10.0, -10.0, 1.0]
    assert near / near[3] == pytest.approx([-1, 1, -1, 1], abs=1e-15)
    assert far / far[3] == pytest.approx([1, -1, 1, 1], abs=1e-15)


def test_orthographic_takes_its_corners_to_the_corners_of_the_cube():
    matrix = core.orthographic(2, 6, -1, 3, -5, 7)
    assert matrix @ [2, -1, 5, 1] == pytest.approx([-1, -1, -1, 1], abs=1e-15)
    assert matrix @ [6, 3, -7, 1] == pytest.approx([1, 1, 1, 1], abs=1e-15)


def test_look_at_puts_the_target_on_the_axis_with_up_above_it():
    matrix = core.look_at((3, -4, 5), (3, 1, 5), (0, 0, 9))
    assert matrix @ [3, -4, 5, 1] == pytest.approx([0, 0, 0, 1], abs=1e-14)
    assert matrix @ [3, 1, 5, 1] == pytest.approx([0, 0, -5, 1], abs=1e-14)
    assert matrix @ [4, -4, 7, 1] == pytest.approx([1, 2, 0, 1], abs=1e-14)


def test_picking_ray_through_the_middle_and_a_corner():
    inverse = np.linalg.inv(core.perspective(np.pi / 2, 2.0, 1.0, 10.0))
    origin, direction = core.picking_ray((100, 50), VIEWPORT, inverse)
    assert origin == pytest.approx([0, 0, -1]) and direction == pytest.approx([0, 0, -1])
    origin, direction = core.picking_ray((200, 0), VIEWPORT, inverse)
    assert origin == pytest.approx([2, -1, -1])
    assert direction == pytest.approx(np.array([2, -1, -1]) / np.sqrt(6))


def test_picking_rays_of_many_pixels_are_those_of_each():
    inverse = np.linalg.inv(
        core.perspective(1.0, 2.0, 1.0, 10.0) @ core.look_at((1, 2, 3), (0, 0, 0), (0, 0, 1))
    )
    pixels = np.array([[0.0, 0.0], [33.3, 70.0], [200.0, 100.0]])
    origins, directions = core.picking_ray(pixels, VIEWPORT, inverse)
    assert origins.shape == directions.shape == (3, 3)
    for row, pixel in enumerate(pixels):
        origin, direction = core.picking_ray(pixel, VIEWPORT, inverse)
        assert origin.shape == direction.shape == (3,)
        assert origins[row] == pytest.approx(origin) and directions[row] == pytest.approx(direction)


def test_viewport_corner_shifts_the_pixels():
    inverse = np.linalg.inv(core.perspective(1.0, 2.0, 1.0, 10.0))
    expected = core.picking_ray((30, 20), VIEWPORT, inverse)
    found = core.picking_ray((530, 720), (500, 700, 200, 100), inverse)
    assert found[0] == pytest.approx(expected[0]) and found[1] == pytest.approx(expected[1])
    assert core.project((1, 1, -5), (500, 700, 200, 100), np.linalg.inv(inverse))[:2] == pytest.approx(
        core.project((1, 1, -5), VIEWPORT, np.linalg.inv(inverse))[:2] + (500, 700)
    )


def test_depth_runs_from_the_near_to_the_far_plane():
    matrix = core.perspective(1.0, 2.0, 1.0, 10.0)
    assert core.project([[0, 0, -1], [0, 0, -10]], VIEWPORT, matrix) == pytest.approx(
        np.array([[100, 50, 0], [100, 50, 1]])
    )
    back = core.unproject([[100, 50, 0], [100, 50, 1]], VIEWPORT, np.linalg.inv(matrix))
    assert back == pytest.approx(np.array([[0, 0, -1], [0, 0, -10]]), abs=1e-12)


def test_point_in_the_plane_of_the_eye_has_no_place_on_the_screen():
    assert core.project((1, 0, 0), VIEWPORT, core.perspective(1.0, 2.0, 1.0, 10.0)).tolist() == [np.inf] * 3


@pytest.mark.parametrize("y_down", [False, True])
def test_2d_camera_picks_sprites_by_their_pixels(y_down):
    """A world of two rectangles in pixels, seen by the camera of a 2D game or an image editor."""
    corners = np.array([[20, 30, 0], [60, 30, 0], [60, 50, 0], [20, 50, 0]], dtype=float)
    sprites = core.MeshIndex(
        np.vstack([corners, corners + [100, 40, 0.5]]), [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]]
    )
    projection = core.orthographic_2d(200, 100, y_down=y_down)
    world = np.array([[40.5, 31.5], [121.0, 89.0], [10.0, 10.0], [40.0, 75.0]])
    pixels = world * (1, -1) + (0, 100) if y_down else world
    expected = [0, 3, -1, -1]

    rays = core.View(np.eye(4), projection, (200, 100)).pixel_rays(pixels)
    hits = sprites.first(rays)
    assert hits.triangle_index.tolist() == expected
    assert rays.at(np.where(hits.hit, hits.t, 0.0))[:, :2] == pytest.approx(world, abs=1e-12)

    origins, directions = core.picking_ray(pixels, (0, 0, 200, 100), np.linalg.inv(projection))
    assert directions.tolist() == [[0.0, 0.0, -1.0]] * 4
    assert sprites.first(core.Rays(origins, directions)).triangle_index.tolist() == expected


def test_2d_camera_moved_and_zoomed():
    """The view matrix of a 2D camera at (300, 200) with zoom 2."""
    zoom = np.diag([2.0, 2.0, 1.0, 1.0])
    zoom[:2, 3] = -600, -400
    view = core.View(zoom, core.orthographic_2d(200, 100), (200, 100))
    assert view.pixel_rays((50, 10)).origins[0, :2] == pytest.approx([325, 205])
    assert view.project([325, 205, 0])[0][0] == pytest.approx([50, 10])
    inverse = np.linalg.inv(core.orthographic_2d(200, 100) @ zoom)
    assert core.picking_ray((50, 10), VIEWPORT, inverse)[0][:2] == pytest.approx([325, 205])
