"""Cases C: empties that show an image are picked as the viewport draws them."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build
from .kinds import reference_image
from .test_bones_and_empties import kinds_at
from .test_lines_and_points import looking_at


def test_image_is_hit_inside_its_frame_at_its_offset_and_aspect():
    obj = reference_image()
    # 2 wide and 1 high, its middle at the origin.
    pick = api.pick(*looking_at((0.7, 0.25, 0)))
    assert (pick.kind, pick.object_name, pick.pixel_distance) == ("IMAGE", "Empty", 0.0)
    assert pick.location == pytest.approx((0.7, 0.25, 0)) and pick.normal == pytest.approx((0, 0, 1))
    assert pick.face_polygon.max(axis=0) == pytest.approx((1, 0.5, 0))
    assert kinds_at((0.7, 0.25, 0)) == ["IMAGE"]
    assert api.pick(*looking_at((0.7, 0.7, 0))) is None
    obj.empty_image_offset = (0, 0)
    assert api.pick(*looking_at((0.7, 0.7, 0))).kind == "IMAGE"
    assert api.pick(*looking_at((-0.7, 0.25, 0))) is None
    obj.data.display_aspect = (1, 2)
    assert api.pick(*looking_at((0.7, 1.7, 0))).kind == "IMAGE"


def test_image_without_pixels_or_with_no_opacity_is_a_frame():
    obj = reference_image()
    obj.color, obj.use_empty_image_alpha = (1, 1, 1, 0), True
    assert api.pick(*looking_at((0.5, 0.25, 0))) is None
    assert api.pick(*looking_at((1, 0.25, 0), (4, 0))).kind == "IMAGE"
    obj.use_empty_image_alpha = False
    assert api.pick(*looking_at((0.5, 0.25, 0))).kind == "IMAGE"
    obj.data = None
    assert api.pick(*looking_at((0.5, 0.25, 0))) is None


@pytest.mark.parametrize("side, is_hit", (("DOUBLE_SIDED", True), ("FRONT", True), ("BACK", False)))
def test_image_shows_the_sides_that_it_is_told_to(side, is_hit):
    obj = reference_image(empty_image_side=side)
    at = looking_at((0.5, 0.25, 0))
    assert (api.pick(*at) is not None) is is_hit
    obj.rotation_euler = (0, np.pi, 0)
    build.update()
    assert (api.pick(*at) is not None) is (side != "FRONT")
    assert api.pick(*looking_at((1, 0.25, 0))) is not None


def test_image_hidden_in_perspective_or_unless_the_view_is_along_an_axis():
    obj = reference_image(show_empty_image_perspective=False)
    assert api.pick(*looking_at((1, 0.25, 0))) is None
    obj.show_empty_image_perspective = obj.show_empty_image_only_axis_aligned = True
    assert api.pick(*looking_at((0.5, 0.25, 0))) is not None
    obj.rotation_euler = (0.3, 0, 0)
    build.update()
    assert api.pick(*looking_at((0.5, 0.1, 0))) is None


def test_image_drawn_in_front_is_before_a_face_before_it():
    obj = reference_image()
    build.plane("Before", location=(0, 0, 1))
    assert api.pick(*looking_at((0.5, 0.25, 0))).object_name == "Before"
    obj.empty_image_depth = "FRONT"
    assert api.pick(*looking_at((0.5, 0.25, 0))).kind == "IMAGE"


def test_image_at_the_back_ranks_after_all_else_and_covers_nothing_but_its_frame_stands_where_it_is():
    obj = reference_image(empty_image_depth="BACK", location=(0, 0, 1))
    build.plane("Behind", half_size=4.0)
    at = looking_at((0.5, 0.1, 1))
    assert [pick.object_name for pick in api.pick_all(*at)] == ["Behind", "Empty"]
    assert [pick.object_name for pick in api.pick_all(*at, options=api.PickOptions(true_depth=True))] == [
        "Empty",
        "Behind",
    ]
    assert api.pick(*looking_at((0.5, 0.5, 1), (0, -3))).object_name == "Empty"
    mesh = bpy.data.meshes.new("Line")
    mesh.from_pydata([(0.5, -1, 0.5), (0.5, 1, 0.5)], [(0, 1)], [])
    build.link(bpy.data.objects.new("Line", mesh))
    assert api.pick(*looking_at((0.5, 0.1, 1), (2, 0))).object_name == "Line"
    obj.show_in_front = True
    build.update()
    assert api.pick(*at).object_name == "Empty"


@pytest.mark.parametrize("height, kind", ((1, "EDGE"), (0, "EDGE"), (-1, "IMAGE")))
def test_image_hides_lines_behind_it_and_none_in_it_or_before_it(height, kind):
    reference_image()
    mesh = bpy.data.meshes.new("Line")
    mesh.from_pydata([(0.5, -1, height), (0.5, 1, height)], [(0, 1)], [])
    build.link(bpy.data.objects.new("Line", mesh))
    build.update()
    assert api.pick(*looking_at((0.5, 0.1, height), (2, 0))).kind == kind


def test_image_displayed_as_bounds_is_still_hit_inside_its_frame():
    reference_image().display_type = "BOUNDS"
    pick = api.pick(*looking_at((0.7, 0.25, 0)))
    assert (pick.kind, len(pick.face_polygon)) == ("IMAGE", 4)
