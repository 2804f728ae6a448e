"""Triangles of one mesh, by hand."""

import numpy as np
import pytest

from addon.core import MeshIndex, Rays, ray_triangles

from .meshes import cube, grid, pyramid_fan, sphere

TRIANGLE = np.array([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]])
DOWN = [0.0, 0.0, -1.0]


def first(rays, positions=TRIANGLE, triangles=((0, 1, 2),), **options):
    return MeshIndex(positions, triangles).first(rays, **options)


@pytest.mark.parametrize(
    "x, y, weights",
    [
        pytest.param(1, 1, [0.5, 0.25, 0.25], id="inside"),
        pytest.param(2, 0, [0.5, 0.5, 0], id="on-an-edge"),
        pytest.param(0, 1, [0.75, 0, 0.25], id="on-another-edge"),
        pytest.param(1, 3, [0, 0.25, 0.75], id="on-the-slanted-edge"),
        pytest.param(0, 0, [1, 0, 0], id="at-a-vertex"),
        pytest.param(4, 0, [0, 1, 0], id="at-another-vertex"),
    ],
)
def test_hit(x, y, weights):
    hits = first(Rays([x, y, 5], DOWN))
    assert hits.t.tolist() == [5.0]
    assert hits.barycentric.tolist() == [weights]
    assert (hits.ray_index.tolist(), hits.triangle_index.tolist(), hits.instance_index.tolist()) == (
        [0],
        [0],
        [0],
    )
    assert hits.hit.tolist() == [True]


ONE_UP = np.nextafter(0.0, 1.0)


@pytest.mark.parametrize(
    "origin, direction",
    [
        pytest.param([3, 3, 5], DOWN, id="beside"),
        pytest.param([-ONE_UP, 1, 5], DOWN, id="least-float-outside"),
        pytest.param([2, np.nextafter(2, 3), 5], DOWN, id="one-ulp-outside"),
        pytest.param([1, 1, 5], [0, 0, 1], id="behind"),
        pytest.param([1, 1, 5], [1, 0, 0], id="parallel"),
        pytest.param([-1, 1, 0], [1, 0, 0], id="in-its-plane"),
        pytest.param([-1, 0, 0], [1, 0, 0], id="along-its-edge"),
    ],
)
def test_miss(origin, direction):
    hits = first(Rays(origin, direction))
    assert hits.t.tolist() == [np.inf]
    assert hits.barycentric.tolist() == [[0, 0, 0]]
    assert (hits.ray_index.tolist(), hits.triangle_index.tolist(), hits.instance_index.tolist()) == (
        [0],
        [-1],
        [-1],
    )
    assert hits.hit.tolist() == [False]


def test_t_counts_lengths_of_the_direction():
    assert first(Rays([1, 1, 5], [0, 0, -1e-3])).t[0] == pytest.approx(5000, rel=1e-15)


def test_both_ends_of_the_ray_count():
    rays = Rays(
        [[1, 1, 5]] * 5, [DOWN] * 5, [5, 0, np.nextafter(5, 6), 0, -9], [9, 5, 9, np.nextafter(5, 4), -1]
    )
    assert MeshIndex(TRIANGLE, [[0, 1, 2]]).any(rays).tolist() == [True, True, False, False, False]
    assert first(Rays([1, 1, -5], DOWN, -9.0, -1.0)).t.tolist() == [-5.0]


@pytest.mark.parametrize(
    "positions", [TRIANGLE[[0, 0, 0]], TRIANGLE[[0, 1, 0]], [[0, 0, 0], [1, 1, 1], [3, 3, 3]]]
)
def test_triangle_without_area_is_never_hit(positions):
    rays = Rays([[0, 0, 5], [1, 1, 5], [2, 2, 2]], [DOWN, DOWN, [-1, -1, -1]])
    assert not MeshIndex(positions, [[0, 1, 2]]).any(rays).any()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_vertex_that_is_not_finite_spoils_only_its_triangles(bad):
    positions = np.vstack([TRIANGLE, TRIANGLE - [0, 0, 1], [[bad, 0, 0]]])
    hits = MeshIndex(positions, [[1, 2, 6], [6, 1, 2], [3, 4, 5]]).all(
        Rays([[1, 1, 5], [0, 0, 5]], [DOWN] * 2)
    )
    assert hits.triangle_index.tolist() == [2, 2] and hits.t.tolist() == [6.0, 6.0]
    assert not MeshIndex(np.full((3, 3), bad), [[0, 1, 2]]).any(Rays([0, 0, 5], DOWN)).any()


