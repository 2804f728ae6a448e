"""A pick as what is drawn and as what is read."""

from types import SimpleNamespace

import numpy as np
import pytest

from addon.ui.overlay import marks
from addon.ui.panels import readout

SQUARE = [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]


@pytest.fixture
def pick():
    return SimpleNamespace(
        kind="FACE",
        is_on_plane=False,
        coincident=False,
        snapped=None,
        object_name="Cube",
        library=None,
        collections=("Collection",),
        is_instance=True,
        instancer_path=("Outer", "Inner"),
        persistent_id=(3, 1, 0x7FFFFFFF, 0x7FFFFFFF),
        location=(0.1, 0.2, 1.0),
        location_local=(0.1, 0.2, 0.5),
        distance=1 / 3,
        depth=0.25,
        pixel=(10.5, 20.5),
        normal=(0.0, 0.0, 1.0),
        normal_smooth=(0.0, 0.6, 0.8),
        front_face=False,
        face_index=4,
        original_face_index=None,
        triangle_index=9,
        barycentric=(0.5, 0.25, 0.25),
        material=None,
        material_slot=None,
        uv={"UVMap": (0.125, 0.75)},
        attributes={},
        vertex_groups={"Arm.L": 1 / 3},
        nearest_vertex=SimpleNamespace(index=7, distance_px=3.25, location=(0, 0, 1)),
        nearest_edge=SimpleNamespace(
            index=8, distance_px=1.5, locations=((0, 0, 1), (1, 0, 1)), crease=0.5, sharp=True, seam=False
        ),
        face_polygon=SQUARE,
        face_triangles=[(0, 1, 2), (0, 2, 3)],
    )


@pytest.fixture
def edge_pick():
    """A pick of an edge, of which all that belongs to a face is unknown."""
    return SimpleNamespace(
        face_polygon=None,
        element_name=None,
        ghost_frame=None,
        kind="EDGE",
        is_on_plane=False,
        snapped=None,
        index=4,
        location=(0.5, 0, 0),
        element_ends=((0, 0, 0), (1, 0, 0)),
        normal=None,
        nearest_vertex=None,
        nearest_edge=SimpleNamespace(
            index=4, distance_px=2.0, locations=((0, 0, 0), (1, 0, 0)), crease=0.0, sharp=False, seam=False
        ),
    )


def metres(value):
    return f"{value:.2f} m"


def by_label(rows):
    return {row.lines[0][0]: row for row in rows}


def test_marks_have_every_triangle_and_every_edge(pick):
    made = marks.of_pick(pick, [], 5)
    assert made.triangles == tuple(SQUARE[number] for number in (0, 1, 2, 0, 2, 3))
    assert made.outline == tuple(SQUARE[number] for number in (0, 1, 1, 2, 2, 3, 3, 0))
    assert (made.location, made.normal, made.scene_uid) == ((0.1, 0.2, 1.0), (0.0, 0.0, 1.0), 5)


def test_marks_have_the_places_of_earlier_picks(pick):
    assert marks.of_pick(pick, [(7, 8, 9)], 5).earlier == ((7.0, 8.0, 9.0),)


def test_lengths_are_shown_in_units_and_copied_with_every_digit(pick):
    rows = by_label(readout.location_rows(pick, metres))
    assert rows["Distance"].lines == (("Distance", "0.33 m"),)
    assert float(rows["Distance"].copied) == 1 / 3
    assert rows["World X"].lines == (("World X", "0.10 m"), ("Y", "0.20 m"), ("Z", "1.00 m"))
    assert rows["World X"].copied == "[0.1, 0.2, 1.0]"


def test_face_unknown_in_the_original_is_said_in_a_word(pick):
    rows = by_label(readout.surface_rows(pick))
    assert rows["Original Face"].lines == (("Original Face", "Unknown"),)
    assert rows["Original Face"].is_word
    assert rows["Side"].lines == (("Side", "Back"),)
    assert rows["Face"].copied == "4"


def test_material_that_is_not_there_is_none_and_uv_maps_have_their_names(pick):
    rows = by_label(readout.material_rows(pick))
    assert rows["Material"].lines == (("Material", "None"),)
    assert "Slot" not in rows
    assert rows["UVMap U"].copied == "[0.125, 0.75]"


def test_instance_shows_its_path_and_its_id_without_padding(pick):
    rows = readout.instance_rows(pick)
    assert [row.lines[0] for row in rows[2:]] == [
        ("Instanced by", "Outer"),
        ("", "Inner"),
        ("Persistent ID", "3, 1"),
    ]


