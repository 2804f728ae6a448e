"""What the first picks of a mesh cost, counted: nothing is read or cut that is not asked for, and nothing stays."""

import gc
import weakref

import bpy
import numpy as np
import pytest

from addon import api
from addon.core.polygon_index import MANY_RAYS, PolygonIndex
from addon.scene import mesh_arrays, mesh_memory, snapshot

from . import build

SIZE = 60


def sheet(kind):
    """A bent sheet around the origin, of quadrilaterals, triangles, or those and hexagons."""
    x, y = np.meshgrid(np.linspace(-2, 2, SIZE + 1), np.linspace(-2, 2, SIZE + 1), indexing="ij")
    positions = np.stack((x, y, 0.1 * np.sin(3 * x) * np.cos(5 * y)), axis=-1).reshape(-1, 3)
    faces = []
    for row in range(SIZE):
        for column in range(SIZE):
            a = row * (SIZE + 1) + column
            b, c, d = a + SIZE + 1, a + SIZE + 2, a + 1
            if kind == "triangles" or (kind == "mixed" and row % 3 == 0):
                faces += [(a, b, c), (a, c, d)]
            elif kind == "mixed" and row % 3 == 1 and column % 2 == 0:
                faces.append((a, b, c, c + 1, d + 1, d))
            elif kind != "mixed" or row % 3 == 2:
                faces.append((a, b, c, d))
    return build.mesh_object("Sheet", positions.tolist(), faces)


def indices():
    """The `PolygonIndex` of every mesh that has been read and is kept."""
    gc.collect()
    return [one for one in gc.get_objects() if type(one) is PolygonIndex and one.polygon_count]


def array_addresses(obj):
    """Where the arrays of the evaluated mesh of an object lie."""
    mesh = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    layout = mesh_memory.layout()
    names = ("position", ".corner_vert", ".corner_edge", ".edge_verts", "UVMap")
    words = [(mesh.attributes[name], mesh_memory.ATTRIBUTE_WORDS, layout.values) for name in names]
    words.append((mesh, mesh_memory.MESH_WORDS, layout.offsets))
    return [mesh_memory.words(block, count)[place] for block, count, place in words]


def as_values(pick):
    """All but the shading normal, whose last digit may differ."""
    values = {name: repr(value) for name, value in api.pick_as_dict(pick).items()}
    assert values.pop("normal_smooth")
    return values


@pytest.mark.parametrize("kind", ["triangles", "quads", "mixed"])
def test_a_first_pick_cuts_only_what_is_under_the_pixel(kind):
    sheet(kind)
    build.update()
    view = build.view_down(eye=(0.31, 0.17, 10.0))
    read = snapshot.store.extraction_count
    pick = api.pick(view, build.MIDDLE_PX)
    assert pick.kind == "FACE" and pick.location[:2] == pytest.approx((0.31, 0.17), abs=1e-6)
    assert snapshot.store.extraction_count == read + 1
    (index,) = indices()
    # What the ray may meet, and the face that is described.
    assert 2 <= index.polygons_triangulated <= 5


@pytest.mark.parametrize("kind", ["triangles", "quads", "mixed"])
def test_later_picks_of_whatever_number_say_the_same(kind):
    sheet(kind)
    build.update()
    view = build.view_down(eye=(0.31, 0.17, 10.0))
    picks = [api.pick(view, build.MIDDLE_PX) for _ in range(MANY_RAYS + 2)]
    (index,) = indices()
    assert index.polygons_triangulated > index.polygon_count
    assert all(as_values(pick) == as_values(picks[0]) for pick in picks)
    assert picks[-1].normal_smooth == pytest.approx(picks[0].normal_smooth, abs=1e-6)


def test_a_cast_ray_cuts_only_what_it_may_meet():
    sheet("quads")
    build.update()
    hits = api.cast_rays((0.31, 0.17, 10.0), (0.0, 0.0, -1.0))
    assert hits.t[0] == pytest.approx(10.0, abs=0.2)
    (index,) = indices()
    assert index.polygons_triangulated <= 4


def test_an_evaluated_mesh_still_shares_its_arrays_with_the_original():
    obj = sheet("mixed")
    obj.data.uv_layers.new(name="UVMap")
    build.update()
    before = array_addresses(obj)
    assert api.pick(build.view_down(eye=(0.31, 0.17, 10.0)), build.MIDDLE_PX).kind == "FACE"
    assert api.cast_rays((0.31, 0.17, 10.0), (0.0, 0.0, -1.0)).hit[0]
    assert array_addresses(obj) == before


def test_what_was_read_of_a_mesh_goes_when_the_mesh_changes():
    obj = sheet("quads")
    build.update()
    view = build.view_down(eye=(0.31, 0.17, 10.0))
    height = api.pick(view, build.MIDDLE_PX).location[2]
    (index,) = indices()
    kept, arrays = weakref.ref(index), [weakref.ref(index.positions), weakref.ref(index.corner_vertices)]
    del index
    for vertex in obj.data.vertices:
        vertex.co.z += 1.0
    obj.data.update()
    build.update()
    assert api.pick(view, build.MIDDLE_PX).location[2] == pytest.approx(height + 1.0)
    gc.collect()
    assert kept() is None and all(array() is None for array in arrays)
    assert len(indices()) == 1


def test_what_is_read_is_not_blenders_own_memory():
    """A mesh that is gone before the next ray does not matter to what was read of it."""
    obj = sheet("quads")
    build.update()
    assert api.cast_rays((0.31, 0.17, 10.0), (0.0, 0.0, -1.0)).hit[0]
    (index,) = indices()
    views = (index.positions, index.corner_vertices, index.offsets)
    assert all(array.flags.owndata or array.base.flags.owndata for array in views)
    known = [array.copy() for array in views]
    bpy.data.meshes.remove(obj.data)
    bpy.data.orphans_purge()
    build.update()
    assert all(np.array_equal(one, other) for one, other in zip(views, known))


@pytest.mark.parametrize("corners", [1, 1 << 30])
def test_loose_edges_are_found_by_one_thread_or_two(corners, monkeypatch):
    monkeypatch.setattr(mesh_arrays, "_CORNERS_FOR_TWO_THREADS", corners)
    obj = sheet("mixed")
    obj.data.vertices.add(2)
    obj.data.vertices.foreach_set(
        "co", np.append(np.zeros(3 * (SIZE + 1) ** 2, np.float32), [0.0, 0.0, 5.0, 1.0, 0.0, 5.0])
    )
    obj.data.edges.add(1)
    loose = len(obj.data.edges) - 1
    obj.data.edges[loose].vertices = (SIZE + 1) ** 2, (SIZE + 1) ** 2 + 1
    assert mesh_arrays.read_loose_edges(obj.data).tolist() == [loose]
