"""`blender FILE --command picking_ray ...`: picks without a window.

Exit status: 0 for a hit, 1 for a miss, 2 for wrong use.
"""

import argparse
import ctypes
import json
import sys
from math import isfinite
from pathlib import Path

import bpy

from . import api

_HIT, _MISS, _WRONG_USE = 0, 1, 2


def main(argv):
    """Run one command.

    Parameters
    ----------
    argv : list of str
        What follows `--command picking_ray`.

    Returns
    -------
    int
        The exit status.
    """
    try:
        options = _parser().parse_args(argv)
        return options.run(options)
    except SystemExit as done:
        # argparse has said what is wrong, or has printed its help.
        return done.code or _HIT
    except (_WrongUse, ValueError, OSError, api.PickingRayError) as error:
        print(f"picking_ray: {error}", file=sys.stderr, flush=True)
        return _WRONG_USE


class _WrongUse(Exception):
    """The arguments do not fit the file; the message says what would."""


def _parser():
    parser = argparse.ArgumentParser(
        prog="blender FILE --command picking_ray", description="Pick what a camera sees, without a window."
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    pick = commands.add_parser(
        "pick",
        help="say what is at a pixel",
        description="Say what is at a pixel of a camera's view.",
        epilog="Exit status: 0 for a hit, 1 for a miss, 2 for wrong use.",
    )
    pick.add_argument(
        "--at",
        nargs=2,
        required=True,
        metavar=("X", "Y"),
        help="pixel, continuous, from the lower left; both in 0..1 with a decimal point: fractions of the size",
    )
    pick.add_argument(
        "--camera", metavar="NAME", help="default: the scene's; without any, a view of everything"
    )
    pick.add_argument(
        "--size",
        nargs=2,
        type=_side,
        metavar=("W", "H"),
        help="pixels of the view; default: the render's size",
    )
    pick.add_argument("--all", action="store_true", help="everything the ray passes through")
    output = pick.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print one line of JSON, the last of the output")
    output.add_argument("--output", type=Path, metavar="FILE", help="write the JSON there")
    pick.set_defaults(run=_pick)
    return parser


def _side(text):
    side = int(text)
    if side < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1 pixel, got {text}")
    return side


def _pick(options):
    _check_file()
    size_px = options.size or _render_size()
    camera = _camera(options.camera)
    viewport = api.camera_view(camera, *size_px) if camera else api.framed_view(*size_px)
    pixel = _pixel(options.at, size_px)
    if options.all:
        picks = api.pick_all(viewport, pixel)
    else:
        picks = [one for one in [api.pick(viewport, pixel)] if one is not None]
    miss = None if picks else api.why_missed(viewport, pixel)
    if options.json or options.output:
        line = json.dumps(_answer(camera, size_px, pixel, picks, miss), allow_nan=False)
        _write(line, options.output)
    else:
        _print_readable(camera, size_px, pixel, picks, miss, every=options.all)
    return _HIT if picks else _MISS


def _check_file():
    """Blender goes on with an empty file when it cannot read the one it was given."""
    named = [argument for argument in sys.argv if argument.endswith(".blend")]
    if named and not bpy.data.filepath:
        raise _WrongUse(f"expected a file that Blender can read, got {named[0]}")


def _render_size():
    render = bpy.context.scene.render
    factor = render.resolution_percentage / 100.0
    return [max(1, int(side * factor)) for side in (render.resolution_x, render.resolution_y)]


def _camera(name):
    """The camera of that name, else the scene's, else the first one; None when there are none."""
    cameras = {obj.name: obj for obj in bpy.context.view_layer.objects if obj and obj.type == "CAMERA"}
    if name is not None and name not in cameras:
        names = ", ".join(sorted(cameras)) or "none"
        raise _WrongUse(f"--camera: expected one of the view layer's cameras ({names}), got {name!r}")
    if name is not None:
        return cameras[name]
    active = bpy.context.scene.camera
    if active is not None and active.name in cameras:
        return cameras[active.name]
    return cameras[min(cameras)] if cameras else None


def _pixel(texts, size_px):
    try:
        numbers = [float(text) for text in texts]
    except ValueError:
        raise _WrongUse(f"--at: expected two numbers, got {' '.join(texts)}") from None
    if all("." in text for text in texts) and all(0.0 <= number <= 1.0 for number in numbers):
        numbers = [number * side for number, side in zip(numbers, size_px)]
    if not all(isfinite(number) and 0.0 <= number <= side for number, side in zip(numbers, size_px)):
        raise _WrongUse(f"--at: expected a pixel within {size_px[0]} x {size_px[1]}, got {' '.join(texts)}")
    return numbers


def _answer(camera, size_px, pixel, picks, miss):
    return {
        "file": bpy.data.filepath,
        "camera": camera.name if camera else None,
        "framed": camera is None,
        "size": list(size_px),
        "pixel": pixel,
        "hit": bool(picks),
        "picks": [api.pick_as_dict(one) for one in picks],
        "miss": None if miss is None else {"reason": str(miss), "skipped": miss.skipped},
    }


def _write(line, path):
    """Print the line as the last of the output, or write it to a file that is never half there."""
    if path is None:
        _flush_blender()
        print(line, flush=True)
        return
    try:
        api.write_whole(path, f"{line}\n".encode())
    except OSError as error:
        raise _WrongUse(f"--output: {path} cannot be written: {error.strerror}") from error
    _print(f"Wrote {path}")


def _flush_blender():
    """Have Blender's own messages out: in a pipe or a file they would otherwise follow at exit."""
    ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None).fflush(None)


