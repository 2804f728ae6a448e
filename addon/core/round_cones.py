"""Rays against round cones: two balls and all that lies between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import BoolArray, FloatArray
from .rays import Rays


def ray_round_cones(ray: Rays, starts: ArrayLike, ends: ArrayLike, radii: ArrayLike) -> FloatArray:
    """t at which one ray enters round cones, or leaves them where it starts inside.

    Parameters
    ----------
    ray : Rays
        Only one.
    starts, ends : (n, 3) float
        Centers of the two balls; a ball alone starts where it ends.
    radii : (n, 2) float
        Of the balls at the starts and ends; zero or below is nothing there.

    Returns
    -------
    (n,) float
        inf is a miss, also where a number is not finite.

    Raises
    ------
    ValueError
        For another shape or number of rays.

    Notes
    -----
    After Inigo Quilez, "Rounded cone - intersection", with the ray's origin moved next to each cone first, so that
    a far origin costs no digits.
    """
    if len(ray) != 1:
        raise ValueError(f"ray: expected one ray, got {len(ray)}")
    first = checks.vectors("starts", starts, finite=False)
    last = checks.vectors("ends", ends, finite=False)
    sizes = checks.vectors("radii", radii, 2, finite=False)
    if not len(first) == len(last) == len(sizes):
        raise ValueError(f"radii: expected one for each of {len(first)} starts, got {len(sizes)}")
    found = np.full(len(first), np.inf)
    finite = checks.finite_rows(first) & checks.finite_rows(last) & checks.finite_rows(sizes)
    rows = np.flatnonzero(finite & (sizes > 0.0).any(axis=1))
    if not len(rows):
        return found
    direction = ray.directions[0]
    longest = np.abs(direction).max()
    length = longest * np.linalg.norm(direction / longest)
    unit = direction / length
    to_middle = (first[rows] + last[rows]) / 2.0 - ray.origins
    moved = to_middle @ unit
    origins = ray.origins + moved[:, None] * unit
    crossings = _crossings(origins, unit, first[rows], last[rows], sizes[rows])
    t = (crossings + moved[:, None]) / length
    t = np.where(np.isnan(t), np.inf, t)
    enter = t.min(axis=1)
    leave = np.where(np.isfinite(t), t, -np.inf).max(axis=1)
    t = np.where(enter >= ray.t_min, enter, leave)
    found[rows] = np.where(np.isfinite(t) & (ray.t_min <= t) & (t <= ray.t_max), t, np.inf)
    return found


def round_cone_normals(
    points: FloatArray, starts: FloatArray, ends: FloatArray, radii: FloatArray
) -> FloatArray:
    """Unit normals (n, 3) outwards at points of the surfaces of as many round cones."""
    axis = ends - starts
    slimming = radii[:, 0] - radii[:, 1]
    length_squared = np.einsum("nc,nc->n", axis, axis)
    side_squared = length_squared - slimming**2
    from_start = points - starts
    along = np.einsum("nc,nc->n", from_start, axis) - radii[:, 0] * slimming
    on_side = (side_squared > 0.0) & (along > 0.0) & (along < side_squared)
    at_end = np.where(side_squared > 0.0, along >= side_squared, radii[:, 1] > radii[:, 0])
    normals = np.where(at_end[:, None], points - ends, from_start)
    sides = side_squared[:, None] * from_start - axis * along[:, None]
    normals = np.where(on_side[:, None], sides, normals)
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    units: FloatArray = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0.0)
    return units


def _crossings(
    origins: FloatArray, unit: FloatArray, starts: FloatArray, ends: FloatArray, radii: FloatArray
) -> FloatArray:
    """(n, 6) lengths to both crossings with the side and with each ball; NaN where there is none."""
    axis, to_start, to_end = ends - starts, origins - starts, origins - ends
    slimming, size = radii[:, 0] - radii[:, 1], radii[:, 0]
    length_squared = np.einsum("nc,nc->n", axis, axis)
    start_along, axis_along = np.einsum("nc,nc->n", axis, to_start), axis @ unit
    side_squared = length_squared - slimming**2
    k2 = side_squared - axis_along**2
    k1 = side_squared * (to_start @ unit) - start_along * axis_along + axis_along * slimming * size
    k0 = side_squared * np.einsum("nc,nc->n", to_start, to_start) - start_along**2
    k0 = k0 + 2.0 * start_along * slimming * size - length_squared * size**2
    base = start_along - slimming * size
    found = np.full((len(origins), 6), np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(k1**2 - k0 * k2)
        for column, t in enumerate(((-k1 - root) / k2, (-k1 + root) / k2)):
            along = base + t * axis_along
            found[:, column] = np.where((along > 0.0) & (along < side_squared), t, np.nan)
    swallowed = side_squared <= 0.0
    for column, (away, ball, is_end) in enumerate(((to_start, size, False), (to_end, radii[:, 1], True))):
        for number, t in enumerate(_ball(away, unit, ball)):
            along = base + t * axis_along
            counts: BoolArray = along >= side_squared if is_end else along <= 0.0
            bigger = radii[:, 1] > size if is_end else radii[:, 1] <= size
            counts = np.where(swallowed, bigger, counts) & (ball > 0.0)
            found[:, 2 + 2 * column + number] = np.where(counts, t, np.nan)
    return found


def _ball(away: FloatArray, unit: FloatArray, radius: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Lengths to where lines enter and leave balls; NaN where they miss."""
    along = away @ unit
    aside = np.linalg.norm(away - along[:, None] * unit, axis=1)
    with np.errstate(invalid="ignore"):
        half_chord = np.sqrt((radius - aside) * (radius + aside))
    return -along - half_chord, -along + half_chord
