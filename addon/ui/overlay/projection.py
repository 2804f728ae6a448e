"""Places of the world on the screen, clipped."""

import numpy as np

# Lines are cut off a little outside of the region, so that no end is seen there.
_SIDES = 1.1


def places_px(places, clip_from_world, size_px):
    """Where places are drawn.

    Parameters
    ----------
    places : (n, 3) float
    clip_from_world : (4, 4) float
        Of the view, in perspective or not.
    size_px : (width, height)
        Of the region.

    Returns
    -------
    pixels : (n, 2) float
        Without meaning where it is not seen.
    is_seen : (n,) bool
        Whether it lies in the region, and between the clip planes.
    """
    x, y, z, w = _clip(np.asarray(places, dtype=np.float64).reshape(-1, 3), clip_from_world)
    is_seen = (np.abs(x) <= w) & (np.abs(y) <= w) & (np.abs(z) <= w) & (w > 0.0)
    return _pixels(x, y, w, size_px), is_seen


def segments_px(segments, clip_from_world, size_px):
    """What is seen of straight lines: cut off at the near clip plane and beside the region.

    Parameters
    ----------
    segments : (n, 2, 3) float
        Places that are not finite are not drawn.
    clip_from_world, size_px
        As for `places_px`.

    Returns
    -------
    (k, 2, 2) float
        Pixels of both ends, of the lines that are seen at all.
    """
    clip = _clip(segments.reshape(-1, 3), clip_from_world)
    x, y, z, w = clip
    side = _SIDES * w
    room = np.stack((z + w, side - x, side + x, side - y, side + y))
    if room.size and not room.min() >= 0.0:
        x, y, w = _cut(clip.reshape(4, -1, 2), room.reshape(5, -1, 2))
    return _pixels(x, y, w, size_px).reshape(-1, 2, 2)


def _cut(clip, room):
    """The seen parts of lines, x, y and w of both ends one after the other, after Liang and Barsky.

    `clip` is (4, n, 2), and `room` (k, n, 2) how far both ends are within k planes.
    """
    start, end = room[..., 0], room[..., 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = start / (start - end)
    # The last of the planes that a line comes in through, the first that it goes out through.
    enters = np.where(start < 0.0, crossing, 0.0).max(axis=0)
    leaves = np.where(end < 0.0, crossing, 1.0).min(axis=0)
    is_beyond = ((start < 0.0) & (end < 0.0)).any(axis=0)
    is_seen = (enters < leaves) & ~is_beyond & np.isfinite(room).all(axis=(0, 2))
    clip = clip[[0, 1, 3]][:, is_seen]
    along = np.stack((enters, leaves), axis=-1)[is_seen]
    return (clip[..., :1] + along * (clip[..., 1:] - clip[..., :1])).reshape(3, -1)


def _clip(places, clip_from_world):
    """(4, n) x, y, z and w, each in one piece, which is faster than place by place."""
    matrix = np.asarray(clip_from_world, dtype=np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        return matrix[:, :3] @ places.T + matrix[:, 3:]


def _pixels(x, y, w, size_px):
    pixels = np.empty((len(w), 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis, value in enumerate((x, y)):
            pixels[:, axis] = (value / w + 1.0) * (size_px[axis] / 2.0)
    return pixels
