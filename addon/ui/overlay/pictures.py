"""Points and labels: drawn once into a texture, and put from there wherever they belong, all at once.

Blender takes so long to draw a text, 0.05 ms or more, that ten labels would cost most of what a redraw may. The texture
is made between redraws, for Blender 5.2 draws nothing more into a region once another target was bound; until it is
there, and where texts change with every redraw, pictures are drawn one by one.
"""

from functools import cache
from math import ceil
from typing import NamedTuple

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix

from . import drawing
from .screen import DESCENT, RIM_PX, RIM_RGBA

# Textures that are kept.
_SHEETS_MAX = 8
# Between pictures in a texture.
_GAP_PX = 1
_CORNERS = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), dtype=np.float32)
_TRIANGLES = np.array(((0, 1, 2), (0, 2, 3)), dtype=np.int32)


class Point(NamedTuple):
    """A disc with a dark rim, which shows it on anything; `scale` is that of the interface."""

    diameter_px: float
    scale: float
    rgba: tuple

    @property
    def size_px(self):
        side = ceil(self.diameter_px) + 2
        return side, side

    def draw(self, corners):
        centers = np.asarray(corners) + np.divide(self.size_px, 2)
        drawing.draw_discs(centers, self.diameter_px, RIM_RGBA)
        drawing.draw_discs(centers, self.diameter_px - 2 * RIM_PX * self.scale, self.rgba)

    def in_linear_light(self):
        return self._replace(rgba=_in_linear_light(self.rgba))

    def around(self, places_px):
        """Lower left corners (n, 2) of points at these places."""
        return np.asarray(places_px, dtype=np.float64).reshape(-1, 2) - np.divide(self.size_px, 2)


class Words(NamedTuple):
    """A text of a label, its start and lower edge counted from the label's lower left."""

    text: str
    x: float
    y: float
    rgba: tuple


class Label(NamedTuple):
    """Texts on a plate."""

    size_px: tuple
    plate_rgba: tuple
    text_px: float
    words: tuple

    def in_linear_light(self):
        return self._replace(words=tuple(one._replace(rgba=_in_linear_light(one.rgba)) for one in self.words))

    def draw(self, corners):
        for x, y in corners:
            drawing.draw_rectangle(x, y, *self.size_px, self.plate_rgba)
            for one in self.words:
                baseline = y + one.y + self.text_px * DESCENT
                drawing.draw_text(one.text, x + one.x, baseline, self.text_px, one.rgba)


class Pictures:
    """Draws pictures when called, each at all its lower left corners (n, 2) in region pixels, the last ones topmost."""

    def __init__(self, placed):
        # Whole pixels, or else texts would blur.
        self._placed = [(picture, np.rint(corners)) for picture, corners in placed if len(corners)]
        self._key = tuple(picture for picture, _ in self._placed)
        self._from_sheet = None
        self._drawn_count = 0

    def __call__(self):
        if self._from_sheet is None and self._key in _sheets:
            self._from_sheet = _from_sheet(_sheets[self._key], [corners for _, corners in self._placed])
        if self._from_sheet is not None:
            self._from_sheet()
            return
        for picture, corners in self._placed:
            picture.draw(corners.tolist())
        self._drawn_count += 1
        # What is drawn only once, as beside a moving mouse, needs no texture.
        if self._drawn_count == 2 and self._placed:
            _want(self._key)


_sheets = {}
_wanted = {}


def forget():
    """Give the textures back."""
    _sheets.clear()
    _wanted.clear()
    _shader.cache_clear()
    if bpy.app.timers.is_registered(_make_wanted):
        bpy.app.timers.unregister(_make_wanted)


def _want(key):
    _wanted[key] = None
    if not bpy.app.timers.is_registered(_make_wanted):
        bpy.app.timers.register(_make_wanted, first_interval=0.0)


