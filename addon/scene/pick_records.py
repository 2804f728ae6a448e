"""A pick of the history as a record, plain values by name as JSON has them, and back."""

from dataclasses import MISSING, fields
from typing import NamedTuple

import numpy as np

from .errors import SaidError, UnreadableError
from .export import pick_as_dict, plain
from .kept_pick import KeptPick
from .lookup import find_by_name, object_key, reference_to
from .options import EVERY_KIND, PLANE_SNAPS
from .pick import NearestEdge, NearestVertex, Pick
from .picked_view import PickedView

_QUOTED_MAX = 40
# Of no object: what is not there has no `session_uid`.
_GONE = ("", None, 0)


class _Unexpected(SaidError, ValueError):
    """What was expected of a value."""


class Field(NamedTuple):
    """One value of a record.

    `read` makes of it what a `Pick` has, `cell` is how a table holds it: TEXT, NUMBER or FLAG, JSON where that takes
    more than one cell, and for a vector the suffixes of its columns.
    """

    name: str
    read: object
    cell: object


def record_of(kept, scene_name=None):
    """The record of a `KeptPick`, of a scene of that name.

    It has what `pick_as_dict` has but for `object_uid`, and `name`, `scene`, `view`; `object` and `base` are what finds
    again the object, and what a click selects: name, path and name of the library as they are now, None when gone.
    """
    pick = kept.pick
    values = pick_as_dict(pick)
    # Of no meaning in another session.
    del values["object_uid"]
    return {
        "name": kept.name or None,
        "scene": scene_name,
        **values,
        "object": reference_to(pick.object),
        "base": reference_to(pick.base),
        "view": None if kept.view is None else plain(vars(kept.view)),
    }


def kept_of(record, scene_uid):
    """The `KeptPick` of a record, with the objects of this file that it names.

    Raises
    ------
    UnreadableError
        Which value is not what was expected.
    """
    if not isinstance(record, dict):
        raise UnreadableError("expected a record of a pick, got {found}", found=_quoted(record))
    values = {field.name: _read(field, record) for field in FIELDS if field.name in record}
    found = object_key_of(values.pop("object", None))
    base = object_key_of(values.pop("base", None))
    name, view = values.pop("name", None), values.pop("view", None)
    values.pop("scene", None)
    for one in fields(Pick):
        is_given = one.name in values or one.name in ("object_uid", "base_key")
        if not is_given and one.default is MISSING and one.default_factory is MISSING:
            raise UnreadableError("{name}: expected a value, found none", name=one.name)
    pick = Pick(**values, object_uid=found[2], base_key=base)
    return KeptPick(pick, name or "", view, scene_uid)


def object_key_of(reference):
    """What `find_object` finds the object of a reference by, a name without an object where there is none."""
    found = None if reference is None else find_by_name(**reference)
    return _GONE if found is None else object_key(found)


def _read(field, record):
    value = record[field.name]
    try:
        return field.read(value)
    except _Unexpected as expected:
        raise unexpected(field.name, expected, value) from None


def unexpected(name, expected, value):
    """The error that a value of this name is not what was expected, which is a template or an error itself."""
    if isinstance(expected, str):
        expected = _Unexpected(expected)
    return UnreadableError(
        "{name}: expected {expected}, got {found}", name=name, expected=expected, found=_quoted(value)
    )


def _quoted(value):
    text = repr(value)
    return text if len(text) <= _QUOTED_MAX else f"{text[:_QUOTED_MAX]}…"


def _typed(template, *types, **values):
    def read(value):
        # A bool is an int, to Python.
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise _Unexpected(template, **values)
        return value

    return read


read_text = _typed("a text", str)
_integer = _typed("a whole number", int)
_flag = _typed("true or false", bool)


def _or_none(read):
    return lambda value: None if value is None else read(value)


def _one_of(*choices):
    def read(value):
        if not isinstance(value, str) or value not in choices:
            raise _Unexpected("one of {names}", names=", ".join(choices))
        return value

    return read


def _number(value):
    """A number that is not finite was written as None."""
    return float("nan") if value is None else float(_typed("a number", int, float)(value))


def _array(*shape, dtype=np.float64):
    """Reads arrays of this shape, -1 for any number."""
    size = " x ".join("n" if side < 0 else str(side) for side in shape)

    def wrong():
        return _Unexpected("{size} numbers", size=size)

    def read(value):
        try:
            found = np.array(value if isinstance(value, list) else None, dtype=dtype)
        except (ValueError, TypeError, OverflowError):
            raise wrong() from None
        if len(shape) != found.ndim or any(a not in (-1, b) for a, b in zip(shape, found.shape)):
            raise wrong()
        return found

    return read


def _tuple_of(read_one):
    return lambda value: tuple(read_one(one) for one in _typed("a list", list)(value))


def _named(read_one):
    return lambda value: {name: read_one(one) for name, one in _typed("values by name", dict)(value).items()}


