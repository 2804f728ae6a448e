"""The row of the benchmark about what is drawn in a 3D view: what 100 picks and ten measures add to a redraw."""

from __future__ import annotations

from time import perf_counter

import bench_window
import bpy
from bench_table import MOST, Bar, Line
from bench_timing import Effort, in_turns, median_of, progress

import addon

ROWS, COLUMNS, REDRAWS = 10, 10, 50
LABELS = 10
DRAW_BAR_S = 0.2e-3


def overlay(effort: Effort) -> list[Line]:
    """Redraws of the 3D view with picks and measures all over it."""
    from addon.ui.overlay import handlers, measures, pictures

    spent, labels = [0.0], [0]

    def timed(draw):
        def call(context):
            started = perf_counter()
            draw(context)
            spent[0] += perf_counter() - started

        return call

    def redraw():
        spent[0] = 0.0
        bench_window.redraw()
        return spent[0]

    def count_labels(*arguments):
        found = originals[2](*arguments)
        labels[0] = len(found)
        return found

    originals = dict(handlers._PHASES), measures._draw, measures._labels
    handlers._PHASES.update({phase: timed(draw) for phase, draw in originals[0].items()})
    measures._draw, measures._labels = timed(measures._draw), count_labels
    addon.register()
    try:
        _mark_everywhere(pictures)
        taken = in_turns("overlay", effort, {"ours": median_of(redraw, REDRAWS)})["ours"]
        what = f"a redraw, {ROWS * COLUMNS} marks, {labels[0]} labels of measures and the name of a pick"
        return [Line(what, taken, bar=Bar(MOST, DRAW_BAR_S))]
    finally:
        addon.unregister()
        handlers._PHASES.update(originals[0])
        measures._draw, measures._labels = originals[1:]


def _mark_everywhere(pictures):
    """Picks in rows and columns over a plane that fills the view, measures between those of every other row."""
    view = bench_window.view()
    view.spaces.active.region_3d.view_perspective = "ORTHO"
    view.spaces.active.region_3d.view_rotation = (1.0, 0.0, 0.0, 0.0)
    bpy.ops.mesh.primitive_plane_add(size=100.0)
    bench_window.redraw(2)
    region = next(region for region in view.regions if region.type == "WINDOW")
    with bpy.context.temp_override(window=bench_window.window(), area=view, region=region):
        kept = 0
        for row in range(ROWS):
            for column in range(COLUMNS):
                bpy.ops.picking_ray.pick(
                    x=round(region.width * (0.1 + 0.08 * column)),
                    y=round(region.height * (0.1 + 0.08 * row)),
                )
                if row % 2 and column in (3, 7) and kept < LABELS:
                    kept += 1
                    bpy.ops.picking_ray.measure_add(kind="DISTANCE")
        # The one whose name and distance are shown comes on top of the hundred.
        bpy.ops.picking_ray.pick(x=region.width // 2, y=region.height // 2)
    # Textures of what is drawn again are made between redraws, by a timer; here is none to run.
    bench_window.redraw(3)
    pictures._make_wanted()
    progress(f"{len(bpy.context.window_manager.picking_ray.history)} picks, {kept} measures")
