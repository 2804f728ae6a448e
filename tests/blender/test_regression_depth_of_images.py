"""Images drawn before or behind all else are there in depth alone, and nothing clips them; found in random scenes."""

import bpy
import numpy as np
import pytest
from mathutils import Euler

from addon import api

from . import build, kinds, oracles

# Before 4.4 clip regions do not cut the areas of images, only their frames.
IS_BEYOND_REGION = bpy.app.version < (4, 4)


def image(depth):
    obj = kinds.empty("IMAGE", 2.0, empty_image_depth=depth)
    obj.data = bpy.data.images.new("Reference", 64, 64)
    build.update()
    return obj


def heads(view, point=(0.2, 0.3, 0.0), **options):
    pixel = view.view.project([point])[0][0]
    picks = api.pick_all(view, pixel, options=api.PickOptions(**options))
    return [(pick.object_name, pick.kind) for pick in picks]


def test_image_at_the_back_is_behind_a_face_that_lies_behind_it():
    image("BACK")
    build.plane("Below", half_size=3.0, location=(0, 0, -1))
    view = build.view_down((0, 0, 10))
    assert heads(view) == [("Below", "FACE"), ("Empty", "IMAGE")]
    assert heads(view, true_depth=True) == [("Empty", "IMAGE"), ("Below", "FACE")]


def test_image_at_the_back_hides_no_line_behind_it_and_others_do():
    for depth, expected in (("BACK", "Line"), ("DEFAULT", "Empty"), ("FRONT", "Empty")):
        reference = image(depth)
        line = kinds.edges_object("Line", [(-1, 0.3, -1), (1, 0.3, -1)], [(0, 1)])
        assert heads(build.view_down((0, 0, 10)), (0.2, 0.33, 0.0))[0][0] == expected, depth
        bpy.data.objects.remove(reference)
        bpy.data.objects.remove(line)


@pytest.mark.parametrize("depth", ("FRONT", "BACK"))
def test_image_before_or_behind_all_else_is_not_clipped(depth):
    image(depth)
    for clipped in ({"far": 5.0}, {"near": 50.0}, {"clip_planes": [(1, 0, 0, -1e4)]}):
        assert heads(build.view_down((0, 0, 10), **clipped)) == [("Empty", "IMAGE")], clipped
    assert api.pick(build.view_down((0, 0, -10)), build.MIDDLE_PX) is None, "behind the eye"


def test_image_at_its_own_depth_is_clipped():
    image("DEFAULT")
    for clipped in ({"far": 5.0}, {"near": 50.0}):
        assert heads(build.view_down((0, 0, 10), **clipped)) == [], clipped
    view = build.view_down((0, 0, 10), clip_planes=[(0, 0, 1, -3.0)])
    assert heads(view) == ([("Empty", "IMAGE")] if IS_BEYOND_REGION else [])
    assert heads(view, (1.0, 0.3, 0.0)) == ([("Empty", "IMAGE")] if IS_BEYOND_REGION else []), "the frame"


def test_background_of_the_clip_region_is_drawn_over_an_image_at_the_back():
    obj = image("BACK")
    view = build.view_down((0, 0, 10), clip_planes=[(1, 0, 0, -0.5), (0, 0, 1, 1)])
    assert heads(view) == [("Empty", "IMAGE")]
    assert heads(view, (0.7, 0.3, 0.0)) == []
    assert heads(view, (0.7, 0.3, 0.0), ignore_clipping=True) == [("Empty", "IMAGE")]
    assert heads(view, (0.7, 0.99, 0.0)) == [("Empty", "IMAGE")], "the frame"
    obj.show_in_front = True
    assert heads(view, (0.7, 0.3, 0.0)) == [("Empty", "IMAGE")]


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[::2])
@pytest.mark.parametrize("is_in_front", (False, True))
@pytest.mark.parametrize("depth", ("DEFAULT", "FRONT", "BACK"))
def test_pixels_of_an_image_partly_beyond_the_clip_region(depth, is_in_front, view):
    _, region, region_3d = build.live_view()
    oracles.look_from(region_3d, view)
    region_3d.update()
    middle = np.array((region.width, region.height)) // 2
    with build.live_override():
        low, high = middle.tolist(), (middle + 300).tolist()
        bpy.ops.view3d.clip_border(xmin=low[0], xmax=high[0], ymin=low[1], ymax=high[1], wait_for_input=False)
    obj = image(depth)
    obj.show_in_front, obj.data.generated_color = is_in_front, (0.8, 0.5, 0.3, 1.0)
    obj.rotation_euler = Euler((0.9, 0.2, 0.5))
    oracles.assert_drawn_is_picked(obj, view, outline_px=1)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[::2])
@pytest.mark.parametrize("depth", ("DEFAULT", "FRONT", "BACK"))
def test_pixels_of_an_image_partly_beyond_the_far_clip(depth, view):
    space, _, _ = build.live_view()
    obj = image(depth)
    obj.rotation_euler = Euler((0.3, 0.2, 0.5))
    # The far clip plane of an orthographic view lies half as far away.
    space.clip_end = view[1] if view[0] == "PERSP" else 0.5
    oracles.assert_drawn_is_picked(obj, view, outline_px=1)
