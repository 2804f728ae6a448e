"""A pick, which asks for the nearest alone where it can, is the head of all that lie there."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene import snapshot
from addon.scene.options import PickOptions

from . import build, kept_scene


def heads(view, pixels, options):
    for pixel in pixels:
        yield (
            api.pick(view, pixel, options=options),
            next(iter(api.pick_all(view, pixel, options=options)), None),
        )


@pytest.mark.parametrize(
    "settings",
    (
        {},
        {"true_depth": True},
        {"see_through": True},
        {"click_through": ("Cut", "Ground")},
        {"kinds": {"FACE"}},
        {"min_distance": 8.0},
        {"ignore_clipping": True},
    ),
    ids=str,
)
@pytest.mark.parametrize("in_front", ("", "Twin"))
def test_a_pick_is_the_head_of_all(settings, in_front):
    kept_scene.one_of_everything()
    for number in range(3):
        # Two grounds in one place, and one below.
        build.plane(f"Ground {number}", 9.0, (0, 0, -1 - number // 2))
    if in_front:
        bpy.data.objects[in_front].show_in_front = True
    view = kept_scene.viewport(clip_planes=[(1.0, 0.2, 0.0, 4.0)])
    pixels = np.random.default_rng(3).uniform((50, 50), (750, 550), (60, 2))
    found = [head for head in heads(view, pixels, PickOptions(**settings)) if any(head)]
    assert len(found) > 30
    for one, other in found:
        for name in ("kind", "object_name", "persistent_id", "face_index", "element_index", "coincident"):
            assert getattr(one, name) == getattr(other, name), name
        assert np.array_equal(one.location, other.location)
    if not settings:
        assert {one.coincident for one, _ in found} == {False, True}


def test_a_pick_does_not_ask_what_lies_behind():
    for number in range(20):
        build.cube(f"Cube {number}", 1.0, (0, 0, -5.0 * number))
    options, view = PickOptions(kinds={"FACE"}), build.view_down()
    assert api.pick(view, build.MIDDLE_PX, options=options).object_name == "Cube 0"
    index = snapshot.Snapshot(options, view).index
    assert list(index._instances) == [0]
    assert len(api.pick_all(view, build.MIDDLE_PX, options=options)) == 40
    assert len(index._instances) == 20
