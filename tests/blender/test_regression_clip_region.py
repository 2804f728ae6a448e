"""What Blender draws beyond the clip region as well: strokes and volumes, not in wireframe; found in random scenes."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, kinds, pictures

HAS_VOLUME_LINES = not (4, 4) <= bpy.app.version < (5, 2)


def clipped_view():
    """Straight down, with everything on the far side of x = 100 cut off."""
    return build.view_down((0, 0, 10), clip_planes=[(1, 0, 0, -100.0)])


def test_strokes_and_volumes_beyond_the_clip_region_are_hit():
    kinds.strokes(0.05, [((-1, 2, 0), (1, 2, 0))])
    kinds.volume()
    view = clipped_view()
    pixels, _ = view.view.project([(0.3, 2.0, 0.0), (0.2, 0.3, 0.0)])
    assert [pick and pick.kind for pick in api.pick(view, pixels)] == ["STROKE", "VOLUME"]


def test_hair_clouds_lines_and_bones_beyond_the_clip_region_are_no_hits():
    kinds.hair("Hair", [(0, 0, 0), (1, 0, 0)])
    kinds.cloud("Cloud", [(0, 1, 0)])
    kinds.edges_object("Edges", [(0, 2, 0), (1, 2, 0)], [(0, 1)])
    kinds.armature(("bone", (0, 3, 0), (1, 3, 0)))
    places = [(0.5, 0, 0), (0, 1, 0), (0.5, 2, 0), (0.5, 3, 0)]
    for view, expected in ((build.view_down((0, 0, 10)), True), (clipped_view(), False)):
        picks = api.pick(view, view.view.project(places)[0])
        assert [pick is not None for pick in picks] == [expected] * 4


@pytest.mark.parametrize("shading, display_type", (("WIREFRAME", "TEXTURED"), ("SOLID", "WIRE")))
def test_lines_of_strokes_and_volumes_beyond_the_clip_region_are_no_hits(shading, display_type):
    lines = [kinds.strokes(0.05, [((-1, 2, 0), (1, 2, 0))])[0], kinds.volume()]
    for obj in lines:
        obj.display_type, obj.show_all_edges = display_type, True
    build.update()
    options = api.PickOptions(kinds={"STROKE", "VOLUME"})
    whole = build.view_down((0, 0, 10), shading=shading)
    pixels = whole.view.project([(0.3, 2.0, 0.0), (0.2, 0.98, 0.98)])[0]
    kept = ["STROKE", "VOLUME"] if HAS_VOLUME_LINES else ["STROKE", None]
    assert [pick and pick.kind for pick in api.pick(whole, pixels, options=options)] == kept
    clipped = build.view_down((0, 0, 10), shading=shading, clip_planes=[(1, 0, 0, -100.0)])
    assert api.pick(clipped, pixels, options=options) == [None, None]


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("display_type", ("TEXTURED", "WIRE"))
@pytest.mark.parametrize("kind", ("strokes", "volume", "edges", "hair"))
def test_clip_region_cuts_what_blender_cuts(kind, display_type):
    made = {
        "strokes": lambda: kinds.strokes(0.05)[0],
        "volume": kinds.volume,
        "edges": lambda: kinds.edges_object("Edges", [(-1, 0, 0), (1, 0, 0)], [(0, 1)]),
        "hair": lambda: kinds.hair("Hair", [(-1, 0, 0), (1, 0, 0)]),
    }[kind]()
    made.display_type, made.show_all_edges = display_type, True
    space, region, region_3d = build.live_view()
    build.update()
    region_3d.update()
    with build.live_override():
        bpy.ops.view3d.clip_border(xmin=5, xmax=60, ymin=5, ymax=60, wait_for_input=False)
    viewport = api.viewport()
    is_drawn = pictures.changed_pixels(space, region, viewport, made).any()
    assert is_drawn == (kind in ("strokes", "volume") and display_type == "TEXTURED")
    pixels = np.array(viewport.view.project([(0.5, 0.01, 0.0)])[0])
    assert (api.pick(viewport, pixels[0]) is not None) == is_drawn
