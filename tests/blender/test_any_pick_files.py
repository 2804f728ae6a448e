"""H2: picks as files with any text and any number, where hypothesis can be had: it is made for one Python each."""

import csv
import io
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from addon import api
from addon.scene.pick_records import FIELDS

from .test_pick_files import READ_BACK, again, assert_same_pick
from .test_pick_files import pick as pick  # a fixture

hypothesis = pytest.importorskip("hypothesis")
given, st = hypothesis.given, hypothesis.strategies

# The objects of a file are what they are while hypothesis makes names.
WITHIN_A_SCENE = hypothesis.settings(
    max_examples=60, deadline=None, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
# Whatever Python has for a character, other halves of pairs than those that stand for broken bytes excepted.
TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from("=+-@'\t\r\n\x00|\\\u2028\udc80\udcff"))

DAMAGE = TEXTS | st.sampled_from(("null", "{}", "[", '"', ",", "1e999", "true"))


@READ_BACK
@given(name=TEXTS, text=TEXTS)
@WITHIN_A_SCENE
def test_h2_any_text_comes_back(pick, file_format, name, text):
    picked = replace(
        pick, object_name=text, element_name=text, collections=(text, name), attributes={name: text}
    )
    (found,) = again([api.KeptPick(picked, name)], file_format)
    assert found.name == name
    assert_same_pick(picked, found.pick, ("object_uid", "base_key"))


@READ_BACK
@given(number=st.floats(), whole=st.integers())
@WITHIN_A_SCENE
def test_any_number_comes_back(pick, file_format, number, whole):
    picked = replace(pick, distance=number, element_index=whole, attributes={"One": number, "Whole": whole})
    (found,) = again([picked], file_format)
    expected = number if np.isfinite(number) else float("nan")
    assert repr(found.pick.distance) == repr(found.pick.attributes["One"]) == repr(expected)
    assert found.pick.element_index == found.pick.attributes["Whole"] == whole


@given(name=TEXTS)
@WITHIN_A_SCENE
def test_h2_no_cell_of_text_begins_a_formula(pick, name):
    text = api.export_picks([api.KeptPick(replace(pick, object_name=name), name)], "CSV")
    columns, row = csv.reader(io.StringIO(text, newline=""))
    texts = {field.name for field in FIELDS if field.cell == "TEXT"}
    for column, cell in zip(columns, row, strict=True):
        if column in texts:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))
        else:
            assert column.startswith(tuple(f"{text}_" for text in texts)) or not cell.startswith(
                tuple("=@\t\r")
            )


@READ_BACK
@given(place=st.floats(0, 1), length=st.integers(0, 30), text=DAMAGE)
@WITHIN_A_SCENE
def test_a_text_that_is_damaged_anywhere_is_read_or_refused(pick, file_format, place, length, text):
    whole = api.export_picks([pick], file_format)
    start = int(place * len(whole))
    # All that may be raised is what says that it cannot be read.
    with suppress(ValueError):
        found = api.import_picks(whole[:start] + text + whole[start + length :], file_format)
        assert all(isinstance(one, api.KeptPick) for one in found)
