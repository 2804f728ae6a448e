"""Run the tests, setting up whatever they need.

python3 scripts/test.py                     the core and the Blender tests, on one bpy wheel
python3 scripts/test.py --all               all wheels, the oldest numpy, the window tests and --pictures
python3 scripts/test.py --gui               the window tests: Debian's Blenders, or BLENDER=/path/to/blender
python3 scripts/test.py --pictures          the Blender tests in those windows, with what they draw
python3 scripts/test.py --blender PATH      the Blender tests inside PATH --background
python3 scripts/test.py -- -k mirrored -x   what follows -- goes to pytest
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import suites
from outcomes import Outcome, is_good, read_outcome, summary
from suites import REPOSITORY, Suite
from system_packages import PackagesMissing, SetupError


def chosen_suites(options: argparse.Namespace) -> list[Suite]:
    if options.all:
        return suites.all_suites()
    if options.gui:
        return suites.window_suites()
    if options.pictures:
        return suites.picture_suites()
    if options.blender:
        return [suites.inside_suite(options.blender)]
    return suites.default_suites()


def run_all(chosen: Sequence[Suite], arguments: Sequence[str]) -> list[Outcome]:
    """Set up every suite, one after the other, then run them two at a time."""
    with tempfile.TemporaryDirectory(prefix="picking_ray_tests_") as folder:
        work = Path(folder)
        commands = {suite: prepare(suite, work) for suite in chosen}
        with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
            runs = [
                pool.submit(run, suite, commands[suite], work / f"{i}.xml", arguments)
                for i, suite in enumerate(chosen)
            ]
            return [run.result() for run in runs]


def prepare(suite: Suite, work: Path) -> list[str] | Outcome:
    """The command of a suite, or what it counts as where it cannot be run."""
    try:
        return suite.prepare(work)
    except SetupError as error:
        print(f"{suite.name}: {error}", flush=True)
        if suite.optional or isinstance(error, PackagesMissing):
            return Outcome(suite.name, skipped=1, reasons=(str(error),))
        return Outcome(suite.name, failed=1, failures=(str(error),))


def run(suite: Suite, command: list[str] | Outcome, report: Path, arguments: Sequence[str]) -> Outcome:
    if isinstance(command, Outcome):
        return command
    line = [*command, f"--junitxml={report}", *suite.paths, *arguments]
    with subprocess.Popen(
        line, cwd=REPOSITORY, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        for output in process.stdout:
            print(f"[{suite.name}] {output.decode('utf-8', 'replace').rstrip()}", flush=True)
    return read_outcome(suite.name, report, process.returncode)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    scope = parser.add_mutually_exclusive_group()
    scope.add_argument("--all", action="store_true", help="every wheel, numpy and window")
    scope.add_argument("--gui", action="store_true", help="the window tests only")
    scope.add_argument("--pictures", action="store_true", help="the Blender tests, in a window")
    scope.add_argument(
        "--blender", metavar="PATH", help="the Blender tests inside this Blender, without a window"
    )
    parser.add_argument("--long", action="store_true", help="also the tests that take minutes")
    parser.add_argument("pytest", nargs="*", metavar="-- ARGUMENT", help="passed to pytest")
    options = parser.parse_args(arguments)
    passed_on = [*(["--long"] if options.long else []), *options.pytest]
    outcomes = run_all(chosen_suites(options), passed_on)
    print(summary(outcomes))
    return 0 if is_good(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
