"""PolygonIndex answers as the MeshIndex of all its triangles does, whichever way it takes."""

import numpy as np
import pytest

from addon import core
from addon.core import polygon_copies, polygon_index
from addon.core.polygon_index import FEW_RAYS, MANY_RAYS, PolygonIndex
from addon.core.polygon_sieve import PolygonSieve
from addon.core.two_threads import at_once

SIZES = {"triangles": (3, 4), "quads": (4, 5), "mixed": (3, 9), "scraps": (0, 6)}
LENGTHS = (1e-30, 1e-4, 1.0, 1e6, 1e30)


class Fans:
    """Cuts polygons from their first corner, and counts them."""

    def __init__(self):
        self.count = 0

    def __call__(self, positions, offsets):
        assert len(positions) == offsets[-1] and positions.dtype == np.float32
        self.count += len(offsets) - 1
        sizes = np.diff(offsets)
        parts = [
            (start, start + i, start + i + 1)
            for start, size in zip(offsets, sizes, strict=False)
            for i in range(1, size - 1)
        ]
        return np.array(parts, dtype=np.int64).reshape(-1, 3)


def polygon_mesh(kind, seed, count=200, length=1.0, vertex_count=150):
    """Polygons of neighbouring vertices of a cloud whose coordinates often repeat, shuffled."""
    random = np.random.default_rng(seed)
    positions = np.round(random.normal(size=(vertex_count, 3)) * 8.0) / 8.0
    positions = (positions[np.argsort(positions[:, 0], kind="stable")] * length).astype(np.float32)
    sizes = random.integers(*SIZES[kind], count)
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int32)
    near = np.repeat(random.integers(0, vertex_count, count), sizes) + random.integers(0, 12, offsets[-1])
    order = random.permutation(vertex_count)
    shuffled = np.empty_like(positions)
    shuffled[order] = positions
    return shuffled, order[near % vertex_count].astype(np.int32), offsets


def both(mesh, is_hidden=None):
    """The index of polygons, and that of all their triangles by another way."""
    positions, corner_vertices, offsets = mesh
    corners = Fans()(np.zeros((offsets[-1], 3), np.float32), offsets)
    triangles = corner_vertices[corners].astype(np.int64)
    if is_hidden is not None:
        sizes = np.maximum(np.diff(offsets) - 2, 0)
        triangles[np.repeat(is_hidden, sizes)] = 0
    return PolygonIndex(*mesh, Fans(), is_hidden), core.MeshIndex(positions, triangles)


def rays_at(mesh, seed, count, distance=3.0):
    """Rays at vertices and edges as well as between them."""
    random = np.random.default_rng(seed)
    positions = mesh[0].astype(np.float64)
    finite = positions[np.isfinite(positions).all(axis=1)]
    length = np.abs(finite).max(initial=1.0)
    targets = finite[random.integers(0, len(finite), (count, 2))].mean(axis=1)
    targets[::3] = finite[random.integers(0, len(finite), len(targets[::3]))]
    origins = random.normal(size=(count, 3)) * length * distance
    origins[::4] = targets[::4] + np.array([0.0, 0.0, 2.0]) * length * distance
    return core.Rays(origins, (targets - origins) / length)


