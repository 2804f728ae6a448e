"""Make a scene of production size, and check picks in it against Blender's own.

    python3 scripts/production_scene.py FILE.blend           make it
    python3 scripts/production_scene.py FILE.blend --check   make it if it is not there, and check

About 5 million triangles and 10,000 instances: a terrain with woods of geometry nodes, a village of collection
instances three deep, a statue, a flag that waves from frame to frame, and a survey a million metres away.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import environment
from system_packages import SetupError

RUN = Path(__file__).with_name("production_run.py")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, metavar="FILE.blend")
    parser.add_argument("--check", action="store_true", help="compare picks with what Blender draws")
    parser.add_argument(
        "--pixels", type=int, default=60, help="pixels for each camera and frame (default: 60)"
    )
    parser.add_argument("--seed", type=int, default=2, help="another scene of the same kind (default: 2)")
    parser.add_argument(
        "--wheel",
        choices=environment.WHEELS,
        help="version of bpy (default: the newest this machine can run)",
    )
    options = parser.parse_args(arguments)
    if options.file.suffix != ".blend" or not options.file.resolve().parent.is_dir():
        parser.error(f"expected a .blend in a folder that exists, got {options.file}")
    if options.pixels < 1:
        parser.error(f"--pixels: expected at least 1, got {options.pixels}")
    try:
        python = environment.ensure_wheel(options.wheel)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    line = [str(python), str(RUN), str(options.file.resolve()), "--seed", str(options.seed)]
    if options.check:
        line += ["--check", "--pixels", str(options.pixels)]
    try:
        return subprocess.call(line)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
