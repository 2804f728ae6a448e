"""The Python environments that the scripts run in, made in the user's cache folder when first needed.

Blender comes as the wheel `bpy`, each of which wants exactly one version of Python, so there is one virtual
environment per wheel. This file and those beside it need nothing but Python 3.9 or newer.

    python3 scripts/environment.py wheel 4.5.15     make it if need be, print its Python
    python3 scripts/environment.py bench 4.5.15     the same with the peers that scripts/bench.py measures against
    python3 scripts/environment.py tools            the same for ruff and mypy
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import system_packages
from system_packages import SetupError

# The wheels this project is tested on, each with the one Python it runs on, the preferred ones first.
WHEELS = {"5.3.0": "3.13", "5.0.1": "3.11", "4.5.15": "3.11", "4.2.23": "3.11"}
PYTEST = "pytest>=8"
TEST_REQUIREMENTS = (PYTEST, "hypothesis>=6")
# What scripts/bench.py measures batches of rays against, and draws its plot with.
BENCH_REQUIREMENTS = ("trimesh>=4", "embreex>=2.17", "matplotlib>=3.8")
OLD_NUMPY = "1.24"  # the one inside Blender 4.2
# Exact, since another version formats and complains differently.
TOOLS = ("ruff==0.17.6", "mypy==2.4.1", "numpy>=2,<2.5")

# Written last: an environment without it was interrupted. It holds the requirements it was made for.
MARKER = "picking_ray_requirements.txt"


def cache_folder() -> Path:
    """The folder that keeps environments and downloads between runs and between checkouts."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "picking_ray"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def default_wheel() -> str:
    """The version of the first wheel whose Python is on this machine, else of one that uv can serve."""
    for version, series in WHEELS.items():
        if _interpreters(series):
            return version
    return next(iter(WHEELS))


def ensure_wheel(version: str | None = None, *, libraries: bool = True) -> Path:
    """The Python of an environment with that bpy wheel, numpy, pytest and hypothesis.

    `libraries` false leaves out the system libraries that `import bpy` loads.

    Raises
    ------
    SetupError
        If something is missing that cannot be installed from here; the message says what to type.
    """
    version = version or default_wheel()
    if libraries:
        system_packages.ensure_libraries()
    return _ensure(f"bpy-{version}", WHEELS[version], (f"bpy=={version}", "numpy", *TEST_REQUIREMENTS), "bpy")


def ensure_bench(version: str) -> Path:
    """The Python of an environment with that bpy wheel and what the benchmark needs beside it."""
    system_packages.ensure_libraries()
    requirements = (f"bpy=={version}", "numpy", *BENCH_REQUIREMENTS)
    return _ensure(f"bench-{version}", WHEELS[version], requirements, "bpy")


def ensure_old_numpy() -> Path:
    """The Python of an environment with the oldest numpy that the core is to run on."""
    return _ensure(f"numpy-{OLD_NUMPY}", "3.11", (f"numpy=={OLD_NUMPY}.*", *TEST_REQUIREMENTS), "numpy")


def ensure_tools() -> Path:
    """The Python of an environment with ruff and mypy."""
    return _ensure("tools", WHEELS[default_wheel()], TOOLS, "mypy")


