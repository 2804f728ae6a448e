"""The structure of a mesh: answers with it, without it and level by level are those of exact arithmetic."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from addon.core import MeshIndex, Rays, box_tree, mesh_index

from .meshes import grid, sphere
from .oracle import exact_hits, merged


@pytest.fixture(autouse=True, scope="module")
def two_rays_are_a_batch():
    """Exact arithmetic is slow: batches here are smaller than what is worth going through the tree together."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mesh_index, "FEW_RAYS", 1)
        yield


def built(positions, triangles):
    index = MeshIndex(positions, triangles)
    assert index.build_slice(np.inf)
    return index


def soup(rng):
    """Triangles of all sizes, with shared corners, doubled, turned, flat along an axis, thin, and without area."""
    positions = rng.normal(size=(150, 3)) * 10.0 ** rng.integers(-4, 1, (150, 1))
    positions[::5, 2] = 0.25
    triangles = rng.integers(0, 150, (500, 3))
    triangles[::7, 2] = triangles[::7, 1]
    thin = rng.normal(size=(60, 3))
    positions = np.vstack([positions, thin, thin + 1e-7 * rng.normal(size=(60, 3))])
    slivers = np.stack([np.arange(150, 210), np.roll(np.arange(150, 210), 1), np.arange(210, 270)], axis=1)
    return positions, np.vstack([triangles, triangles[:40], triangles[40:80, ::-1], slivers])


def rays_at(rng, positions, triangles, count):
    """Rays at corners, edges and insides, along axes, and from points on the surface."""
    corners = positions[triangles[rng.integers(0, len(triangles), count)]]
    weights = rng.dirichlet((1, 1, 1), count)
    weights[::4] = [1.0, 0.0, 0.0]
    weights[1::4] = [0.5, 0.5, 0.0]
    targets = np.einsum("nc,ncv->nv", weights, corners)
    size = np.abs(positions).max()
    origins = size * rng.normal(size=(count, 3))
    origins[::6] = targets[::6]
    directions = np.where(
        (origins == targets).all(axis=1)[:, None], rng.normal(size=(count, 3)), targets - origins
    )
    axis = rng.integers(0, 3, count)
    for row in range(3, count, 5):
        origins[row] = targets[row]
        origins[row, axis[row]] = -3.0 * size
        directions[row] = size * np.eye(3)[axis[row]]
    return Rays(
        origins, directions, rng.choice([0.0, -1.0, 0.5], count), rng.choice([1.0, 2.0, np.inf], count)
    )


def rows(hits):
    return (hits.ray_index.tolist(), hits.triangle_index.tolist(), hits.t.tolist(), hits.barycentric.tolist())


def alone(rays):
    return [rays.take(slice(row, row + 1)) for row in range(len(rays))]


def assert_same(alone, together):
    """All to the last bit, but for the number of the ray."""
    assert rows(alone)[1:] == rows(together)[1:]


def assert_exact(index, rays):
    """`first`, `all` and `any`, together, alone and in another order, against rational arithmetic."""
    expected = [
        exact_hits(index.positions, index.triangles, *ray) if len(index.triangles) else []
        for ray in zip(rays.origins, rays.directions, rays.t_min.tolist(), rays.t_max.tolist(), strict=True)
    ]
    nearest = [(hits[0].triangle_index, float(hits[0].t)) if hits else (-1, np.inf) for hits in expected]
    every = [
        (row, hit.triangle_index)
        for row, hits in enumerate(expected)
        for hit in merged(hits, index.triangles)
    ]
    together, listed = index.first(rays), index.all(rays)
    assert list(zip(together.triangle_index.tolist(), together.t.tolist(), strict=True)) == nearest
    assert list(zip(listed.ray_index.tolist(), listed.triangle_index.tolist(), strict=True)) == every
    assert index.any(rays).tolist() == [bool(hits) for hits in expected]
    order = np.random.default_rng(0).permutation(len(rays))
    assert rows(index.first(rays.take(order)))[1:] == rows(together.take(order))[1:]
    for row, ray in enumerate(alone(rays)):
        assert_same(index.first(ray), together.take(slice(row, row + 1)))
        assert_same(index.all(ray), listed.take(listed.ray_index == row))
        assert index.any(ray).tolist() == [bool(expected[row])]
    return sum(map(bool, expected))


