"""Cases C1, C2 and E15: hair curves are strands or ribbons, as the scene's hair type says."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene.outlines.curve_data import evaluated_splines, read_positions, read_radii
from addon.scene.outlines.strands import IS_RESAMPLED

from . import build, oracles, pictures
from .test_lines_and_points import edges_object, hair, looking_at

sets_types = pytest.mark.skipif(
    "set_types" not in bpy.types.Curves.bl_rna.functions, reason="this Blender sets no types of splines"
)
HAIR_TYPES = bpy.types.RenderSettings.bl_rna.properties["hair_type"].enum_items.keys()
BENT = (
    (-1.4, -0.6, 0.2),
    (-0.6, 0.9, 0.5),
    (0.0, -0.3, -0.4),
    (0.7, -0.5, 0.1),
    (0.9, 0.8, 0.6),
    (1.5, 0.1, 0),
)
CHORD = ((-1, 0, 0), (1, 0, 0))


def set_hair_type(hair_type):
    bpy.context.scene.render.hair_type = hair_type


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
@pytest.mark.parametrize("hair_type", HAIR_TYPES)
def test_every_drawn_pixel_of_hair_is_a_hit_and_no_far_one(hair_type, view):
    obj = hair(
        "Hair",
        BENT,
        [(-1, 0, -1), (0, 0.5, -1), (1, 0, -1)],
        radius=[*np.linspace(0.2, 0.05, 6), 0, 0.2, 0.1],
    )
    obj.rotation_euler, obj.scale = (0.3, 0.4, 0.5), (1.0, 1.5, -0.7)
    set_hair_type(hair_type)
    # Before 5.0 the tips of hair are closed, which shows from near.
    has_thin_tips = IS_RESAMPLED and hair_type == "STRIP" and view == ("PERSP", 4.0)
    oracles.assert_drawn_is_picked(obj, view, thin_px=10 if has_thin_tips else 0)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
def test_in_wireframe_only_the_rims_of_ribbons_are_drawn(view):
    obj = hair("Hair", [(-1, 0, 0), (0, 0.4, 0.2), (1, 0.5, 0.9)], radius=[0.4, 0.3, 0.1])
    set_hair_type("STRIP")
    build.live_view()[0].shading.type = "WIREFRAME"
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[1:3])
@pytest.mark.parametrize(
    "spline_type, cyclic", (("POLY", False), ("NURBS", False), ("NURBS", True), ("CATMULL_ROM", True))
)
@sets_types
def test_every_kind_of_spline_is_picked_as_it_is_drawn(spline_type, cyclic, view):
    set_hair_type("STRIP")
    obj = hair("Hair", BENT, spline_type=spline_type, cyclic=cyclic, radius=0.1)
    # It ends in a point, of which the last pixels are too thin to be drawn.
    oracles.assert_drawn_is_picked(obj, view, thin_px=4.0)


@pytest.mark.usefixtures("gpu")
@sets_types
def test_ribbon_twisted_at_a_kink_is_hit_all_around_it():
    set_hair_type("STRIP")
    obj = hair("Hair", BENT, spline_type="POLY", radius=0.1)
    space, region, region_3d = build.live_view()
    oracles.look_from(region_3d, oracles.VIEWS[1])
    viewport = api.viewport()
    drawn = pictures.changed_pixels(space, region, viewport, obj)
    rows, columns = np.nonzero(drawn & oracles.around(~drawn, 1.0))
    picks = api.pick(viewport, np.column_stack((columns, rows)) + 0.5)
    assert len(picks) > 500 and None not in picks


@pytest.mark.usefixtures("gpu")
def test_hair_displayed_as_wire_is_not_drawn():
    set_hair_type("STRIP")
    obj = hair("Hair", CHORD, radius=0.2)
    obj.display_type = "WIRE"
    space, region, _ = build.live_view()
    build.update()
    assert not pictures.changed_pixels(space, region, build.view_down((0, 0, 5)), obj).any()
    assert api.pick(*looking_at((0, 0, 0))) is None


def spline_cases():
    for cyclic in (False, True):
        yield "CATMULL_ROM", {"cyclic": cyclic, "resolution": 5}
        yield "POLY", {"cyclic": cyclic}
        for order, knots_mode in ((3, 0), (4, 0), (4, 1), (3, 2), (3, 3), (5, 0), (9, 0)):
            yield "NURBS", {"cyclic": cyclic, "nurbs_order": order, "knots_mode": knots_mode, "resolution": 4}


@sets_types
@pytest.mark.parametrize("spline_type, settings", list(spline_cases()))
def test_evaluated_points_are_those_of_resample_curve(spline_type, settings):
    """Blender's own node is asked for the evaluated points."""
    if spline_type == "NURBS" and bpy.app.version < (5, 0):
        pytest.skip("before 5.0 Blender spreads the points of NURBS evenly over all of their knots")
    obj = hair("Hair", BENT, spline_type=spline_type, radius=np.linspace(0.1, 0.5, 6), **settings)
    attributes = obj.data.attributes
    ours = evaluated_splines(attributes, [len(BENT)])
    assert ours.mixed(read_radii(attributes, len(BENT))).min() >= -0.1
    add_resample(obj)
    build.update()
    data = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    blenders = read_positions(data.attributes)
    found = ours.positions[: len(blenders)]
    assert len(ours.positions) == len(blenders) + settings["cyclic"]
    assert found == pytest.approx(blenders, abs=1e-5)
    radii = ours.mixed(read_radii(attributes, len(BENT)))[: len(blenders)]
    assert radii == pytest.approx(read_radii(data.attributes, len(blenders)), abs=1e-5)


