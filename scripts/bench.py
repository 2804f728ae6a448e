"""Measure the speed of Picking Ray beside its peers: the only place where that is done.

    python3 scripts/bench.py                              every row, as a table; some minutes
    python3 scripts/bench.py --row cold --row warm        some rows; --list names them
    python3 scripts/bench.py --json bench.json --docs     also as JSON, and as docs/performance.md with its plot
    python3 scripts/bench.py --from bench.json --docs     the page of what was measured before

Each row runs in a process of its own, three times, with us and the peer in turns, each in a loop of its own. The figure
is the median, held against a bar; within 10 % of it counts as met. Peers are Blender's Scene.ray_cast, and trimesh with
embreex, installed into an environment of the benchmark's own. The exit status is 1 where a bar is not met or a row
could not be measured. A machine that does something else at the time measures that as well.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import bench_page
import debian_blender
import environment
from bench_rows import ROWS, chosen_rows
from bench_table import UNKNOWN, Line, line_as_dict, line_from_dict, shortfalls, terminal_table
from system_packages import SetupError

REPOSITORY = Path(__file__).resolve().parent.parent
RUN = REPOSITORY / "scripts" / "bench_run.py"
VERSIONS = ("5.3.0", "4.2.23")
WINDOW = "trixie"
RUNS = 3
# They tune numpy to the machine at hand, which nobody's Blender has.
UNSET = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
INTERRUPTED = 130


def main(arguments=None) -> int:
    options = _parse(arguments)
    if options.list:
        for row in chosen_rows(options.row):
            print(f"{row.name:12} {row.title}")
        return 0
    try:
        report = _read(options.source) if options.source else _measure(options)
        return _show(report, options)
    except KeyboardInterrupt:
        print("Stopped; nothing was written.", file=sys.stderr)
        return INTERRUPTED
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1


def _show(report, options):
    """Print the report, and write what is wanted of it; the exit status."""
    if options.docs and (report["trial"] or {row["name"] for row in report["rows"]} != set(ROWS)):
        print(f"{options.source} holds a trial, or not every row: no page is made of that", file=sys.stderr)
        return 2
    if options.docs:
        bench_page.write(report, environment.ensure_bench(options.blender))
    if options.json:
        bench_page.write_whole(options.json, json.dumps(_as_dict(report), indent=1) + "\n")
    print(f"{report['machine']}\n\n{terminal_table(report['rows'])}\n")
    short = shortfalls(report["rows"])
    if report["trial"]:
        print("A trial of a hundredth of everything: its verdicts mean nothing.")
        return 1 if any(text.endswith(UNKNOWN) for text in short) else 0
    print("\n".join(["Falls short:", *short]) if short else "Every bar is met.")
    return 1 if short else 0


def _parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--row", action="append", default=[], metavar="NAME", help="only this one; repeatable"
    )
    parser.add_argument("--list", action="store_true", help="name the rows and measure nothing")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there as well")
    parser.add_argument("--docs", action="store_true", help=f"write {bench_page.PAGE.name} and its plot")
    parser.add_argument(
        "--from", dest="source", type=Path, metavar="FILE", help="show what --json wrote, measure nothing"
    )
    parser.add_argument(
        "--blender", choices=VERSIONS, default=VERSIONS[0], help="wheel of bpy (default: %(default)s)"
    )
    parser.add_argument(
        "--trial", action="store_true", help="a hundredth of everything, once: to see that all of it runs"
    )
    options = parser.parse_args(arguments)
    try:
        chosen_rows(options.row)
    except ValueError as error:
        parser.error(str(error))
    if options.source and not options.source.is_file():
        parser.error(f"no such file: {options.source}")
    if options.docs and (options.row or options.trial):
        parser.error("--docs wants every row whole, not --row or --trial")
    return options


def _measure(options):
    """The report: {blender, machine, versions, runs, trial, rows: [{name, title, notes, lines}]}."""
    rows, versions = [], {}
    python = environment.ensure_bench(options.blender)
    with tempfile.TemporaryDirectory(prefix="picking_ray_bench_") as folder:
        for row in chosen_rows(options.row):
            print(f"{row.name}: {row.title}", file=sys.stderr, flush=True)
            lines, found = _measure_row(row, python, Path(folder), options.trial)
            rows.append({"name": row.name, "title": row.title, "notes": list(row.notes), "lines": lines})
            versions.update(found)
    return {
        "blender": options.blender,
        "machine": bench_page.machine(versions),
        "versions": versions,
        "runs": 1 if options.trial else RUNS,
        "trial": options.trial,
        "rows": rows,
    }


def _measure_row(row, python, folder, is_trial):
    """(lines, versions) of a row, measured in a process of its own."""
    answer = folder / f"{row.name}.json"
    arguments = [row.name, str(answer), "--runs", str(1 if is_trial else RUNS)]
    arguments += ["--trial"] if is_trial else []
    try:
        command = _in_window(folder, arguments) if row.needs_window else [str(python), str(RUN), *arguments]
    except SetupError as error:
        return [Line(row.title, (), note=str(error))], {}
    status = _call(command, variables_without_tuning(os.environ))
    if not answer.exists():
        return [Line(row.title, (), note=f"its process ended with status {status}")], {}
    found = json.loads(answer.read_text("utf-8"))
    versions = (
        {"Blender with a window": found["versions"]["Blender"]} if row.needs_window else found["versions"]
    )
    return [line_from_dict(line) for line in found["lines"]], versions


def variables_without_tuning(variables):
    """The environment of a measuring process."""
    return {name: value for name, value in variables.items() if name not in UNSET}


def _in_window(folder, arguments):
    line = ["blender", "--factory-startup", "--python-exit-code", "1", "--python", str(RUN), "--", *arguments]
    return debian_blender.sandbox(WINDOW, line, share=[REPOSITORY, folder])


def _call(command, variables):
    """Run to the end, with progress on stderr and what Blender prints nowhere; it ends with us."""
    with subprocess.Popen(
        command, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    ) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            process.kill()
            raise


def _as_dict(report):
    rows = [{**row, "lines": [line_as_dict(line) for line in row["lines"]]} for row in report["rows"]]
    return {**report, "rows": rows}


def _read(path):
    report = json.loads(path.read_text("utf-8"))
    for row in report["rows"]:
        row["lines"] = [line_from_dict(line) for line in row["lines"]]
    return report


if __name__ == "__main__":
    sys.exit(main())