@pytest.mark.parametrize(
    "scale, moved, seed",
    [(1e-4, 0.0, 1), (1e-4, 0.0, 2), (1.0, 0.0, 3), (1e6, 0.0, 4), (1.0, 1e6, 5), (1e-4, 1e6, 6)],
)
def test_built_index_equals_exact_arithmetic(scale, moved, seed):
    rng = np.random.default_rng(seed)
    positions, triangles = soup(rng)
    positions = scale * positions + moved
    rays = rays_at(rng, positions, triangles, 40 if moved == 0.0 else 18)
    assert assert_exact(built(positions, triangles), rays) > len(rays) // 3


@pytest.mark.parametrize("seed", [1, 2])
def test_many_levels_equal_exact_arithmetic(monkeypatch, seed):
    """Narrow nodes make a tree of five levels of a mesh small enough for exact arithmetic."""
    monkeypatch.setattr(box_tree, "WIDTH", 4)
    monkeypatch.setattr(box_tree, "ROOT_BOXES", 4)
    rng = np.random.default_rng(seed)
    positions, triangles = sphere(20, 24)
    positions = positions + 0.2 * rng.normal(size=positions.shape)
    assert assert_exact(built(positions, triangles), rays_at(rng, positions, triangles, 40)) > 20


numbers = st.integers(-8, 8).map(float) | st.floats(-8.0, 8.0, width=16)


@settings(max_examples=60)
@given(
    arrays(np.float64, st.tuples(st.integers(1, 40), st.just(3), st.just(3)), elements=numbers),
    arrays(np.float64, (20, 2, 3), elements=numbers),
    st.integers(-100, 100),
)
def test_any_triangles_equal_exact_arithmetic(triangles, lines, size):
    corners, welded = np.unique(np.ldexp(triangles.reshape(-1, 3), size), axis=0, return_inverse=True)
    lines = np.ldexp(lines[(lines[:, 1] != 0.0).any(axis=1)], size)
    if len(lines):
        assert_exact(built(corners, welded.reshape(-1, 3)), Rays(lines[:, 0], lines[:, 1]))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_built_or_not_gives_the_same(seed):
    rng = np.random.default_rng(seed)
    positions, triangles = soup(rng)
    rays = rays_at(rng, positions, triangles, 12)
    plain, ready = MeshIndex(positions, triangles), built(positions, triangles)
    for one in (rays, *alone(rays)):
        assert rows(plain.first(one)) == rows(ready.first(one))
        assert rows(plain.all(one)) == rows(ready.all(one))
        assert plain.any(one).tolist() == ready.any(one).tolist()
        plain = MeshIndex(positions, triangles)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_culling_is_the_same_built_or_not(seed):
    rng = np.random.default_rng(seed)
    positions, triangles = soup(rng)
    rays = rays_at(rng, positions, triangles, 40)
    ready = built(positions, triangles)
    for culling in (True, rng.uniform(size=len(triangles)) < 0.5):
        together, listed = ready.first(rays, cull_backfaces=culling), ready.all(rays, cull_backfaces=culling)
        assert (together.triangle_index != ready.first(rays).triangle_index).any() and together.hit.any()
        for row, ray in enumerate(alone(rays)):
            plain = MeshIndex(positions, triangles)
            for index in (plain, ready):
                assert_same(index.first(ray, cull_backfaces=culling), together.take(slice(row, row + 1)))
                assert_same(index.all(ray, cull_backfaces=culling), listed.take(listed.ray_index == row))
                assert index.any(ray, cull_backfaces=culling)[0] == together.hit[row]


def sheet_of_quads(rng, size, height):
    """The halves of each quad one after the other."""
    positions, triangles = grid(size, height * rng.normal(size=(size, size)))
    return positions, np.stack(np.split(triangles, 2), axis=1).reshape(-1, 3)


def test_halves_of_quads_share_a_box():
    """As long as there are no more than a few others; of an odd number of triangles each has its own."""
    rng = np.random.default_rng(9)
    positions, triangles = sheet_of_quads(rng, 12, 0.2)
    paired = built(positions, triangles)
    single = built(positions, rng.permutation(triangles))
    odd = built(positions, triangles[:-1])
    few = built(positions, np.vstack([triangles, triangles[[0, 5]]]))
    sizes = [index._tree.size for index in (paired, single, odd, few)]
    assert sizes == [2, 1, 1, 2]
    assert [2 * len(index._tree.order) for index in (paired, few)] == [len(triangles), len(triangles) + 2]
    for index in (paired, single, odd, few):
        assert assert_exact(index, rays_at(rng, positions, index.triangles, 24)) > 6


