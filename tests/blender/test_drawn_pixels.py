"""Cases C: what overlays draw is what is picked, compared with Blender's own picture pixel by pixel."""

import bpy
import numpy as np
import pytest

from addon import api, core
from addon.scene.viewport_flags import drawing_flags

from . import build, oracles, pictures
from .kinds import armature, edges_object, empty

pytestmark = pytest.mark.usefixtures("gpu")
SIZE_PX = (400, 300)
# The tolerance, and how far rasterised lines and the ends of dashes lie from the true ones.
FARTHEST_PX = 8.0 + 1.5


def viewports():
    """Perspective and orthographic, each from afar and from near."""
    width, height = SIZE_PX
    for distance in (7.0, 3.2):
        eye = np.multiply((0.55, -0.7, 0.45), distance)
        yield core.look_at(eye, (0, 0, 0.4), (0, 0, 1)), core.perspective(0.8, width / height, 0.05, 100)
    for half in (3.0, 1.5):
        wide = half * width / height
        view = core.look_at((2.2, -2.8, 1.8), (0, 0, 0.4), (0, 0, 1))
        yield view, core.orthographic(-wide, wide, -half, half, -50, 50)


def assert_drawn_is_hit(owner, *kinds, smooth_wires=False, **without):
    """That the pixels of an object are hit, or those that change with properties of it or of the overlays."""
    space, region, _ = build.live_view()
    rng = np.random.default_rng(7)
    options = api.PickOptions(kinds=set(kinds))
    for matrices in viewports():
        viewport = api.Viewport(*matrices, SIZE_PX, **drawing_flags(space, bpy.context.scene))
        if without:
            changed = pictures.changed_by(space, region, viewport, owner, **without)
        else:
            changed = pictures.changed_pixels(space, region, viewport, owner, smooth_wires)
        drawn = np.argwhere(changed)[:, ::-1] + 0.5
        assert len(drawn)
        sample = rng.permutation(drawn)[: oracles.samples_a_view]
        picks = api.pick(viewport, sample, options=options)
        assert [tuple(pixel) for pixel, pick in zip(sample, picks, strict=True) if pick is None] == []
        others = other_pixels(rng)
        # What faces hide is not drawn, and comes after them.
        found = api.pick(viewport, others, options=None if without else options)
        for pixel, pick in zip(others, found, strict=True):
            is_other = pick is None or pick.kind not in kinds
            assert is_other or np.linalg.norm(drawn - pixel, axis=1).min() <= FARTHEST_PX


def other_pixels(rng):
    """As many as are looked at of what is drawn, anywhere but at the edge, beyond which something may be near."""
    return rng.integers((10, 10), np.subtract(SIZE_PX, 10), (oracles.samples_a_view, 2)) + 0.5


def askew(obj):
    obj.location, obj.rotation_euler, obj.scale = (0.1, 0.1, 0.2), (0.3, 0.2, 0.5), (0.9, 1.1, 0.8)
    build.update()
    return obj


@pytest.mark.parametrize(
    "display_type", ("PLAIN_AXES", "ARROWS", "SINGLE_ARROW", "CIRCLE", "CUBE", "SPHERE", "CONE")
)
def test_pixels_of_empties(display_type):
    assert_drawn_is_hit(askew(empty(display_type, 0.7)), "EMPTY")


@pytest.mark.parametrize("side", ("FRONT", "BACK"))
def test_pixels_of_images(side):
    obj = empty("IMAGE", empty_image_side=side)
    obj.data = bpy.data.images.new("Reference", 64, 32)
    obj.data.display_aspect = (1, 1.5)
    assert_drawn_is_hit(askew(obj), "IMAGE")


@pytest.mark.parametrize("outside", (False, True))
@pytest.mark.parametrize("mode", ("OBJECT", "EDIT"))
def test_pixels_of_lattices(mode, outside):
    data = bpy.data.lattices.new("Lattice")
    data.points_u, data.points_v, data.points_w, data.use_outside = 4, 3, 3, outside
    obj = askew(build.link(bpy.data.objects.new("Lattice", data)))
    obj.modifiers.new("Twist", "SIMPLE_DEFORM").angle = 0.8
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode=mode)
    assert_drawn_is_hit(obj, "LATTICE")


@pytest.mark.parametrize("mode", ("OBJECT", "POSE", "EDIT"))
@pytest.mark.parametrize("display_type", ("OCTAHEDRAL", "STICK", "BBONE", "ENVELOPE", "WIRE"))
def test_pixels_of_bones(display_type, mode):
    bones = (
        ("a", (0, 0, 0), (0, 0.1, 0.6)),
        ("b", (0, 0.1, 0.6), (0.5, 0.2, 0.9)),
        ("c", (-0.4, 0, 0.2), (-0.9, 0.3, 0.4)),
    )
    rig = armature(*bones, display_type=display_type, mode=mode)
    if mode != "EDIT":
        rig.pose.bones["a"].rotation_quaternion = (0.9, 0.2, 0.3, 0.1)
        rig.pose.bones["c"].scale = (1, 1.3, 0.8)
    for bone in rig.data.edit_bones:
        # A selected envelope is surrounded by its reach, which a click does not select either.
        bone.select = bone.select_head = bone.select_tail = False
    assert_drawn_is_hit(askew(rig), "BONE")


def bare_curve(kind, is_cyclic):
    data = bpy.data.curves.new("Curve", "CURVE")
    data.dimensions = "3D"
    spline = data.splines.new(kind)
    points = spline.bezier_points if kind == "BEZIER" else spline.points
    points.add(4)
    places = ((-1, 0, 0), (-0.4, 0.8, 0), (0.1, -0.7, 0.5), (0.6, 0.9, 0), (1, 0, 0.2))
    for point, place in zip(points, places, strict=True):
        point.co = place if kind == "BEZIER" else (*place, 1.0)
        if kind == "BEZIER":
            point.handle_left_type = point.handle_right_type = "AUTO"
    spline.use_cyclic_u = is_cyclic
    return build.link(bpy.data.objects.new("Curve", data))


@pytest.mark.parametrize("is_cyclic", (False, True))
@pytest.mark.parametrize("kind", ("POLY", "BEZIER", "NURBS"))
def test_pixels_of_curves_without_a_bevel(kind, is_cyclic):
    assert_drawn_is_hit(askew(bare_curve(kind, is_cyclic)), "CURVE")


@pytest.mark.parametrize("edges, kind", ((((0, 1), (1, 2), (3, 4)), "EDGE"), ((), "VERTEX")))
def test_pixels_of_meshes_without_faces(edges, kind):
    places = [(-1, 0, 0), (0.2, 0.6, 0.1), (1, 0, 0.4), (0.1, -0.9, -0.2), (0.3, -0.2, 1)]
    assert_drawn_is_hit(askew(edges_object("Mesh", places, edges)), kind)
