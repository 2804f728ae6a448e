"""What scripts/production_scene.py starts inside a bpy wheel: the scene is made, saved and checked."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import contextmanager, nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import bpy
import numpy as np
import production_parts
from mathutils import Vector

from addon import api
from tests.blender import build, pictures

SIZE_PX = (800, 500)
# Pixels this near to where something else begins are not compared with what Blender draws. It draws in single
# precision, which at a million metres is off by several pixels.
MARGIN_PX, SURVEY_MARGIN_PX = 2, 8
SURVEY_CAMERA = "Camera Survey"
# Out of sight of the valley.
SURVEY_NEAR = (4096.0, 4096.0, 0.0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--pixels", type=int, default=60)
    options = parser.parse_args()
    if options.check:
        pictures.start_gpu()
    try:
        if not (options.check and options.file.exists()):
            make(options.file, options.seed)
        return 0 if not options.check or check(options.file, options.pixels) else 1
    finally:
        api.release()


def make(path: Path, seed: int) -> None:
    """Build the scene and save it; the file is there whole or not at all."""
    started = time.perf_counter()
    production_parts.build_scene(seed)
    unfinished = path.with_name(f".{path.stem}.partial.blend")
    bpy.ops.wm.save_as_mainfile(filepath=str(unfinished), compress=True, copy=True)
    unfinished.replace(path)
    instances, triangles = _counts()
    seconds = time.perf_counter() - started
    print(f"{path}: {triangles:,} triangles in {instances:,} instances, made in {seconds:.1f} s", flush=True)


def _counts():
    view = api.framed_view(16, 9)
    nowhere = api.cast_rays([view.view.eye], [-view.view.view_axis])
    return len(nowhere.instances), sum(len(one.shape.surface.index.triangles) for one in nowhere.instances)


def check(path: Path, pixel_count: int) -> bool:
    """Compare picks through every camera, in two frames, with Blender's own; print and return the outcome."""
    bpy.ops.wm.open_mainfile(filepath=str(path))
    cameras = sorted(
        (obj for obj in bpy.data.objects if obj.type == "CAMERA"), key=lambda camera: camera.name
    )
    agreed = compared = 0
    for frame in production_parts.FRAMES:
        bpy.context.scene.frame_set(frame)
        for camera in cameras:
            count, wrong, seconds = _compare(camera, pixel_count)
            right = count - len({tuple(pixel) for pixel, _, _ in wrong})
            agreed, compared = agreed + right, compared + count
            print(f"frame {frame:3}  {camera.name:16} {right:4} of {count:4} agree", end="")
            print(f", {seconds:6.2f} s to pick them", flush=True)
            for pixel, expected, got in wrong:
                print(f"    at {pixel[0]:g} {pixel[1]:g}: Blender has {expected}, the pick {got}", flush=True)
    print(f"{agreed} of {compared} picks agree with Blender's own")
    return agreed == compared > 0


def _compare(camera, pixel_count):
    """How many pixels were compared, (pixel, expected, got) of those that disagree, seconds for all picks."""
    viewport = api.camera_view(camera, *SIZE_PX)
    margin = SURVEY_MARGIN_PX if camera.name == SURVEY_CAMERA else MARGIN_PX
    pixels, drawn = _drawn_objects(viewport, pixel_count, margin)
    started = time.perf_counter()
    # The picture shows faces alone.
    picks = api.pick(viewport, pixels, options=api.PickOptions(kinds={"FACE"}))
    seconds = time.perf_counter() - started
    wrong = _differing(pixels, _cast_faces(camera, pixels), [_face(one) for one in picks])
    bases = [(*one.instancer_path, one.object_name)[0] if one else None for one in picks]
    return len(pixels), wrong + _differing(pixels, drawn, bases), seconds


def _face(pick):
    return (pick.object_name, pick.face_index) if pick else None


def _differing(pixels, expected, got):
    return [row for row in zip(pixels.tolist(), expected, got) if row[1] != row[2]]


def _drawn_objects(viewport, count, margin):
    """Pixels at random, and the object of the view layer that Blender draws at each; of instances, the instancer."""
    space, region, _ = build.live_view()
    picture = pictures.id_picture(space, region, viewport)
    rows, columns = np.nonzero(picture.interior(margin))
    chosen = np.random.default_rng(1).choice(len(rows), min(count, len(rows)), replace=False)
    ids = picture.ids[rows[chosen], columns[chosen]]
    names = [picture.names[number] if number >= 0 else None for number in ids]
    return np.stack([columns[chosen], rows[chosen]], axis=1) + 0.5, names


def _cast_faces(camera, pixels):
    """The object and face that Scene.ray_cast meets at each pixel; of instances the source object.

    It is single precision, so the survey is brought near for it, by a step that single precision holds exactly.
    """
    with _survey_brought_near() if camera.name == SURVEY_CAMERA else nullcontext():
        rays = api.camera_view(camera, *SIZE_PX).view.pixel_rays(pixels)
        scene, depsgraph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
        found = []
        for origin, direction, length in zip(rays.origins, rays.directions, rays.t_max):
            hit, _, _, face, obj, _ = scene.ray_cast(depsgraph, origin, direction, distance=float(length))
            found.append((obj.name, face) if hit else None)
    return found


@contextmanager
def _survey_brought_near():
    moved = [*bpy.data.collections["Survey"].objects, bpy.data.objects[SURVEY_CAMERA]]
    kept = [obj.location.copy() for obj in moved]
    step = Vector(SURVEY_NEAR) - Vector(production_parts.SURVEY_ORIGIN)
    for obj in moved:
        obj.location += step
    bpy.context.view_layer.update()
    try:
        yield
    finally:
        for obj, location in zip(moved, kept):
            obj.location = location
        bpy.context.view_layer.update()


if __name__ == "__main__":
    sys.exit(main())
