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
    clip = _clip(np.asarray(places, dtype=np.float64).reshape(-1, 3), clip_from_world)
    depth = clip[:, 3:]
    with np.errstate(divide="ignore", invalid="ignore"):
        return _pixels(clip, size_px), ((np.abs(clip[:, :3]) <= depth) & (depth > 0.0)).all(axis=1)


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
    clip = _clip(segments, clip_from_world)
    room = np.empty((*clip.shape[:2], 5))
    room[..., 0] = clip[..., 2] + clip[..., 3]
    side = _SIDES * clip[..., 3:]
    room[..., 1:3], room[..., 3:] = side - clip[..., :2], side + clip[..., :2]
    if len(room) and not room.min() >= 0.0:
        clip = _cut(clip, room)
    return _pixels(clip, size_px)


def _cut(clip, room):
    """The seen parts of lines, after Liang and Barsky: `room` (n, 2, k) is how far the ends are within k planes."""
    start, end = room[:, 0], room[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = start / (start - end)
    # The last of the planes that a line comes in through, the first that it goes out through.
    enters = np.where(start < 0.0, crossing, 0.0).max(axis=1)
    leaves = np.where(end < 0.0, crossing, 1.0).min(axis=1)
    is_beyond = ((start < 0.0) & (end < 0.0)).any(axis=1)
    is_seen = (enters < leaves) & ~is_beyond & np.isfinite(room).all(axis=(1, 2))
    clip = clip[is_seen]
    along = np.column_stack((enters, leaves))[is_seen, :, None]
    return clip[:, :1] + along * (clip[:, 1:] - clip[:, :1])


def _clip(places, clip_from_world):
    matrix = np.asarray(clip_from_world, dtype=np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        return places @ matrix[:, :3].T + matrix[:, 3]


def _pixels(clip, size_px):
    half = np.array(size_px) / 2.0
    return clip[..., :2] / clip[..., 3:] * half + half
