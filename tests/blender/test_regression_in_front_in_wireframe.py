"""In a wireframe what is In Front does not hide what is not, as its faces are not drawn; found in random scenes."""

import bpy
import numpy as np
import pytest
from mathutils import Euler

from addon import api

from . import build, kinds, oracles, pictures

# Before 4.4 it hides nothing at all, not even what else is In Front.
HIDES_IN_FRONT = bpy.app.version >= (4, 4)
PLACE = (0.2, 0.1, -2.0)


def tube():
    data = bpy.data.curves.new("Cube", "CURVE")
    data.dimensions, data.bevel_depth = "3D", 0.8
    spline = data.splines.new("POLY")
    spline.points.add(1)
    spline.points[0].co, spline.points[1].co = (-2, 0, 0, 1), (2, 0, 0, 1)
    return build.link(bpy.data.objects.new("Cube", data))


def metaball():
    data = bpy.data.metaballs.new("Cube")
    data.elements.new().radius = 2.0
    return build.link(bpy.data.objects.new("Cube", data))


def instanced_cube():
    source = build.collection("Source", linked=False)
    build.collection_instance("Instance", source)
    return build.cube("Cube", collection=source)


@pytest.mark.parametrize("kind", ("mesh", "curve", "metaball", "instance"))
@pytest.mark.parametrize("is_front", (False, True))
@pytest.mark.parametrize("is_line_front", (False, True))
def test_line_is_hidden_by_faces_of_its_own_layer_alone(kind, is_front, is_line_front):
    makers = {"mesh": build.cube, "curve": tube, "metaball": metaball, "instance": instanced_cube}
    makers[kind]().show_in_front = is_front
    line = kinds.edges_object("Line", [(-3.0, 0.1, -2.0), (3.0, 0.1, -2.0)], [(0, 1)])
    line.show_in_front = is_line_front
    view = build.view_down((0.0, 0.0, 10.0), shading="WIREFRAME")
    pixel = view.view.project([PLACE])[0][0]
    names = {pick.object_name for pick in api.pick_all(view, pixel)}
    is_hidden = is_front == is_line_front and (HIDES_IN_FRONT or not is_front)
    assert ("Line" in names) is not is_hidden
    # Of what is In Front the depth alone counts when it is to.
    names = {pick.object_name for pick in api.pick_all(view, pixel, options=api.PickOptions(true_depth=True))}
    assert "Line" not in names


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[::2])
@pytest.mark.parametrize("is_front", (False, True))
@pytest.mark.parametrize("is_line_front", (False, True))
def test_pixels_of_a_line_behind_a_cube(is_front, is_line_front, view):
    space, region, region_3d = build.live_view()
    space.shading.type, space.shading.show_xray_wireframe = "WIREFRAME", False
    space.shading.show_object_outline = False
    oracles.look_from(region_3d, view)
    # Towards the viewer.
    obj = build.cube("Cube", 0.6, location=3.0 * Euler((1.1, 0.0, 0.6)).to_matrix().col[2])
    obj.show_in_front, obj.rotation_euler = is_front, (0.3, 0.4, 0.0)
    line = kinds.edges_object("Line", [(-2.0, -0.3, 0.1), (2.0, 0.3, 0.1)], [(0, 1)])
    line.show_in_front = is_line_front
    build.update()
    viewport = api.viewport()
    drawn = pictures.changed_pixels(space, region, viewport, line, smooth_wires=True)
    near, around = oracles.around(drawn, 1.0), oracles.around(drawn, 6.0)
    places = np.linspace((-2.0, -0.3, 0.1), (2.0, 0.3, 0.1), 200)
    options, seen = api.PickOptions(tolerance_px=2.0), {True: 0, False: 0}
    for pixel in viewport.view.project(places)[0]:
        row, column = int(pixel[1]), int(pixel[0])
        if near[row, column] or not around[row, column]:
            names = {pick.object_name for pick in api.pick_all(viewport, pixel, options=options)}
            assert ("Line" in names) == near[row, column], pixel
            seen[bool(near[row, column])] += 1
    is_hidden = is_front == is_line_front and (HIDES_IN_FRONT or not is_front)
    assert seen[True] > 50
    assert (seen[False] > 20) == is_hidden


def test_image_in_front_is_hidden_by_no_face():
    """Seen in pictures of 4.3.2, 5.2.2 and 5.3.0."""
    build.cube("Cube").show_in_front = True
    image = kinds.empty("IMAGE", 2.0)
    image.data, image.location = bpy.data.images.new("Image", 64, 64), (0, 0, -2)
    view = build.view_down((0.0, 0.0, 10.0), shading="WIREFRAME")
    for is_front in (False, True):
        image.show_in_front = is_front
        build.update()
        kinds_met = {pick.kind for pick in api.pick_all(view, np.add(build.MIDDLE_PX, 20))}
        assert "IMAGE" in kinds_met


@pytest.mark.parametrize("kind", ("hair", "cloud"))
@pytest.mark.parametrize("is_front", (False, True))
@pytest.mark.parametrize("is_line_front", (False, True))
def test_hair_and_points_are_hidden_by_faces_of_their_own_layer_alone(kind, is_front, is_line_front):
    """Seen in pictures of 4.3.2 and 5.2.2: of 2,003 pixels of hair In Front behind a cube 2,000 are drawn."""
    build.cube("Cube").show_in_front = is_front
    made = (
        kinds.hair("Line", np.array([(-3.0, 0.1, -2.0), (3.0, 0.1, -2.0)]))
        if kind == "hair"
        else kinds.cloud("Line", [PLACE], radius=0.05)
    )
    made.show_in_front = is_line_front
    build.update()
    view = build.view_down((0.0, 0.0, 10.0), shading="WIREFRAME")
    names = {pick.object_name for pick in api.pick_all(view, view.view.project([PLACE])[0][0])}
    is_hidden = is_front == is_line_front and (HIDES_IN_FRONT or not is_front)
    assert ("Line" in names) is not is_hidden
