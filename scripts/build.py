"""Build the extension's zip with Blender's own extension tool, and validate it.

    python3 scripts/build.py        prints the path of dist/picking_ray-VERSION.zip

The same files always give the same zip, byte for byte.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import environment
from system_packages import SetupError

REPOSITORY = Path(__file__).resolve().parent.parent
# The earliest time a zip can hold, 1980-01-01 UTC, stands for "no time".
FILE_TIME = 315532800


class BuildError(RuntimeError):
    """Blender's tool refused the extension; the message is the tool's."""


def build(output_folder: Path = REPOSITORY / "dist", repository: Path = REPOSITORY) -> Path:
    """Build and validate the zip.

    Raises
    ------
    SetupError
        If no bpy wheel, which holds the tool, can be had.
    BuildError
        If the tool refuses the manifest or the zip.
    """
    python, tool, tags = _extension_tool()
    manifest = (repository / "blender_manifest.toml").read_text("utf-8")
    name, version = (re.search(rf'^{key} = "(.*)"$', manifest, re.MULTILINE)[1] for key in ("id", "version"))
    archive = output_folder / f"{name}-{version}.zip"
    output_folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".build-", dir=output_folder) as folder:
        stage = Path(folder) / name
        _stage(repository, stage)
        built = Path(folder) / archive.name
        _run([python, tool, "build", f"--source-dir={stage}", f"--output-filepath={built}"])
        _run([python, tool, "validate", built, f"--valid-tags={tags}"])
        built.replace(archive)
    return archive


def _extension_tool() -> tuple[Path, Path, Path]:
    """The Python to run it with, the tool, and Blender's list of tags."""
    python = environment.ensure_wheel(libraries=False)
    scripts = next((python.parent.parent / "lib").glob("python*/site-packages/bpy/*.*/scripts"))
    tool = scripts / "addons_core" / "bl_pkg" / "cli" / "blender_ext.py"
    return python, tool, scripts / "modules" / "_bpy_internal" / "extensions" / "tags.py"


def _stage(repository: Path, stage: Path) -> None:
    """Lay the files out as the tool wants them: the manifest beside the add-on's `__init__.py`."""
    shutil.copytree(repository / "addon", stage, ignore=shutil.ignore_patterns("__pycache__", "*.pyc", ".*"))
    for name in ("blender_manifest.toml", "LICENSE"):
        shutil.copyfile(repository / name, stage / name)
    for path in (stage, *stage.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
        os.utime(path, (FILE_TIME, FILE_TIME))


def _run(command: Sequence[str | Path]) -> None:
    result = subprocess.run(
        list(map(str, command)),
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "TZ": "UTC"},  # zips hold local times
    )
    if result.returncode:
        raise BuildError(result.stdout.strip())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--output", type=Path, default=REPOSITORY / "dist", help="folder for the zip (default: dist)"
    )
    options = parser.parse_args(arguments)
    try:
        print(build(options.output))
    except (BuildError, SetupError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
