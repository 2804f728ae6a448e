"""Where along a stroke its dots or squares are drawn, how large, and how they are turned.

See draw_grease_pencil_lib.glsl, and from 5.2 on grease_pencil_frag.glsl, in Blender's draw engine.
"""

from typing import NamedTuple

import numpy as np

from .marks import Marks
from .placing import mean_scale

# Blender passes the cosine of a rotation, and the smaller part of an aspect, on in as many steps.
_STEPS = 255.0
# A radius that changes less than this, in parts of the length, counts as constant.
_LEAST_CHANGE = 1e-3
# More dots of one stroke lie so close that fewer show the same.
_MOST = 100_000
# Places in Blender's noise of one dimension.
_SIZE_SEED, _ROTATION_SEED = np.float32(18559.853), np.float32(69637.532)
_COARSER = np.float32(0.353953)


class Dots(NamedTuple):
    """`positions` (n, 3) and `radii` (n,) of dots or squares, and their `Marks`."""

    positions: np.ndarray
    radii: np.ndarray
    marks: Marks


def is_placed_by_radius(style):
    """Whether dots of a style lie as many of their own radii apart as it says.

    Measured on 5.3.0: a segment is numbered in the object's space, and where its radius changes the dots of a
    perspective view are placed, from its start to its end, in the world.
    """
    return style.mode != "LINE" and getattr(style, "placement_mode", "COUNT") == "RADIUS"


def dots_of(style, positions, radii, rotations, aspect, matrix):
    """What a stroke is drawn as whose material says so.

    Parameters
    ----------
    style : bpy.types.MaterialGPencilStyle
        Of mode DOTS or BOX.
    positions : (n, 3) float
        Of the stroke, at least one; the last of a closed one is its first again.
    radii, rotations : (n,) float
    aspect : float
    matrix : (3, 3) float or None
        Of the object where its view is in perspective and it is scaled unevenly.

    Returns
    -------
    Dots
        What has no radius is left out.
    """
    numbers, segments, shares = _places(style, positions, radii, matrix)
    following = np.minimum(segments + 1, len(positions) - 1)
    places = positions[segments] + shares[:, None] * (positions[following] - positions[segments])
    sizes = radii[segments] + shares * (radii[following] - radii[segments])
    turns = _rounded_angles(rotations[segments]) + style.alignment_rotation
    if getattr(style, "use_randomization", False):
        along = numbers.astype(np.float32) * np.float32(style.random_noise_scale)
        sizes = sizes * (1.0 - style.random_size_factor * _noise(along + _SIZE_SEED))
        turns = turns - style.random_rotation_factor * np.pi * (2.0 * _noise(along + _ROTATION_SEED) - 1.0)
    drawn = sizes > 0.0
    directions = _directions(style, positions, segments, following)
    marks = Marks(
        style.mode == "BOX",
        None if directions is None else directions[drawn],
        turns[drawn],
        np.broadcast_to(_aspects(aspect), (int(drawn.sum()), 2)),
    )
    return Dots(places[drawn], sizes[drawn], marks)


def _directions(style, positions, segments, following):
    """(k, 3) what the first axes follow; None for to the right."""
    if style.alignment_mode == "FIXED":
        return None
    if style.alignment_mode == "OBJECT" or len(positions) == 1:
        return np.broadcast_to((1.0, 0.0, 0.0), (len(segments), 3))
    # A last point looks along the line that ends there.
    before = np.where(segments == following, segments - 1, segments)
    return positions[before + 1] - positions[before]


def _places(style, positions, radii, matrix):
    """Numbers of the dots, after which point each lies, and how far from there to the next point."""
    mode = getattr(style, "placement_mode", "COUNT")
    if mode == "COUNT" and getattr(style, "placement_count", 1) == 1:
        numbers = np.arange(len(positions))
        return numbers, numbers, np.zeros(len(positions))
    steps, drawn = _steps(style, positions, radii, matrix)
    at_most = min(1.0, _MOST / max(steps.sum(), drawn.sum(), 1.0))
    steps, drawn = steps * at_most, drawn * at_most
    # There is one at every whole number from the start of a segment to before its end.
    firsts = np.concatenate(((0.0,), np.cumsum(steps)[:-1]))
    firsts = np.where(np.isfinite(firsts), firsts, 0.0)
    lowest = np.ceil(firsts)
    counts = np.maximum(np.ceil(firsts + drawn) - lowest, 0.0).astype(np.int64)
    segments = np.repeat(np.arange(len(counts)), counts)
    numbers = lowest[segments] + np.arange(len(segments)) - (np.cumsum(counts) - counts)[segments]
    shares = (numbers - firsts[segments]) / drawn[segments]
    if mode == "RADIUS":
        shares = _shares_of_diameters(shares, radii[segments], radii[segments + 1])
    return numbers.astype(np.int64), segments, shares


