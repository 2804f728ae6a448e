"""Cases C and G1: what each kind of object gives, and indices that mean what they say."""

import bmesh
import bpy
import numpy as np
import pytest
from mathutils import Vector

from addon import api

from . import build

DOWN = np.array([(0.0, 0.0, -1.0)])


def hits_down(points, **options):
    """Whether a ray straight down above each (x, y) hits."""
    origins = np.array([(x, y, 100.0) for x, y in points])
    return api.cast_rays(origins, np.repeat(DOWN, len(origins), axis=0), options=api.PickOptions(**options))


def add_everything_without_a_surface():
    """One of each kind that has no triangles; what this Blender does not have is left out."""
    data, made = bpy.data, []
    for kind in ("hair_curves", "pointclouds", "volumes", "lattices", "armatures", "speakers", "lightprobes"):
        if hasattr(data, kind):
            made.append(data.objects.new(kind, _new_data(getattr(data, kind), kind)))
    # From 4.3 until 5.0 the older collection holds annotations only.
    strokes = getattr(data, "grease_pencils_v3", data.grease_pencils)
    made.append(data.objects.new("strokes", strokes.new("strokes")))
    made.append(data.objects.new("empty", None))
    made.append(data.objects.new("light", data.lights.new("light", "AREA")))
    made.append(data.objects.new("camera", data.cameras.new("camera")))
    curve = data.curves.new("wire", "CURVE")
    curve.splines.new("POLY").points.add(3)
    made.append(data.objects.new("wire", curve))
    for obj in made:
        build.link(obj)
    return made


def _new_data(blocks, kind):
    try:
        return blocks.new(kind)
    except TypeError:
        return blocks.new(kind, "SPHERE")


def test_c1_kinds_without_triangles_are_passed_over_and_named():
    made = add_everything_without_a_surface()
    build.cube()
    faces = api.PickOptions(kinds={"FACE"})
    picks = api.pick_all(build.view_down(), build.MIDDLE_PX, options=faces)
    assert [pick.object_name for pick in picks] == ["Cube", "Cube"]
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    drawn = {obj.name for obj in made} - {"hair_curves", "pointclouds", "volumes", "strokes", "armatures"}
    assert api.why_missed(build.view_down(), build.MIDDLE_PX, options=faces).skipped == {"TYPE": len(drawn)}


def test_c2_empty_curve_and_curve_of_one_point_are_no_hit():
    for count in (0, 1):
        curve = bpy.data.curves.new(f"points {count}", "CURVE")
        curve.bevel_depth = 0.5
        if count:
            curve.splines.new("POLY")
        build.link(bpy.data.objects.new(curve.name, curve))
    assert build.pick_down() is None


def test_c4_extruded_text_is_hit_on_the_glyph_and_missed_in_the_hole_of_an_o():
    text = bpy.data.curves.new("O", "FONT")
    text.body, text.extrude, text.align_x, text.align_y = "O", 0.1, "CENTER", "CENTER"
    obj = build.link(bpy.data.objects.new("O", text))
    obj.scale, obj.rotation_euler = (4, 4, 4), (0, 0, 0.7)
    build.update()
    box = np.array([corner[:] for corner in obj.bound_box])
    middle = box.mean(axis=0)
    rim = middle + (box[:, 0].max() - middle[0] - 0.04, 0, 0)
    hits = hits_down([(obj.matrix_world @ Vector(point))[:2] for point in (middle, rim)])
    assert hits.hit.tolist() == [False, True]
    assert hits.instances[0].object_name == "O" and not hits.instances[0].is_instance


def test_c8_face_index_is_the_evaluated_face():
    plane = build.plane()
    solidify = plane.modifiers.new("Solidify", "SOLIDIFY")
    solidify.thickness = 0.1
    array = plane.modifiers.new("Array", "ARRAY")
    array.count = 5
    bevel = plane.modifiers.new("Bevel", "BEVEL")
    bevel.width = 0.01
    build.update()
    mesh = plane.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    assert len(mesh.polygons) > 5 * 6
    for x in (0.1, 2.1, 4.1, 6.1, 8.1):
        pick = build.pick_down(eye=(x, 0.13, 100))
        assert_point_in_face(mesh, pick)
        assert pick.original_face_index is None


