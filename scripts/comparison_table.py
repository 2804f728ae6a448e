"""Measure what is picked in each situation, by Picking Ray, `Scene.ray_cast` and a click in Blender.

    python3 scripts/comparison_table.py            writes docs/comparison.md
    python3 scripts/comparison_table.py --check    exit status 1 where that file says something else

Every scene is made anew in a Blender without a window, and looked at from above.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
WHEEL = "5.3.0"
PAGE = REPOSITORY / "docs" / "comparison.md"
NOTHING, UNKNOWN = "nothing", "?"
AND, OF = " and ", " of "
# Lines are drawn up to this far from where they are.
REACH_PX = 2
EYE_DISTANCE = 10.0
HEADINGS = {"kind": "Kind by kind", "flag": "Flag by flag"}
INTRODUCTION = """# What is picked

One object, *Target*, is looked at from straight above, in most rows with something else below or above it. The columns
say what is there according to each of these. **Bold** is what is not drawn there.

- *Drawn*: whose hiding changes Blender's picture within {reach} pixels.
- *Picking Ray*: `api.pick`, with the kind of what was hit.
- *Scene.ray_cast*: along the ray of `view3d_utils`, as add-ons do it.
- *Click*: what `view3d.select`, Blender's own click, selects: of an instance the instancer. In edit mode it needs a
  window and was not measured.

Measured in Blender {version} by `python3 scripts/comparison_table.py`.
"""


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare with the page instead of writing it")
    options = parser.parse_args(arguments)
    try:
        import bpy  # noqa: F401
    except ImportError:
        return _restart_in_wheel()
    page = measured_page()
    if not options.check:
        PAGE.write_text(page, encoding="utf-8")
        print(PAGE)
        return 0
    is_same = PAGE.read_text(encoding="utf-8") == page
    print(f"{PAGE} {'is as measured' if is_same else 'says something else'}")
    return 0 if is_same else 1


def _restart_in_wheel():
    import environment

    python = environment.ensure_wheel(WHEEL)
    os.execv(python, [str(python), *sys.argv])


def measured_page() -> str:
    import bpy
    import comparison_flags  # noqa: F401 - it adds its situations
    import comparison_scenes

    from tests.blender import pictures

    pictures.start_gpu()
    parts = [INTRODUCTION.format(reach=REACH_PX, version=bpy.app.version_string)]
    for table, situations in comparison_scenes.SITUATIONS.items():
        rows = []
        for situation in situations:
            bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
            rows.append(measured_row(situation))
        parts.append(
            f"\n## {HEADINGS[table]}\n\n| | Drawn | Picking Ray | Scene.ray_cast | Click |\n|---|---|---|---|---|\n"
        )
        parts.extend(f"| {' | '.join(row)} |\n" for row in rows)
    return "".join(parts)


def measured_row(situation):
    """The cells of one situation, built in the empty scene that is open."""
    look_from_above((0.0, 0.0, 0.0))
    place = situation.build() or (0.0, 0.0, 0.0)
    viewport = look_from_above(place)
    pixel = viewport.view.project([place])[0][0]
    drawn = _drawn(viewport, pixel)
    mine, kind = _picked(viewport, pixel)
    # What is drawn is one of these; hiding an instancer hides its instances.
    right = {*drawn.split(AND), UNKNOWN}
    if right & set(mine.split(OF)):
        right.update(mine.split(OF), [mine])
    cells = [name if name in right else f"**{name}**" for name in (mine, _cast(pixel), _clicked(pixel))]
    if kind:
        cells[0] += f" ({kind})"
    return [situation.name, drawn, *cells]


def look_from_above(place):
    import bpy
    from mathutils import Quaternion

    from addon import api
    from tests.blender import build

    region_3d = build.live_view()[2]
    region_3d.view_perspective, region_3d.view_rotation = "PERSP", Quaternion()
    region_3d.view_location, region_3d.view_distance = place, EYE_DISTANCE
    bpy.context.view_layer.update()
    region_3d.update()
    return api.viewport()


def _drawn(viewport, pixel):
    """Name of what Blender draws around a pixel."""
    import bpy
    import numpy as np

    from tests.blender import build, pictures

    space, region, _ = build.live_view()
    # Else what lies behind may look the same.
    space.shading.color_type = "RANDOM"
    low = np.floor(pixel).astype(int) - REACH_PX
    high = low + 2 * REACH_PX + 1
    names = [
        obj.name
        for obj in bpy.context.scene.objects
        if pictures.changed_pixels(space, region, viewport, obj)[low[1] : high[1], low[0] : high[0]].any()
    ]
    return AND.join(names) or NOTHING


def _picked(viewport, pixel):
    from addon import api

    pick = api.pick(viewport, pixel)
    if pick is None:
        return NOTHING, None
    return OF.join((pick.object_name, *reversed(pick.instancer_path))), pick.kind


def _cast(pixel):
    import bpy
    from bpy_extras import view3d_utils

    from tests.blender import build

    _, region, region_3d = build.live_view()
    origin = view3d_utils.region_2d_to_origin_3d(region, region_3d, pixel)
    direction = view3d_utils.region_2d_to_vector_3d(region, region_3d, pixel)
    depsgraph = bpy.context.evaluated_depsgraph_get()
    hit, _, _, _, obj, _ = bpy.context.scene.ray_cast(depsgraph, origin, direction)
    return obj.name if hit else NOTHING


def _clicked(pixel):
    import bpy

    from tests.blender import build

    if bpy.context.mode != "OBJECT":
        return UNKNOWN
    with build.live_override():
        bpy.ops.view3d.select(location=[int(value) for value in pixel], deselect_all=True)
    return AND.join(obj.name for obj in bpy.context.selected_objects) or NOTHING


if __name__ == "__main__":
    sys.path.insert(0, str(REPOSITORY))
    sys.exit(main())
