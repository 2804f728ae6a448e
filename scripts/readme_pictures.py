"""Make the README's pictures: the extension at work in a real Blender window, in the production scene.

python3 scripts/readme_pictures.py                    Debian's Blender (sid), fetched when it is not there
python3 scripts/readme_pictures.py --blender PATH     yours, or one of Debian's: trixie, sid
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import build
from system_packages import SetupError

from tests.gui.window import Blender

# The view of a camera as a view of the user's, so that nothing but the scene is drawn; the 3D view fills the window.
PREPARE = """
import mathutils
bpy.ops.wm.open_mainfile(filepath=path, load_ui=False)
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
with bpy.context.temp_override(window=window, area=area):
    bpy.ops.screen.screen_full_area()
"""
LOOK = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
space, camera = area.spaces.active, bpy.data.objects[camera]
space.show_region_toolbar = False
space.show_gizmo = False
space.overlay.show_floor = space.overlay.show_axis_x = space.overlay.show_axis_y = False
space.overlay.show_cursor = space.overlay.show_extras = space.overlay.show_relationship_lines = False
space.shading.color_type, space.shading.show_cavity, space.shading.cavity_type = "MATERIAL", True, "BOTH"
space.clip_start, space.clip_end, space.lens = 0.5, 1000.0, lens
space.region_3d.view_perspective = "PERSP"
space.region_3d.view_distance = distance
space.region_3d.view_matrix = camera.matrix_world.inverted()
bpy.context.view_layer.objects.active = None
for obj in bpy.context.view_layer.objects:
    obj.select_set(False)
area.tag_redraw()
"""


@dataclass(frozen=True)
class Shot:
    """A picture: through which camera, and where it clicks, as fractions of the 3D view."""

    name: str
    camera: str
    lens: float
    distance: float
    clicks: tuple[tuple[float, float], ...]


SHOTS = (
    Shot("village", "Camera Village", 30.0, 40.0, ((0.61, 0.63), (0.16, 0.33), (0.45, 0.147))),
    Shot("survey", "Camera Survey", 32.0, 45.0, ((0.30, 0.30), (0.4225, 0.286))),
)
# A file of the oldest Blender opens in all of them without a warning.
SCENE_WHEEL = "4.2.23"


@contextlib.contextmanager
def started(name: str) -> Iterator[Blender]:
    blender = Blender(name, build.build())
    try:
        yield blender
    finally:
        blender.process.stop()


def take_pictures(blender: Blender, scene: Path, folder: Path) -> None:
    blender.reset()
    blender.run(PREPARE, path=str(shutil.copy(scene, blender.process.work)))
    sidebar = blender.show_tab("Pick")
    for shot in SHOTS:
        blender.run(LOOK, camera=shot.camera, lens=shot.lens, distance=shot.distance)
        view = blender.region()
        blender.click(*blender.find_button("picking_ray.pick", sidebar))
        for place in shot.clicks:
            blender.click(*view.at(*place))
        blender.key("ESC")
        path = blender.screenshot(folder / f"{shot.name}.png")
        print(path, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--blender", default="sid", metavar="PATH", help="default: sid")
    parser.add_argument("--scene", type=Path, help="the production scene, if it has been made already")
    parser.add_argument(
        "--output", type=Path, default=build.REPOSITORY / "docs" / "pictures", metavar="FOLDER"
    )
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            scene = options.scene or Path(folder) / "production.blend"
            if not scene.exists():
                script = str(Path(__file__).with_name("production_scene.py"))
                subprocess.run([sys.executable, script, str(scene), "--wheel", SCENE_WHEEL], check=True)
            options.output.mkdir(parents=True, exist_ok=True)
            with started(options.blender) as blender:
                take_pictures(blender, scene, options.output)
    except (SetupError, subprocess.CalledProcessError, build.BuildError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