def test_c8_subdivided_cube():
    cube = build.cube()
    cube.modifiers.new("Subsurf", "SUBSURF").levels = 3
    build.update()
    mesh = cube.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    assert_point_in_face(mesh, build.pick_down())


def test_c8_behind_a_modifier_the_original_face_is_not_guessed():
    build.cube().modifiers.new("Array", "ARRAY")
    pick = build.pick_down()
    assert pick.face_index == 5
    assert pick.original_face_index is None


def test_c8_without_modifiers_the_original_face_is_the_same():
    build.cube()
    pick = build.pick_down()
    assert pick.original_face_index == pick.face_index == 5


def test_c11_triangles_quads_and_ngons_mixed_give_the_polygon():
    ngon = [(2 + np.cos(a), np.sin(a), 0) for a in np.linspace(0, 2 * np.pi, 7, endpoint=False)]
    vertices = [(-3, -1, 0), (-2, -1, 0), (-3, 1, 0), (-1, -1, 0), (0, -1, 0), (0, 1, 0), (-1, 1, 0), *ngon]
    obj = build.mesh_object("Mixed", vertices, [(0, 1, 2), (3, 4, 5, 6), tuple(range(7, 14))])
    for x, face_index, sides in ((-2.7, 0, 3), (-0.5, 1, 4), (2.3, 2, 7)):
        pick = build.pick_down(eye=(x, 0.1, 100))
        assert pick.face_index == face_index
        assert pick.face_polygon.shape == (sides, 3)
        assert pick.face_triangles.shape == (sides - 2, 3)
        assert_point_in_face(obj.data, pick)


def test_c13_concave_polygon_is_missed_in_the_notch_and_hit_in_the_arm():
    corners = [(0, 0, 0), (3, 0, 0), (3, 1, 0), (1, 1, 0), (1, 3, 0), (0, 3, 0)]
    build.mesh_object("L", corners, [tuple(range(6))])
    hits = hits_down([(2, 2), (0.5, 2.5), (2.5, 0.5)])
    assert hits.hit.tolist() == [False, True, True]
    assert build.pick_down(eye=(2.5, 0.5, 100)).face_index == 0


def test_c14_material_index_beyond_the_slots_is_the_last_slot():
    cube = build.cube()
    assert (build.pick_down().material_slot, build.pick_down().material) == (None, None)
    cube.data.materials.append(None)
    assert (build.pick_down().material_slot, build.pick_down().material) == (0, None)
    cube.data.materials.append(bpy.data.materials.new("Red"))
    cube.data.polygons[5].material_index = 5
    cube.data.update()
    assert (build.pick_down().material_slot, build.pick_down().material) == (1, "Red")
    cube.material_slots[1].link = "OBJECT"
    cube.material_slots[1].material = bpy.data.materials.new("Of the object")
    assert build.pick_down().material == "Of the object"


@pytest.mark.filterwarnings("error")
def test_c16_degenerate_and_non_finite_geometry_is_no_hit_and_hides_nothing():
    nan, inf = float("nan"), float("inf")
    vertices = [
        (0, 0, 5),
        (0, 0, 5),
        (1, 1, 5),
        (nan, 0, 4),
        (1, 0, 4),
        (0, 1, 4),
        (inf, 0, 3),
        (-1, -1, 0),
        (3, -1, 0),
        (-1, 3, 0),
    ]
    build.mesh_object("Broken", vertices, [(0, 1, 2), (3, 4, 5), (6, 4, 5), (7, 8, 9)])
    picks = api.pick_all(build.view_down(), build.MIDDLE_PX)
    assert [pick.face_index for pick in picks] == [3]
    assert all(
        np.isfinite(value).all() for value in (picks[0].location, picks[0].normal, picks[0].normal_smooth)
    )


