"""The command line, called as Blender calls it; case H2, names."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import bpy
import numpy as np
import pytest

from addon import api, cli

from .build import camera, collection, collection_instance, cube, plane, update

NAMES = ["Куб", "立方体", "🧊 ice", "two\nlines", "n" * 63, "=1+1", "+x", "-y", "@z"]


@pytest.fixture
def scene_of_cube(empty_scene):
    """A camera 10 above a cube of size 2, with a picture of 200 x 100."""
    cube()
    camera().name = "Above"
    empty_scene.render.resolution_x, empty_scene.render.resolution_y = 400, 200
    empty_scene.render.resolution_percentage = 50
    update()
    return empty_scene


def run(capsys, *arguments):
    """(exit status, standard output, standard error)."""
    status = cli.main(["pick", *map(str, arguments)])
    return status, *capsys.readouterr()


def answer(capsys, *arguments):
    status, out, _ = run(capsys, *arguments, "--json")
    return status, json.loads(out.splitlines()[-1])


def test_a_hit_is_status_0_with_every_field_of_the_pick(scene_of_cube, capsys):
    status, found = answer(capsys, "--at", 100, 50)
    assert status == 0
    assert (found["camera"], found["framed"], found["size"], found["pixel"]) == (
        "Above",
        False,
        [200, 100],
        [100, 50],
    )
    (pick,) = found["picks"]
    assert pick["object_name"] == "Cube" and pick["kind"] == "FACE"
    assert pick["location"] == pytest.approx([0, 0, 1], abs=1e-12)
    assert pick["distance"] == pytest.approx(9.0, abs=1e-12)
    live = api.pick(api.camera_view(scene_of_cube.camera, 200, 100), (100, 50))
    assert pick == api.pick_as_dict(live)
    assert set(pick) == set(live.__dataclass_fields__) - {"base_key"}
    assert found["hit"] is True and found["miss"] is None


def test_json_is_one_line_and_the_last(scene_of_cube, capsys):
    _, out, _ = run(capsys, "--at", 100, 50, "--json")
    assert out.endswith("}\n") and out.count("\n") == 1


def test_a_miss_is_status_1_with_the_reason(scene_of_cube, capsys):
    bpy.data.objects["Cube"].hide_set(True)
    status, found = answer(capsys, "--at", 100, 50)
    assert status == 1
    assert found["picks"] == [] and found["hit"] is False
    assert found["miss"]["skipped"]["HIDDEN"] == 1
    assert found["miss"]["reason"].startswith("Nothing there: ") and "hidden" in found["miss"]["reason"]
    status, out, _ = run(capsys, "--at", 100, 50)
    assert status == 1 and found["miss"]["reason"] in out


def test_all_lists_what_the_ray_passes_through(scene_of_cube, capsys):
    plane("Floor", half_size=5, location=(0, 0, -2))
    update()
    _, found = answer(capsys, "--at", 100, 50, "--all")
    assert [pick["object_name"] for pick in found["picks"]] == ["Cube", "Cube", "Floor"]
    _, out, _ = run(capsys, "--at", 100, 50, "--all")
    assert [line.split()[1] for line in out.splitlines()[2:]] == ["Cube", "Cube", "Floor"]


@pytest.mark.parametrize(
    ("at", "pixel"),
    [
        (("0.5", "0.5"), [100, 50]),
        (("0.25", "1.0"), [50, 100]),
        ((".5", "0."), [100, 0]),
        (("1", "1"), [1, 1]),
        (("1.0", "1"), [1, 1]),
        (("0.5", "2.5"), [0.5, 2.5]),
        (("199.5", "0.5"), [199.5, 0.5]),
    ],
)
def test_two_decimal_points_in_0_to_1_are_fractions(scene_of_cube, capsys, at, pixel):
    assert answer(capsys, "--at", *at)[1]["pixel"] == pixel


def test_size_and_camera_are_those_asked_for(scene_of_cube, capsys):
    camera(location=(3, 0, 10)).name = "Beside"
    scene_of_cube.camera = bpy.data.objects["Above"]
    update()
    _, found = answer(capsys, "--at", 0.5, 0.5, "--camera", "Beside", "--size", 64, 48)
    assert (found["camera"], found["size"], found["pixel"]) == ("Beside", [64, 48], [32, 24])
    assert found["hit"] is False


def test_pixel_aspect_is_kept(scene_of_cube, capsys):
    scene_of_cube.render.pixel_aspect_x = 2.0
    update()
    wide = api.camera_view(scene_of_cube.camera, 200, 100)
    _, found = answer(capsys, "--at", 110, 50)
    assert found["picks"][0]["location"] == api.pick(wide, (110, 50)).location.tolist()


def test_without_a_camera_all_is_framed_and_that_is_said(empty_scene, capsys):
    cube(location=(1e6, 0, 0))
    update()
    status, found = answer(capsys, "--at", 0.5, 0.5)
    assert (status, found["camera"], found["framed"]) == (0, None, True)
    assert found["picks"][0]["object_name"] == "Cube"
    assert "a view of everything" in run(capsys, "--at", 0.5, 0.5)[1]


@pytest.mark.parametrize("size", [(200, 100), (100, 200), (300, 7)])
def test_the_framed_view_has_everything_in_it(empty_scene, size):
    source = collection("Source", linked=False)
    cube("Piece", half_size=0.1, location=(2, 0, 0), collection=source)
    for place in ((-40, 3, 0), (8, -30, 5), (0, 0, 12)):
        collection_instance(f"At {place}", source, place)
    update()
    view = api.framed_view(*size).view
    corners = np.array([(-38.1, 3.1, 0.1), (10.1, -30.1, 5.1), (1.9, 0.1, 12.1)])
    pixels, in_front = view.project(corners)
    assert in_front.all()
    assert (pixels >= 0).all() and (pixels <= size).all()
    assert ((view.depths(corners) > view.near) & (view.depths(corners) < view.far)).all()


def test_an_empty_scene_can_be_framed(empty_scene, capsys):
    assert answer(capsys, "--at", 0.5, 0.5)[0] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "--at"),
        (("--at", "1"), "--at"),
        (("--at", "left", "5"), "--at: expected two numbers, got left 5"),
        (("--at", "nan", "5"), "--at: expected a pixel within 200 x 100, got nan 5"),
        (("--at", "-1", "5"), "--at: expected a pixel within 200 x 100, got -1 5"),
        (("--at", "5", "100.5"), "--at: expected a pixel within 200 x 100"),
        (("--at", "5", "5", "--camera", "Nobody"), "cameras (Above), got 'Nobody'"),
        (("--at", "5", "5", "--camera", "Cube"), "cameras (Above), got 'Cube'"),
        (("--at", "5", "5", "--size", "0", "5"), "expected at least 1 pixel, got 0"),
        (("--at", "5", "5", "--json", "--output", "x.json"), "not allowed with"),
        (("--at", "5", "5", "--output", "no/such/folder/x.json"), "no/such/folder"),
        (("--at", "5", "5", "--what"), "--what"),
    ],
)
def test_wrong_use_is_status_2_and_says_what_is_right(scene_of_cube, capsys, arguments, message):
    status, out, error = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in error


def test_help_is_status_0(capsys):
    assert cli.main(["--help"]) == 0
    assert "pick" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_names_are_whole_and_survive_json(scene_of_cube, capsys, name):
    bpy.data.objects["Cube"].name = name
    update()
    _, found = answer(capsys, "--at", 100, 50)
    assert found["picks"][0]["object_name"] == name
    assert run(capsys, "--at", 100, 50)[0] == 0


def test_a_terminal_without_the_letters_of_a_name_still_shows_it(scene_of_cube, capsys, monkeypatch):
    bpy.data.objects["Cube"].name = "Куб"
    update()
    with open("/dev/null", "w", encoding="ascii") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        assert cli.main(["pick", "--at", "100", "50"]) == 0


def test_output_writes_the_line_and_nothing_beside_it(scene_of_cube, capsys, tmp_path):
    path = tmp_path / "answer.json"
    status, out, _ = run(capsys, "--at", 100, 50, "--output", path)
    assert status == 0 and str(path) in out
    assert json.loads(path.read_text("utf-8"))["picks"][0]["object_name"] == "Cube"
    assert [file.name for file in tmp_path.iterdir()] == ["answer.json"]


def test_output_that_cannot_be_written_leaves_what_was_there(scene_of_cube, capsys, tmp_path):
    path = tmp_path / "folder.json"
    path.mkdir()
    assert run(capsys, "--at", 100, 50, "--output", path)[0] == 2
    assert path.is_dir() and len(list(tmp_path.iterdir())) == 1


def test_output_to_a_symbolic_link_writes_what_it_points_to(scene_of_cube, capsys, tmp_path):
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    assert run(capsys, "--at", 100, 50, "--output", link)[0] == 0
    assert link.is_symlink() and json.loads(target.read_text("utf-8"))["hit"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_output_to_a_pipe_reaches_its_reader(scene_of_cube, capsys, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as threads:
        read = threads.submit(pipe.read_text, "utf-8")
        assert run(capsys, "--at", 100, 50, "--output", pipe)[0] == 0
        assert json.loads(read.result(timeout=30))["hit"]
    assert pipe.is_fifo()


def test_numbers_that_are_not_finite_are_null(scene_of_cube, capsys):
    """A vertex behind the near or beyond the far clip plane has no distance in pixels."""
    plane("Around", half_size=1000, location=(0, 0, 2)).rotation_euler = (0.8, 0, 0)
    scene_of_cube.camera.data.clip_end = 20
    update()
    _, found = answer(capsys, "--at", 100, 50)
    assert found["picks"][0]["object_name"] == "Around"
    assert found["picks"][0]["nearest_vertex"]["distance_px"] is None
