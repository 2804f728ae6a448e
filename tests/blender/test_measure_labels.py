"""Labels of measures in the viewport: which, and how often they are worked out."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.ui.measures import kept
from addon.ui.measures.places import Anchored
from addon.ui.overlay import measures as overlay
from addon.ui.overlay import projection
from addon.ui.panels import measures as panels

from . import build
from .layouts import panel_texts
from .measured_boxes import look_down, now, scene_measures
from .ui import registered  # noqa: F401

pytestmark = pytest.mark.usefixtures("registered")


def drawn_labels():
    """(text, plate) of the labels that the live view has."""
    with build.live_override():
        shown, active = kept._to_be_drawn(bpy.context)
        view = api.viewport().view
        matrix = view.projection @ view.view
        centers, are_seen = projection.places_px(shown.places, matrix, view.size_px)
        count = len(shown.labels)
        return overlay._labels(bpy.context, shown, active, centers[:count], are_seen[:count], 1.0)


def keep_heights(places):
    """Measures of the height of places of the world, without a pick."""
    for place in places:
        anchors = [Anchored(None, np.array([place], dtype=float))]
        kept.add(bpy.context.scene, "Height", "HEIGHT", anchors, "")


def test_ten_labels_are_drawn_the_active_one_and_the_newest():
    look_down()
    keep_heights([(x, y, 1 + 4 * y + x) for y in range(-3, 4) for x in (-5, -2, 1, 4)])
    every = [one.value for one in now()]
    scene_measures().active = 2
    found = [float(text.removesuffix(" m")) for text, _ in drawn_labels()]
    assert found == [every[2], *every[:-10:-1]]


def test_a_label_that_would_lie_over_another_or_out_of_view_is_left_out():
    look_down()
    keep_heights([(0, 0, 1), (0.01, 0, 2), (3, 0, 3), (500, 0, 4), (0, 0, 500)])
    scene_measures().active = 0
    assert [text for text, _ in drawn_labels()] == ["1.000 m", "3.000 m"]


def test_labels_change_with_the_units_of_the_scene():
    look_down()
    keep_heights([(0, 0, 1)])
    assert [text for text, _ in drawn_labels()] == ["1.000 m"]
    bpy.context.scene.unit_settings.length_unit = "CENTIMETERS"
    assert [text for text, _ in drawn_labels()] == ["100.000 cm"]


def test_a_hundred_measures_are_read_once_between_changes(monkeypatch):
    look_down()
    keep_heights([(x, 0, 1) for x in range(100)])
    reads = []
    read = kept._read
    monkeypatch.setattr(kept, "_read", lambda scene: reads.append(scene) or read(scene))
    drawn_labels()  # Blender evaluates what is new
    reads.clear()
    for _ in range(5):
        drawn_labels()
        panel_texts(panels.PICKING_RAY_PT_measures)
    assert len(reads) <= 1
    bpy.context.scene.frame_set(5)
    reads.clear()
    drawn_labels()
    assert len(reads) == 1
