"""Blender's window as a test sees it: run code in it, move its mouse, press its keys, look at it."""

from __future__ import annotations

import os
import shutil
import textwrap
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import debian_blender
import pytest

from .blender_process import BlenderError, BlenderProcess

ADDON_MODULE = "bl_ext.user_default.picking_ray"

INSTALL = """
bpy.ops.extensions.package_install_files(repo="user_default", filepath=archive, enable_on_install=True)
bpy.ops.wm.save_userpref()
"""

# Loading the file first ends what is modal. Reading the preferences enables the extension again.
RESET = """
import addon_utils
bpy.ops.wm.read_homefile(use_factory_startup=True)
addon_utils.disable(module, default_set=True)
bpy.ops.wm.read_userpref()
"""

REGIONS = """
areas = [a for a in bpy.context.window_manager.windows[window].screen.areas if a.type == area]
[(r.x, r.y, r.width, r.height) for r in areas[area_index].regions if r.type == kind]
"""

SIMULATE = "bpy.context.window_manager.windows[window].event_simulate(**event); None"

# Blender tells the command of the button under the mouse, as its own context menu does.
COMMAND_UNDER_MOUSE = """
window = bpy.context.window_manager.windows[window]
bpy.context.window_manager.clipboard = ""
found = [
    (a, r) for a in window.screen.areas for r in a.regions
    if (r.x, r.y, r.width, r.height) == tuple(place)
]
with bpy.context.temp_override(window=window, area=found[0][0], region=found[0][1]):
    if bpy.ops.ui.copy_python_command_button.poll():
        bpy.ops.ui.copy_python_command_button()
bpy.context.window_manager.clipboard
"""

SHOW_SIDEBAR = """
areas = [a for a in bpy.context.window_manager.windows[window].screen.areas if a.type == "VIEW_3D"]
areas[area_index].spaces.active.show_region_ui = True
areas[area_index].tag_redraw()
"""

# The tabs exist once the sidebar has been drawn.
SHOW_TAB = """
areas = [a for a in bpy.context.window_manager.windows[window].screen.areas if a.type == "VIEW_3D"]
sidebar = next(r for r in areas[area_index].regions if r.type == "UI")
if sidebar.width > 1:
    sidebar.active_panel_category = tab
    sidebar.tag_redraw()
sidebar.width > 1 and sidebar.active_panel_category == tab
"""

SCREEN = """
import subprocess
subprocess.run(["import", "-window", "root", path], check=True)
True
"""

# Whether there is anything but black: where Mesa draws in software, Blender cannot read its window back.
WINDOW = """
with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
    bpy.ops.screen.screenshot(filepath=path)
image = bpy.data.images.load(path)
reds = image.pixels[::4]
bpy.data.images.remove(image)
any(reds)
"""


@dataclass(frozen=True)
class Region:
    """A region's place in its window, in pixels from the lower left."""

    x: int
    y: int
    width: int
    height: int

    def at(self, across: float, up: float) -> tuple[int, int]:
        """The window coordinates of a place given in fractions of the region's size."""
        return self.x + round(across * self.width), self.y + round(up * self.height)

    @property
    def center(self) -> tuple[int, int]:
        return self.at(0.5, 0.5)


