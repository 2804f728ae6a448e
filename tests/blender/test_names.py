"""Cases H1, H2 and B17: names as they are, and objects that are renamed, gone or back again."""

import sys
from contextlib import contextmanager
from pathlib import Path

import bpy
import pytest

from addon import api
from addon.scene import lookup

from . import build


def test_h1_local_and_linked_objects_of_one_name_are_kept_apart(tmp_path):
    build.cube("Same")
    path = str(tmp_path / "library.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    build.cube("Same", location=(10, 0, 0))
    with bpy.data.libraries.load(path, link=True) as (_, wanted):
        wanted.objects = ["Same"]
    build.link(wanted.objects[0])
    linked, local = build.pick_down(), build.pick_down(eye=(10.1, 0.13, 100))
    assert linked.object_name == local.object_name == "Same"
    assert (linked.library, local.library) == (bpy.data.libraries[0].filepath, None)
    assert linked.object == wanted.objects[0] != local.object
    assert linked.object_uid != local.object_uid


@pytest.mark.parametrize(
    "name", ("Куб", "立方体", "🧊 cube", "two\nlines", "=1+1", "+x", "-x", "@x", "a" * 63, "é" * 31)
)
def test_h2_names_come_back_whole(name):
    cube = build.cube(name)
    assert cube.name == name
    pick = build.pick_down()
    assert pick.object_name == name
    assert pick.object == cube


def test_a_new_object_of_the_same_name_is_not_the_old_one():
    cube = build.cube()
    pick = build.pick_down()
    bpy.data.objects.remove(cube)
    assert build.cube().name == "Cube"
    assert pick.object is None


def test_a_renamed_object_is_still_found_and_a_gone_one_comes_back_with_undo():
    cube, gone = build.cube(), build.cube("Gone", location=(10, 0, 0))
    bpy.ops.ed.undo_push(message="before")
    picks = build.pick_down(), build.pick_down(eye=(10.1, 0.13, 100))
    cube.name = "Renamed"
    assert picks[0].object == cube
    bpy.data.objects.remove(gone)
    bpy.ops.ed.undo_push(message="gone")
    assert picks[1].object is None
    # It is not looked for again among all objects until something changes.
    assert picks[1].object_uid in lookup._gone.uids
    bpy.ops.ed.undo()
    assert picks[1].object.name == "Gone"


@contextmanager
def searches():
    """Counts how often Blender looks for a name."""
    found = []

    def watch(_frame, event, argument):
        if (
            event == "c_call"
            and argument.__name__ == "get"
            and isinstance(argument.__self__, type(bpy.data.objects))
        ):
            found.append(argument)

    sys.setprofile(watch)
    try:
        yield found
    finally:
        sys.setprofile(None)


def test_an_object_is_looked_for_by_its_name_once_as_long_as_it_is_there():
    cube = build.cube()
    bpy.ops.ed.undo_push(message="before")
    pick = build.pick_down()
    assert pick.object == cube
    with searches() as found:
        assert [pick.object for _ in range(100)] == [cube] * 100
        cube.location.x = 0.1
        build.update()
        assert not pick.is_gone
    assert len(found) == 0
    bpy.ops.ed.undo_push(message="moved")
    bpy.ops.ed.undo()
    with searches() as found:
        assert [pick.object for _ in range(100)] == [bpy.data.objects["Cube"]] * 100
    assert len(found) <= 1


def test_objects_are_of_a_view_layer_whatever_hides_them_there():
    shown, off, hidden, excluded = (build.cube(name) for name in ("Shown", "Off", "Hidden", "Excluded"))
    unlinked = bpy.data.objects.new("Unlinked", None)
    off.hide_viewport = True
    collection = build.collection("Left Out")
    collection.objects.link(excluded)
    bpy.context.scene.collection.objects.unlink(excluded)
    bpy.context.view_layer.layer_collection.children["Left Out"].exclude = True
    hidden.hide_set(True)
    build.update()
    layer = bpy.context.view_layer
    objects = (shown, off, hidden, excluded, unlinked)
    assert [api.is_in_view_layer(one, layer) for one in objects] == [True, True, True, False, False]


def test_gone_objects_are_none_and_come_back_with_undo():
    build.cube("Other", location=(50, 0, 0))
    cube = build.cube()
    bpy.context.view_layer.objects.active = cube
    bpy.ops.ed.undo_push(message="before")
    pick = build.pick_down()
    assert pick.object == cube
    bpy.ops.object.select_all(action="DESELECT")
    cube.select_set(True)
    bpy.ops.object.delete()
    bpy.ops.ed.undo_push(message="deleted")
    assert pick.object is None and pick.selectable_object is None
    bpy.ops.ed.undo()
    assert pick.object is not None and pick.object.name == "Cube"
    bpy.ops.ed.redo()
    assert pick.object is None


def test_h2_an_object_of_a_library_whose_path_is_no_utf8_is_found(tmp_path):
    build.cube("Linked")
    path = str(tmp_path / "library.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    odd = str(tmp_path / "libr\udce9ry.blend")
    Path(path).rename(odd)
    with bpy.data.libraries.load(odd, link=True) as (_, wanted):
        wanted.objects = ["Linked"]
    build.link(wanted.objects[0])
    pick = build.pick_down()
    assert pick.library == bpy.data.libraries[0].filepath
    assert pick.object == wanted.objects[0]
