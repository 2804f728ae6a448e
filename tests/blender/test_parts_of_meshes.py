"""Parts of meshes read alone are those of the whole: triangles, shading normals, loose edges, where polygons begin."""

import bpy
import numpy as np
import pytest

from addon.core import PolygonIndex
from addon.scene import mesh_arrays
from addon.scene.corner_normals import corner_normals
from addon.scene.triangulation import triangulate

FORMS = ("wild", "bent", "level", "doubled")
# Blender sums the normals around a vertex in another order.
ROUNDING = 2e-6


def polygons(form, seed, count=600):
    """A mesh of triangles to octagons without shared vertices, whose corners lie so and so."""
    random = np.random.default_rng(seed)
    sizes = random.integers(3, 9, count)
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    turns = (np.arange(offsets[-1]) - np.repeat(offsets[:-1], sizes)) / np.repeat(sizes, sizes)
    radii = random.uniform(0.1, 1.0, len(turns))
    positions = np.stack((np.cos(6.3 * turns) * radii, np.sin(6.3 * turns) * radii, 0.0 * turns), axis=1)
    if form == "wild":
        positions = random.normal(size=positions.shape)
    elif form == "bent":
        positions[:, 2] = random.normal(size=len(turns)) * 0.2
    elif form == "doubled":
        # Corners in one place or on one line.
        positions = np.round(positions * 2.0) / 2.0
    mesh = bpy.data.meshes.new("Polygons")
    faces = np.split(np.arange(offsets[-1]), offsets[1:-1])
    mesh.from_pydata(positions.tolist(), [], [face.tolist() for face in faces])
    return mesh


def sheet(seed, size=12):
    """A bent sheet of quadrilaterals and triangles with vertices and edges in no order."""
    random = np.random.default_rng(seed)
    order = random.permutation((size + 1) ** 2)
    x, y = np.divmod(np.arange((size + 1) ** 2), size + 1)
    positions = np.empty((len(order), 3))
    positions[order] = np.stack((x, y, random.normal(size=len(x)) * 0.4), axis=1)
    faces = []
    for corner in random.permutation(size * size).tolist():
        first = corner // size * (size + 1) + corner % size
        a, b, c, d = order[[first, first + size + 1, first + size + 2, first + 1]].tolist()
        faces += [(a, b, c, d)] if random.random() < 0.5 else [(a, b, c), (a, c, d)]
    mesh = bpy.data.meshes.new("Sheet")
    mesh.from_pydata(positions.tolist(), [], faces)
    return mesh


def index_of(mesh):
    return PolygonIndex(mesh_arrays.positions_view(mesh), *mesh_arrays.polygons_view(mesh), triangulate)


@pytest.mark.parametrize("with_normals", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_triangles_of_a_few_polygons_are_those_of_the_mesh(form, with_normals):
    mesh = polygons(form, seed=1)
    if with_normals:
        # With normals at hand Blender may cut in another way.
        assert len(mesh.polygon_normals[0].vector) == 3
    index, whole = index_of(mesh), mesh_arrays.asked_triangle_corners(mesh)
    assert index.triangle_count == len(whole)
    for polygon in range(0, 600, 5):
        first = index.first_triangle(polygon)
        expected = whole[first : index.first_triangle(polygon + 1)]
        assert index.polygon_triangles(polygon).tolist() == expected.tolist()
        assert index.polygon_of(first) == mesh.loop_triangle_polygons[first].value == polygon
    vertices = index.corner_vertices[whole]
    assert index.triangles.tolist() == vertices.tolist()


def test_what_lies_in_memory_is_what_blender_says_when_asked():
    mesh = polygons("bent", seed=2)
    starts = [polygon.loop_start for polygon in mesh.polygons]
    offsets, corners = mesh_arrays.polygons_view(mesh)[1], mesh_arrays.read_triangle_corners(mesh)
    assert offsets.tolist() == mesh_arrays.asked_offsets(mesh).tolist() == [*starts, len(mesh.loops)]
    assert corners.tolist() == mesh_arrays.asked_triangle_corners(mesh).tolist()


@pytest.mark.parametrize("shading", ["flat", "smooth", "sharp edges", "flat faces", "both", "custom"])
def test_shading_normals_of_one_polygon_are_those_of_the_mesh(shading):
    mesh = sheet(seed=3)
    random = np.random.default_rng(4)
    mesh.polygons.foreach_set("use_smooth", np.full(len(mesh.polygons), shading != "flat"))
    if shading in ("sharp edges", "both"):
        mesh.edges.foreach_set("use_edge_sharp", random.random(len(mesh.edges)) < 0.4)
    if shading in ("flat faces", "both"):
        mesh.polygons.foreach_set("use_smooth", random.random(len(mesh.polygons)) < 0.7)
    if shading == "custom":
        mesh.normals_split_custom_set(random.normal(size=(len(mesh.loops), 3)).tolist())
    mesh.update()
    whole = np.array([normal.vector for normal in mesh.corner_normals])
    assert mesh.normals_domain == {"flat": "FACE", "smooth": "POINT"}.get(shading, "CORNER")
    index = index_of(mesh)
    for polygon in range(0, len(mesh.polygons), 3):
        corners = index.polygon_corners(polygon)
        found = corner_normals(mesh, index, polygon)
        assert found.shape == (len(corners), 3) and found.dtype == np.float64
        np.testing.assert_allclose(found, whole[corners.start : corners.stop], rtol=0.0, atol=ROUNDING)
    assert not index.is_cut and len(index.triangles) == index.triangle_count and index.is_cut
    assert corner_normals(mesh, index, 7).tolist() == whole[list(index.polygon_corners(7))].tolist()