class Blender:
    """A running Blender with a window of 1024x768 and, unless it is None, the extension installed.

    Coordinates are pixels of a window, origin at the lower left; `window` is a number in the order in which
    windows were opened. What a method does has been handled and drawn when it returns.
    """

    def __init__(self, blender: str, extension: Path | None) -> None:
        self.process = BlenderProcess(blender)
        own_display = os.environ.get("DISPLAY") or not shutil.which("import")
        self.virtual_screen = blender in debian_blender.SUITES or not own_display
        self.mouse = (0, 0)
        try:
            if extension is not None:
                self.run(INSTALL, archive=shutil.copy(extension, self.process.work))
        except BlenderError:
            self.process.stop()
            raise

    def reset(self) -> None:
        """The factory's scene and the preferences of a fresh install, with the add-on newly enabled."""
        self.run(RESET, module=ADDON_MODULE)
        self.mouse = (0, 0)
        self.process.take_console()

    def run(self, code: str, **values: object) -> object:
        """Execute Python inside, with `bpy` and `values` as names; returns the last expression's value."""
        return self.process.ask(textwrap.dedent(code), values)

    def wait_until(self, expression: str, timeout_s: float = 10, **values: object) -> object:
        """Evaluate again and again until true; returns the value."""
        give_up = time.monotonic() + timeout_s
        while not (value := self.run(expression, **values)):
            assert time.monotonic() < give_up, f"still false after {timeout_s} s: {expression}"
            time.sleep(0.05)
        return value

    def regions(
        self, kind: str = "WINDOW", area: str = "VIEW_3D", *, area_index: int = 0, window: int = 0
    ) -> list[Region]:
        """The area's regions of a kind (WINDOW, UI, TOOLS, HEADER ...); a quad view has four WINDOWs."""
        places = self.run(REGIONS, kind=kind, area=area, area_index=area_index, window=window)
        return [Region(*place) for place in places]

    def region(
        self, kind: str = "WINDOW", area: str = "VIEW_3D", *, area_index: int = 0, window: int = 0
    ) -> Region:
        return self.regions(kind, area, area_index=area_index, window=window)[0]

    def show_tab(self, tab: str, *, area_index: int = 0, window: int = 0) -> Region:
        """Open the sidebar of a 3D view at a tab; returns the sidebar's place."""
        self.run(SHOW_SIDEBAR, area_index=area_index, window=window)
        self.wait_until(SHOW_TAB, tab=tab, area_index=area_index, window=window)
        return self.region("UI", area_index=area_index, window=window)

    def event(self, kind: str, value: str, *, modifiers: Sequence[str] = (), text: str = "", window: int = 0):
        """One event where the mouse is; `modifiers` are among shift, ctrl, alt and oskey."""
        x, y = self.mouse
        event = {"type": kind, "value": value, "x": x, "y": y, **dict.fromkeys(modifiers, True)}
        if text:
            event["unicode"] = text
        self.run(SIMULATE, window=window, event=event)

    def move(self, x: int, y: int, *, window: int = 0) -> None:
        self.mouse = (x, y)
        self.event("MOUSEMOVE", "NOTHING", window=window)

    def click(
        self, x: int, y: int, button: str = "LEFTMOUSE", *, modifiers: Sequence[str] = (), window: int = 0
    ) -> None:
        self.move(
            x - 1, y, window=window
        )  # a hand comes from somewhere; one jump can leave the last button active
        self.move(x, y, window=window)
        self.key(button, modifiers=modifiers, window=window)

    def key(self, kind: str, *, modifiers: Sequence[str] = (), text: str = "", window: int = 0) -> None:
        """Press and release, where the mouse is; for the wheel too: WHEELUPMOUSE, WHEELDOWNMOUSE."""
        self.event(kind, "PRESS", modifiers=modifiers, text=text, window=window)
        self.event(kind, "RELEASE", modifiers=modifiers, window=window)

    def find_button(
        self, command: str, region: Region, *, across: Sequence[float] = (0.5, 0.15, 0.85), window: int = 0
    ) -> tuple[int, int]:
        """Where in the region the button is that runs `command`, such as "picking_ray.pick".

        The mouse is moved down the region, in columns given in fractions of its width, and Blender asked what
        it is over.
        """
        for fraction in across:
            for y in range(region.y + region.height - 4, region.y, -8):
                self.move(region.at(fraction, 0)[0], y, window=window)
                place = (region.x, region.y, region.width, region.height)
                if command in self.run(COMMAND_UNDER_MOUSE, place=place, window=window):
                    self.move(self.mouse[0], y - 4, window=window)  # off the button's upper edge
                    return self.mouse
        raise AssertionError(f"no button for {command} in {region}")

    def screenshot(self, path: Path) -> Path:
        """A PNG of the whole screen where it is a virtual one, else of the first window."""
        shot = self.process.work / "screenshot.png"
        if not self.run(SCREEN if self.virtual_screen else WINDOW, path=str(shot)):
            pytest.skip("Blender's screenshots are black on this display")
        return Path(shutil.move(str(shot), path))

    def console(self) -> str:
        """What Blender printed since the test began, or since the last `take_console`."""
        return self.process.console()

    def take_console(self) -> str:
        """As `console`, and it counts as seen: the test does not fail for a traceback in it."""
        return self.process.take_console()
