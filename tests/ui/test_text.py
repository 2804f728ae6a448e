"""Names and sentences that fit where they are drawn; the width of a text is its length here."""

import pytest

from addon.ui.overlay.label import Plate, place_plate
from addon.ui.text import one_line, shorten_middle, wrap

BOUNDS = (50, 0, 600, 500)


@pytest.mark.parametrize(
    ("room", "expected"),
    [(12, "Suzanne.0012"), (11, "Suzan….0012"), (7, "Suz…012"), (3, "S…2"), (2, "…"), (0, "…")],
)
def test_middle_of_a_name_is_left_out(room, expected):
    assert shorten_middle("Suzanne.0012", room, len) == expected


@pytest.mark.parametrize("name", ["", "A", "立方体立方体立方体"])
def test_shortened_name_is_never_wider_than_its_room(name):
    for room in range(1, 12):
        assert len(shorten_middle(name, room, len)) <= room


def test_h2_name_with_line_breaks_is_one_line():
    assert one_line("Top\nBottom\t2") == "Top Bottom 2"


def test_sentence_is_wrapped_between_words():
    assert wrap("Nothing there: 2 objects skipped", 15, len) == ["Nothing there:", "2 objects", "skipped"]


def test_word_wider_than_the_room_is_broken():
    assert wrap("abcdef", 3, len) == ["abc", "def"]


def test_room_for_nothing_still_ends():
    assert wrap("ab", 0, len) == ["a", "b"]


def test_plate_is_right_of_the_point_and_above_it():
    assert place_plate((300, 200), (100, 20), BOUNDS, 10) == Plate(310, 210, 100, 20)


def test_plate_is_left_of_a_point_near_the_right_edge():
    assert place_plate((580, 200), (100, 20), BOUNDS, 10) == Plate(470, 210, 100, 20)


@pytest.mark.parametrize("point", [(50, 0), (600, 500), (50, 500), (600, 0), (325, 499), (-900, 9000)])
@pytest.mark.parametrize("size", [(100, 20), (550, 500)])
def test_plate_never_leaves_the_bounds(point, size):
    x, y, width, height = place_plate(point, size, BOUNDS, 10)
    assert BOUNDS[0] <= x
    assert x + width <= BOUNDS[2]
    assert BOUNDS[1] <= y
    assert y + height <= BOUNDS[3]
