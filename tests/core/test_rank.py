"""The order of candidates."""

import numpy as np

from addon.core import rank_hits


def test_in_front_layer_wins_over_distance():
    assert rank_hits([False, True], [1.0, 9.0], [0, 1], [0, 0]).tolist() == [1, 0]


def test_nearer_first_within_a_layer():
    order = rank_hits([True, False, True, False], [5.0, 4.0, 3.0, 2.0], [0] * 4, [0] * 4)
    assert order.tolist() == [2, 0, 3, 1]


def test_ties_go_to_the_lower_instance_then_triangle():
    order = rank_hits([False] * 4, [1.0] * 4, [1, 0, 0, 1], [2, 9, 3, 1])
    assert order.tolist() == [2, 1, 3, 0]


def test_negative_distances_of_an_orthographic_view_come_first():
    assert rank_hits([False, False], [2.0, -3.0], [0, 0], [0, 0]).tolist() == [1, 0]


def test_what_is_last_comes_after_everything_else():
    order = rank_hits(
        [True, False, False], [1.0, 9.0, 2.0], [0] * 3, [0] * 3, [1.0, np.inf, 0.5], [True, False, True]
    )
    assert order.tolist() == [1, 0, 2]


def test_nothing_to_rank():
    assert rank_hits(np.zeros(0, bool), np.zeros(0), np.zeros(0, int), np.zeros(0, int)).shape == (0,)


def test_what_is_drawn_behind_all_else_comes_last_however_near():
    order = rank_hits([-1, 0, 1], [1.0, 5.0, 9.0], [0, 1, 2], [0, 0, 0], [0.0, np.inf, np.inf])
    assert order.tolist() == [2, 1, 0]
