"""Triangles two in a box: halves of quads, whose common side is looked at once, and pairs that only lie together."""

import numpy as np
import pytest

from addon.core import MeshIndex, Rays

from .oracle import exact_hits

SIDE = 14


def pairs(rng):
    """A bumpy sheet of quads: cut along either diagonal, from any corner, folded over; some pairs share no side."""
    i, j = np.divmod(np.arange((SIDE + 1) ** 2), SIDE + 1)
    positions = np.column_stack([i, j, rng.uniform(0.0, 2.0, len(i))]) / SIDE
    halves = []
    for number in range(SIDE * SIDE):
        row, column = divmod(number, SIDE)
        a = row * (SIDE + 1) + column
        b, c, d = a + SIDE + 1, a + SIDE + 2, a + 1
        kinds = {
            0: [(a, b, c), (a, c, d)],
            1: [(a, b, d), (b, c, d)],
            2: [(b, c, a), (c, d, a)],
            3: [(a, b, c), (a, d, c)],
            4: [(a, b, c), (a, c, b)],
        }
        halves += kinds[int(rng.integers(5))]
    halves[::40] = [(0, 1, SIDE + 1)] * len(halves[::40])
    return positions, np.array(halves)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pairs_of_any_kind_equal_exact_arithmetic(seed):
    rng = np.random.default_rng(seed)
    positions, triangles = pairs(rng)
    index = MeshIndex(positions, triangles)
    index.build_slice(np.inf)
    assert index._tree.size == 2
    met = 0
    for row in range(60):
        corners = positions[triangles[rng.integers(len(triangles))]]
        weights = rng.dirichlet((1, 1, 1)) if row % 3 else rng.permutation([0.5, 0.5, 0.0])
        target = weights @ corners
        origin = target + rng.normal(size=3)
        hits = exact_hits(positions, triangles, origin, target - origin)
        fronts = [hit for hit in hits if hit.is_front]
        for expected, culling in ((hits, False), (fronts, True)):
            found = index.first(Rays(origin, target - origin), cull_backfaces=culling)
            nearest = (expected[0].triangle_index, float(expected[0].t)) if expected else (-1, np.inf)
            assert (found.triangle_index[0], found.t[0]) == nearest
            met += bool(expected)
    assert met > 60
