"""The add-on registered, and its operators run in the 3D view that even a windowless Blender has."""

import bpy
import pytest

import addon
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


def run(name, /, **settings):
    with build.live_override():
        return getattr(bpy.ops.picking_ray, name)(**settings)


def hit_names():
    return [hit.object_name for hit in results.hits()]


def rows():
    return bpy.context.window_manager.picking_ray