def _attribute(value):
    if not isinstance(value, list):
        return float("nan") if value is None else _typed("a number or text", bool, int, float, str)(value)
    try:
        found = np.array([float("nan") if one is None else one for one in value])
    except (ValueError, OverflowError):
        raise _Unexpected("numbers") from None
    if found.dtype.kind not in "if":
        raise _Unexpected("numbers")
    return found


def _struct(cls, **reads):
    """Reads an object of `cls` from values by name."""

    def read(value):
        if not isinstance(value, dict) or not reads.keys() <= value.keys():
            raise _Unexpected("values named {names}", names=", ".join(reads))
        values = {}
        for name, read_one in reads.items():
            try:
                values[name] = read_one(value[name])
            except _Unexpected as expected:
                raise _Unexpected("{expected} as {name}", expected=expected, name=name) from None
        return cls(**values)

    return read


def _finite(read):
    def read_finite(value):
        found = read(value)
        if not np.isfinite(found).all():
            raise _Unexpected("finite numbers")
        return found

    return read_finite


_reference = _struct(dict, name=read_text, library=_or_none(read_text), library_name=_or_none(read_text))
_vertex = _struct(
    NearestVertex, index=_integer, distance_px=_number, location=_array(3), within_tolerance=_flag
)
_edge = _struct(
    NearestEdge,
    index=_integer,
    distance_px=_number,
    locations=_array(2, 3),
    within_tolerance=_flag,
    crease=_number,
    sharp=_flag,
    seam=_flag,
)
_view = _struct(
    PickedView,
    perspective=_one_of("PERSP", "ORTHO"),
    location=_finite(_array(3)),
    rotation=_finite(_array(4)),
    distance=_finite(_number),
    lens=_finite(_number),
    camera=_or_none(read_text),
    camera_library=_or_none(read_text),
    camera_zoom=_finite(_number),
    camera_offset=_finite(_array(2)),
)
_XYZ = ("x", "y", "z")

# In the order in which a table has them: what is asked for first comes first, and what takes more than a cell last.
FIELDS = (
    Field("name", _or_none(read_text), "TEXT"),
    Field("scene", _or_none(read_text), "TEXT"),
    Field("object_name", read_text, "TEXT"),
    Field("kind", _one_of(*sorted(EVERY_KIND), *PLANE_SNAPS), "TEXT"),
    Field("location", _array(3), _XYZ),
    Field("normal", _or_none(_array(3)), _XYZ),
    Field("distance", _number, "NUMBER"),
    Field("depth", _number, "NUMBER"),
    Field("face_index", _or_none(_integer), "NUMBER"),
    Field("original_face_index", _or_none(_integer), "NUMBER"),
    Field("original_face_reason", _or_none(read_text), "TEXT"),
    Field("element_index", _or_none(_integer), "NUMBER"),
    Field("element_name", _or_none(read_text), "TEXT"),
    Field("ghost_frame", _or_none(_integer), "NUMBER"),
    Field("material", _or_none(read_text), "TEXT"),
    Field("material_slot", _or_none(_integer), "NUMBER"),
    Field("library", _or_none(read_text), "TEXT"),
    Field("snapped", _or_none(read_text), "TEXT"),
    Field("coincident", _flag, "FLAG"),
    Field("front_face", _or_none(_flag), "FLAG"),
    Field("in_front", _flag, "FLAG"),
    Field("is_instance", _flag, "FLAG"),
    Field("stale", _or_none(read_text), "TEXT"),
    Field("pixel", _array(2), ("x", "y")),
    Field("pixel_distance", _number, "NUMBER"),
    Field("location_local", _array(3), _XYZ),
    Field("original_location_local", _or_none(_array(3)), _XYZ),
    Field("normal_smooth", _or_none(_array(3)), _XYZ),
    Field("triangle_index", _or_none(_integer), "NUMBER"),
    Field("barycentric", _or_none(_array(3)), ("0", "1", "2")),
    Field("collections", _tuple_of(read_text), "JSON"),
    Field("instancer_path", _tuple_of(read_text), "JSON"),
    Field("persistent_id", _tuple_of(_integer), "JSON"),
    Field("matrix_world", _array(4, 4), "JSON"),
    Field("uv", _named(_array(2)), "JSON"),
    Field("attributes", _named(_attribute), "JSON"),
    Field("vertex_groups", _named(_number), "JSON"),
    Field("nearest_vertex", _or_none(_vertex), "JSON"),
    Field("nearest_edge", _or_none(_edge), "JSON"),
    Field("face_polygon", _or_none(_array(-1, 3)), "JSON"),
    Field("face_triangles", _or_none(_array(-1, 3, dtype=np.int64)), "JSON"),
    Field("element_ends", _or_none(_array(2, 3)), "JSON"),
    Field("object", _or_none(_reference), "JSON"),
    Field("base", _or_none(_reference), "JSON"),
    Field("view", _or_none(_view), "JSON"),
)
