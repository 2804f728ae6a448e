"""Where the name of a pick goes, and the value of a measure."""

from typing import NamedTuple


class Plate(NamedTuple):
    """Region pixels, origin at the lower left."""

    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other):
        """Whether they share more than an edge."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


def place_plate(point, size, bounds, gap):
    """Put a plate of `size` beside `point`: right of it, else left, and always within `bounds`.

    Parameters
    ----------
    point, size : (2,) float
    bounds : (x_min, y_min, x_max, y_max)
    gap : float
        Between point and plate, sideways and upwards.
    """
    x_min, y_min, x_max, y_max = bounds
    width, height = size
    x = point[0] + gap
    if x + width > x_max:
        x = point[0] - gap - width
    y = point[1] + gap
    return Plate(_clamp(x, x_min, x_max - width), _clamp(y, y_min, y_max - height), width, height)


def plate_over(center, size, bounds):
    """A plate of `size` with `center` in its middle, moved as far as needed to be within `bounds`."""
    x_min, y_min, x_max, y_max = bounds
    width, height = size
    x = _clamp(center[0] - width / 2, x_min, x_max - width)
    return Plate(x, _clamp(center[1] - height / 2, y_min, y_max - height), width, height)


def _clamp(value, least, most):
    return max(least, min(value, most))
