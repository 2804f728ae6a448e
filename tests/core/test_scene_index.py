"""Instances of meshes, by hand."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from addon.core import MeshIndex, Rays, SceneIndex
from addon.core.boxes import may_meet_boxes
from addon.core.instance import world_bounds
from addon.core.surface import triangle_normals, world_normals

from .meshes import cube, matrix, rotation, scaled, sphere

REFERENCE = Rays([0.1, 0.13, 100.0], [0.0, 0.0, -1.0])
CUBE = MeshIndex(*cube())


def test_ray_meets_the_instance_where_its_matrix_puts_it():
    scene = SceneIndex([(CUBE, scaled(1, 1, 1, (50, 0, 0))), (CUBE, scaled(2, 3, 4, (0, 1, 5)))])
    hits = scene.first(REFERENCE)
    assert (hits.t.tolist(), hits.instance_index.tolist()) == ([91.0], [1])
    assert scene.first(Rays([9, 9, 9], [0, 0, 1])).instance_index.tolist() == [-1]
    assert scene.all(REFERENCE).t.tolist() == [91.0, 99.0]
    assert scene.any(Rays([[0, 0, 9], [9, 9, 9]], [[0, 0, -1]] * 2)).tolist() == [True, False]


def test_empty_scene_is_missed():
    scene = SceneIndex([])
    assert scene.first(REFERENCE).triangle_index.tolist() == [-1]
    assert len(scene.all(REFERENCE)) == 0 and not scene.any(REFERENCE)[0]


def test_i8_no_ray_meets_the_box_of_an_instance_without_faces():
    nothing = MeshIndex(np.zeros((0, 3)), np.zeros((0, 3), dtype=int))
    boxes = world_bounds(np.array([nothing.bounds, MeshIndex(*cube()).bounds]), np.array([np.eye(4)] * 2))
    rays = Rays([(5, 6, 7), (0, 0, 9)], [(-5, -6, -7), (0, 0, -1)])
    assert may_meet_boxes(rays, boxes[:, 0], boxes[:, 1])[0].tolist() == [[False, True], [False, True]]


def test_f1_nearest_surface_wins_not_the_nearest_origin():
    """A long wall whose origin is far away, with a thin cover on it."""
    wall = scaled(500, 500, 1, (400, 0, 0))
    cover = scaled(1, 1, 0.001, (0, 0, 1.002))
    hits = SceneIndex([(CUBE, wall), (CUBE, cover)]).first(REFERENCE)
    assert hits.instance_index.tolist() == [1]
    assert hits.t == pytest.approx([100 - 1.003])


@pytest.mark.parametrize("length", [1.0, 1e-3, 1e3])
@pytest.mark.parametrize("order", [1, -1])
def test_f2_nearest_in_the_world_whatever_the_scale(length, order):
    large, small = (
        (CUBE, scaled(100, 100, 100, (0, 0, -100))),
        (CUBE, scaled(0.01, 0.01, 0.01, (0.1, 0.13, 5))),
    )
    hits = SceneIndex([large, small][::order]).all(Rays(REFERENCE.origins, length * REFERENCE.directions))
    assert hits.t * length == pytest.approx([94.99, 95.01, 100, 300], rel=1e-14)
    assert hits.instance_index.tolist() == [1, 1, 0, 0] if order == 1 else [0, 0, 1, 1]


@pytest.mark.parametrize("factors", [(-1, 1, 1), (1, 1, -1), (-1, -1, -1)])
def test_f4_mirrored_instance(factors):
    world = scaled(*factors)
    scene = SceneIndex([(CUBE, world)])
    for hits in (scene.first(REFERENCE), scene.first(REFERENCE, cull_backfaces=True)):
        assert REFERENCE.at(hits.t)[0] == pytest.approx([0.1, 0.13, 1.0])
        normals = world_normals(triangle_normals(CUBE.positions[CUBE.triangles[hits.triangle_index]]), world)
        assert normals[0] == pytest.approx([0, 0, 1])
    assert scene.all(REFERENCE, cull_backfaces=True).t.tolist() == [99.0]


def test_f5_sheared_and_scaled_instance():
    """t, corner weights and normal are those of the triangle where it is drawn."""
    corners = np.array([[-1.0, -1.0, -1.0], [3.0, -1.0, -1.0], [-1.0, 3.0, 1.0]])
    shear = np.array([[1.0, 0.5, 0.0], [0.0, 1.0, 0.25], [0.0, 0.0, 1.0]])
    for world in (scaled(1, 1, 4), matrix(shear @ np.diag([1.0, 1.0, 4.0]), (0.0, 0.0, 2.0))):
        hits = SceneIndex([(MeshIndex(corners, [[0, 1, 2]]), world)]).first(REFERENCE)
        drawn = corners @ world[:3, :3].T + world[:3, 3]
        assert hits.barycentric[0] @ drawn == pytest.approx(REFERENCE.at(hits.t)[0], abs=1e-12)
        normal = world_normals(triangle_normals([corners]), world)
        assert normal == pytest.approx(triangle_normals([drawn]), abs=1e-12)


@pytest.mark.parametrize(
    "factors", [(1, 1, 0), (0, 1, 1), (0, 0, 1), (0, 0, 0), (1, 1, 1e-30), (-1, 1, 1e-12)]
)
def test_f6_flattened_instance_is_met_where_it_is_drawn(factors):
    hits = SceneIndex([(CUBE, scaled(*factors))]).first(REFERENCE)
    is_drawn_there = factors[0] != 0 and factors[1] != 0
    assert hits.hit.tolist() == [is_drawn_there]
    if is_drawn_there:
        assert hits.t == pytest.approx([100.0])
        drawn = CUBE.positions[CUBE.triangles[hits.triangle_index[0]]] * factors
        assert hits.barycentric[0] @ drawn == pytest.approx([0.1, 0.13, 0.0], abs=1e-10)


@pytest.mark.parametrize("factors", [(1, 1, 1e-12), (-1, 1, 1e-12), (-1, 1, -1e-12)])
def test_f6_flattened_instance_is_culled_as_it_is_drawn(factors):
    """Of the two faces in one place the front one remains, also where the matrix mirrors."""
    scene = SceneIndex([(CUBE, scaled(*factors))])
    hits = scene.all(REFERENCE, cull_backfaces=True)
    assert len(hits) == 1
    local = triangle_normals(CUBE.positions[CUBE.triangles[hits.triangle_index]])
    assert world_normals(local, scaled(*factors))[0] == pytest.approx([0, 0, 1])
    assert scene.any(REFERENCE, cull_backfaces=True)[0]


@pytest.mark.parametrize("thickness", [0.0, 1e-17, 1e-12, 1e-9, 1e-6])
def test_f6_flattened_between_rotations(thickness):
    """Seen at a slant from 1e4 away; an inverse would magnify the rounding of that by 1 / thickness."""
    turn, offset = rotation(6), np.array([1.0, 2.0, 3.0])
    linear = turn @ np.diag([1.0, 1.0, thickness]) @ rotation(9)
    target = offset + linear @ [0.2, 0.1, 1.0]
    slant = turn @ [3000.0, 4000.0, 8000.0]
    hits = SceneIndex([(CUBE, matrix(linear, offset))]).first(Rays(target + slant, -slant))
    assert hits.t == pytest.approx([1.0], abs=1e-9)
    drawn = CUBE.positions[CUBE.triangles[hits.triangle_index[0]]] @ linear.T + offset
    assert hits.barycentric[0] @ drawn == pytest.approx(target, abs=1e-5)


@pytest.mark.parametrize("factor", [1e-6, 1e-9, 1e6])
def test_f13_object_of_extreme_scale(factor):
    hits = SceneIndex([(CUBE, scaled(factor, factor, factor))]).first(
        Rays([0.1 * factor, 0.13 * factor, 100 * factor], [0, 0, -1])
    )
    assert hits.t == pytest.approx([99 * factor], rel=1e-14)


@pytest.mark.parametrize("size", [1e5, 1e6, 1e7])
def test_f14_instance_far_from_the_origin(size):
    """From 1e8 away the front face is met, within 1e-6 of the size of the coordinates."""
    turn = rotation(14)
    world = matrix(turn, (size, size, -size))
    target = np.array([size, size, -size]) + turn @ [0.1, 0.13, 1.0]
    rays = Rays(target + turn @ [0.0, 0.0, 1e8], turn @ [0.0, 0.0, -1.0])
    hits = SceneIndex([(CUBE, world)]).first(rays)
    assert np.isin(hits.triangle_index[0], [10, 11])
    assert np.abs(rays.at(hits.t)[0] - target).max() <= 1e-6 * size


def test_f14_offset_costs_no_digits():
    """Moved by whole numbers, instance and ray give the same t, weights and triangle."""
    turn, offset = rotation(14), np.array([3e7, -5e7, 7e7])
    origins = np.array([[3.0, 4.0, 5.0], [-6.0, 2.0, 1.0], [0.0, 0.0, 9.0]])
    here = SceneIndex([(CUBE, matrix(turn))]).first(Rays(origins, 0.1 - origins))
    there = SceneIndex([(CUBE, matrix(turn, offset))]).first(Rays(origins + offset, 0.1 - origins))
    assert here.hit.all() and np.array_equal(here.t, there.t)
    assert np.array_equal(here.barycentric, there.barycentric)
    assert np.array_equal(here.triangle_index, there.triangle_index)


def test_world_bounds_are_never_too_small():
    rng = np.random.default_rng(8)
    boxes = np.sort(rng.normal(size=(50, 2, 3)), axis=1)
    worlds = np.array([matrix(rng.normal(size=(3, 3)), rng.normal(size=3)) for _ in range(50)])
    for (low, high), box, world in zip(world_bounds(boxes, worlds), boxes, worlds, strict=True):
        rows = [[Fraction(value) for value in row] for row in world[:3].tolist()]
        for corner in product(*box.T.tolist()):
            exact = [sum(a * Fraction(b) for a, b in zip(row, (*corner, 1.0), strict=True)) for row in rows]
            assert all(
                Fraction(a) <= b <= Fraction(c)
                for a, b, c in zip(low.tolist(), exact, high.tolist(), strict=True)
            )


def test_equal_t_goes_to_the_lowest_instance_then_triangle():
    scene = SceneIndex([(CUBE, scaled(1, 1, 1, (0, 0, -1))), (CUBE, scaled(2, 2, 1)), (CUBE, np.eye(4))])
    rays = Rays([0.0, 0.0, 100.0], [0.0, 0.0, -1.0])
    hits = scene.first(rays)
    assert (hits.instance_index.tolist(), hits.triangle_index.tolist()) == ([1], [10])
    listed = scene.all(rays)
    assert listed.t.tolist() == [99.0, 99.0, 100.0, 101.0, 101.0, 102.0]
    assert listed.instance_index.tolist() == [1, 2, 0, 1, 2, 0]


def test_equal_t_goes_to_the_lowest_instance_though_another_box_comes_first():
    positions, triangles = cube()
    tower = MeshIndex(np.vstack([positions, positions + [50, 0, 50]]), np.vstack([triangles, triangles + 8]))
    scene = SceneIndex([(CUBE, np.eye(4)), (tower, np.eye(4))])
    rays = Rays([0.1, 0.13, 40.0], [0.01, 0.0, -1.0])
    assert scene.first(rays).instance_index.tolist() == [0]
    assert scene.all(rays).instance_index.tolist() == [0, 1, 0, 1]


def test_moved_instance_is_met_in_its_new_place_only():
    scene = SceneIndex([(CUBE, np.eye(4)), (CUBE, scaled(1, 1, 1, (10, 0, 0)))])
    scene.move(0, scaled(1, 1, 1, (0, 0, 20)))
    assert scene.first(REFERENCE).t.tolist() == [79.0]
    scene.move(0, scaled(1, 1, 0, (-30, 0, 0)))
    assert not scene.any(REFERENCE)[0]
    assert scene.first(Rays([-30, 0, 9], [0, 0, -1])).t.tolist() == [9.0]
    scene.move(0, np.eye(4))
    assert scene.first(REFERENCE).t.tolist() == [99.0]


def test_only_instances_whose_box_is_met_are_asked():
    """Each instance has a mesh of its own, which counts the triangles tested."""
    meshes = [MeshIndex(*cube()) for _ in range(100)]
    scene = SceneIndex(
        [(mesh, scaled(1, 1, 1, (5 * (i % 10), 5 * (i // 10), 0))) for i, mesh in enumerate(meshes)]
    )
    assert scene.first(Rays([15.1, 20.1, 9], [0, 0, -1])).instance_index.tolist() == [43]
    assert [i for i, mesh in enumerate(meshes) if mesh.triangles_tested] == [43]


def test_instances_behind_the_nearest_hit_are_not_asked():
    meshes = [MeshIndex(*cube()) for _ in range(50)]
    scene = SceneIndex([(mesh, scaled(1, 1, 1, (0, 0, 3 * i))) for i, mesh in enumerate(meshes)])
    assert scene.first(Rays([0.1, 0.2, 500], [0, 0, -1])).instance_index.tolist() == [49]
    assert [i for i, mesh in enumerate(meshes) if mesh.triangles_tested] == [49]


def test_instance_without_triangles_is_no_obstacle():
    empty = MeshIndex(np.zeros((0, 3)), np.zeros((0, 3), int))
    broken = MeshIndex([[np.nan, 0, 0]] * 3, [[0, 1, 2]])
    scene = SceneIndex([(empty, np.eye(4)), (broken, np.eye(4)), (CUBE, np.eye(4))])
    assert scene.first(REFERENCE).instance_index.tolist() == [2]


@pytest.mark.parametrize("seed", [1, 2])
def test_batches_give_what_a_search_through_all_instances_gives(seed):
    rng = np.random.default_rng(seed)
    ball = MeshIndex(*sphere())
    worlds = [matrix(rng.normal(size=(3, 3)), rng.uniform(-6, 6, 3)) for _ in range(60)]
    scene = SceneIndex([((CUBE, ball)[i % 2], world) for i, world in enumerate(worlds)])
    origins, targets = rng.normal(size=(400, 3)) * 20, rng.uniform(-5, 5, (400, 3))
    rays = Rays(origins, targets - origins)
    each = [SceneIndex([((CUBE, ball)[i % 2], world)]).first(rays).t for i, world in enumerate(worlds)]
    hits, listed = scene.first(rays), scene.all(rays)
    assert np.array_equal(hits.t, np.min(each, axis=0))
    assert np.array_equal(hits.instance_index, np.where(hits.hit, np.argmin(each, axis=0), -1))
    assert np.array_equal(scene.any(rays), hits.hit)
    starts = np.flatnonzero(np.diff(listed.ray_index, prepend=-1))
    assert np.array_equal(listed.t[starts], hits.t[hits.hit])
    assert np.array_equal(listed.instance_index[starts], hits.instance_index[hits.hit])


def test_culling_of_marked_triangles_and_of_one_instance():
    """From behind the marked triangle is passed over, and all of an instance with True."""
    square = MeshIndex([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    scene = SceneIndex([(square, np.eye(4)), (square, matrix(np.eye(3), (0, 0, 1)))])
    from_below = Rays([[0.5, -0.5, -5], [-0.5, 0.5, -5]], [[0, 0, 1]] * 2)
    marked = np.array([True, False])
    hits = scene.first(from_below, cull_backfaces=[marked, False])
    assert hits.t.tolist() == [6.0, 5.0]
    assert scene.all(from_below, cull_backfaces=[marked, True]).t.tolist() == [5.0]
    assert scene.any(from_below, cull_backfaces=[marked, True]).tolist() == [False, True]
