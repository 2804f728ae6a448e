"""What clips rays, and what does not."""

import numpy as np

from ..core import Rays

# Kinds that Blender draws beyond the clip region as well.
BEYOND_REGION = frozenset(("STROKE", "VOLUME"))


def unclipped_rays(view, rays):
    """The rays of a `core.View` from its eye, or in an orthographic view without a beginning, and without an end."""
    starts = np.full(len(rays), -np.inf) if view.is_orthographic else -view.distances(rays.origins)
    return Rays(rays.origins, rays.directions, starts, np.inf)
