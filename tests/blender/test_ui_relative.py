"""The active hit as seen from the 3D cursor and from another pick: places, distances and normals, with every digit."""

from math import pi

import bpy
import pytest

from addon import api
from addon.ui.panels import relative

from . import build, ui
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def picked_cube():
    """The top of a cube, picked at its middle from above."""
    ui.look_down()
    cube = build.cube()
    build.update()
    space, region, region_3d = build.live_view()
    viewport = api.Viewport.from_region(space, region, region_3d)
    middle = (region.width / 2, region.height / 2)
    api.record_pick(api.pick(viewport, middle))
    ui.pick_middle()
    return cube


def copied():
    """What each row copies, as numbers, by the label of its first line."""
    rows = relative.relative_rows(bpy.context, relative.reference())
    return {row.lines[0][0]: pytest.approx(eval(row.copied), abs=0.03) for row in rows}


def test_from_the_cursor_at_the_origin_it_is_the_world(picked_cube):
    assert copied() == {"Offset X": [0, 0, 1], "Distance": 1, "Normal X": [0, 0, 1]}


def test_the_cursors_axes_count(picked_cube):
    cursor = bpy.context.scene.cursor
    cursor.location, cursor.rotation_euler = (0, 0, 3), (pi / 2, 0, 0)
    assert copied() == {"Offset X": [0, -2, 0], "Distance": 2, "Normal X": [0, 1, 0]}


def test_from_another_pick_where_both_are_now(picked_cube):
    other = build.plane("Other", location=(0, 0, 3))
    other.rotation_euler = (pi / 3, 0, 0)
    build.update()
    ui.pick_middle()
    assert ui.active_pick().object_name == "Other"
    ui.run("relate", index=1)
    assert relative.reference().pick.object_name == "Cube"
    assert copied() == {"Offset X": [0, 0, 2], "Distance": 2, "Normal Angle": 60}
    picked_cube.location = (0, 4, 0)
    build.update()
    assert copied()["Offset X"] == [0, -4, 2]


def test_a_pick_without_a_normal_has_none_to_compare(picked_cube):
    build.link(bpy.data.objects.new("Light", bpy.data.lights.new("Light", "POINT"))).location = (0, 0, 5)
    build.update()
    ui.pick_middle()
    assert set(copied()) == {"Offset X", "Distance"}
    ui.run("relate", index=1)
    assert copied() == {"Offset X": [0, 0, 4], "Distance": 4}


@pytest.mark.parametrize("end", ["removed", "gone", "loaded"])
def test_what_is_no_longer_there_gives_way_to_the_cursor(picked_cube, end):
    ui.run("relate", index=1)
    assert relative.reference() is not None
    match end:
        case "removed":
            api.remove_from_history(1)
        case "gone":
            bpy.data.objects.remove(picked_cube)
        case "loaded":
            bpy.ops.wm.read_homefile(use_factory_startup=True)
    assert relative.reference() is None


def test_the_place_in_the_history_may_change(picked_cube):
    ui.run("relate", index=0)
    chosen = relative.reference()
    ui.pick_middle()
    assert relative.reference().pick is chosen.pick
    assert ui.run("relate", index=9) == {"CANCELLED"}
    assert ui.run("relate") == {"FINISHED"}
    assert relative.reference() is None
