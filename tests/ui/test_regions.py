"""B1, B8: the view under the mouse, told from the places of regions alone."""

from types import SimpleNamespace

import pytest

from addon.ui.regions import Rectangle, region_3d_of, uncovered_rectangle, view_under_mouse

GIZMO_PX = 80


def region(kind, x, y, width, height, alignment="NONE"):
    return SimpleNamespace(type=kind, x=x, y=y, width=width, height=height, alignment=alignment)


SINGLE_VIEW = SimpleNamespace(lock_rotation=False)


def area(*regions, kind="VIEW_3D", quadviews=()):
    space = SimpleNamespace(
        region_3d=SINGLE_VIEW, region_quadviews=quadviews, show_gizmo=True, show_gizmo_navigate=True
    )
    return SimpleNamespace(
        type=kind,
        x=0,
        y=100,
        width=800,
        height=600,
        regions=list(regions),
        spaces=SimpleNamespace(active=space),
    )


def preferences(ui_scale=1.0, mini_axis_type="GIZMO"):
    view = SimpleNamespace(
        gizmo_size_navigate_v3d=GIZMO_PX,
        mini_axis_size=25,
        mini_axis_type=mini_axis_type,
        show_navigate_ui=True,
    )
    return SimpleNamespace(system=SimpleNamespace(ui_scale=ui_scale), view=view)


WINDOW = region("WINDOW", 0, 100, 800, 600)
SIDEBAR = region("UI", 600, 100, 200, 540, "RIGHT")
TOOLBAR = region("TOOLS", 0, 100, 50, 540, "LEFT")
HEADER = region("HEADER", 0, 670, 800, 30, "TOP")
CLOSED = region("UI", 799, 100, 1, 540, "RIGHT")


def under(x, y, *regions, **settings):
    screen = SimpleNamespace(areas=[area(*regions)])
    return view_under_mouse(screen, preferences(**settings), x, y)


def test_view_under_the_mouse_has_the_pixel_in_its_region():
    view = under(300, 250, TOOLBAR, HEADER, SIDEBAR, WINDOW)
    assert view.region is WINDOW
    assert view.region_3d is SINGLE_VIEW
    assert view.pixel == (300, 150)


@pytest.mark.parametrize(("x", "y"), [(700, 300), (20, 300), (300, 680)])
def test_b8_regions_over_the_view_come_first(x, y):
    assert under(x, y, WINDOW, TOOLBAR, HEADER, SIDEBAR) is None


def test_closed_sidebar_covers_nothing():
    assert under(799, 150, CLOSED, WINDOW) is not None


@pytest.mark.parametrize(("x", "y"), [(300, 50), (900, 300)])
def test_outside_the_area_there_is_no_view(x, y):
    assert under(x, y, WINDOW) is None


def test_other_editors_are_no_views():
    screen = SimpleNamespace(areas=[area(WINDOW, kind="IMAGE_EDITOR")])
    assert view_under_mouse(screen, preferences(), 300, 250) is None


def quad_view():
    quads = [region("WINDOW", x, y, 400, 300) for x, y in ((0, 100), (0, 400), (400, 100), (400, 400))]
    views = [SimpleNamespace(lock_rotation=locked) for locked in (True, True, True, False)]
    return area(HEADER, *quads, quadviews=views), quads, views


def test_b1_each_region_of_a_quad_view_has_its_own_view():
    split, quads, views = quad_view()
    assert [region_3d_of(split, quad) for quad in quads] == views
    view = view_under_mouse(SimpleNamespace(areas=[split]), preferences(), 450, 150)
    assert view.region_3d is views[2]
    assert view.pixel == (50, 50)


def test_b8_locked_view_has_two_buttons_only():
    split, _, _ = quad_view()
    screen = SimpleNamespace(areas=[split])
    assert view_under_mouse(screen, preferences(), 400 - 23, 400 - 140) is None
    assert view_under_mouse(screen, preferences(), 400 - 23, 400 - 195) is not None


def test_uncovered_rectangle_is_what_the_bars_leave():
    covered = area(TOOLBAR, HEADER, SIDEBAR, CLOSED, WINDOW)
    assert uncovered_rectangle(covered, WINDOW) == Rectangle(50, 100, 600, 670)


@pytest.mark.parametrize("ui_scale", [0.0, 1.0, 2.0])
def test_b8_navigation_gizmo_covers_the_view(ui_scale):
    scale = ui_scale or 1.0
    right, top = 800, 700
    axes = (right - 50 * scale, top - 50 * scale)
    lowest_button = (right - 23 * scale, top - 195 * scale)
    beside = (right - 110 * scale, top - 50 * scale)
    corner = (right - 2 * scale, top - 2 * scale)
    assert under(*axes, WINDOW, ui_scale=ui_scale) is None
    assert under(*lowest_button, WINDOW, ui_scale=ui_scale) is None
    assert under(*beside, WINDOW, ui_scale=ui_scale) is not None
    assert under(*corner, WINDOW, ui_scale=ui_scale) is not None


def test_navigation_gizmo_moves_away_from_the_sidebar():
    assert under(600 - 50, 700 - 50, WINDOW, SIDEBAR) is None


def test_without_axes_the_buttons_are_at_the_top():
    assert under(800 - 23, 700 - 20, WINDOW, mini_axis_type="NONE") is None
    assert under(800 - 23, 700 - 195, WINDOW, mini_axis_type="NONE") is not None