def add_resample(obj):
    tree = bpy.data.node_groups.new("Resample", "GeometryNodeTree")
    for direction in ("INPUT", "OUTPUT"):
        tree.interface.new_socket("Geometry", in_out=direction, socket_type="NodeSocketGeometry")
    kinds = ("NodeGroupInput", "GeometryNodeResampleCurve", "NodeGroupOutput")
    source, resample, result = (tree.nodes.new(kind) for kind in kinds)
    if hasattr(resample, "mode"):
        resample.mode = "EVALUATED"
    else:
        resample.inputs["Mode"].default_value = "Evaluated"
    tree.links.new(source.outputs[0], resample.inputs["Curve"])
    tree.links.new(resample.outputs[0], result.inputs[0])
    obj.modifiers.new("Resample", "NODES").node_group = tree


def test_hit_inside_a_ribbon_ranks_by_depth_and_within_the_tolerance_around_it_as_a_line():
    set_hair_type("STRIP")
    hair("Hair", CHORD, radius=0.2)
    build.plane("Below", half_size=3.0, location=(0, 0, -1))
    px_per_unit = build.SIZE_PX[1] / (2 * 5.0 * np.tan(np.pi / 8))
    for beyond_px, expected in ((-3, ("HAIR", 0.0)), (5, ("HAIR", 5.0)), (9, ("FACE", 0.0))):
        pick = api.pick(*looking_at((0.1, 0, 0), (0, 0.2 * px_per_unit + beyond_px)))
        assert (pick.kind, pick.pixel_distance) == (expected[0], pytest.approx(expected[1], abs=0.01))
    # No caps: what lies farther along than the end plus the tolerance is no hit.
    assert api.pick(*looking_at((1, 0, 0), (7, 0))).kind == "HAIR"
    assert api.pick(*looking_at((1, 0, 0), (9, 0))).kind == "FACE"
    build.plane("Above", half_size=3.0, location=(0, 0, 0.1))
    names = [pick.object_name for pick in api.pick_all(*looking_at((0.1, 0, 0)))]
    assert names == ["Above", "Hair", "Below"]


def test_ribbon_hides_lines_behind_it():
    set_hair_type("STRIP")
    hair("Hair", CHORD, radius=0.3)
    edges_object("Edges", [(-1, 0.1, -0.5), (1, 0.1, -0.5)], [(0, 1)])
    assert api.pick(*looking_at((0, 0.1, 0))).kind == "HAIR"
    set_hair_type("STRAND")
    assert api.pick(*looking_at((0, 0.1, -0.5), distance=5.5)).kind == "EDGE"


def test_ribbon_is_hollow_in_wireframe():
    set_hair_type("STRIP")
    hair("Hair", CHORD, radius=0.4)
    at = looking_at((0.1, 0, 0))
    assert api.pick(*at).kind == "HAIR"
    assert api.pick(*looking_at((0.1, 0, 0), shading="WIREFRAME")) is None
    assert api.pick(*looking_at((0.1, 0.4, 0), shading="WIREFRAME")).kind == "HAIR"


@pytest.mark.parametrize("hair_type", HAIR_TYPES)
def test_true_radius_takes_hair_as_round_with_a_normal(hair_type):
    set_hair_type(hair_type)
    hair("Hair", CHORD, radius=0.2)
    options = api.PickOptions(true_radius=True)
    pick = api.pick(*looking_at((0.1, 0, 0)), options=options)
    assert pick.location == pytest.approx((0.1, 0, 0.2)) and pick.normal == pytest.approx((0, 0, 1))
    assert (pick.front_face, pick.pixel_distance) == (True, 0.0)
    # The end is a half ball.
    pick = api.pick(*looking_at((1.1, 0, 0)), options=options)
    normal = (pick.location - (1, 0, 0)) / 0.2
    assert np.linalg.norm(normal) == pytest.approx(1.0) and pick.normal == pytest.approx(normal)


@pytest.mark.parametrize("strands", ([[(0, 0, 0)]], [[(np.nan, 0, 0), (1, 0, 0)]], [[(0, 0, 0), (0, 0, 0)]]))
@pytest.mark.parametrize("hair_type", HAIR_TYPES)
def test_c2_hair_of_one_point_of_no_length_and_of_no_number_raises_nothing(hair_type, strands):
    set_hair_type(hair_type)
    hair("Hair", *strands, radius=0.1)
    for options in (api.PickOptions(), api.PickOptions(true_radius=True)):
        api.pick_all(*looking_at((0, 0, 0)), options=options)
    build.link(bpy.data.objects.new("None", bpy.data.hair_curves.new("None")))
    hair("Other", [(5, 0, 0), (6, 0, 0)], radius=0.1)
    assert api.pick(*looking_at((5.5, 0, 0))).object_name == "Other"
