"""Compare picks with Blender's own picture of the same views, of files or of scenes made at random.

    python3 scripts/compare_pictures.py scene.blend model.ply ...
    python3 scripts/compare_pictures.py --random 100                      as tests/blender/random_scenes.py makes them
    python3 scripts/compare_pictures.py --random 100 --wheel 4.2.23       in another Blender
    python3 scripts/compare_pictures.py --random 100 --blender trixie     in a window of Debian's Blender

A file is looked at from four sides, two in perspective and two orthographic; a random scene brings a view of its own.
At every sampled pixel whose neighbours show the same object, the pick has to name it. The exit status is 1 where one
does not, 2 where a file cannot be read.
"""

from __future__ import annotations

import argparse
import os
import sys
from itertools import chain
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
WHEEL = "5.3.0"
VIEWS = (
    ("PERSP", (1.1, 0.0, 0.6)),
    ("PERSP", (1.9, 0.0, -2.2)),
    ("ORTHO", (1.1, 0.0, 0.6)),
    ("ORTHO", (0.0, 0.0, 0.0)),
)


def main(arguments=None) -> int:
    options = _parse(_own_arguments() if arguments is None else arguments)
    try:
        import bpy  # noqa: F401
    except ImportError:
        return _restart(options)
    return _compare(options)


def _own_arguments():
    """What follows the script's name, or inside Blender what follows --."""
    return sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else sys.argv[1:]


def _parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help=".blend, .ply, .obj, .glb or .gltf"
    )
    parser.add_argument("--random", type=int, default=0, metavar="N", help="also compare N scenes at random")
    parser.add_argument("--samples", type=int, default=2000, help="pixels a view (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the first one (default: %(default)s)")
    parser.add_argument(
        "--wheel", default=WHEEL, metavar="VERSION", help="bpy to compare with (default: %(default)s)"
    )
    parser.add_argument(
        "--blender", metavar="SUITE", help="Debian's Blender in a window instead: trixie or sid"
    )
    options = parser.parse_args(arguments)
    missing = [str(path) for path in options.files if not path.is_file()]
    if missing:
        parser.error("no such file: " + ", ".join(missing))
    if not options.files and options.random < 1:
        parser.error("expected FILE or --random N, got neither")
    return options


def _restart(options):
    """Start anew where there is a bpy."""
    script, arguments = str(Path(__file__).resolve()), sys.argv[1:]
    if options.blender:
        import debian_blender

        line = [
            "blender",
            "--factory-startup",
            "--python-exit-code",
            "1",
            "--python",
            script,
            "--",
            *arguments,
        ]
        folders = {path.resolve().parent for path in options.files} | {REPOSITORY, Path.cwd()}
        command = debian_blender.sandbox(options.blender, line, share=sorted(folders))
    else:
        import environment

        command = [str(environment.ensure_wheel(options.wheel)), script, *arguments]
    os.execvp(command[0], command)


def _compare(options):
    sys.path.insert(0, str(REPOSITORY))
    from tests.blender import pictures

    pictures.start_gpu()
    compared = differing = 0
    for name, view, differences, total, seconds in chain(_of_files(options), _of_random_scenes(options)):
        compared, differing = compared + total, differing + len(differences)
        print(f"{name:40} {view} {total:6} pixels, {len(differences)} differ, {seconds:5.1f} s", flush=True)
        for pixel, mine, theirs in differences[:5]:
            print(f"    at {pixel}: picked {mine!r}, drawn {theirs!r}")
    print(f"{compared} pixels compared, {differing} differ")
    return 1 if differing else 0


def _of_files(options):
    """Yield (name, view, differences, pixels compared, seconds) of every view of every file."""
    for path in options.files:
        _open(path)
        for number, view in enumerate(VIEWS):
            yield (
                path.name,
                f"{view[0]:5} {number}",
                *_compare_view(view, options.samples, options.seed + number),
            )


def _of_random_scenes(options):
    """The same of scenes made at random."""
    from time import perf_counter

    import bpy

    from tests.blender import random_judge

    for seed in range(options.seed, options.seed + options.random):
        bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
        started = perf_counter()
        # In a window the context has none after that.
        with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
            verdict = random_judge.judge_faces(seed, options.samples)
        seconds = perf_counter() - started
        yield f"scene {seed}", verdict.notes, verdict.differences, verdict.compared, seconds


def _open(path):
    import bpy

    if path.suffix == ".blend":
        bpy.ops.wm.open_mainfile(filepath=str(path.resolve()), load_ui=False)
        return
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    importers = {
        ".ply": bpy.ops.wm.ply_import,
        ".obj": bpy.ops.wm.obj_import,
        ".glb": bpy.ops.import_scene.gltf,
        ".gltf": bpy.ops.import_scene.gltf,
    }
    if path.suffix not in importers:
        raise SystemExit(f"{path}: expected .blend or one of {', '.join(importers)}")
    if path.suffix in (".glb", ".gltf"):
        bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    importers[path.suffix](filepath=str(path.resolve()))


def _compare_view(view, sample_count, seed):
    """(differing pixels, number compared, seconds of picking) in a view framed on everything."""
    from time import perf_counter

    import bpy
    import numpy as np
    from mathutils import Euler

    from addon import api
    from tests.blender import build, pictures

    space, region, region_3d = build.live_view()
    space.shading.type, space.overlay.show_overlays = "SOLID", False
    region_3d.view_perspective, region_3d.view_rotation = view[0], Euler(view[1]).to_quaternion()
    centre, radius = _bounds()
    region_3d.view_location, region_3d.view_distance = centre, radius * 3.0
    space.clip_start, space.clip_end = radius * 0.01, radius * 100.0
    bpy.context.view_layer.update()
    viewport = api.viewport()
    picture = pictures.id_picture(space, region, viewport)
    rows, columns = np.nonzero(picture.interior() & (picture.ids >= 0))
    rng = np.random.default_rng(seed)
    chosen = rng.choice(len(rows), size=min(sample_count, len(rows)), replace=False)
    pixels = np.column_stack((columns[chosen], rows[chosen])) + 0.5
    started = perf_counter()
    faces = api.PickOptions(kinds={"FACE"})
    picks = api.pick(viewport, pixels, options=faces) if len(pixels) else []
    seconds = perf_counter() - started
    pairs = [
        (tuple(pixel), pick and (pick.instancer_path or (pick.object_name,))[0], picture.name(*pixel))
        for pixel, pick in zip(pixels.tolist(), picks)
    ]
    return [pair for pair in pairs if pair[1] != pair[2]], len(pairs), seconds


def _bounds():
    """Middle and radius of all that is drawn."""
    import numpy as np

    from addon import api

    corners = []
    for instance in api.cast_rays([(0, 0, 0)], [(0, 0, 1)]).instances:
        points = instance.shape.surface.index.positions
        box = np.array((points.min(axis=0), points.max(axis=0)))
        every = np.array(np.meshgrid(*box.T)).reshape(3, -1).T
        corners.append(every @ instance.matrix_world[:3, :3].T + instance.matrix_world[:3, 3])
    corners = np.concatenate(corners)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    return middle, float(np.linalg.norm(corners - middle, axis=1).max())


if __name__ == "__main__":
    sys.exit(main())
