"""Options of the scene and what is done with places of no object."""

import bpy
import pytest

from addon import api
from addon.ui import results
from addon.ui.properties import pick_options

from . import build, ui
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def cubes():
    """A near and a far cube in the middle of the live view, which looks down."""
    _, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "PERSP", (1, 0, 0, 0)
    region_3d.view_location, region_3d.view_distance = (0.3, 0.2, 0), 20
    made = build.cube("Near", location=(0, 0, 3)), build.cube("Far")
    build.update()
    return made


def options():
    return bpy.context.scene.picking_ray


def test_options_of_a_new_scene_are_no_departure():
    assert pick_options(bpy.context.scene) == api.PickOptions()


def test_every_option_reaches_the_pick():
    options().snap, options().empty_space, options().include_hidden = "MIDPOINT", "CURSOR", True
    options().click_through.add().name = "Glass"
    options().geometry = "CAGE"
    assert pick_options(bpy.context.scene) == api.PickOptions(
        geometry="CAGE", snap={"MIDPOINT", "CURSOR"}, include_hidden=True, click_through=("Glass",)
    )


def test_hits_snap_as_the_options_say(cubes):
    options().snap = "CENTER"
    ui.pick_middle()
    assert [hit.location.tolist()[:2] for hit in results.hits()] == [[0, 0]] * 4


def test_an_object_is_clicked_through_until_the_list_is_cleared(cubes):
    ui.pick_middle()
    for _ in range(2):
        assert ui.run("click_through_hit") == {"FINISHED"}
    assert options().click_through.keys() == ["Near"]
    ui.pick_middle()
    assert ui.hit_names() == ["Far", "Far", "Near", "Near"]
    assert ui.run("click_through_clear") == {"FINISHED"}
    ui.pick_middle()
    assert ui.hit_names() == ["Near", "Near", "Far", "Far"]


@pytest.mark.parametrize("plane, name", (("FLOOR", "Floor"), ("CURSOR", "3D Cursor")))
def test_a_place_of_no_object_is_recorded_listed_and_not_acted_on(plane, name):
    bpy.context.scene.cursor.location = (0, 0, 0)
    options().empty_space = plane
    assert ui.pick_middle() == {"FINISHED"}
    (hit,) = results.hits()
    assert (hit.kind, ui.rows().hits[0].name, ui.rows().history[0].name) == (plane, name, name)
    assert api.history() == [hit]
    for action in ("select_hit", "ignore_hit", "click_through_hit"):
        with pytest.raises(RuntimeError, match="No object was hit"):
            ui.run(action)
    for orientation in (False, True):
        bpy.context.scene.cursor.location = (9, 9, 9)
        assert ui.run("cursor_to_hit", orientation=orientation) == {"FINISHED"}
        assert tuple(bpy.context.scene.cursor.location) == pytest.approx(hit.location, abs=1e-6)
    ui.run("clear")
    ui.rows().active_history = 0
    assert results.hits() == (hit,)
    ui.run("history_remove")
    assert api.history() == []
