"""Cases E: a pick sees what the viewport draws."""

import bpy
import pytest

from addon import api

from . import build


def hide_layer(attribute):
    def hide(_obj):
        setattr(bpy.context.view_layer.layer_collection.children["Bigs"], attribute, True)

    return hide


HIDING = {
    "hide_set": lambda obj: obj.hide_set(True),
    "hide_viewport": lambda obj: setattr(obj, "hide_viewport", True),
    "collection eye": hide_layer("hide_viewport"),
    "collection monitor": lambda _obj: setattr(bpy.data.collections["Bigs"], "hide_viewport", True),
    "exclude": hide_layer("exclude"),
}
NOT_HIDING = {
    "holdout": hide_layer("holdout"),
    "indirect_only": hide_layer("indirect_only"),
    "hide_render": lambda obj: setattr(obj, "hide_render", True),
    "hide_select": lambda obj: setattr(obj, "hide_select", True),
}


@pytest.mark.parametrize("way", HIDING)
def test_e2_hidden_objects_are_passed_over_and_counted(two_cubes, way):
    assert build.pick_down().object_name == "Big"
    HIDING[way](two_cubes[1])
    assert build.pick_down().object_name == "Small"
    assert api.pick(api.viewport(), (1, 1)) is None
    miss = api.why_missed(build.view_down(eye=(1.5, 1.5, 100)), build.MIDDLE_PX)
    assert miss.skipped == {"HIDDEN": 1}
    assert str(miss) == "Nothing there: 1 object skipped, hidden"


@pytest.mark.parametrize("way", NOT_HIDING)
def test_e2_what_only_concerns_renders_or_selection_hides_nothing(two_cubes, way):
    NOT_HIDING[way](two_cubes[1])
    assert build.pick_down().object_name == "Big"


def test_e1_local_view_shows_only_what_is_in_it(two_cubes):
    small, big = two_cubes
    _, _, region_3d = build.live_view()
    region_3d.view_perspective = "ORTHO"
    region_3d.view_rotation = (1, 0, 0, 0)
    region_3d.view_location = (0.1, 0.13, 0)
    middle = api.viewport().size_px / 2
    assert api.pick(api.viewport(), middle).object_name == "Big"
    bpy.context.view_layer.objects.active = small
    small.select_set(True)
    big.select_set(False)
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)
    viewport = api.viewport()
    assert api.pick(viewport, middle).object_name == "Small"
    beside_small, _ = viewport.view.project([(1.5, 1.5, 0.0)])
    assert api.why_missed(viewport, beside_small[0]).skipped == {"LOCAL_VIEW": 1}
    assert api.why_missed(viewport, (1, 1)).skipped == {}
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)
    assert api.pick(api.viewport(), middle).object_name == "Big"


def test_e6_unselectable_is_passed_over_when_the_pick_selects(two_cubes):
    two_cubes[1].hide_select = True
    assert build.pick_down(selectable_only=True).object_name == "Small"
    two_cubes[1].hide_select = False
    assert build.pick_down(selectable_only=True).object_name == "Big"
    bpy.data.collections["Bigs"].hide_select = True
    assert build.pick_down(selectable_only=True).object_name == "Small"


def test_e9_plane_seen_from_the_back_is_hit_unless_culled():
    build.plane()
    back = build.view_from((0.1, 0.13, -5), (0.1, 0.13, 0))
    assert api.pick(back, build.MIDDLE_PX).front_face is False
    culling = build.view_from((0.1, 0.13, -5), (0.1, 0.13, 0), cull_backfaces=True)
    assert api.pick(culling, build.MIDDLE_PX) is None
    assert (
        str(api.why_missed(culling, build.MIDDLE_PX)) == "Nothing there: 1 object skipped, seen from behind"
    )
    assert api.pick(culling, build.MIDDLE_PX, options=api.PickOptions(ignore_culling=True)) is not None


def test_e10_culling_looks_into_a_room(two_cubes):
    viewport = build.view_from((0.1, 0.13, 50), (0.1, 0.13, 0), cull_backfaces=True)
    assert [pick.front_face for pick in api.pick_all(viewport, build.MIDDLE_PX)] == [True, True]
    for polygon in two_cubes[1].data.polygons:
        polygon.flip()
    two_cubes[1].data.update()
    assert [pick.object_name for pick in api.pick_all(viewport, build.MIDDLE_PX)] == ["Small", "Big"]
    assert api.pick(viewport, build.MIDDLE_PX).object_name == "Small"


