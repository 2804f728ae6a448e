"""Many rays at once against a mesh: what each gives by itself, whatever shares its batch."""

import tracemalloc

import numpy as np
import pytest

from addon.core import MeshIndex, Rays, batches, cell_pairs, grid_walk
from addon.core.crossings import Solver

from .meshes import cube, grid, pyramid_fan, sphere

RAY_COUNT = 1200
# These take another road than through a grid.
FEW = 1000


@pytest.fixture(autouse=True)
def _grids_for_little(monkeypatch):
    monkeypatch.setattr(batches, "FEWEST_RAYS", FEW + 1)
    monkeypatch.setattr(batches, "FEWEST_TO_BUILD", FEW + 1)
    monkeypatch.setattr(batches, "FEWEST_PLAIN", FEW + 1)
    monkeypatch.setattr(batches, "TRIANGLES_A_RAY", 1000)


def soup(rng):
    positions = rng.normal(size=(900, 3))
    positions[1::3] = positions[0::3] + 0.05 * rng.normal(size=(300, 3))
    return positions, np.vstack(
        [np.arange(900).reshape(-1, 3), rng.integers(0, 900, (50, 3)), [[0, 1, 1]] * 5]
    )


def crowd(rng):
    """A large triangle, and very many in one small place: most cells are empty, some are full."""
    small = 0.3 + 1e-3 * rng.normal(size=(1500, 3))
    large = np.array([[-1.0, -1.0, -1.0], [1.0, -1.0, 0.5], [0.0, 1.0, 1.0]])
    return np.vstack([large, small]), np.arange(1503).reshape(-1, 3)


def flat(rng):
    return grid(30, np.zeros((30, 30)))


def hills(rng):
    return grid(40, 0.1 * rng.normal(size=(40, 40)))


MESHES = {
    "cube": lambda rng: cube(),
    "sphere": lambda rng: sphere(40, 60),
    "fan": lambda rng: pyramid_fan(50),
    "soup": soup,
    "crowd": crowd,
    "flat": flat,
    "hills": hills,
    "one-triangle": lambda rng: (np.eye(3), np.array([[0, 1, 2]])),
    "flat-and-tilted": lambda rng: (flat(rng)[0] @ np.linalg.qr(rng.normal(size=(3, 3)))[0], flat(rng)[1]),
}


def mixed_rays(rng, positions, triangles, count=RAY_COUNT):
    """From around, inside and on the mesh; at anything, at vertices and edges, along axes."""
    low, high = positions.min(axis=0), positions.max(axis=0)
    size = (high - low).max()
    corners = positions[triangles[rng.integers(0, len(triangles), count)]]
    origins = (low + high) / 2.0 + size * rng.normal(size=(count, 3))
    targets = low + rng.uniform(-0.2, 1.2, (count, 3)) * (high - low)
    # Exact arithmetic, which these need, is slow.
    targets[0::24] = corners[0::24, 0]
    targets[1::24] = corners[1::24, :2].mean(axis=1)
    origins[2::6] = low + rng.uniform(size=(len(origins[2::6]), 3)) * np.maximum(high - low, 0.1 * size)
    origins[3::24] = corners[3::24].mean(axis=1)
    directions = targets - origins
    directions[4::6] = size * np.eye(3)[rng.integers(0, 3, len(directions[4::6]))]
    directions[5::12, rng.integers(0, 3)] = 0.0
    origins[4::24] = corners[4::24, 0] - 2.0 * directions[4::24]
    directions[~directions.any(axis=1)] = 1.0
    return origins, directions * 10.0 ** rng.uniform(-3.0, 3.0, (count, 1))


def one_by_one(index, rays, **options):
    """The rows that rays give in batches too small for a grid."""
    parts = [index.first(rays.take(slice(i, i + FEW)), **options) for i in range(0, len(rays), FEW)]
    return [np.concatenate([getattr(part, name) for part in parts]) for name in ("triangle_index", "t")]