def test_rays_together_copy_no_level():
    """What they need of the tree is taken out of it, in less memory than its boxes."""
    positions, triangles = sphere(200, 250)
    index = built(positions, np.random.default_rng(7).permutation(triangles))
    rays = Rays(3.0 * positions[:40], -positions[:40])
    index.first(rays)
    tracemalloc.start()
    assert index.first(rays).hit.all()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert index._tree.size == 1 and peak < index._tree.rows[-1].nbytes


def test_permuted_triangles_give_permuted_ids():
    rng = np.random.default_rng(5)
    positions, triangles = sphere(30, 40)
    order = rng.permutation(len(triangles))
    targets = positions[triangles].mean(axis=1)[::9]
    rays = Rays(3.0 * rng.normal(size=targets.shape), targets)
    one, other = built(positions, triangles).first(rays), built(positions, triangles[order]).first(rays)
    assert np.array_equal(one.triangle_index >= 0, other.triangle_index >= 0) and one.hit.any()
    assert np.array_equal(one.triangle_index[one.hit], order[other.triangle_index[one.hit]])
    assert np.array_equal(one.t, other.t)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_vertices_that_are_not_finite_spoil_only_their_triangles(bad):
    rng = np.random.default_rng(6)
    positions, triangles = soup(rng)
    rays = rays_at(rng, positions, triangles, 40)
    spoiled = positions.copy()
    spoiled[3], spoiled[150, 1] = bad, bad
    whole = ~np.isin(triangles, [3, 150]).any(axis=1)
    expected = built(positions, triangles[whole]).first(rays)
    found = built(spoiled, triangles).first(rays)
    assert np.array_equal(found.t, expected.t)
    assert np.array_equal(
        found.triangle_index[found.hit], np.flatnonzero(whole)[expected.triangle_index[found.hit]]
    )


@pytest.mark.parametrize("count", [0, 1])
def test_meshes_of_hardly_any_triangle(count):
    index = built([[0, 0, 0], [4, 0, 0], [0, 4, 0]], np.arange(3 * count).reshape(-1, 3))
    down = Rays([[1, 1, 5], [9, 9, 5]] * 20, [[0, 0, -1]] * 40)
    assert index.first(down).triangle_index.tolist() == [count - 1, -1] * 20
    assert index.first(down.take(slice(0, 1))).t.tolist() == [5.0 if count else np.inf]
    assert not index.wants_building and index.build_slice(0.0)


@pytest.mark.parametrize("away", [1e3, 1e9, 1e20, 1e40, 1e200, 1e300])
def test_rays_from_afar_along_an_axis(away):
    """What float32, then float64, can no longer tell along the ray is still told across it, and the rest exactly."""
    positions, triangles = sphere(20, 30)
    index = built(positions, triangles)
    rays = Rays([[0.125, 0.25, away]] * 20 + [[3.0, 0.25, away]], [[0.0, 0.0, -1.0]] * 21)
    expected = index.first(Rays([0.125, 0.25, 4.0], [0.0, 0.0, -1.0])).triangle_index.tolist()
    assert index.first(rays).triangle_index.tolist() == expected * 20 + [-1]
    assert index.first(rays.take(slice(0, 1))).triangle_index.tolist() == expected
    assert index.all(rays.take(slice(0, 20))).ray_index.tolist() == np.repeat(np.arange(20), 2).tolist()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nearest_of_sheets_closer_than_floats_of_t(seed):
    """Slightly tilted ones, seen from far away by one ray alone."""
    rng = np.random.default_rng(seed)
    corners = np.tile([[-1.0, -1.0, 1.0], [1.0, -1.0, 1.0], [0.0, 2.0, 1.0]], (60, 1))
    corners[:, 2] += 1e-9 * rng.normal(size=180)
    triangles = np.arange(180).reshape(-1, 3)
    plain, ready = MeshIndex(corners, triangles), built(corners, triangles)
    for x, y in rng.uniform(-0.3, 0.3, (9, 2)):
        ray = Rays([x, y, 2.0**20 + 0.1], [1e-7, 0.0, -0.7])
        expected = [
            hit.triangle_index for hit in exact_hits(corners, triangles, ray.origins[0], ray.directions[0])
        ]
        for index in (plain, ready):
            assert index.first(ray).triangle_index.tolist() == expected[:1]
            assert index.all(ray).triangle_index.tolist() == expected


