"""What a script leaves behind when it ends."""

import subprocess
import sys
from pathlib import Path

import bpy
import pytest

SCRIPT = """
import bpy
from addon import api
bpy.ops.wm.read_homefile(use_factory_startup=True)
print(api.pick(api.camera_view(bpy.context.scene.camera, 800, 600), (400, 300)).object_name)
"""


@pytest.mark.skipif(bool(bpy.app.binary_path), reason="only the wheel runs scripts in a Python of their own")
def test_script_that_picks_and_just_ends_leaves_blender_to_exit_in_peace():
    repository = Path(__file__).resolve().parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout.split()[-1:]) == (0, ["Cube"]), done.stderr
