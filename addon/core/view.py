"""View: the camera of a region, from pixels to rays and back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import BoolArray, FloatArray
from .rays import Rays

PERSPECTIVE_ROW = (0.0, 0.0, -1.0, 0.0)
ORTHOGRAPHIC_ROW = (0.0, 0.0, 0.0, 1.0)


class ViewNumbers(NamedTuple):
    """What takes a point to the screen in plain floats: the rows of the view, x and y of the projection, the eye."""

    rows: list[list[float]]
    scale: list[float]
    shift: list[float]
    eye: list[float]
    size_px: list[float]


@dataclass(frozen=True, eq=False)
class View:
    """A camera and the size of its picture.

    Parameters
    ----------
    view : (4, 4) float
        From world to view space, in which the camera looks along -z. Affine, invertible.
    projection : (4, 4) float
        From view to clip space; perspective or orthographic, shifted or not.
    size_px : (2,) float
        Width and height of the region in pixels.
    near, far : float, optional
        Distances of the clip planes along the view axis. Blender's projection is float32 and remembers
        them badly, so give them where they are known. `far` may be inf.

    Raises
    ------
    ValueError
        If a matrix is not of this kind, a size is not above zero, or the clip planes are out of order.
    """

    view: FloatArray
    projection: FloatArray
    size_px: FloatArray
    near: float
    far: float
    world_from_view: FloatArray
    is_orthographic: bool

    def __init__(
        self,
        view: ArrayLike,
        projection: ArrayLike,
        size_px: ArrayLike,
        *,
        near: float | None = None,
        far: float | None = None,
    ) -> None:
        checks.affine("view", view)
        values = {
            "view": checks.invertible("view", view),
            "projection": checks.fixed("projection", projection, (4, 4)),
            "size_px": checks.fixed("size_px", size_px, (2,)),
        }
        if not (values["size_px"] > 0.0).all():
            raise ValueError(f"size_px: expected width and height above 0, got {values['size_px'].tolist()}")
        values["world_from_view"] = _inverse(values["view"])
        for name, array in values.items():
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        object.__setattr__(self, "is_orthographic", _is_orthographic(self.projection))
        start, end = _clip_distances(self.projection, self.is_orthographic)
        start = start if near is None else checks.number("near", near)
        end = end if far is None else checks.number("far", far, finite=False)
        if not start < end or not (self.is_orthographic or start > 0.0):
            least = "" if self.is_orthographic else "0 < "
            raise ValueError(f"near, far: expected {least}near < far, got {start:g} and {end:g}")
        object.__setattr__(self, "near", start)
        object.__setattr__(self, "far", end)

    @property
    def eye(self) -> FloatArray:
        """(3,) origin of view space in the world: the eye, or where orthographic distances count from."""
        return self.world_from_view[:3, 3]

    @property
    def view_axis(self) -> FloatArray:
        """(3,) unit direction in which the camera looks, in the world."""
        backward = self.world_from_view[:3, 2]
        axis: FloatArray = -backward / np.linalg.norm(backward)
        return axis

    def pixel_rays(self, pixels_px: ArrayLike) -> Rays:
        """Rays through region pixels, from the near to the far clip plane.

        Parameters
        ----------
        pixels_px : (n, 2) or (2,) float
            Region coordinates, origin at the lower left corner, y up.

        Returns
        -------
        Rays
            `origins` (n, 3) on the near clip plane, `directions` (n, 3) of unit length, `t_min` 0 and
            `t_max` where each reaches the far clip plane.

        Raises
        ------
        ValueError
            If `pixels_px` is not (n, 2) and finite.
        """
        ndc = 2.0 * checks.vectors("pixels_px", pixels_px, 2) / self.size_px - 1.0
        linear = self.world_from_view[:3, :3]
        scale = np.diagonal(self.projection)[:2]
        if self.is_orthographic:
            across = (ndc - self.projection[:2, 3]) / scale
            along = np.broadcast_to(-linear[:, 2], (len(ndc), 3))
            origins = self.eye + across @ linear[:, :2].T + self.near * along
        else:
            across = (ndc + self.projection[:2, 2]) / scale
            along = across @ linear[:, :2].T - linear[:, 2]
            origins = self.eye + self.near * along
        length = np.linalg.norm(along, axis=1)
        reach = (self.far - self.near) * length
        # One ray of plain numbers is checked in a tenth of the time.
        return Rays(origins, along / length[:, None], 0.0, reach.item() if len(reach) == 1 else reach)

    def project(self, points: ArrayLike) -> tuple[FloatArray, BoolArray]:
        """Region pixels of world points; the clip planes play no part.

        Parameters
        ----------
        points : (n, 3) or (3,) float
            Points that are not finite count as not in front.

        Returns
        -------
        pixels_px : (n, 2) float
            inf for points that are not in front.
        in_front : (n,) bool
            True before the eye; of an orthographic view, which has none, always.

        Raises
        ------
        ValueError
            If `points` is not (n, 3).
        """
        world, in_front = self._from_eye(points)
        across = world @ self.view[:2, :3].T
        scale = np.diagonal(self.projection)[:2]
        if self.is_orthographic:
            ndc = across * scale + self.projection[:2, 3]
        else:
            depth = world @ -self.view[2, :3]
            in_front &= depth > 0.0
            ndc = across * scale / np.where(in_front, depth, 1.0)[:, None] - self.projection[:2, 2]
        pixels = 0.5 * (ndc + 1.0) * self.size_px
        pixels[~in_front] = np.inf
        return pixels, in_front

    def depths(self, points: ArrayLike) -> FloatArray:
        """(n,) distances of (n, 3) points along the view axis; inf of a point that is not finite."""
        if (one := self._one_from_eye(points)) is not None:
            (x, y, z), (a, b, c) = one, self.numbers.rows[2]
            return np.array([-(x * a + y * b + z * c)])
        world, finite = self._from_eye(points)
        return np.where(finite, world @ -self.view[2, :3], np.inf)

    def distances(self, points: ArrayLike) -> FloatArray:
        """(n,) distances of (n, 3) points from the viewer; inf of a point that is not finite.

        The viewer is the eye; in an orthographic view the plane through `eye`, negative behind it.
        """
        if self.is_orthographic:
            return self.depths(points)
        if (one := self._one_from_eye(points)) is not None:
            x, y, z = one
            return np.array([sqrt(x * x + y * y + z * z)])
        world, finite = self._from_eye(points)
        return np.where(finite, np.linalg.norm(world, axis=1), np.inf)

    @cached_property
    def numbers(self) -> ViewNumbers:
        """The `ViewNumbers`: of single points arrays take five times as long."""
        shift = self.projection[:2, 3 if self.is_orthographic else 2]
        return ViewNumbers(
            self.view[:3, :3].tolist(),
            np.diagonal(self.projection)[:2].tolist(),
            shift.tolist(),
            self.eye.tolist(),
            self.size_px.tolist(),
        )

    def _one_from_eye(self, points: ArrayLike) -> tuple[float, float, float] | None:
        """A single point relative to the eye; None for more, or what is not plainly right."""
        if type(points) is not np.ndarray or points.dtype is not checks.FLOAT or points.shape != (1, 3):
            return None
        ((x, y, z),), (a, b, c) = points.tolist(), self.numbers.eye
        return (x - a, y - b, z - c) if isfinite(x + y + z) else None

    def _from_eye(self, points: ArrayLike) -> tuple[FloatArray, BoolArray]:
        """Points relative to the eye, and which are finite; the others lie in the eye."""
        world = checks.vectors("points", points, finite=False)
        finite = checks.finite_rows(world)
        return np.where(finite[:, None], world - self.eye, 0.0), finite


def _inverse(view: FloatArray) -> FloatArray:
    """Inverse of an affine matrix, its offset taken last so that a far-away camera costs no digits."""
    inverse = np.eye(4)
    inverse[:3, :3] = np.linalg.inv(view[:3, :3])
    inverse[:3, 3] = -inverse[:3, :3] @ view[:3, 3]
    return inverse


def _is_orthographic(projection: FloatArray) -> bool:
    last = tuple(projection[3])
    if last not in (PERSPECTIVE_ROW, ORTHOGRAPHIC_ROW):
        raise ValueError(f"projection: expected a last row of 0, 0, -1, 0 or 0, 0, 0, 1, got {list(last)}")
    orthographic = last == ORTHOGRAPHIC_ROW
    slant = projection[:3].copy()
    slant[[0, 1, 2], [0, 1, 2]] = 0.0
    slant[:, 3 if orthographic else 2] = 0.0
    slant[2] = projection[2] * (1.0, 1.0, 0.0, 0.0)
    if slant.any():
        raise ValueError("projection: expected scale, shift and clip planes alone, got other entries")
    if not np.diagonal(projection)[:3].all():
        raise ValueError("projection: expected an invertible matrix, got a zero on its diagonal")
    return orthographic


def _clip_distances(projection: FloatArray, orthographic: bool) -> tuple[float, float]:
    """Near and far clip distance out of the projection; inf where rounding has swallowed the far one."""
    scale, offset = float(projection[2, 2]), float(projection[2, 3])
    if orthographic:
        return (offset + 1.0) / scale, (offset - 1.0) / scale
    far = offset / (scale + 1.0) if scale < -1.0 else np.inf
    return offset / (scale - 1.0), far
