"""See Picking Ray work, without installing anything: picks in a scene, as a table and as a picture.

    python3 scripts/demo.py              in a scene of its own
    python3 scripts/demo.py FILE.blend   in yours, as its camera sees it; the file is only read

The first run fetches Blender as the wheel `bpy` into your cache folder. No graphics card is needed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import environment
from system_packages import SetupError

RUN = Path(__file__).with_name("demo_run.py")
WRONG_USE, INTERRUPTED = 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE.blend", help="default: a scene of its own"
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("picking_ray_demo.png"),
        metavar="PNG",
        help="the picture (default: picking_ray_demo.png)",
    )
    parser.add_argument(
        "--wheel",
        choices=environment.WHEELS,
        help="version of bpy (default: the newest this machine can run)",
    )
    options = parser.parse_args(arguments)
    if options.file is not None and not options.file.is_file():
        parser.error(f"there is no file {options.file}")
    output = options.output.resolve()
    if output.suffix.lower() != ".png" or not output.parent.is_dir():
        parser.error(f"--output: expected a .png in a folder that exists, got {options.output}")
    version = options.wheel or environment.default_wheel()
    try:
        python = environment.ensure_wheel(version)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Blender {version} from {python.parent.parent}", flush=True)
    try:
        return _run(python, options.file, output)
    except OSError as error:
        print(f"The picture cannot be written: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(python: Path, file: Path | None, output: Path) -> int:
    # The picture appears at its place whole or not at all, whatever ends this.
    with tempfile.TemporaryDirectory(prefix=".picking_ray_", dir=output.parent) as folder:
        picture, log = Path(folder) / "picture.png", Path(folder) / "log.txt"
        messages = os.dup(sys.stdout.fileno())
        line = [str(python), str(RUN), "--output", str(picture), "--messages", str(messages)]
        if file is not None:
            line.append(str(file.resolve()))
        with open(log, "wb") as blender_says:
            status = subprocess.call(
                line,
                stdout=blender_says,
                stderr=subprocess.STDOUT,
                pass_fds=[messages],
                env={**os.environ, "TMPDIR": folder},
            )
        if status == 0:
            picture.replace(output)
            print(f"Picture: {output}")
        elif status != WRONG_USE:
            print(log.read_text("utf-8", "replace")[-4000:], file=sys.stderr)
            print(f"The demo ended with status {status}; above is what Blender said", file=sys.stderr)
        return status


if __name__ == "__main__":
    sys.exit(main())
