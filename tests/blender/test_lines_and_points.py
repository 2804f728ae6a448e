"""Cases C6, C2 and J: what is drawn as lines and points is picked within a tolerance in pixels."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build
from .kinds import cloud, edges_object, hair


def looking_at(point, offset_px=(0.0, 0.0), distance=5.0, **settings):
    """A view straight down above a point, and the pixel that lies `offset_px` from it."""
    viewport = build.view_down((point[0], point[1], point[2] + distance), **settings)
    return viewport, np.add(build.MIDDLE_PX, offset_px)


def test_c6_edge_of_a_mesh_without_faces_is_picked_within_the_tolerance_and_no_farther():
    edges_object("Edges", [(-1, 0, 0), (1, 0, 0)], [(0, 1)])
    for offset, is_hit in (((0, 0), True), ((0, 7.9), True), ((0, -7.9), True), ((0, 8.1), False)):
        pick = api.pick(*looking_at((0, 0, 0), offset))
        assert (pick is not None) is is_hit
    pick = api.pick(*looking_at((0.25, 0, 0), (0, 5)))
    assert (pick.kind, pick.element_index, pick.nearest_edge.index) == ("EDGE", 0, 0)
    assert pick.location == pytest.approx((0.25, 0, 0), abs=1e-9)
    assert pick.pixel_distance == pytest.approx(5.0, abs=1e-6)
    assert pick.normal is None and pick.face_index is None
    assert api.pick(*looking_at((0, 0, 0)), options=api.PickOptions(kinds={"FACE"})) is None


def test_c6_vertex_of_a_mesh_with_nothing_else():
    edges_object("Vertex", [(0, 0, 0)], [])
    pick = api.pick(*looking_at((0, 0, 0), (3, 4)))
    assert (pick.kind, pick.nearest_vertex.index) == ("VERTEX", 0)
    assert pick.pixel_distance == pytest.approx(5.0)
    assert api.pick(*looking_at((0, 0, 0), (6, 6))) is None


def test_only_the_loose_edges_of_a_mesh_with_faces_are_lines():
    plane = build.plane()
    mesh = plane.data
    mesh.vertices.add(2)
    mesh.vertices[4].co, mesh.vertices[5].co = (3, 0, 0), (4, 0, 0)
    mesh.edges.add(1)
    mesh.edges[-1].vertices = (4, 5)
    mesh.update(calc_edges_loose=True)
    pick = api.pick(*looking_at((3.5, 0, 0), (0, 4)))
    assert (pick.kind, pick.element_index) == ("EDGE", len(mesh.edges) - 1)
    assert api.pick(*looking_at((1, 0, 0), (4, 0))) is None
    assert api.pick(*looking_at((1, 0, 0), (-4, 0))).kind == "FACE"


def test_curve_without_a_bevel_is_its_line():
    curve = bpy.data.curves.new("Curve", "CURVE")
    curve.dimensions = "3D"
    spline = curve.splines.new("BEZIER")
    spline.bezier_points.add(1)
    for point, x in zip(spline.bezier_points, (-1, 1), strict=True):
        point.co, point.handle_left, point.handle_right = (x, 0, 0), (x - 0.5, 1, 0), (x + 0.5, 1, 0)
    build.link(bpy.data.objects.new("Curve", curve))
    # A Bezier curve is three quarters of the way to its handles in the middle.
    pick = api.pick(*looking_at((0, 0.75, 0), (0, 3)))
    assert (pick.kind, pick.object_name, pick.is_instance) == ("CURVE", "Curve", False)
    assert pick.location == pytest.approx((0, 0.75, 0), abs=1e-2)
    assert api.pick(*looking_at((0, 0, 0))) is None
    curve.bevel_depth = 0.1
    assert api.pick(*looking_at((0, 0.75, 0))).kind == "FACE"
    # A bevelled curve is no line any more.
    assert api.pick(*looking_at((0, 0.87, 0), (0, 4))) is None


def test_hair_strands_are_lines_between_the_points_of_one_curve():
    hair("Hair", [(0, 0, 0), (1, 0, 0), (1, 1, 0)], [(3, 0, 0), (4, 0, 0)])
    pick = api.pick(*looking_at((1, 0.5, 0), (4, 0)))
    assert (pick.kind, pick.element_index) == ("HAIR", 0)
    assert api.pick(*looking_at((3.5, 0, 0), (0, 4))).element_index == 1
    assert api.pick(*looking_at((2, 0.5, 0))) is None


@pytest.mark.parametrize("distance", (1.0, 1000.0))
def test_j1_tolerance_of_a_point_is_in_pixels_at_any_distance(distance):
    cloud("Cloud", [(0, 0, 0)])
    for offset, is_hit in ((7.5, True), (8.5, False)):
        pick = api.pick(*looking_at((0, 0, 0), (offset, 0), distance=distance))
        assert (pick is not None) is is_hit
        assert pick is None or pick.kind == "POINT"


def test_j2_points_nearer_than_the_near_clip_are_skipped():
    cloud("Cloud", [(0, 0, 4.5), (0, 0, 0)])
    pick = api.pick(*looking_at((0, 0, 0), near=1.0))
    assert pick.location == pytest.approx((0, 0, 0), abs=1e-4)
    every = api.PickOptions(ignore_clipping=True)
    assert api.pick(*looking_at((0, 0, 0), near=1.0), options=every).location == pytest.approx(
        (0, 0, 4.5), abs=1e-4
    )


@pytest.mark.parametrize("distance", (0.5, 5.0, 500.0))
def test_j3_edge_is_picked_within_the_tolerance_zoomed_in_and_out(distance):
    edges_object("Edges", [(-1000, 0, 0), (1000, 0, 0)], [(0, 1)])
    assert api.pick(*looking_at((0, 0, 0), (0, 7.5), distance=distance)) is not None
    assert api.pick(*looking_at((0, 0, 0), (0, 8.5), distance=distance)) is None


def test_j5_nearest_on_the_screen_wins_and_depth_decides_a_tie():
    sparse = [(0.02, 0, 0)]
    dense = [(0.03 + 0.001 * i, 0, -1.0) for i in range(20)]
    cloud("Sparse", sparse)
    cloud("Dense", dense)
    assert api.pick(*looking_at((0, 0, 0))).object_name == "Sparse"
    cloud("Behind the sparse one", [(0.0, 0, -3.0)])
    cloud("Before it", [(0.0, 0, 1.0)])
    assert api.pick(*looking_at((0, 0, 0))).object_name == "Before it"


def test_j7_tolerance_grows_with_ui_scale():
    edges_object("Edges", [(-1, 0, 0), (1, 0, 0)], [(0, 1)])
    assert api.pick(*looking_at((0, 0, 0), (0, 12))) is None
    assert api.pick(*looking_at((0, 0, 0), (0, 12), ui_scale=2.0)) is not None


def test_j8_loose_edge_with_one_end_behind_the_eye():
    edges_object("Edges", [(0, -50, 0), (0, 50, 0)], [(0, 1)])
    view = build.view_from((0, 0, 1), (0, 10, 0), up=(0, 0, 1))
    pixels, _ = view.view.project(np.array([(0.0, 10.0, 0.0)]))
    pick = api.pick(view, pixels[0] + (3.0, 0.0))
    assert pick.kind == "EDGE"
    assert pick.location[:2] == pytest.approx((0.0, 10.0), abs=0.5)


def test_face_before_a_line_hides_it_and_a_line_on_a_face_wins():
    edges_object("Edges", [(-1, 0, 0), (1, 0, 0)], [(0, 1)])
    build.plane("Below", location=(0, 0, -1))
    at = looking_at((0, 0, 0), (0, 5))
    assert [pick.object_name for pick in api.pick_all(*at)] == ["Edges", "Below"]
    build.plane("On it")
    assert api.pick(*at).object_name == "Edges"
    above = build.plane("Above", location=(0, 0, 1))
    assert [pick.object_name for pick in api.pick_all(*at)] == ["Above", "Edges", "On it", "Below"]
    assert api.pick(*at, options=api.PickOptions(see_through=True)).object_name == "Edges"
    above.show_in_front = True
    assert api.pick(*at).object_name == "Above"
    bpy.data.objects["Edges"].show_in_front = True
    above.show_in_front = False
    assert api.pick(*at).object_name == "Edges"


def test_without_overlays_the_lines_of_meshes_and_curves_are_not_drawn():
    edges_object("Edges", [(-1, 0, 0), (1, 0, 0)], [(0, 1)])
    at = looking_at((0, 0, 0), hidden_kinds={"EDGE", "VERTEX", "CURVE"})
    assert api.pick(*at) is None
    hair("Hair", [(-1, 0, 0), (1, 0, 0)])
    assert api.pick(*at).kind == "HAIR"
    space, _, _ = build.live_view()
    assert api.viewport().hidden_kinds == frozenset()
    space.overlay.show_overlays = False
    assert {"EDGE", "BONE", "EMPTY"} <= api.viewport().hidden_kinds


def test_clip_region_cuts_lines_and_points():
    edges_object("Edges", [(-10, 0, 0), (10, 0, 0)], [(0, 1)])
    planes = [(1, 0, 0, -0.5)]
    assert api.pick(*looking_at((0, 0, 0), clip_planes=planes)) is None
    assert api.pick(*looking_at((0.6, 0, 0), clip_planes=planes)).location[0] == pytest.approx(0.6)


def test_instances_of_edges_are_picked_where_they_stand():
    source = build.collection("Source", linked=False)
    edges = edges_object("Edges", [(-1, 0, 0), (1, 0, 0)], [(0, 1)])
    source.objects.link(edges)
    bpy.context.scene.collection.objects.unlink(edges)
    build.collection_instance("Empty", source, location=(0, 20, 3))
    pick = api.pick(*looking_at((0, 20, 3), (0, 2)), options=api.PickOptions(kinds={"EDGE"}))
    assert (pick.object_name, pick.instancer_path) == ("Edges", ("Empty",))
    assert pick.location == pytest.approx((0, 20, 3))
    assert pick.location_local == pytest.approx((0, 0, 0), abs=1e-9)
