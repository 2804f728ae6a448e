"""Where rays run through axis-parallel boxes."""

from __future__ import annotations

import numpy as np

from .arrays import BoolArray, FloatArray
from .rays import Rays

# Rounding of the distance to a slab, as a part of it: a difference and a quotient make 2 half epsilons; the
# rest covers the bound's own.
SLAB_ERROR = 4.0 * np.finfo(np.float64).eps
SMALLEST = float(np.finfo(np.float64).tiny)


def slab_interval(
    origins: FloatArray, directions: FloatArray, minimum: FloatArray, maximum: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """t at which lines enter and leave boxes, (..., 3) arrays broadcast together; empty if enter > leave."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        to_minimum = (minimum - origins) / directions
        to_maximum = (maximum - origins) / directions
    parallel = directions == 0.0
    inside = (minimum <= origins) & (origins <= maximum)
    low = np.where(parallel, np.where(inside, -np.inf, np.inf), np.minimum(to_minimum, to_maximum))
    high = np.where(parallel, np.where(inside, np.inf, -np.inf), np.maximum(to_minimum, to_maximum))
    enter = np.maximum(np.maximum(low[..., 0], low[..., 1]), low[..., 2])
    leave = np.minimum(np.minimum(high[..., 0], high[..., 1]), high[..., 2])
    return enter, leave


def may_meet_boxes(rays: Rays, minimum: FloatArray, maximum: FloatArray) -> tuple[BoolArray, FloatArray]:
    """(n, b) False where a ray surely misses a box, and a bound below every t it could have inside it.

    A box whose minimum is above its maximum is empty, and missed. Widened by the rounding of the arithmetic, so that
    what touches a box is never lost.
    """
    enter, leave = slab_interval(rays.origins[:, None], rays.directions[:, None], minimum, maximum)
    enter -= _rounding(enter)
    leave += _rounding(leave)
    meets = (enter <= leave) & (enter <= rays.t_max[:, None]) & (leave >= rays.t_min[:, None])
    # Divided by the direction, the bounds of an empty box, inf and -inf, would be those of all space.
    meets &= (minimum <= maximum).all(axis=-1)
    return meets, enter


def _rounding(t: FloatArray) -> FloatArray:
    return SLAB_ERROR * np.where(np.isfinite(t), np.abs(t), 0.0) + SMALLEST
