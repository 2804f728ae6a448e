"""Differential tests: every id, every t and every weight against rational arithmetic."""

import numpy as np
import pytest

from addon.core import MeshIndex, Rays, ray_triangles

from .meshes import grid, sphere
from .oracle import exact_hits, merged

SCALES = [1e-4, 1.0, 1e6]
RAY_COUNT = 32


def float32(values):
    """Rounded as Blender keeps coordinates, so that differences and midpoints are exact in float64."""
    return np.asarray(values, dtype=np.float32).astype(np.float64)


def soup(rng, scale):
    """Triangles of mixed sizes, some with the corners of others, some doubled, some without area."""
    positions = float32(scale * rng.normal(size=(180, 3)))
    small = rng.integers(0, 180, 60)
    positions = np.vstack([positions, float32(positions[small] + 0.01 * scale * rng.normal(size=(60, 3)))])
    triangles = rng.integers(0, len(positions), (260, 3))
    return positions, np.vstack([triangles, triangles[:20], triangles[20:40, ::-1]])


def sheet(rng, scale):
    positions, triangles = grid(12, 0.1 * rng.normal(size=(12, 12)))
    return float32(scale * positions), triangles


def slivers(rng, scale):
    """Triangles whose third corner lies almost, or after rounding exactly, on the opposite edge."""
    a, b = scale * rng.normal(size=(2, 150, 3))
    part = rng.uniform(size=(150, 1))
    bend = 10.0 ** rng.uniform(-9.0, -2.0, (150, 1)) * scale
    c = a + part * (b - a) + bend * rng.normal(size=(150, 3))
    return float32(np.stack([a, b, c], axis=1).reshape(-1, 3)), np.arange(450).reshape(-1, 3)


def ball(rng, scale):
    positions, triangles = sphere()
    return float32(scale * positions), triangles


def rays_aimed_exactly(rng, positions, triangles, scale):
    """Rays at vertices, middles of edges, along axes, and anywhere."""
    origins = float32(3.0 * scale * rng.normal(size=(RAY_COUNT, 3)))
    corners = positions[triangles[rng.integers(0, len(triangles), RAY_COUNT)]]
    targets = corners[:, 0].copy()
    targets[1::4] = 0.5 * (corners[1::4, 0] + corners[1::4, 1])
    targets[2::4] = np.einsum("nc,ncv->nv", rng.dirichlet((1, 1, 1), RAY_COUNT), corners)[2::4]
    directions = targets - origins
    axis = rng.integers(0, 3, RAY_COUNT)
    for row in range(3, RAY_COUNT, 4):
        origins[row] = targets[row]
        origins[row, axis[row]] = -5.0 * scale
        directions[row] = 1e-3 * np.eye(3)[axis[row]]
    return origins, directions


CASES = [(make, scale, seed) for make in (soup, sheet, slivers, ball) for scale in SCALES for seed in (1, 2)]


@pytest.fixture(
    scope="module",
    params=CASES,
    ids=[f"{make.__name__}-scale{scale:g}-seed{seed}" for make, scale, seed in CASES],
)
def case(request):
    """A mesh, rays, and what each ray meets exactly."""
    make, scale, seed = request.param
    rng = np.random.default_rng(seed)
    positions, triangles = make(rng, scale)
    origins, directions = rays_aimed_exactly(rng, positions, triangles, scale)
    pairs = zip(origins, directions, strict=True)
    hits = [exact_hits(positions, triangles, origin, direction) for origin, direction in pairs]
    return positions, triangles, origins, directions, hits


def assert_row(hits, row, exact, largest, direction):
    assert hits.triangle_index[row] == exact.triangle_index
    tolerance = 1e-15 * largest / (np.linalg.norm(direction) * exact.cosine)
    assert abs(float(exact.t - type(exact.t)(hits.t[row]))) <= tolerance
    weights = hits.barycentric[row]
    assert np.abs(weights - [float(weight) for weight in exact.barycentric]).max() <= 1e-15
    assert (weights >= 0.0).all()
    assert [weight == 0.0 for weight in weights] == [weight == 0 for weight in exact.barycentric]
    assert abs(weights.sum() - 1.0) <= 4e-16


def test_all_hits_equal_exact_arithmetic(case):
    positions, triangles, origins, directions, exact = case
    largest = max(np.abs(positions).max(), np.abs(origins).max())
    expected = [(ray, hit) for ray in range(RAY_COUNT) for hit in merged(exact[ray], triangles)]
    hits = MeshIndex(positions, triangles).all(Rays(origins, directions))
    assert hits.ray_index.tolist() == [ray for ray, _ in expected]
    for row, (ray, hit) in enumerate(expected):
        assert_row(hits, row, hit, largest, directions[ray])
    assert len(hits) > RAY_COUNT // 4


@pytest.mark.parametrize("together", [True, False], ids=["in-one-batch", "one-by-one"])
def test_first_hits_equal_exact_arithmetic(case, together):
    positions, triangles, origins, directions, exact = case
    largest = max(np.abs(positions).max(), np.abs(origins).max())
    index = MeshIndex(positions, triangles)
    batch = index.first(Rays(origins, directions))
    for ray in range(RAY_COUNT):
        hits, row = (batch, ray) if together else (index.first(Rays(origins[ray], directions[ray])), 0)
        if exact[ray]:
            assert_row(hits, row, exact[ray][0], largest, directions[ray])
        else:
            assert hits.triangle_index[row] == -1 and np.isinf(hits.t[row])


def test_ends_of_rays_count_exactly(case):
    """A ray that ends at the float below the exact t misses; one that ends at the float above hits."""
    positions, triangles, origins, directions, exact = case
    index = MeshIndex(positions, triangles)
    rows = [ray for ray in range(RAY_COUNT) if exact[ray]]
    nearest = [exact[ray][0].t for ray in rows]
    rounded = np.array([float(t) for t in nearest])
    is_above = np.array([float(t) >= t for t in nearest])
    is_below = np.array([float(t) <= t for t in nearest])
    above = np.where(is_above, rounded, np.nextafter(rounded, np.inf))
    below = np.where(is_above, np.nextafter(rounded, -np.inf), rounded)
    assert not index.any(Rays(origins[rows], directions[rows], 0.0, below)).any()
    assert index.any(Rays(origins[rows], directions[rows], 0.0, above)).all()
    start = np.where(is_below, rounded, np.nextafter(rounded, -np.inf))
    assert index.first(Rays(origins[rows], directions[rows], start)).t.tolist() == rounded.tolist()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nearly_equal_t_is_ordered_exactly(seed):
    """Sheets closer together than one ulp of t, in shuffled order, seen from far away."""
    rng = np.random.default_rng(seed)
    heights = np.sort(1.0 + 2.0**-40 * rng.permutation(64)[:40])
    order = rng.permutation(40)
    triangles = np.empty((40, 3, 3))
    triangles[order] = [[[-1, -1, h], [1, -1, h], [0, 2, h]] for h in heights]
    rays = Rays([[0.1, 0.2, 2.0**20]] * 50, [[0.0, 0.0, -1.0]] * 50)
    highest = order[-1]
    assert ray_triangles(rays, triangles).triangle_index.tolist() == [highest] * 50
    index = MeshIndex(triangles.reshape(-1, 3), np.arange(120).reshape(-1, 3))
    assert index.all(rays.take(slice(0, 1))).triangle_index.tolist() == order[::-1].tolist()
