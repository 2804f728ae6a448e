"""Which of many lines may be near a pixel, in some calls for all of them; how near, the search asks of those few.

Places are taken to (u, v, w), w the depth and u / w, v / w pixels from the cursor: linear in the place, so that a line
stays one, also through the eye. What is drawn within r pixels has |u| and |v| of at most r w, and a line that has no
such point lies as a whole beyond one of these four planes, or passes by (Blinn, "A Trip Down the Graphics Pipeline:
Line Clipping", 1991; the lines' distances as in Plücker's coordinates).
"""

import numpy as np

# Pixels that are added to what is asked for: what rounding may do to the screen coordinates of the search.
_MARGIN_PX = 0.01
# What rounding does to a place, as a part of the largest coordinate that it is made from, many times over.
_ROUNDING = 1e-12


class LineSieve:
    """One pixel of one view, a `core.View`; lengths in pixels count `icon_scale` times."""

    def __init__(self, view, pixel_px, reach_px, icon_scale):
        half = np.diagonal(view.projection)[:2] * view.size_px / 2.0
        column = 3 if view.is_orthographic else 2
        shift = (view.projection[:2, column] * (1.0 if view.is_orthographic else -1.0) + 1.0) / 2.0
        aside = shift * view.size_px - pixel_px
        self._linear, self._constant = np.zeros((3, 3)), np.zeros(3)
        self._linear[:2] = half[:, None] * view.view[:2, :3]
        if view.is_orthographic:
            self._constant[:] = (*aside, 1.0)
        else:
            self._linear[2] = -view.view[2, :3]
            self._linear[:2] += aside[:, None] * self._linear[2]
        self._eye, self._half = view.eye, half
        self._pixel_size = 2.0 / (abs(view.projection[0, 0]) * view.size_px[0])
        self._reach_px, self._icon_scale = reach_px + _MARGIN_PX, icon_scale
        self._growth = np.linalg.norm(self._linear[:2], axis=1).max()

    def frames(self, matrices):
        """(k, 3, 3) and (k, 3) what takes places by (k, 4, 4) to the world and from there to (u, v, w)."""
        return (
            self._linear @ matrices[:, :3, :3],
            (matrices[:, :3, 3] - self._eye) @ self._linear.T + self._constant,
        )

    def reach(self, radius_px):
        """How far from the pixel the middle may be of what is drawn up to so many pixels from it."""
        return self._reach_px + radius_px * self._icon_scale

    def widths(self, widths, sizes, reach):
        """How much u and v may be beyond `reach` for lines of these widths, whose coordinates are up to `sizes`."""
        return (widths + _ROUNDING * (sizes + np.abs(self._eye).max())) * (self._growth + reach)

    def shift(self, places, offsets, in_pixels):
        """Move places (3, n) on the screen by offsets (n, 2), in pixels where that is so (n,), else in world units."""
        units = np.where(in_pixels, self._icon_scale * self._pixel_size * places[2], 1.0)
        places[:2] += self._half[:, None] * offsets.T * units

    def near(self, first, last, reach, wide):
        """(k,) numbers of the lines from places (3, n) to (3, n) that may be near; of points both are the same."""
        with np.errstate(invalid="ignore", over="ignore"):
            rows = np.flatnonzero(~_are_beyond(first, last, reach, wide))
            if first is last or not len(rows):
                return rows
            first, last = first[:, rows], last[:, rows]
            reach, wide = (one if np.ndim(one) == 0 else one[rows] for one in (reach, wide))
            return rows[~_pass_by(first, last, reach, wide)]


def _are_beyond(first, last, reach, wide):
    """(n,) True where both ends surely lie beyond the same plane."""
    at_first, at_last = reach * first[2] + wide, reach * last[2] + wide
    is_beyond = np.zeros(first.shape[1], dtype=bool)
    for axis in range(2):
        start, end = first[axis], last[axis]
        is_beyond |= (start > at_first) & (end > at_last)
        is_beyond |= (start < -at_first) & (end < -at_last)
    return is_beyond


def _pass_by(first, last, reach, wide):
    """(n,) True where the line through both ends surely passes farther from the pixel."""
    (u, v, w), (x, y, z) = first, last
    one, other = u * y, v * x
    across = np.hypot(v * z - w * y, w * x - u * z)
    sizes = np.abs(u) + np.abs(v) + np.abs(x) + np.abs(y)
    depths = np.abs(w) + np.abs(z)
    # To move the ends by the width moves the line by no more than that.
    room = reach * across * (1.0 + _ROUNDING) + 2.0 * wide * (sizes + wide + reach * depths)
    return np.abs(one - other) > room + _ROUNDING * (np.abs(one) + np.abs(other))
