"""What a pick may be told to do differently from "pick what is drawn"."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, nan

import bpy

EVERY_GEOMETRY = ("EVALUATED", "CAGE", "ORIGINAL")
# Places of what was hit, and planes where nothing was.
SURFACE_SNAPS = ("VERTEX", "EDGE", "MIDPOINT", "CENTER")
PLANE_SNAPS = ("FLOOR", "CURSOR")
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

# What decides what is drawn; whatever has to do with one pixel is asked later.
DRAWING = (
    *("geometry", "kinds", "include_hidden", "ignore_culling", "selectable_only", "true_radius"),
    *("ignored", "click_through"),
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
    ignored : tuple of str, bpy.types.Object or callable
        Objects to pass over, by name or by themselves (kept as their `session_uid`). A callable is given the
        `Instance` (object_name, persistent_id, instancer_path, matrix_world, ...) and says whether to pass over it.
    click_through : tuple of str, bpy.types.Object or bpy.types.Collection
        What is picked only where nothing else is: objects, and collections with all in them and all that instances
        of them place; by the name of either or by themselves. It hides no lines, and ranks after everything else.
    kinds : set of str, optional
        Pick these kinds alone: FACE, EDGE, VERTEX, CURVE, HAIR, POINT, STROKE, BONE, LATTICE, EMPTY,
        IMAGE, ICON, VOLUME, BOUNDS.
    see_through : bool
        Let lines and points behind a face win, as with X-ray.
    snap : str or set of str
        OFF; VERTEX, EDGE, MIDPOINT or CENTER: move the hit to the nearest vertex, point of an edge or middle of an edge
        of the face that was hit, or to its centre; of a line, to its ends, itself or its middle. Of several, the
        nearest within the tolerance, an edge where none of the others is; without one, the hit stays where it is.
        FLOOR or CURSOR: where nothing is hit, take the plane of the grid, or the plane through the 3D cursor across its
        Z axis; one of these two may be joined with the others. Rays of `cast_rays` do not snap.
    include_hidden : bool
        Pick what is hidden as well: objects and collections that are switched off or excluded, outside the local view,
        or of a type that the viewport filters out. Of those that Blender does not evaluate (Disable in Viewports,
        excluded) the original is picked; `Pick.stale` says so. Hidden instancers place theirs. What hair, children and
        random choices of particle systems place, and geometry of nodes that is no object's, is not known then: a miss
        says STALE.
    true_radius : bool
        Take hair as round as its radius and points as balls, with a normal, although the viewport draws lines,
        flat ribbons and diamonds.
    geometry : str
        Which mesh of an object is picked, instances and rays too: EVALUATED is the one that is drawn. ORIGINAL is
        the object's mesh without modifiers and shape keys, in edit mode as it is being edited. CAGE has the faces of
        the original where modifiers put them: in edit mode those up to the last one shown on the cage, else the
        leading ones that deform, shape keys included; simulations do not count. Where a cage is neither the original
        nor what is drawn, Blender computes it for a copy of the object, once until that changes, which is gone again
        when the pick returns. Of what has no mesh, such as curves, and of meshes made by geometry nodes for their
        instances, always what is drawn.

    Raises
    ------
    ValueError
        If a value is of the wrong kind, out of range, or not available yet.
    """

    geometry: str = "EVALUATED"
    tolerance_px: float = 8.0
    kinds: frozenset | None = None
    snap: str | frozenset = "OFF"
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
        _check_choice("geometry", self.geometry, EVERY_GEOMETRY)
        object.__setattr__(self, "snap", _checked_snap(self.snap))
        for name in _FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name}: expected True or False, got {getattr(self, name)!r}")
        for name in ("tolerance_px", "min_distance"):
            object.__setattr__(self, name, checked_number(name, getattr(self, name), at_least=0.0))
        object.__setattr__(self, "kinds", _checked_kinds(self.kinds))
        object.__setattr__(self, "ignored", _checked_keys("ignored", self.ignored, (bpy.types.Object,), True))
        types = (bpy.types.Object, bpy.types.Collection)
        object.__setattr__(self, "click_through", _checked_keys("click_through", self.click_through, types))

    @cached_property
    def drawing_key(self):
        """What is the same of options with which the same is drawn, as a tuple."""
        return tuple(getattr(self, name) for name in DRAWING)

    @cached_property
    def for_rays(self):
        """The same for rays, which meet faces and nothing else: lines and points are near to pixels alone."""
        faces = frozenset(("FACE",))
        return replace(self, kinds=faces if self.kinds is None else self.kinds & faces)

    @property
    def surface_snaps(self):
        """Those of VERTEX, EDGE, MIDPOINT and CENTER that are given, a tuple."""
        return self._snaps_of(SURFACE_SNAPS)

    @property
    def plane_snap(self):
        """FLOOR or CURSOR, or None."""
        return next(iter(self._snaps_of(PLANE_SNAPS)), None)

    def _snaps_of(self, names):
        given = {self.snap} if isinstance(self.snap, str) else self.snap
        return tuple(name for name in names if name in given)

    def ignores(self, name, uid):
        """Whether the object of this name and `session_uid` is to be passed over."""
        return name in self.ignored or uid in self.ignored

    def ignores_instance(self, instance):
        """Whether a callable wants an `Instance` passed over."""
        return any(bool(entry(instance)) for entry in self.ignored if callable(entry))


def _check_choice(name, value, choices):
    if value not in choices:
        raise ValueError(f"{name}: expected one of {', '.join(choices)}, got {value!r}")


def checked_number(name, value, at_least):
    """`value` as a float; ValueError if it is no finite number, or too small."""
    try:
        number = float(value) if not isinstance(value, str) else nan
    except (TypeError, ValueError, OverflowError):
        number = nan
    if not (isfinite(number) and number >= at_least):
        raise ValueError(f"{name}: expected a finite number of at least {at_least:g}, got {value!r}")
    return number


def _checked_snap(snap):
    given = _as_list("snap", snap, str)
    names = {one for one in given if isinstance(one, str)}
    places, planes = names & set(SURFACE_SNAPS), names & set(PLANE_SNAPS)
    is_known = len(names) == len(given) == len(places) + len(planes) + ("OFF" in names)
    if not is_known or len(planes) > 1 or (len(names) > 1 and "OFF" in names):
        expected = f"OFF, or some of {', '.join(SURFACE_SNAPS)}, and one of {', '.join(PLANE_SNAPS)}"
        raise ValueError(f"snap: expected {expected}, got {snap!r}")
    return frozenset(names) if len(names) > 1 else next(iter(names), "OFF")


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


def _checked_keys(name, value, types, takes_callables=False):
    """Entries that name data-blocks of these types: names, `session_uid`s and maybe callables."""
    alone = (str, *types)
    entries = [value] if takes_callables and callable(value) else _as_list(name, value, alone)
    return tuple(_key(name, entry, types, takes_callables) for entry in entries)


def _key(name, entry, types, takes_callables):
    if isinstance(entry, types):
        try:
            return entry.original.session_uid
        except ReferenceError:
            raise ValueError(f"{name}: expected live data-blocks, got one that was removed") from None
    if isinstance(entry, (str, int)) or (takes_callables and callable(entry)):
        return entry
    expected = " or ".join(f"{one.__name__.lower()}s" for one in types)
    expected = f"{expected}, callables" if takes_callables else expected
    raise ValueError(f"{name}: expected names, {expected}, got {entry!r}")
