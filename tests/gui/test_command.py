"""`blender FILE --command picking_ray`, with the extension installed as a user has it."""

import json
import subprocess

import pytest

from .blender_process import command_line

SAVE = "bpy.ops.wm.save_as_mainfile(filepath=path, copy=True); None"


@pytest.fixture
def command(request, blender):
    """Runs the command in a second Blender, on the factory's scene; gives (exit status, output, errors)."""
    work = blender.process.work
    path = work / "scene.blend"
    blender.run(SAVE, path=str(path))

    def run(*arguments, file=path):
        line = ["--background", str(file), "--command", "picking_ray", *map(str, arguments)]
        variables = {"BLENDER_USER_RESOURCES": str(work / "user"), "TMPDIR": str(work)}
        name = request.config.getoption("--blender-root")
        result = subprocess.run(
            command_line(name, line, work, variables),
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        return result.returncode, result.stdout, result.stderr

    return run


def test_a_hit_and_a_miss(command):
    status, out, _ = command("pick", "--at", "0.5", "0.5", "--json")
    found = json.loads(out.splitlines()[-1])  # the last line, although Blender prints to the same pipe
    assert status == 0
    assert [pick["object_name"] for pick in found["picks"]] == ["Cube"]
    assert found["camera"] == "Camera" and found["size"] == [1920, 1080]
    status, out, _ = command("pick", "--at", "1", "1", "--json")
    assert (status, json.loads(out.splitlines()[-1])["picks"]) == (1, [])


def test_readable_output(command):
    status, out, _ = command("pick", "--at", "0.5", "0.5", "--all")
    assert status == 0
    assert "Pixel 960 540 of 1920 x 1080, camera Camera" in out
    assert out.count("Cube") == 2


def test_wrong_use_and_a_file_that_is_not_there(command, tmp_path):
    status, _, error = command("pick", "--at", "0.5", "0.5", "--camera", "Nobody")
    assert status == 2 and "(Camera)" in error
    status, _, error = command("pick", "--at", "0.5", "0.5", file=tmp_path / "absent.blend")
    assert status == 2 and "absent.blend" in error


def test_output_file(command, blender):
    path = blender.process.work / "answer.json"
    status, out, _ = command("pick", "--at", "960", "540", "--output", path)
    assert status == 0 and str(path) in out
    assert json.loads(path.read_text("utf-8"))["picks"][0]["object_name"] == "Cube"
