"""The production scene opens, and is picked as Blender draws it."""

import production_run
import pytest


@pytest.mark.usefixtures("gpu")
def test_picks_agree_with_blender(tmp_path, capsys):
    path = tmp_path / "production.blend"
    production_run.make(path, seed=2)
    assert "10,302 instances" in capsys.readouterr().out
    assert production_run.check(path, pixel_count=20), capsys.readouterr().out
