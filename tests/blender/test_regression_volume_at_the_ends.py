"""Of a volume the far sides of its box are drawn: beyond the far clip plane nothing; found in random scenes."""

import pytest

from addon import api

from . import build, kinds, pictures

# The eye is 10 above the middle of a box from -1 to 1, up to half a voxel.
CLIPPED = (
    ({}, True),
    ({"far": 12.0}, True),
    ({"far": 10.0}, False),
    ({"far": 8.0}, False),
    ({"near": 10.0}, True),
    ({"near": 12.0}, False),
)


@pytest.mark.parametrize("clipped, is_drawn", CLIPPED)
def test_volume_is_a_hit_where_its_far_side_is_within_the_clip_distances(clipped, is_drawn):
    kinds.volume()
    build.update()
    picks = api.pick_all(build.view_down((0, 0, 10), **clipped), build.MIDDLE_PX)
    assert [pick.kind for pick in picks] == ["VOLUME"] * is_drawn


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("clipped, is_drawn", CLIPPED)
def test_volume_is_drawn_where_its_far_side_is_within_the_clip_distances(clipped, is_drawn):
    obj = kinds.volume()
    space, region, _ = build.live_view()
    drawn = pictures.changed_pixels(space, region, build.view_down((0, 0, 10), **clipped), obj)
    assert bool(drawn[300, 400]) is is_drawn