def assert_same(one, other):
    for name in ("ray_index", "triangle_index", "instance_index"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist(), name
    # Few pairs are divided in whole numbers and many in twice the precision: the last digit may differ.
    np.testing.assert_array_max_ulp(one.t, other.t, maxulp=1)
    np.testing.assert_allclose(one.barycentric, other.barycentric, rtol=0.0, atol=4e-16)


def assert_answers_agree(index, plain, rays, culling):
    for flags in culling:
        assert_same(index.first(rays, cull_backfaces=flags), plain.first(rays, cull_backfaces=flags))
        assert_same(index.all(rays, cull_backfaces=flags), plain.all(rays, cull_backfaces=flags))
        assert (index.any(rays, cull_backfaces=flags) == plain.any(rays, cull_backfaces=flags)).all()
        meets = [index.meets(rays.numbers(row), flags) for row in range(len(rays))]
        assert meets == plain.any(rays, cull_backfaces=flags).tolist()


@pytest.mark.parametrize("length", LENGTHS[1:4])
@pytest.mark.parametrize("kind", SIZES)
def test_the_first_rays_answer_as_all_triangles_do(kind, length):
    mesh = polygon_mesh(kind, seed=1, length=length)
    rays = rays_at(mesh, 2, 8)
    _, plain = both(mesh)
    hit_count = 0
    for row in range(len(rays)):
        ray = rays.take(slice(row, row + 1))
        marked = np.random.default_rng(row).random(len(plain.triangles)) < 0.5
        assert_answers_agree(both(mesh)[0], plain, ray, (False, True, marked))
        hit_count += len(plain.all(ray))
    assert hit_count > 20


@pytest.mark.parametrize("kind", SIZES)
def test_many_rays_and_later_ones_answer_the_same(kind):
    mesh = polygon_mesh(kind, 5)
    rays = rays_at(mesh, 6, 16)
    index, plain = both(mesh)
    for start in range(0, 16, 4):
        assert_answers_agree(index, plain, rays.take(slice(start, start + 4)), (False, True))
    index, plain = both(mesh)
    assert_answers_agree(index, plain, rays, (False, True))


@pytest.mark.parametrize("kind", SIZES)
def test_one_ray_in_plain_numbers_has_the_same_answers(kind):
    """Before all polygons are cut and after; what a scene asks of each of its meshes."""
    mesh = polygon_mesh(kind, 6)
    index, whole = both(mesh)
    is_culled = np.arange(len(whole.triangles)) % 2 == 0
    rays = rays_at(mesh, 7, MANY_RAYS)
    for culling in (False, is_culled):
        for row in range(len(rays)):
            expected = whole.first(rays.take([row]), cull_backfaces=culling)
            found = index.nearest(rays.numbers(row), culling)
            assert found == whole.nearest(rays.numbers(row), culling)
            if found is None:
                assert not expected.hit[0]
            else:
                assert found == (expected.t[0], expected.triangle_index[0], tuple(expected.barycentric[0]))
    assert index.is_cut and whole.builds == 1


@pytest.mark.parametrize("kind", SIZES)
def test_vertices_that_are_no_numbers_belong_to_nothing_that_is_met(kind):
    mesh = polygon_mesh(kind, 7)
    mesh[0][::9] = (np.nan, 0.0, 0.0)
    mesh[0][1::17] = (0.0, np.inf, -np.inf)
    rays = rays_at(mesh, 8, 12)
    _, plain = both(mesh)
    for row in range(len(rays)):
        index, _ = both(mesh)
        assert_answers_agree(index, plain, rays.take(slice(row, row + 1)), (False, True))
        assert index.bounds.tolist() == plain.bounds.tolist()


def test_a_mesh_that_is_nowhere_is_met_by_nothing():
    mesh = polygon_mesh("mixed", 9)
    rays = rays_at(mesh, 9, 2)
    mesh[0][:] = np.nan
    index, plain = both(mesh)
    assert index.bounds.tolist() == plain.bounds.tolist() == [[np.inf] * 3, [-np.inf] * 3]
    assert len(index.all(rays)) == 0 and not index.any(rays).any() and not index.first(rays).hit.any()


def test_hidden_polygons_are_met_by_none_of_the_ways():
    mesh = polygon_mesh("mixed", 10)
    is_hidden = np.random.default_rng(0).random(len(mesh[2]) - 1) < 0.5
    rays = rays_at(mesh, 11, 12)
    index, plain = both(mesh, is_hidden)
    assert_answers_agree(index, plain, rays, (False, True))
    for row in range(len(rays)):
        index, _ = both(mesh, is_hidden)
        assert_answers_agree(index, plain, rays.take(slice(row, row + 1)), (False, True))


@pytest.mark.parametrize("kind", SIZES)
@pytest.mark.parametrize("count", [0, 1, 1024, 1500])
def test_bounds_of_any_number_of_vertices(kind, count):
    positions = np.random.default_rng(count).normal(size=(count, 3)).astype(np.float32)
    index = PolygonIndex(positions, np.zeros(0, np.int32), np.zeros(1, np.int32), Fans())
    plain = core.MeshIndex(positions, np.zeros((0, 3), dtype=int))
    assert index.bounds.dtype == np.float64 and index.bounds.tolist() == plain.bounds.tolist()
    assert (index.polygon_count, index.triangle_count) == (0, 0)
    assert not index.first(core.Rays((0, 0, 0), (0, 0, 1))).hit.any()


@pytest.mark.parametrize("kind", SIZES)
def test_parts_of_the_mesh_by_number(kind):
    mesh = polygon_mesh(kind, 12, count=60)
    offsets = mesh[2]
    index, plain = both(mesh)
    owners = np.repeat(np.arange(60), np.maximum(np.diff(offsets) - 2, 0))
    assert index.triangle_count == len(owners) == len(plain.triangles)
    assert index.of_triangles(np.arange(60)).tolist() == owners.tolist()
    for triangle, owner in enumerate(owners.tolist()):
        assert index.polygon_of(triangle) == owner
        assert index.triangle_vertices(triangle).tolist() == plain.triangles[triangle].tolist()
        corners = index.polygon_corners(owner)
        assert list(corners) == list(range(offsets[owner], offsets[owner + 1]))
        assert set(index.polygon_triangles(owner).ravel().tolist()) == set(corners)
    assert index.triangles.tolist() == plain.triangles.tolist()


def test_polygons_of_one_size_are_known_to_be():
    sizes = [both(polygon_mesh(kind, 13))[0]._sieve._size for kind in SIZES]
    assert sizes == [3, 4, 0, 0]


@pytest.mark.parametrize("with_blocks", [False, True])
@pytest.mark.parametrize("kind", SIZES)
def test_two_threads_copy_what_one_does(kind, with_blocks, monkeypatch):
    mesh = polygon_mesh(kind, 14, count=2000, vertex_count=5000)
    one = polygon_copies.copied(*mesh, with_blocks=with_blocks)
    called = []
    monkeypatch.setattr(polygon_copies, "_CORNERS_FOR_TWO_THREADS", range(1, 1 << 22))
    monkeypatch.setattr(polygon_copies, "at_once", lambda *both: called.append(both) or at_once(*both))
    two = polygon_copies.copied(*mesh, with_blocks=with_blocks)
    assert len(called) == 1
    for given, copy, other in zip(mesh, one, two, strict=False):
        assert copy.tolist() == other.tolist() == given.tolist()
        assert not np.shares_memory(copy, given) and not np.shares_memory(other, given)
    for first, second in ((one.boxes, two.boxes), (one.chunk_vertices, two.chunk_vertices)):
        assert [array.tolist() for array in first] == [array.tolist() for array in second]
    assert len(one.boxes[0]) == (10 if with_blocks else 1)
    assert one.boxes[0].min(axis=0).tolist() == mesh[0].min(axis=0).tolist()
    assert one.boxes[1].max(axis=0).tolist() == mesh[0].max(axis=0).tolist()


@pytest.mark.parametrize("order", ["as they lie", "shuffled", "apart"])
@pytest.mark.parametrize("kind", SIZES)
def test_large_meshes_answer_as_all_their_triangles_do(kind, order):
    """So large that blocks of vertices and chunks of polygons are passed over; some vertices are no numbers."""
    positions, corner_vertices, offsets = polygon_mesh(kind, 14, count=23_000, vertex_count=20_000)
    positions = np.sort(positions, axis=0)
    random = np.random.default_rng(15)
    if order != "shuffled":
        # Every polygon in a place of its own along the mesh, or half of them at its other end.
        owners = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        places = owners * 19_000 // len(offsets)
        places = np.where((owners % 3 == 0) & (order == "apart"), 19_000 - places, places)
        corner_vertices = (places + random.integers(0, 900, len(owners))).astype(np.int32)
    positions[random.integers(0, 20_000, 30)] = np.nan
    mesh = positions, corner_vertices, offsets
    rays = rays_at(mesh, 16, 4)
    index, plain = both(mesh)
    assert_same(index.all(rays), plain.all(rays))
    assert_same(index.first(rays), plain.first(rays))
    assert len(plain.all(rays)) > 0 and index.bounds.tolist() == plain.bounds.tolist()


def test_a_large_mesh_in_too_many_stretches_is_searched_as_one():
    """Two sheets by turns, one beneath the ray and one far away, a chunk each."""
    positions, corner_vertices, _ = grid(300)
    away = positions + np.array([1000.0, 0.0, 0.0], np.float32)
    chunks = corner_vertices[: 150 * 2048].reshape(150, 1, 2048)
    corner_vertices = np.concatenate((chunks, chunks + len(positions)), axis=1).ravel()
    mesh = np.concatenate((positions, away)), corner_vertices, np.arange(150 * 1024 + 1, dtype=np.int32) * 4
    for polygon in (0, 512 * 100 + 7, 512 * 149 + 511):
        x, y = divmod(polygon, 300)
        chunk, number = divmod(polygon, 512)
        fans = Fans()
        hits = PolygonIndex(*mesh, fans).all(core.Rays((x + 0.6, y + 0.4, 5.0), (0.0, 0.0, -1.0)))
        assert hits.triangle_index.tolist() == [2 * (1024 * chunk + number)] and fans.count == 1


def grid(size):
    """Quadrilaterals in one plane of which a ray meets one."""
    x, y = np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0), indexing="ij")
    positions = np.stack((x, y, np.zeros_like(x)), axis=-1).reshape(-1, 3).astype(np.float32)
    first = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).ravel()
    corners = first[:, None] + np.array([0, size + 1, size + 2, 1])
    return positions, corners.astype(np.int32).ravel(), np.arange(size * size + 1, dtype=np.int32) * 4


