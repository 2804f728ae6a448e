"""Lines or points of one kind, as arrays."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..ball_groups import BallGroups, along_curve
from .marks import REACH as MARK_REACH
from .marks import Marks

# Kinds that have a true radius.
ROUND_KINDS = frozenset(("HAIR", "POINT"))
# Kinds whose areas hide lines behind them, as faces do.
_COVERING_KINDS = frozenset(("BONE", "IMAGE"))
_NO_TRIANGLES = np.zeros((0, 3, 3))


class Ball(NamedTuple):
    """A ball around an outline in its own space; `beyond` is how far it may stand out of it."""

    center: np.ndarray
    radius: float
    beyond: float
    beyond_px: float


class Blocks(NamedTuple):
    """`BallGroups` around `BLOCK_SIZE` lines each of an outline, in its own space.

    `order` (n,) has the numbers of the lines, block by block.
    """

    order: np.ndarray
    balls: BallGroups

    def lines(self, block_indices):
        """(k,) numbers of the lines of some blocks, in the order of the blocks."""
        places = (block_indices[:, None] * BLOCK_SIZE + np.arange(BLOCK_SIZE)).ravel()
        return self.order[places[places < len(self.order)]]


# Lines that one ball is around, and from how many on an outline has such balls. A pixel among 100,000 points of a cube
# then asks for 2,000 of them, with 128 for five times as many.
BLOCK_SIZE = 32
_MANY = 2048


@dataclass(frozen=True, eq=False)
class Outline:
    """What an object is drawn with besides faces: lines or points of one kind, in its own space.

    Attributes
    ----------
    kind : str
        As `Pick.kind` gives it.
    starts, ends : (n, 3) float64
        A point starts where it ends: both are the same array.
    indices : (n,) int
        Which of the object each is: edge, vertex, curve, point or bone.
    radius_px : float
        How far from the middle it is drawn, in pixels before `icon_scale`; for icons.
    half_widths : (n, 2) float, optional
        Half the width of a band that faces the viewer, at the starts and ends, in its own space; of a ball or a
        diamond, which starts where it ends, the radius.
    form : str
        Of what has a width: ROUND, a ball or a band with round ends; RIBBON, a band without them; CYLINDER, one that
        bulges towards the viewer; DIAMOND.
    true_widths : (n, 2) float, optional
        The same that its data have, where Blender draws others.
    width_scale : str
        How the object's scale counts for half widths: MEAN, the length that `mean_scale` says; COORDINATES, the mean of
        the coordinates of the same vector; ACROSS, of ribbons, as it scales what goes across them.
    directions : (n, 2, 3) float, optional
        Where ribbons go at their starts and ends.
    is_filled : bool
        Whether the inside of ribbons and diamonds is drawn as well; of strokes not where they are drawn in wireframe
        alone.
    fills : (m, 3, 3) float64
        Triangles that are drawn as well; hit only where they are, without a tolerance.
    fill_indices : (m,) int
        Which of the object each is a part of.
    part : str, optional
        Name of the layer or modifier of the object that it comes from.
    ghost_frame : int, optional
        Number of the frame that it is the onion skin of.
    is_clipped : bool
        Whether the clip planes and the clip region cut the fills.
    in_world : bool
        Whether all this is in world space instead: for what does not follow the object's scale.
    facing : (n, 2, 2) float, optional
        How far right of and above these places, on the screen, the starts and ends are drawn.
    facing_unit : str
        Of `facing`: PIXEL, before `icon_scale`, or WORLD.
    side_normals : (n, 2, 3) float, optional
        Normals of the two faces that meet in each line, in its own space; it is drawn only where one of them faces the
        viewer, or is seen edge-on.
    turned : (4, 4) float, optional
        Of more lines than an `OutlineTable` looks at, along a ring of radius 1 around the origin, in the plane of z 0:
        what takes it to the world, after it was turned towards the viewer.
    shows_through : bool
        Whether faces before it do not hide it.
    marks : Marks, optional
        How discs or squares lie around its points; those with `half_widths` have them as radii.
    handles : str, optional
        Whether it is of handles that are SELECTED, or of OTHER ones, which the viewport may leave out.
    lifts : (n,) float, optional
        How much nearer to the viewer than points are they are drawn, in its own space; the scale counts as for widths.
    only_orthographic : bool, optional
        Whether only orthographic views draw it, or only others; without it all do.
    """

    kind: str
    starts: np.ndarray
    ends: np.ndarray
    indices: np.ndarray
    radius_px: float = 0.0
    half_widths: np.ndarray | None = None
    form: str = "ROUND"
    true_widths: np.ndarray | None = None
    width_scale: str = "MEAN"
    directions: np.ndarray | None = None
    is_filled: bool = True
    fills: np.ndarray = field(default_factory=lambda: _NO_TRIANGLES)
    fill_indices: np.ndarray = ()
    is_clipped: bool = True
    part: str | None = None
    ghost_frame: int | None = None
    in_world: bool = False
    facing: np.ndarray | None = None
    facing_unit: str = "PIXEL"
    side_normals: np.ndarray | None = None
    turned: np.ndarray | None = None
    shows_through: bool = False
    marks: Marks | None = None
    handles: str | None = None
    lifts: np.ndarray | None = None
    only_orthographic: bool | None = None

    @property
    def is_empty(self):
        """Whether nothing is drawn."""
        return not len(self.indices) and not len(self.fills)

    @property
    def hides_behind(self):
        """Whether it is drawn with areas that hide lines behind them."""
        if self.kind in ROUND_KINDS:
            return self.half_widths is not None and self.is_filled
        return self.kind in _COVERING_KINDS and len(self.fills) > 0

    @property
    def points(self):
        """(n, 3) all places it goes through, those left out that are not finite."""
        points = np.concatenate((self.starts, self.ends, self.fills.reshape(-1, 3)))
        return points if np.isfinite(points).all() else points[np.isfinite(points).all(axis=1)]

    @cached_property
    def ball(self):
        """The `Ball` around it, for a quick test of what cannot be near."""
        if self.turned is not None:
            return Ball(self.turned[:3, 3], float(np.linalg.norm(self.turned[:3, :3])), 0.0, 0.0)
        if not len(points := self.points):
            return Ball(np.zeros(3), 0.0, 0.0, 0.0)
        lowest, highest = points.min(axis=0), points.max(axis=0)
        radius = float(np.linalg.norm(highest - lowest)) / 2.0
        if self.half_widths is not None:
            farthest = 1.0 if self.marks is None else MARK_REACH
            radius += farthest * float(np.nan_to_num(self.half_widths).max(initial=0.0))
        beyond = 0.0
        if self.facing is not None:
            beyond = float(np.linalg.norm(np.nan_to_num(self.facing), axis=-1).max(initial=0.0))
        in_pixels = self.facing_unit == "PIXEL"
        beyond_px = self.radius_px + (beyond if in_pixels else 0.0)
        if self.marks is not None and self.marks.radii_px is not None:
            beyond_px += MARK_REACH * float(np.nan_to_num(self.marks.radii_px).max(initial=0.0))
        return Ball((lowest + highest) / 2.0, radius, 0.0 if in_pixels else beyond, beyond_px)

    @cached_property
    def is_plain(self):
        """Whether each of its lines, or points, is drawn where it is, if at all, and has no width."""
        special = self.half_widths, self.facing, self.turned, self.marks
        return all(one is None for one in special)

    @cached_property
    def blocks(self):
        """The `Blocks` of an outline that is many lines and nothing else; None of others."""
        if (
            len(self.starts) < _MANY
            or self.in_world
            or not self.is_plain
            or not np.isfinite(self.starts + self.ends).all()
        ):
            return None
        order = along_curve(self.starts + self.ends)
        starts, ends = self.starts[order], self.ends[order]
        first = np.arange(0, len(order), BLOCK_SIZE)
        low = np.minimum.reduceat(np.minimum(starts, ends), first)
        high = np.maximum.reduceat(np.maximum(starts, ends), first)
        radii = np.linalg.norm(high - low, axis=1) / 2.0
        # They lie along the curve already.
        numbers = np.arange(len(first))
        return Blocks(order, BallGroups((low + high) / 2.0, radii, np.zeros(len(first)), numbers))

    def of_lines(self, numbers):
        """Some of the lines or points of a plain one."""
        starts = self.starts[numbers]
        ends = starts if self.starts is self.ends else self.ends[numbers]
        besides = {
            name: values[numbers]
            for name in ("side_normals", "lifts")
            if (values := getattr(self, name)) is not None
        }
        return replace(self, starts=starts, ends=ends, indices=self.indices[numbers], **besides)

    @property
    def hollow(self):
        """The lines or points alone."""
        return replace(self, fills=_NO_TRIANGLES, fill_indices=())

    @cached_property
    def thin(self):
        """The same without a width."""
        return replace(self, half_widths=None, true_widths=None, form="ROUND", directions=None, marks=None)

    @cached_property
    def rims(self):
        """The same, of ribbons and diamonds the rims alone."""
        return replace(self, is_filled=False)

    @cached_property
    def bulging(self):
        """The same with ribbons as cylinders."""
        return replace(self, form="CYLINDER")

    @cached_property
    def round(self):
        """The same with ribbons and diamonds as the round things that they stand for."""
        width_scale = "MEAN" if self.width_scale == "ACROSS" else self.width_scale
        widths = self.half_widths if self.true_widths is None else self.true_widths
        return replace(
            self, half_widths=widths, true_widths=None, form="ROUND", directions=None, width_scale=width_scale
        )


def points(kind, positions, radius_px=0.0):
    """Points (n, 3), numbered."""
    return Outline(kind, positions, positions, np.arange(len(positions)), radius_px)


def lines(kind, starts, ends, **settings):
    """Lines (n, 3) to (n, 3) that are one thing, the first of its object."""
    return Outline(kind, starts, ends, np.zeros(len(starts), dtype=np.int64), **settings)


def polylines(kind, positions, counts):
    """Open polylines: `counts` consecutive positions each; the index is that of the polyline."""
    owner = np.repeat(np.arange(len(counts)), counts)
    joined = np.flatnonzero(owner[1:] == owner[:-1])
    return Outline(kind, positions[joined], positions[joined + 1], owner[joined])


def read_vectors(elements, name):
    """(n, 3) float64 of a vector property of Blender's elements."""
    values = np.empty(len(elements) * 3, dtype=np.float32)
    elements.foreach_get(name, values)
    return values.reshape(-1, 3).astype(np.float64)


def read_weighted(elements, name):
    """(n, 3) float64 of a vector property that has a weight as its fourth number."""
    values = np.empty(len(elements) * 4, dtype=np.float32)
    elements.foreach_get(name, values)
    return values.reshape(-1, 4)[:, :3].astype(np.float64)