def _steps(style, positions, radii, matrix):
    """How many dots each segment counts as, and how many fit into it as it is drawn."""
    lengths = np.linalg.norm(np.diff(positions, axis=0), axis=1)
    mode = getattr(style, "placement_mode", "COUNT")
    if mode == "COUNT":
        lengths[:] = style.placement_count
        return lengths, lengths
    if mode == "DENSITY":
        return (lengths * style.placement_density,) * 2
    spacing = max(style.placement_radius_spacing, 1e-6) / 100.0
    steps = _diameters(lengths, radii) / spacing
    if matrix is None:
        return steps, steps
    lengths = np.linalg.norm(np.diff(positions, axis=0) @ matrix.T, axis=1)
    radii = radii * mean_scale(matrix)
    grows = np.abs(np.diff(radii)) >= _LEAST_CHANGE * lengths
    return steps, np.where(grows, _diameters(lengths, radii) / spacing, steps)


def _diameters(lengths, radii):
    """(n - 1,) how many dots beside each other fit into each segment."""
    first, last = radii[:-1], radii[1:]
    change = last - first
    # Nothing is drawn where it has no width at one end, or grows more than it goes on.
    is_drawn = (np.minimum(first, last) > 0.0) & (np.abs(change) < lengths)
    counts = np.divide(lengths, 2.0 * first, out=np.zeros(len(lengths)), where=is_drawn)
    varied = np.flatnonzero(is_drawn & (np.abs(change) >= _LEAST_CHANGE * lengths))
    length, change = lengths[varied], change[varied]
    counts[varied] = np.log(last[varied] / first[varied]) / np.log((length + change) / (length - change))
    return counts


def _shares_of_diameters(shares, first, last):
    """How far along segments lie those that keep a distance that grows with the radius, from first to last."""
    grows = (np.minimum(first, last) > 0.0) & (first != last)
    change = np.where(grows, last - first, 1.0)
    ratio = np.divide(last, first, out=np.ones(len(first)), where=grows)
    return np.where(grows, first * (ratio**shares - 1.0) / change, shares)


def _rounded_angles(angles):
    """Rotations as the shader gets them: at most a quarter turn, as the rounded cosine."""
    cosines = np.floor(np.clip(np.cos(angles), 0.0, 1.0) * _STEPS + 0.5) / _STEPS
    return np.sign(angles) * np.arccos(cosines)


def _aspects(aspect):
    """(2,) how far dots of an aspect reach along their axes, in parts of the radius."""
    is_wide = aspect > 1.0
    smaller = np.floor(np.clip(1.0 / aspect if is_wide else aspect, 0.0, 1.0) * _STEPS + 0.5)
    return (1.0, (smaller + 1.0) / _STEPS) if is_wide else (smaller / _STEPS, 1.0)


def _noise(places):
    """(n,) smooth random numbers from 0 to 1 at places (n,) float32, as Blender's shader makes them."""
    return (_one_noise(places) + _one_noise(places * _COARSER)) / 2.0


def _one_noise(places):
    whole = np.floor(places).astype(np.uint32)
    part = (places - np.floor(places)).astype(np.float64)
    share = part * part * (3.0 - 2.0 * part)
    return _hashed(whole) * (1.0 - share) + _hashed(whole + np.uint32(1)) * share


def _hashed(numbers):
    """(n,) from 0 to 1, of uint32: the last step of Bob Jenkins's lookup3."""
    b = c = np.full(len(numbers), 0xDEADBEEF + 17, dtype=np.uint32)
    a = b + numbers
    for turn in (14, 11, 25, 16, 4, 14, 24):
        c = (c ^ b) - ((b << np.uint32(turn)) | (b >> np.uint32(32 - turn)))
        a, b, c = b, c, a
    return b / 0xFFFFFFFF
