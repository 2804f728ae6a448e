"""Panels about the active hit: shown only where they have something to say."""

import bpy
import pytest

from addon.scene.options import EVERY_KIND, PLANE_SNAPS
from addon.ui import icons
from addon.ui.panels import details

from . import build, ui
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def cube():
    """One without attributes of its own, in the middle of the live view."""
    _, _, region_3d = build.live_view()
    region_3d.view_perspective = "PERSP"
    region_3d.view_location, region_3d.view_rotation = (0, 0, 0), (1, 0, 0, 0)
    region_3d.view_distance = 20
    made = build.cube()
    made.data.shade_smooth()
    build.update()
    return made


def shown():
    """Labels of the panels that are shown."""
    return [panel.bl_label for panel in details.CLASSES if panel.poll(bpy.context)]


ALWAYS = ["Location", "Surface", "Material and UV", "Object and Instance", "Nearest Vertex and Edge"]


def test_without_a_hit_there_are_none(cube):
    assert shown() == []


def test_attributes_and_vertex_groups_only_where_there_are_any(cube):
    ui.pick_middle()
    assert shown() == ALWAYS
    cube.data.attributes.new("Value", "FLOAT", "FACE")
    ui.pick_middle()
    assert shown() == [*ALWAYS[:3], "Attributes", *ALWAYS[3:]]
    cube.vertex_groups.new(name="Group").add(range(8), 0.5, "REPLACE")
    ui.pick_middle()
    assert shown() == [*ALWAYS[:3], "Attributes", "Vertex Groups", *ALWAYS[3:]]


def test_every_kind_of_hit_has_an_icon_that_this_blender_knows():
    known = bpy.types.UILayout.bl_rna.functions["label"].parameters["icon"].enum_items.keys()
    assert set(icons.ICON_OF_KIND) == EVERY_KIND | set(PLANE_SNAPS)
    assert set(icons.ICON_OF_KIND.values()) <= set(known)


def test_panels_about_faces_are_not_shown_for_a_light(cube):
    bpy.data.objects.remove(cube)
    build.link(bpy.data.objects.new("Light", bpy.data.lights.new("Light", "POINT")))
    build.update()
    ui.pick_middle()
    assert shown() == ["Location", "Surface", "Object and Instance"]


def test_a_place_on_the_floor_has_only_the_panels_about_places(cube):
    cube.location.x = 1000.0
    bpy.context.scene.picking_ray.empty_space = "FLOOR"
    ui.pick_middle()
    assert shown() == ["Location", "Surface"]
