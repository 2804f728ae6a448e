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
    is_seen = (clip[:, 3] > 0.0) & (np.abs(clip[:, :3]).max(axis=1) <= clip[:, 3])
    with np.errstate(divide="ignore", invalid="ignore"):
        return _pixels(clip, size_px), is_seen


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
    near, side = clip[..., 2:3] + clip[..., 3:], _SIDES * clip[..., 3:]
    room = np.concatenate((near, side - clip[..., :2], side + clip[..., :2]), axis=-1)
    start, end = room[:, 0], room[:, 1]
    # After Liang and Barsky: the last of the planes that a line comes in through, the first that it goes out through.
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = start / (start - end)
    enters = np.where(start < 0.0, crossing, 0.0).max(axis=1)
    leaves = np.where(end < 0.0, crossing, 1.0).min(axis=1)
    is_seen = (
        (enters < leaves) & ~((start < 0.0) & (end < 0.0)).any(axis=1) & np.isfinite(room).all(axis=(1, 2))
    )
    clip = clip[is_seen]
    along = np.column_stack((enters, leaves))[is_seen, :, None]
    return _pixels(clip[:, :1] + along * (clip[:, 1:] - clip[:, :1]), size_px)


def _clip(places, clip_from_world):
    matrix = np.asarray(clip_from_world, dtype=np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        return places @ matrix[:, :3].T + matrix[:, 3]


def _pixels(clip, size_px):
    return (clip[..., :2] / clip[..., 3:] + 1.0) / 2.0 * np.asarray(size_px, dtype=np.float64)