def test_mesh_without_triangles():
    for index in (
        MeshIndex(TRIANGLE, np.zeros((0, 3), int)),
        MeshIndex(np.zeros((0, 3)), np.zeros((0, 3), int)),
    ):
        assert index.first(Rays([0, 0, 5], DOWN)).triangle_index.tolist() == [-1]
        assert len(index.all(Rays([0, 0, 5], DOWN))) == 0
        assert not index.any(Rays([0, 0, 5], DOWN))[0]


def test_culling_lets_back_faces_pass():
    positions, triangles = cube()
    index = MeshIndex(positions, triangles)
    inside, outside = Rays([0.1, 0.2, 0.0], DOWN), Rays([0.1, 0.2, 5.0], DOWN)
    assert index.first(inside).t.tolist() == [1.0]
    assert index.first(inside, cull_backfaces=True).t.tolist() == [np.inf]
    assert index.any(inside, cull_backfaces=True).tolist() == [False]
    assert index.all(outside).t.tolist() == [4.0, 6.0]
    assert index.all(outside, cull_backfaces=True).t.tolist() == [4.0]


def test_coincident_triangles_give_the_lowest_index():
    stack = np.array([TRIANGLE + [0, 0, 1], TRIANGLE + [0, 0, 2], TRIANGLE + [0, 0, 2], TRIANGLE])
    hits = ray_triangles(Rays([1, 1, 5], DOWN), stack)
    assert (hits.triangle_index.tolist(), hits.t.tolist()) == ([1], [3.0])
    index = MeshIndex(stack.reshape(-1, 3), np.arange(12).reshape(-1, 3))
    assert index.all(Rays([1, 1, 5], DOWN)).triangle_index.tolist() == [1, 2, 0, 3]


def test_f7_cube_through_the_diagonal_of_a_face_is_two_hits():
    positions, triangles = cube()
    hits = MeshIndex(positions, triangles).all(Rays([0, 0, 5], DOWN))
    assert hits.t.tolist() == [4.0, 6.0]
    assert hits.triangle_index.tolist() == [10, 8]


def test_f7_pole_of_a_sphere_is_two_hits():
    for positions, triangles in (pyramid_fan(5), sphere()):
        hits = MeshIndex(positions, triangles).all(Rays([0, 0, 5], DOWN))
        assert hits.t.tolist() == [4.0, 6.0]
        pole = int(np.argmax(positions[:, 2]))
        assert hits.triangle_index[0] == np.flatnonzero((triangles == pole).any(axis=1))[0]


def test_f7_corner_of_a_cube_is_two_hits():
    positions, triangles = cube()
    assert MeshIndex(positions, triangles).all(Rays([5, 5, 5], [-1, -1, -1])).t.tolist() == [4.0, 6.0]


def test_f7_touched_silhouette_vertex_is_in_and_out():
    """A ray past the tip of a double pyramid meets faces that look both ways."""
    positions, triangles = pyramid_fan(4)
    hits = MeshIndex(positions, triangles).all(Rays([-5, 0, 1], [1, 0, 0]))
    assert hits.t.tolist() == [5.0, 5.0]
    assert MeshIndex(positions, triangles).all(
        Rays([-5, 0, 1], [1, 0, 0]), cull_backfaces=True
    ).t.tolist() == [5.0]


