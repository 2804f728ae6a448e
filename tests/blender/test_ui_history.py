"""Operators of the history by execute: views, files, the clipboard; names and filters of its rows."""

import errno

import bpy
import numpy as np
import pytest

from addon import api
from addon.ui import list_rows, results
from addon.ui.history import file_errors
from addon.ui.panels import lists

from . import build, ui
from .test_pick_files import assert_same_pick
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def view():
    """The live view, above two cubes that lie behind each other."""
    space, _, region_3d = build.live_view()
    region_3d.view_perspective = "PERSP"
    region_3d.view_location, region_3d.view_rotation = (0, 0, 0), (1, 0, 0, 0)
    region_3d.view_distance, space.lens = 20, 50
    space.clip_end = 1000
    build.cube("Near", location=(0, 0, 3)), build.cube("Far")
    build.update()
    return space, region_3d


def state(space, region_3d):
    """What a view looks at, as numbers."""
    return np.concatenate(
        (region_3d.view_location, region_3d.view_rotation, (region_3d.view_distance, space.lens))
    )


def turn(space, region_3d):
    region_3d.view_perspective = "ORTHO"
    region_3d.view_location, region_3d.view_rotation = (5, 6, 7), (0, 1, 0, 0)
    region_3d.view_distance, space.lens = 3, 80


@pytest.mark.parametrize("perspective", ["PERSP", "ORTHO"])
def test_going_back_shows_what_was_shown(view, perspective):
    view[1].view_perspective = perspective
    before = state(*view)
    ui.pick_middle()
    turn(*view)
    assert ui.run("history_view") == {"FINISHED"}
    assert view[1].view_perspective == perspective
    assert np.allclose(state(*view), before, atol=1e-6)


@pytest.fixture
def through_camera(view):
    """The camera that the view looks through."""
    camera = build.camera(location=(0.5, 0.2, 12), rotation=(0, 0.04, 0.3), lens=40)
    view[1].view_perspective = "CAMERA"
    view[1].view_camera_zoom = 10.0
    build.update()
    ui.pick_middle()
    assert ui.hit_names()[0] == "Near"
    return camera


def test_going_back_through_a_camera_says_that_it_is_the_camera_of_now(view, through_camera, capfd):
    turn(*view)
    view[1].view_camera_zoom = 0.0
    assert ui.run("history_view") == {"FINISHED"}
    assert view[1].view_perspective == "CAMERA"
    assert view[1].view_camera_zoom == 10.0
    assert "Near was picked through Camera: this is what the camera sees now" in capfd.readouterr().out


def test_going_back_where_the_view_has_another_camera_does_not_look_through_that(view, through_camera):
    other = build.camera(location=(0, 0, 50))
    bpy.context.scene.camera = other
    turn(*view)
    assert ui.run("history_view") == {"FINISHED"}
    assert view[1].view_perspective == "PERSP"
    eye = api.viewport().view.eye
    assert np.allclose(eye, through_camera.matrix_world.translation, atol=1e-4)


@pytest.mark.parametrize("kind", ["PERSP", "ORTHO"])
def test_going_back_where_the_camera_is_gone_shows_what_it_saw(view, through_camera, capfd, kind):
    through_camera.data.type = kind
    build.update()
    ui.pick_middle()
    seen = api.viewport().view
    bpy.data.objects.remove(through_camera)
    turn(*view)
    assert ui.run("history_view") == {"FINISHED"}
    assert view[1].view_perspective == kind
    now = api.viewport().view
    points = np.array([(0.0, 0.0, 0.0), (1.0, 2.0, 0.5), (-1.0, 0.5, 3.0)])
    assert np.abs(seen.project(points)[0] - now.project(points)[0]).max() < 0.05
    assert "Near was picked through Camera: this is about what the camera saw then" in capfd.readouterr().out


def test_a_pick_of_a_script_has_no_view_to_go_back_to(view):
    api.record_pick(build.pick_down())
    ui.pick_middle()
    ui.rows().active_history = 1
    with pytest.raises(RuntimeError, match="The view of this pick is not known: a script has picked it"):
        ui.run("history_view")


