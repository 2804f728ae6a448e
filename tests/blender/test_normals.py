"""Case H8: shading normals are those of the corners, on every Blender."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build


def quad():
    return build.mesh_object("Quad", [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [(0, 1, 2, 3)])


def unit(*vector):
    return np.array(vector, dtype=float) / np.linalg.norm(vector)


def test_h8_custom_corner_normals_are_interpolated():
    obj = quad()
    obj.data.polygons[0].use_smooth = True
    left, right = unit(-1, 0, 2), unit(1, 0, 2)
    obj.data.normals_split_custom_set([left, right, right, left])
    pick = build.pick_down(eye=(0.5, 0.2, 100))
    assert pick.normal == pytest.approx((0, 0, 1))
    # A quarter of the way from the right.
    assert pick.normal_smooth == pytest.approx(unit(*(0.25 * left + 0.75 * right)), abs=1e-3)


def test_h8_custom_normals_follow_rotation_and_uneven_scale():
    obj = quad()
    obj.data.polygons[0].use_smooth = True
    obj.data.normals_split_custom_set([unit(1, 0, 1)] * 4)
    obj.scale = (1.0, 1.0, 3.0)
    pick = build.pick_down(eye=(0.5, 0.2, 100))
    assert pick.normal_smooth == pytest.approx(unit(1, 0, 1 / 3), abs=1e-3)


@pytest.mark.parametrize("way", ("flat face", "sharp edge", "smooth"))
def test_h8_sharp_edges_and_flat_faces_keep_their_normals(way):
    # A roof of two slopes, seen from above.
    roof = build.mesh_object(
        "Roof",
        [(-1, -1, 0), (0, -1, 1), (0, 1, 1), (-1, 1, 0), (1, -1, 0), (1, 1, 0)],
        [(0, 1, 2, 3), (1, 4, 5, 2)],
    )
    for polygon in roof.data.polygons:
        polygon.use_smooth = way != "flat face"
    ridge = next(edge for edge in roof.data.edges if set(edge.vertices) == {1, 2})
    ridge.use_edge_sharp = way == "sharp edge"
    roof.data.update()
    pick = build.pick_down(eye=(-1e-4, 0.2, 100))
    assert pick.normal == pytest.approx(unit(-1, 0, 1), abs=1e-5)
    expected = (0, 0, 1) if way == "smooth" else unit(-1, 0, 1)
    assert pick.normal_smooth == pytest.approx(expected, abs=1e-3)


def test_h8_a_modifier_that_sets_normals_is_followed():
    bpy.ops.mesh.primitive_uv_sphere_add(segments=16, ring_count=8)
    sphere = bpy.context.object
    target = build.link(bpy.data.objects.new("Target", None))
    target.location.x = 100.0
    modifier = sphere.modifiers.new("Normals", "NORMAL_EDIT")
    modifier.mode, modifier.use_direction_parallel, modifier.target = "DIRECTIONAL", True, target
    build.update()
    pick = api.pick(build.view_down(), build.MIDDLE_PX, options=api.PickOptions(kinds={"FACE"}))
    assert pick.object == sphere
    assert pick.normal_smooth == pytest.approx((1, 0, 0), abs=1e-3)
