"""The history kept with the file: saved, loaded, undone, and what cannot be read of it."""

import json

import bpy
import pytest

from addon import api
from addon.scene import history

from . import build, ui
from .test_pick_files import assert_same_pick
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


# Fields that have no meaning in another session.
_OF_A_SESSION = ("object_uid", "base_key")


@pytest.fixture
def cubes():
    """Two cubes behind each other in the middle of the live view."""
    space, _, region_3d = build.live_view()
    region_3d.view_perspective = "PERSP"
    region_3d.view_location, region_3d.view_rotation = (0, 0, 0), (1, 0, 0, 0)
    region_3d.view_distance = 20
    space.clip_end = 1000
    near, far = build.cube("Near", location=(0, 0, 3)), build.cube("Far")
    build.update()
    return near, far


def save(path):
    bpy.ops.wm.save_as_mainfile(filepath=str(path))


def load(path):
    bpy.ops.wm.open_mainfile(filepath=str(path))


def save_and_load(path):
    save(path)
    load(path)


def options():
    return bpy.context.scene.picking_ray


def labels():
    return [row.label for row in ui.rows().history]


def test_picks_come_back_with_names_views_and_objects(cubes, tmp_path):
    ui.pick_middle()
    cubes[0].hide_set(True)
    ui.pick_middle()
    ui.rows().history[1].label = "=Corner\nof 立方体"
    before = api.kept_picks()
    assert [kept.pick.object_name for kept in before] == ["Far", "Near"]
    save_and_load(tmp_path / "a.blend")
    after = api.kept_picks()
    for one, other in zip(before, after, strict=True):
        assert_same_pick(one.pick, other.pick, _OF_A_SESSION)
        assert one.name == other.name
        assert repr(vars(one.view)) == repr(vars(other.view))
        assert other.pick.object == bpy.data.objects[one.pick.object_name] == other.pick.selectable_object
        assert other.scene_uid == bpy.context.scene.session_uid
    assert labels() == ["Far", "=Corner of 立方体"]
    assert ui.rows().active_history == -1
    ui.rows().active_history = 1
    assert ui.hit_names() == ["Near"]


def test_a_pick_does_not_make_the_file_unsaved_and_saving_does(cubes, tmp_path):
    save(tmp_path / "a.blend")
    dirty = bpy.data.is_dirty
    ui.pick_middle()
    ui.rows().history[0].label = "Name"
    assert bpy.data.is_dirty == dirty
    assert options().history == ""


def test_what_is_gone_when_the_file_is_saved_is_gone_after(cubes, tmp_path):
    ui.pick_middle()
    bpy.data.objects.remove(cubes[0])
    build.cube("Near")
    save_and_load(tmp_path / "a.blend")
    (kept,) = api.kept_picks()
    assert kept.pick.object_name == "Near"
    assert kept.pick.is_gone, "another object of that name is not the one that was picked"


def test_what_goes_without_the_add_on_is_gone_and_what_is_renamed_with_it_is_found(cubes, tmp_path):
    ui.pick_middle()
    cubes[0].hide_set(True)
    ui.pick_middle()
    cubes[1].name = "Renamed"
    save(tmp_path / "a.blend")
    bpy.data.objects.remove(cubes[0])
    texts = options().history
    save_handlers = bpy.app.handlers.save_pre[:]
    bpy.app.handlers.save_pre.clear()
    save(tmp_path / "a.blend")
    bpy.app.handlers.save_pre.extend(save_handlers)
    load(tmp_path / "a.blend")
    assert options().history == texts
    far, near = api.history()
    assert far.object == bpy.data.objects["Renamed"]
    assert near.is_gone


def test_undo_and_redo_before_saving_change_nothing_of_the_history(cubes, tmp_path):
    with build.live_override():
        bpy.ops.ed.undo_push(message="Cubes")
        save(tmp_path / "a.blend")
        ui.pick_middle()
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
        bpy.ops.ed.undo_push(message="Delete")
        save(tmp_path / "a.blend")
        bpy.ops.ed.undo()
    assert [pick.object_name for pick in api.history()] == ["Near"]
    assert not api.history()[0].is_gone
    save_and_load(tmp_path / "a.blend")
    assert api.history()[0].object == bpy.data.objects["Near"]


def test_scenes_keep_their_own_picks_in_the_order_of_all(cubes, tmp_path):
    first = bpy.context.scene
    ui.pick_middle()
    second = bpy.data.scenes.new("Second")
    for number in range(2):
        bpy.context.window_manager.windows[0].scene = (second, first)[number]
        if not number:
            for obj in cubes:
                second.collection.objects.link(obj)
            build.update()
        ui.pick_middle()
    names = [bpy.data.scenes["Second"].name, first.name]
    uids = {scene.session_uid: scene.name for scene in bpy.data.scenes}
    assert [uids[kept.scene_uid] for kept in api.kept_picks()] == [names[1], names[0], names[1]]
    save_and_load(tmp_path / "a.blend")
    uids = {scene.session_uid: scene.name for scene in bpy.data.scenes}
    assert [uids[kept.scene_uid] for kept in api.kept_picks()] == [names[1], names[0], names[1]]
    if bpy.app.background or bpy.app.version >= (4, 4):
        # Blender 4.3 in a window crashes of this by itself, after a file has been loaded.
        bpy.data.scenes.remove(bpy.data.scenes["Second"])
        save_and_load(tmp_path / "a.blend")
        assert len(api.kept_picks()) == 2, "what was picked in a scene goes with it"


