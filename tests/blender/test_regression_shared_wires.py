"""Case E15: before 4.4 the instances of a mesh share the edges that the first is drawn with, until flags differ."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene.shared_wires import IS_SHARED

from . import build, kinds, pictures

CORNERS = ((-0.5, -0.5, 0), (0.5, -0.5, 0.2), (0.5, 0.5, 0), (-0.5, 0.5, 0), (0, -0.2, 0.6), (0.1, 0.3, 0.6))
TEXTURED, WIRE, BOUNDS = "TEXTURED", "WIRE", "BOUNDS"
# What the three instancers are displayed as, a flag that the second has; which show the edges of faces and which loose
# ones: before 4.4, and from then on. Measured on Blender 4.3.2 and 5.3.0.
SOLID = (
    ((TEXTURED, WIRE, WIRE), None, ((), (0, 1, 2)), ((1, 2), (0, 1, 2))),
    ((WIRE, TEXTURED, TEXTURED), None, ((0, 1, 2), (0, 1, 2)), ((0,), (0, 1, 2))),
    ((BOUNDS, WIRE, TEXTURED), None, ((), ()), ((1,), (1, 2))),
    ((WIRE, BOUNDS, TEXTURED), None, ((0, 2), (0, 2)), ((0,), (0, 2))),
    ((TEXTURED, WIRE, TEXTURED), "hide_select", ((1,), (0, 1, 2)), ((1,), (0, 1, 2))),
    ((TEXTURED, WIRE, TEXTURED), "hide_render", ((1,), (0, 1, 2)), ((1,), (0, 1, 2))),
    ((WIRE, TEXTURED, WIRE), "select", ((0, 2), (0, 1, 2)), ((0, 2), (0, 1, 2))),
    ((WIRE, BOUNDS, TEXTURED), "hide_select", ((0,), (0, 2)), ((0,), (0, 2))),
    ((WIRE, TEXTURED, TEXTURED), "show_in_front", ((0, 1, 2), (0, 1, 2)), ((0,), (0, 1, 2))),
)
WIREFRAME = (
    ((BOUNDS, TEXTURED, WIRE), None, ((), ()), ((1, 2), (1, 2))),
    ((TEXTURED, BOUNDS, WIRE), None, ((0, 2), (0, 2)), ((0, 2), (0, 2))),
)
CASES = [("SOLID", *case) for case in SOLID] + [("WIREFRAME", *case) for case in WIREFRAME]


def build_scene(shading, displays, flag):
    """Three instances of two faces and a loose edge, 2 units apart, in the live view; returns how it is seen."""
    source = build.collection("Source", linked=False)
    mesh = bpy.data.meshes.new("Source")
    mesh.from_pydata(CORNERS, [(4, 5)], [(0, 1, 2), (0, 2, 3)])
    source.objects.link(bpy.data.objects.new("Source", mesh))
    for number, display_type in enumerate(displays):
        instancer = build.collection_instance(f"Instancer {number}", source, (2 * number - 2, 0, 0))
        instancer.display_type, instancer.empty_display_size = display_type, 0.001
        if flag == "select" and number == 1:
            instancer.select_set(True)
        elif flag and number == 1:
            setattr(instancer, flag, True)
    space = build.live_view()[0]
    space.shading.type, space.shading.show_object_outline = shading, False
    build.update()
    return build.view_down((0, 0, 8), shown_uids=api.viewport().shown_uids, shading=shading)


def places_px(viewport, place):
    """Where a place of the mesh is seen, of each instance."""
    places = np.add(place, [(-2, 0, 0), (0, 0, 0), (2, 0, 0)])
    return viewport.view.project(places.astype(np.float64))[0]


@pytest.mark.parametrize("shading, displays, flag, shared, own", CASES)
@pytest.mark.usefixtures("gpu")
def test_edges_of_instances_are_picked_where_the_first_of_them_has_them(shading, displays, flag, shared, own):
    viewport = build_scene(shading, displays, flag)
    options = api.PickOptions(kinds={"EDGE"}, tolerance_px=2.0)
    space, region, _ = build.live_view()
    picture = pictures.changed_by(space, region, viewport, space.overlay, show_overlays=False)
    of_sides, of_loose = shared if IS_SHARED else own
    for place, expected in ((np.mean(CORNERS[2:4], axis=0), of_sides), (CORNERS[4], of_loose)):
        for number, (x, y) in enumerate(places_px(viewport, place)):
            is_hit = number in expected
            assert (api.pick(viewport, (x, y), options=options) is not None) is is_hit
            if shading == "SOLID" and displays[number] != BOUNDS:
                around = picture[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3]
                assert around.any() == is_hit


def test_selecting_an_instancer_between_two_picks_counts():
    viewport = build_scene("SOLID", (WIRE, TEXTURED, TEXTURED), None)
    options = api.PickOptions(kinds={"EDGE"}, tolerance_px=2.0)
    places = places_px(viewport, np.mean(CORNERS[2:4], axis=0))

    def hit():
        return [number for number, pick in enumerate(api.pick(viewport, places, options=options)) if pick]

    assert hit() == ([0, 1, 2] if IS_SHARED else [0])
    bpy.data.objects["Instancer 1"].select_set(True)
    build.update()
    assert hit() == [0]


@pytest.mark.usefixtures("gpu")
def test_edges_of_faces_that_an_instance_flattens_are_not_drawn_then():
    instancer = build.collection_instance("Instance", build.collection("Source", linked=False))
    build.cube("Cube", collection=instancer.instance_collection)
    kinds.edges_object("Line", [(0, -1, 0), (0, 1, 0)], [(0, 1)])
    line = bpy.data.objects["Line"]
    bpy.context.scene.collection.objects.unlink(line)
    instancer.instance_collection.objects.link(line)
    instancer.display_type, instancer.empty_display_size = WIRE, 1e-3
    view = build.view_from((10, 0, 5), (0, 0, 0), up=(0, 0, 1))
    space, region, _ = build.live_view()
    for scale, expected in (((1, 1, 1), True), ((1, 1, 0), not IS_SHARED), ((1, 1, 0.2), True)):
        instancer.scale = scale
        build.update()
        at = view.view.project([(-1.0, 0.3, scale[2]), (0.0, 0.5, 0.0)])[0]
        names = [pick and pick.object_name for pick in api.pick(view, at)]
        assert names == ["Cube" if expected else None, "Line"], scale
        bpy.data.objects["Line"].hide_viewport = True
        drawn = pictures.changed_pixels(space, region, view, instancer)
        assert drawn[int(at[0][1]) - 2 : int(at[0][1]) + 3, int(at[0][0])].any() == expected
        bpy.data.objects["Line"].hide_viewport = False
