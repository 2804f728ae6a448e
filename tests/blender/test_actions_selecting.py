"""Actions on the active hit that select: object, instancer, original, or one face, edge or vertex in edit mode."""

import bmesh
import bpy
import pytest

from addon import api
from addon.ui import results

from . import build, ui
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def cube():
    ui.look_down()
    cube = build.cube("Cube")
    build.update()
    return cube


@pytest.fixture
def instance():
    """An instance of a cube whose original is in the view layer as well, 10 units aside."""
    ui.look_down()
    source = build.collection("Source")
    original = build.cube("Original", collection=source, location=(10, 0, 0))
    source.instance_offset = (10, 0, 0)
    instancer = build.collection_instance("Instancer", source)
    build.update()
    return original, instancer


def selected():
    return sorted(obj.name for obj in bpy.context.view_layer.objects if obj.select_get())


def active():
    return bpy.context.view_layer.objects.active


def selected_elements(obj):
    """Numbers of the selected faces, edges and vertices of an edited mesh."""
    edited = bmesh.from_edit_mesh(obj.data)
    return tuple(
        [one.index for one in elements if one.select]
        for elements in (edited.faces, edited.edges, edited.verts)
    )


def test_deselect_takes_out_the_hit_alone_and_undo_brings_it_back(cube):
    other = build.cube("Other", location=(5, 0, 0))
    for obj in (cube, other):
        obj.select_set(True)
    ui.pick_middle()
    assert ui.run_as_step("select_hit", deselect=True) == {"FINISHED"}
    assert selected() == ["Other"]
    ui.undo()
    assert selected() == ["Cube", "Other"]
    ui.redo()
    assert selected() == ["Other"]


def test_make_active_leaves_the_selection(cube):
    other = build.cube("Other", location=(5, 0, 0))
    other.select_set(True)
    bpy.context.view_layer.objects.active = other
    ui.pick_middle()
    assert ui.run_as_step("activate_hit") == {"FINISHED"}
    assert (selected(), active().name) == (["Other"], "Cube")
    ui.undo()
    assert active().name == "Other"


def test_instancer_of_an_instance_is_selected(instance):
    original, instancer = instance
    original.select_set(True)
    ui.pick_middle()
    assert ui.run_as_step("select_instancer") == {"FINISHED"}
    assert (selected(), active()) == (["Instancer"], instancer)
    ui.undo()
    assert selected() == ["Original"]


def test_inner_instancer_of_nested_ones_is_selected_by_its_level(instance):
    _, instancer = instance
    outer = build.collection("Outer")
    bpy.context.scene.collection.objects.unlink(instancer)
    outer.objects.link(instancer)
    instancer.location = (0, 30, 0)
    outermost = build.collection_instance("Outermost", outer, location=(0, -30, 0))
    build.update()
    ui.pick_middle()
    assert ui.active_pick().instancer_path == ("Outermost", "Instancer")
    ui.run("select_instancer")
    assert active() == outermost
    for level in (2, 9):
        ui.run("select_instancer", level=level)
        assert (selected(), active()) == (["Instancer"], instancer)


@pytest.mark.parametrize("name", ["select_instancer", "select_original"])
def test_what_is_no_instance_has_no_instancer_and_no_original(cube, name):
    ui.pick_middle()
    with pytest.raises(RuntimeError, match="What was hit is not an instance"):
        ui.run(name)


def test_original_of_an_instance_is_selected(instance):
    original, _ = instance
    ui.pick_middle()
    assert ui.run_as_step("select_original", frame=False) == {"FINISHED"}
    assert (selected(), active()) == (["Original"], original)
    ui.undo()
    assert selected() == []


def hide(original):
    original.hide_set(True)


def exclude(_original):
    bpy.context.view_layer.layer_collection.children["Source"].exclude = True


def remove(original):
    bpy.data.objects.remove(original)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (hide, "Original is hidden: show it"),
        (exclude, "Original is in no collection of this view layer"),
        (remove, "Original no longer exists"),
    ],
)
def test_original_that_cannot_be_shown_is_told_apart(instance, capfd, change, reason):
    ui.pick_middle()
    change(instance[0])
    assert ui.run("select_original", frame=False) == {"CANCELLED"}
    assert reason in capfd.readouterr().out
    assert selected() == []


def test_face_that_was_hit_is_selected_alone_in_edit_mode(cube):
    ui.pick_middle()
    assert ui.active_pick().face_index == 5
    assert ui.run_as_step("edit_hit") == {"FINISHED"}
    assert cube.mode == "EDIT"
    faces, edges, vertices = selected_elements(cube)
    assert (faces, len(edges), vertices) == ([5], 4, [1, 3, 5, 7])
    assert bmesh.from_edit_mesh(cube.data).faces.active.index == 5
    assert tuple(bpy.context.scene.tool_settings.mesh_select_mode) == (False, False, True)
    ui.undo()
    assert bpy.data.objects["Cube"].mode == "OBJECT"
    ui.redo()
    assert selected_elements(bpy.data.objects["Cube"])[0] == [5]


def test_face_of_an_instance_is_edited_in_its_original(instance, capfd):
    original, _ = instance
    ui.pick_middle()
    assert ui.run("edit_hit") == {"FINISHED"}
    assert (original.mode, active(), selected_elements(original)[0]) == ("EDIT", original, [5])
    with build.live_override():
        bpy.ops.object.mode_set(mode="OBJECT")
    exclude(original)
    assert ui.run("edit_hit") == {"CANCELLED"}
    assert (
        "Original cannot be edited: it is hidden, or in no collection of this view layer"
        in capfd.readouterr().out
    )


