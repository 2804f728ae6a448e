"""Case C8: which face of the original mesh was hit."""

import bmesh
import bpy
import numpy as np
import pytest

from addon.scene.originals import KEEP_FACES

from . import build


def evaluated(obj):
    build.update()
    return obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).data


def faces_of(mesh):
    """By index, without where they begin and which way round they go: Normal Edit may turn a face over."""
    return [set(polygon.vertices) for polygon in mesh.polygons]


def prepared(modifier):
    """Point a modifier at whatever it needs to do something."""
    names = {"object": "EMPTY", "target": "MESH", "auxiliary_target": "MESH"}
    if modifier.type in ("ARMATURE", "CURVE", "LATTICE"):
        names["object"] = modifier.type
    for name in names.keys() & modifier.bl_rna.properties.keys():
        setattr(modifier, name, helper(names[name]))
    if modifier.type == "DISPLACE":
        modifier.strength = 0.5
    return modifier


def helper(kind):
    if kind == "MESH":
        return build.cube("Target", half_size=2.0, location=(0, 0, -20))
    data = {
        "EMPTY": lambda: None,
        "ARMATURE": lambda: bpy.data.armatures.new("Armature"),
        "CURVE": lambda: bpy.data.curves.new("Curve", "CURVE"),
        "LATTICE": lambda: bpy.data.lattices.new("Lattice"),
    }[kind]()
    return build.link(bpy.data.objects.new(kind.title(), data))


@pytest.mark.parametrize("kind", sorted(KEEP_FACES))
def test_c8_deforming_modifiers_leave_the_faces_as_they_were(kind):
    cube = build.cube()
    cube.vertex_groups.new(name="Group")
    modifier = prepared(cube.modifiers.new(kind.title(), kind))
    assert modifier.type == kind
    assert faces_of(evaluated(cube)) == faces_of(cube.data)
    pick = build.pick_down()
    assert (pick.original_face_index, pick.original_face_reason) == (pick.face_index, None)


@pytest.mark.parametrize("kind", ["ARRAY", "BEVEL", "MIRROR", "SOLIDIFY", "SUBSURF", "TRIANGULATE", "NODES"])
def test_c8_behind_other_modifiers_it_is_unknown_with_a_reason(kind):
    build.cube().modifiers.new("Last", kind)
    pick = build.pick_down()
    assert pick.original_face_index is None
    assert pick.original_face_reason == "Last may have changed the faces"


def test_c8_modifier_that_is_not_shown_does_not_count():
    cube = build.cube()
    cube.modifiers.new("Subdivision", "SUBSURF").show_viewport = False
    assert build.pick_down(kinds={"FACE"}).original_face_index == 5


def test_c8_modifier_that_is_not_shown_in_edit_mode_does_not_count_there():
    cube = build.cube()
    cube.modifiers.new("Subdivision", "SUBSURF").show_in_editmode = False
    bpy.context.view_layer.objects.active = cube
    bpy.ops.object.mode_set(mode="EDIT")
    assert build.pick_down(kinds={"FACE"}).original_face_index == 5
    bpy.ops.object.mode_set(mode="OBJECT")
    assert build.pick_down().original_face_index is None


def test_c8_face_added_in_edit_mode_is_known_before_the_original_has_it():
    cube = build.cube()
    bpy.context.view_layer.objects.active = cube
    bpy.ops.object.mode_set(mode="EDIT")
    edited = bmesh.from_edit_mesh(cube.data)
    lid = [edited.verts.new(place) for place in ((-1, -1, 3), (1, -1, 3), (1, 1, 3), (-1, 1, 3))]
    edited.faces.new(lid)
    bmesh.update_edit_mesh(cube.data)
    pick = build.pick_down(kinds={"FACE"})
    assert (pick.face_index, pick.original_face_index) == (6, 6)
    bpy.ops.object.mode_set(mode="OBJECT")


def test_c8_shape_keys_leave_the_faces_as_they_were():
    cube = build.cube()
    cube.shape_key_add(name="Basis")
    cube.shape_key_add(name="Key").value = 1.0
    assert build.pick_down(kinds={"FACE"}).original_face_index == 5


def test_c8_text_has_no_faces_of_its_own():
    text = bpy.data.curves.new("Text", "FONT")
    text.body, text.align_x, text.align_y, text.size = "I", "CENTER", "CENTER", 20.0
    build.link(bpy.data.objects.new("Text", text))
    pick = build.pick_down(eye=(0.0, 0.0, 100.0))
    assert pick.original_face_index is None
    assert pick.original_face_reason == "The object has no faces of its own"


def number_faces(obj):
    numbers = obj.data.attributes.new("original_face_index", "INT", "FACE")
    numbers.data.foreach_set("value", np.arange(len(obj.data.polygons), dtype=np.int32))
    return numbers


@pytest.mark.parametrize("kind", ["ARRAY", "BEVEL", "SOLIDIFY", "SUBSURF", "TRIANGULATE"])
def test_c8_numbers_that_the_user_stored_are_carried_through(kind):
    cube = build.cube()
    number_faces(cube)
    cube.modifiers.new("Changing", kind)
    pick = build.pick_down()
    assert (pick.original_face_index, pick.original_face_reason) == (5, None)


def test_c8_numbers_that_are_not_the_faces_own_are_not_believed():
    cube = build.cube()
    numbers = number_faces(cube)
    cube.modifiers.new("Changing", "SUBSURF")
    for wrong in (4, -1, 100):
        numbers.data[5].value = wrong
        cube.data.update()
        expected = 4 if wrong == 4 else None
        assert build.pick_down().original_face_index == expected
