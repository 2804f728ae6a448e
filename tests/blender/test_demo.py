"""The demo: where it picks, and where it puts its labels."""

import demo_labels
import demo_scene
import numpy as np
import pytest
from demo_pixels import Visible

from addon import api

from .build import camera, cube

SIZE_PX = (1280, 720)
GRID_OF_NINE = np.array([(x, y) for x in (250, 640, 1030) for y in (120, 360, 600)], dtype=float)


@pytest.mark.parametrize("seed", range(20))
def test_labels_stay_in_the_picture_and_off_each_other_and_the_picks(seed):
    random = np.random.default_rng(seed)
    picks = GRID_OF_NINE + random.uniform(-90, 90, (9, 2))
    plates = random.uniform((80, 50), (260, 70), (9, 2))
    corners = demo_labels.place_plates(picks, plates, SIZE_PX, np.zeros((36, 64), bool), 1.0)
    boxes = [(corner, corner + plate) for corner, plate in zip(corners, plates) if corner is not None]
    assert len(boxes) == 9
    for number, (low, high) in enumerate(boxes):
        assert (low >= 0).all() and (high <= SIZE_PX).all()
        assert not ((picks >= low) & (picks <= high)).all(axis=1).any()
        for other_low, other_high in boxes[:number]:
            assert not ((low < other_high) & (other_low < high)).all()


def test_a_label_without_a_free_place_is_left_out():
    corners = demo_labels.place_plates(
        [(5.0, 5.0)], np.array([(50.0, 50.0)]), (10, 10), np.ones((36, 64), bool), 1.0
    )
    assert corners == [None]


def test_its_scene_is_picked_in_every_kind_of_thing():
    demo_scene.build_scene()
    viewport = api.camera_view(demo_scene.bpy.context.scene.camera, *SIZE_PX)
    # As the demo does; axes of an empty stick out of a trunk.
    faces = api.PickOptions(kinds={"FACE"})
    picks = api.pick(viewport, Visible(viewport).good_pixels(9), options=faces)
    names = {pick.object_name for pick in picks}
    assert names == {"Ground", "Plinth", "Suzanne", "Title", "Spring", "Drops", "Crown", "Trunk", "Pebble"}
    assert all(pick.material for pick in picks)


def test_one_thing_is_picked_in_its_midst_and_nothing_not_at_all():
    cube()
    viewport = api.camera_view(camera(location=(0, 0, 10)), *SIZE_PX)
    pixels = Visible(viewport).good_pixels(9)
    assert pixels.shape == (1, 2)
    assert np.abs(pixels[0] - (640, 360)).max() < 45
    assert Visible(api.camera_view(camera(location=(0, 0, -1e4)), *SIZE_PX)).good_pixels(9).shape == (0, 2)
