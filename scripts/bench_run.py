"""What scripts/bench.py starts inside a Blender: one row is measured, and written down as JSON."""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import platform
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parent.parent)]

import bpy  # noqa: E402
import numpy as np  # noqa: E402
from bench_rows import ROWS  # noqa: E402
from bench_table import line_as_dict  # noqa: E402
from bench_timing import Effort  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("row", choices=ROWS)
    parser.add_argument("file", type=Path)
    parser.add_argument("--runs", type=int, required=True)
    parser.add_argument("--trial", action="store_true")
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else sys.argv[1:]
    options = parser.parse_args(arguments)
    measure = getattr(importlib.import_module(ROWS[options.row].module), options.row)
    lines = measure(Effort(options.runs, options.trial))
    answer = {"lines": [line_as_dict(line) for line in lines], "versions": versions()}
    options.file.write_text(json.dumps(answer), encoding="utf-8")
    return 0


def versions() -> dict[str, str]:
    """Of everything that takes part."""
    found = {
        "Blender": bpy.app.version_string,
        "Python": platform.python_version(),
        "numpy": np.__version__,
    }
    for name in ("trimesh", "embreex"):
        if name in sys.modules:
            found[name] = importlib.metadata.version(name)
    return found


def main_in_window() -> None:
    """As a timer: the window is there only once the script that Blender starts with has ended."""
    try:
        main()
    finally:
        bpy.ops.wm.quit_blender()


if __name__ == "__main__":
    if bpy.app.background:
        sys.exit(main())
    bpy.app.timers.register(main_in_window, first_interval=0.5)
