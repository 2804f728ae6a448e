"""B8, B10, B27, B28: what picking does with an event, in the modal operator and in the tool, without Blender."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addon.ui.picking.reducer import Action, Command, PickEvent, PickState, reduce_event

HERE = (1, 2)
VIEW = ("region", "matrix")
STATE = PickState(workplace=HERE)
CONSUMED = {Action.PICK, Action.ADD, Action.NEXT, Action.PREVIOUS, Action.RUN, Action.FINISH}


def event(kind="LEFTMOUSE", command=Command.NONE, *, view=VIEW, pixel=(50, 60), workplace=HERE):
    return PickEvent(kind, command, workplace, view, pixel)


def reduced(*events, state=STATE):
    """The last state, and all actions."""
    actions = []
    for one in events:
        state, action = reduce_event(state, one)
        actions.append(action)
    return state, actions


CLICK = event(command=Command.PICK)


def test_click_over_a_viewport_picks_the_nearest():
    state, actions = reduced(CLICK)
    assert actions == [Action.PICK]
    assert (state.depth, state.is_picked, state.has_eyedropper) == (0, True, True)


def test_click_again_in_the_same_place_takes_the_next():
    shaken = replace(CLICK, pixel=(52, 58))
    assert reduced(CLICK, shaken, CLICK)[1] == [Action.PICK, Action.NEXT, Action.NEXT]


@pytest.mark.parametrize("elsewhere", [{"pixel": (54, 60)}, {"view": ("region", "turned")}])
def test_click_elsewhere_picks_the_nearest_again(elsewhere):
    state, actions = reduced(CLICK, CLICK, replace(CLICK, **elsewhere))
    assert actions[-1] is Action.PICK and state.depth == 0


def test_mouse_that_left_and_came_back_picks_anew():
    assert reduced(CLICK, event("MOUSEMOVE", pixel=(90, 60)), CLICK)[1][-1] is Action.PICK


def test_what_was_stepped_to_before_a_click_is_picked():
    state, actions = reduced(event("TAB", Command.NEXT), event("TAB", Command.NEXT), CLICK)
    assert actions == [Action.NEXT, Action.NEXT, Action.PICK]
    assert state.depth == 2


def test_steps_backward_count_from_the_farthest():
    state, actions = reduced(event("TAB", Command.PREVIOUS))
    assert (state.depth, actions) == (-1, [Action.PREVIOUS])


def test_add_never_steps():
    added = event(command=Command.ADD)
    assert reduced(CLICK, added, added)[1] == [Action.PICK, Action.ADD, Action.ADD]


def test_operators_run_over_a_viewport_alone():
    assert reduced(event("H", Command.RUN))[1] == [Action.RUN]
    assert reduced(event("H", Command.RUN, view=None))[1] == [Action.PASS]


@pytest.mark.parametrize("command", [one for one in Command if one is not Command.FINISH])
def test_b8_nothing_elsewhere_is_ours(command):
    state, actions = reduced(event(command=command, view=None), state=replace(STATE, has_eyedropper=True))
    assert actions == [Action.PASS] and state.has_eyedropper is False


@pytest.mark.parametrize(
    "kind",
    [
        *("MIDDLEMOUSE", "WHEELUPMOUSE", "WHEELDOWNMOUSE", "TRACKPADPAN", "TRACKPADZOOM", "MOUSEROTATE"),
        *("NDOF_MOTION", "NUMPAD_1", "HOME", "Z", "G", "N", "WINDOW_DEACTIVATE", "PEN", "LEFTMOUSE"),
    ],
)
def test_b27_what_no_key_map_claims_passes(kind):
    state, actions = reduced(event(kind))
    assert actions == [Action.PASS] and state.has_eyedropper


@pytest.mark.parametrize("view", [VIEW, None])
def test_tick_of_the_timer_hovers_and_passes_wherever_the_mouse_is(view):
    state, actions = reduced(event("TIMER", view=view))
    assert actions == [Action.HOVER] and state.has_eyedropper is (view is not None)


@pytest.mark.parametrize("view", [VIEW, None])
def test_b28_escape_finishes_wherever_the_mouse_is(view):
    state, actions = reduced(event("ESC", Command.FINISH, view=view), state=PickState(HERE, True))
    assert actions == [Action.FINISH] and state.has_eyedropper is False


@pytest.mark.parametrize("view, action", [(VIEW, Action.FINISH), (None, Action.PASS)])
def test_b28_right_click_finishes_over_a_viewport(view, action):
    assert reduced(event("RIGHTMOUSE", Command.FINISH, view=view))[1] == [action]


@pytest.mark.parametrize("command", list(Command))
def test_b10_another_workplace_ends_it_and_keeps_no_event(command):
    state, actions = reduced(event(command=command, workplace=(1, 3)), state=PickState(HERE, True))
    assert actions == [Action.ABANDON] and state.has_eyedropper is False


events = st.builds(
    PickEvent,
    type=st.sampled_from(["LEFTMOUSE", "RIGHTMOUSE", "TAB", "ESC", "TIMER", "MOUSEMOVE", "NDOF_MOTION"]),
    command=st.sampled_from(list(Command)),
    workplace=st.sampled_from([HERE, (9, 9)]),
    view=st.sampled_from([None, VIEW, "other view"]),
    pixel=st.tuples(st.integers(0, 8), st.integers(0, 8)),
)


@given(st.lists(events, max_size=30))
def test_whatever_comes_only_commands_are_kept_from_blender(given_events):
    state = STATE
    for one in given_events:
        before = state
        state, action = reduce_event(state, one)
        if action in CONSUMED:
            assert one.command is not Command.NONE and one.workplace == HERE
            assert one.view is not None or one.command is Command.FINISH
        if action in (Action.FINISH, Action.ABANDON):
            assert not state.has_eyedropper
        elif one.view is not None:
            assert state.has_eyedropper and state.view == one.view
        if action is Action.PICK:
            is_elsewhere = (before.view, before.pixel) != (state.view, state.pixel)
            assert state.is_picked and (not before.is_picked or is_elsewhere)
        if action in (Action.NEXT, Action.PREVIOUS):
            assert abs(state.depth) >= 1 or before.depth