def assert_same(index, rays, **options):
    """`first`, `any` and `all` of the batch are those of its rays alone; the hits of `first`."""
    triangle_index, t = one_by_one(index, rays, **options)
    hits = index.first(rays, **options)
    assert hits.ray_index.tolist() == list(range(len(rays)))
    assert hits.triangle_index.tolist() == triangle_index.tolist()
    assert hits.instance_index.tolist() == np.where(triangle_index < 0, -1, 0).tolist()
    met = hits.hit
    assert np.isinf(hits.t[~met]).all() and not hits.barycentric[~met].any()
    assert (hits.t[met] == t[met]).all()
    assert index.any(rays, **options).tolist() == met.tolist()
    listed = index.all(rays, **options)
    few = [index.all(rays.take(slice(i, i + FEW)), **options) for i in range(0, len(rays), FEW)]
    assert listed.triangle_index.tolist() == np.concatenate([part.triangle_index for part in few]).tolist()
    starts = np.concatenate([part.ray_index + i * FEW for i, part in enumerate(few)])
    assert listed.ray_index.tolist() == starts.tolist()
    return hits


def is_grid_used(index):
    return "_batch" in index.__dict__


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", MESHES)
def test_a_batch_gives_what_each_ray_gives(name, seed):
    rng = np.random.default_rng(seed)
    positions, triangles = MESHES[name](rng)
    index = MeshIndex(positions, triangles)
    hits = assert_same(index, Rays(*mixed_rays(rng, positions, triangles)))
    assert is_grid_used(index)
    assert 0.05 < hits.hit.mean() < 1.0


@pytest.mark.parametrize("scale", [1e-36, 1e-20, 1e-4, 1e6, 1e20, 1e29, 1e60])
def test_f13_f14_any_size(scale):
    """Beyond 1e30 no grid is made; the answers are the same."""
    rng = np.random.default_rng(3)
    positions, triangles = sphere(20, 30)
    origins, directions = mixed_rays(rng, positions, triangles)
    index = MeshIndex(positions * scale, triangles)
    hits = assert_same(index, Rays(origins * scale, directions * scale))
    assert hits.hit.mean() > 0.3


@pytest.mark.parametrize("offset", [1e3, 1e6, 1e9])
def test_f14_far_from_the_origin(offset):
    rng = np.random.default_rng(4)
    positions, triangles = sphere(20, 30)
    positions = positions + offset * np.array([1.0, -1.0, 1.0])
    hits = assert_same(MeshIndex(positions, triangles), Rays(*mixed_rays(rng, positions, triangles)))
    assert hits.hit.mean() > 0.3


@pytest.mark.parametrize("away", [1e3, 1e6, 1e9, 1e12, 1e15])
def test_rays_from_far_away(away):
    """From where float64 does not tell one cell from the next, rays are followed in another way."""
    rng = np.random.default_rng(5)
    positions, triangles = sphere(20, 30)
    targets = rng.uniform(-0.9, 0.9, (RAY_COUNT, 3))
    along = rng.normal(size=(RAY_COUNT, 3))
    along[::3] = np.eye(3)[rng.integers(0, 3, len(along[::3]))]
    hits = assert_same(MeshIndex(positions, triangles), Rays(targets - away * along, along))
    assert hits.hit.mean() > (0.3 if away < 1e12 else 0.05)


@pytest.mark.parametrize("length", [1e-300, 1e-160, 1e-60, 1e60, 1e160, 1e300])
def test_directions_of_any_length(length):
    rng = np.random.default_rng(6)
    positions, triangles = sphere(20, 30)
    origins, directions = mixed_rays(rng, positions, triangles)
    directions /= np.abs(directions).max(axis=1, keepdims=True)
    assert_same(MeshIndex(positions, triangles), Rays(origins, directions * length))


def test_ends_of_rays():
    """Rays that end at, before and behind what they meet, that begin behind it, that have no length."""
    rng = np.random.default_rng(7)
    positions, triangles = sphere(30, 40)
    index = MeshIndex(positions, triangles)
    rays = Rays(*mixed_rays(rng, positions, triangles))
    t = np.where(index.any(rays), index.first(rays).t, 1.0)
    for t_min, t_max in (
        (0.0, t),
        (0.0, np.nextafter(t, 0.0)),
        (t, np.inf),
        (np.nextafter(t, np.inf), np.inf),
        (-np.inf, np.inf),
        (-np.inf, 0.0),
        (0.5 * t, 1.5 * t),
        (t, t),
        (1.0, 0.0),
    ):
        assert_same(index, Rays(rays.origins, rays.directions, t_min, t_max))
    clipped = index.first(rays.clipped(t + 1e-9 * np.abs(t) + 1e-12))
    assert clipped.triangle_index.tolist() == index.first(rays).triangle_index.tolist()


