"""What Blender draws of one object, compared with what is picked."""

import bpy
import numpy as np
from mathutils import Euler

from addon import api

from . import build, pictures

# Kind of view and distance: two zooms of each.
VIEWS = (("PERSP", 14.0), ("PERSP", 4.0), ("ORTHO", 14.0), ("ORTHO", 4.0))
# Rasterised lines lie up to this far from the true ones, and dashes end that much sooner.
_RASTER_PX = 1.5
# Pixels looked at inside, and as many outside, of what is drawn; the long run looks at a thousand in all.
samples_a_view = 100


def assert_drawn_is_picked(obj, view, outline_px=0, thin_px=0):
    """Drawn pixels of an object that stands alone are hits; those beyond the tolerance around them are not.

    Of a surface the pixels nearer than `outline_px` to what is not drawn do not count. The last `thin_px` of a line
    may be too thin for any pixel.
    """
    space, region, region_3d = build.live_view()
    look_from(region_3d, view)
    viewport = api.viewport()
    drawn = pictures.changed_pixels(space, region, viewport, obj)
    assert drawn.sum() > 50
    rng = np.random.default_rng(3)
    inside = _sampled(drawn & ~around(~drawn, outline_px) if outline_px else drawn, rng)
    missed = [
        tuple(pixel)
        for pixel, pick in zip(inside, api.pick(viewport, inside), strict=True)
        if pick is None or pick.object_name != obj.name
    ]
    assert not missed, missed[:5]
    tolerance_px = api.PickOptions().tolerance_px * viewport.ui_scale
    beyond_px = tolerance_px + _RASTER_PX + thin_px
    far = around(drawn, beyond_px + 10.0) & ~around(drawn, beyond_px)
    # What is drawn beyond the edge of the picture is within reach, too.
    edge = int(tolerance_px) + 2
    outside = _sampled(np.pad(far[edge:-edge, edge:-edge], edge), rng)
    hits = [pick and pick.kind for pick in api.pick(viewport, outside)]
    assert not any(hits), hits
    assert bpy.context.mode == "OBJECT"


def look_from(region_3d, view):
    """Look at the middle of the scene from one side; `view` is one of `VIEWS`."""
    region_3d.view_perspective, region_3d.view_distance = view
    region_3d.view_rotation, region_3d.view_location = Euler((1.1, 0.0, 0.6)).to_quaternion(), (0, 0, 0)
    build.update()


def _sampled(mask, rng):
    """Centres of at most `samples_a_view` pixels of a mask."""
    rows, columns = np.nonzero(mask)
    chosen = rng.permutation(len(rows))[:samples_a_view]
    return np.column_stack((columns[chosen], rows[chosen])) + 0.5


def around(mask, radius):
    """All pixels within a distance of those of a mask."""
    reach = int(np.ceil(radius))
    wide = np.pad(mask, reach)
    grown = np.zeros_like(mask)
    height, width = mask.shape
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            if dx * dx + dy * dy <= radius * radius:
                grown |= wide[reach + dy : reach + dy + height, reach + dx : reach + dx + width]
    return grown
