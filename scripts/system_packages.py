"""Libraries and commands of the system that Blender needs: found, installed, or asked for by name."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# What the bpy wheel loads of the system, with the Debian and Ubuntu packages that hold it.
LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libXi.so.6": "libxi6",
    "libXrender.so.1": "libxrender1",
    "libXfixes.so.3": "libxfixes3",
    "libSM.so.6": "libsm6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libXxf86vm.so.1": "libxxf86vm1",
    "libgomp.so.1": "libgomp1",
}
# Mesa's driver that draws without a GPU is opened by path, so it is looked for as a file.
DRIVER = ("usr/lib*/dri/swrast_dri.so", "usr/lib/*/dri/swrast_dri.so")
DRIVER_PACKAGE = "libgl1-mesa-dri"


class SetupError(RuntimeError):
    """Something is missing that cannot be installed from here; the message says what to type."""


class PackagesMissing(SetupError):
    """The system lacks packages that only its administrator can install."""


def ensure_libraries() -> None:
    """Make sure that the libraries the bpy wheel loads are there."""
    packages = [package for library, package in LIBRARIES.items() if not _loads(library)]
    if not any(next(Path("/").glob(pattern), None) for pattern in DRIVER):
        packages.append(DRIVER_PACKAGE)
    if packages and sys.platform == "linux":
        install(packages, "Blender needs libraries that are not on this machine")


def ensure_command(name: str, package: str) -> None:
    if shutil.which(name) is None:
        install([package], f"the command `{name}` is not on this machine")


def install(packages: Sequence[str], reason: str) -> None:
    """Install with apt-get as root; any other user is told the line to type.

    Raises
    ------
    PackagesMissing
        If this is not root, or there is no apt-get.
    SetupError
        If apt-get failed.
    """
    if shutil.which("apt-get") is None:
        raise PackagesMissing(f"{reason}. On Debian they are the packages {' '.join(packages)}.")
    if os.geteuid() != 0:
        raise PackagesMissing(f"{reason}. Install with:\n  sudo apt-get install {' '.join(packages)}")
    print(f"Installing {' '.join(packages)}", file=sys.stderr, flush=True)
    options = {
        "stdin": subprocess.DEVNULL,
        "stdout": sys.stderr,
        "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    }
    # One unreachable source among several makes an update fail that is still good for these packages.
    subprocess.call(["apt-get", "-q", "update"], **options)
    if subprocess.call(["apt-get", "-qy", "install", "--no-install-recommends", *packages], **options) != 0:
        raise SetupError(f"{reason}, and apt-get could not install {' '.join(packages)}")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