def test_culling():
    rng = np.random.default_rng(8)
    for positions, triangles in (sphere(30, 40), soup(rng)):
        index = MeshIndex(positions, triangles)
        rays = Rays(*mixed_rays(rng, positions, triangles))
        seen = assert_same(index, rays, cull_backfaces=True)
        some = assert_same(index, rays, cull_backfaces=rng.uniform(size=len(triangles)) < 0.5)
        counts = [int(hits.hit.sum()) for hits in (seen, some, index.first(rays))]
        assert counts == sorted(counts)
        assert counts[0] < counts[1]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e300])
def test_vertices_that_are_not_finite_or_not_used(bad):
    rng = np.random.default_rng(9)
    positions, triangles = sphere(20, 30)
    rays = Rays(*mixed_rays(rng, positions, triangles))
    spoilt = np.vstack([positions, [[bad, 0.0, 0.0]]])
    unused = MeshIndex(spoilt, triangles)
    assert assert_same(unused, rays).hit.mean() > 0.3
    if not np.isfinite(bad):
        used = MeshIndex(spoilt, np.vstack([[[0, 1, len(positions)]] * 20, triangles]))
        expected = np.where(unused.first(rays).hit, unused.first(rays).triangle_index + 20, -1)
        assert assert_same(used, rays).triangle_index.tolist() == expected.tolist()


def test_meshes_without_anything_to_meet():
    rays = Rays(np.random.default_rng(10).normal(size=(1100, 3)), np.ones((1100, 3)))
    point = np.full((4, 3), 0.25)
    line = np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [3.0, 3.0, 3.0]])
    for positions, triangles in (
        (point, [[0, 1, 2], [1, 2, 3]]),
        (line, [[0, 1, 2]]),
        (np.eye(3), [[0, 0, 0], [1, 1, 1]]),
        (np.eye(3), np.zeros((0, 3), int)),
        (np.full((3, 3), np.nan), [[0, 1, 2]]),
    ):
        index = MeshIndex(positions, triangles)
        assert not index.any(rays).any()
        assert not index.first(rays).hit.any()
        assert len(index.all(rays)) == 0


def test_coincident_triangles_give_the_lowest_index():
    triangle = np.array([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]])
    stack = np.array([triangle + [0, 0, z] for z in (1, 2, 2, 0, 2)])
    index = MeshIndex(stack.reshape(-1, 3), np.arange(15).reshape(-1, 3))
    origins = np.column_stack([np.random.default_rng(11).uniform(0.0, 2.0, (1100, 2)), np.full(1100, 5.0)])
    rays = Rays(origins, [[0.0, 0.0, -1.0]] * 1100)
    assert set(index.first(rays).triangle_index.tolist()) == {1}
    assert index.all(rays).triangle_index.reshape(-1, 5).tolist() == [[1, 2, 4, 0, 3]] * 1100


@pytest.mark.parametrize(
    "rays_at_once, workers, ahead", [(100, 1, 1), (1000, 2, 8), (1 << 19, 2, 64), (1500, 3, 2)]
)
def test_however_the_batch_is_cut(monkeypatch, rays_at_once, workers, ahead):
    rng = np.random.default_rng(12)
    positions, triangles = soup(rng)
    origins, directions = mixed_rays(rng, positions, triangles)
    index = MeshIndex(positions, triangles)
    whole = index.first(Rays(origins, directions))
    monkeypatch.setattr(batches, "RAYS_AT_ONCE", rays_at_once)
    monkeypatch.setattr(batches, "WORKERS", workers)
    monkeypatch.setattr(batches, "FEWEST_SHARED", 1)
    monkeypatch.setattr(batches, "MOST_AHEAD", ahead)
    monkeypatch.setattr(grid_walk, "RAYS_AT_ONCE", 333)
    monkeypatch.setattr(cell_pairs, "PAIRS_AT_ONCE", 100)
    order = rng.permutation(RAY_COUNT)
    cut = index.first(Rays(origins[order], directions[order]))
    assert cut.triangle_index.tolist() == whole.triangle_index[order].tolist()
    assert cut.t.tolist() == pytest.approx(whole.t[order].tolist(), rel=4e-16)


