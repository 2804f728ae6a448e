"""Where a grease pencil object is drawn, it hides what overlays draw behind a plane, its own lines of a wireframe too.

Blender compares strokes with faces where they are, but leaves the depth of a plane through the middle of the object for
what is drawn later; with the stroke depth order 3D Location that of each stroke. See gpencil_object_cache_add in
its draw engine; seen in pictures of 4.3.2, 5.2.2 and 5.3.0.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

# Kinds that overlays draw.
_HIDDEN_KINDS = frozenset(("EDGE", "VERTEX", "CURVE", "STROKE", "BONE", "LATTICE", "EMPTY", "ICON", "BOUNDS"))
# Blender adds this to the size of what is flat.
_LEAST_SIZE = 1e-8


@dataclass(frozen=True, eq=False)
class Veil:
    """What a grease pencil object hides overlays with.

    Attributes
    ----------
    outlines : tuple of Outline
        What is drawn of it where it is not a wireframe.
    box : (2, 3) float
        Its lowest and highest coordinates, in its own space.
    has_depth : bool
        Whether each stroke hides from where it is on, and not a plane.
    """

    outlines: tuple
    box: np.ndarray
    has_depth: bool

    @cached_property
    def balls(self):
        """(k, 3) centres, (k,) radii and (k,) pixels beyond them of the balls around its outlines."""
        balls = [outline.ball for outline in self.outlines]
        return tuple(
            np.array([getattr(ball, name) for ball in balls]) for name in ("center", "radius", "beyond_px")
        )

    def depth(self, ray, view, matrix_world):
        """How far along one ray its plane lies, as it is placed; inf where it does not, or there is none."""
        center, size = self.box.mean(axis=0), np.ptp(self.box, axis=0) / 2.0 + _LEAST_SIZE
        linear, middle = matrix_world[:3, :3] * size, matrix_world[:3, :3] @ center + matrix_world[:3, 3]
        if not np.linalg.det(linear):
            return np.inf
        towards = -view.view_axis if view.is_orthographic else view.eye - middle
        # Across the view in a box of equal sides, then as a plane of that box in the world.
        inverse = np.linalg.inv(linear)
        normal = inverse.T @ inverse @ towards
        along = float(normal @ ray.directions[0])
        t = float(normal @ (middle - ray.origins[0])) / along if along else np.inf
        return t if t >= 0.0 else np.inf


def veil_of(obj, outlines):
    """The `Veil` of an evaluated grease pencil object with these outlines."""
    bands = tuple(one for one in outlines if one.kind == "STROKE" and one.is_filled and not one.shows_through)
    corners = np.array(obj.bound_box, dtype=np.float64)
    box = np.stack((corners.min(axis=0), corners.max(axis=0)))
    return Veil(bands, box, obj.data.stroke_depth_order == "3D")


def is_veiled(snapshot, search, limit, near, options):
    """Whether a veil hides a `Nearby` that lies at `limit` of the ray of a `Search`."""
    instance = snapshot.instances[near.instance_index]
    if near.kind not in _HIDDEN_KINDS or (instance.in_front and not options.true_depth):
        return False
    if near.kind == "STROKE" and not is_wireframe(near, instance):
        return False
    return any(
        _hides(snapshot, search, limit, snapshot.instances[index])
        for index in snapshot.veiled
        if instance.is_click_through or not snapshot.is_click_through[index]
    )


def is_wireframe(near, instance):
    """Whether overlays draw a stroke; one with a width, dots or squares is compared as faces are."""
    return not near.rim_px and all(one.is_plain for one in instance.shape.outlines if one.kind == "STROKE")


def _hides(snapshot, search, limit, instance):
    veil = instance.shape.veil
    if not veil.has_depth and veil.depth(search.ray, search.view, instance.matrix_world) >= limit:
        return False
    band = search.first_band(veil, instance)
    if band < limit:
        return True
    # A stroke farther away is drawn where no face hides it.
    is_drawn = not veil.has_depth and np.isfinite(band)
    return is_drawn and (
        instance.in_front or not snapshot.hiding.any(search.ray.clipped(np.array([band])))[0]
    )
