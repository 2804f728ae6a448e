"""A tree over the boxes of very many instances: the same answers, and how little is looked at for them."""

import numpy as np
import pytest

from addon.core import MeshIndex, Rays, SceneIndex, instance_tree, scene_index
from addon.core.boxes import may_meet_boxes
from addon.core.instance import moved_bounds, world_bounds

from .meshes import cube, matrix, rotation, scaled, sphere

MANY = 3000
CUBE = MeshIndex(*cube())


class Counted:
    """A mesh that counts how often it is asked, and has nothing but what every mesh must have."""

    def __init__(self, mesh):
        self.bounds, self._mesh, self.asked = mesh.bounds, mesh, 0

    def __getattr__(self, name):
        if name not in ("first", "nearest", "all", "any"):
            raise AttributeError(name)
        self.asked += 1
        return getattr(self._mesh, name)


def crowd(seed, spread=30.0, offset=0.0):
    """Matrices of turned, stretched, mirrored and some flat instances, and a few that are very large."""
    rng = np.random.default_rng(seed)
    factors = rng.uniform(0.1, 1.5, (MANY, 3)) * rng.choice((-1.0, 1.0), (MANY, 3))
    factors[::97] = (40.0, 40.0, 0.0)
    factors[::101] *= (1.0, 1.0, 1e-9)
    places = rng.uniform(-spread, spread, (MANY, 3)) + offset
    turns = np.linalg.qr(rng.normal(size=(MANY, 3, 3)))[0]
    return [matrix(turn * size, place) for turn, size, place in zip(turns, factors, places, strict=True)]


def rays_through(seed, count, spread=30.0, offset=0.0):
    rng = np.random.default_rng(seed)
    origins = rng.normal(size=(count, 3)) * 2.0 * spread
    return Rays(origins + offset, rng.uniform(-spread, spread, (count, 3)) - origins)


def nearest_of_all(worlds, mesh, rays):
    """The lowest t of every instance by itself, and the first that has it."""
    each = np.array([SceneIndex([(mesh, world)]).first(rays).t for world in worlds])
    return each.min(axis=0), np.where(np.isfinite(each.min(axis=0)), each.argmin(axis=0), -1)


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_f14_rays_meet_what_a_search_through_all_instances_finds(offset):
    worlds, rays = crowd(3, offset=offset), rays_through(4, 60, offset=offset)
    scene = SceneIndex([(CUBE, world) for world in worlds])
    t, owners = nearest_of_all(worlds, CUBE, rays)
    assert (owners >= 0).sum() > 30
    found = scene.first(rays)
    assert np.array_equal(found.t, t) and np.array_equal(found.instance_index, owners)
    assert np.array_equal(scene.any(rays), owners >= 0)


def test_one_ray_and_a_batch_have_the_same_answers():
    """Weights in the last digit depend on how many pairs a mesh works on at once."""
    worlds, rays = crowd(5), rays_through(6, 80)
    scene = SceneIndex([(CUBE, world) for world in worlds])
    together, listed = scene.first(rays), scene.all(rays)
    for row in range(len(rays)):
        alone, every = scene.first(rays.take([row])), scene.all(rays.take([row]))
        mine = listed.take(listed.ray_index == row)
        assert alone.instance_index[0] == together.instance_index[row]
        assert alone.triangle_index[0] == together.triangle_index[row]
        assert alone.t[0] == together.t[row]
        assert np.array_equal(every.instance_index, mine.instance_index)
        assert np.array_equal(every.triangle_index, mine.triangle_index)
        assert np.allclose(every.t, mine.t, rtol=1e-15, atol=0)
        assert np.allclose(every.barycentric, mine.barycentric, rtol=0, atol=1e-15)
        assert scene.any(rays.take([row]))[0] == together.hit[row]
        assert CUBE.meets(rays.numbers(row), False) == CUBE.any(rays.take([row]))[0]


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_rays_along_an_axis_on_the_very_side_of_boxes(axis, sign):
    """A wall of 45 by 45 cubes that touch: a ray along the seam of two of them is lost by neither."""
    grid = [matrix(np.eye(3), np.roll((0.0, 2.0 * i, 2.0 * j), axis)) for i in range(45) for j in range(45)]
    scene = SceneIndex([(CUBE, world) for world in grid])
    origins = np.array([np.roll((-9.0 * sign, 2.0 * i + 1.0, 2.0 * i), axis) for i in range(44)])
    rays = Rays(origins, np.roll((sign, 0.0, 0.0), axis)[None].repeat(44, axis=0))
    assert scene.first(rays).t.tolist() == [8.0] * 44
    assert [scene.first(rays.take([row])).t[0] for row in range(44)] == [8.0] * 44
    # Two cubes, entered and left.
    assert np.bincount(scene.all(rays).ray_index).tolist() == [4] * 44


