"""The benchmark's page: its tables, the machine they were measured on, and a plot of how cost grows."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from dataclasses import asdict
from pathlib import Path

from bench_table import markdown_table

REPOSITORY = Path(__file__).resolve().parent.parent
PAGE = REPOSITORY / "docs" / "performance.md"
PLOT = REPOSITORY / "docs" / "pictures" / "performance.svg"
PLOTTER = REPOSITORY / "scripts" / "bench_plot.py"
INTRODUCTION = """# How fast it is

{machine}.

![Time of a first pick over triangles, of a later one over instances, and of a call over rays, beside Blender's and
embreex's](pictures/{plot})

Each figure is the median of {runs} runs, beside its peer in the same process, each in a loop of its own; the spread is
that of the ratio, or of our own figure where there is no peer. Bars are what we hold ourselves to; within 10 % counts
as met.

Measured by `python3 scripts/bench.py --docs`.
"""


def write(report: dict, python: Path) -> None:
    """Write the page and, with the Python of an environment that has matplotlib, its plot."""
    points = [asdict(line) for row in report["rows"] for line in row["lines"] if line.axis and line.ours]
    command = [str(python), str(PLOTTER)]
    plot = subprocess.run(command, input=json.dumps(points), stdout=subprocess.PIPE, text=True, check=True)
    introduction = INTRODUCTION.format(machine=report["machine"], plot=PLOT.name, runs=report["runs"])
    write_whole(PLOT, plot.stdout)
    write_whole(PAGE, introduction + markdown_table(report["rows"]))


def write_whole(path: Path, text: str) -> None:
    """Write all of a file or nothing."""
    unfinished = path.with_name(f".{path.name}.partial")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def machine(versions: dict[str, str]) -> str:
    """This computer and all that took part, in a line."""
    parts = [f"{name} {version}" for name, version in versions.items()]
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}; {', '.join(parts)}"


def processor() -> str:
    """The model's name, as far as the system says it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text("utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()
