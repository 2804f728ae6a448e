"""The README's Python examples, run one after the other as they stand there."""

import bpy

from addon import api, core

from ..readme import python_examples


def test_examples_run_on_the_factory_scene(capsys):
    """All but the first, which needs the extension installed: see tests/gui/test_readme.py."""
    bpy.ops.wm.read_homefile(use_factory_startup=True)
    names = {"bpy": bpy, "api": api, "core": core}
    for example in python_examples()[1:]:
        exec(compile(example, "README.md", "exec"), names)
    assert names["camera_view"].size_px.tolist() == [1920, 1080]
    assert [pick and pick.object_name for pick in names["picks"]] == ["Cube", None]
    assert names["hits"].hit.tolist() == names["found"].hit.tolist() == [True, False]
    assert "Cube" in capsys.readouterr().out
