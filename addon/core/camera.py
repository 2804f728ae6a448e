"""Camera matrices, and picking rays from their inverse, for 3D cameras and 2D pixel cameras alike."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from . import checks
from .arrays import FloatArray


def picking_ray(
    mouse: ArrayLike, viewport: ArrayLike, inv_proj_view: ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Ray through a pixel, from the near plane away from the viewer.

    Parameters
    ----------
    mouse : (2,) or (n, 2) float
        Pixels, origin at the lower left of the screen.
    viewport : (4,) float
        x, y, width and height of the view in those pixels.
    inv_proj_view : (4, 4) float
        Inverse of projection @ view, for column vectors.

    Returns
    -------
    origin, direction : (3,) or (n, 3) float
        The point on the near plane, and the unit direction.

    Raises
    ------
    ValueError
        For wrong shapes or a singular matrix.
    """
    single = np.ndim(mouse) == 1
    pixels = checks.vectors("mouse", mouse, 2)
    depths = np.zeros((len(pixels), 1))
    near = unproject(np.hstack([pixels, depths]), viewport, inv_proj_view)
    far = unproject(np.hstack([pixels, depths + 1.0]), viewport, inv_proj_view)
    direction = far - near
    direction = direction / np.linalg.norm(direction, axis=1, keepdims=True)
    return (near[0], direction[0]) if single else (near, direction)


def unproject(points: ArrayLike, viewport: ArrayLike, inv_proj_view: ArrayLike) -> FloatArray:
    """World positions of screen points.

    Parameters
    ----------
    points : (3,) or (n, 3) float
        x and y in pixels from the lower left, and depth: 0 on the near plane, 1 on the far one.
    viewport : (4,) float
        x, y, width and height of the view.
    inv_proj_view : (4, 4) float

    Returns
    -------
    (3,) or (n, 3) float

    Raises
    ------
    ValueError
        For wrong shapes, a singular matrix, or a point the matrix takes to infinity.
    """
    single = np.ndim(points) == 1
    screen = checks.vectors("points", points)
    corner, size = _viewport(viewport)
    matrix = checks.invertible("inv_proj_view", inv_proj_view)
    ndc = np.empty_like(screen)
    ndc[:, :2] = 2.0 * (screen[:, :2] - corner) / size - 1.0
    ndc[:, 2] = 2.0 * screen[:, 2] - 1.0
    world, w = _transformed(ndc, matrix)
    if not w.all():
        raise ValueError(
            "points: expected pixels with a place in the world, got one the matrix takes to infinity"
        )
    world = world / w[:, None]
    return world[0] if single else world


def project(points: ArrayLike, viewport: ArrayLike, proj_view: ArrayLike) -> FloatArray:
    """Screen positions of world points, the inverse of `unproject`.

    Parameters
    ----------
    points : (3,) or (n, 3) float
    viewport : (4,) float
        x, y, width and height of the view.
    proj_view : (4, 4) float
        projection @ view.

    Returns
    -------
    (3,) or (n, 3) float
        x, y in pixels from the lower left; depth, 0 on the near plane and 1 on the far one.
        inf where a point lies in the plane of the eye and has no place on the screen.

    Raises
    ------
    ValueError
        For wrong shapes.
    """
    single = np.ndim(points) == 1
    world = checks.vectors("points", points)
    corner, size = _viewport(viewport)
    clip, w = _transformed(world, checks.fixed("proj_view", proj_view, (4, 4)))
    ndc = np.full_like(clip, np.inf)
    np.divide(clip, w[:, None], out=ndc, where=(w != 0.0)[:, None])
    screen = 0.5 * (ndc + 1.0)
    screen[:, :2] = screen[:, :2] * size + corner
    return screen[0] if single else screen