def test_e11_in_front_wins_over_what_is_nearer(two_cubes):
    two_cubes[0].show_in_front = True
    assert build.pick_down().object_name == "Small"
    assert [p.object_name for p in api.pick_all(build.view_down(), build.MIDDLE_PX)] == [
        "Small",
        "Small",
        "Big",
        "Big",
    ]
    assert build.pick_down(true_depth=True).object_name == "Big"


def test_e14_type_filter_of_the_viewport_is_respected():
    """Before 5.3 Blender draws the surface of a text as a mesh: the filter of meshes hides it, not that of texts."""
    is_filtered_as_text = bpy.app.version >= (5, 3)
    build.plane("Ground", 10.0)
    text = bpy.data.curves.new("Text", "FONT")
    text.body, text.size = "I", 10.0
    obj = build.link(bpy.data.objects.new("Text", text))
    obj.location.z = 1.0
    space, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    build.update()
    centre = sum((obj.matrix_world @ _vector(corner) for corner in obj.bound_box), _vector((0, 0, 0))) / 8
    region_3d.view_location = centre
    middle = api.viewport().size_px / 2
    assert api.pick(api.viewport(), middle).object_name == "Text"
    space.show_object_viewport_font = False
    assert api.pick(api.viewport(), middle).object_name == ("Ground" if is_filtered_as_text else "Text")
    space.show_object_viewport_mesh = False
    assert api.pick(api.viewport(), middle) is None
    assert api.why_missed(api.viewport(), middle).skipped == {"FILTERED": 2}
    space.show_object_viewport_font = True
    pick = api.pick(api.viewport(), middle)
    assert (pick and pick.object_name) == ("Text" if is_filtered_as_text else None)


def _vector(values):
    from mathutils import Vector

    return Vector(values)


@pytest.mark.parametrize("display_type", ("WIRE", "BOUNDS"))
def test_e15_wires_and_bounds_are_never_solid(two_cubes, display_type):
    two_cubes[1].display_type = display_type
    assert build.pick_down().object_name == "Small"
    source = build.collection("Source", linked=False)
    build.cube("Within", 3.0, collection=source)
    empty = build.collection_instance("Empty", source)
    assert build.pick_down().object_name == "Within"
    empty.display_type = display_type
    # The lines of the empty itself are farther than this.
    assert build.pick_down(tolerance_px=1.0).object_name == "Small"


def test_instancer_that_is_not_shown_shows_its_instances():
    instancer = build.plane("Instancer", 5.0, location=(0, 0, 3))
    child = build.cube("Child", 0.5)
    child.parent, instancer.instance_type = instancer, "VERTS"
    beside_the_child = (2.0, 2.0, 100.0)
    instancer.show_instancer_for_viewport = False
    assert build.pick_down(eye=beside_the_child) is None
    pick = build.pick_down(eye=(5.1, 5.13, 100))
    assert (pick.object_name, pick.instancer_path) == ("Child", ("Instancer",))
    instancer.show_instancer_for_viewport = True
    assert build.pick_down(eye=beside_the_child).object_name == "Instancer"


def test_emitter_that_is_not_shown_shows_its_particles():
    child = build.cube("Child", 0.1, location=(500, 0, 0))
    emitter = build.plane("Emitter", 5.0)
    emitter.modifiers.new("Particles", "PARTICLE_SYSTEM")
    settings = emitter.particle_systems[0].settings
    settings.type, settings.count, settings.render_type = "HAIR", 5, "OBJECT"
    settings.instance_object = child
    assert build.pick_down().object_name == "Emitter"
    emitter.show_instancer_for_viewport = False
    assert build.pick_down() is None


def test_ignored_objects_are_passed_over_by_name_by_object_and_by_instancer(two_cubes):
    assert build.pick_down(ignored=("Big",)).object_name == "Small"
    assert build.pick_down(ignored=two_cubes[1]).object_name == "Small"
    source = build.collection("Source", linked=False)
    build.cube("Within", 3.0, collection=source)
    build.collection_instance("Empty", source)
    assert build.pick_down(ignored=("Empty",)).object_name == "Big"


def test_f19_min_distance_passes_over_what_is_nearer(two_cubes):
    assert build.pick_down(min_distance=98.5).location[2] == pytest.approx(1.0)
    hits = api.cast_rays([(0.1, 0.13, 2.0)], [(0, 0, -2)], options=api.PickOptions(min_distance=0.5))
    assert hits.t.tolist() == [0.5]