def test_the_first_rays_cut_only_the_polygons_they_may_meet():
    """Three chunks of polygons: the first and the last polygon of each are found."""
    size = 300
    mesh, fans = grid(size), Fans()
    index = PolygonIndex(*mesh, fans)
    for asked, polygon in enumerate((0, 24575, 24576, 49151, 49152, size * size - 1), start=1):
        x, y = divmod(polygon, size)
        hits = index.all(core.Rays((x + 0.6, y + 0.4, 5.0), (0.0, 0.0, -1.0)))
        assert hits.triangle_index.tolist() == [2 * polygon] and hits.t.tolist() == [5.0]
        assert index.polygons_triangulated == fans.count == asked


def test_a_mesh_asked_often_is_cut_once(monkeypatch):
    monkeypatch.setattr(polygon_index, "SLICE", np.inf)
    mesh, fans = grid(20), Fans()
    index = PolygonIndex(*mesh, fans)
    ray = core.Rays((3.6, 7.4, 5.0), (0.0, 0.0, -1.0))
    for _ in range(MANY_RAYS):
        index.first(ray)
    assert fans.count == MANY_RAYS
    for _ in range(5):
        index.first(ray)
    assert fans.count == MANY_RAYS + 400


def test_no_ray_waits_for_the_structure_of_a_mesh_asked_often(monkeypatch):
    """Each does a step of it, the least there is, and is answered all the same."""
    monkeypatch.setattr(polygon_index, "SLICE", 0.0)
    monkeypatch.setattr(polygon_index, "_CUT_AT_ONCE", 50)
    mesh, fans = grid(20), Fans()
    index = PolygonIndex(*mesh, fans)
    ray = core.Rays((3.6, 7.4, 5.0), (0.0, 0.0, -1.0))
    known, cut = index.first(ray), []
    for _ in range(MANY_RAYS + 30):
        before = fans.count
        hits = index.first(ray)
        assert (hits.t, hits.triangle_index, hits.barycentric.tolist()) == (
            known.t,
            known.triangle_index,
            known.barycentric.tolist(),
        )
        cut.append(fans.count - before)
    # The polygon that is met, and eight times 50 of all 400; the last rays go through the structure.
    assert cut[: MANY_RAYS - 1] == [1] * (MANY_RAYS - 1)
    assert cut[MANY_RAYS - 1 : MANY_RAYS + 7] == [51] * 8
    assert sorted(set(cut[MANY_RAYS + 7 :])) == [0, 1] and cut[-1] == 0


