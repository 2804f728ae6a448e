"""When running picks look at what is under the mouse."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from addon.ui.picking.pacing import HoverPace


def looks(pace, ticks, cost):
    """The (time, target) at which it was due, where ticks are (time, target) and each look takes `cost` seconds."""
    found, busy_until = [], 0.0
    for now, target in ticks:
        if now >= busy_until and pace.is_due(target, now):
            found.append((now, target))
            busy_until = now + cost
            pace.looked(target, now, busy_until)
    return found


def ticks(targets, step=1 / 64):
    return [(number * step, target) for number, target in enumerate(targets)]


def test_the_same_target_is_looked_at_once():
    assert looks(HoverPace(), ticks("aaaaaa"), cost=0.001) == [(0.0, "a")]


def test_quick_looks_follow_the_mouse_at_every_tick():
    assert [target for _, target in looks(HoverPace(), ticks("abcde"), cost=0.001)] == list("abcde")


def test_of_targets_that_came_meanwhile_only_the_newest_is_looked_at():
    assert [target for _, target in looks(HoverPace(), ticks("abcdefgh"), cost=0.04)] == ["a", "g"]


def test_slow_looks_wait_until_the_mouse_rests():
    moving = looks(HoverPace(), ticks("abcdefghijklmnopqrstuvwxyz"), cost=0.06)
    assert [target for _, target in moving] == ["a"]
    resting = looks(HoverPace(), ticks("abcdefghij" + "k" * 20), cost=0.06)
    assert [target for _, target in resting] == ["a", "k"]


@given(st.lists(st.integers(0, 3), min_size=50, max_size=200), st.floats(0.0, 0.5))
def test_never_more_than_half_of_the_time_is_spent(targets, cost):
    times = [now for now, _ in looks(HoverPace(), ticks(targets), cost)]
    gaps = [after - before for before, after in pairwise(times)]
    assert all(gap >= 2 * cost - 1e-9 for gap in gaps)


@given(st.lists(st.integers(0, 9), max_size=50), st.floats(0.0, 0.5))
def test_where_the_mouse_comes_to_rest_is_always_looked_at(targets, cost):
    found = looks(HoverPace(), ticks([*targets, *["rest"] * 200]), cost)
    assert found[-1][1] == "rest"
