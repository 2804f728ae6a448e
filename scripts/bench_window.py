"""The row of the benchmark that needs a window: drawing the sidebar, and what the add-on costs when idle."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from types import FunctionType

import bench_scenes as scenes
import bpy
from bench_table import MOST, Bar, Line
from bench_timing import Effort, in_turns, median_of, progress

import addon
from addon import api

OBJECTS, HITS, REDRAWS = 8_192, 100, 20
# Apart from each other, and far from all else.
STEP, ASIDE = 3.0, 1e3
DRAW_BAR_S = 1e-3
TAB, OTHER_TAB = "Pick", "View"
FOLDER = str(Path(addon.__file__).parent)


def panel(effort: Effort) -> list[Line]:
    """Redraws of the window with the tab open and full, and of one in which the add-on only is."""
    from addon import registration  # noqa: F401 - it defines the panels

    panels = [cls for cls in _subclasses(bpy.types.Panel) if getattr(cls, "bl_category", "") == TAB]
    closed = {cls for cls in panels if "DEFAULT_CLOSED" in getattr(cls, "bl_options", ())}
    # All of them are drawn, not only their headers.
    for cls in closed:
        cls.bl_options = cls.bl_options - {"DEFAULT_CLOSED"}
    addon.register()
    try:
        _fill_scene(effort.size(OBJECTS))
        lines = _idle(effort)
        _pick_many(effort.size(HITS))
        return _full(effort, panels, closed) + lines
    finally:
        addon.unregister()


def _subclasses(cls):
    for child in cls.__subclasses__():
        yield child
        yield from _subclasses(child)


def _fill_scene(count):
    """So many objects, of which some stand in a row away from the viewer, in the view's middle.

    They are those whose names come last: Blender goes through all names before one that it is asked for.
    """
    places = scenes.field("objects", count)
    objects = bpy.context.scene.objects
    region_3d = view().spaces.active.region_3d
    region_3d.view_perspective = "ORTHO"
    region_3d.view_rotation = (1.0, 0.0, 0.0, 0.0)
    region_3d.view_location, region_3d.view_distance = (ASIDE, 0.0, 0.0), 10.0
    # A ray crosses a ring twice.
    for number, obj in enumerate(sorted(objects, key=lambda one: one.name)[-HITS // 2 :]):
        obj.location = (ASIDE + scenes.RADIUS, 0.0, STEP * (number - HITS / 4))
    progress(f"{len(places):,} objects")
    redraw()


def _pick_many(count):
    """Store so many hits and as many earlier picks, the way a user gets them."""
    area = view()
    region = _region(area, "WINDOW")
    middle = (region.width / 2, region.height / 2)
    with bpy.context.temp_override(window=window(), area=area, region=region):
        for pick in api.pick_all(api.viewport(bpy.context), middle)[:count]:
            api.record_pick(pick)
        bpy.ops.picking_ray.pick(x=int(middle[0]), y=int(middle[1]))
    rows = bpy.context.window_manager.picking_ray
    found = f"{len(rows.hits)} hits and {len(rows.history)} earlier picks are listed"
    progress(found)
    if min(len(rows.hits), len(rows.history)) < count:
        raise RuntimeError(f"{found}, expected {count} of each")


def _full(effort, panels, closed):
    def taken(tab, left_out=()):
        return _in_functions(effort, panels, tab, left_out)

    hits = len(bpy.context.window_manager.picking_ray.hits)
    bar = Bar(MOST, DRAW_BAR_S)
    return [
        Line(f"the sidebar's redraw, {hits} hits, as it opens", taken(TAB, closed), bar=bar),
        Line("the same with every panel open", taken(TAB), bar=bar),
        Line("the same with another tab open", taken(OTHER_TAB)),
        Line(
            "a frame played, all picks marked", _counted("after picking", _next_frame, effort), unit="calls"
        ),
    ]


def _in_functions(effort, panels, tab, left_out):
    _show_sidebar(tab)

    def side():
        with _timed(panels, left_out) as (spent, drawn):
            redraw()
        if bool(drawn) != (tab == TAB):
            raise RuntimeError(f"with the tab {tab} open, Blender drew {len(drawn)} panels of ours")
        return spent[0]

    return in_turns(f"tab {tab}", effort, {"ours": median_of(side, REDRAWS)})["ours"]


@contextmanager
def _timed(panels, left_out):
    """Seconds inside what Blender calls of these panels, and which it draws; what those left out draw is not counted.

    Lists are filled and drawn in their panels' draw.
    """
    spent, drawn = [0.0], set()

    def timed(cls, name, function):
        # With the arguments of the original: Blender counts them, and crashes where there are fewer.
        def call(panel, context):
            started = perf_counter()
            try:
                return function(panel, context)
            finally:
                if name != "draw" or cls not in left_out:
                    spent[0] += perf_counter() - started
                if name == "draw":
                    drawn.add(cls)

        return call

    kept = []
    for cls in panels:
        for name in ("draw", "draw_header", "poll"):
            function = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
            if isinstance(function, classmethod):
                wrapped = classmethod(timed(cls, name, function.__func__))
            elif isinstance(function, FunctionType):
                wrapped = timed(cls, name, function)
            else:
                continue
            kept.append((cls, name, vars(cls).get(name)))
            setattr(cls, name, wrapped)
    try:
        yield spent, drawn
    finally:
        for cls, name, function in kept:
            if function is None:
                delattr(cls, name)
            else:
                setattr(cls, name, function)


def _idle(effort):
    """Calls of the add-on's functions a frame, before anything has been picked."""
    _hide_sidebar()
    return [
        Line(f"idle, {what}", _counted(what, action, effort), unit="calls", bar=Bar(MOST, 0.0))
        for what, action in (("a redraw", redraw), ("a frame played", _next_frame))
    ]


def _counted(what, action, effort):
    action()
    return in_turns(what, effort, {"ours": lambda: _calls(action)})["ours"]


def _next_frame():
    scene = bpy.context.scene
    scene.frame_set(scene.frame_current + 1)
    redraw()


def _calls(action):
    count = 0

    def watch(frame, event, _argument):
        nonlocal count
        count += event == "call" and frame.f_code.co_filename.startswith(FOLDER)

    sys.setprofile(watch)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


def window():
    return bpy.context.window_manager.windows[0]


def view():
    return next(area for area in window().screen.areas if area.type == "VIEW_3D")


def _region(area, kind):
    return next(region for region in area.regions if region.type == kind)


def _hide_sidebar():
    view().spaces.active.show_region_ui = False
    redraw(2)


def _show_sidebar(tab):
    area = view()
    area.spaces.active.show_region_ui = True
    # The tabs exist once the sidebar has been drawn.
    redraw(2)
    _region(area, "UI").active_panel_category = tab
    redraw(2)


def redraw(times=1):
    """Draw the whole window so many times, now."""
    with bpy.context.temp_override(window=window()):
        for _ in range(times):
            for area in window().screen.areas:
                area.tag_redraw()
            bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=1)
