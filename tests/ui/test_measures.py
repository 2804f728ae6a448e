"""What measures are drawn as, and where on the screen that is."""

from itertools import pairwise
from math import dist, inf, isnan, nan, pi
from types import SimpleNamespace

import numpy as np
import pytest

from addon import core
from addon.core import measures as lengths
from addon.ui.measures import places
from addon.ui.measures.kinds import KINDS, Measured
from addon.ui.overlay import projection
from addon.ui.overlay.label import Plate, plate_over

L_SHAPE = ((3.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 2.0, 0.0))


def measured(key, *some):
    return Measured(KINDS[key], some)


def test_a_path_is_drawn_from_place_to_place_with_its_label_on_the_middle_line():
    one = measured("PATH", *L_SHAPE, (0, 2, 8))
    assert one.lines == tuple(pairwise((*L_SHAPE, (0, 2, 8))))
    assert one.label_place == (0, 1, 0)
    assert one.marked_places == (*L_SHAPE, (0, 2, 8))


def test_an_area_is_drawn_closed_with_its_label_in_the_middle():
    one = measured("AREA", *L_SHAPE)
    assert one.lines == (*pairwise(L_SHAPE), (L_SHAPE[2], L_SHAPE[0]))
    assert one.label_place == pytest.approx((1, 2 / 3, 0))


def test_an_angle_is_drawn_with_an_arc_on_which_its_label_stands():
    one = measured("ANGLE", *L_SHAPE)
    arc = one.lines[2:]
    assert one.lines[:2] == tuple(pairwise(L_SHAPE))
    assert [dist(place, L_SHAPE[1]) for line in arc for place in line] == pytest.approx([0.6] * 2 * len(arc))
    assert arc[0][0] == pytest.approx((0.6, 0, 0)) and arc[-1][1] == pytest.approx((0, 0.6, 0))
    assert one.label_place == pytest.approx((0.6 / 2**0.5, 0.6 / 2**0.5, 0))


