"""Hands shapes to the GPU. Shaders are made at the first use, in a drawing callback, as Blender demands."""

from functools import cache, lru_cache

import blf
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

_FONT_ID = 0
# Of a disc, and of one so small that nobody sees the difference.
_SIDES, _SMALL_SIDES, _SMALL_PX = 16, 8, 8.0
_EDGE_PX = 1.0  # width of the fade that smooths the rim of a disc


class BlendedState:
    """Draws with transparency and over everything, and puts the state of the GPU back."""

    def __enter__(self):
        self._blend = gpu.state.blend_get()
        self._depth_test = gpu.state.depth_test_get()
        gpu.state.blend_set("ALPHA")
        gpu.state.depth_test_set("NONE")

    def __exit__(self, *_error):
        gpu.state.blend_set(self._blend)
        gpu.state.depth_test_set(self._depth_test)


def draw_triangles(corners, rgba):
    shader = _shader("UNIFORM_COLOR")
    shader.uniform_float("color", rgba)
    batch_for_shader(shader, "TRIS", {"pos": corners}).draw(shader)


def draw_lines(ends, rgba, width_px):
    shader = _shader("POLYLINE_UNIFORM_COLOR")
    shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
    shader.uniform_float("lineWidth", width_px)
    shader.uniform_float("color", rgba)
    batch_for_shader(shader, "LINES", {"pos": ends}).draw(shader)


def draw_discs(centers_px, diameter_px, rgba):
    """Discs around region pixels (n, 2), their rims smoothed."""
    # POINT_* shaders exist from Blender 4.5 on, and their points are square.
    corners, colors, triangles = _discs(len(centers_px), diameter_px, tuple(rgba))
    positions = np.asarray(centers_px, dtype=np.float32)[:, None] + corners
    shader = _shader("SMOOTH_COLOR")
    content = {"pos": positions.reshape(-1, 2), "color": colors}
    batch_for_shader(shader, "TRIS", content, indices=triangles).draw(shader)


@lru_cache(maxsize=32)
def _discs(count, diameter_px, rgba):
    """What `count` discs share wherever they are, since they are drawn again and again.

    Returns
    -------
    corners : (n, 2) float
        Of one disc around the origin.
    colors : (count * n, 4) float
    triangles : (m, 3) int
        Numbers of corners.
    """
    sides = _SMALL_SIDES if diameter_px <= _SMALL_PX else _SIDES
    angles = np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)
    ring = np.column_stack((np.cos(angles), np.sin(angles)))
    inner, outer = ring * (diameter_px - _EDGE_PX) / 2, ring * (diameter_px + _EDGE_PX) / 2
    corners = np.concatenate((np.zeros((1, 2)), inner, outer)).astype(np.float32)
    opacity = rgba[3] * np.repeat((1.0, 0.0), (1 + sides, sides))
    colors = np.column_stack((np.tile(rgba[:3], (len(corners), 1)), opacity))
    this = np.arange(1, 1 + sides)
    following = np.roll(this, -1)
    slices = (np.zeros_like(this), this, following)
    fades = (this, this + sides, following + sides), (this, following + sides, following)
    triangles = np.concatenate([np.column_stack(one) for one in (slices, *fades)])
    starts = len(corners) * np.arange(count)[:, None, None]
    return (
        corners,
        np.tile(colors, (count, 1)).astype(np.float32),
        (starts + triangles).reshape(-1, 3).astype(np.int32),
    )


def draw_rectangle(x, y, width, height, rgba):
    draw_rectangles([(x, y, width, height)], rgba)


def draw_rectangles(rectangles, rgba):
    """Rectangles of (x, y, width, height)."""
    corners = []
    for x, y, width, height in rectangles:
        a, b, c, d = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
        corners += (a, b, c, a, c, d)
    if corners:
        draw_triangles(corners, rgba)


def draw_text(text, x, y, size_px, rgba):
    blf.size(_FONT_ID, size_px)
    blf.color(_FONT_ID, *rgba)
    blf.position(_FONT_ID, x, y, 0)
    blf.draw(_FONT_ID, text)


@cache
def _shader(name):
    return gpu.shader.from_builtin(name)
