"""Records of picks as rows of a table: the cells of a spreadsheet, and Markdown."""

import json
import re

from .pick_records import FIELDS, read_text, unexpected

# A spreadsheet takes for a formula what begins so, in the shapes of East Asian keyboards as well; line breaks and tabs
# can begin a cell of their own. The apostrophe says that a text follows.
_FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")
_TEXT_MARK = "'"
# Whatever Markdown could take for anything but a character.
_MARKDOWN_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&!$])")
_LINE_BREAKS = re.compile(r"\r\n|[\n\r]")
_MARKDOWN_HEAD = ("Name", "Object", "Kind", "Number", "Location", "Normal", "Distance", "Material")


def _columns(field):
    return [f"{field.name}_{part}" for part in field.cell] if isinstance(field.cell, tuple) else [field.name]


COLUMNS = tuple(column for field in FIELDS for column in _columns(field))


def cells_of(record):
    """The texts of a row, in the order of `COLUMNS`."""
    return [cell for field in FIELDS for cell in _cells(field, record[field.name])]


def record_of_cells(cells):
    """The record of a row, a dict of its cells by column.

    Raises
    ------
    UnreadableError
        Which column has what instead of what was expected.
    """
    return {field.name: _value(field, [(one, cells[one]) for one in _columns(field)]) for field in FIELDS}


def defused(text):
    """A text that a spreadsheet takes for nothing but a text."""
    return _TEXT_MARK + text if text.startswith((*_FORMULA_STARTS, _TEXT_MARK)) else text


def markdown_table(records):
    """The records as a Markdown table, for people."""
    lines = [_MARKDOWN_HEAD, ["---"] * len(_MARKDOWN_HEAD), *map(_markdown_cells, records)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cells(field, value):
    if isinstance(field.cell, tuple):
        numbers = [""] * len(field.cell) if value is None else value
        return ["nan" if one is None else str(one) for one in numbers]
    if value is None:
        return [""]
    if field.cell == "TEXT":
        # An empty text where there could be none at all.
        return [defused(value) or ("" if field.read is read_text else _TEXT_MARK)]
    if field.cell == "FLAG":
        return ["true" if value else "false"]
    return [repr(value) if field.cell == "NUMBER" else json.dumps(value, ensure_ascii=False, allow_nan=False)]


def _value(field, cells):
    """What `_cells` has made the (column, text) pairs of."""
    if isinstance(field.cell, tuple):
        return None if not any(text for _, text in cells) else [_number(*cell) for cell in cells]
    column, text = cells[0]
    if field.cell == "TEXT":
        is_none = text == "" and field.read is not read_text
        return None if is_none else text.removeprefix(_TEXT_MARK)
    if text == "":
        return None
    if field.cell == "NUMBER":
        return _number(column, text)
    if field.cell == "FLAG":
        # A spreadsheet that saves the table writes them large.
        if text.lower() not in ("true", "false"):
            raise unexpected(column, "true or false", text)
        return text.lower() == "true"
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise unexpected(column, "JSON", text) from None


def _number(column, text):
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    raise unexpected(column, "a number", text)


def _markdown_cells(record):
    kind = record["kind"]
    number = record["face_index"] if kind == "FACE" else record["element_index"]
    return (
        _markdown(record["name"] or record["object_name"]),
        _markdown(record["object_name"]),
        kind.title(),
        "" if number is None else str(number),
        _vector(record["location"]),
        _vector(record["normal"]),
        repr(record["distance"]),
        _markdown(record["material"] or ""),
    )


def _vector(values):
    return "" if values is None else ", ".join(map(repr, values))


def _markdown(text):
    return _LINE_BREAKS.sub("<br>", _MARKDOWN_SIGNS.sub(r"\\\1", text))
