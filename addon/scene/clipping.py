"""What clips rays, and what does not."""

import bpy
import numpy as np

from ..core import Rays, View

# Kinds that Blender draws beyond the clip region as well.
BEYOND_REGION = frozenset(("STROKE", "VOLUME"))
# Those whose areas are, if not their lines; measured on 4.3.2 and 5.2.2.
AREAS_BEYOND_REGION = BEYOND_REGION | frozenset(("IMAGE",) if bpy.app.version < (4, 4) else ())


def unclipped_rays(view, rays):
    """The rays of a `core.View` from its eye, or in an orthographic view without a beginning, and without an end."""
    starts = np.full(len(rays), -np.inf) if view.is_orthographic else -view.distances(rays.origins)
    return Rays(rays.origins, rays.directions, starts, np.inf)


def unclipped(view):
    """The same view with nothing clipped but what is behind the eye."""
    reach = np.finfo(np.float64).max / 4
    near = -reach if view.is_orthographic else np.finfo(np.float64).tiny
    return View(view.view, view.projection, view.size_px, near=near, far=reach)
