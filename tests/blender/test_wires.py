"""Case E15: surfaces drawn by their edges, compared with Blender's own picture and exactly."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene.snapshot import store

from . import build
from .test_drawn_pixels import askew, assert_drawn_is_hit
from .test_lines_and_points import cloud, edges_object, hair, looking_at


def operated(operator, **settings):
    """The object that an operator adds, not selected."""
    operator(**settings)
    obj = bpy.context.object
    obj.select_set(False)
    return obj


def bevelled_curve(bevel=0.2):
    curve = bpy.data.curves.new("Curve", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", bevel, 1
    spline = curve.splines.new("POLY")
    spline.points.add(2)
    for point, place in zip(spline.points, ((-1, 0, 0, 1), (0, 0.5, 0.5, 1), (1, 0, 0, 1)), strict=True):
        point.co = place
    return build.link(bpy.data.objects.new("Curve", curve))


def text():
    curve = bpy.data.curves.new("Text", "FONT")
    curve.body, curve.extrude, curve.align_x = "AO", 0.2, "CENTER"
    return build.link(bpy.data.objects.new("Text", curve))


def of_nodes():
    """A mesh whose geometry nodes make a cone of it."""
    obj = build.cube("Nodes", 0.1)
    tree = bpy.data.node_groups.new("Cone", "GeometryNodeTree")
    tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    cone, output = (tree.nodes.new(kind) for kind in ("GeometryNodeMeshCone", "NodeGroupOutput"))
    cone.inputs["Vertices"].default_value = 9
    tree.links.new(cone.outputs["Mesh"], output.inputs[0])
    obj.modifiers.new("Cone", "NODES").node_group = tree
    return obj


def subdivided(only_control_edges=True, **after):
    obj = build.cube("Subdivided", 0.9)
    modifier = obj.modifiers.new("Subdivision", "SUBSURF")
    modifier.levels, modifier.show_only_control_edges = 2, only_control_edges
    for kind, settings in after.items():
        later = obj.modifiers.new(kind, kind)
        for name, value in settings.items():
            setattr(later, name, value)
    return obj


SURFACES = {
    "cube": build.cube,
    "icosphere": lambda: operated(bpy.ops.mesh.primitive_ico_sphere_add, subdivisions=3),
    "subdivided": subdivided,
    "subdivided and every edge": lambda: subdivided(only_control_edges=False),
    "bent after subdivision": lambda: subdivided(SIMPLE_DEFORM={"angle": 0.8}),
    "thickened after subdivision": lambda: subdivided(SOLIDIFY={"thickness": 0.3}),
    "curve": bevelled_curve,
    "text": text,
    "surface": lambda: operated(bpy.ops.surface.primitive_nurbs_surface_sphere_add),
    "nodes": of_nodes,
}


@pytest.fixture
def drawing(gpu):
    """The 3D view, where Blender draws pictures."""
    return build.live_view()[0]


@pytest.mark.parametrize("surface", SURFACES)
def test_pixels_of_what_is_displayed_as_wire(drawing, surface):
    obj = askew(SURFACES[surface]())
    obj.display_type = "WIRE"
    assert_drawn_is_hit(obj, "EDGE")


@pytest.mark.parametrize("is_xray", (True, False))
@pytest.mark.parametrize("surface", ("icosphere", "text", "nodes"))
def test_pixels_of_surfaces_in_wireframe_shading(drawing, surface, is_xray):
    drawing.shading.type, drawing.shading.show_xray_wireframe = "WIREFRAME", is_xray
    # The outline of a smooth surface lies where it has no edge.
    drawing.shading.show_object_outline = False
    assert_drawn_is_hit(askew(SURFACES[surface]()), "EDGE", smooth_wires=True)


@pytest.mark.parametrize("surface", ("icosphere", "subdivided", "curve"))
@pytest.mark.parametrize("owner", ("object", "overlay"))
def test_pixels_of_wires_on_faces(drawing, surface, owner):
    obj = askew(SURFACES[surface]())
    if owner == "object":
        obj.show_wire = True
        assert_drawn_is_hit(obj, "EDGE", show_wire=False)
    else:
        drawing.overlay.show_wireframes = True
        assert_drawn_is_hit(drawing.overlay, "EDGE", show_wireframes=False)


@pytest.mark.parametrize("threshold, every_edge", ((0.0, False), (0.2, False), (0.6, False), (0.0, True)))
def test_pixels_of_wires_where_flat_ones_are_left_out(drawing, threshold, every_edge):
    obj = askew(operated(bpy.ops.mesh.primitive_uv_sphere_add, segments=90, ring_count=8))
    obj.show_wire, obj.show_all_edges, drawing.overlay.wireframe_threshold = True, every_edge, threshold
    assert_drawn_is_hit(obj, "EDGE", show_wire=False)


def test_pixels_of_what_instances_are_drawn_with(drawing):
    """An instance is displayed as no more than its instancer; whether it shows its wires is its own."""
    source = build.collection("Source", linked=False)
    obj = operated(bpy.ops.mesh.primitive_ico_sphere_add, subdivisions=2)
    for owner in obj.users_collection:
        owner.objects.unlink(obj)
    source.objects.link(obj)
    instancer = askew(build.collection_instance("Instancer", source))
    instancer.empty_display_size = 0.001
    obj.show_wire = True
    build.update()
    assert_drawn_is_hit(obj, "EDGE", show_wire=False)
    instancer.display_type = "WIRE"
    build.update()
    assert_drawn_is_hit(instancer, "EDGE", "EMPTY")


def edge_of(mesh, *vertices):
    return next(edge.index for edge in mesh.edges if set(edge.vertices) == set(vertices))


@pytest.mark.parametrize("offset, is_hit", ((7.9, True), (-7.9, True), (8.1, False), (-8.1, False)))
def test_edge_of_what_is_displayed_as_wire_is_described_as_an_edge(offset, is_hit):
    cube = build.cube()
    cube.display_type = "WIRE"
    pick = api.pick(*looking_at((1, 0.25, 1), (offset, 0)))
    assert (pick is not None) is is_hit
    if is_hit:
        index = edge_of(cube.data, 5, 7)
        assert (pick.kind, pick.element_index, pick.nearest_edge.index) == ("EDGE", index, index)
        assert pick.location == pytest.approx((1, 0.25, 1), abs=1e-9)
        assert pick.pixel_distance == pytest.approx(abs(offset), abs=1e-6)
        assert (pick.normal, pick.face_index) == (None, None)


def wireframe(**settings):
    return {"shading": "WIREFRAME", **settings}


def test_hidden_line_of_a_wireframe_is_no_hit_and_in_xray_it_is():
    build.cube("Cube", 1.0)
    build.plane("Below", 0.5, location=(0, 0, -2))
    at = (0, 0.5, 0)
    assert api.pick_all(*looking_at(at, **wireframe())) == []
    found = api.pick_all(*looking_at(at, **wireframe(is_xray=True)))
    assert [(pick.object_name, pick.kind) for pick in found] == [("Below", "EDGE")]
    # What is displayed as wire hides nothing.
    bpy.data.objects["Cube"].display_type = "WIRE"
    found = api.pick_all(*looking_at(at, **wireframe()))
    assert [(pick.object_name, pick.kind) for pick in found] == [("Below", "EDGE")]


def test_edge_hidden_under_the_cursor_is_hit_where_it_goes_on_within_the_tolerance():
    edges_object("Edge", [(-1, 0, 0), (1, 0, 0)], [(0, 1)])
    build.plane("Plate", 0.5, location=(0.5, 0, 0.05))
    for offset, names in ((5, {"Plate", "Edge"}), (12, set())):
        found = api.pick_all(*looking_at((0, 0, 0), (offset, 0), **wireframe()))
        assert {pick.object_name for pick in found} == names


def test_of_edges_before_and_behind_the_one_that_is_seen_is_hit():
    """A hidden edge of the same mesh that is nearer to the pixel gives way; both lie within the tolerance."""
    corners = [(x, y, z) for z, right in ((0, 0.0), (-1, -0.025)) for x in (-1, right) for y in (-1, 1)]
    build.mesh_object("Sheets", corners, [(0, 2, 3, 1), (4, 6, 7, 5)])
    viewport, pixel = looking_at((0, 0, 0), (-3, 0), shows_wires=True)
    pick = api.pick(viewport, pixel)
    assert (pick.kind, pick.location[2]) == ("EDGE", pytest.approx(0.0, abs=1e-9))
    assert pick.pixel_distance == pytest.approx(3.0, abs=1e-6)
    seen_through = api.pick(viewport, pixel, options=api.PickOptions(see_through=True))
    assert seen_through.location[2] == pytest.approx(-1.0)


def test_xray_lets_the_edge_behind_a_face_win_and_faces_stay():
    build.plane("Above", 3.0, location=(0, 0, 1))
    edges_object("Edges", [(-1, 0, 0), (1, 0, 0)], [(0, 1)])
    at = looking_at((0, 0, 0), (0, 5))
    assert [pick.kind for pick in api.pick_all(*at)] == ["FACE", "EDGE"]
    at = looking_at((0, 0, 0), (0, 5), is_xray=True)
    assert [pick.kind for pick in api.pick_all(*at)] == ["EDGE", "FACE"]


def test_wire_on_a_face_wins_within_the_tolerance_and_the_face_beyond_it():
    build.plane("Plane").show_wire = True
    found = api.pick_all(*looking_at((1, 0, 0), (-5, 0)))
    assert [pick.kind for pick in found] == ["EDGE", "FACE"]
    assert api.pick(*looking_at((1, 0, 0), (-9, 0))).kind == "FACE"
    assert api.pick(*looking_at((1, 0, 0), (-5, 0)), options=api.PickOptions(kinds={"FACE"})).kind == "FACE"


def test_wires_go_with_the_overlays_and_stay_in_wireframe_shading():
    space, _, _ = build.live_view()
    build.cube("Cube").display_type = "WIRE"
    hidden = {"hidden_kinds": {"EDGE", "VERTEX", "CURVE", "BOUNDS"}}
    assert api.pick(*looking_at((1, 0, 1), **hidden)) is None
    space.overlay.show_overlays = False
    assert {"EDGE", "CURVE"} <= api.viewport().hidden_kinds
    space.shading.type = "WIREFRAME"
    assert not {"EDGE", "VERTEX", "CURVE"} & api.viewport().hidden_kinds
    assert {"BOUNDS", "EMPTY", "BONE"} <= api.viewport().hidden_kinds


def test_flags_of_a_viewport_follow_its_shading():
    space, _, _ = build.live_view()
    shading, overlay = space.shading, space.overlay
    found = []
    for shading.type in ("WIREFRAME", "SOLID"):
        for name in ("xray_alpha_wireframe", "xray_alpha"):
            setattr(shading, name, 1.0)
        shading.show_xray = shading.show_xray_wireframe = True
        found.append(api.viewport().is_xray)
        shading.xray_alpha_wireframe = shading.xray_alpha = 0.5
        found.append(api.viewport().is_xray)
        shading.show_xray = shading.show_xray_wireframe = False
        found.append(api.viewport().is_xray)
    assert found == [False, True, False] * 2
    overlay.wireframe_threshold, overlay.show_wireframes = 0.25, True
    assert (api.viewport().wire_threshold, api.viewport().shows_wires) == (0.25, True)
    overlay.show_overlays = False
    assert not api.viewport().shows_wires


def test_hair_displayed_as_wire_is_not_drawn_and_a_cloud_is_its_points():
    hair("Hair", [(-1, 0, 0), (1, 0, 0)]).display_type = "WIRE"
    cloud("Cloud", [(0, 3, 0)]).display_type = "WIRE"
    assert api.pick(*looking_at((0, 0, 0))) is None
    assert api.pick(*looking_at((0, 3, 0), (5, 0))).kind == "POINT"


def test_edges_are_read_once_for_all_instances_and_only_where_they_are_drawn():
    source = build.collection("Source", linked=False)
    build.cube("Cube", collection=source)
    for x in range(3):
        build.collection_instance(f"Empty {x}", source, location=(4.0 * x, 0, 0))
    build.plane("Plain", location=(0, 9, 0))
    build.update()
    api.pick(*looking_at((1, 0, 1)))
    count = store.extraction_count
    bpy.data.objects["Cube"].show_wire = True
    build.update()
    for x in (0, 4, 8):
        assert api.pick(*looking_at((x + 1, 0, 1))).kind == "EDGE"
    assert store.extraction_count == count + 1
    api.pick(*looking_at((1, 0, 1)), options=api.PickOptions(kinds={"FACE"}))
    assert store.extraction_count == count + 1


def test_grid_of_many_edges_is_picked_at_the_right_one():
    """Blocks of edges far from the pixel are passed over."""
    grid = operated(bpy.ops.mesh.primitive_grid_add, x_subdivisions=90, y_subdivisions=70, size=2)
    grid.display_type = "WIRE"
    rng = np.random.default_rng(3)
    mesh = grid.data
    for edge in rng.choice(len(mesh.edges), 20, replace=False):
        ends = np.array([mesh.vertices[number].co for number in mesh.edges[int(edge)].vertices], dtype=float)
        pick = api.pick(*looking_at(ends.mean(axis=0), distance=1.0))
        assert (pick.kind, pick.element_index) == ("EDGE", edge)
