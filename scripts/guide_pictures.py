"""Make the pictures of docs/guide.md: the extension at work in a real Blender window, in the demo's scene.

python3 scripts/guide_pictures.py                    Debian's Blender (sid), fetched when it is not there
python3 scripts/guide_pictures.py --blender PATH     yours, or one of Debian's: trixie, sid
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import build
from readme_pictures import started
from system_packages import SetupError

from tests.gui import picking
from tests.gui.window import Blender, Region

# The demo's scene, as its camera sees it, in a view of the user's that fills the window.
PREPARE = """
import sys
sys.path.append(folder)
import demo_scene
demo_scene.build_scene()
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
with bpy.context.temp_override(window=window, area=area):
    bpy.ops.screen.screen_full_area()
"""
LOOK = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
space, camera = area.spaces.active, bpy.context.scene.camera
space.overlay.show_floor = space.overlay.show_axis_x = space.overlay.show_axis_y = False
space.overlay.show_cursor = space.overlay.show_extras = space.overlay.show_relationship_lines = False
space.shading.color_type, space.shading.show_cavity, space.shading.cavity_type = "MATERIAL", True, "BOTH"
space.lens = 58.0
space.region_3d.view_perspective = "PERSP"
space.region_3d.view_distance = 15.0
space.region_3d.view_matrix = camera.matrix_world.inverted()
for obj in bpy.context.view_layer.objects:
    obj.select_set(False)
bpy.context.view_layer.objects.active = None
area.tag_redraw()
"""
KEEP = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.picking_ray.measure_add(kind=kind)
"""
CLOSE = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
area.spaces.active.show_region_ui = False
"""
# Before it is drawn for the first time: from then on only a click opens it.
OPEN_RELATIVE = f"""
from {picking.ADDON}.ui.panels import relative
panel = relative.PICKING_RAY_PT_relative
bpy.utils.unregister_class(panel)
panel.bl_options = set()
bpy.utils.register_class(panel)
"""
HOVERED = f"__import__('{picking.ADDON}.ui.overlay.handlers', fromlist=['handlers'])._hover is not None"
# Turns of the wheel from the sidebar's top to the panels about a hit.
SCROLLS = 14
# Places in the world.
HEAD, PEDESTAL, SPRING, GROUND = (0.0, 0.6, 1.85), (1.1, 0.2, 0.9), (-4.6, 0.2, 1.6), (3.5, -3.0, 0.0)


def hover(blender: Blender, view: Region) -> None:
    picking.activate_tool(blender)
    _rest(blender, picking.place_of(blender, PEDESTAL))


def stack(blender: Blender, view: Region) -> None:
    blender.show_tab("Pick")
    spring = picking.place_of(blender, SPRING)
    blender.click(*spring)
    blender.click(*spring)
    blender.move(*view.at(0.05, 0.9))


def snap(blender: Blender, view: Region) -> None:
    blender.run(CLOSE)
    _rest(blender, picking.place_of(blender, HEAD), ["ctrl"])


def measure(blender: Blender, view: Region) -> None:
    blender.show_tab("Pick")
    blender.click(*picking.place_of(blender, GROUND))
    blender.click(*picking.place_of(blender, HEAD), modifiers=["shift"])
    blender.run(KEEP, kind="DISTANCE")
    blender.move(*view.at(0.05, 0.9))


def relate(blender: Blender, view: Region) -> None:
    blender.run("bpy.ops.picking_ray.relate(index=1)")
    blender.move(*blender.show_tab("Pick").center)
    for _ in range(SCROLLS):
        blender.key("WHEELDOWNMOUSE")
    blender.move(*view.at(0.05, 0.9))


STEPS: dict[str, Callable[[Blender, Region], None]] = {
    "guide_hover": hover,
    "guide_stack": stack,
    "guide_snap": snap,
    "guide_measure": measure,
    "guide_relative": relate,
}


def _rest(blender: Blender, place: tuple[int, int], modifiers: Sequence[str] = ()) -> None:
    """Bring the mouse to a place, and wait for what is outlined there."""
    blender.move(place[0] - 1, place[1])
    blender.mouse = place
    blender.event("MOUSEMOVE", "NOTHING", modifiers=modifiers)
    blender.wait_until(HOVERED)


def take_pictures(blender: Blender, folder: Path) -> None:
    blender.reset()
    for name in ("demo_scene.py", "scene_parts.py"):
        shutil.copy(Path(__file__).with_name(name), blender.process.work)
    blender.run(PREPARE, folder=str(blender.process.work))
    blender.run(OPEN_RELATIVE)
    for name, step in STEPS.items():
        blender.run(LOOK)
        step(blender, blender.region())
        print(blender.screenshot(folder / f"{name}.png"), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--blender", default="sid", metavar="PATH", help="default: sid")
    parser.add_argument(
        "--output", type=Path, default=build.REPOSITORY / "docs" / "pictures", metavar="FOLDER"
    )
    options = parser.parse_args(arguments)
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        with started(options.blender) as blender:
            take_pictures(blender, options.output)
    except (SetupError, build.BuildError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
