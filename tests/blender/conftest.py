"""A fresh, empty scene for each test, and whatever the test built removed with it."""

import os
import sys
from ctypes.util import find_library

import bpy
import pytest

from addon import api

from . import build, oracles, pictures

_exit_status = 0


def pytest_sessionfinish(exitstatus):
    global _exit_status
    _exit_status = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure():
    """End without Python's own ending: if anything holds on to `bpy`, 4.2 frees its panels after Python, and crashes.

    4.5 waits for ever for a thread of its GPU. How Blender ends with the add-on in use is tested in a process of its
    own, by test_exit.py.
    """
    if bpy.app.background and bpy.app.version < (5, 0):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(_exit_status)


@pytest.fixture(autouse=True)
def empty_scene():
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    # In a window the context has none after that.
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
        yield bpy.context.scene
    api.release()


@pytest.fixture(scope="session", autouse=True)
def long_run(request):
    if request.config.getoption("--long"):
        oracles.samples_a_view = 500


@pytest.fixture(scope="session", autouse=True)
def has_gpu():
    """Whether there is a GPU context; made before anything else, since 4.2 crashes when it has read a file before."""
    if bpy.app.background and find_library("EGL") is None:
        return False
    pictures.start_gpu()
    return True


@pytest.fixture
def gpu(has_gpu):
    """A GPU context, without which click selection and `region_3d.update()` crash and pictures cannot be drawn."""
    if not has_gpu:
        pytest.skip("libEGL is not installed, so Blender cannot make a GPU context")


@pytest.fixture
def two_cubes():
    """A small cube below a bigger one that would be hit first."""
    return build.cube("Small", 1.0), build.cube("Big", 2.0, collection=build.collection("Bigs"))