def test_f7_triangles_that_only_touch_in_space_stay_apart():
    """Equal positions are not a shared vertex; `ray_triangles` and unwelded meshes list both."""
    positions, triangles = cube()
    apart = MeshIndex(positions[triangles].reshape(-1, 3), np.arange(36).reshape(-1, 3))
    assert apart.all(Rays([0, 0, 5], DOWN)).t.tolist() == [4.0, 4.0, 6.0, 6.0]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_f8_closed_mesh_is_never_missed_at_edges_and_vertices(seed):
    rng = np.random.default_rng(seed)
    positions, triangles = sphere()
    edges = np.vstack([triangles[:, [0, 1]], triangles[:, [1, 2]]])
    targets = np.vstack([positions, positions[edges].mean(axis=1)])
    origins = np.array([0.5, -0.25, 0.125]) + 0.001 * rng.integers(-99, 99, (len(targets), 3))
    directions = targets - origins
    index = MeshIndex(positions, triangles)
    assert index.any(Rays(origins, directions)).all()
    hits = index.first(Rays(targets + 1024.0 * directions, -directions))
    assert hits.t == pytest.approx(np.full(len(targets), 1024.0), rel=1e-12)


def test_f8_vertex_in_the_corner_of_the_box_is_hit_however_the_box_rounds():
    """The distances to the sides of the box are equal, but one rounds down and the other up."""
    corners = np.array([[1.0, 3.0, -1.0], [0.0, 3.0, -1.0], [1.0, 4.0, -1.0]])
    origin = 2.0**-53 * np.array([-1.0, -3.0, 1.0])
    hits = first(Rays(origin, [1.0, 3.0, -1.0]), corners)
    assert hits.barycentric.tolist() == [[1.0, 0.0, 0.0]]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_f8_every_ray_into_a_closed_mesh_leaves_it(seed):
    """From outside in and out as often, from inside once more out, wherever edges lie."""
    rng = np.random.default_rng(seed)
    positions, triangles = sphere()
    index = MeshIndex(positions, triangles)
    targets = np.vstack([positions, rng.uniform(-0.5, 0.5, (500, 3))])
    origins = rng.normal(size=(len(targets), 3))
    origins *= 5.0 / np.linalg.norm(origins, axis=1, keepdims=True)
    hits = index.all(Rays(origins, targets - origins))
    counts = np.bincount(hits.ray_index, minlength=len(targets))
    assert (counts % 2 == 0).all() and (counts[len(positions) :] == 2).all()


def test_f10_ray_that_starts_inside_meets_the_far_wall_only():
    for positions, triangles in (cube(), sphere()):
        hits = MeshIndex(positions, triangles).all(Rays([0.1, 0.2, 0.3], DOWN))
        assert len(hits) == 1 and hits.t[0] > 1.0
        corners = positions[triangles[hits.triangle_index[0]]]
        assert np.dot(np.cross(corners[1] - corners[0], corners[2] - corners[0]), DOWN) > 0.0


@pytest.mark.parametrize("radius", [1e-4, 1e-6, 1e-8, 1e-30, 1e-150])
@pytest.mark.parametrize("center", [(0.0, 0.0, 0.0), (1.0, 1.0, 1.0)])
def test_f13_tiny_cube_is_hit(radius, center):
    positions, triangles = cube(radius, center)
    rays = Rays(np.array([0.25 * radius, 0.125 * radius, 100.0]) + center, [0, 0, -1])
    hits = MeshIndex(positions, triangles).first(rays)
    has_size = positions[0, 0] < positions[-1, 0]
    assert hits.hit.tolist() == [has_size]
    if has_size:
        assert hits.t[0] == pytest.approx(100.0 + center[2] - positions[1, 2], rel=1e-15)


def test_f13_triangle_with_short_edges_is_hit():
    triangle = 2e-4 * np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    assert ray_triangles(Rays([5e-5, 5e-5, 100], DOWN), [triangle]).t.tolist() == [100.0]


