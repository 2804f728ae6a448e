"""Hands shapes to the GPU. Shaders are made at the first use, in a drawing callback, as Blender demands."""

from functools import cache

import blf
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

_FONT_ID = 0
_SIDES = 16  # of a disc
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


def triangles(corners, rgba):
    """What draws triangles, each time that it is called."""
    plain = shader("UNIFORM_COLOR")
    batch = batch_for_shader(plain, "TRIS", {"pos": corners})

    def draw():
        plain.uniform_float("color", rgba)
        batch.draw(plain)

    return draw


def lines(ends, colors, width_px):
    """What draws lines, with a color (r, g, b, a) for each of their ends, each time that it is called."""
    smooth = shader("POLYLINE_SMOOTH_COLOR")
    batch = batch_for_shader(smooth, "LINES", {"pos": ends, "color": colors})

    def draw():
        smooth.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
        smooth.uniform_float("lineWidth", width_px)
        batch.draw(smooth)

    return draw


def draw_discs(centers_px, diameter_px, rgba):
    """Discs around region pixels (n, 2), their rims smoothed."""
    # POINT_* shaders exist from Blender 4.5 on, and their points are square.
    angles = np.linspace(0.0, 2.0 * np.pi, _SIDES, endpoint=False)
    ring = np.column_stack((np.cos(angles), np.sin(angles)))
    inner, outer = ring * (diameter_px - _EDGE_PX) / 2, ring * (diameter_px + _EDGE_PX) / 2
    corners = np.concatenate((np.zeros((1, 2)), inner, outer))
    opacity = rgba[3] * np.repeat((1.0, 0.0), (1 + _SIDES, _SIDES))
    colors = np.column_stack((np.tile(rgba[:3], (len(corners), 1)), opacity))
    this = np.arange(1, 1 + _SIDES)
    following = np.roll(this, -1)
    slices = (np.zeros_like(this), this, following)
    fades = (this, this + _SIDES, following + _SIDES), (this, following + _SIDES, following)
    of_one = np.concatenate([np.column_stack(one) for one in (slices, *fades)])
    starts = len(corners) * np.arange(len(centers_px))[:, None, None]
    positions = np.asarray(centers_px, dtype=np.float32)[:, None] + corners.astype(np.float32)
    smooth = shader("SMOOTH_COLOR")
    content = {
        "pos": positions.reshape(-1, 2),
        "color": np.tile(colors, (len(centers_px), 1)).astype(np.float32),
    }
    indices = (starts + of_one).reshape(-1, 3).astype(np.int32)
    batch_for_shader(smooth, "TRIS", content, indices=indices).draw(smooth)


def draw_rectangle(x, y, width, height, rgba):
    a, b, c, d = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
    triangles((a, b, c, a, c, d), rgba)()


def draw_text(text, x, y, size_px, rgba):
    blf.size(_FONT_ID, size_px)
    blf.color(_FONT_ID, *rgba)
    blf.position(_FONT_ID, x, y, 0)
    blf.draw(_FONT_ID, text)
    gpu.state.blend_set("ALPHA")  # that turns it off


@cache
def shader(name):
    return gpu.shader.from_builtin(name)
