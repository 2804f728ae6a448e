"""All that one object is drawn as: its faces, and its lines and points."""

from dataclasses import dataclass, replace

import numpy as np

from .geometry import NO_FACES, MeshGeometry, read_surface
from .outlines import particles
from .outlines.bounds import bounds_outline
from .outlines.drawings import TYPES as STROKE_TYPES
from .veils import Veil


@dataclass(frozen=True, eq=False)
class Shape:
    """A `surface`, which may be without faces, and `outlines`, a tuple of `Outline`.

    `unseen` is a surface that only hides what is behind it; None where the `surface` itself does. A `veil` hides what
    overlays draw.
    """

    surface: MeshGeometry
    outlines: tuple
    unseen: MeshGeometry | None = None
    veil: Veil | None = None

    @property
    def is_empty(self):
        """Whether there is nothing to pick."""
        return not self.has_faces and not self.outlines

    @property
    def draws_nothing(self):
        """Whether it has no part in the picture at all."""
        return self.is_empty and self.unseen is None and self.veil is None

    @property
    def has_faces(self):
        """Whether the surface has any."""
        return self.surface.has_faces

    @property
    def hiding(self):
        """The surface that hides what is behind it."""
        return self.surface if self.unseen is None else self.unseen

    @property
    def bounds(self):
        """(2, 3) lowest and highest coordinates in its own space of all that stands in it; inf and -inf for nothing."""
        boxes = [self.surface.index.bounds]
        for outline in self.outlines:
            if outline.in_world:
                continue
            points = outline.points
            boxes.append(np.stack((points.min(axis=0, initial=np.inf), points.max(axis=0, initial=-np.inf))))
        lowest, highest = np.array(boxes).transpose(1, 0, 2)
        return np.stack((lowest.min(axis=0), highest.max(axis=0)))

    def as_bounds(self, obj, boxes):
        """What an evaluated object of this shape is drawn as, with these boxes, when its Display As is Bounds."""
        # What is in one place has a box that no pixel shows.
        drawn = tuple(
            bounds_outline(box, obj.display_bounds_type) for box in boxes if np.ptp(box, axis=0).any()
        )
        if obj.type in STROKE_TYPES:
            drawn += tuple(one for one in self.outlines if one.shows_through)
        elif obj.type == "EMPTY" or obj.original.mode == "EDIT":
            drawn += self.outlines
        elif obj.type == "MESH":
            drawn += tuple(one for one in self.outlines if one.kind in particles.KINDS)
        return Shape(NO_FACES, drawn)

    @property
    def hollow(self):
        """The lines and points of it alone."""
        return Shape(NO_FACES, tuple(outline.hollow for outline in self.outlines))

    def without_handles(self, left_out):
        """All but the outlines of these handles, SELECTED or OTHER."""
        return Shape(
            self.surface, tuple(outline for outline in self.outlines if outline.handles not in left_out)
        )

    def only(self, kinds):
        """The part of it that is of these kinds; its surface hides what is behind it all the same."""
        outlines = tuple(outline for outline in self.outlines if outline.kind in kinds)
        return replace(self if "FACE" in kinds else self.without_faces(hides=True), outlines=outlines)

    def without_faces(self, hides):
        """The lines and points of it, and maybe an unseen surface."""
        if not self.has_faces:
            return self
        return replace(self, surface=NO_FACES, unseen=self.surface if hides else None)

    def with_outlines(self, outlines):
        """The same with more `Outline`s."""
        return replace(self, outlines=self.outlines + outlines) if outlines else self

    @property
    def thin(self):
        """The same with strokes of no width, as they are drawn as wire."""
        outlines = (one.thin if one.kind == "STROKE" else one for one in self.outlines)
        return replace(self, outlines=tuple(outlines))


NOTHING = Shape(NO_FACES, ())


class Parts:
    """What was read of an object: its surface, and its outlines from when they are first asked for."""

    def __init__(self, surface, outlines=None):
        self.surface = surface
        self._outlines = outlines

    def shape(self, read, only_faces):
        """The `Shape` with the outlines that `read()` gives; with none if `only_faces` are wanted and there are any."""
        if only_faces and self.surface.has_faces:
            return Shape(self.surface, ())
        if self._outlines is None:
            self._outlines = read()
        return Shape(self.surface, self._outlines)


def read_parts(obj, geometry, depsgraph, without_hidden):
    """The `Parts` of an evaluated object, in its own space; of meshes as `PickOptions.geometry` says.

    They are `without_hidden` faces in the modes that do not draw them.
    """
    return Parts(read_surface(obj, geometry, depsgraph, without_hidden) if obj.type == "MESH" else NO_FACES)


def read_hidden_parts(obj, geometry, depsgraph, without_hidden):
    """The `Parts` of an evaluated object, or of an original one, whose surface is not among the instances either."""
    if obj.type not in _SURFACE_FOLLOWS:
        return read_parts(obj, geometry, depsgraph, without_hidden)
    surface = read_surface(obj, geometry, depsgraph, without_hidden)
    return Parts(surface, () if surface.has_faces else None)


# Their surface is an instance of its own when they are shown.
_SURFACE_FOLLOWS = frozenset(("CURVE", "SURFACE", "FONT", "META"))