def test_steps_of_building_make_no_difference(monkeypatch):
    positions, triangles = sphere(80, 100)
    triangles = np.random.default_rng(4).permutation(triangles)
    whole = grown(positions, triangles)
    monkeypatch.setattr(box_tree, "TRIANGLES_AT_ONCE", 64)
    monkeypatch.setattr(box_tree, "SORTED_AT_ONCE", 100)
    parts = grown(positions, triangles)
    assert parts.order.tolist() == whole.order.tolist() != list(range(len(triangles)))
    assert np.sort(parts.order).tolist() == list(range(len(triangles)))
    assert parts.starts == whole.starts and len(parts.levels) == 2
    for one, other in zip(parts.levels, whole.levels, strict=True):
        assert np.array_equal(one, other)
    middles = positions[triangles[whole.order]].mean(axis=1)
    assert np.linalg.norm(np.diff(middles, axis=0), axis=1).mean() < 0.3


def grown(positions, triangles):
    steps = box_tree.growing(positions, triangles, MeshIndex(positions, triangles).bounds)
    try:
        while True:
            next(steps)
    except StopIteration as finished:
        return finished.value


def test_structure_is_built_once_and_never_by_the_first_picks():
    positions, triangles = grid(60, np.zeros((60, 60)))
    index = MeshIndex(positions, triangles)
    assert len(triangles) > 4096
    ray = Rays([0.503, 0.501, 5], [0, 0, -1])
    for count in range(10):
        assert not index.wants_building
        index.first(ray)
        assert (index.builds, index.nbytes, index.triangles_tested) == (0, 0, index.triangles_tested)
        assert index.triangles_tested <= 4 * (count + 1)
    assert index.wants_building
    expected = rows(index.first(ray))
    slices = 0
    while not index.build_slice(0.0):
        slices += 1
        assert rows(index.first(ray)) == expected
    assert slices > 5 and not index.wants_building and index.build_slice(0.0)
    assert rows(index.first(ray)) == expected
    index.first(Rays([[0.5, 0.5, 5]] * 100, [[0, 0, -1]] * 100))
    assert index.builds == 1
    assert 0 < index.nbytes <= 36 * len(triangles)


def test_batches_and_small_meshes_build_at_once():
    positions, triangles = grid(60, np.zeros((60, 60)))
    index = MeshIndex(positions, triangles)
    index.first(Rays([[0.5, 0.5, 5]] * 3, [[0, 0, -1]] * 3))
    assert index.builds == 0
    index.any(Rays([[0.5, 0.5, 5]] * 20, [[0, 0, -1]] * 20))
    assert index.builds == 1
    small = MeshIndex(*sphere())
    for _ in range(20):
        small.first(Rays([0.1, 0.2, 5], [0, 0, -1]))
    assert small.builds == 1


def test_of_a_small_mesh_only_triangles_before_the_nearest_hit_are_tested():
    """All its boxes are in one node; behind the first sheet are nine more."""
    sheets = [grid(7, np.full((7, 7), 0.1 * height)) for height in range(10)]
    positions = np.vstack([points for points, _ in sheets])
    triangles = np.vstack([corners + 49 * i for i, (_, corners) in enumerate(sheets)])
    index = built(positions, triangles)
    assert len(index._tree.levels) == 2
    rng = np.random.default_rng(10)
    places = rng.uniform(0.1, 0.9, (50, 2))
    tested = []
    for ask in (index.first, index.all):
        before = index.triangles_tested
        for x, y in places:
            assert len(ask(Rays([x, y, 3.0], [0.01, 0.02, -1.0]))) in (1, 10)
        tested.append(index.triangles_tested - before)
    assert tested[0] <= 2 * len(places) and tested[1] >= 10 * len(places)


def test_warm_picks_test_a_handful_of_triangles():
    rng = np.random.default_rng(8)
    positions, triangles = sheet_of_quads(rng, 225, 0.01)
    index = built(positions, triangles)
    assert len(triangles) > 100_000 and index.nbytes <= 17 * len(triangles)
    assert built(positions, rng.permutation(triangles)).nbytes <= 33 * len(triangles)
    origins = np.column_stack([rng.uniform(0.3, 0.7, (100, 2)), np.full(100, 2.0)])
    rays = Rays(origins, np.column_stack([rng.uniform(-0.1, 0.1, (100, 2)), np.full(100, -1.0)]))
    start = index.triangles_tested
    for ray in alone(rays):
        before = index.triangles_tested
        assert index.first(ray).hit.all()
        assert index.triangles_tested - before <= 30
    assert index.triangles_tested - start <= 5 * 100
    before = index.triangles_tested
    assert index.first(rays).hit.all()
    assert index.triangles_tested - before <= 60 * 100