def test_mesh_of_a_library_is_not_edited(tmp_path):
    ui.look_down()
    build.library_object(tmp_path)
    build.update()
    ui.pick_middle()
    with pytest.raises(RuntimeError, match="linked from a library: make it local to edit it"):
        ui.run("edit_hit")


@pytest.mark.parametrize(("element", "number"), [("EDGE", 1), ("VERTEX", 2)])
def test_edge_or_vertex_nearest_to_the_cursor_is_selected_alone(cube, element, number):
    ui.pick_middle()
    pick = ui.active_pick()
    assert ui.run("edit_hit", element=element) == {"FINISHED"}
    found = selected_elements(cube)
    assert found[0] == []
    assert found[number] == [(pick.nearest_edge if element == "EDGE" else pick.nearest_vertex).index]
    assert tuple(bpy.context.scene.tool_settings.mesh_select_mode) == (
        element == "VERTEX",
        element == "EDGE",
        False,
    )


def test_edit_of_another_object_leaves_the_first_and_extend_keeps_what_is_selected(cube):
    other = build.cube("Other", location=(5, 0, 0))
    ui.pick_middle()
    bpy.context.view_layer.objects.active = other
    with build.live_override():
        bpy.ops.object.mode_set(mode="EDIT")
    assert ui.run("edit_hit") == {"FINISHED"}
    assert (other.mode, cube.mode, active()) == ("OBJECT", "EDIT", cube)
    bmesh.from_edit_mesh(cube.data).faces.ensure_lookup_table()
    bmesh.from_edit_mesh(cube.data).faces[0].select_set(True)
    ui.run("edit_hit", extend=True)
    assert selected_elements(cube)[0] == [0, 5]
    ui.run("edit_hit")
    assert selected_elements(cube)[0] == [5]


def test_face_hidden_in_edit_mode_is_shown_again(cube):
    cube.data.polygons[5].hide = True
    cube.data.update()
    build.update()
    ui.pick_middle()
    assert ui.run("edit_hit") == {"FINISHED"}
    assert selected_elements(cube)[0] == [5]
    assert not bmesh.from_edit_mesh(cube.data).faces[5].hide


def test_face_behind_a_modifier_is_known_by_a_carried_attribute_only(cube, capfd):
    cube.modifiers.new("Array", "ARRAY").relative_offset_displace = (0, 0, 1)
    build.update()
    ui.pick_middle()
    assert ui.active_pick().face_index > 5
    assert ui.run("edit_hit") == {"CANCELLED"}
    assert "Which one to edit is not known: Array may have changed the faces" in capfd.readouterr().out
    assert cube.mode == "OBJECT"
    numbers = cube.data.attributes.new("original_face_index", "INT", "FACE")
    numbers.data.foreach_set("value", range(6))
    build.update()
    ui.pick_middle()
    assert ui.run("edit_hit", element="EDGE") == {"CANCELLED"}
    assert ui.run("edit_hit") == {"FINISHED"}
    assert selected_elements(cube)[0] == [5]


def test_deforming_modifier_changes_no_number(cube):
    cube.modifiers.new("Cast", "CAST").factor = 0.2
    build.update()
    ui.pick_middle()
    assert ui.run("edit_hit") == {"FINISHED"}
    assert selected_elements(cube)[0] == [5]


def test_face_that_is_gone_since_is_not_guessed(cube, capfd):
    ui.pick_middle()
    cube.data.clear_geometry()
    cube.data.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    build.update()
    assert ui.run("edit_hit") == {"CANCELLED"}
    assert "The mesh has changed since it was picked" in capfd.readouterr().out


def test_edit_of_what_has_no_faces_of_its_own_is_not_offered(cube):
    cube.hide_set(True)
    curve = bpy.data.curves.new("Text", "FONT")
    curve.body, curve.size, curve.align_x, curve.align_y = "I", 9, "CENTER", "CENTER"
    build.link(bpy.data.objects.new("Text", curve))
    build.update()
    ui.pick_middle()
    assert ui.active_pick().kind == "FACE"
    with pytest.raises(RuntimeError, match="Only meshes have faces, edges and vertices to edit"):
        ui.run("edit_hit")


def test_edge_of_a_wire_is_known_without_modifiers_that_change_faces(cube):
    cube.display_type = "WIRE"
    build.update()
    viewport = build.view_down(eye=(1.0, 0.0, 20.0))
    pick = api.pick(viewport, build.MIDDLE_PX)
    assert pick.kind == "EDGE"
    assert api.original_element(pick, "EDGE") == (pick.element_index, None)
    assert api.original_element(pick, "FACE") == (None, "No face was hit")
    assert api.original_element(pick, "VERTEX") == (None, "No vertex was hit")
    cube.modifiers.new("Array", "ARRAY").relative_offset_displace = (2, 0, 0)
    build.update()
    assert api.original_element(pick, "EDGE") == (pick.element_index, None), "it is where the mesh has it"
    copy = api.pick(build.view_down(eye=(3.0, 0.0, 20.0)), build.MIDDLE_PX)
    assert copy.kind == "EDGE"
    assert api.original_element(copy, "EDGE") == (None, "Array may have changed the faces")
    with pytest.raises(ValueError, match="expected FACE, EDGE or VERTEX"):
        api.original_element(pick, "BONE")


def test_selection_in_another_mode_says_what_it_needs(cube):
    ui.pick_middle()
    with build.live_override():
        bpy.context.view_layer.objects.active = cube
        bpy.ops.object.mode_set(mode="EDIT")
    for name in ("activate_hit", "hide_hit", "isolate_hit"):
        with pytest.raises(RuntimeError, match="Selecting objects needs Object Mode"):
            ui.run(name)
    assert results.hits()
