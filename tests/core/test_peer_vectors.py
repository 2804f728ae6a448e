"""The ancestors' own answers: camera-picking-ray, camera-unproject, camera-project and the ray-3d modules."""

import json
from pathlib import Path

import numpy as np
import pytest

from addon import core

VECTORS = json.loads((Path(__file__).parent / "fixtures" / "peer_vectors.json").read_text(encoding="utf-8"))
TOLERANCE = 1e-9


def cases(section):
    return pytest.mark.parametrize(
        "case", VECTORS[section], ids=lambda case: str(VECTORS[section].index(case))
    )


def close(value):
    return pytest.approx(np.asarray(value), rel=TOLERANCE, abs=TOLERANCE)


def point_at(rays, t):
    return None if np.isinf(t[0]) else rays.at(t)[0]


@cases("picking_ray")
def test_picking_ray_equals_peer(case):
    inverse = np.linalg.inv(np.array(case["projection"]) @ case["view"])
    origin, direction = core.picking_ray(case["mouse"], case["viewport"], inverse)
    assert origin == close(case["origin"])
    assert direction == close(case["direction"])


@cases("picking_ray")
def test_project_equals_peer(case):
    matrix = np.array(case["projection"]) @ case["view"]
    assert core.project(case["world"], case["viewport"], matrix) == close(case["screen"])


@cases("picking_ray")
def test_unproject_equals_peer(case):
    inverse = np.linalg.inv(np.array(case["projection"]) @ case["view"])
    assert core.unproject(case["screen"], case["viewport"], inverse) == close(case["world"])


@cases("picking_ray")
def test_view_gives_the_ray_and_the_pixel_of_the_peer(case):
    view = core.View(case["view"], case["projection"], case["viewport"][2:])
    rays = view.pixel_rays(case["mouse"])
    assert rays.origins[0] == close(case["origin"])
    assert rays.directions[0] == close(case["direction"])
    assert view.is_orthographic == (case["kind"] == "ORTHO")
    pixels, in_front = view.project(case["world"])
    assert pixels[0] == close(case["screen"][:2]) and in_front[0]


@cases("plane")
def test_plane_equals_peer(case):
    rays = core.Rays(case["origin"], case["direction"])
    point = point_at(rays, core.ray_plane(rays, case["normal"], case["distance"]))
    assert point is None if case["hit"] is None else point == close(case["hit"])


@cases("sphere")
def test_sphere_equals_peer(case):
    rays = core.Rays(case["origin"], case["direction"])
    point = point_at(rays, core.ray_sphere(rays, case["center"], case["radius"]))
    assert point is None if case["hit"] is None else point == close(case["hit"])


@cases("box")
def test_box_equals_peer(case):
    rays = core.Rays(case["origin"], case["direction"])
    t = core.ray_box(rays, case["minimum"], case["maximum"])
    assert t[0] == (np.inf if case["distance"] is None else close(case["distance"]))


@cases("triangle")
@pytest.mark.parametrize("turned", [False, True])
def test_culled_triangle_equals_peer(case, turned):
    rays = core.Rays(case["origin"], case["direction"])
    triangle = case["triangle"][::-1] if turned else case["triangle"]
    point = point_at(rays, core.ray_triangles(rays, [triangle], cull_backfaces=True).t)
    expected = case["back_hit" if turned else "front_hit"]
    assert point is None if expected is None else point == close(expected)


@cases("triangle")
def test_triangle_cell_of_an_indexed_mesh_equals_peer(case):
    """Unculled, a triangle is hit from both sides."""
    rays = core.Rays(case["origin"], case["direction"])
    point = point_at(rays, core.MeshIndex(case["triangle"], [[0, 1, 2]]).first(rays).t)
    expected = case["front_hit"] or case["back_hit"]
    assert point is None if expected is None else point == close(expected)
