"""Who has the zip and has read nothing gets from there to a distance between two places in less than a minute.

What they do, in a Blender that has never had the extension (each a step of `steps`):

1. Edit > Preferences > Get Extensions, the arrow at the upper right, Install from Disk, a double click on the zip: that
   enables it as well. Here in one call, counted as what it takes by hand.
2. N over the viewport: the sidebar has a new tab.
3. A click on the tab "Pick", which says: Click Pick in Viewport, then click anything you can see.
4. A click on that button; the status bar says what the mouse does now.
5. A click on the cube.
6. A click on another place of it: below, the panel Measure has the distance.

How long that takes is counted after the keystroke-level model (Card, Moran and Newell, "The keystroke-level model for
user performance time with interactive systems", 1980).
"""

import shutil

import pytest

from . import picking
from .window import Blender

# In seconds: to think of what comes next, to point at it, to press a button of the mouse or a key.
THINK, POINT, PRESS = 1.35, 1.1, 0.2
# Edit, Preferences, Get Extensions, arrow, Install from Disk; finding the zip among files is thought of twice.
INSTALLING = 5 * (THINK + POINT + PRESS) + 2 * THINK + POINT + 2 * PRESS
_INSTALL = """
bpy.ops.extensions.package_install_files(repo="user_default", filepath=archive, enable_on_install=True)
"""
_TAB = """
area = next(area for area in bpy.context.window_manager.windows[0].screen.areas if area.type == "VIEW_3D")
next(region for region in area.regions if region.type == "UI").active_panel_category
"""
_MEASURED = f"""
from {picking.ADDON} import api
from {picking.ADDON}.ui.panels import measures
rows = measures._rows_of_newest("DISTANCE", bpy.context.scene)
first, second = api.history()[:2]
[rows[0].lines[0][1], float(rows[0].copied), float(((first.location - second.location) ** 2).sum() ** 0.5)]
"""


@pytest.fixture
def newcomers_blender(request):
    blender = Blender(request.config.getoption("--blender-root"), None)
    yield blender
    blender.process.stop()


def steps(blender, archive):
    """Do the steps one after the other; yields the seconds that each takes."""
    blender.run(_INSTALL, archive=archive)
    yield INSTALLING
    blender.move(*blender.region().center)
    blender.key("N")
    yield THINK + PRESS
    sidebar = blender.region("UI")
    # Where it is the eye sees at once.
    for up in range(95, 20, -3):
        blender.click(sidebar.x + sidebar.width - 12, sidebar.at(0, up / 100)[1])
        if blender.run(_TAB) == "Pick":
            break
    yield THINK + POINT + PRESS
    blender.click(*blender.find_button("picking_ray.pick", sidebar))
    yield THINK + POINT + PRESS
    blender.click(*picking.place_of(blender, (1.0, -0.8, 0.7)))
    yield THINK + POINT + PRESS
    blender.click(*picking.place_of(blender, (1.0, 0.7, -0.7)))
    yield THINK + POINT + PRESS


def test_from_the_zip_to_a_distance_in_less_than_a_minute(newcomers_blender, blender_host):
    blender = newcomers_blender
    archive = shutil.copy(blender_host.extension, blender.process.work)
    seconds = sum(steps(blender, archive))
    assert seconds < 60, seconds
    shown, copied, real = blender.run(_MEASURED)
    assert copied == pytest.approx(real) and 1.5 < real < 2.5
    assert shown == f"{real:.4f} m"
    # It is in sight, without a scroll.
    assert blender.find_button("picking_ray.measure_add", blender.region("UI"), across=(0.7,))
    assert "Traceback" not in blender.console()
