"""Why a pick found nothing."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ..core import Rays, elements, ray_box
from . import picking
from .clipping import viewport_rays
from .reasons import Reason
from .snapshot import Snapshot


@dataclass(frozen=True)
class Miss:
    """What a pick passed over.

    `skipped` counts, by reason (HIDDEN, LOCAL_VIEW, CLIPPED, ...), the instances that lie under the pixel;
    `str()` is a sentence.
    """

    hit_name: str | None
    skipped: dict

    def __str__(self):
        if self.hit_name is not None:
            return f"Not a miss: {self.hit_name} is there"
        reasons = [(count, Reason[name].value) for name, count in self.skipped.items()]
        if not reasons:
            return "Nothing there"
        total = sum(count for count, _ in reasons)
        objects = "1 object" if total == 1 else f"{total} objects"
        if len(reasons) == 1:
            return f"Nothing there: {objects} skipped, {reasons[0][1]}"
        return f"Nothing there: {objects} skipped, " + ", ".join(
            f"{count} {words}" for count, words in reasons
        )


def explain_miss(viewport, pixel_px, options):
    """Say what was passed over at a pixel; see `api.why_missed`."""
    rays = viewport_rays(viewport, pixel_px, options)
    snapshot = Snapshot(options, viewport, _lies_under(viewport, pixel_px, rays, options))
    snapshot.visibility.count_unseen(snapshot.scene)
    skipped = Counter(snapshot.visibility.skipped)
    (picks,) = picking.pick_pixels(viewport, pixel_px, options, every=False, snapshot=snapshot)
    hit_name = (picks[0].object_name or picks[0].kind.title()) if picks else None
    if hit_name is None:
        skipped.update(_passed_over(snapshot, viewport, rays))
        # What sculpting has made of it, nobody knows: it may well be here.
        skipped[Reason.STALE] += sum(one.is_listed and one.stale is not None for one in snapshot.instances)
    return Miss(hit_name, {reason.name: skipped[reason] for reason in Reason if skipped[reason]})


def _lies_under(viewport, pixel_px, rays, options):
    """A function that says whether an object could have been meant by a pixel: by its box, or its origin."""
    line = Rays(rays.origins, rays.directions, -np.inf, np.inf)
    reach_px = options.tolerance_px * viewport.ui_scale

    def lies_under(obj, matrix_world):
        matrix = np.array(matrix_world, dtype=np.float64)
        corners = np.array([tuple(corner) for corner in obj.bound_box]) @ matrix[:3, :3].T + matrix[:3, 3]
        if not np.isfinite(corners).all():
            return False
        if np.isfinite(ray_box(line, corners.min(axis=0), corners.max(axis=0))[0]):
            return True
        return elements.distances_to_points_px(viewport.view, pixel_px[0], matrix[None, :3, 3])[0] <= reach_px

    return lies_under


def _passed_over(snapshot, viewport, rays):
    """Count the instances that the whole line meets, by why the ray did not."""
    line = Rays(rays.origins, rays.directions, -np.inf, np.inf)
    hits = snapshot.index.all(line)
    reasons = {}
    order = list(Reason)
    for t, index in zip(hits.t, hits.instance_index):
        reason = _reason(viewport, rays, t)
        known = reasons.get(index)
        # One count an instance, by what came nearest to a hit.
        if known is None or order.index(reason) < order.index(known):
            reasons[index] = reason
    return Counter(reasons.values())


def _reason(viewport, rays, t):
    view = viewport.view
    if rays.t_min[0] <= t <= rays.t_max[0]:
        return Reason.CULLED
    point = rays.origins + t * rays.directions
    if not view.is_orthographic and view.depths(point)[0] < 0.0:
        return Reason.BEHIND
    return Reason.CLIPPED
