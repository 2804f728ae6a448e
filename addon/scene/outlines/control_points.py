"""What curves and surfaces show of their control points in edit mode.

A control point is of kind VERTEX, numbered over all splines in their order, and its handles have its number. The lines
of handles, and those between the points of other splines, are of kind EDGE and have the number of their (first) point.
Blender draws them over everything.
"""

import numpy as np

from .outline import Outline, read_vectors, read_weighted

HANDLE_NAMES = (None, "Left Handle", "Right Handle")


def control_outlines(obj):
    """The control points of an evaluated curve or surface in edit mode, and their handles as far as they are shown.

    The numbers of left handles are those of the points plus the count of all points, of right ones plus twice that;
    see `point_and_handle`.
    """
    splines = obj.original.data.splines
    count = _point_count(splines)
    first = 0
    for spline in splines:
        if spline.type == "BEZIER":
            yield from _bezier_outlines(spline.bezier_points, first, count)
            first += len(spline.bezier_points)
        else:
            yield from _hull_outlines(spline, first)
            first += len(spline.points)


def point_and_handle(obj, index):
    """The number of a control point, and the name of its handle or None, from an index of `control_outlines`."""
    handle, point = divmod(index, _point_count(obj.original.data.splines))
    return point, HANDLE_NAMES[handle]


def _point_count(splines):
    return sum(len(spline.bezier_points) or len(spline.points) for spline in splines)


def _bezier_outlines(bezier_points, first, count):
    is_shown, numbers = _shown_numbers(bezier_points, first)
    places = read_vectors(bezier_points, "co")[is_shown]
    yield Outline("VERTEX", places, places, numbers, shows_through=True)
    is_selected = np.zeros(len(bezier_points), dtype=bool)
    flag = np.empty(len(bezier_points), dtype=bool)
    for name in ("select_control_point", "select_left_handle", "select_right_handle"):
        bezier_points.foreach_get(name, flag)
        is_selected |= flag
    is_selected = is_selected[is_shown]
    for side, name in enumerate(("handle_left", "handle_right"), start=1):
        ends = read_vectors(bezier_points, name)[is_shown]
        for part, rows in (("SELECTED", is_selected), ("OTHER", ~is_selected)):
            settings = {"shows_through": True, "handles": part}
            handles = ends[rows]
            yield Outline("VERTEX", handles, handles, numbers[rows] + side * count, **settings)
            yield Outline("EDGE", places[rows], handles, numbers[rows], **settings)


def _hull_outlines(spline, first):
    is_shown, numbers = _shown_numbers(spline.points, first)
    places = read_weighted(spline.points, "co")
    shown = places[is_shown]
    yield Outline("VERTEX", shown, shown, numbers, shows_through=True)
    # A curve is a row of points, a surface is rows of them; lines join those that follow one another along both.
    grid = np.arange(len(places)).reshape(max(1, spline.point_count_v), -1)
    for along in (grid, grid.T):
        starts, ends = along[:, :-1].ravel(), along[:, 1:].ravel()
        shown = is_shown[starts] & is_shown[ends]
        starts, ends = starts[shown], ends[shown]
        yield Outline("EDGE", places[starts], places[ends], first + starts, shows_through=True)


def _shown_numbers(points, first):
    """(n,) bool, and the numbers of those points that are not hidden."""
    is_hidden = np.empty(len(points), dtype=bool)
    points.foreach_get("hide", is_hidden)
    return ~is_hidden, first + np.flatnonzero(~is_hidden)
