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


def run_as_step(name, /, **settings):
    """The same as a step that can be undone: what Blender does after an operator that has UNDO."""
    with build.live_override():
        bpy.ops.ed.undo_push(message="Before")
        operator = getattr(bpy.ops.picking_ray, name)
        answer = operator(**settings)
        assert "UNDO" in getattr(bpy.types, operator.idname()).bl_options
        bpy.ops.ed.undo_push(message=name)
        return answer


def undo():
    with build.live_override():
        bpy.ops.ed.undo()


def redo():
    with build.live_override():
        bpy.ops.ed.redo()


def look_down(distance=20.0):
    """Turn the live view down onto the origin, in perspective."""
    space, _, region_3d = build.live_view()
    region_3d.view_perspective = "PERSP"
    region_3d.view_location = (0, 0, 0)
    region_3d.view_rotation = (1, 0, 0, 0)
    region_3d.view_distance = distance
    space.clip_end = 1000


def active_pick():
    return results.active_hit(bpy.context.window_manager)


def hit_names():
    return [hit.object_name for hit in results.hits()]


def rows():
    return bpy.context.window_manager.picking_ray
