"""The extension's zip: Blender's own tool takes it, and it holds the add-on and nothing else."""

import shutil
import tomllib
import zipfile
from pathlib import Path

import build
import pytest

REPOSITORY = Path(__file__).resolve().parent.parent

MANIFEST = tomllib.loads((REPOSITORY / "blender_manifest.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    return build.build(tmp_path_factory.mktemp("dist"))


@pytest.fixture
def copy(tmp_path):
    """A repository that a test may spoil."""
    folder = tmp_path / "copy"
    shutil.copytree(REPOSITORY / "addon", folder / "addon")
    for name in ("blender_manifest.toml", "LICENSE"):
        shutil.copy(REPOSITORY / name, folder)
    return folder


def test_zip_holds_the_addon_beside_its_manifest(archive):
    sources = {
        path.relative_to(REPOSITORY / "addon").as_posix()
        for pattern in ("*.py", "*.json")
        for path in (REPOSITORY / "addon").rglob(pattern)
    }
    names = {name for name in zipfile.ZipFile(archive).namelist() if not name.endswith("/")}
    assert names == {"blender_manifest.toml", "LICENSE", *sources}
    assert "__init__.py" in names


def test_the_same_files_give_the_same_zip(archive, tmp_path):
    assert build.build(tmp_path).read_bytes() == archive.read_bytes()


def test_zip_is_named_after_the_manifest(archive):
    assert archive.name == f"{MANIFEST['id']}-{MANIFEST['version']}.zip"
    assert MANIFEST["id"] == "picking_ray"


def test_an_unspoilt_copy_is_built(copy, tmp_path):
    assert build.build(tmp_path, copy).exists()


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ('"3D View"', '"Viewport Magic"'),
        ('id = "picking_ray"', 'id = "picking-ray"'),
        ('name = "Picking Ray"', 'name = ""'),
        ("exactly what is there", "exactly what is there."),
        ("Click in the viewport", "Click anywhere in the viewport of any of Blender's many windows"),
        ("Copy coordinates", "Copy the world and the local coordinates, the distance and all"),
    ],
    ids=["unknown tag", "id", "no name", "final stop", "long tagline", "long reason"],
)
def test_a_manifest_blender_would_refuse_is_not_built(copy, tmp_path, good, bad):
    manifest = copy / "blender_manifest.toml"
    text = manifest.read_text("utf-8")
    assert good in text
    manifest.write_text(text.replace(good, bad), encoding="utf-8")
    with pytest.raises(build.BuildError):
        build.build(tmp_path, copy)
    assert list(tmp_path.glob("*.zip")) == []


def test_no_blender_version_is_shut_out_but_the_old_ones():
    assert MANIFEST["blender_version_min"] == "4.2.0"
    assert "blender_version_max" not in MANIFEST
