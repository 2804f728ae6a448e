"""A few quads are cut into triangles as Blender cuts them, which is asked only where that is in doubt."""

import numpy as np
import pytest

from addon.scene import triangulation
from addon.scene.mesh_arrays import read_triangle_corners
from addon.scene.mesh_memory import add_polygons
from addon.scene.temporary_mesh import temporary_mesh

SQUARE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=np.float64)


def cut_by_blender(positions, offsets):
    with temporary_mesh() as mesh:
        add_polygons(mesh, positions, np.arange(len(positions), dtype=np.int32), offsets)
        return read_triangle_corners(mesh)


def quads(kind, random):
    """(n, 3) float32 corners of one to four quads."""
    count = int(random.integers(1, 5))
    corners = SQUARE + random.normal(size=(count, 4, 3)) * random.choice([0.0, 1e-7, 1e-3, 0.1, 0.5, 2.0])
    if kind == "nearly a triangle":
        # The last corner about on the line between the first and the third.
        off = random.normal(size=(count, 3)) * 10.0 ** -random.integers(2, 9)
        corners[:, 3] = (corners[:, 0] + corners[:, 2]) / 2.0 + off
    elif kind == "flat":
        corners[..., 2] = 0.0
    elif kind == "of any size":
        corners *= 10.0 ** random.integers(-12, 13)
    elif kind == "far from the origin":
        corners += random.normal(size=3) * 10.0 ** random.integers(-3, 6)
    return corners.reshape(-1, 3).astype(np.float32)


@pytest.mark.parametrize("kind", ["any", "nearly a triangle", "flat", "of any size", "far from the origin"])
def test_quads_are_cut_as_blender_cuts_them(kind):
    random = np.random.default_rng(len(kind))
    for _ in range(150):
        positions = quads(kind, random)
        offsets = np.arange(0, len(positions) + 1, 4)
        cut = triangulation.triangulate(positions, offsets)
        assert cut.tolist() == cut_by_blender(positions, offsets).tolist(), positions.tolist()


def test_blender_is_asked_only_where_it_is_in_doubt(monkeypatch):
    """Of a square, no; of one whose last corner lies inside, of a triangle, or of very many, yes."""
    asked = []

    def counted(mesh):
        asked.append(len(mesh.polygons))
        return read_triangle_corners(mesh)

    monkeypatch.setattr(triangulation, "read_triangle_corners", counted)
    square = SQUARE.astype(np.float32)
    dart = square.copy()
    dart[3] = 0.6, 0.4, 0.0
    four = np.arange(0, 9, 4)
    assert triangulation.triangulate(np.concatenate((square, square)), four).tolist() == [
        [0, 1, 2],
        [0, 2, 3],
        [4, 5, 6],
        [4, 6, 7],
    ]
    assert asked == []
    assert triangulation.triangulate(np.concatenate((square, dart)), four).tolist() == [
        [0, 1, 2],
        [0, 2, 3],
        [4, 5, 7],
        [5, 6, 7],
    ]
    assert asked == [2]
    assert triangulation.triangulate(square[:3], np.array([0, 3])).tolist() == [[0, 1, 2]]
    assert asked == [2, 1]