def test_c17_shape_key_at_one_moves_the_surface():
    cube = build.cube()
    cube.shape_key_add(name="Basis")
    raised = cube.shape_key_add(name="Raised")
    for point in raised.data:
        point.co.z += 3.0
    raised.value = 1.0
    assert build.pick_down().location[2] == pytest.approx(4.0)


def test_g1_edit_mode_shows_the_moved_face():
    cube = build.cube()
    linked = build.link(bpy.data.objects.new("Linked duplicate", cube.data))
    linked.location.x = 5.0
    bpy.context.view_layer.objects.active = cube
    cube.select_set(True)
    build.update()
    assert build.pick_down().location[2] == pytest.approx(1.0)
    bpy.ops.object.mode_set(mode="EDIT")
    edited = bmesh.from_edit_mesh(cube.data)
    for vertex in edited.verts:
        vertex.co.z += 2.0 if vertex.co.z > 0 else 0.0
    bmesh.update_edit_mesh(cube.data)
    pick = build.pick_down(kinds={"FACE"})
    assert pick.location[2] == pytest.approx(3.0)
    assert pick.face_index == 5
    assert build.pick_down(eye=(5.1, 0.13, 100)).location[2] == pytest.approx(3.0)
    bpy.ops.object.mode_set(mode="OBJECT")


def test_uv_maps_and_shading_normal_at_the_point():
    plane = build.plane()
    for name, scale in (("UVMap", 1.0), ("Second", 2.0)):
        layer = plane.data.uv_layers.new(name=name)
        for corner, loop in enumerate(plane.data.loops):
            x, y, _ = plane.data.vertices[loop.vertex_index].co
            layer.uv[corner].vector = (scale * (x + 1) / 2, scale * (y + 1) / 2)
    pick = build.pick_down()
    assert set(pick.uv) == {"UVMap", "Second"}
    assert pick.uv["UVMap"] == pytest.approx((0.55, 0.565), abs=1e-6)
    assert pick.uv["Second"] == pytest.approx((1.1, 1.13), abs=1e-6)
    assert pick.normal_smooth == pytest.approx((0, 0, 1), abs=1e-6)


def test_smooth_sphere_has_the_shading_normal_of_a_sphere():
    bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=32)
    bpy.ops.object.shade_smooth()
    pick = build.pick_down(eye=(0.5, 0.3, 100))
    assert pick.normal_smooth == pytest.approx(pick.location, abs=0.01)
    assert np.abs(pick.normal - pick.normal_smooth).max() > 1e-3


def test_h5_a_hundred_picks_leave_no_data_block():
    build.link(bpy.data.objects.new("Text", bpy.data.curves.new("Text", "FONT"))).data.body = "Text"
    build.link(bpy.data.objects.new("Ball", bpy.data.metaballs.new("Ball"))).data.elements.new()
    curve = bpy.data.curves.new("Curve", "CURVE")
    curve.bevel_depth = 1.0
    curve.splines.new("POLY").points.add(2)
    build.link(bpy.data.objects.new("Curve", curve))
    build.pick_down()
    before = {
        name: len(getattr(bpy.data, name))
        for name in dir(bpy.data)
        if hasattr(getattr(bpy.data, name), "new")
    }
    for _ in range(100):
        build.pick_down()
    assert before == {name: len(getattr(bpy.data, name)) for name in before}


def assert_point_in_face(mesh, pick):
    """The local point lies in the plane of the named polygon and inside its outline."""
    polygon = mesh.polygons[pick.face_index]
    corners = np.array([mesh.vertices[index].co for index in polygon.vertices], dtype=np.float64)
    normal = np.array(polygon.normal)
    assert abs((pick.location_local - corners[0]) @ normal) < 1e-4  # Quads are not quite flat.
    sides = np.cross(np.roll(corners, -1, axis=0) - corners, pick.location_local - corners) @ normal
    assert (sides > -1e-6).all()