def test_few_pairs_are_tested():
    """Each ray meets the triangles of a few cells of some ten each, however many there are in all."""
    rng = np.random.default_rng(13)
    for rings in (20, 60, 150):
        positions, triangles = sphere(rings, 2 * rings)
        index = MeshIndex(positions, triangles)
        origins, directions = mixed_rays(rng, positions, triangles, 10000)
        index.first(Rays(origins, directions))
        assert 5 < index.triangles_tested / 10000 < 60
        tested = index.triangles_tested
        index.first(Rays(origins, directions, 0.0, 1e-9))
        assert index.triangles_tested - tested < 0.25 * tested


def test_a_grid_is_made_after_so_many_rays_and_then_used_by_few(monkeypatch):
    """A thousand rays at a time, and as many as make it worth; fewer and single ones do not count."""
    for name, value in (("FEWEST_RAYS", 400), ("FEWEST_TO_BUILD", 2048), ("TRIANGLES_A_RAY", 2)):
        monkeypatch.setattr(batches, name, value)
    rng = np.random.default_rng(16)
    positions, triangles = sphere(40, 60)
    index = MeshIndex(positions, triangles)
    rays = Rays(*mixed_rays(rng, positions, triangles, 1000))
    for row in range(32):
        index.first(rays.take(slice(row, row + 1)))
    before = [index.first(rays) for _ in range(2)]
    assert not is_grid_used(index)
    for _ in range(40):
        index.any(rays.take(slice(0, 30)))
    assert len(triangles) == 4680
    index.first(rays.take(slice(0, 399)))
    assert not is_grid_used(index)
    assert index.first(rays).t.tolist() == before[0].t.tolist()
    assert is_grid_used(index)
    few, tested = rays.take(slice(0, 400)), index.triangles_tested
    assert index.first(few).t.tolist() == before[1].t[:400].tolist()
    through_grid = index.triangles_tested - tested
    index.first(few.take(slice(0, 399)))
    # A tree leads to fewer triangles, by a longer way.
    assert index.triangles_tested - tested - through_grid < through_grid / 2


class Noted(Solver):
    """Keeps what it has been asked about."""

    asked = ()

    def cross(self, ray_index, triangle_index):
        Noted.asked = (*Noted.asked, ray_index * len(self.triangles) + triangle_index)
        return super().cross(ray_index, triangle_index)


def test_what_is_found_in_two_cells_is_looked_at_once():
    """Triangles much larger than cells, found in several of those that a ray goes through."""
    rng = np.random.default_rng(17)
    positions, triangles = soup(rng)
    rays = Rays(*mixed_rays(rng, positions, triangles))
    index = MeshIndex(positions, triangles)
    solver = Noted(rays, positions, triangles)
    (found, tested), *rest = index._batch.crossings(solver, False, batches.Wanted.NEAREST)
    assert not rest
    assert sorted(found.ray_index.tolist()) == np.flatnonzero(index.first(rays).hit).tolist()
    assert len(Noted.asked) > 2
    for keys in Noted.asked:
        assert (np.diff(keys) > 0).all()
    assert tested > 5 * sum(map(len, Noted.asked)) > 5 * len(found)


def test_bytes_of_the_grid_are_counted():
    positions, triangles = sphere(40, 60)
    index = MeshIndex(positions, triangles)
    assert index.nbytes == 0
    index.any(Rays(*mixed_rays(np.random.default_rng(15), positions, triangles)))
    assert 50 * len(triangles) < index.nbytes < 1000 * len(triangles)


def test_memory_is_that_of_a_part(monkeypatch):
    """Twice the rays take no more memory than their answers do."""
    rng = np.random.default_rng(14)
    positions, triangles = sphere(20, 30)
    index = MeshIndex(positions, triangles)
    index.first(Rays(*mixed_rays(rng, positions, triangles, 10000)))
    monkeypatch.setattr(batches, "RAYS_AT_ONCE", 1 << 12)
    # Two at a time may or may not need most at the same time.
    monkeypatch.setattr(batches, "WORKERS", 1)
    peaks = []
    for count in (1 << 13, 1 << 15):
        rays = Rays(*mixed_rays(rng, positions, triangles, count))
        tracemalloc.start()
        hits = index.first(rays)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        answer = sum(
            getattr(hits, name).nbytes for name in ("ray_index", "t", "triangle_index", "barycentric")
        )
        peaks.append(peak - answer - hits.instance_index.nbytes)
    assert max(peaks) < 1.3 * peaks[0]
    assert max(peaks) < 30e6
