"""Rows of the panels are worked out once, and again when what they say has changed."""

from math import nan

import bpy
import pytest

from addon import api
from addon.ui import units
from addon.ui.panels import details, measures, relative
from addon.ui.panels.remembered import remembered, whereabouts

from . import build, ui
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def cube():
    """One whose top has been picked from above."""
    ui.look_down()
    made = build.cube()
    build.update()
    ui.pick_middle()
    return made


def location():
    settings = bpy.context.scene.unit_settings
    return details.detail_rows(details.PICKING_RAY_PT_location, ui.active_pick(), settings)


def from_cursor():
    return relative.relative_rows(bpy.context, None)


def height():
    return measures._rows_of_newest("HEIGHT", bpy.context.scene)


ROWS = pytest.mark.parametrize("rows", [location, from_cursor, height])


def lines(rows):
    return [line for row in rows for line in row.lines]


@ROWS
def test_rows_of_an_unchanged_pick_are_those_of_the_last_redraw(cube, rows):
    assert rows() is rows()


@ROWS
def test_rows_follow_the_units(cube, rows):
    assert not any(value.endswith("cm") for _, value in lines(rows()))
    bpy.context.scene.unit_settings.length_unit = "CENTIMETERS"
    assert any(value == "100.0000 cm" for _, value in lines(rows()))


@ROWS
def test_rows_follow_the_object(cube, rows):
    rows()
    cube.location.z = 4.0
    build.update()
    assert any(value == "5.0000 m" for _, value in lines(rows()))


def test_rows_from_the_cursor_follow_the_cursor(cube):
    from_cursor()
    bpy.context.scene.cursor.location.z = -2.0
    assert ("Z", "3.0000 m") in lines(from_cursor())


def test_a_measure_of_another_pick_is_another(cube):
    assert lines(height()) == [("Height", "1.0000 m")]
    cube.location.z = -3.0
    build.update()
    ui.pick_middle()
    assert lines(height()) == [("Height", "-2.0000 m")]


def test_what_is_not_a_number_is_worked_out_each_time(cube):
    taken = []
    for _ in range(2):
        remembered(ui.active_pick(), "test", float(repr(nan)), lambda: taken.append(None))
    assert len(taken) == 2


def test_an_instance_is_where_what_makes_it_is(cube):
    collection = bpy.data.collections.new("Collection")
    collection.objects.link(cube)
    bpy.context.scene.collection.objects.unlink(cube)
    empty = build.link(bpy.data.objects.new("Empty", None))
    empty.instance_type, empty.instance_collection = "COLLECTION", collection
    empty.location.z = 2.0
    build.update()
    ui.pick_middle()
    assert ui.active_pick().is_instance
    assert whereabouts(ui.active_pick())[2][3] == 2.0


def test_the_history_one_by_one_is_the_history(cube):
    ui.pick_middle()
    assert list(api.each_kept()) == api.kept_picks()
    assert len(api.kept_picks()) == 2


def test_units_as_plain_values_give_the_same_text():
    settings = bpy.context.scene.unit_settings
    for system in ("METRIC", "IMPERIAL", "NONE"):
        settings.system = system
        assert units.length_text(1.25, units.units_key(settings)) == units.length_text(1.25, settings)
