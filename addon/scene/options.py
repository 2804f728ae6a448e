"""What a pick may be told to do differently from "pick what is drawn"."""

from dataclasses import dataclass
from math import isfinite, nan

import bpy

_EVERY_SNAP = ("OFF", "VERTEX", "EDGE", "MIDPOINT", "CENTER")
EVERY_KIND = frozenset(
    (
        "FACE",
        "EDGE",
        "VERTEX",
        "CURVE",
        "HAIR",
        "POINT",
        "STROKE",
        "BONE",
        "LATTICE",
        "EMPTY",
        "IMAGE",
        "ICON",
        "VOLUME",
        "BOUNDS",
    )
)
_FLAGS = (
    "include_hidden",
    "ignore_clipping",
    "ignore_culling",
    "true_depth",
    "see_through",
    "selectable_only",
    "true_radius",
)


@dataclass(frozen=True)
class PickOptions:
    """Departures from "pick what is drawn"; the defaults are none.

    Parameters
    ----------
    tolerance_px : float
        How near a vertex or an edge counts as under the cursor, in pixels before `ui_scale`.
    ignore_clipping : bool
        Pick beyond the near and far clip and outside the clip region, never behind the eye.
    ignore_culling : bool
        Pick back faces although the viewport culls them.
    true_depth : bool
        Rank by distance alone, so that In Front objects win nothing.
    selectable_only : bool
        Pass over what a click in Blender cannot select.
    min_distance : float
        Pass over surfaces nearer to the viewer than this, in world units; 0 passes over none.
    ignored : tuple of str or bpy.types.Object
        Objects to pass over, by name or by themselves (kept as their `session_uid`).
    kinds : set of str, optional
        Pick these kinds alone: FACE, EDGE, VERTEX, CURVE, HAIR, POINT, STROKE, BONE, LATTICE, EMPTY,
        IMAGE, ICON, VOLUME, BOUNDS.
    see_through : bool
        Let lines and points behind a face win, as with X-ray.
    true_radius : bool
        Take hair as round as its radius and points as balls, with a normal, although the viewport draws lines,
        flat ribbons and diamonds.
    geometry, snap, include_hidden, click_through
        Only the default can be given so far.

    Raises
    ------
    ValueError
        If a value is of the wrong kind, out of range, or not available yet.
    """

    geometry: str = "EVALUATED"
    tolerance_px: float = 8.0
    kinds: frozenset | None = None
    snap: str = "OFF"
    include_hidden: bool = False
    ignore_clipping: bool = False
    ignore_culling: bool = False
    true_depth: bool = False
    see_through: bool = False
    selectable_only: bool = False
    min_distance: float = 0.0
    true_radius: bool = False
    ignored: tuple = ()
    click_through: tuple = ()

    def __post_init__(self):
        _check_choice("geometry", self.geometry, ("EVALUATED", "CAGE", "ORIGINAL"), available="EVALUATED")
        _check_choice("snap", self.snap, _EVERY_SNAP, available="OFF")
        for name in _FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name}: expected True or False, got {getattr(self, name)!r}")
        for name in ("tolerance_px", "min_distance"):
            object.__setattr__(self, name, checked_number(name, getattr(self, name), at_least=0.0))
        for name in ("include_hidden", "click_through"):
            if getattr(self, name):
                raise ValueError(
                    f"{name}: expected {type(self).__dict__[name]!r}, got {getattr(self, name)!r} (not available yet)"
                )
        object.__setattr__(self, "kinds", _checked_kinds(self.kinds))
        object.__setattr__(
            self,
            "ignored",
            tuple(map(_ignored_key, _as_list("ignored", self.ignored, (str, bpy.types.Object)))),
        )

    def ignores(self, name, uid):
        """Whether the object of this name and `session_uid` is to be passed over."""
        return name in self.ignored or uid in self.ignored


def _check_choice(name, value, choices, available):
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")
    if value != available:
        raise ValueError(f"{name}: expected {available!r}, got {value!r} (not available yet)")


def checked_number(name, value, at_least):
    """`value` as a float; ValueError if it is no finite number, or too small."""
    try:
        number = float(value) if not isinstance(value, str) else nan
    except (TypeError, ValueError, OverflowError):
        number = nan
    if not (isfinite(number) and number >= at_least):
        raise ValueError(f"{name}: expected a finite number of at least {at_least:g}, got {value!r}")
    return number


def _checked_kinds(kinds):
    if kinds is None:
        return None
    given = _as_list("kinds", kinds, str)
    if not all(isinstance(kind, str) and kind in EVERY_KIND for kind in given):
        raise ValueError(f"kinds: expected some of {', '.join(sorted(EVERY_KIND))}, got {kinds!r}")
    return frozenset(given)


def _as_list(name, value, single):
    """The entries of a sequence, or one entry that stands alone, of the type `single`."""
    if isinstance(value, single):
        return [value]
    try:
        return list(value)
    except TypeError:
        raise ValueError(f"{name}: expected a sequence, got {value!r}") from None


def _ignored_key(entry):
    if isinstance(entry, bpy.types.Object):
        try:
            return entry.original.session_uid
        except ReferenceError:
            raise ValueError("ignored: expected live objects, got one that was removed") from None
    if isinstance(entry, (str, int)):
        return entry
    raise ValueError(f"ignored: expected object names or objects, got {entry!r}")
