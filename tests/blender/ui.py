"""The add-on registered, and its operators run in the 3D view that even a windowless Blender has."""

from types import SimpleNamespace

import bpy
import pytest

import addon
from addon import api
from addon.ui import results

from . import build


@pytest.fixture
def registered():
    addon.register()
    yield
    addon.unregister()


def pick_middle():
    """Pick at the middle of the live view; returns the operator's answer."""
    _, region, _ = build.live_view()
    with build.live_override():
        return bpy.ops.picking_ray.pick(x=region.width // 2, y=region.height // 2)


def run(name, **settings):
    with build.live_override():
        return getattr(bpy.ops.picking_ray, name)(**settings)


def hit_names():
    return [hit.object_name for hit in results.hits()]


def rows():
    return bpy.context.window_manager.picking_ray


def look_down(target=(0.0, 0.0, 0.0), distance=20.0):
    """Turn the live view so that it looks straight down at a place, in perspective."""
    space, _, region_3d = build.live_view()
    region_3d.view_perspective = "PERSP"
    region_3d.view_location, region_3d.view_rotation = target, (1, 0, 0, 0)
    region_3d.view_distance = distance
    space.clip_start, space.clip_end = distance / 1000, distance * 100


def pick_at(place):
    """Pick at the pixel of the live view that a place of the world is drawn in; returns the operator's answer."""
    with build.live_override():
        pixel = api.viewport().view.project(place)[0][0]
        return bpy.ops.picking_ray.pick(x=int(pixel[0]), y=int(pixel[1]))


class RecordingLayout:
    """Stands in for Blender's layout, of which nothing can be read back: keeps every text that is drawn."""

    def __init__(self, texts):
        self.texts = texts

    def label(self, text="", **_settings):
        self.texts.append(text)

    def operator(self, *_name, **_settings):
        return self

    def __getattr__(self, _name):
        return lambda *_arguments, **_settings: RecordingLayout(self.texts)


def panel_texts(panel):
    """The labels that a panel draws."""
    texts = []
    with build.live_override():
        panel.draw(SimpleNamespace(layout=RecordingLayout(texts)), bpy.context)
    return texts
