"""What holds for any input."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from addon import core

from .meshes import matrix, rotation

# Multiples of 1/64: differences and sums of them are exact.
grid_numbers = st.integers(-640, 640).map(lambda n: n / 64.0)
points = arrays(np.float64, 3, elements=grid_numbers)
triangle_soups = arrays(
    np.float64, st.tuples(st.integers(1, 12), st.just(3), st.just(3)), elements=grid_numbers
)
seeds = st.integers(0, 2**16)


@st.composite
def rays(draw):
    origin, target = draw(points), draw(points)
    if (origin == target).all():
        target = target + [0.0, 0.0, 1.0]
    return core.Rays(origin, target - origin)


def welded(triangles):
    positions, corners = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    return positions, corners.reshape(-1, 3)


@given(triangle_soups, rays(), seeds)
def test_permuting_triangles_permutes_indices(triangles, ray, seed):
    order = np.random.default_rng(seed).permutation(len(triangles))
    one, other = core.ray_triangles(ray, triangles), core.ray_triangles(ray, triangles[order])
    assert one.t.tolist() == other.t.tolist()
    if one.hit[0]:
        index = core.MeshIndex(triangles.reshape(-1, 3), np.arange(triangles.size // 3).reshape(-1, 3))
        tied = index.all(ray)
        tied = tied.triangle_index[tied.t == one.t[0]]
        assert order[other.triangle_index[0]] in tied and one.triangle_index[0] == tied.min()


@given(triangle_soups, rays(), points)
def test_moving_everything_changes_nothing(triangles, ray, offset):
    moved = core.Rays(ray.origins + offset, ray.directions)
    one, other = core.ray_triangles(ray, triangles), core.ray_triangles(moved, triangles + offset)
    assert one.triangle_index.tolist() == other.triangle_index.tolist()
    assert np.array_equal(one.t, other.t) and np.array_equal(one.barycentric, other.barycentric)


@given(triangle_soups, rays(), st.integers(-300, 300), st.integers(-300, 300))
def test_powers_of_two_change_nothing_but_t(triangles, ray, size, length):
    """Whole scenes of 1e-90 or 1e90, directions of 1e-90 or 1e90: no decision depends on an absolute size."""
    scaled = core.Rays(np.ldexp(ray.origins, size), np.ldexp(ray.directions, length))
    one, other = core.ray_triangles(ray, triangles), core.ray_triangles(scaled, np.ldexp(triangles, size))
    assert one.triangle_index.tolist() == other.triangle_index.tolist()
    assert np.array_equal(one.barycentric, other.barycentric)
    assert np.array_equal(np.ldexp(one.t, size - length), other.t)


@given(triangle_soups, rays(), st.permutations([0, 1, 2]))
def test_turning_the_axes_changes_nothing(triangles, ray, axes):
    turned = core.Rays(ray.origins[:, axes], ray.directions[:, axes])
    one, other = core.ray_triangles(ray, triangles), core.ray_triangles(turned, triangles[:, :, axes])
    assert one.triangle_index.tolist() == other.triangle_index.tolist()
    assert np.array_equal(one.t, other.t)


@given(triangle_soups, rays())
def test_first_any_and_all_agree(triangles, ray):
    index = core.MeshIndex(*welded(triangles))
    nearest, listed = index.first(ray), index.all(ray)
    assert index.any(ray).tolist() == nearest.hit.tolist() == [len(listed) > 0]
    if len(listed):
        assert (listed.t[0], listed.triangle_index[0]) == (nearest.t[0], nearest.triangle_index[0])
        assert (np.diff(listed.t) >= 0).all()


@given(triangle_soups, rays())
def test_hit_is_the_weighted_mean_of_its_corners(triangles, ray):
    hits = core.ray_triangles(ray, triangles)
    if hits.hit[0]:
        point = hits.barycentric[0] @ triangles[hits.triangle_index[0]]
        reach = np.linalg.norm(ray.directions[0]) * hits.t[0]
        corners = triangles[hits.triangle_index[0]]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        cosine = abs(normal @ ray.directions[0]) / np.linalg.norm(normal) / np.linalg.norm(ray.directions[0])
        assert np.abs(point - ray.at(hits.t)[0]).max() <= 1e-13 * (10.0 + reach) / cosine


@given(triangle_soups, rays(), seeds)
def test_affine_maps_keep_t_and_weights(triangles, ray, seed):
    """The instance's world hit is the hit in the mesh, for any matrix that is not nearly flat."""
    rng = np.random.default_rng(seed)
    world = matrix(
        rotation(seed) @ np.diag(rng.uniform(0.2, 5.0, 3)) @ rotation(seed + 1), rng.normal(size=3)
    )
    mesh = core.MeshIndex(*welded(triangles))
    local = mesh.first(ray)
    weights = local.barycentric[0]
    if local.hit[0] and weights.min() > 1e-6 and local.t[0] > 1e-6:
        listed = core.SceneIndex([(mesh, world)]).all(ray.transformed(world))
        row = np.flatnonzero(listed.triangle_index == local.triangle_index[0])
        assert len(row) == 1
        assert abs(listed.t[row[0]] - local.t[0]) <= 1e-9 * max(1.0, local.t[0])


@given(seeds, st.booleans(), arrays(np.float64, 2, elements=st.floats(0.0, 1000.0)), st.floats(0.0, 1.0))
def test_ray_projects_to_its_pixel(seed, orthographic, pixel, part):
    rng = np.random.default_rng(seed)
    projection = (
        core.orthographic(-5, 3, -2, 4, -9, 50) if orthographic else core.perspective(1.1, 1.6, 0.1, 50)
    )
    view = core.View(matrix(rotation(seed), rng.normal(scale=10, size=3)), projection, (1000, 625))
    ray = view.pixel_rays(pixel)
    pixels, in_front = view.project(ray.at(part * ray.t_max))
    assert in_front[0] and np.abs(pixels[0] - pixel).max() <= 1e-8


@given(rays(), points, points)
def test_box_equals_its_twelve_triangles(ray, one, other):
    low, high = np.minimum(one, other), np.maximum(one, other)
    if (low == high).any():
        return
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]) * (high - low) + low
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    index = core.MeshIndex(corners, [half for a, b, c, d in faces for half in ((a, b, c), (a, c, d))])
    t, listed = core.ray_box(ray, low, high)[0], index.all(ray)
    if np.isfinite(t) and t > 0.0 and len(listed):
        assert abs(t - listed.t).min() <= 1e-12 * max(1.0, t)
    if len(listed) and ((ray.origins < low) | (ray.origins > high)).any():
        assert np.isfinite(core.ray_box(ray, low - 1e-9, high + 1e-9)[0])
