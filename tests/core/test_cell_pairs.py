"""Pairs of rays and triangles in the cells of a grid: none that meet is lost, few that do not are kept."""

import numpy as np
import pytest

from addon.core import Rays, cell_pairs
from addon.core.cell_pairs import CellTriangles
from addon.core.crossings import Solver
from addon.core.grid_walk import Walk
from addon.core.ray_grid import RayGrid

from .meshes import grid, sphere
from .test_batches import MESHES, mixed_rays

COUNT = 150


def pairs_kept(positions, triangles, rays):
    """(n, m) True for pairs that a walk through all of the grid gives; and how many were tested."""
    mesh = RayGrid(positions, triangles)
    cells = CellTriangles(mesh, positions, triangles)
    walk = Walk(mesh, rays, slice(0, len(rays)))
    kept = np.zeros((len(rays), len(triangles)), dtype=bool)
    kept[walk.doubtful] = True
    tested = 0
    while len(walk):
        for ray_index, triangle_index, count in cells.pairs(walk.next_segments(cells)):
            kept[ray_index, triangle_index] = True
            tested += count
        walk.end(np.full(len(walk), np.inf))
    return kept, tested


def pairs_met(positions, triangles, rays):
    """(n, m) True for pairs that meet, tested one and all."""
    met = np.zeros((len(rays), len(triangles)), dtype=bool)
    solver = Solver(rays, positions, triangles)
    found = solver.cross(*(index.ravel() for index in np.indices(met.shape)))
    met[found.ray_index, found.triangle_index] = True
    return met


@pytest.mark.parametrize("at_once", [50, 1 << 14])
@pytest.mark.parametrize("name", MESHES)
def test_no_pair_that_meets_is_lost(monkeypatch, name, at_once):
    monkeypatch.setattr(cell_pairs, "PAIRS_AT_ONCE", at_once)
    rng = np.random.default_rng(1)
    positions, triangles = MESHES[name](rng)
    if len(triangles) > 800:
        triangles = triangles[rng.permutation(len(triangles))[:800]]
    rays = Rays(*mixed_rays(rng, positions, triangles, COUNT))
    kept, _ = pairs_kept(positions, triangles, rays)
    met = pairs_met(positions, triangles, rays)
    assert met.any()
    assert not (met & ~kept).any()


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_few_are_kept_that_do_not_meet(offset):
    """Hardly more than meet, and of all pairs but few are tested."""
    rng = np.random.default_rng(2)
    positions, triangles = sphere(30, 40)
    origins = 3.0 * rng.normal(size=(COUNT, 3))
    rays = Rays(origins + offset, rng.uniform(-0.5, 0.5, (COUNT, 3)) - origins)
    positions = positions + offset
    kept, tested = pairs_kept(positions, triangles, rays)
    met = pairs_met(positions, triangles, rays)
    assert not (met & ~kept).any()
    assert met.sum() > COUNT
    assert kept.sum() < 1.3 * met.sum()
    assert 4 * met.sum() < tested < 60 * COUNT


@pytest.mark.parametrize("side", [0.5, 0.01])
def test_triangles_far_larger_than_cells_are_kept_where_they_meet(side):
    """Large triangles reach through all of a grid whose cells are as small as very many others make them."""
    rng = np.random.default_rng(3)
    small, small_triangles = grid(60, 0.1 * rng.normal(size=(60, 60)))
    small = 0.5 + side * (small - small.mean(axis=0)) / np.ptp(small, axis=0).max()
    large = rng.uniform(size=(90, 3))
    positions = np.vstack([large, small])
    triangles = np.vstack([np.arange(90).reshape(-1, 3), small_triangles[:900] + 90])
    targets = np.einsum(
        "nc,ncv->nv", rng.dirichlet((0.2, 0.2, 0.2), COUNT), large[triangles[:30]][np.arange(COUNT) % 30]
    )
    origins = targets + rng.normal(size=(COUNT, 3))
    rays = Rays(origins, targets - origins)
    kept, _ = pairs_kept(positions, triangles, rays)
    met = pairs_met(positions, triangles, rays)
    assert met[:, :30].sum() > COUNT
    assert not (met & ~kept).any()