def test_object_that_is_no_instance_has_no_id(pick):
    pick.is_instance, pick.instancer_path = False, ()
    assert [row.lines[0][0] for row in readout.instance_rows(pick)] == ["Object", "Collection"]


def test_nearest_vertex_and_edge_are_shown_in_pixels(pick):
    rows = readout.nearest_rows(pick, metres)
    assert rows[0].lines == (("Vertex", "7"),)
    assert rows[1].lines == (("On Screen", "3.2 px"),)
    assert rows[3].lines == (("Edge", "8"),)
    assert rows[-1].copied == "[1.0, 0.0, 1.0]"


def test_marks_of_the_nearest_edge_are_shown(pick):
    rows = by_label(readout.nearest_rows(pick, metres))
    assert rows["Crease"].lines == (("Crease", "0.5000"),)
    assert rows["Sharp"].lines == (("Sharp", "Yes"),)
    assert rows["Seam"].lines == (("Seam", "No"),)


@pytest.mark.parametrize(
    ("value", "texts", "copied"),
    [
        (1 / 3, ["0.3333"], repr(1 / 3)),
        (7, ["7"], "7"),
        (True, ["True"], "True"),
        ("two\nlines", ["two lines"], "two\nlines"),
        (np.array((0.5, 0.25, 1 / 3)), ["0.5000", "0.2500", "0.3333"], f"[0.5, 0.25, {1 / 3}]"),
        (np.array((3, -4)), ["3", "-4"], "[3, -4]"),
        (np.eye(2), ["1.00  0.00", "0.00  1.00"], "[[1.0, 0.0], [0.0, 1.0]]"),
    ],
)
def test_attribute_is_shown_by_its_name_and_copied_with_every_digit(pick, value, texts, copied):
    pick.attributes = {"Name": value}
    (row,) = readout.attribute_rows(pick)
    assert row.lines == tuple(zip(["Name", "", "", ""], texts, strict=False))
    assert row.copied == copied
    assert row.is_name and not row.is_word


def test_vertex_group_is_shown_with_its_weight(pick):
    (row,) = readout.vertex_group_rows(pick)
    assert (row.lines, row.copied) == ((("Arm.L", "0.3333"),), repr(1 / 3))


def test_marks_of_an_edge_are_the_edge_alone(edge_pick):
    made = marks.of_pick(edge_pick, [], 5)
    assert made.triangles == ()
    assert made.outline == ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert made.normal is None


def test_readout_of_what_is_one_thing_has_no_number(edge_pick):
    edge_pick.kind, edge_pick.index = "ICON", None
    assert [row.lines for row in readout.surface_rows(edge_pick)] == [(("Kind", "Icon"),)]


def test_readout_of_an_edge_names_it_and_leaves_out_the_surface(edge_pick):
    assert [row.lines for row in readout.surface_rows(edge_pick)] == [(("Kind", "Edge"),), (("Number", "4"),)]
    assert by_label(readout.nearest_rows(edge_pick, metres)).keys() == {
        *("Edge", "On Screen", "Crease", "Sharp", "Seam", "From X", "To X")
    }


def test_place_on_the_floor_has_a_normal_and_nothing_of_an_object():
    place = SimpleNamespace(
        kind="FLOOR",
        is_on_plane=True,
        snapped="FLOOR",
        location=(1.0, 2.0, 0.0),
        location_local=(1.0, 2.0, 0.0),
        distance=3.0,
        depth=3.0,
        pixel=(10.5, 20.5),
        normal=(0.0, 0.0, 1.0),
        front_face=True,
        face_polygon=None,
        element_ends=None,
        nearest_vertex=None,
        nearest_edge=None,
    )
    made = marks.of_pick(place, [], 5)
    assert (made.triangles, made.outline, made.normal) == ((), (), (0.0, 0.0, 1.0))
    assert list(by_label(readout.surface_rows(place))) == ["Normal X", "Side"]
    assert by_label(readout.location_rows(place, metres))["Snapped To"].lines == (("Snapped To", "Floor"),)
    assert readout.nearest_rows(place, metres) == []


def test_faces_that_coincide_say_so(pick):
    assert "Coincident" not in by_label(readout.surface_rows(pick))
    pick.coincident = True
    assert by_label(readout.surface_rows(pick))["Coincident"].lines == (("Coincident", "Yes"),)
