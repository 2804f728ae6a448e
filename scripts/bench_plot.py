"""What scripts/bench.py starts where there is matplotlib: draws how cost grows, of lines as JSON on standard input, as
SVG on standard output.

Everything is of middling lightness on no background, so that it is read on white paper and on black.
"""

from __future__ import annotations

import json
import sys
from statistics import median

import matplotlib as mpl

mpl.use("svg")
from matplotlib import pyplot as plt
from matplotlib.ticker import EngFormatter

INK, GRID = "#757d87", "#757d8755"
COLORS = {"Picking Ray": "#2f8fe0", "Scene.ray_cast": "#e07b28", "trimesh with embreex": "#3aa66a"}
AXES = {
    "triangles": ("First pick on a mesh", "triangles"),
    "objects": ("Later picks among instances", "instances"),
    "rays": ("All rays in one call", "rays"),
}
SIZE_INCHES = (10.5, 3.6)


def main() -> int:
    plt.rcParams.update(
        {
            # Text stays text: small, and in the reader's own font.
            "svg.fonttype": "none",
            "svg.hashsalt": "picking_ray",
            "font.family": "sans-serif",
            "font.size": 10,
            **dict.fromkeys(
                ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), INK
            ),
        }
    )
    lines = json.load(sys.stdin)
    figure, places = plt.subplots(1, len(AXES), figsize=SIZE_INCHES, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.1, h_pad=0.1)
    for place, axis in zip(places, AXES):
        _draw(place, axis, [line for line in lines if line["axis"] == axis])
    handles = {label: handle for place in places for handle, label in zip(*place.get_legend_handles_labels())}
    figure.legend(handles.values(), handles, loc="outside lower center", ncols=len(COLORS), frameon=False)
    figure.savefig(
        sys.stdout.buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None}
    )
    return 0


def _draw(place, axis, lines):
    series = {name: {} for name in COLORS}
    for line in lines:
        series["Picking Ray"][line["at"]] = median(line["ours"])
        series[line["peer"]][line["at"]] = median(line["theirs"])
    for name, points in series.items():
        if points:
            at = sorted(points)
            place.loglog(at, [points[x] for x in at], "o-", color=COLORS[name], label=name, ms=4, lw=1.8)
    place.set_title(AXES[axis][0], fontsize=10)
    place.set_xlabel(AXES[axis][1])
    place.xaxis.set_major_formatter(EngFormatter(sep=" "))
    place.yaxis.set_major_formatter(EngFormatter("s"))
    place.minorticks_off()
    place.grid(color=GRID, lw=0.6)


if __name__ == "__main__":
    sys.exit(main())
