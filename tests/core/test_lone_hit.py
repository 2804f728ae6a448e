"""`lone_hit` gives what two searches give, or says that it cannot tell."""

from itertools import pairwise

import numpy as np
import pytest

from addon import core
from addon.core.lone_hit import lone_hit
from addon.core.polygon_index import PolygonIndex

from . import meshes

DOWN = (0.0, 0.0, -1.0)


def room(t):
    return 1e-6 + 1e-12 * abs(t)


def two_searches(scene, ray, culling=False):
    """Every hit from the nearest to as far behind it as `room` says."""
    t = scene.first(ray, cull_backfaces=culling).t[0]
    if not np.isfinite(t):
        return scene.all(ray, cull_backfaces=culling)
    return scene.all(ray.between(np.array([t - room(t)]), np.array([t + room(t)])), cull_backfaces=culling)


def values(hits):
    return [
        getattr(hits, name).tolist()
        for name in ("ray_index", "t", "triangle_index", "barycentric", "instance_index")
    ]


def fans(positions, offsets):
    """Polygons cut from their first corner."""
    parts = [
        (first, first + i, first + i + 1)
        for first, end in pairwise(offsets)
        for i in range(1, end - first - 1)
    ]
    return np.array(parts, dtype=np.int64).reshape(-1, 3)


def boxes(kind):
    """A cube as triangles or as polygons."""
    positions, triangles = meshes.cube()
    if kind == "triangles":
        return core.MeshIndex(positions, triangles)
    corners = np.asarray(triangles, dtype=np.int32).ravel()
    offsets = np.arange(0, len(corners) + 1, 3, dtype=np.int32)
    return PolygonIndex(np.asarray(positions, dtype=np.float32), corners, offsets, fans)


def placed(*places):
    matrices = np.tile(np.eye(4), (len(places), 1, 1))
    matrices[:, :3, 3] = places
    return list(matrices)


@pytest.mark.parametrize("kind", ["triangles", "polygons"])
@pytest.mark.parametrize("seed", range(4))
def test_one_search_says_the_same_as_two(kind, seed):
    """Some cubes stand in one place with others, some flat ones behind each other."""
    random = np.random.default_rng(seed)
    mesh = boxes(kind)
    matrices = placed(*np.round(random.uniform(-3, 3, (30, 3)), 1))
    matrices += [matrices[3].copy(), matrices[4] + np.eye(4, k=3) * 1e-8]
    flat = np.diag((2.0, 2.0, 0.0, 1.0))
    scene = core.SceneIndex([(mesh, matrix) for matrix in [*matrices, flat]])
    told = 0
    for _ in range(150):
        origin, aim = random.uniform(-9, 9, 3), random.uniform(-3, 3, 3)
        ray = core.Rays(origin, aim - origin)
        for culling in (False, True):
            alone, expected = lone_hit(scene, ray, culling, room), two_searches(scene, ray, culling)
            if alone is None:
                continue
            told += 1
            assert values(alone) == values(expected)
    assert told > 200


def test_what_lies_in_one_place_with_another_is_left_to_two_searches():
    mesh = boxes("triangles")
    scene = core.SceneIndex([(mesh, matrix) for matrix in placed((0, 0, 0), (0, 0, 1e-9), (0, 0, -9))])
    ray = core.Rays((0.3, 0.2, 9.0), DOWN)
    assert lone_hit(scene, ray, False, room) is None and len(two_searches(scene, ray)) == 2
    # Moved apart, one is first.
    scene.move(1, placed((0, 0, 1e-3))[0])
    assert values(lone_hit(scene, ray, False, room)) == values(two_searches(scene, ray))
    scene.move(0, placed((0, 90, 0))[0])
    scene.move(1, placed((0, 90, 0))[0])
    scene.move(2, placed((0, 90, 0))[0])
    assert len(lone_hit(scene, ray, False, room)) == 0


@pytest.mark.parametrize("apart", [1e-8, 1e-3])
def test_sheets_of_one_mesh_that_lie_in_one_place_are_left_to_two_searches(apart):
    sheet = np.array([(-1, -1, 0), (1, -1, 0), (0, 1, 0)], dtype=float)
    positions = np.concatenate((sheet, sheet + (0, 0, apart)))
    ray = core.Rays((0.0, 0.0, 9.0), DOWN)
    for triangles in ([(0, 1, 2), (3, 4, 5)], [(3, 4, 5), (0, 1, 2)]):
        scene = core.SceneIndex([(core.MeshIndex(positions, triangles), np.eye(4))])
        alone, expected = lone_hit(scene, ray, False, room), two_searches(scene, ray)
        assert len(expected) == (2 if apart < 1e-6 else 1)
        assert alone is None if apart < 1e-6 else values(alone) == values(expected)


def test_one_search_looks_at_half_as_many_boxes():
    mesh = boxes("triangles")
    random = np.random.default_rng(7)
    scene = core.SceneIndex([(mesh, matrix) for matrix in placed(*random.uniform(-90, 90, (4000, 3)))])
    rays = [core.Rays(random.uniform(-90, 90, 3), random.normal(size=3)) for _ in range(40)]
    counts = []
    for ask in (lambda ray: lone_hit(scene, ray, False, room), lambda ray: two_searches(scene, ray)):
        before = scene.boxes_tested
        for ray in rays:
            ask(ray)
        counts.append(scene.boxes_tested - before)
    assert counts[0] < 0.7 * counts[1]


def test_passed_triangles_are_passed_one_by_one():
    """Of polygons that have not been cut, by the numbers of all."""
    for kind in ("triangles", "polygons"):
        mesh = boxes(kind)
        scene = core.SceneIndex([(mesh, np.eye(4))])
        # From within, so that every triangle is met from behind.
        ray = core.Rays((0.3, 0.2, 0.0), (0.0, 0.0, 1.0))
        for number in range(12):
            mask = np.arange(12) == number
            assert values(lone_hit(scene, ray, [mask], room)) == values(two_searches(scene, ray, [mask]))
            assert values(lone_hit(scene, ray, [~mask], room)) == values(two_searches(scene, ray, [~mask]))
