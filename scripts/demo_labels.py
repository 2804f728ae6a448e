"""Labels of the demo's picture, drawn by Blender as a flat scene of its own seen from above: one unit a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

import bpy
import numpy as np

# Linear colours.
PLATE = (0.012, 0.014, 0.018, 1.0)
TEXT = (0.90, 0.90, 0.88, 1.0)
MARK = (1.0, 0.36, 0.03, 1.0)
RIM = (0.01, 0.01, 0.01, 1.0)

# Pixels of a picture 720 high; others are drawn to the same scale.
REFERENCE_HEIGHT = 720
TEXT_SIZE = 17
LINE_HEIGHT = 21
PADDING = 8
GAP = 6
DOT_RADIUS = 5
NORMAL_LENGTH = 46
DISTANCES = (40, 60, 85, 115, 150, 200, 260, 330)
HIDING_COST = 250

# Heights above the picture: what lies over what.
Z_LINE, Z_RIM, Z_DOT, Z_PLATE, Z_TEXT = 1.0, 2.0, 3.0, 4.0, 5.0


@dataclass(frozen=True)
class Mark:
    """A pick in the picture: its pixel, where its normal points there (2,), and the lines to write beside it."""

    pixel: np.ndarray
    towards: np.ndarray
    lines: tuple[str, ...]


def labels_scene(marks: Sequence[Mark], size_px: Sequence[int], busy: np.ndarray) -> bpy.types.Scene:
    """A scene whose camera sees the marks with their labels and nothing else, for a picture of that size.

    `busy`, a coarse grid over the picture, says where a label would hide something worth seeing.
    """
    scene = bpy.data.scenes.new("Labels")
    scene.display.shading.light, scene.display.shading.color_type = "FLAT", "OBJECT"
    data = bpy.data.cameras.new("Labels")
    data.type, data.sensor_fit, data.ortho_scale = "ORTHO", "HORIZONTAL", size_px[0]
    camera = bpy.data.objects.new("Labels", data)
    camera.location = (size_px[0] / 2.0, size_px[1] / 2.0, 50.0)
    scene.collection.objects.link(camera)
    scene.camera = camera
    sheet = _Sheet(scene, size_px[1] / REFERENCE_HEIGHT)
    plates = sheet.measure([mark.lines for mark in marks])
    corners = place_plates([mark.pixel for mark in marks], plates, size_px, busy, sheet.scale)
    for mark, plate, corner in zip(marks, plates, corners):
        if corner is not None:
            sheet.draw_plate(mark, corner, plate)
        sheet.draw_mark(mark)
    return scene


class _Sheet:
    """Draws into the scene of the labels."""

    def __init__(self, scene, scale):
        self.scale = scale
        self._scene = scene

    def measure(self, texts):
        """(n, 2) size of the plate of each text of several lines."""
        sizes = []
        for lines in texts:
            objects = [self._text(line, (0, 0)) for line in lines]
            self._scene.view_layers[0].update()
            width = max(obj.dimensions.x for obj in objects)
            sizes.append((width, LINE_HEIGHT * self.scale * len(lines)))
            for obj in objects:
                bpy.data.curves.remove(obj.data)
        return np.array(sizes).reshape(-1, 2) + 2 * PADDING * self.scale

    def draw_plate(self, mark, corner, plate):
        """The plate with its lower left corner there, the text on it, and a line from it to the pick."""
        (left, bottom), (width, height) = corner, plate
        scale = self.scale
        nearest = np.clip(mark.pixel, corner, corner + plate)
        self._line(mark.pixel, nearest, 1.6 * scale, TEXT, Z_LINE)
        self._shape(_rounded(left, bottom, width, height, 5 * scale), PLATE, Z_PLATE)
        stripe = 3 * scale
        self._shape(_rounded(left, bottom, stripe, height, stripe / 2), MARK, Z_PLATE + 0.5)
        for number, line in enumerate(mark.lines):
            y = bottom + height - (PADDING + LINE_HEIGHT * (number + 0.75)) * scale
            self._text(line, (left + PADDING * scale + stripe / 2, y))

    def draw_mark(self, mark):
        """A dot with a dark rim, and the normal as a line."""
        end = mark.pixel + mark.towards * NORMAL_LENGTH * self.scale
        self._line(mark.pixel, end, 5.0 * self.scale, RIM, Z_LINE + 0.2)
        self._line(mark.pixel, end, 2.6 * self.scale, MARK, Z_LINE + 0.4)
        for radius, colour, z in ((DOT_RADIUS + 1.6, RIM, Z_RIM), (DOT_RADIUS, MARK, Z_DOT)):
            self._shape(_circle(mark.pixel, radius * self.scale), colour, z)

    def _text(self, line, place):
        data = bpy.data.curves.new("Label", "FONT")
        data.body, data.size = line, TEXT_SIZE * self.scale * 1.25
        return self._object(data, TEXT, (*place, Z_TEXT))

    def _line(self, start, end, thickness, colour, z):
        along = np.subtract(end, start)
        length = np.linalg.norm(along)
        if length > 0.0:
            across = np.array((-along[1], along[0])) / length * thickness / 2.0
            self._shape([start - across, end - across, end + across, start + across], colour, z)

    def _shape(self, outline, colour, z):
        mesh = bpy.data.meshes.new("Shape")
        mesh.from_pydata([(x, y, 0.0) for x, y in outline], [], [list(range(len(outline)))])
        self._object(mesh, colour, (0, 0, z))

    def _object(self, data, colour, location):
        obj = bpy.data.objects.new(data.name, data)
        obj.location, obj.color = location, colour
        self._scene.collection.objects.link(obj)
        return obj


def place_plates(pixels, plates, size_px, busy, scale):
    """Lower left corners (2,) of the plates: near their picks, in the picture, over no other plate and no pick.

    None for a plate that finds no such place.
    """
    picks = np.array(pixels).reshape(-1, 2)
    size = np.array(size_px, dtype=float)
    reach = 2.5 * DOT_RADIUS * scale
    taken = [np.concatenate([pick - reach, pick + reach]) for pick in picks]
    leaders, corners = [], {}
    # From the outside inwards: those at the rim have the fewest places to go to.
    for number in np.argsort(-np.linalg.norm(picks - size / 2.0, axis=1)).tolist():
        pick, plate = picks[number], plates[number]
        free = [one for one in _places(pick, plate, size, scale) if _is_free(pick, one, taken, leaders)]
        corners[number] = None
        if free:
            best = min(free, key=lambda box: _cost(pick, box, busy, size, scale))
            corners[number] = best[:2]
            gap = GAP * scale
            taken.append(best + (-gap, -gap, gap, gap))
            leaders.append((pick, _nearest(pick, best)))
    return [corners[number] for number in range(len(picks))]


def _places(pick, plate, size, scale):
    """Boxes (4,) around a pick that are in the picture, nearest first."""
    for radius, step in product(DISTANCES, range(24)):
        direction = np.array((cos(step * pi / 12), sin(step * pi / 12)))
        corner = pick + direction * (radius * scale + np.abs(direction) @ plate / 2.0) - plate / 2.0
        if (corner >= GAP * scale).all() and (corner + plate <= size - GAP * scale).all():
            yield np.concatenate([corner, corner + plate])


def _is_free(pick, box, taken, leaders):
    leader = (pick, _nearest(pick, box))
    return not (
        any(_overlap(box, other) for other in taken)
        or any(_meets_box(start, end, box) for start, end in leaders)
        or any(_meets_box(*leader, other) for other in taken if not _holds(other, pick))
    )


def _cost(pick, box, busy, size, scale):
    """Pixels of distance, and as many more as it hides what is worth seeing."""
    cells = np.array(busy.shape[::-1]) / size
    left, bottom = (box[:2] * cells).astype(int)
    right, top = np.ceil(box[2:] * cells).astype(int)
    hidden = busy[bottom:top, left:right].mean()
    return np.linalg.norm(_nearest(pick, box) - pick) / scale + HIDING_COST * hidden


def _nearest(point, box):
    return np.clip(point, box[:2], box[2:])


def _overlap(one, other):
    return bool((one[:2] < other[2:]).all() and (other[:2] < one[2:]).all())


def _holds(box, point):
    return bool((box[:2] <= point).all() and (point <= box[2:]).all())


def _meets_box(start, end, box):
    points = start + (end - start) * np.linspace(0.0, 1.0, 40)[:, None]
    return bool(((points >= box[:2]) & (points <= box[2:])).all(axis=1).any())


def _circle(centre, radius, segments=32):
    angles = np.arange(segments) * 2.0 * pi / segments
    return centre + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _rounded(left, bottom, width, height, radius, segments=6):
    corners = [
        (left + width - radius, bottom + height - radius),
        (left + radius, bottom + height - radius),
        (left + radius, bottom + radius),
        (left + width - radius, bottom + radius),
    ]
    outline = []
    for quarter, (x, y) in enumerate(corners):
        for step in range(segments + 1):
            angle = (quarter + step / segments) * pi / 2.0
            outline.append(np.array((x + radius * cos(angle), y + radius * sin(angle))))
    return outline
