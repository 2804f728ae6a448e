"""What callers of the api hand in: a value of the right kind, or a ValueError that names the fault."""

import numpy as np

from .options import PickOptions
from .viewport import Viewport

# Made once: to check its values again would take a tenth of a ray.
_DEFAULT_OPTIONS = PickOptions()


def checked_viewport(viewport):
    """A `Viewport`."""
    if not isinstance(viewport, Viewport):
        raise ValueError(f"viewport: expected a Viewport, got {viewport!r}")
    return viewport


def checked_options(options):
    """The `PickOptions`; those of nothing said for None."""
    if options is None:
        return _DEFAULT_OPTIONS
    if not isinstance(options, PickOptions):
        raise ValueError(f"options: expected PickOptions, got {options!r}")
    return options


def checked_pixels(pixel):
    """(n, 2) pixels, and whether only one was given."""
    try:
        pixels = np.array(pixel, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"pixel: expected (2,) or (n, 2) numbers, got {pixel!r}") from None
    single = pixels.ndim == 1
    pixels = pixels[None] if single else pixels
    if pixels.ndim != 2 or pixels.shape[1] != 2:
        raise ValueError(f"pixel: expected shape (2,) or (n, 2), got {np.shape(pixel)}")
    if not np.isfinite(pixels).all():
        raise ValueError(f"pixel: expected finite numbers, got {pixel!r}")
    return pixels, single


def checked_pixel(pixel):
    """(1, 2) the pixel."""
    pixels, single = checked_pixels(pixel)
    if not single:
        raise ValueError(f"pixel: expected shape (2,), got {pixels.shape}")
    return pixels


def checked_directions(directions, count):
    """(n, 3) directions, one for each of so many objects."""
    checked = np.array(directions, dtype=np.float64)
    checked = checked.reshape(-1, 3) if count == 0 else checked
    if checked.shape != (count, 3) or not np.isfinite(checked).all() or not checked.any(axis=1).all():
        raise ValueError(
            f"directions: expected ({count}, 3) finite numbers of no length zero, got {directions!r}"
        )
    return checked
