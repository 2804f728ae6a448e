"""What the test command can run: each suite is one pytest run with one Python or Blender."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import apt_sources
import debian_blender
import environment
from debian_blender import virtual_display
from system_packages import SetupError

REPOSITORY = Path(__file__).resolve().parent.parent

ALL_WHEELS = ("5.3.0", "4.5.15", "4.2.23")


@dataclass(frozen=True)
class Suite:
    """A named pytest run.

    `prepare` sets up what the run needs and returns the command line up to pytest's own arguments; it is
    given the folder for the report. It raises SetupError where the suite cannot be had: that counts as failed,
    or as skipped if the suite is `optional` or the system lacks packages that we may not install.
    """

    name: str
    prepare: Callable[[Path], list[str]]
    paths: tuple[str, ...]
    optional: bool = False


def default_suites() -> list[Suite]:
    version = environment.default_wheel()
    return [core_suite(version, project=True), blender_suite(version)]


def all_suites() -> list[Suite]:
    # The long ones first: two run at a time.
    blender = [blender_suite(version) for version in ALL_WHEELS]
    core = [core_suite(version, project=version == ALL_WHEELS[0]) for version in ALL_WHEELS]
    return [*picture_suites(), *window_suites(), *blender, *core, old_numpy_suite()]


def core_suite(version: str, *, project: bool) -> Suite:
    """The core's tests; `project` adds all else that needs no bpy: the interface, scripts, layers, the zip."""

    def prepare(_: Path) -> list[str]:
        return _pytest(environment.ensure_wheel(version, libraries=False))

    rest = ("tests/ui", "tests/project", "tests/test_layers.py", "tests/test_manifest.py") if project else ()
    return Suite(f"core, environment of bpy {version}", prepare, ("tests/core", *rest))


def old_numpy_suite() -> Suite:
    def prepare(_: Path) -> list[str]:
        return _pytest(environment.ensure_old_numpy())

    return Suite(f"core, numpy {environment.OLD_NUMPY}", prepare, ("tests/core",))


def blender_suite(version: str) -> Suite:
    def prepare(_: Path) -> list[str]:
        return _pytest(environment.ensure_wheel(version))

    return Suite(f"blender, bpy {version}", prepare, ("tests/blender",))


def inside_suite(blender: str, *, window: bool = False, optional: bool = False) -> Suite:
    """The Blender tests inside any Blender, or one of Debian's by the suite's name.

    In the background, or in a `window`.
    """

    def prepare(work: Path) -> list[str]:
        folder = environment.ensure_pytest_folder()
        line = [*(() if window else ("--background",)), "--factory-startup", "--python-exit-code", "1"]
        line += ["--python", str(REPOSITORY / "scripts" / "inside_blender.py"), "--", str(folder)]
        if blender in debian_blender.SUITES:
            if window:
                debian_blender.check_window(blender)
            return debian_blender.sandbox(blender, ["blender", *line], share=[REPOSITORY, folder, work])
        return [*(virtual_display() if window else ()), _path_of(blender), *line]

    how = "in a window" if window else "--background"
    return Suite(f"blender, {blender} {how}", prepare, ("tests/blender",), optional)


def window_suites() -> list[Suite]:
    """The window tests: on the Blender that BLENDER names, else on both of Debian's."""
    return _on_windows(_window_suite)


def picture_suites() -> list[Suite]:
    """The Blender tests in a window, whose size and interface scale are other ones, on versions between the wheels'."""
    return _on_windows(lambda blender, optional=False: inside_suite(blender, window=True, optional=optional))


def _on_windows(suite: Callable[..., Suite]) -> list[Suite]:
    if os.environ.get("BLENDER"):
        return [suite(os.environ["BLENDER"])]
    if not apt_sources.is_debian():
        return [Suite("window", _refuse_window, ("tests/gui",), optional=True)]
    # sid changes every day: what is broken there is no fault of the project.
    return [suite("trixie"), suite("sid", optional=True)]


def _window_suite(blender: str, *, optional: bool = False) -> Suite:
    def prepare(_: Path) -> list[str]:
        if blender in debian_blender.SUITES:
            debian_blender.check_window(blender)
            name = blender
        else:
            name = _path_of(blender)
        return [*_pytest(environment.ensure_wheel(libraries=False)), "--blender-root", name]

    return Suite(f"window, {blender}", prepare, ("tests/gui",), optional)


def _refuse_window(_: Path) -> list[str]:
    raise SetupError("only Debian has Blenders to fetch: name one of your own, BLENDER=/path/to/blender")


def _path_of(blender: str) -> str:
    """The absolute path of a Blender that the user named by a path or a command."""
    path = shutil.which(blender)
    if path is None:
        raise SetupError(f"there is no Blender at {blender}")
    return str(Path(path).resolve())


def _pytest(python: Path) -> list[str]:
    return [str(python), "-m", "pytest"]