def _make_wanted():
    for key in _wanted:
        if len(_sheets) >= _SHEETS_MAX:
            _sheets.pop(next(iter(_sheets)))
        _sheets[key] = _sheet(key)
    _wanted.clear()


class _Sheet(NamedTuple):
    """A texture with pictures; the corners (n, 4, 2) of each from its lower left, and where they are in the texture."""

    texture: object
    insides: np.ndarray
    coordinates: np.ndarray


def _sheet(pictures):
    sizes = np.array([picture.size_px for picture in pictures], dtype=np.float32)
    ends = np.cumsum(sizes[:, 1] + _GAP_PX)
    width, height = int(sizes[:, 0].max()), int(ends[-1])
    lower = np.column_stack((np.zeros(len(ends)), ends - sizes[:, 1] - _GAP_PX))
    insides = _CORNERS * sizes[:, None]
    coordinates = ((lower[:, None] + insides) / (width, height)).astype(np.float32)
    target = gpu.types.GPUOffScreen(width, height, format="RGBA16F")
    with (
        target.bind(),
        gpu.matrix.push_pop(),
        gpu.matrix.push_pop_projection(),
        drawing.BlendedState(),
    ):
        gpu.state.active_framebuffer_get().clear(color=(0.0, 0.0, 0.0, 0.0))
        gpu.matrix.load_matrix(Matrix.Identity(4))
        gpu.matrix.load_projection_matrix(_from_pixels(width, height))
        for picture, corner in zip(pictures, lower.tolist()):
            picture.in_linear_light().draw([corner])
    return _Sheet(target.texture_color, insides, coordinates)


@cache
def _shader():
    """Draws a texture as it is: regions are mixed in linear light, as the texture is.

    Blender's own shader for images takes textures for the interface's colors, but not in every version.
    """
    interface = gpu.types.GPUStageInterfaceInfo("picking_ray_sheet")
    interface.smooth("VEC2", "place")
    info = gpu.types.GPUShaderCreateInfo()
    info.push_constant("MAT4", "clip_from_region")
    info.sampler(0, "FLOAT_2D", "sheet")
    info.vertex_in(0, "VEC2", "pos")
    info.vertex_in(1, "VEC2", "texCoord")
    info.vertex_out(interface)
    info.fragment_out(0, "VEC4", "color")
    info.vertex_source(
        "void main() { place = texCoord; gl_Position = clip_from_region * vec4(pos, 0.0, 1.0); }"
    )
    info.fragment_source("void main() { color = texture(sheet, place); }")
    return gpu.shader.create_from_info(info)


def _from_sheet(sheet, corners):
    """What draws the pictures of a sheet, each at its corners."""
    which = np.repeat(np.arange(len(corners)), [len(some) for some in corners])
    content = {
        "pos": (np.concatenate(corners).astype(np.float32)[:, None] + sheet.insides[which]).reshape(-1, 2),
        "texCoord": sheet.coordinates[which].reshape(-1, 2),
    }
    indices = (4 * np.arange(len(which), dtype=np.int32)[:, None, None] + _TRIANGLES).reshape(-1, 3)
    shader = _shader()
    batch = batch_for_shader(shader, "TRIS", content, indices=indices)

    def draw():
        shader.uniform_sampler("sheet", sheet.texture)
        to_clip = gpu.matrix.get_projection_matrix() @ gpu.matrix.get_model_view_matrix()
        shader.uniform_float("clip_from_region", to_clip)
        gpu.state.blend_set("ALPHA_PREMULT")
        batch.draw(shader)
        gpu.state.blend_set("ALPHA")

    return draw


def _in_linear_light(rgba):
    """A color as in the interface, (r, g, b, a), in linear light."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in rgba[:3]]
    return (*linear, rgba[3])


def _from_pixels(width, height):
    """What takes pixels of a texture to clip space."""
    return Matrix.Translation((-1.0, -1.0, 0.0)) @ Matrix.Diagonal((2.0 / width, 2.0 / height, 1.0, 1.0))