def test_many_rays_at_once_cut_every_polygon_once():
    mesh, fans = grid(20), Fans()
    index = PolygonIndex(*mesh, fans)
    origins = np.random.default_rng(0).uniform(0, 20, (FEW_RAYS + 1, 3)) + (0, 0, 5)
    assert index.first(core.Rays(origins, np.tile((0.0, 0.0, -1.0), (len(origins), 1)))).hit.all()
    assert fans.count == 400


def test_after_a_few_rays_all_is_cut_in_slices_and_answers_stay():
    size = 200
    mesh, fans = grid(size), Fans()
    index = PolygonIndex(*mesh, fans)
    ray = core.Rays((3.6, 7.4, 5.0), (0.0, 0.0, -1.0))
    known = index.all(ray)
    for _ in range(FEW_RAYS - 1):
        assert not index.wants_building
        index.all(ray)
    slices = 0
    while index.wants_building:
        slices += 1
        is_finished = index.build_slice(0.0)
        assert is_finished is not index.wants_building
        assert_same(index.all(ray), known)
    # Three pieces, what puts them together, and the tree.
    assert slices > 4 and index.build_slice(0.0)
    # The last ray went through the whole.
    assert fans.count == size * size + FEW_RAYS + slices - 1


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("distance", [0.0, 1.0, 1e3, 1e7, 1e12])
def test_no_polygon_that_is_met_is_passed_over(length, distance):
    """Whole numbers make what is met exact: rays along a diagonal through corners, from near and far."""
    random = np.random.default_rng(13)
    whole = random.integers(-50, 51, (400, 3)).astype(np.float32)
    scale = np.float32(2.0 ** np.round(np.log2(length)))
    corners = random.permutation(1200).astype(np.int32) % 400
    offsets = np.arange(401, dtype=np.int32) * 3
    for polygon in range(0, 400, 7):
        target = whole[corners[3 * polygon + polygon % 3]].astype(np.float64)
        direction = random.integers(-3, 4, 3).astype(np.float64)
        direction[polygon % 3] = 4.0
        origin = (target - np.round(distance) * direction) * float(scale)
        near = PolygonSieve(whole * scale, corners, offsets, 3).near_line(origin, direction)
        assert polygon in near and len(near) < 300


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("positions", {0: np.zeros((4, 3))}),
        ("positions", {0: np.zeros((4, 2), np.float32)}),
        ("corner_vertices", {1: np.zeros(4)}),
        ("corner_vertices", {1: np.array([0, 1, 2, 4], np.int32)}),
        ("corner_vertices", {1: np.array([0, 1, 2, -1], np.int32)}),
        ("offsets", {2: np.array([0, 3], np.int32)}),
        ("offsets", {2: np.array([1, 4], np.int32)}),
        ("offsets", {2: np.array([0, 5, 4], np.int32)}),
        ("offsets", {2: np.zeros(0, np.int32)}),
    ],
)
def test_arrays_that_do_not_fit_are_named(name, changed):
    arrays = [np.zeros((4, 3), np.float32), np.arange(4, dtype=np.int32), np.array([0, 4], np.int32)]
    for place, array in changed.items():
        arrays[place] = array
    with pytest.raises(ValueError, match=f"^{name}: expected"):
        PolygonIndex(*arrays, Fans())
