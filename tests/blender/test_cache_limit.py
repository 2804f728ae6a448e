"""Case H9: what is kept between picks takes no more memory than it may, and what is used least goes first."""

import bpy
import pytest

from addon import api
from addon.scene import snapshot

from . import build

MANY = 20_000


def rows(count):
    """Cubes in a row, each with a large mesh of its own beside it."""
    made = []
    for number in range(count):
        vertices = [(x * 1e-4, y, 0.0) for x in range(MANY // 4) for y in (0, 1)]
        faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(MANY // 4 - 1)]
        obj = build.mesh_object(f"Strip {number}", vertices, faces)
        obj.location.x = 10.0 * number
        made.append(obj)
    return made


def pick_at(number):
    return api.pick(build.view_down(eye=(10.0 * number + 0.1, 0.5, 10.0)), build.MIDDLE_PX).object_name


def test_h9_nothing_is_kept_before_a_pick_and_after_release():
    rows(1)
    assert api.cached_bytes() == 0
    pick_at(0)
    assert api.cached_bytes() > MANY // 2 * 3 * 4
    api.release()
    assert api.cached_bytes() == 0


def test_h9_what_was_picked_least_lately_is_given_back_first():
    rows(3)
    assert [pick_at(number) for number in (0, 1, 2, 0)] == ["Strip 0", "Strip 1", "Strip 2", "Strip 0"]
    used = api.cached_bytes()
    api.limit_cache(used * 0.9)
    # A change that reads one of them again.
    bpy.data.objects["Strip 2"].data.update()
    read = snapshot.store.extraction_count
    assert pick_at(2) == "Strip 2"
    assert snapshot.store.extraction_count == read + 1
    assert api.cached_bytes() <= used * 0.9
    # The middle one went, which was picked before the others.
    bpy.data.objects["Strip 1"].hide_set(True)
    assert pick_at(0) == "Strip 0" and pick_at(2) == "Strip 2"
    assert snapshot.store.extraction_count == read + 1
    bpy.data.objects["Strip 1"].hide_set(False)
    assert pick_at(1) == "Strip 1"
    assert snapshot.store.extraction_count == read + 2


def test_h9_picks_are_right_with_no_memory_at_all():
    rows(2)
    api.limit_cache(0)
    assert [pick_at(number) for number in (0, 1, 0)] == ["Strip 0", "Strip 1", "Strip 0"]
    assert api.cached_bytes() == 0


def test_h9_several_viewports_give_way_to_the_one_in_use():
    rows(2)
    views = [build.view_down(eye=(0.1, 0.5, 10.0), wire_threshold=0.1 * number) for number in range(12)]
    for view in views:
        api.pick(view, build.MIDDLE_PX)
    assert len(snapshot.cache.keys_in_use) == 8
    api.limit_cache(0)
    bpy.data.objects["Strip 0"].data.update()
    api.pick(views[0], build.MIDDLE_PX)
    assert len(snapshot.cache.keys_in_use) == 0


def test_h9_a_file_that_is_loaded_leaves_nothing_of_the_one_before():
    rows(2)
    pick_at(0)
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    build.cube()
    build.pick_down()
    assert api.cached_bytes() < 10_000


def test_h9_instances_of_one_mesh_count_once():
    (strip,) = rows(1)
    pick_at(0)
    once = api.cached_bytes()
    for number in range(1, 50):
        build.link(bpy.data.objects.new(f"Copy {number}", strip.data)).location.x = 10.0 * number
    assert pick_at(49) == "Copy 49"
    assert api.cached_bytes() < 1.1 * once


@pytest.mark.parametrize("wrong", (-1, float("nan"), float("inf"), "much", None))
def test_bad_limits_are_refused(wrong):
    with pytest.raises(ValueError, match=r"^byte_count: expected a finite number of at least 0, got "):
        api.limit_cache(wrong)
