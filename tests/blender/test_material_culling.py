"""Case E10: faces of materials with Backface Culling are passed over from behind where Blender draws materials.

Measured in Blender 5.3: Material Preview and EEVEE leave them out, and draw nothing of a mirrored object in its place;
the viewport's own Backface Culling counts in solid shading alone, that of the scene's display where Workbench renders.
"""

import bpy
import numpy as np
import pytest

from addon import api

from . import build
from .test_lines_and_points import edges_object

PREVIEW = {"shading": "MATERIAL", "culls_by_material": True}
FROM_BELOW = {"eye": (0.1, 0.13, -5.0), "target": (0.1, 0.13, 0.0)}


def material(culls):
    made = bpy.data.materials.new("Culled" if culls else "Plain")
    made.use_backface_culling = culls
    return made


def stack():
    """Planes that face upwards: seen from below the lowest one is culled, the next not."""
    for name, height, culls in (("Lowest", 0.0, True), ("Middle", 1.0, False), ("Highest", 2.0, True)):
        build.plane(name, location=(0, 0, height)).data.materials.append(material(culls))


def names(picks):
    return [pick.object_name for pick in picks]


def test_culled_material_is_passed_over_from_behind_alone():
    stack()
    below = build.view_from(**FROM_BELOW, **PREVIEW)
    assert names(api.pick_all(below, build.MIDDLE_PX)) == ["Middle"]
    assert names(api.pick_all(build.view_down(**PREVIEW), build.MIDDLE_PX)) == ["Highest", "Middle", "Lowest"]
    every = api.PickOptions(ignore_culling=True)
    assert names(api.pick_all(below, build.MIDDLE_PX, options=every)) == ["Lowest", "Middle", "Highest"]
    solid = build.view_from(**FROM_BELOW)
    assert names(api.pick_all(solid, build.MIDDLE_PX)) == ["Lowest", "Middle", "Highest"]


def test_rays_of_scripts_pass_it_over_and_a_miss_says_that_it_is_culled():
    stack()
    below = build.view_from(**FROM_BELOW, **PREVIEW)
    rays = [(0.1, 0.13, -5.0)], [(0, 0, 1)]
    hits = api.cast_rays(*rays, viewport=below)
    assert hits.instances[hits.instance_index[0]].object_name == "Middle"
    assert api.cast_rays(*rays).t.tolist() == [5.0]
    bpy.data.objects["Middle"].hide_viewport = True
    build.update()
    assert api.pick(below, build.MIDDLE_PX) is None
    assert api.why_missed(below, build.MIDDLE_PX).skipped == {"HIDDEN": 1, "CULLED": 2}


def test_line_behind_a_culled_face_is_seen():
    build.plane("Plane").data.materials.append(material(True))
    edges_object("Edge", [(-1, 0.13, 1), (1, 0.13, 1)], [(0, 1)])
    assert api.pick(build.view_from(**FROM_BELOW), build.MIDDLE_PX).object_name == "Plane"
    assert api.pick(build.view_from(**FROM_BELOW, **PREVIEW), build.MIDDLE_PX).object_name == "Edge"


@pytest.mark.parametrize("link", ("DATA", "OBJECT"))
def test_material_of_each_face_counts_and_one_beyond_the_slots_is_the_last(link):
    corners = [(x, y, 0) for y in (-1, 1) for x in range(-2, 2)]
    obj = build.mesh_object("Strip", corners, [(i, i + 1, i + 5, i + 4) for i in range(3)])
    for culls in (False, True):
        obj.data.materials.append(material(culls and link == "DATA"))
    if link == "OBJECT":
        obj.material_slots[1].link, obj.material_slots[1].material = "OBJECT", material(True)
    for face, index in zip(obj.data.polygons, (0, 1, 7), strict=True):
        face.material_index = index
    build.update()
    found = []
    for x in (-1.5, -0.5, 0.5):
        below = build.view_from((x, 0.1, -5.0), (x, 0.1, 0.0), **PREVIEW)
        found.append(api.pick(below, build.MIDDLE_PX) is not None)
    assert found == [True, False, False]


def test_hidden_mesh_that_is_not_evaluated_has_the_materials_it_has_now():
    plane = build.plane()
    for culls in (False, True):
        plane.data.materials.append(material(culls))
    plane.hide_viewport = True
    build.update()
    found = []
    for index in (0, 1, 0):
        plane.data.polygons[0].material_index = index
        below = build.view_from(**FROM_BELOW, **PREVIEW)
        found.append(
            api.pick(below, build.MIDDLE_PX, options=api.PickOptions(include_hidden=True)) is not None
        )
    assert found == [True, False, True]


@pytest.mark.parametrize("scale", ((1, 1, -1), (-1, 1, 1)))
def test_mirrored_object_keeps_its_front(scale):
    plane = build.plane()
    plane.scale = scale
    plane.data.materials.append(material(True))
    build.update()
    front_is_up = np.prod(scale) > 0 or scale[2] > 0
    seen = [
        api.pick(viewport, build.MIDDLE_PX) is not None
        for viewport in (build.view_down(**PREVIEW), build.view_from(**FROM_BELOW, **PREVIEW))
    ]
    assert seen == [front_is_up, not front_is_up]


def test_flags_follow_the_shading_and_the_renderer():
    space, _, _ = build.live_view()
    render, display = bpy.context.scene.render, bpy.context.scene.display
    eevee = "BLENDER_EEVEE" if bpy.app.version >= (5, 0) else "BLENDER_EEVEE_NEXT"
    space.shading.show_backface_culling = True
    found = {}
    for engine in (eevee, "BLENDER_WORKBENCH"):
        render.engine = engine
        for shading in ("SOLID", "RENDERED") if engine == "BLENDER_WORKBENCH" else ("MATERIAL", "RENDERED"):
            space.shading.type = shading
            for display.shading.show_backface_culling in (False, True):
                viewport = api.viewport()
                found[engine == eevee, shading, display.shading.show_backface_culling] = (
                    viewport.cull_backfaces,
                    viewport.culls_by_material,
                    viewport.draws_every_face,
                )
    by_material, all_faces, none = (False, True, False), (True, False, False), (False, False, False)
    assert found == {
        (True, "MATERIAL", False): by_material,
        (True, "MATERIAL", True): by_material,
        (True, "RENDERED", False): (False, True, True),
        (True, "RENDERED", True): (False, True, True),
        (False, "SOLID", False): all_faces,
        (False, "SOLID", True): all_faces,
        (False, "RENDERED", False): none,
        (False, "RENDERED", True): all_faces,
    }


@pytest.mark.parametrize("display_type", ("WIRE", "BOUNDS"))
def test_renderer_draws_faces_whatever_they_are_displayed_as(display_type):
    build.cube().display_type = display_type
    assert api.pick(build.view_down((0.1, 0.13, 5.0)), build.MIDDLE_PX) is None
    rendered = build.view_down((0.1, 0.13, 5.0), shading="RENDERED", draws_every_face=True)
    assert api.pick(rendered, build.MIDDLE_PX).kind == "FACE"
