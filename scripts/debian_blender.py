"""Make and run Debian's Blender in folders of their own, without touching the system.

A Blender with a window is wanted for the window tests, and Debian has two: trixie's and sid's. Each is
unpacked, with everything it needs, into a folder of the cache and started there through bubblewrap under a
virtual X server. Nothing is installed on the machine, and no mount outlives the process.

    python3 scripts/debian_blender.py make trixie sid
    python3 scripts/debian_blender.py run trixie --share . -- blender --factory-startup

The packages come from the mirror this machine's apt is already set up with. A folder that is there is used
as it is; delete it to fetch the suite anew.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import apt_sources
import system_packages
from environment import alone, cache_folder
from system_packages import SetupError

SUITES = ("trixie", "sid")

PACKAGES = (
    "blender",
    # The display, and what tests it from outside.
    "xvfb",
    "xdotool",
    "imagemagick",
    "x11-utils",
    "xkb-data",
    "x11-xkb-utils",
    # OpenGL without a GPU.
    "libgl1-mesa-dri",
    "libegl1",
    "libgl1",
    "libglx-mesa0",
    # What a package expects of any Debian system.
    "python3",
    "python3-numpy",
    "coreutils",
    "bash",
    "dash",
    "base-files",
    "sed",
    "grep",
    "findutils",
    "libc-bin",
    "fontconfig-config",
    "fonts-dejavu-core",
)
# sid's Blender imports these in its extension system without depending on them.
EXTRA_PACKAGES = {"trixie": (), "sid": ("python3-cattr", "python3-requests")}

# Of no use to a test.
UNWANTED = ("./usr/share/doc/*", "./usr/share/man/*", "./usr/share/info/*", "./usr/share/lintian/*")

# dpkg would make these links in maintainer scripts, which are not run here: link -> target pattern.
ALTERNATIVES = {
    "usr/bin/python3": "usr/bin/python3.[0-9]*[0-9]",
    "usr/bin/import": "usr/bin/import-im*",
    "usr/lib/*-linux-gnu/libblas.so.3": "usr/lib/*-linux-gnu/blas/libblas.so.3",
    "usr/lib/*-linux-gnu/liblapack.so.3": "usr/lib/*-linux-gnu/lapack/liblapack.so.3",
}

# Bigger screens redraw several times slower in software.
SCREEN = "1024x768x24"

START_TIMEOUT_S = 120  # the first start fills Mesa's shader cache

# A /proc of its own is refused inside most containers; the machine's does as well.
DEVICES = ("--dev", "/dev", "--ro-bind", "/proc", "/proc", "--tmpfs", "/tmp")

# Runs inside: the X server chooses a free display number, the command gets it, and both end together.
START = f"""
Xvfb -displayfd 9 -screen 0 {SCREEN} -nolisten tcp 9>/tmp/display 2>/tmp/xvfb.log &
server=$!
until [ -s /tmp/display ]; do
    kill -0 $server 2>/dev/null || {{ cat /tmp/xvfb.log >&2; echo "Xvfb did not start" >&2; exit 97; }}
    sleep 0.05
