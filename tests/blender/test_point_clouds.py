"""Cases C1, C2, J1 and E15: point clouds are diamonds that face the viewer, as large as their points' radii."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles, pictures
from .test_lines_and_points import cloud, edges_object, looking_at

PLACES = [(0, 0, 0), (1, 0.4, 0.3), (-0.9, 0.2, -0.5)]


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
@pytest.mark.parametrize("shading", ("SOLID", "WIREFRAME"))
def test_every_drawn_pixel_of_a_cloud_is_a_hit_and_no_far_one(shading, view):
    obj = cloud("Cloud", PLACES, radius=0.35)
    obj.rotation_euler, obj.scale = (0.3, 0.4, 0.5), (1.0, 1.5, -0.7)
    build.live_view()[0].shading.type = shading
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
def test_diamond_in_the_corner_of_a_wide_view_is_turned_as_it_is_drawn():
    obj = cloud("Cloud", [(1.6, 1.2, 0)], radius=0.5)
    space, region, _ = build.live_view()
    build.update()
    view = build.view_from((0, 0, 2), (0, 0, 0), fov=1.8, size_px=(200, 150))
    drawn = pictures.changed_pixels(space, region, view, obj)
    inside = drawn & ~oracles.around(~drawn, 1.0)
    outside = oracles.around(drawn, 2.5) & ~oracles.around(drawn, 1.0)
    assert inside.sum() > 300
    for mask, is_hit in ((inside, True), (outside, False)):
        pixels = np.argwhere(mask)[:, ::-1] + 0.5
        picks = api.pick(view, pixels, options=api.PickOptions(tolerance_px=0.0))
        wrong = [pixel for pixel, pick in zip(pixels, picks, strict=True) if (pick is not None) is not is_hit]
        assert not wrong, (is_hit, wrong[:5])


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("radius, is_drawn", ((0.0, False), (-0.2, True)))
def test_point_without_a_radius_is_not_drawn_and_one_below_zero_is(radius, is_drawn):
    if radius < 0.0 and "resize" not in bpy.types.PointCloud.bl_rna.functions:
        pytest.skip("before 5.0 only nodes make points, and they make radii below zero 0")
    obj = cloud("Cloud", PLACES[:1], radius=radius)
    view = build.view_down((0, 0, 5))
    space, region, _ = build.live_view()
    build.update()
    assert pictures.changed_pixels(space, region, view, obj).any() == is_drawn
    assert (api.pick(view, build.MIDDLE_PX) is not None) is is_drawn


@pytest.mark.parametrize("radius, offset_px, distance_px", ((0.3, 20, 0.0), (0.3, 22, 0.0), (0.1, 19, 4.5)))
def test_diamond_is_hit_inside_exactly_and_within_the_tolerance_around_it(radius, offset_px, distance_px):
    cloud("Cloud", PLACES[:1], radius=radius)
    pick = api.pick(*looking_at((0, 0, 0), (offset_px, 0)))
    assert (pick.kind, pick.index, pick.normal) == ("POINT", 0, None)
    assert pick.pixel_distance == pytest.approx(distance_px, abs=0.1)
    assert pick.element_ends == pytest.approx(np.zeros((2, 3)), abs=1e-6)
    # Beside its corners, a ball would be hit.
    aside = np.array((0.22, 0.22)) * build.SIZE_PX[1] / (2 * 5.0 * np.tan(np.pi / 8))
    if radius == 0.3:
        assert api.pick(*looking_at((0, 0, 0), aside)) is None
        ball = api.pick(*looking_at((0, 0, 0), aside * 0.9), options=api.PickOptions(true_radius=True))
        assert np.linalg.norm(ball.location) == pytest.approx(0.3, abs=1e-5)
        assert ball.normal == pytest.approx(ball.location / 0.3, abs=1e-5)


def test_diamond_hides_what_is_behind_it_and_ranks_by_depth_among_faces():
    cloud("Cloud", PLACES[:1], radius=0.5)
    edges_object("Edges", [(-1, 0.1, -1), (1, 0.1, -1)], [(0, 1)])
    build.plane("Below", half_size=4.0, location=(0, 0, -2))
    names = [pick.object_name for pick in api.pick_all(*looking_at((0, 0.1, 0)))]
    assert names == ["Cloud", "Edges", "Below"]
    build.plane("Above", half_size=4.0, location=(0, 0, 1))
    assert api.pick(*looking_at((0, 0.1, 0))).object_name == "Above"


def test_nearer_of_two_diamonds_wins_and_one_under_the_cursor_before_one_beside_it():
    cloud("Cloud", [(0, 0, 0), (0, 0, 1), (0.7, 0, 1.5)], radius=0.3)
    assert api.pick(*looking_at((0, 0, 0))).index == 1
    cloud("Beside", [(0.34, 0, 2)], radius=0.3)
    pick = api.pick(*looking_at((0, 0, 0)))
    assert (pick.object_name, pick.index, pick.pixel_distance) == ("Cloud", 1, 0.0)


def test_in_wireframe_there_are_a_dot_and_a_rim_and_displayed_as_wire_the_dot_alone():
    obj = cloud("Cloud", PLACES[:1], radius=0.5)
    wireframe = {"shading": "WIREFRAME"}
    assert api.pick(*looking_at((0, 0, 0), **wireframe)).kind == "POINT"
    assert api.pick(*looking_at((0.25, 0.25, 0), **wireframe)).kind == "POINT"
    assert api.pick(*looking_at((0.2, 0, 0), **wireframe)) is None
    obj.display_type = "WIRE"
    build.update()
    assert api.pick(*looking_at((0, 0, 0))).kind == "POINT"
    assert api.pick(*looking_at((0.25, 0.25, 0))) is None
    assert api.pick(*looking_at((0, 0, 0), hidden_kinds={"VERTEX"})) is None


@pytest.mark.parametrize("place", ((np.nan, 0, 0), (np.inf, 0, 0), (0, 0, 0)))
def test_c2_clouds_without_points_and_without_numbers_raise_nothing(place):
    cloud("Odd", [place, (0, 0, 0)], radius=0.2)
    build.link(bpy.data.objects.new("Empty", bpy.data.pointclouds.new("Empty")))
    for options in (api.PickOptions(), api.PickOptions(true_radius=True)):
        assert api.pick(*looking_at((0, 0, 0)), options=options).object_name == "Odd"


def test_wide_range_of_radii_stays_an_area():
    obj = cloud("Cloud", PLACES[:1], radius=30.0)
    obj.scale = (0.01, 0.01, 0.01)
    build.update()
    pick = api.pick(*looking_at((0.1, 0.1, 0)))
    assert (pick.kind, pick.pixel_distance) == ("POINT", 0.0)


@pytest.mark.usefixtures("gpu")
def test_clicks_in_blender_reach_as_far_as_a_scaled_point():
    """Beyond the diamond itself a click reaches the same number of pixels whatever the scale."""
    _, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location, region_3d.view_distance = (0, 0, 0), 10
    obj = cloud("Cloud", PLACES[:1], radius=0.5)
    beyond = []
    for scale in ((1, 1, 1), (1, 1, 3), (3, 1, 1)):
        obj.scale = scale
        build.update()
        region_3d.update()
        viewport = api.viewport()
        pixels = np.array(viewport.size_px) / 2 + np.column_stack((np.arange(10, 160), np.zeros(150)))
        picks = api.pick(viewport, pixels)
        hits = [one is not None and one.pixel_distance == 0.0 for one in picks]
        beyond.append(sum(clicked(obj, pixel) for pixel in pixels) - sum(hits))
    assert np.ptp(beyond) <= 2 and beyond[0] > 0


def clicked(obj, pixel):
    with build.live_override():
        bpy.ops.object.select_all(action="DESELECT")
        bpy.ops.view3d.select(location=[int(number) for number in pixel])
    return obj.select_get()


@pytest.mark.long
@pytest.mark.usefixtures("gpu")
def test_material_preview_draws_the_same_diamonds():
    """EEVEE takes a minute for it without a graphics card."""
    obj = cloud("Cloud", PLACES[:2], radius=0.5)
    obj.rotation_euler, obj.scale = (0.3, 0.4, 0.5), (1.0, 1.5, 0.7)
    bpy.context.scene.eevee.taa_samples = 1
    space, region, _ = build.live_view()
    space.shading.type = "MATERIAL"
    build.update()
    view = build.view_down((0.4, 0.3, 5), size_px=(160, 120), shading="MATERIAL")
    drawn = pictures.changed_pixels(space, region, view, obj)
    pixels = np.argwhere(np.ones_like(drawn))[:, ::-1] + 0.5
    distances = np.array([np.inf if one is None else one.pixel_distance for one in api.pick(view, pixels)])
    distances = distances.reshape(drawn.shape)
    assert drawn.sum() > 500
    # One sample of a pixel lies anywhere in it, and takes in its neighbours.
    assert drawn[oracles.around(distances > 0.0, 2.0) == 0].all() and distances[drawn].max() <= 2.0
