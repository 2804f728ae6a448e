"""Rays against round cones, balls among them, compared with very many balls between their ends."""

import numpy as np
import pytest

from addon.core import Rays, ray_sphere
from addon.core.round_cones import ray_round_cones, round_cone_normals

DOWN = Rays([(0.1, 0.0, 10.0)], [(0.0, 0.0, -2.0)])


def first(ray, start, end, radii):
    return ray_round_cones(ray, [start], [end], [radii])[0]


@pytest.mark.parametrize(
    "start, end, radii, expected",
    (
        ((-1, 0, 0), (1, 0, 0), (0.2, 0.2), 4.9),
        ((-1, 0, 0), (1, 0.3, 0), (0.0, 0.0), np.inf),
        ((0.1, 0, 0), (0.1, 0, 0), (0.5, 0.5), 4.75),
        ((0.1, 0, 0), (0.1, 0, 0.1), (0.5, 0.1), 4.75),
        ((0.1, 0, -1), (0.1, 0, 1), (0.2, 0.3), 4.35),
        ((0.4, 0, 0), (2, 0, 0), (0.5, 0.1), 4.8),
        ((0.7, 0, 0), (2, 0, 0), (0.5, 0.1), np.inf),
        ((0.1, 0, 0), (np.nan, 0, 0), (0.5, 0.1), np.inf),
        ((0.1, 0, 20), (0.1, 0, 20), (0.5, 0.5), np.inf),
    ),
)
def test_known_places(start, end, radii, expected):
    assert first(DOWN, start, end, radii) == pytest.approx(expected)


def test_from_inside_it_is_the_exit_and_t_max_ends_the_ray():
    inside = Rays([(0.0, 0.0, 0.0)], [(0.0, 0.0, 1.0)])
    assert first(inside, (-1, 0, 0), (1, 0, 0), (0.2, 0.2)) == pytest.approx(0.2)
    short = Rays([(0.0, 0.0, 10.0)], [(0.0, 0.0, -1.0)], 0.0, 9.0)
    assert first(short, (-1, 0, 0), (1, 0, 0), (0.2, 0.2)) == np.inf


@pytest.mark.parametrize("scale", (1e-3, 1.0, 1e5))
@pytest.mark.parametrize("seed", range(30))
def test_it_is_the_first_of_very_many_balls(seed, scale):
    rng = np.random.default_rng(seed)
    start, end = rng.uniform(-1, 1, (2, 3)) * scale
    radii = rng.uniform(0.02, 0.8, 2) * scale
    eye = rng.normal(size=3) * 4 * scale
    ray = Rays([eye], [rng.uniform(-0.4, 0.4, 3) * scale - eye])
    shares = np.linspace(0, 1, 2000)
    balls = [
        ray_sphere(ray, start + share * (end - start), radii[0] + share * (radii[1] - radii[0]))[0]
        for share in shares
    ]
    found = first(ray, start, end, radii)
    assert found == pytest.approx(min(balls), abs=1e-4)
    if np.isfinite(found):
        place = ray.at(np.array([found]))
        normal = round_cone_normals(place, start[None], end[None], radii[None])[0]
        assert np.linalg.norm(normal) == pytest.approx(1.0)
        nearest = np.argmin(balls)
        center = start + shares[nearest] * (end - start)
        outward = (place[0] - center) / np.linalg.norm(place[0] - center)
        assert normal == pytest.approx(outward, abs=0.02)


def test_wrong_shapes_are_named():
    with pytest.raises(ValueError, match="radii: expected one for each of 1 starts, got 2"):
        ray_round_cones(DOWN, [(0, 0, 0)], [(1, 0, 0)], [(1, 1), (1, 1)])
    with pytest.raises(ValueError, match="ray: expected one ray, got 2"):
        ray_round_cones(Rays([(0, 0, 0)] * 2, [(0, 0, 1)] * 2), [(0, 0, 0)], [(1, 0, 0)], [(1, 1)])
