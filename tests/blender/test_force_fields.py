"""Cases C3: force fields are picked by what they are drawn with, of empties, meshes, curves and instances."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene.options import EVERY_KIND

from . import build
from .kinds import cloud, edges_object, empty, strokes, with_field
from .test_drawn_pixels import askew, assert_drawn_is_hit
from .test_lines_and_points import looking_at

TUBE = {"falloff_type": "TUBE", "use_max_distance": True, "distance_max": 1.2}
CONE = {"falloff_type": "CONE", "use_max_distance": True, "distance_max": 1.2}
RADIAL = {"use_radial_max": True, "radial_max": 0.8, "use_radial_min": True, "radial_min": 0.4}


def guide(spline_type="POLY", is_cyclic=False):
    data = bpy.data.curves.new("Guide", "CURVE")
    data.dimensions, data.use_path = "3D", True
    spline = data.splines.new(spline_type)
    points = spline.bezier_points if spline_type == "BEZIER" else spline.points
    points.add(3)
    for point, place in zip(points, ((-1, 0, 0), (0, 0.5, 0), (0.5, -0.5, 0.5), (1, 0, 1)), strict=True):
        point.co = place if spline_type == "BEZIER" else (*place, 1.0)
    spline.use_cyclic_u = is_cyclic
    return build.link(bpy.data.objects.new("Guide", data))


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    "field_type, settings",
    (
        ("FORCE", {}),
        ("WIND", {"strength": 1.5}),
        ("VORTEX", {"strength": 1.0}),
        ("VORTEX", {"strength": -1.0}),
        ("MAGNET", {"use_max_distance": True, "distance_max": 1.2, "use_min_distance": True, "distance_min": 0.5}),
        ("BOID", TUBE),
        ("BOID", {"falloff_type": "TUBE", **RADIAL}),
        ("BOID", {**TUBE, **RADIAL}),
        ("BOID", CONE),
        ("BOID", {**CONE, "use_radial_max": True, "radial_max": 40.0, "use_min_distance": True, "distance_min": 0.6}),
    ),
)  # fmt: skip
def test_pixels_of_fields(field_type, settings):
    obj = askew(with_field(empty("PLAIN_AXES", 0.6), field_type, **settings))
    assert_drawn_is_hit(obj, "BOUNDS", "EMPTY")


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("is_cyclic", (False, True))
@pytest.mark.parametrize("spline_type", ("POLY", "BEZIER", "NURBS"))
def test_pixels_of_curve_guides(spline_type, is_cyclic):
    assert_drawn_is_hit(
        askew(with_field(guide(spline_type, is_cyclic), "GUIDE", strength=0.4)), "BOUNDS", "CURVE"
    )


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("field_type", ("FORCE", "WIND", "VORTEX"))
@pytest.mark.parametrize("of", (None, "MESH", "POINTCLOUD", "LIGHT", "GREASEPENCIL"))
def test_pixels_of_fields_of_instances(of, field_type):
    obj = with_field(source_of(of), field_type, strength=1.0)
    obj.location, obj.empty_display_size = (0.2, 0, 0), 0.5
    source = build.collection("Source", linked=False)
    source.objects.link(obj)
    bpy.context.scene.collection.objects.unlink(obj)
    placed = build.collection_instance("Place", source)
    placed.empty_display_size = 0.3
    assert_drawn_is_hit(askew(placed), *EVERY_KIND)


def source_of(object_type):
    if object_type == "MESH":
        return edges_object("Edges", [(0, 0, 0), (0.2, 0, 0)], [(0, 1)])
    if object_type == "POINTCLOUD":
        return cloud("Cloud", [(0, 0, 0)], radius=1e-3)
    if object_type == "GREASEPENCIL":
        return strokes(lines=[((0, 0, 0), (0.3, 0, 0))])[0]
    data = bpy.data.lights.new("Light", "POINT") if object_type == "LIGHT" else None
    return build.link(bpy.data.objects.new("Source", data))


def test_fields_do_not_depend_on_extras_but_on_overlays_and_on_their_object():
    obj = with_field(build.cube("Cube", 0.1), "WIND", strength=1.0)
    obj.empty_display_size = 1.0
    rim = looking_at((np.cos(0.8), np.sin(0.8), 0))
    pick = api.pick(*rim)
    assert (pick.kind, pick.object_name) == ("BOUNDS", "Cube")
    space, _, _ = build.live_view()
    for flag, is_drawn in (("show_extras", True), ("show_overlays", False)):
        setattr(space.overlay, flag, False)
        assert ("BOUNDS" not in api.viewport().hidden_kinds) is is_drawn
        setattr(space.overlay, flag, True)
    settings = {"hidden_kinds": {"EMPTY", "IMAGE", "ICON"}, "shows_extras": False}
    assert api.pick(*looking_at((np.cos(0.8), np.sin(0.8), 0), **settings)).object_name == "Cube"
    assert api.pick(*rim, options=api.PickOptions(kinds={"EDGE", "FACE"})) is None
    obj.field.type = "NONE"
    assert api.pick(*rim) is None


@pytest.mark.usefixtures("gpu")
def test_a_click_in_blender_on_a_field_selects_its_object():
    _, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location, region_3d.view_distance = (0, 0, 0), 10
    obj = with_field(empty("PLAIN_AXES", 0.05), "BOID", use_max_distance=True, distance_max=1.0)
    build.update()
    region_3d.update()
    viewport = api.viewport()
    for place in ((1, 0, 0), (0.7071, 0.7071, 0), (0, -1, 0), (0.5, 0.2, 0)):
        pixel = viewport.view.project(np.array([place]))[0][0]
        with build.live_override():
            bpy.ops.object.select_all(action="DESELECT")
            bpy.ops.view3d.select(location=[int(number) for number in pixel])
        pick = api.pick(viewport, pixel, options=api.PickOptions(kinds={"BOUNDS"}))
        assert obj.select_get() is (pick is not None) is (place[0] != 0.5)
