"""Rays against planes, spheres and boxes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import FloatArray
from .boxes import slab_interval
from .rays import Rays


def ray_plane(rays: Rays, normal: ArrayLike, distance: float) -> FloatArray:
    """t at which rays meet the plane normal . x + distance = 0.

    Parameters
    ----------
    rays : Rays
    normal : (3,) float
        Any length but zero.
    distance : float
        In lengths of the normal.

    Returns
    -------
    (n,) float
        inf is a miss; so is a parallel ray, even one that lies in the plane.

    Raises
    ------
    ValueError
        For another shape, NaN, infinity or a zero normal.
    """
    across = checks.fixed("normal", normal, (3,))
    if not across.any():
        raise ValueError("normal: expected a non-zero vector, got zero")
    offset = checks.number("distance", distance)
    slope = rays.directions @ across
    height = rays.origins @ across + offset
    t = np.full(len(rays), np.inf)
    np.divide(-height, slope, out=t, where=slope != 0.0)
    return _within(rays, t)


def ray_sphere(rays: Rays, center: ArrayLike, radius: float) -> FloatArray:
    """t at which rays enter a sphere, or leave it where they start inside.

    Parameters
    ----------
    rays : Rays
    center : (3,) float
    radius : float
        Above zero.

    Returns
    -------
    (n,) float
        inf is a miss.

    Raises
    ------
    ValueError
        For another shape, NaN, infinity or a radius that is not above zero.

    Notes
    -----
    The discriminant comes from the distance between center and line, so that a far origin or a small sphere
    does not cancel its digits (Haines et al., "Precision Improvements for Ray/Sphere Intersection", Ray Tracing
    Gems, 2019).
    """
    middle = checks.fixed("center", center, (3,))
    size = checks.positive("radius", radius)
    longest = np.abs(rays.directions).max(axis=1, initial=0.0)
    length = longest * np.linalg.norm(rays.directions / longest[:, None], axis=1)
    unit = rays.directions / length[:, None]
    to_center = middle - rays.origins
    along = np.einsum("nc,nc->n", to_center, unit)
    aside = np.linalg.norm(to_center - along[:, None] * unit, axis=1)
    half_chord_squared = (size - aside) * (size + aside)
    meets = half_chord_squared >= 0.0
    half_chord = np.sqrt(np.where(meets, half_chord_squared, 0.0))
    enter, leave = (along - half_chord) / length, (along + half_chord) / length
    return np.where(meets, _first_within(rays, enter, leave), np.inf)


def ray_box(rays: Rays, minimum: ArrayLike, maximum: ArrayLike) -> FloatArray:
    """t at which rays enter an axis-parallel box, or leave it where they start inside.

    Parameters
    ----------
    rays : Rays
    minimum, maximum : (3,) float
        Opposite corners; a flat box is a box.

    Returns
    -------
    (n,) float
        inf is a miss.

    Raises
    ------
    ValueError
        For another shape, NaN, infinity or minimum above maximum.
    """
    low, high = checks.fixed("minimum", minimum, (3,)), checks.fixed("maximum", maximum, (3,))
    if (low > high).any():
        raise ValueError(f"maximum: expected nothing below minimum = {low.tolist()}, got {high.tolist()}")
    enter, leave = slab_interval(rays.origins, rays.directions, low, high)
    return np.where(enter <= leave, _first_within(rays, enter, leave), np.inf)


def _within(rays: Rays, t: FloatArray) -> FloatArray:
    """t where the ray reaches it, else inf."""
    return np.where((rays.t_min <= t) & (t <= rays.t_max), t, np.inf)


def _first_within(rays: Rays, enter: FloatArray, leave: FloatArray) -> FloatArray:
    """The way in, or the way out for rays that start beyond the way in."""
    return _within(rays, np.where(enter >= rays.t_min, enter, leave))
