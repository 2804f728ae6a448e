"""Window tests: a real Blender in a window, driven from outside.

    python3 scripts/test.py --gui                               Debian's Blenders, or BLENDER=/path/to/blender
    python -m pytest tests/gui --blender-root sid               one of them, in an environment that has pytest

One Blender lives through the whole run. Each test gets it by the fixture `blender` (see `window.Blender` for
its methods) with the factory's scene, the preferences of a fresh install and the extension enabled; the
extension is the zip that scripts/build.py makes, installed as a user does it. A test fails when Blender
crashed in it (the next one gets a new Blender) or printed a traceback that the test did not take with
`blender.take_console()`.

    def test_click_selects(blender):
        blender.click(*blender.region().center)
        assert blender.run("bpy.context.view_layer.objects.active.name") == "Cube"

Coordinates are window pixels, origin at the lower left. Code is given the names passed along as values, which
must be JSON, and answers with the value of its last expression. `bpy.context` inside has no window: use
`with bpy.context.temp_override(window=..., area=..., region=...)`.
"""

import os

import build
import debian_blender
import pytest
from system_packages import SetupError

from .window import Blender


def pytest_addoption(parser):
    parser.addoption(
        "--blender-root",
        default=os.environ.get("BLENDER", "trixie"),
        help=f"{', '.join(debian_blender.SUITES)} (Debian's Blender), or the path of any Blender",
    )


class Host:
    """Keeps one Blender alive from test to test."""

    def __init__(self, name):
        self.name = name
        self.extension = build.build()
        self.running = None

    def blender(self):
        if self.running is None or not self.running.process.alive:
            self.stop()
            self.running = Blender(self.name, self.extension)
        return self.running

    def stop(self):
        if self.running is not None:
            self.running.process.stop()
            self.running = None


@pytest.fixture(scope="session")
def blender_host(request):
    try:
        host = Host(request.config.getoption("--blender-root"))
        host.blender()
    except SetupError as error:
        pytest.skip(str(error))
    yield host
    host.stop()


@pytest.fixture
def blender(blender_host):
    running = blender_host.blender()
    running.reset()
    yield running
    if running.process.alive:
        running.run("None")  # raises if it is just about to die
        assert "Traceback (most recent call last)" not in running.console(), running.take_console()