@pytest.mark.parametrize("last", [(5.0, 0.0, 0.0), (-5.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
def test_an_angle_of_lines_in_one_line_has_no_arc(last):
    one = measured("ANGLE", *L_SHAPE[:2], last)
    assert len(one.lines) == 2
    assert one.label_place == L_SHAPE[1]


def test_a_height_is_drawn_down_to_the_ground():
    one = measured("HEIGHT", (1.0, 2.0, 3.0))
    assert one.lines == (((1, 2, 3), (1, 2, 0)),)
    assert one.label_place == (1, 2, 1.5)
    assert one.marked_places == ((1, 2, 3), (1, 2, 0))


def test_a_height_above_a_surface_is_drawn_to_its_plane_and_along_it_to_the_place_picked_there():
    place, anchor = (1.0, 2.0, 7.0), (5.0, 5.0, 3.0)
    one = measured("SURFACE_HEIGHT", place, anchor, (6.0, 5.0, 3.0), (5.0, 6.0, 3.0))
    assert one.lines == ((place, (1, 2, 3)), ((1, 2, 3), anchor))
    assert one.parts == (("Sideways", 5.0),)
    assert one.marked_places == (place, anchor, (1, 2, 3))


def test_a_plane_that_is_flattened_to_a_line_has_no_height():
    one = measured("SURFACE_HEIGHT", (1.0, 2.0, 7.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0))
    assert isnan(one.value)
    assert len(projection.segments_px(np.array(one.lines), np.eye(4), (10, 10))) == 0


@pytest.mark.parametrize("normal", [(0, 0, 1), (0.6, 0, -0.8), (-1, 0, 0), (3**-0.5, 3**-0.5, 3**-0.5)])
@pytest.mark.parametrize("location", [(0, 0, 0), (1e6, -2e6, 3e5)])
def test_the_plane_of_a_surface_has_its_normal_and_place(normal, location):
    pick = SimpleNamespace(location=np.array(location, float), normal=np.array(normal, float))
    plane = places.surface_plane(pick)
    assert tuple(plane[0]) == location
    above = np.array(location) + 2.5 * np.array(normal)
    assert lengths.height_above(above, plane)[0] == pytest.approx(2.5, rel=1e-9)


@pytest.mark.parametrize("place", [(0.1, 1 / 3, -1e-300), (1e6 + 1 / 3, 5e-324, 1.7e308)])
def test_a_place_as_text_keeps_every_digit(place):
    assert places.from_text(places.as_text(np.array(place))) == place


@pytest.mark.parametrize("text", ["", "1 2", "1 2 3 4", "1 2 x", "1 2 nan", "1 2 inf"])
def test_text_that_is_no_place_is_none(text):
    assert places.from_text(text) is None


SIZE_PX = (800, 600)


@pytest.fixture
def matrix():
    """A view from (0, 0, 10) straight down, 1 unit of which is 60 pixels at z = 0."""
    projected = core.perspective(pi / 2, 4 / 3, 1.0, 100.0)
    return projected @ core.look_at((0, 0, 5), (0, 0, 0), (0, 1, 0))


def test_places_are_drawn_where_the_view_projects_them(matrix):
    pixels, is_seen = projection.places_px(
        [(0, 0, 0), (1, 1, 0), (0, 0, 4.5), (0, 0, 6), (9, 0, 0)], matrix, SIZE_PX
    )
    assert list(is_seen) == [True, True, False, False, False]
    assert pixels[:2] == pytest.approx(np.array(((400, 300), (460, 360))))
    assert projection.places_px((), matrix, SIZE_PX)[0].shape == (0, 2)


@pytest.mark.parametrize(
    "segment, expected",
    [
        ([(-1, 0, 0), (2, 0, 0)], [(340, 300), (520, 300)]),
        # Behind the viewer, and before the near plane.
        ([(0, 0, 6), (0, 0, 9)], None),
        ([(0, 0, 4.2), (0, 0, 4.8)], None),
        # From behind the viewer to the right: it is cut at the near plane, at z = 4, there 300 pixels a unit.
        ([(1, 0, 8), (1, 0, 0)], [(700, 300), (460, 300)]),
        ([(1, 0, 0), (1, 0, 8)], [(460, 300), (700, 300)]),
        # Beside the region it is cut off a tenth outside.
        ([(0, 0, 0), (0, 1e9, 0)], [(400, 300), (400, 630)]),
        ([(-1e9, 0, 0), (1e9, 0, 0)], [(-40, 300), (840, 300)]),
        ([(20, -1, 0), (20, 1, 0)], None),
        ([(0, 13, 0), (13, 0, 0)], None),
        # Beyond the far clip plane.
        ([(0, 0, -500), (0, 0, 0)], [(400, 300), (400, 300)]),
        ([(0, 0, 0), (nan, 0, 0)], None),
        ([(0, 0, 0), (inf, 0, 0)], None),
    ],
)
def test_lines_are_cut_at_the_near_plane_and_beside_the_region(matrix, segment, expected):
    found = projection.segments_px(np.array([segment], dtype=float), matrix, SIZE_PX)
    assert found.shape == (0 if expected is None else 1, 2, 2)
    if expected is not None:
        assert found[0] == pytest.approx(np.array(expected), abs=1e-4)


def test_an_orthographic_view_cuts_at_its_near_plane_too():
    matrix = core.orthographic(-4, 4, -3, 3, 1.0, 100.0) @ core.look_at((0, 0, 5), (0, 0, 0), (0, 1, 0))
    found = projection.segments_px(np.array([[(0, 0, 0), (2, 0, 8)]], dtype=float), matrix, SIZE_PX)
    assert found[0] == pytest.approx(np.array(((400, 300), (500, 300))))


def test_a_plate_stands_over_its_place_and_stays_in_the_region():
    bounds = (0, 0, 200, 100)
    assert plate_over((100, 50), (40, 20), bounds) == Plate(80, 40, 40, 20)
    assert plate_over((5, 99), (40, 20), bounds) == Plate(0, 80, 40, 20)


@pytest.mark.parametrize(
    "other, expected",
    [
        (Plate(10, 10, 5, 5), True),
        (Plate(39, 19, 40, 20), True),
        (Plate(40, 0, 40, 20), False),
        (Plate(0, -20, 40, 20), False),
        (Plate(-100, -100, 400, 400), True),
    ],
)
def test_plates_overlap_where_they_share_more_than_an_edge(other, expected):
    plate = Plate(0, 0, 40, 20)
    assert plate.overlaps(other) is expected
    assert other.overlaps(plate) is expected
