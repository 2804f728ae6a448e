"""B8, B10, B27, B28: what running picks do with an event, without Blender."""

import pytest

from addon.ui.picking.reducer import Action, PickEvent, PickState, reduce_event

PLACE = (1, 2)
STATE = PickState(place=PLACE)


def event(kind, value="PRESS", *, over_viewport=True, has_modifier=False, place=PLACE):
    return PickEvent(kind, value, has_modifier, over_viewport, place)


@pytest.mark.parametrize("value", ["PRESS", "DOUBLE_CLICK"])
def test_click_over_a_viewport_picks(value):
    state, action = reduce_event(STATE, event("LEFTMOUSE", value))
    assert action is Action.PICK
    assert state == PickState(place=PLACE, has_eyedropper=True)


def test_release_of_the_button_passes():
    assert reduce_event(STATE, event("LEFTMOUSE", "RELEASE"))[1] is Action.PASS


@pytest.mark.parametrize("kind", ["LEFTMOUSE", "RIGHTMOUSE"])
def test_b8_clicks_elsewhere_pass(kind):
    state, action = reduce_event(PickState(PLACE, has_eyedropper=True), event(kind, over_viewport=False))
    assert action is Action.PASS
    assert state.has_eyedropper is False


@pytest.mark.parametrize("kind", ["LEFTMOUSE", "RIGHTMOUSE"])
def test_b27_clicks_with_a_modifier_pass(kind):
    assert reduce_event(STATE, event(kind, has_modifier=True))[1] is Action.PASS


@pytest.mark.parametrize(
    "kind",
    [
        *("MIDDLEMOUSE", "WHEELUPMOUSE", "WHEELDOWNMOUSE", "TRACKPADPAN", "TRACKPADZOOM", "MOUSEROTATE"),
        *("NDOF_MOTION", "NUMPAD_1", "HOME", "Z", "G", "TAB", "N", "WINDOW_DEACTIVATE"),
    ],
)
def test_b27_navigation_and_keys_pass(kind):
    assert reduce_event(STATE, event(kind)) == (PickState(PLACE, has_eyedropper=True), Action.PASS)


@pytest.mark.parametrize("over_viewport", [True, False])
def test_tick_of_the_timer_hovers_and_passes_wherever_the_mouse_is(over_viewport):
    state, action = reduce_event(STATE, event("TIMER", "NOTHING", over_viewport=over_viewport))
    assert action is Action.HOVER
    assert state.has_eyedropper is over_viewport


@pytest.mark.parametrize("over_viewport", [True, False])
def test_b28_escape_finishes_wherever_the_mouse_is(over_viewport):
    state, action = reduce_event(PickState(PLACE, True), event("ESC", over_viewport=over_viewport))
    assert action is Action.FINISH
    assert state.has_eyedropper is False


def test_b28_right_click_over_a_viewport_finishes():
    state, action = reduce_event(PickState(PLACE, True), event("RIGHTMOUSE"))
    assert action is Action.FINISH
    assert state.has_eyedropper is False


def test_eyedropper_is_there_over_a_viewport_only():
    state = STATE
    shown = []
    for over_viewport in (False, True, True, False):
        state, action = reduce_event(state, event("MOUSEMOVE", "NOTHING", over_viewport=over_viewport))
        assert action is Action.PASS
        shown.append(state.has_eyedropper)
    assert shown == [False, True, True, False]


@pytest.mark.parametrize("kind", ["MOUSEMOVE", "LEFTMOUSE", "ESC"])
def test_b10_another_place_ends_it_and_keeps_no_event(kind):
    state, action = reduce_event(PickState(PLACE, True), event(kind, place=(1, 3)))
    assert action is Action.ABANDON
    assert state.has_eyedropper is False