@pytest.mark.parametrize("size", [1e-140, 1e-12, 1e12, 1e120])
def test_f13_scenes_of_extreme_size(size):
    """Beyond what products may hold all boxes are candidates."""
    worlds = [scaled(size, size, size, (size * 3 * i, 0, 0)) for i in range(1100)]
    scene = SceneIndex([(CUBE, world) for world in worlds])
    ray = Rays([size * 300.1, size * 0.13, size * 9], [0, 0, -1])
    assert scene.first(ray).instance_index.tolist() == [100]
    assert scene.first(ray).t == pytest.approx([8 * size], rel=1e-12)


def test_moved_instances_are_met_as_in_an_index_made_anew():
    worlds, rays = crowd(7), rays_through(8, 50)
    scene = SceneIndex([(CUBE, world) for world in worlds])
    scene.first(rays)
    rng = np.random.default_rng(9)
    for index in rng.choice(MANY, 400, replace=False).tolist():
        worlds[index] = matrix(rotation(index) * rng.uniform(0.0, 2.0), rng.uniform(-40, 40, 3))
        scene.move(index, worlds[index])
    anew = SceneIndex([(CUBE, world) for world in worlds])
    for name in ("t", "triangle_index", "instance_index", "barycentric"):
        assert np.array_equal(getattr(scene.all(rays), name), getattr(anew.all(rays), name))
    assert np.array_equal(scene.first(rays).instance_index, anew.first(rays).instance_index)


def test_instances_moved_far_away_are_found_there():
    """Farther than anything was when the index was made, so that boxes must be widened more."""
    scene = SceneIndex([(CUBE, world) for world in crowd(10)])
    scene.move(5, matrix(rotation(5), (3e7, 3e7, 3e7)))
    ray = Rays([0.0, 0.0, 0.0], [1.0, 1.0, 1.0], t_min=1e6)
    assert scene.first(ray).instance_index.tolist() == [5]
    assert scene.first(Rays(np.zeros((2, 3)), np.ones((2, 3)), 1e6)).instance_index.tolist() == [5, 5]


def test_bounds_of_one_box_are_those_of_many():
    rng = np.random.default_rng(11)
    boxes = np.sort(rng.normal(size=(50, 2, 3)), axis=1)
    boxes[7] = [[np.inf] * 3, [-np.inf] * 3]
    worlds = np.array([matrix(rng.normal(size=(3, 3)), rng.normal(size=3)) for _ in range(50)])
    low, high = world_bounds(boxes, worlds).transpose(1, 0, 2)
    for row in range(50):
        one = moved_bounds(boxes[row].tolist(), worlds[row].tolist())
        assert np.array_equal(one[0], low[row]) or (np.array(one[0]) <= low[row] + 1e-15).all()
        assert np.allclose(one, (low[row], high[row]), rtol=0, atol=1e-14)


def test_one_ray_is_tested_against_few_boxes_and_hardly_two_meshes():
    """As many pairs as a ray and all boxes make would take a hundred times as long."""
    mesh = Counted(MeshIndex(*sphere()))
    rng = np.random.default_rng(12)
    turns = np.linalg.qr(rng.normal(size=(10_000, 3, 3)))[0]
    places = rng.uniform(-43, 43, (10_000, 3))
    scene = SceneIndex([(mesh, matrix(*one)) for one in zip(turns, places, strict=True)])
    assert mesh.asked == 0
    rays = rays_through(13, 100, 43.0)
    hit = [scene.first(rays.take([row])).hit[0] for row in range(100)]
    assert np.mean(hit) > 0.9
    assert mesh.asked <= 200
    assert scene.boxes_tested <= 100 * 1200


def test_rays_in_several_parts_have_the_same_answers(monkeypatch):
    index = SceneIndex([(CUBE, one) for one in crowd(5)])
    rays = rays_through(6, 100)
    whole = index.first(rays), index.all(rays), index.any(rays)
    monkeypatch.setattr(scene_index, "RAYS_AT_ONCE", 7)
    monkeypatch.setattr(scene_index, "PAIRS_AT_ONCE", 1)
    parts = index.first(rays), index.all(rays), index.any(rays)
    assert whole[0].hit[7:].any()
    for name in ("ray_index", "t", "triangle_index", "instance_index"):
        for one, other in zip(whole[:2], parts[:2], strict=True):
            assert np.array_equal(getattr(one, name), getattr(other, name))
    assert np.array_equal(whole[2], parts[2])


def test_a_batch_is_tested_against_few_boxes():
    scene = SceneIndex([(CUBE, world) for world in crowd(14)])
    scene.first(rays_through(15, 100))
    assert scene.boxes_tested < 100 * MANY / 2