done
export DISPLAY=:$(cat /tmp/display)
"$@"
status=$?
kill $server
exit $status
"""


def root_folder(suite: str) -> Path:
    return cache_folder() / f"debian-{suite}"


def ensure_root(suite: str) -> Path:
    """The folder holding the suite's Blender; it is made when it is not there yet.

    Raises
    ------
    SetupError
        If this is not Debian, a tool is missing, or the suite cannot be fetched.
    """
    system_packages.ensure_command("bwrap", "bubblewrap")
    root = root_folder(suite)
    with alone(root.name):
        if not root.is_dir():
            for leftover in cache_folder().glob(f"{root.name}.partial-*"):
                shutil.rmtree(leftover, ignore_errors=True)
            try:
                _make(suite, root)
            except subprocess.CalledProcessError as error:
                detail = (error.stderr or "").strip()[-400:]
                raise SetupError(f"Debian {suite}: {error.cmd[0]} failed: {detail}") from error
            except OSError as error:
                raise SetupError(f"Debian {suite}: {error}") from error
    return root


def sandbox(
    suite: str, command: Sequence[str], *, share: Sequence[Path] = (), variables: dict[str, str] | None = None
) -> list[str]:
    """The command line that runs `command` inside the suite's root with a display.

    `share` are folders of this machine, visible and writable inside under their own paths. The rest of the
    root is read-only, so any number of runs may go on at once.
    """
    root = ensure_root(suite)
    home = cache_folder() / f"debian-{suite}-home"  # keeps Mesa's shader cache, seconds of each start
    home.mkdir(exist_ok=True)
    line = ["bwrap", "--unshare-pid", "--die-with-parent", "--clearenv"]
    line += [*DEVICES, "--dir", "/run"]
    line += _system_mounts(root, "--ro-bind")
    line += ["--bind", str(home), "/home/picker"]
    for folder in share:
        line += ["--bind", str(folder.resolve()), str(folder.resolve())]
    own = {"HOME": "/home/picker", "PATH": "/usr/bin:/usr/sbin", "LANG": "C.UTF-8"}
    for name, value in {**own, **(variables or {})}.items():
        line += ["--setenv", name, value]
    return [*line, "bash", "-c", START, "start", *command]


def virtual_display() -> list[str]:
    """What to put before the command line of a Blender of the machine's own so that it has a display.

    Raises
    ------
    SetupError
        If there is none, and no virtual one.
    """
    if os.environ.get("DISPLAY"):
        return []
    if shutil.which("xvfb-run") is None:
        raise SetupError("there is no display, and no virtual one: sudo apt-get install xvfb")
    return ["xvfb-run", "-a", "-s", f"-screen 0 {SCREEN}"]


def check_window(suite: str) -> None:
    """Open the suite's Blender in a window and close it again.

    Raises
    ------
    SetupError
        If it cannot be had or does not come up.
    """
    leave = "import bpy; bpy.app.timers.register(bpy.ops.wm.quit_blender, first_interval=1)"
    command = sandbox(suite, ["blender", "--factory-startup", "--python-expr", leave])
    try:
        result = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=START_TIMEOUT_S,
        )
    except subprocess.TimeoutExpired as error:
        raise SetupError(f"Debian {suite}'s Blender opened no window within {START_TIMEOUT_S} s") from error
    if result.returncode:
        said = result.stdout.decode("utf-8", "replace").strip()[-400:]
        raise SetupError(f"Debian {suite}'s Blender does not start, exit status {result.returncode}: {said}")


def _system_mounts(root: Path, kind: str) -> list[str]:
    mounts = []
    for entry in sorted(root.iterdir()):
        if entry.is_symlink():
            mounts += ["--symlink", os.readlink(entry), f"/{entry.name}"]
        elif entry.name in ("usr", "etc", "var"):
            mounts += [kind, str(entry), f"/{entry.name}"]
    return mounts


def _make(suite: str, root: Path) -> None:
    with tempfile.TemporaryDirectory(prefix=f"debian-{suite}.partial-", dir=cache_folder()) as partial:
        work = Path(partial)
        unfinished = work / "root"
        packages = apt_sources.download(suite, [*PACKAGES, *EXTRA_PACKAGES[suite]], work / "apt")
        _unpack(suite, packages, unfinished)
        _finish(unfinished)
        unfinished.rename(root)


def _unpack(suite: str, packages: Sequence[Path], root: Path) -> None:
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    for name in ("etc", "var"):
        (root / name).mkdir()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        unpacked = pool.map(lambda package: _unpack_one(package, root), packages)
        for count, _ in enumerate(unpacked, 1):
            apt_sources.show_progress(f"Debian {suite}: unpacking", count, len(packages))


def _unpack_one(package: Path, root: Path) -> None:
    unwanted = [f"--exclude={pattern}" for pattern in UNWANTED]
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(package)], stdout=subprocess.PIPE) as archive:
        _run(
            ["tar", "-x", "-C", str(root), "--keep-directory-symlink", "--no-same-owner", *unwanted],
            stdin=archive.stdout,
        )
    if archive.returncode:
        raise subprocess.CalledProcessError(archive.returncode, archive.args)
    package.unlink()


def _finish(root: Path) -> None:
    for link, pattern in ALTERNATIVES.items():
        target = next(iter(sorted(root.glob(pattern))), None)
        if target is None:
            raise SetupError(f"the packages hold no {pattern}")
        folder = next(root.glob(str(Path(link).parent)))
        path = folder / Path(link).name
        if not path.is_symlink() and not path.exists():
            path.symlink_to(os.path.relpath(target, folder))
    (root / "etc" / "passwd").write_text("root:x:0:0::/home/picker:/bin/bash\n", encoding="ascii")
    (root / "etc" / "mtab").symlink_to("/proc/self/mounts")  # Blender reads it at each start
    inside = ["bwrap", *_system_mounts(root, "--bind"), *DEVICES]
    _run([*inside, "/usr/sbin/ldconfig"])
    # The root is read-only in use: without these files each start would compile Python's and Blender's modules
    # again. What does not compile, a package's template perhaps, does not matter.
    compile_all = "python3 -m compileall -q -j0 /usr/lib/python3* /usr/share/blender || true"
    _run([*inside, "sh", "-c", compile_all])


def _run(command: Sequence[str], **options: IO[bytes] | None) -> None:
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="action", required=True)
    make = commands.add_parser("make", help="make the roots that are not there yet, and name their folders")
    make.add_argument("suites", nargs="+", choices=SUITES)
    run = commands.add_parser("run", help="run a command inside a root, with a display")
    run.add_argument("suite", choices=SUITES)
    run.add_argument("--share", type=Path, action="append", default=[], help="folder to be seen inside")
    run.add_argument("command", nargs="+", help="for example: -- blender --factory-startup")
    options = parser.parse_args(arguments)
    try:
        if options.action == "run":
            return subprocess.call(sandbox(options.suite, options.command, share=options.share))
        for suite in options.suites:
            print(ensure_root(suite))
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
