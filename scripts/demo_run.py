"""What scripts/demo.py starts inside a bpy wheel: a scene, picks in it, a table and a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TextIO

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import bpy
import demo_labels
import demo_picture
import demo_scene
import numpy as np
from demo_pixels import Visible

from addon import api

SIZE_PX = (1280, 720)
PICK_COUNT = 9
# Without a graphics card the shadows of more triangles than this take minutes.
SHADOWS_MAX = 500_000
HEAD = ("", "Object", "Instanced by", "Face", "Material", "Location", "Distance")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument(
        "--messages", type=int, default=1, help="where to print; Blender prints a lot to 1 and 2"
    )
    options = parser.parse_args()
    with open(options.messages, "w", encoding="utf-8", errors="backslashreplace", buffering=1) as messages:
        try:
            return run(options.file, options.output, messages)
        finally:
            api.release()


def run(file: Path | None, output: Path, messages: TextIO) -> int:
    if file is None:
        demo_scene.build_scene()
    else:
        try:
            bpy.ops.wm.open_mainfile(filepath=str(file), load_ui=False)
        except RuntimeError:
            print(f"Blender {bpy.app.version_string} cannot open {file}", file=messages)
            return 2
    viewport, camera, seen_by = _view()
    print(f"Picking in {seen_by}, {SIZE_PX[0]} x {SIZE_PX[1]} pixels", file=messages)
    visible = Visible(viewport)
    pixels = visible.good_pixels(PICK_COUNT)
    # The picture shows no icons of lights and cameras.
    faces = api.PickOptions(kinds={"FACE"})
    found = api.pick(viewport, pixels, options=faces) if len(pixels) else []
    picks = [pick for pick in found if pick is not None]
    print_table([HEAD, *(_row(number, pick) for number, pick in enumerate(picks, start=1))], messages)
    print("Drawing the picture", file=messages)
    shadows = visible.triangle_count <= SHADOWS_MAX
    picture = demo_picture.over_background(demo_picture.scene_picture(camera, SIZE_PX, shadows=shadows))
    marks = [_mark(viewport, number, pick) for number, pick in enumerate(picks, start=1)]
    labels = demo_labels.labels_scene(marks, SIZE_PX, visible.busy())
    demo_picture.save_png(demo_picture.over(demo_picture.render(labels, SIZE_PX), picture), output)
    return 0


def _view():
    """The viewport to pick in, the camera that draws it, and what to call it."""
    camera = bpy.context.scene.camera
    if camera is None or camera.type != "CAMERA" or camera.name not in bpy.context.view_layer.objects:
        viewport = api.framed_view(*SIZE_PX)
        return viewport, demo_picture.camera_of(viewport), "a view of everything, for the file has no camera"
    if camera.data.type == "PANO":
        camera.data.type = "PERSP"
    return api.camera_view(camera, *SIZE_PX), camera, f"what the camera {camera.name} sees"


def _mark(viewport, number, pick):
    """The pick as a mark: the normal as it points in the picture, shorter where it points at the viewer."""
    view = viewport.view
    step = pick.normal * abs(pick.depth) * 1e-3
    ends, _ = view.project(np.array((pick.location, pick.location + step)))
    towards = ends[1] - ends[0]
    scale = np.linalg.norm(
        view.project(np.array((pick.location, pick.location + _across(view, step))))[0][1] - ends[0]
    )
    name = " ".join(pick.object_name.splitlines())
    lines = (f"{number}  {name}", f"face {pick.face_index}   {_length(pick.distance)}")
    return demo_labels.Mark(pick.pixel, towards / max(scale, 1e-9), lines)


def _across(view, step):
    return view.world_from_view[:3, 0] * np.linalg.norm(step)


def _length(value):
    units = bpy.context.scene.unit_settings
    if units.system == "NONE":
        return f"{value:.3f}"
    return bpy.utils.units.to_string(units.system, "LENGTH", value * units.scale_length, precision=3)


def _row(number, pick):
    location = "  ".join(f"{value:.4f}" for value in pick.location)
    path = " > ".join(pick.instancer_path) or "-"
    return (
        str(number),
        pick.object_name,
        path,
        str(pick.face_index),
        pick.material or "-",
        location,
        _length(pick.distance),
    )


def print_table(rows, messages):
    if len(rows) == 1:
        print("  nothing is visible there", file=messages)
        return
    # A name may hold a line break.
    rows = [[" ".join(cell.splitlines()) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip(), file=messages)


if __name__ == "__main__":
    sys.exit(main())
