"""H2: picks as CSV, JSON and Markdown, and what is read back of them."""

import csv
import io
import json
from dataclasses import fields, replace

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene.errors import SaidError
from addon.scene.pick_records import FIELDS
from addon.scene.pick_table import COLUMNS, defused

from . import build
from .kinds import cloud

NAMES = (
    "Куб",
    "立方体",
    "🧊 cube",
    "two\nlines",
    "=1+1",
    "+x",
    "-x",
    "@x",
    "\tx",
    "\rx",
    "'=x",
    "'",
    "＝1",
    'a "b", c;d | e',
    "a" * 63,
    "é" * 31,
    "\udce9",
)
ROUND_TRIPS = ("CSV", "JSON")
READ_BACK = pytest.mark.parametrize("file_format", ROUND_TRIPS)


def same(one, other):
    """Whether two values of a pick are equal, of one type and to the last digit."""
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if hasattr(one, "_asdict"):
        return type(one) is type(other) and same(one._asdict(), other._asdict())
    if isinstance(one, np.ndarray):
        return one.dtype.kind == other.dtype.kind and np.array_equal(one, other)
    return type(one) is type(other) and one == other


def assert_same_pick(one, other, left_out=()):
    names = [field.name for field in fields(api.Pick) if field.name not in left_out]
    assert [name for name in names if not same(getattr(one, name), getattr(other, name))] == []


@pytest.fixture
def pick():
    """Of a face with all that a face can have."""
    cube = build.cube()
    cube.data.uv_layers.new(name="UV, 1")
    for name, kind in (("Vector", "FLOAT_VECTOR"), ("Whole", "INT"), ("Flag", "BOOLEAN"), ("Text", "STRING")):
        cube.data.attributes.new(name, kind, "FACE")
    cube.data.attributes.new("Pair", "INT32_2D", "POINT")
    cube.data.materials.append(bpy.data.materials.new("=Material"))
    cube.vertex_groups.new(name="Group").add(range(8), 1 / 3, "REPLACE")
    build.update()
    found = build.pick_down()
    assert found.attributes["Text"] == "" and found.uv and found.vertex_groups and found.material
    return found


def again(kept, file_format):
    return api.import_picks(api.export_picks(kept, file_format), file_format)


def test_every_field_of_a_pick_has_its_place():
    beside = {"name", "scene", "view", "object", "base"}
    assert {field.name for field in FIELDS} - beside == {one.name for one in fields(api.Pick)} - {
        "object_uid",
        "base_key",
    }


@READ_BACK
def test_a_pick_comes_back_to_the_last_digit(pick, file_format):
    (found,) = again([pick], file_format)
    assert_same_pick(pick, found.pick)
    assert found.pick.object == pick.object
    assert (found.name, found.view) == ("", None)
    assert found.scene_uid == bpy.context.scene.session_uid


@READ_BACK
def test_picks_of_instances_points_and_planes_come_back(file_format):
    build.collection_instance("Instancer", build.collection("Source", linked=False), location=(5, 0, 0))
    build.cube("Part", collection=bpy.data.collections["Source"])
    cloud("Cloud", [(0, 0, 0), (0.1, 0.13, 0)])
    build.update()
    view = build.view_down()
    picks = [
        build.pick_down(eye=(5.1, 0.13, 100)),
        build.pick_down(),
        build.pick_down(eye=(-50, 0, 100), snap="FLOOR"),
    ]
    assert [one.kind for one in picks] == ["FACE", "POINT", "FLOOR"], view
    for one, other in zip(picks, again(picks, file_format), strict=True):
        assert_same_pick(one, other.pick)
        assert one.selectable_object == other.pick.selectable_object


@READ_BACK
def test_h2_the_names_of_all_kinds_come_back_whole(pick, file_format):
    kept = [api.KeptPick(replace(pick, object_name=name, material=name), name) for name in NAMES]
    found = again(kept, file_format)
    assert [(one.name, one.pick.object_name, one.pick.material) for one in found] == [
        (name, name, name) for name in NAMES
    ]


def test_what_is_no_number_comes_back_as_such(pick):
    for file_format in ROUND_TRIPS:
        picked = replace(pick, location=np.array([1.0, np.nan, np.inf]))
        found = again([picked], file_format)[0].pick.location
        assert np.array_equal(found, [1.0, np.nan, np.nan], equal_nan=True)


def test_numbers_stay_numbers_in_a_table(pick):
    picked = replace(pick, location=np.array([-1.5, 1 / 3, 1e-20]))
    row = dict(zip(*csv.reader(io.StringIO(api.export_picks([picked], "CSV"), newline="")), strict=True))
    assert [row[f"location_{axis}"] for axis in "xyz"] == ["-1.5", "0.3333333333333333", "1e-20"]
    assert (row["coincident"], row["element_index"]) == ("false", "")
    assert defused("-1.5") == "'-1.5"


@READ_BACK
def test_no_picks_are_an_empty_table(file_format):
    assert again([], file_format) == []


def test_a_name_cannot_leave_its_cell_in_markdown(pick):
    named = replace(pick, object_name="a|b\n<b>*_`\\", material=None)
    lines = api.export_picks([named], "MARKDOWN").splitlines()
    assert len(lines) == 3
    assert lines[2].startswith(r"| a\|b<br>\<b\>\*\_\`\\ | a\|b<br>")
    assert lines[2].count("|") - lines[2].count(r"\|") == 9


def test_a_corner_too_many_for_a_cell_comes_back(pick):
    picked = replace(pick, face_polygon=np.random.default_rng(1).random((5000, 3)))
    assert_same_pick(picked, again([picked], "CSV")[0].pick)
    assert csv.field_size_limit() == 131072