def test_a_copy_of_a_scene_has_the_picks_of_the_other_once_it_is_loaded(cubes, tmp_path):
    ui.pick_middle()
    save(tmp_path / "a.blend")
    bpy.context.scene.copy().use_fake_user = True
    save(tmp_path / "a.blend")
    assert len(api.kept_picks()) == 1
    load(tmp_path / "a.blend")
    assert len({kept.scene_uid for kept in api.kept_picks()}) == len(api.kept_picks()) == 2


def test_picks_in_a_copied_scene_join_those_that_it_has(cubes, tmp_path):
    ui.pick_middle()
    save(tmp_path / "a.blend")
    copy = bpy.context.scene.copy()
    copy.use_fake_user = True
    bpy.context.window_manager.windows[0].scene = copy
    ui.pick_middle()
    save_and_load(tmp_path / "a.blend")
    assert sorted(len(json.loads(scene.picking_ray.history)["picks"]) for scene in bpy.data.scenes) == [1, 2]


def linked_cube(path):
    build.cube("Linked")
    save(path)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    with bpy.data.libraries.load(str(path), link=True) as (_, wanted):
        wanted.objects = ["Linked"]
    build.link(wanted.objects[0])
    build.cube("Linked", location=(10, 0, 0))
    build.update()


def test_h1_objects_of_a_library_are_found_though_the_file_moves(tmp_path):
    (tmp_path / "deep").mkdir()
    linked_cube(tmp_path / "library.blend")
    api.record_pick(build.pick_down())
    api.record_pick(build.pick_down(eye=(10.1, 0.13, 100)))
    save(tmp_path / "a.blend")
    bpy.ops.file.make_paths_relative()
    save(tmp_path / "a.blend")
    assert api.history()[1].library != bpy.data.libraries[0].filepath == "//library.blend"
    save_and_load(tmp_path / "deep" / "b.blend")
    local, linked = api.history()
    assert bpy.data.libraries[0].filepath == "//../library.blend"
    assert (local.object, linked.object) == (
        bpy.data.objects[("Linked", None)],
        bpy.data.objects[("Linked", "//../library.blend")],
    )


def test_a_saved_copy_has_the_history_and_the_file_goes_on(cubes, tmp_path):
    ui.pick_middle()
    save(tmp_path / "a.blend")
    ui.pick_middle()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "copy.blend"), copy=True)
    load(tmp_path / "a.blend")
    assert len(api.history()) == 1
    load(tmp_path / "copy.blend")
    assert len(api.history()) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "Line 1: expected JSON, found something else"),
        (
            '{"format": "picking_ray.picks", "version": 2, "picks": []}',
            "Written by a newer Picking Ray: expected version 1, found 2",
        ),
        (
            '{"format": "picking_ray.picks", "version": 1, "picks": [{"kind": "FACE"}]}',
            "Pick 1, object_name: expected a value, found none",
        ),
    ],
)
def test_what_cannot_be_read_stays_in_the_file_beside_new_picks(cubes, tmp_path, capfd, text, reason):
    options().history = text
    path = tmp_path / "a.blend"
    save_and_load(path)
    assert api.history() == []
    assert api.unread_reasons() == [reason]
    ui.pick_middle()
    for _ in range(2):
        save_and_load(path)
        assert len(api.history()) == 1
        assert api.unread_reasons() == [reason]
        assert json.loads(options().history_unread) == [text]
    assert "Traceback" not in "".join(capfd.readouterr())


def test_what_could_not_be_read_is_taken_in_once_it_can_be(cubes, tmp_path):
    ui.pick_middle()
    save(tmp_path / "a.blend")
    text = options().history
    api.clear_history()
    options().history_unread = json.dumps([text])
    options().history = ""
    api.load_history([(bpy.context.scene, "", json.dumps([text]))])
    save_and_load(tmp_path / "a.blend")
    assert len(api.history()) == 1
    assert options().history_unread == ""


def test_clearing_gives_up_what_could_not_be_read(tmp_path):
    options().history = "{"
    save_and_load(tmp_path / "a.blend")
    assert ui.run("history_clear") == {"FINISHED"}
    assert api.unread_reasons() == []
    save_and_load(tmp_path / "a.blend")
    assert (options().history, options().history_unread) == ("", "")


@pytest.mark.parametrize("unread", ["{", "7", "[7]", '"text"'])
def test_a_broken_list_of_what_could_not_be_read_is_kept_as_well(tmp_path, unread):
    options().history_unread = unread
    for _ in range(2):
        save_and_load(tmp_path / "a.blend")
        assert len(api.unread_reasons()) == 1
    assert json.loads(options().history_unread) == [unread]


def test_loading_another_file_leaves_nothing_of_the_one_before(cubes, tmp_path):
    save(tmp_path / "empty.blend")
    ui.pick_middle()
    save(tmp_path / "a.blend")
    load(tmp_path / "empty.blend")
    assert api.history() == []
    assert len(ui.rows().history) == 0


def test_a_thousand_picks_are_kept_and_only_new_ones_are_put_into_words(cubes, tmp_path, monkeypatch):
    ui.pick_middle()
    pick = api.history()[0]
    for _ in range(1100):
        api.record_pick(pick)
    made, record_of = [], history.record_of
    monkeypatch.setattr(history, "record_of", lambda kept: made.append(kept) or record_of(kept))
    save(tmp_path / "a.blend")
    assert made == api.kept_picks()
    assert len(made) == 1000
    api.record_pick(pick)
    save(tmp_path / "a.blend")
    assert made[1000:] == api.kept_picks()[:1]
    load(tmp_path / "a.blend")
    assert len(api.history()) == 1000
