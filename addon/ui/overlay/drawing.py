"""Hands shapes to the GPU. Shaders are made at the first use, in a drawing callback, as Blender demands."""

from functools import cache

import blf
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

_FONT_ID = 0
_DISC_CORNERS = 16
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
    inner = _ring() * (diameter_px - _EDGE_PX) / 2
    outer = _ring() * (diameter_px + _EDGE_PX) / 2
    inner_next, outer_next = np.roll(inner, -1, axis=0), np.roll(outer, -1, axis=0)
    triangles = [
        np.zeros_like(inner),
        inner,
        inner_next,
        inner,
        outer,
        outer_next,
        inner,
        outer_next,
        inner_next,
    ]
    disc = np.stack(triangles, axis=1).reshape(-1, 2)
    opacity = np.tile((1, 1, 1, 1, 0, 0, 1, 0, 1), _DISC_CORNERS) * rgba[3]
    colors = np.column_stack((np.tile(rgba[:3], (len(disc), 1)), opacity))
    positions = (np.asarray(centers_px)[:, None] + disc).reshape(-1, 2).astype(np.float32)
    shader = _shader("SMOOTH_COLOR")
    content = {"pos": positions, "color": np.tile(colors, (len(centers_px), 1)).astype(np.float32)}
    batch_for_shader(shader, "TRIS", content).draw(shader)


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


def _ring():
    angles = np.linspace(0.0, 2.0 * np.pi, _DISC_CORNERS, endpoint=False)
    return np.column_stack((np.cos(angles), np.sin(angles)))


@cache
def _shader(name):
    return gpu.shader.from_builtin(name)