def perspective(fov_y: float, aspect: float, near: float, far: float) -> FloatArray:
    """(4, 4) projection of a perspective camera that looks along -z.

    Parameters
    ----------
    fov_y : float
        Vertical field of view in radians, between 0 and pi.
    aspect : float
        Width over height.
    near, far : float
        Distances of the clip planes, 0 < near < far.

    Raises
    ------
    ValueError
        If a number is out of its range.
    """
    angle, ratio = checks.positive("fov_y", fov_y), checks.positive("aspect", aspect)
    if angle >= math.pi:
        raise ValueError(f"fov_y: expected radians below pi, got {angle:g}")
    start = checks.positive("near", near)
    end = checks.number("far", far)
    _require_order("near", start, "far", end)
    scale = 1.0 / math.tan(0.5 * angle)
    matrix = np.zeros((4, 4))
    matrix[0, 0], matrix[1, 1] = scale / ratio, scale
    matrix[2, 2], matrix[2, 3] = -(end + start) / (end - start), -2.0 * end * start / (end - start)
    matrix[3, 2] = -1.0
    return matrix


def orthographic(left: float, right: float, bottom: float, top: float, near: float, far: float) -> FloatArray:
    """(4, 4) projection of an orthographic camera that looks along -z.

    Parameters
    ----------
    left, right, bottom, top : float
        Edges of the view; `bottom > top` turns the picture over.
    near, far : float
        Distances of the clip planes, either sign, near < far.

    Raises
    ------
    ValueError
        If the view has no width, height or depth.
    """
    low = np.array(
        [checks.number("left", left), checks.number("bottom", bottom), checks.number("near", near)]
    )
    high = np.array([checks.number("right", right), checks.number("top", top), checks.number("far", far)])
    _require_order("near", near, "far", far)
    for name, start, end in (("right", left, right), ("top", bottom, top)):
        if start == end:
            raise ValueError(f"{name}: expected another value than at the opposite edge, got {end:g}")
    matrix = np.diag(np.append(2.0 / (high - low) * (1.0, 1.0, -1.0), 1.0))
    matrix[:3, 3] = -(high + low) / (high - low)
    return matrix


def orthographic_2d(width: float, height: float, y_down: bool = False) -> FloatArray:
    """(4, 4) projection of a 2D camera: world units are pixels, z runs from -1 to 1.

    Parameters
    ----------
    width, height : float
        Size of the view in pixels.
    y_down : bool
        Put the world's origin at the upper left, y down, instead of the lower left, y up.

    Raises
    ------
    ValueError
        If a size is not above zero.
    """
    right, top = checks.positive("width", width), checks.positive("height", height)
    if y_down:
        return orthographic(0.0, right, top, 0.0, -1.0, 1.0)
    return orthographic(0.0, right, 0.0, top, -1.0, 1.0)


def look_at(eye: ArrayLike, target: ArrayLike, up: ArrayLike) -> FloatArray:
    """(4, 4) view matrix of a camera at `eye` that looks at `target`.

    Parameters
    ----------
    eye, target : (3,) float
    up : (3,) float
        Direction that points up in the picture; any length.

    Raises
    ------
    ValueError
        If eye and target are one point, or `up` runs along the line of sight.
    """
    position = checks.fixed("eye", eye, (3,))
    forward = checks.fixed("target", target, (3,)) - position
    upward = checks.fixed("up", up, (3,))
    if not forward.any():
        raise ValueError("target: expected another point than the eye, got the same")
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, upward)
    length = np.linalg.norm(right)
    if length == 0.0:
        raise ValueError("up: expected a direction across the line of sight, got one along it")
    right /= length
    matrix = np.eye(4)
    matrix[:3, :3] = right, np.cross(right, forward), -forward
    matrix[:3, 3] = -matrix[:3, :3] @ position
    return matrix


def _viewport(viewport: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Lower left corner and size."""
    values = checks.fixed("viewport", viewport, (4,))
    if (values[2:] <= 0.0).any():
        raise ValueError(f"viewport: expected width and height above 0, got {values[2]:g} x {values[3]:g}")
    return values[:2], values[2:]


def _transformed(points: FloatArray, matrix: FloatArray) -> tuple[FloatArray, FloatArray]:
    """x, y, z and w of points taken through a 4x4 matrix."""
    homogeneous = points @ matrix[:, :3].T + matrix[:, 3]
    return homogeneous[:, :3], homogeneous[:, 3]


def _require_order(low_name: str, low: float, high_name: str, high: float) -> None:
    if not low < high:
        raise ValueError(f"{high_name}: expected more than {low_name} = {low:g}, got {high:g}")
