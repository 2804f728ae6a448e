"""Two boxes whose corners are picked, and what is measured of them."""

import bpy

from addon import api
from addon.ui.measures import kept

from . import build, ui

# Corners of the two boxes, seen from above.
A = [(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]
B = [(4, 4, 3), (6, 4, 3), (6, 6, 3), (4, 6, 3)]


def look_down(target=(0.0, 0.0, 0.0), distance=20.0):
    """Turn the live view so that it looks straight down at a place, in perspective."""
    space, _, region_3d = build.live_view()
    region_3d.view_perspective = "PERSP"
    region_3d.view_location, region_3d.view_rotation = target, (1, 0, 0, 0)
    region_3d.view_distance = distance
    space.clip_start, space.clip_end = distance / 1000, distance * 100


def pick_at(place):
    """Pick at the pixel of the live view that a place of the world is drawn in; returns the operator's answer."""
    with build.live_override():
        pixel = api.viewport().view.project(place)[0][0]
        return bpy.ops.picking_ray.pick(x=int(pixel[0]), y=int(pixel[1]))


def two_boxes():
    """Two boxes of 2 x 2 x 2 whose tops are at z = 1 and z = 3, seen from above; picks snap to their corners."""
    look_down((2, 2, 0))
    made = build.cube("A"), build.cube("B", location=(5, 5, 2))
    build.update()
    bpy.context.scene.picking_ray.snap = "VERTEX"
    return made


def pick_corners(*corners):
    for corner in corners:
        # A little towards the middle of the box, where its face is.
        middle = (0, 0) if corner in A else (5, 5)
        x, y = (value + 0.05 * (centre - value) for value, centre in zip(corner, middle, strict=False))
        assert pick_at((x, y, corner[2])) == {"FINISHED"}
        assert tuple(api.history()[0].location) == corner


def add(kind, **settings):
    return ui.run("measure_add", kind=kind, **settings)


def refusal(capfd, name, **settings):
    """What the operator reports while it is cancelled."""
    capfd.readouterr()
    assert ui.run(name, **settings) == {"CANCELLED"}
    return capfd.readouterr().out.strip()


def scene_measures():
    return bpy.context.scene.picking_ray_measures


def now():
    """The measures as they are now."""
    return kept.measured(bpy.context.scene)


def value():
    return now()[scene_measures().active].value