def test_going_back_needs_a_viewport_and_a_row(view):
    ui.pick_middle()
    with pytest.raises(RuntimeError, match="Going back to a view needs a 3D viewport"):
        bpy.ops.picking_ray.history_view()
    ui.rows().active_history = -1
    with pytest.raises(RuntimeError, match="Click a pick in the history first"):
        ui.run("history_view")


@pytest.mark.parametrize(
    ("file_format", "extension"), [("CSV", ".csv"), ("JSON", ".json"), ("MARKDOWN", ".md")]
)
def test_export_writes_the_whole_history(view, tmp_path, capfd, file_format, extension):
    ui.pick_middle()
    path = tmp_path / f"picks{extension}"
    path.write_text("what was there")
    assert ui.run("history_export", filepath=str(tmp_path / "picks"), file_format=file_format) == {"FINISHED"}
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") == (file_format == "CSV")
    assert data.decode("utf-8-sig") == api.export_picks(api.kept_picks(), file_format)
    assert f"Exported one pick to {path}" in capfd.readouterr().out


def test_export_and_import_with_nothing_to_do_it_with_say_so(view, tmp_path):
    for name in ("history_export", "history_copy"):
        with pytest.raises(RuntimeError, match="Nothing has been picked yet"):
            ui.run(name)
    ui.pick_middle()
    with pytest.raises(RuntimeError, match="Nowhere to export to: give the path of a file"):
        ui.run("history_export")
    with pytest.raises(RuntimeError, match=r"no/folder/picks\.csv cannot be written: No such file"):
        ui.run("history_export", filepath=str(tmp_path / "no" / "folder" / "picks.csv"))
    with pytest.raises(RuntimeError, match=r"nothing\.csv cannot be read: No such file"):
        ui.run("history_import", filepath=str(tmp_path / "nothing.csv"))


def test_why_a_file_cannot_be_had_is_never_said_in_the_words_of_the_system():
    for number in errno.errorcode:
        told = file_errors.reason_of(OSError(number, "Words of the system"))
        assert told == file_errors._REASONS.get(number, f"Error {number} of the system")


def test_a_folder_is_no_file_to_import(view, tmp_path):
    with pytest.raises(RuntimeError, match="cannot be read: Expected a file, found a directory"):
        ui.run("history_import", filepath=str(tmp_path))


@pytest.mark.parametrize("file_format", ["CSV", "JSON"])
def test_import_brings_back_what_was_exported(view, tmp_path, capfd, file_format):
    ui.pick_middle()
    ui.rows().history[0].label = "=Näme 🧊"
    before = api.kept_picks()
    ui.run("history_export", filepath=str(tmp_path / "picks"), file_format=file_format)
    path = next(tmp_path.iterdir())
    ui.run("history_clear")
    ui.pick_middle()
    assert ui.run("history_import", filepath=str(path)) == {"FINISHED"}
    after = api.kept_picks()
    assert len(after) == len(ui.rows().history) == 2
    assert_same_pick(before[0].pick, after[0].pick)
    assert after[0].name == ui.rows().history[0].label == "=Näme 🧊"
    assert repr(vars(after[0].view)) == repr(vars(before[0].view))
    assert ui.run("history_import", filepath=str(path)) == {"FINISHED"}
    assert len(api.kept_picks()) == 2
    out = capfd.readouterr().out
    assert "Imported one pick\n" in out
    assert "Imported 0 of 1: the others are in the history already" in out


def test_import_of_a_bad_file_says_where_and_changes_nothing(view, tmp_path):
    ui.pick_middle()
    path = tmp_path / "picks.csv"
    text = api.export_picks(api.kept_picks() * 2, "CSV").replace(",FACE,", ",face,")
    path.write_text(text, newline="")
    with pytest.raises(RuntimeError, match="Nothing imported: Row 2, kind: expected one of BONE"):
        ui.run("history_import", filepath=str(path))
    path.write_bytes(bytes(range(256)))
    with pytest.raises(RuntimeError, match="Nothing imported: "):
        ui.run("history_import", filepath=str(path))
    assert len(api.history()) == 1


def test_a_row_is_renamed_and_with_no_name_is_called_by_its_object_again(view):
    ui.pick_middle()
    (row,) = ui.rows().history
    assert row.label == "Near"
    row.label = "Near"
    assert api.kept_picks()[0].name == ""
    row.label = "Corner"
    assert (api.kept_picks()[0].name, row.name, row.label) == ("Corner", "Corner", "Corner")
    assert row.tooltip.startswith("Corner\nNear")
    row.label = ""
    assert (api.kept_picks()[0].name, row.name, row.label) == ("", "Near", "Near")