@pytest.mark.parametrize("size", [1e5, 1e6, 1e7])
@pytest.mark.parametrize("away", [10.0, 1e8])
def test_f14_cube_far_from_the_origin(size, away):
    center = np.array([size, -size, size])
    positions, triangles = cube(1.0, center)
    rng = np.random.default_rng(14)
    targets = center + np.column_stack([rng.uniform(-0.9, 0.9, (100, 2)), np.ones(100)])
    toward = np.array([0.1, 0.2, -1.0])
    rays = Rays(targets - away * toward, np.tile(toward, (100, 1)))
    hits = MeshIndex(positions, triangles).first(rays)
    assert np.isin(hits.triangle_index, [10, 11]).all()
    largest = max(size, away)
    assert np.abs(rays.at(hits.t)[:, 2] - (size + 1.0)).max() <= 4e-15 * largest
    found = np.einsum("nc,ncv->nv", hits.barycentric, positions[triangles[hits.triangle_index]])
    assert np.abs(found - targets).max() <= 4e-15 * largest


def test_triangles_outside_the_boxes_are_not_tested():
    positions, triangles = grid(101, np.zeros((101, 101)))
    index = MeshIndex(positions, triangles)
    assert index.any(Rays([0.505, 0.505, 5], DOWN))[0]
    assert 0 < index.triangles_tested < len(triangles) / 20
    tested = index.triangles_tested
    assert not index.any(Rays([[1.5, 0.5, 5], [0.5, 0.5, -1]], [DOWN] * 2)).any()
    assert index.triangles_tested == tested


def test_a_batch_larger_than_one_step_gives_what_each_ray_gives():
    rng = np.random.default_rng(7)
    positions, triangles = grid(60, 0.02 * rng.normal(size=(60, 60)))
    index = MeshIndex(positions, triangles)
    origins = np.column_stack([rng.uniform(-0.1, 1.1, (3000, 2)), np.full(3000, 2.0)])
    directions = np.column_stack([rng.normal(scale=0.3, size=(3000, 2)), np.full(3000, -1.0)])
    rays = Rays(origins, directions)
    batch = index.first(rays)
    assert 0.2 < batch.hit.mean() < 1.0
    for ray in range(0, 3000, 100):
        alone = index.first(rays.take(slice(ray, ray + 1)))
        assert alone.triangle_index[0] == batch.triangle_index[ray]
        assert alone.t[0] == pytest.approx(batch.t[ray], rel=1e-15)
    listed = index.all(rays)
    assert np.array_equal(np.unique(listed.ray_index), np.flatnonzero(batch.hit))
    assert (np.diff(listed.ray_index) >= 0).all()
    same_ray = np.diff(listed.ray_index) == 0
    assert (np.diff(listed.t)[same_ray] >= 0).all()


def test_all_of_one_ray_is_that_of_a_batch():
    """Of triangles in one place or nearly so, met in the very edges and corners of a grid too."""
    flat, triangles = grid(5, np.zeros((5, 5)))
    layers = [flat + (0, 0, z) for z in (0.0, 0.0, 1e-16, 0.25, 0.5)]
    positions = np.concatenate([*layers, layers[3]])
    faces = np.concatenate([triangles + len(flat) * layer for layer in range(6)])
    index = MeshIndex(positions, faces)
    rng = np.random.default_rng(9)
    targets = np.column_stack([rng.integers(0, 17, (60, 2)) / 16.0, np.zeros(60)])
    rays = Rays(targets + (0, 0, 2), np.tile(DOWN, (60, 1)), 0.0, np.repeat([3.0, 2.0, 1.75, 1.6], 15))
    for culls in (False, True, rng.random(len(faces)) < 0.5):
        listed = index.all(rays, cull_backfaces=culls)
        assert len(listed) > 100
        for row in range(60):
            alone, mine = (
                index.all(rays.take([row]), cull_backfaces=culls),
                listed.take(listed.ray_index == row),
            )
            assert np.array_equal(alone.t, mine.t)
            assert np.array_equal(alone.triangle_index, mine.triangle_index)
            assert alone.barycentric == pytest.approx(mine.barycentric, abs=1e-15)
