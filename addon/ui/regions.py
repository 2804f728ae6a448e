"""Which 3D view lies under the mouse, and which part of it nothing covers."""

from math import hypot
from typing import NamedTuple

# Blender's own figures for the navigation gizmo, in pixels before ui_scale (view3d_gizmo_navigate.cc).
_GIZMO_OFFSET_PX = 10
_MINI_BUTTON_PX = 28
_MINI_BUTTON_MARGIN_PX = 2
_MINI_BUTTON_COUNT = 4
_MINI_BUTTON_COUNT_LOCKED = 2  # in a view that cannot be turned, as in a quad view


class Rectangle(NamedTuple):
    """Window pixels; the upper bounds lie outside."""

    x_min: int
    y_min: int
    x_max: int
    y_max: int

    @classmethod
    def of(cls, region):
        return cls(region.x, region.y, region.x + region.width, region.y + region.height)

    def contains(self, x, y):
        return self.x_min <= x < self.x_max and self.y_min <= y < self.y_max


class ShownView(NamedTuple):
    """Live Blender references: good for the operator they were found in, no longer."""

    area: object
    region: object
    region_3d: object


class ViewUnderMouse(NamedTuple):
    """Live Blender references: good for the event they were found in, no longer."""

    area: object
    region: object
    region_3d: object
    pixel: tuple  # relative to the region


def view_key(view):
    """What tells a `ViewUnderMouse` from others, and from itself once it has been turned: plain values."""
    return view.region.as_pointer(), tuple(map(tuple, view.region_3d.perspective_matrix))


def view_under_mouse(screen, preferences, x, y):
    """The 3D view a click at these window pixels would reach, or None.

    The event's own `mouse_region_x` is no help: in a modal operator it stays relative to the region the
    operator was started in.
    """
    for area in screen.areas:
        if area.type == "VIEW_3D" and Rectangle.of(area).contains(x, y):
            region = _window_region_at(area, x, y)
            if region is None:
                return None
            view = ViewUnderMouse(area, region, region_3d_of(area, region), (x - region.x, y - region.y))
            return None if _is_on_navigation_gizmo(view, preferences) else view
    return None


def region_3d_of(area, region):
    """The view a WINDOW region shows: in a quad view each has its own."""
    space = area.spaces.active
    if not space.region_quadviews:
        return space.region_3d
    windows = [other for other in area.regions if other.type == "WINDOW"]
    return space.region_quadviews[windows.index(region)]


def view_of(context):
    """The 3D view that an operator was started in, from its sidebar too; None outside of 3D views."""
    area, region = context.area, context.region
    if area is None or area.type != "VIEW_3D":
        return None
    if region is None or region.type != "WINDOW":
        # Of a quad view the one that can be turned.
        region = [one for one in area.regions if one.type == "WINDOW"][-1]
    return ShownView(area, region, region_3d_of(area, region))


def event_pixel_centre(pixel):
    """Region coordinates of the centre of an event's pixel, a whole number: what is under the tip of the cursor."""
    return pixel[0] + 0.5, pixel[1] + 0.5


def uncovered_rectangle(area, region):
    """The part of a WINDOW region that no bar at its edges lies over."""
    x_min, y_min, x_max, y_max = Rectangle.of(region)
    for bar in _shown(area.regions):
        if bar.type == "WINDOW" or not _overlap(Rectangle.of(bar), Rectangle.of(region)):
            continue
        match bar.alignment:
            case "LEFT":
                x_min = max(x_min, bar.x + bar.width)
            case "RIGHT":
                x_max = min(x_max, bar.x)
            case "TOP":
                y_max = min(y_max, bar.y)
            case "BOTTOM":
                y_min = max(y_min, bar.y + bar.height)
    return Rectangle(x_min, y_min, x_max, y_max)


def _window_region_at(area, x, y):
    # With region overlap the sidebar and the others lie over the WINDOW region, so they are asked first.
    under = [region for region in _shown(area.regions) if Rectangle.of(region).contains(x, y)]
    covering = [region for region in under if region.type != "WINDOW"]
    return under[0] if under and not covering else None


def _shown(regions):
    # A closed region keeps its place in the list, one pixel wide or high.
    return [region for region in regions if region.width > 1 and region.height > 1]


def _overlap(a, b):
    return a.x_min < b.x_max and b.x_min < a.x_max and a.y_min < b.y_max and b.y_min < a.y_max


def _is_on_navigation_gizmo(view, preferences):
    """Whether the axes at the upper right or the buttons below them are there."""
    space = view.area.spaces.active
    if not (space.show_gizmo and space.show_gizmo_navigate):
        return False
    scale = preferences.system.ui_scale or 1.0
    bounds = uncovered_rectangle(view.area, view.region)
    from_right = (bounds.x_max - view.region.x - view.pixel[0]) / scale
    from_top = (bounds.y_max - view.region.y - view.pixel[1]) / scale
    settings = preferences.view
    radii = {"GIZMO": settings.gizmo_size_navigate_v3d / 2, "MINIMAL": settings.mini_axis_size, "NONE": 0}
    radius = radii[settings.mini_axis_type]
    centre = radius + _GIZMO_OFFSET_PX
    if radius and hypot(from_right - centre, from_top - centre) <= radius:
        return True
    button = _MINI_BUTTON_PX + _MINI_BUTTON_MARGIN_PX
    count = _MINI_BUTTON_COUNT_LOCKED if view.region_3d.lock_rotation else _MINI_BUTTON_COUNT
    top = 2 * centre if radius else 0
    is_beside = 0 <= from_right < 1.5 * button and top <= from_top < top + (count + 0.5) * button
    return settings.show_navigate_ui and is_beside
