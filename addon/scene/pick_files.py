"""Picks as the text of a file: JSON, CSV and Markdown; the first two are read back."""

import csv
import io
import json

import bpy

from .errors import UnreadableError
from .kept_pick import KeptPick
from .pick_records import kept_of, record_of
from .pick_table import COLUMNS, cells_of, markdown_table, record_of_cells
from .whole_file import write_whole

EXPORT_FORMATS = ("CSV", "JSON", "MARKDOWN")
IMPORT_FORMATS = ("CSV", "JSON")

_JSON_FORMAT = "picking_ray.picks"
# Where something cannot be read.
_PLACES = PICK, ROW = "Pick {number}", "Row {number}"
# To be raised when an older Picking Ray would misread what is written.
_JSON_VERSION = 1


def export_picks(picks, file_format):
    """Picks as text.

    Parameters
    ----------
    picks : sequence of Pick or KeptPick
    file_format : str
        CSV: a row a pick after one of column names, all of it with every digit; texts that a spreadsheet would take for
        a formula begin with an apostrophe. The columns are the fields of `Pick`, of a vector one a component as
        location_x, lists and values by name as JSON; `name` and `scene` stand before them, and behind them what finds
        object, instancer and view again. JSON: the same as values by name. MARKDOWN: a table of what is asked for
        first, not to be read back.

    Returns
    -------
    str
        Lines of CSV end with a carriage return and a line feed, as RFC 4180 has it.

    Raises
    ------
    ValueError
        If `file_format` is none of these.
    """
    if file_format not in EXPORT_FORMATS:
        raise ValueError(f"file_format: expected one of {', '.join(EXPORT_FORMATS)}, got {file_format!r}")
    names = {scene.session_uid: scene.name for scene in bpy.data.scenes}
    kept = [one if isinstance(one, KeptPick) else KeptPick(one) for one in picks]
    records = [record_of(one, names.get(one.scene_uid)) for one in kept]
    if file_format == "JSON":
        # What is not Unicode in a name of Blender's stays what it is, as an escape.
        text = joined_json([json_of(one, in_ascii=False) for one in records])
        return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"
    if file_format == "MARKDOWN":
        return markdown_table(records)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(map(cells_of, records))
    return text.getvalue()


def import_picks(text, file_format):
    """The picks of a text that `export_picks` has written.

    Parameters
    ----------
    text : str
    file_format : str
        CSV or JSON. Columns of a CSV may have another order, and there may be more.

    Returns
    -------
    list of KeptPick
        Their objects are those of this file that have the name and library, their scene the one of that name or else
        the current one. A number that was not finite is NaN; all else is what was exported.

    Raises
    ------
    UnreadableError
        Which row or pick has what instead of what was expected; it is a ValueError.
    """
    if file_format not in IMPORT_FORMATS:
        raise ValueError(f"file_format: expected one of {', '.join(IMPORT_FORMATS)}, got {file_format!r}")
    if file_format == "JSON":
        return read_records(read_json(text)["picks"], PICK, 1, _scene_uid)
    return read_records(_records_of_csv(text), ROW, 2, _scene_uid)


def write_picks(path, picks, file_format):
    """Write a file of picks, or replace it, as `export_picks` has it; it is never half there.

    Parameters
    ----------
    path : pathlib.Path
    picks : sequence of Pick or KeptPick
    file_format : str
        A CSV begins with a byte order mark, without which spreadsheets misread what is not English.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    text = export_picks(picks, file_format)
    encoding = "utf-8-sig" if file_format == "CSV" else "utf-8"
    write_whole(path, text.encode(encoding, "surrogateescape"))


def read_picks(path):
    """The picks of a file that `write_picks` has written, as `import_picks` gives them; what begins with { is JSON.

    Raises
    ------
    OSError
        If it cannot be read.
    UnreadableError
        As `import_picks`.
    """
    text = path.read_bytes().decode("utf-8-sig", "surrogateescape")
    return import_picks(text, "JSON" if text.lstrip().startswith("{") else "CSV")


def json_of(values, in_ascii=True):
    """Plain values as JSON on one line; in ASCII where nobody is to read it."""
    return json.dumps(values, ensure_ascii=in_ascii, allow_nan=False)


def joined_json(records, **more):
    """The JSON of records that are JSON themselves, a line each, as `read_json` takes it."""
    head = json_of({"format": _JSON_FORMAT, "version": _JSON_VERSION, **more, "picks": []})
    lines = ",\n".join(records)
    return f"{head.removesuffix(']}')}\n{lines}\n]}}"


def read_json(text):
    """What `joined_json` has written, its list of records under `picks`; UnreadableError says what else it is."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            "Line {number}: expected JSON, found something else", number=error.lineno
        ) from None
    except (ValueError, RecursionError):
        raise UnreadableError(
            "Expected picks as JSON, found a number or a nesting that is too long"
        ) from None
    if not isinstance(content, dict) or content.get("format") != _JSON_FORMAT:
        raise UnreadableError("Expected picks that Picking Ray has written as JSON, found other JSON")
    version = content.get("version")
    if not isinstance(version, int) or version > _JSON_VERSION:
        raise UnreadableError(
            "Written by a newer Picking Ray: expected version {expected}, found {found}",
            expected=_JSON_VERSION,
            found=repr(version),
        )
    if not isinstance(content.get("picks"), list):
        raise UnreadableError("{name}: expected a list, found none", name="picks")
    return content


def read_records(records, place, first, scene_uid_of):
    """The `KeptPick` of each; what is wrong with one is told by `place` and its number from `first` on."""
    kept = []
    for number, record in enumerate(records, start=first):
        try:
            kept.append(kept_of(record, scene_uid_of(record)))
        except UnreadableError as error:
            raise _placed(place, number, error) from None
    return kept


def _placed(place, number, error):
    return UnreadableError("{place}, {error}", place=UnreadableError(place, number=number), error=error)


def _records_of_csv(text):
    rows = _rows(text)
    columns = rows[0] if rows else []
    missing = [name for name in COLUMNS if name not in columns]
    if missing:
        raise UnreadableError("Row 1: expected a column {name}, found none", name=missing[0])
    records = []
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(columns):
            raise UnreadableError(
                "Row {number}: expected {expected} cells, found {found}",
                number=number,
                expected=len(columns),
                found=len(row),
            )
        try:
            records.append(record_of_cells(dict(zip(columns, row))))
        except UnreadableError as error:
            raise _placed(ROW, number, error) from None
    return records


def _rows(text):
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    # The corners of one face can be more than Python's limit for a cell.
    limit = csv.field_size_limit(max(len(text), 1))
    try:
        return [row for row in reader if row]
    except csv.Error as error:
        raise UnreadableError(
            "Line {number}: expected CSV, found something else", number=reader.line_num
        ) from error
    finally:
        csv.field_size_limit(limit)


def _scene_uid(record):
    name = record.get("scene") if isinstance(record, dict) else None
    scene = bpy.data.scenes.get(name) if isinstance(name, str) else None
    return (scene or bpy.context.scene).session_uid