def _print_readable(camera, size_px, pixel, picks, miss, *, every):
    seen_by = f"camera {camera.name}" if camera else "no camera in this file, so a view of everything"
    _print(f"Pixel {pixel[0]:g} {pixel[1]:g} of {size_px[0]} x {size_px[1]}, {seen_by}")
    if miss is not None:
        _print(str(miss))
    elif every:
        _print_table([_TABLE_HEAD, *(_table_row(number, one) for number, one in enumerate(picks, start=1))])
    else:
        _print_table(_details(picks[0]))


_TABLE_HEAD = ("", "Object", "Instanced by", "Element", "Material", "Location", "Distance")


def _table_row(number, pick):
    return (
        str(number),
        pick.object_name,
        " > ".join(pick.instancer_path) or "-",
        _element(pick),
        pick.material or "-",
        _numbers(pick.location),
        f"{pick.distance:.6g}",
    )


def _details(pick):
    """(label, value) of the fields a reader asks for first; the JSON has all of them."""
    return [
        ("Object", pick.object_name),
        *([("Library", pick.library)] if pick.library else []),
        *([("Instanced by", " > ".join(pick.instancer_path))] if pick.is_instance else []),
        *(_face_details(pick) if pick.kind == "FACE" else _element_details(pick)),
        ("Location", _numbers(pick.location)),
        ("Distance", f"{pick.distance:.9g}"),
        *([("Note", pick.stale)] if pick.stale else []),
    ]


def _face_details(pick):
    vertex, edge = pick.nearest_vertex, pick.nearest_edge
    return [
        ("Face", f"{pick.index}, seen from the {'front' if pick.front_face else 'back'}"),
        ("Material", pick.material or "none"),
        ("Normal", _numbers(pick.normal)),
        *((f"UV {name}", _numbers(uv)) for name, uv in pick.uv.items()),
        ("Nearest vertex", f"{vertex.index}, {vertex.distance_px:.1f} px away"),
        ("Nearest edge", f"{edge.index}, {edge.distance_px:.1f} px away"),
    ]


def _element_details(pick):
    named = "" if pick.element_name is None else f" {pick.element_name}"
    if pick.ghost_frame is not None:
        named += f" of frame {pick.ghost_frame}"
    return [("Element", f"{_element(pick)}{named}, {pick.pixel_distance:.1f} px away")]


def _element(pick):
    """What was hit of the object, such as "Face 312"; of a light, "Icon"."""
    return pick.kind.title() if pick.index is None else f"{pick.kind.title()} {pick.index}"


def _numbers(values):
    return "  ".join(f"{value:.9g}" for value in values)


def _print_table(rows):
    # A name may hold a line break.
    rows = [[" ".join(cell.splitlines()) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        _print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def _print(text):
    """Print, also names that the terminal's encoding does not have."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)
