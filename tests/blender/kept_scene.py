"""A scene with one of everything, and what a snapshot of it is, as values that can be compared."""

import bpy
import numpy as np

from addon import core
from addon.scene import snapshot
from addon.scene.drawn import OF_LOOKS
from addon.scene.options import PickOptions

from . import build, kinds

EYE = (8.0, -9.0, 7.0)


def one_of_everything():
    scene = bpy.context.scene
    cube = build.cube("Cube")
    cube.data.materials.append(bpy.data.materials.new("Paint"))
    twin = build.link(bpy.data.objects.new("Twin", cube.data))
    twin.location = (3, 0, 0)
    parent = kinds.empty("ARROWS")
    parent.name = "Parent"
    child = build.cube("Child", 0.3, (0, 3, 0))
    child.parent = parent
    follower = build.cube("Follower", 0.2)
    follower.constraints.new("COPY_LOCATION").target = twin
    follower.constraints[0].use_offset = True
    follower.location = (0, 0, 2)
    cut = build.cube("Cut", 0.8, (-3, 0, 0))
    cutter = build.cube("Cutter", 0.4, (-3, 0.7, 0.7))
    modifier = cut.modifiers.new("Boolean", "BOOLEAN")
    modifier.object, modifier.solver = cutter, "EXACT"
    parts = build.collection("Parts", linked=False)
    build.cube("Part", 0.5, collection=parts)
    build.link(bpy.data.objects.new("Part Light", bpy.data.lights.new("Part Light", "POINT")), parts)
    build.collection_instance("Placed", parts, (0, -3, 0))
    build.cube("Boxed", 0.4, (3, 3, 0), build.collection("Box"))
    image = kinds.empty("IMAGE")
    image.name, image.location = "Image", (-3, -3, 0)
    image.data, image.empty_image_side = bpy.data.images.new("Image", 4, 4), "FRONT"
    light = build.link(bpy.data.objects.new("Spot", bpy.data.lights.new("Spot", "SPOT")))
    light.location = (-1, 2, 3)
    build.camera((5, -3, 4), (0.5, 0.0, 0.5)).name = "Camera"
    armature = kinds.armature(("Bone", (0, 0, 0), (0, 0, 1)))
    armature.name, armature.location = "Armature", (0, 5, 0)
    lattice = build.link(bpy.data.objects.new("Lattice", bpy.data.lattices.new("Lattice")))
    lattice.location = (-3, 3, 0)
    text = build.link(bpy.data.objects.new("Text", bpy.data.curves.new("Text", "FONT")))
    text.data.body, text.location = "ab", (0, -5, 0)
    curve = bpy.data.curves.new("Curve", "CURVE")
    curve.splines.new("BEZIER").bezier_points.add(1)
    curve.splines[0].bezier_points[1].co = (2, 0, 0)
    build.link(bpy.data.objects.new("Curve", curve)).location = (5, 0, 0)
    ball = build.link(bpy.data.objects.new("Ball", bpy.data.metaballs.new("Ball")))
    ball.data.elements.new()
    ball.location = (5, 5, 0)
    for frame, height in ((1, 0.0), (10, 3.0)):
        parent.location.z = height
        parent.keyframe_insert("location", frame=frame)
    driver = lattice.driver_add("location", 2).driver
    variable = driver.variables.new()
    variable.targets[0].id, variable.targets[0].data_path = cube, "location.x"
    driver.expression = variable.name
    scene.frame_set(1)
    build.update()


def viewport(**settings):
    return build.view_from(EYE, (0.0, 0.0, 0.0), up=(0.0, 0.0, 1.0), **settings)


def taken(viewport, options=None):
    return snapshot.Snapshot(options or PickOptions(), viewport)


def taken_anew(viewport, options=None):
    """Of a scene of which nothing is known."""
    snapshot.cache.clear()
    return taken(viewport, options)


def values(shot):
    """All that a snapshot knows, in a form that is equal where it is the same."""
    rays = _rays()
    hits = shot.index.all(rays)
    table = shot.outlines
    return {
        "instances": [_instance_values(one) for one in shot.instances],
        "in_front": shot.in_front.tolist(),
        "click_through": shot.is_click_through.tolist(),
        "covering": shot.covering,
        "flags": [getattr(shot, name) for name in OF_LOOKS],
        "places": [_rounded(one.matrix_world) for one in shot.unchanging_instances],
        "hits": _rounded(hits.t) + hits.instance_index.tolist() + hits.triangle_index.tolist(),
        "hiding": shot.hiding.any(rays).tolist(),
        "balls": [table.owners.tolist(), _rounded(table.balls.centers), _rounded(table.balls.reaches)],
        "objects": sorted(
            (index, item.object.name) for index, item in shot.items(range(len(shot.instances)))
        ),
    }


def _instance_values(one):
    return (
        *(one.object_name, one.object_uid, one.library, one.is_instance, one.persistent_id),
        *(one.instancer_path, one.base_name, one.base_uid, one.in_front, one.in_back, one.stale),
        *(np.array(one.culled_backs).tolist(), one.is_own_object, one.is_rigid),
        _rounded(one.matrix_world),
        _rounded(one.shape.surface.index.bounds),
        one.shape.unseen is None,
        [_outline_values(outline) for outline in one.shape.outlines],
    )


def _outline_values(one):
    arrays = (one.starts, one.ends, one.indices, one.fills)
    return one.kind, one.in_world, one.part, one.handles, [_rounded(array) for array in arrays]


def _rounded(array):
    return np.round(np.nan_to_num(np.asarray(array, dtype=np.float64), posinf=1e9, neginf=-1e9), 5).tolist()


def _rays():
    random = np.random.default_rng(1)
    origins = np.tile(EYE, (300, 1))
    return core.Rays(origins, random.uniform((-5, -7, -1), (7, 7, 3), (300, 3)) - origins)