def test_columns_in_another_order_and_more_of_them_are_read(pick):
    rows = list(csv.DictReader(io.StringIO(api.export_picks([pick], "CSV"), newline="")))
    text = io.StringIO()
    writer = csv.DictWriter(text, ["note", *reversed(COLUMNS)])
    writer.writeheader()
    writer.writerow({"note": "=1", **rows[0], "front_face": "TRUE"})
    assert_same_pick(pick, api.import_picks(text.getvalue(), "CSV")[0].pick)


def edited(pick, change):
    """The JSON of a pick, changed."""
    content = json.loads(api.export_picks([pick, pick], "JSON"))
    change(content)
    return json.dumps(content)


def put(name, value):
    return lambda content: content["picks"][1].update({name: value})


def drop(name):
    return lambda content: content["picks"][1].pop(name)


# What of an error is as it stands in the file: names of values, those it may be, what was found; and 3, or 4 x 4.
IN_EVERY_LANGUAGE = {"name", "names", "found", "size"}


def assert_all_is_translated(error):
    """Nothing that an error says is English of Python's."""
    for name, value in error.values.items():
        if isinstance(value, SaidError):
            assert_all_is_translated(value)
        else:
            assert isinstance(value, int) or name in IN_EVERY_LANGUAGE, (name, value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (put("location", [1, 2]), "Pick 2, location: expected 3 numbers, got [1, 2]"),
        (put("location", "x" * 99), "Pick 2, location: expected 3 numbers, got 'xxx"),
        (put("location", [1, 2, 10**400]), "Pick 2, location: expected 3 numbers, got [1, 2, 100"),
        (put("kind", ["FACE"]), "Pick 2, kind: expected one of BONE, "),
        (put("coincident", 1), "Pick 2, coincident: expected true or false, got 1"),
        (put("face_index", True), "Pick 2, face_index: expected a whole number, got True"),
        (put("object", {"name": "A"}), "Pick 2, object: expected values named name, library, library_name"),
        (put("attributes", {"a": {}}), "Pick 2, attributes: expected a number or text"),
        (put("attributes", {"a": ["b"]}), "Pick 2, attributes: expected numbers"),
        (put("nearest_vertex", {}), "Pick 2, nearest_vertex: expected values named index"),
        (put("collections", [1]), "Pick 2, collections: expected a text"),
        (drop("location"), "Pick 2, location: expected a value, found none"),
        (lambda content: content["picks"].append(7), "Pick 3, expected a record of a pick, got 7"),
        (
            lambda content: content.update(version=2),
            "Written by a newer Picking Ray: expected version 1, found 2",
        ),
        (lambda content: content.update(picks={}), "picks: expected a list, found none"),
        (lambda content: content.update(format="other"), "Expected picks that Picking Ray has written"),
    ],
)
def test_json_that_is_not_as_expected_is_told(pick, change, sentence):
    with pytest.raises(ValueError) as told:
        api.import_picks(edited(pick, change), "JSON")
    assert str(told.value).startswith(sentence)
    assert_all_is_translated(told.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{\n\n7", "Line 3: expected JSON, found something else"),
        ("[" * 100_000, "Expected picks as JSON, found a number or a nesting that is too long"),
        ("9" * 5000, "Expected picks as JSON, found a number or a nesting that is too long"),
        ("7", "Expected picks that Picking Ray has written as JSON, found other JSON"),
        ("", "Line 1: expected JSON, found something else"),
    ],
)
def test_what_is_no_json_is_told(text, sentence):
    with pytest.raises(ValueError) as told:
        api.import_picks(text, "JSON")
    assert str(told.value) == sentence
    assert_all_is_translated(told.value)


@pytest.mark.parametrize(
    ("column", "cell", "sentence"),
    [
        ("location_x", "abc", "Row 3, location_x: expected a number, got 'abc'"),
        ("location_x", "", "Row 3, location_x: expected a number, got ''"),
        ("coincident", "no", "Row 3, coincident: expected true or false, got 'no'"),
        ("coincident", "", "Row 3, coincident: expected true or false, got None"),
        ("kind", "Face", "Row 3, kind: expected one of BONE, "),
        ("uv", "{", "Row 3, uv: expected JSON, got '{'"),
        ("face_index", "1.5", "Row 3, face_index: expected a whole number, got 1.5"),
    ],
)
def test_a_table_that_is_not_as_expected_is_told(pick, column, cell, sentence):
    rows = list(csv.reader(io.StringIO(api.export_picks([pick, pick], "CSV"), newline="")))
    rows[2][COLUMNS.index(column)] = cell
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    with pytest.raises(ValueError) as told:
        api.import_picks(text.getvalue(), "CSV")
    assert str(told.value).startswith(sentence)
    assert_all_is_translated(told.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Row 1: expected a column name, found none"),
        ("name;scene\r\n", "Row 1: expected a column name, found none"),
        (",".join(COLUMNS) + "\r\n1,2\r\n", f"Row 2: expected {len(COLUMNS)} cells, found 2"),
        ('"a"b', "Line 1: expected CSV, found something else"),
    ],
)
def test_what_is_no_table_of_picks_is_told(text, sentence):
    with pytest.raises(ValueError) as told:
        api.import_picks(text, "CSV")
    assert str(told.value).startswith(sentence)
    assert_all_is_translated(told.value)


def test_markdown_is_not_read_and_other_formats_are_not_known(pick):
    with pytest.raises(ValueError, match="expected one of CSV, JSON, got 'MARKDOWN'"):
        api.import_picks("", "MARKDOWN")
    with pytest.raises(ValueError, match="expected one of CSV, JSON, MARKDOWN, got 'XML'"):
        api.export_picks([pick], "XML")