def ensure_pytest_folder() -> Path:
    """A folder with pytest, which is pure Python, for a Blender's own Python of any version."""
    folder = cache_folder() / "pytest"
    with alone("pytest"):
        if not folder.is_dir():
            python = ensure_wheel(libraries=False)
            unfinished = folder.with_suffix(".partial")
            shutil.rmtree(unfinished, ignore_errors=True)
            if not _pip(python, ["--target", str(unfinished), PYTEST]):
                raise SetupError(f"pip could not install pytest into {folder}; its messages are above")
            unfinished.rename(folder)
    return folder


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold the lock of a part of the cache folder: one process at a time makes it."""
    with open(cache_folder() / f"{name}.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _ensure(name: str, series: str, requirements: Sequence[str], package: str) -> Path:
    folder = cache_folder() / name
    python = folder / "bin" / "python"
    marker = folder / MARKER
    wanted = "\n".join(requirements) + "\n"
    with alone(name):
        if marker.exists() and marker.read_text("utf-8") == wanted and python.exists():
            return python
        marker.unlink(missing_ok=True)
        print(f"Setting up {name} in {folder}; this is done once", file=sys.stderr, flush=True)
        if not (python.exists() and _install(python, requirements, package)):
            # What an interrupted run left can defeat pip, so the second attempt starts from nothing.
            shutil.rmtree(folder, ignore_errors=True)
            _make_venv(folder, series)
            if not _install(python, requirements, package):
                raise SetupError(
                    f"{name}: pip could not install {package} into {folder}; its messages are above"
                )
        marker.write_text(wanted, encoding="utf-8")
    return python


def _install(python: Path, requirements: Sequence[str], package: str) -> bool:
    """Have pip install the requirements; whether the main package is whole afterwards.

    pip writes the list of a package's files last and believes that what has a name is there.
    """
    whole = f"import importlib.metadata, sys; sys.exit(not importlib.metadata.files({package!r}))"
    return _pip(python, requirements) and _succeeds([str(python), "-c", whole])


def _pip(python: Path, arguments: Sequence[str]) -> bool:
    """Run pip with its progress on show; standard output stays free for results."""
    command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", *arguments]
    return subprocess.call(command, stdout=sys.stderr, stdin=subprocess.DEVNULL) == 0


def _make_venv(folder: Path, series: str) -> None:
    interpreters = _interpreters(series)
    able = [python for python in interpreters if _succeeds([python, "-c", "import venv, ensurepip"])]
    if able:
        subprocess.run([able[0], "-m", "venv", str(folder)], check=True)
    elif interpreters:
        # Debian and Ubuntu keep these parts of Python's standard library in a package of their own.
        system_packages.install([f"python{series}-venv"], f"Python {series} cannot make environments")
        subprocess.run([interpreters[0], "-m", "venv", str(folder)], check=True)
    else:
        _make_venv_with_uv(folder, series)


def _make_venv_with_uv(folder: Path, series: str) -> None:
    uv = _uv()
    command = [uv or "uv", "venv", "--seed", "--python", series, str(folder)]
    if uv is None or subprocess.call(command, stdout=sys.stderr) != 0:
        attempt = "uv, which fetches it, is not here either" if uv is None else "uv could not fetch it"
        raise SetupError(
            f"Python {series} is needed and not on this machine, and {attempt}. Install it in one of these ways:\n"
            f"  sudo apt-get install python{series} python{series}-venv   (where the distribution has it)\n"
            f"  sudo apt-get install pipx && pipx install uv && ~/.local/bin/uv python install {series}\n"
            f"  pyenv install {series}"
        )


def _uv() -> str | None:
    """The machine's uv, or one fetched from PyPI if this Python can make an environment."""
    found = shutil.which(
        "uv", path=os.pathsep.join([os.environ.get("PATH", ""), str(Path.home() / ".local/bin")])
    )
    own = cache_folder() / "uv" / "bin" / "uv"
    if found or own.exists():
        return found or str(own)
    folder = own.parent.parent
    if _succeeds([sys.executable, "-m", "venv", str(folder)]):
        _pip(folder / "bin" / "python", ["uv"])
    return str(own) if own.exists() else None


def _interpreters(series: str) -> list[str]:
    """Pythons of that series on this machine: the running one, those on PATH, of pyenv and of uv."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    uv = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "uv" / "python"
    candidates = [sys.executable, shutil.which(f"python{series}"), shutil.which("python3")]
    candidates += sorted(map(str, pyenv.glob(f"{series}.*/bin/python{series}")), reverse=True)
    candidates += sorted(map(str, uv.glob(f"cpython-{series}*/bin/python{series}")), reverse=True)
    major, minor = series.split(".")
    question = f"import sys; sys.exit(sys.version_info[:2] != ({major}, {minor}))"
    return [python for python in candidates if python and _succeeds([python, "-c", question])]


def _succeeds(command: Sequence[str]) -> bool:
    """Whether a command that only asks something ends well; its output does not matter."""
    quiet = subprocess.DEVNULL
    return subprocess.call(command, stdin=quiet, stdout=quiet, stderr=quiet) == 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    wheel = kinds.add_parser("wheel", help="a bpy wheel with pytest")
    wheel.add_argument(
        "version", nargs="?", choices=WHEELS, help="default: the newest this machine has a Python for"
    )
    bench = kinds.add_parser("bench", help="a bpy wheel with the benchmark's peers")
    bench.add_argument("version", nargs="?", choices=WHEELS, default=next(iter(WHEELS)))
    kinds.add_parser("tools", help="ruff and mypy")
    options = parser.parse_args(arguments)
    try:
        if options.kind == "tools":
            print(ensure_tools())
        else:
            print((ensure_bench if options.kind == "bench" else ensure_wheel)(options.version))
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
