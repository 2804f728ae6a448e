"""The room that products of rays with boxes share: rays that are asked in turns, and boxes beside those of a node."""

from itertools import chain, zip_longest

import numpy as np
import pytest

from addon.core import MeshIndex, SceneIndex
from addon.core.room import SPARE, Room, templates

from .meshes import cube, scaled, sphere

DOWN = ([-0.6, -1.6, 9.0], [0.1, 0.2, -1.0], 0.0, np.inf)
ASIDE = ([-9.0, 0.37, 0.21], [1.0, 0.02, 0.05], 0.0, np.inf)


def in_turns(one, other):
    """What two iterators give that are asked in turns."""
    pairs = list(zip_longest(one, other))
    return [[value for value in values if value is not None] for values in zip(*pairs)]


def test_rays_in_turns_meet_what_they_meet_alone():
    index = MeshIndex(*sphere(60, 80))
    index.build_slice(np.inf)

    def units(numbers):
        return index._candidates(index._ray(numbers, False))

    alone = [list(units(DOWN)), list(units(ASIDE))]
    assert len(index._tree.levels) == 2 and min(map(len, alone)) > 1
    assert in_turns(units(DOWN), units(ASIDE)) == alone


@pytest.mark.parametrize("count", [60, 3000])
def test_rays_in_turns_meet_the_boxes_of_instances_that_they_meet_alone(count):
    places = np.random.default_rng(1).uniform(-4.0, 4.0, (count, 3))
    mesh = MeshIndex(*cube())
    boxes = SceneIndex([(mesh, scaled(1.0, 1.0, 1.0, place)) for place in places])._boxes
    alone = [list(boxes.along(DOWN)), list(boxes.along(ASIDE))]
    assert min(map(len, alone)) > 1
    for found in alone:
        assert sorted(found) == found
    assert in_turns(boxes.along(DOWN), boxes.along(ASIDE)) == alone


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_boxes_are_met_as_slabs_tell_and_only_those_asked_for(dtype):
    """Of each octant of directions and each longest axis; the boxes before and after are met or not as well."""
    rng = np.random.default_rng(2)
    count, first = 3 * SPARE + 7, 11
    low = rng.uniform(-1.0, 1.0, (count + 40, 3))
    rows = np.ones((len(low) + SPARE, 7), dtype=dtype)
    rows[: len(low), :3], rows[: len(low), 3:6] = low, low + rng.uniform(0.1, 0.8, low.shape)
    room, met = Room(count, dtype), []
    for axis, octant in chain.from_iterable(((axis, octant) for octant in range(8)) for axis in range(3)):
        signs = 1.0 - 2.0 * (octant >> np.arange(3) & 1)
        direction = np.where(np.arange(3) == axis, 1.0, rng.uniform(0.2, 0.9, 3)) * signs
        origin, begin, end = rng.uniform(-1.0, 1.0, 3) - 0.5 * direction, 0.1, 1.5
        inverse, at = 1.0 / direction, origin / direction
        room.take(templates(dtype)[8 * axis + octant], (*inverse, *-at, *at, begin, -end))
        found = room.met(rows, first, count)
        boxes = rows[first : first + count].astype(np.float64)
        sides = (boxes[:, :3] - origin) * inverse, (boxes[:, 3:6] - origin) * inverse
        enter, leave = np.minimum(*sides), np.maximum(*sides)
        is_met = (enter.max(axis=1) < leave.min(axis=1)) & (leave[:, axis] > begin) & (enter[:, axis] < end)
        assert found == np.flatnonzero(is_met).tolist()
        met.append(len(found))
    assert min(met) > 0 and sum(met) > 100