def test_groups_hold_boxes_that_are_near_each_other():
    """A few that lie far away, and large ones, do not spoil it for all others."""
    worlds = [scaled(1, 1, 1, (5 * (i % 60), 5 * (i // 60), 0)) for i in range(3600)]
    worlds += [scaled(1, 1, 1, (1e7 * i, 0, 1e7)) for i in range(1, 5)]
    worlds += [scaled(200, 200, 1, (150, 150, -10 * i)) for i in range(1, 5)]
    scene = SceneIndex([(CUBE, world) for world in worlds])
    assert scene.first(Rays([100.2, 200.1, 9], [0, 0, -1])).instance_index.tolist() == [40 * 60 + 20]
    assert scene.boxes_tested <= 60 + 4 * 64


def test_candidates_are_those_of_the_plain_search():
    rng = np.random.default_rng(16)
    rays = rays_through(17, 40)
    scene = SceneIndex([(CUBE, world) for world in crowd(18)])
    boxes = world_bounds(np.array([CUBE.bounds] * MANY), np.array(crowd(18)))
    meets, _ = may_meet_boxes(rays, boxes[:, 0], boxes[:, 1])
    ray_index, numbers, bounds = scene._boxes.pairs(rays)
    found = np.zeros_like(meets)
    found[ray_index, numbers] = True
    # Nothing is lost, and boxes are widened by next to nothing.
    assert not (meets & ~found).any() and (found & ~meets).sum() <= 3
    row = int(rng.integers(40))
    along = scene._boxes.along(rays.numbers(row))
    assert sorted(number for _, number in along) == np.flatnonzero(found[row]).tolist()
    assert np.isfinite(bounds).all()


@pytest.mark.parametrize("scale, offset", [(1.0, 0.0), (1e-30, 0.0), (1e60, 0.0), (1.0, 1e6), (1e120, 0.0)])
def test_one_box_alone_is_met_by_the_same_rays(monkeypatch, scale, offset):
    """As in rows and products; from inside, along its sides, with ends before and behind it, and of any size."""
    monkeypatch.setattr(instance_tree, "_RAYS_AT_ONCE", 100)
    rng = np.random.default_rng(20)
    world = matrix(np.linalg.qr(rng.normal(size=(3, 3)))[0] * scale, [offset] * 3)
    origins = scale * rng.normal(size=(900, 3)) * rng.choice([0.5, 3.0], (900, 1)) + offset
    directions = rng.normal(size=(900, 3)) * 10.0 ** rng.uniform(-9.0, 9.0, (900, 1))
    directions[::5, :2] = 0.0
    directions[7], directions[8] = 1e-200, 1e200
    t_min, t_max = scale * rng.uniform(-1.0, 3.0, (2, 900))
    t_min[::2], t_max[::3], t_max[::7] = 0.0, np.inf, -np.inf
    boxes = SceneIndex([(CUBE, world)])._boxes
    for rays in (Rays(origins, directions), Rays(origins, directions, t_min, t_max)):
        ray_index, _, bounds = boxes.pairs(rays)
        order = ray_index.argsort(kind="stable")
        tested = boxes.boxes_tested
        found, alone = boxes.alone(rays, 0)
        assert found.tolist() == ray_index[order].tolist() and len(found) > 100
        slowest = np.abs(directions[found]).min(axis=1)
        told = np.flatnonzero(np.isfinite(alone) & (slowest > 0.0))
        rounding = 1e-12 * (np.abs(alone[told]) + (scale + offset) / slowest[told])
        assert (np.abs(alone[told] - bounds[order][told]) <= rounding).all()
        assert boxes.boxes_tested - tested == 900


def test_a_batch_asks_a_mesh_that_stands_alone_once_and_with_no_more_rays_than_meet_its_box():
    """A mesh takes less for each ray the more there are; of rays past it nothing is made."""
    rays = rays_through(21, 20_000, 3.0)
    for world in (np.eye(4), matrix(rotation(1), (0.1, 0.2, 0.3))):
        mesh = Counted(CUBE)
        scene = SceneIndex([(mesh, world)])
        found = scene.first(rays)
        assert mesh.asked == 1 and scene.boxes_tested == 20_000
        single = [scene.first(rays.take([row])) for row in range(0, 20_000, 40)]
        assert found.t[::40].tolist() == [one.t[0] for one in single]
        assert found.triangle_index[::40].tolist() == [one.triangle_index[0] for one in single]
        asked = mesh.asked
        assert not scene.first(Rays(rays.origins + 100.0, rays.directions, 0.0, 1.0)).hit.any()
        assert mesh.asked == asked


@pytest.mark.parametrize("count", [1, 2, 5, 8, 9])
def test_few_instances_are_asked_with_all_rays_of_their_boxes_at_once(monkeypatch, count):
    """The same answers in several parts, as by each ray alone, and where boxes lie in and behind each other."""
    rng = np.random.default_rng(22)
    turns, places = np.linalg.qr(rng.normal(size=(count, 3, 3)))[0], rng.uniform(-2.0, 2.0, (count, 3))
    meshes = [Counted(CUBE) for _ in range(count)]
    pairs = [
        (mesh, matrix(*world)) for mesh, world in zip(meshes, zip(turns, places, strict=True), strict=True)
    ]
    pairs[-1] = (meshes[-1], pairs[0][1])
    scene = SceneIndex(pairs)
    rays = rays_through(23, 6000, 3.0)
    whole = scene.first(rays), scene.all(rays)
    assert max(mesh.asked for mesh in meshes) == 2
    met = scene.any(rays)
    single = [scene.first(rays.take([row])) for row in range(0, 6000, 40)]
    monkeypatch.setattr(scene_index, "PAIRS_AT_ONCE", 8 * 700)
    parts = scene.first(rays), scene.all(rays)
    for name in ("ray_index", "t", "triangle_index", "instance_index"):
        for one, other in zip(whole, parts, strict=True):
            assert np.array_equal(getattr(one, name), getattr(other, name))
        alone = [getattr(one, name)[0] for one in single]
        assert name == "ray_index" or getattr(whole[0], name)[::40].tolist() == alone
    assert np.array_equal(scene.any(rays), met) and np.array_equal(met, whole[0].hit)
    assert 0.01 < met.mean() < 0.99


def test_of_instances_in_one_place_the_lowest_is_hit_in_whatever_order_boxes_are_met():
    """Their t is rounded, and where it really is a little farther the second of them must not be cut off there."""
    rng = np.random.default_rng(22)
    world = matrix(np.linalg.qr(rng.normal(size=(3, 3)))[0], rng.uniform(-2.0, 2.0, 3))
    rays = rays_through(23, 400, 3.0)
    for matrices in ([], crowd(24)):
        others = [(CUBE, other) for other in matrices]
        scene = SceneIndex([(CUBE, world), *others, (CUBE, world)])
        only = SceneIndex([(CUBE, world)]).first(rays)
        single = [scene.first(rays.take([row])) for row in range(len(rays))]
        for found in (scene.first(rays), *single):
            assert not (found.instance_index == len(others) + 1).any()
        same = [row for row, one in enumerate(single) if one.instance_index[0] == 0]
        assert [single[row].t[0] for row in same] == only.t[same].tolist()
        assert same


def test_an_instance_may_be_given_another_mesh():
    scene = SceneIndex([(CUBE, world) for world in crowd(19)])
    ball, far = MeshIndex(*sphere()), matrix(rotation(1), (500.0, 0.0, 0.0))
    scene.replace(7, ball, far)
    ray = Rays([500.0, 0.1, 50.0], [0.0, 0.0, -1.0])
    assert scene.first(ray).instance_index.tolist() == [7]
    assert np.array_equal(scene.first(ray).t, SceneIndex([(ball, far)]).first(ray).t)
    scene.replace(7, MeshIndex(np.zeros((0, 3)), np.zeros((0, 3), int)), far)
    assert not scene.any(ray)[0]
    scene.move(7, far)
    scene.replace(7, CUBE, far)
    assert scene.first(ray).instance_index.tolist() == [7]
    with pytest.raises(ValueError, match=r"^index: expected one of 3000 instances, got 3000$"):
        scene.replace(MANY, CUBE, far)


def test_a_bad_matrix_changes_nothing():
    scene = SceneIndex([(CUBE, np.eye(4))])
    for wrong in (np.full((4, 4), np.nan), np.ones((4, 4)), np.eye(3)):
        with pytest.raises(ValueError, match=r"^matrix_world: expected "):
            scene.move(0, wrong)
    assert scene.first(Rays([0.1, 0.13, 100.0], [0.0, 0.0, -1.0])).t.tolist() == [99.0]


@pytest.mark.parametrize("count", [3, MANY])
def test_rays_without_a_length_meet_nothing(count):
    """Clip planes leave some pixels none of their ray."""
    scene = SceneIndex([(CUBE, np.eye(4))] * count)
    for t_min, t_max in ((0.0, -np.inf), (np.inf, np.inf), (5.0, 4.0)):
        ray = Rays([0.1, 0.13, 9.0], [0.0, 0.0, -1.0], t_min, t_max)
        both = Rays([[0.1, 0.13, 9.0]] * 2, [[0.0, 0.0, -1.0]] * 2, t_min, t_max)
        for rays in (ray, both):
            assert not scene.first(rays).hit.any() and len(scene.all(rays)) == 0 and not scene.any(rays).any()
