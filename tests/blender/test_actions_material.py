"""The material at the picked place, given to the selected objects."""

import bpy
import pytest

from . import build, ui
from .build import library_object
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def source():
    """A cube of two materials; the face that is picked has the second."""
    ui.look_down()
    cube = build.cube("Source")
    for name in ("Side", "Top"):
        cube.data.materials.append(bpy.data.materials.new(name))
    cube.data.polygons[5].material_index = 1
    build.update()
    ui.pick_middle()
    assert ui.active_pick().material == "Top"
    return cube


def target(name="Target", slots=0):
    obj = build.cube(name, location=(5, 0, 0))
    for number in range(slots):
        obj.data.materials.append(bpy.data.materials.new(f"{name} {number}"))
    obj.select_set(True)
    build.update()
    return obj


def materials(name):
    return [slot.material.name for slot in bpy.data.objects[name].material_slots]


def test_active_slot_gets_the_material_and_undo_brings_the_old_one_back(source):
    target(slots=2).active_material_index = 1
    assert ui.run_as_step("copy_material") == {"FINISHED"}
    assert materials("Target") == ["Target 0", "Top"]
    ui.undo()
    assert materials("Target") == ["Target 0", "Target 1"]
    ui.redo()
    assert materials("Target") == ["Target 0", "Top"]


def test_all_slots_or_a_new_one(source):
    target(slots=2)
    target("Bare")
    source.select_set(True)
    assert ui.run("copy_material", slots="ALL") == {"FINISHED"}
    assert materials("Target") == ["Top", "Top"]
    assert materials("Bare") == ["Top"]
    assert materials("Source") == ["Side", "Top"], "the object that was hit stays as it is"


def test_slot_of_the_object_leaves_the_mesh_to_the_others(source):
    obj = target(slots=1)
    obj.material_slots[0].link = "OBJECT"
    ui.run("copy_material")
    assert obj.material_slots[0].material.name == "Top"
    assert obj.data.materials[0].name == "Target 0"


def test_what_takes_no_material_is_named(source, capfd):
    empty = build.link(bpy.data.objects.new("Empty", None))
    empty.select_set(True)
    assert ui.run("copy_material") == {"CANCELLED"}
    assert "Empty cannot take Top" in capfd.readouterr().out
    target()
    assert ui.run("copy_material") == {"FINISHED"}
    assert (
        "Empty cannot take Top: linked, or of another type; the others have it now" in capfd.readouterr().out
    )
    assert materials("Target") == ["Top"]


def test_strokes_take_no_material_of_surfaces(source, capfd):
    with build.live_override():
        if bpy.app.version < (4, 3):
            bpy.ops.object.gpencil_add(type="STROKE")
        else:
            bpy.ops.object.grease_pencil_add(type="STROKE")
    strokes = bpy.context.view_layer.objects.active
    before = [slot.material.name for slot in strokes.material_slots]
    assert before
    assert ui.run("copy_material", slots="ALL") == {"CANCELLED"}
    assert f"{strokes.name} cannot take Top" in capfd.readouterr().out
    assert [slot.material.name for slot in strokes.material_slots] == before


def test_linked_objects_keep_theirs_and_are_named(source, capfd, tmp_path):
    linked = library_object(tmp_path)
    linked.select_set(True)
    assert ui.run("copy_material") == {"CANCELLED"}
    assert "Linked cannot take Top" in capfd.readouterr().out
    assert linked.material_slots[0].material.name == "Linked Material"


def test_override_of_linked_data_takes_it_only_in_slots_of_the_object(source, capfd, tmp_path):
    override = library_object(tmp_path).override_create(remap_local_usages=True)
    override.select_set(True)
    assert ui.run("copy_material") == {"CANCELLED"}
    assert "Linked cannot take Top" in capfd.readouterr().out
    override.material_slots[0].link = "OBJECT"
    assert ui.run("copy_material") == {"FINISHED"}
    assert override.material_slots[0].material.name == "Top"


def test_material_of_a_library_is_not_mistaken_for_a_local_one_of_the_same_name(tmp_path):
    ui.look_down()
    linked = library_object(tmp_path)
    bpy.data.materials.new("Linked Material")
    build.update()
    ui.pick_middle()
    obj = target()
    ui.run("copy_material")
    assert obj.material_slots[0].material == linked.material_slots[0].material


def test_nothing_selected_but_the_hit_or_nothing_at_all(source, capfd):
    with pytest.raises(RuntimeError, match="Select the objects that shall get the material first"):
        ui.run("copy_material")
    source.select_set(True)
    assert ui.run("copy_material") == {"CANCELLED"}
    assert "select an object other than the one that was hit" in capfd.readouterr().out


def test_place_without_a_material_and_material_that_is_gone(source, capfd):
    obj = target()
    bpy.data.materials.remove(bpy.data.materials["Top"])
    assert ui.run("copy_material") == {"CANCELLED"}
    assert "The material Top no longer exists" in capfd.readouterr().out
    assert len(obj.material_slots) == 0
    source.data.materials.clear()
    build.update()
    ui.pick_middle()
    with pytest.raises(RuntimeError, match="There is no material at the picked place"):
        ui.run("copy_material")