def test_a_pick_is_renamed_by_an_operator_as_well(view):
    ui.pick_middle()
    assert ui.run("history_rename", name="Corner") == {"FINISHED"}
    assert (api.kept_picks()[0].name, ui.rows().history[0].label) == ("Corner", "Corner")
    ui.run("history_rename", name="Near")
    assert (api.kept_picks()[0].name, ui.rows().history[0].label) == ("", "Near")
    ui.rows().active_history = -1
    with pytest.raises(RuntimeError, match="Click a pick in the history first"):
        ui.run("history_rename", name="Corner")


class List(lists._PickList):
    """A list as Blender makes it, with its settings."""

    bitflag_filter_item = 1

    def __init__(self, picks, filter_name="", kind="ALL", order="NONE"):
        self.picks, self.filter_name, self.kind, self.order = picks, filter_name, kind, order


def listed(**settings):
    """Names of the hits in the order of the list, those left out as None."""
    rows = ui.rows()
    picks = [kept.pick for kept in api.kept_picks()]
    flags, order = List(lambda: picks, **settings).filter_items(None, rows, "history")
    shown = [row.name if not flags or flags[i] else None for i, row in enumerate(rows.history)]
    return [shown[order.index(place)] for place in range(len(shown))] if order else shown


def test_rows_are_filtered_by_name_and_kind_and_sorted(view):
    bpy.context.scene.picking_ray.empty_space = "FLOOR"
    ui.pick_middle()
    ui.run("ignore_hit")
    ui.pick_middle()
    ui.run("ignore_hit")
    ui.pick_middle()
    assert listed() == ["Floor", "Far", "Near"]
    assert listed(filter_name="ar") == [None, "Far", "Near"]
    assert listed(kind="FACE") == [None, "Far", "Near"]
    assert listed(kind="FACE", filter_name="F") == [None, "Far", None]
    assert listed(order="NAME") == ["Far", "Floor", "Near"]
    assert listed(order="DISTANCE") == ["Near", "Far", "Floor"]
    api.clear_history()
    assert listed(order="NAME", kind="FACE") == ["Floor", "Far", "Near"], "rows of before are not looked at"


def test_a_coincident_face_is_marked_in_words_as_well(view):
    build.cube("Twin", location=(0, 0, 3))
    build.update()
    ui.pick_middle()
    tooltips = [row.tooltip for row in ui.rows().hits]
    assert [("In one place with another face" in tooltip) for tooltip in tooltips[:2]] == [True, True]
    assert "In one place" not in tooltips[-1]


def test_rows_are_those_of_the_history_whatever_changed_it(view):
    for change in (
        ui.pick_middle,
        ui.pick_middle,
        lambda: api.record_pick(build.pick_down()),
        lambda: api.rename_in_history(1, "Renamed"),
        lambda: api.remove_from_history(0),
        lambda: [api.record_pick(build.pick_down()) for _ in range(3)],
        lambda: api.add_to_history([api.KeptPick(build.pick_down(), "Imported")]),
        ui.pick_middle,
        lambda: api.remove_from_history(4),
        api.clear_history,
        ui.pick_middle,
    ):
        change()
        results.mirror_history(bpy.context)
        names = [kept.name or kept.pick.object_name for kept in api.kept_picks()]
        assert [row.name for row in ui.rows().history] == [row.label for row in ui.rows().history] == names


def test_of_a_thousand_rows_only_that_of_a_new_pick_is_made(view, monkeypatch):
    pick = build.pick_down()
    for _ in range(1000):
        api.record_pick(pick)
    ui.pick_middle()
    made, write = [], list_rows._write
    monkeypatch.setattr(
        list_rows, "_write", lambda row, name, pick: made.append(name) or write(row, name, pick)
    )
    bpy.context.scene.picking_ray.ignored.add().name = "Near"
    ui.pick_middle()
    assert made == ["Far"] * (len(ui.hit_names()) + 1)
    assert [row.name for row in ui.rows().history][:3] == ["Far", "Near", "Near"]
    assert len(ui.rows().history) == 1000
