"""Departures from picking what is drawn: cases D7, E5, E8, F12."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build
from .test_visibility import HIDING

NOT_EVALUATED = {"hide_viewport", "collection monitor", "exclude"}


@pytest.fixture
def two_cubes():
    """A small cube below a bigger one that would be hit first."""
    return build.cube("Small", 1.0), build.cube("Big", 2.0, collection=build.collection("Bigs"))


def pick_all_down(**options):
    return api.pick_all(build.view_down(), build.MIDDLE_PX, options=api.PickOptions(**options))


@pytest.mark.parametrize("way", HIDING)
def test_e5_hidden_objects_are_picked_on_request(two_cubes, way):
    big = two_cubes[1]
    thicker = big.modifiers.new("Thicker", "SOLIDIFY")
    thicker.offset, thicker.use_even_offset = 1.0, True
    HIDING[way](big)
    counts = [len(data) for data in (bpy.data.objects, bpy.data.meshes)]
    assert build.pick_down().object_name == "Small"
    pick = build.pick_down(include_hidden=True)
    assert (pick.object_name, pick.object, pick.is_instance) == ("Big", big, False)
    # The modifier adds a hundredth.
    assert pick.location[2] == pytest.approx(2.0 if way in NOT_EVALUATED else 2.01)
    assert (pick.stale is not None) is (way in NOT_EVALUATED)
    assert not big.visible_get() and [len(data) for data in (bpy.data.objects, bpy.data.meshes)] == counts
    miss = api.why_missed(
        build.view_down(eye=(1.5, 1.5, 100)), build.MIDDLE_PX, options=api.PickOptions(include_hidden=True)
    )
    assert str(miss) == "Not a miss: Big is there"
    hits = api.cast_rays([(1.5, 1.5, 9)], [(0, 0, -1)], options=api.PickOptions(include_hidden=True))
    assert hits.instances[hits.instance_index[0]].object_name == "Big"


@pytest.mark.parametrize("way", sorted(NOT_EVALUATED))
def test_e5_edits_of_what_is_not_evaluated_are_seen_and_parents_place_it(two_cubes, way):
    big = two_cubes[1]
    HIDING[way](big)
    assert build.pick_down(include_hidden=True).location[2] == pytest.approx(2.0)
    for vertex in big.data.vertices:
        vertex.co.z += 1.0
    assert build.pick_down(include_hidden=True).location[2] == pytest.approx(3.0)
    big.parent = build.link(bpy.data.objects.new("Parent", None))
    big.parent.location.z = 4.0
    big.location.z = 0.5
    build.update()
    pick = build.pick_down(include_hidden=True, kinds={"FACE"})
    assert pick.location == pytest.approx((0.1, 0.13, 7.5))
    assert pick.location_local == pytest.approx((0.1, 0.13, 3.0))
    assert pick.original_face_index == pick.face_index


def of_kind(kind):
    adders = {
        "CURVE": lambda: bpy.ops.curve.primitive_bezier_circle_add(radius=1.0),
        "FONT": lambda: bpy.ops.object.text_add(location=(1.0, 1.0, 0.0)),
        "META": lambda: bpy.ops.object.metaball_add(radius=4.0),
        "ARMATURE": bpy.ops.object.armature_add,
        "LIGHT": bpy.ops.object.light_add,
        "LATTICE": lambda: bpy.ops.object.add(type="LATTICE"),
        "EMPTY": bpy.ops.object.empty_add,
    }
    adders[kind]()
    obj = bpy.context.object
    if kind == "CURVE":
        obj.data.bevel_depth = 0.95
    if kind == "FONT":
        obj.data.body, obj.data.size, obj.data.align_x, obj.data.align_y = "I", 10.0, "CENTER", "CENTER"
    bpy.context.scene.collection.objects.unlink(obj)
    build.collection("Bigs").objects.link(obj)
    return obj


@pytest.mark.parametrize("way", HIDING)
@pytest.mark.parametrize("kind", ("CURVE", "FONT", "META", "ARMATURE", "LIGHT", "LATTICE", "EMPTY"))
def test_e5_hidden_objects_of_every_kind(kind, way):
    obj = of_kind(kind)
    viewport = build.view_from((1.0, 1.0, 50.0), (1.0, 1.0, 0.0))
    shown = api.pick(viewport, build.MIDDLE_PX, options=api.PickOptions(tolerance_px=100))
    assert shown.object == obj
    HIDING[way](obj)
    options = api.PickOptions(tolerance_px=100, include_hidden=True)
    pick = api.pick(viewport, build.MIDDLE_PX, options=options)
    if kind == "META" and way in NOT_EVALUATED:
        # Blender makes the surface of metaballs only while it evaluates them.
        assert pick is None and api.why_missed(viewport, build.MIDDLE_PX, options=options).skipped == {
            "STALE": 1
        }
    else:
        assert (pick.object, pick.kind, pick.index) == (obj, shown.kind, shown.index)
        assert pick.location == pytest.approx(shown.location, abs=1e-5)


def test_e5_what_is_outside_the_local_view_or_filtered_by_type_counts_as_hidden(two_cubes):
    small, big = two_cubes
    space, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location = (0.1, 0.13, 0)
    small.select_set(True)
    big.select_set(False)
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)
    middle = api.viewport().size_px / 2
    options = api.PickOptions(include_hidden=True)
    assert [api.pick(api.viewport(), middle, options=one).object_name for one in (None, options)] == [
        "Small",
        "Big",
    ]
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)
    space.show_object_viewport_mesh = False
    assert api.pick(api.viewport(), middle) is None
    assert api.pick(api.viewport(), middle, options=options).object_name == "Big"


def test_e5_instances_of_an_instancer_whose_collection_eye_is_off():
    source = build.collection("source", linked=False)
    build.cube("Source", collection=source)
    build.collection_instance("Empty", source, into=build.collection("Bigs"))
    HIDING["collection eye"](None)
    assert build.pick_down() is None
    pick = build.pick_down(include_hidden=True, kinds={"FACE"})
    assert (pick.object_name, pick.instancer_path, pick.stale) == ("Source", ("Empty",), None)


def test_e5_what_is_ignored_stays_so_when_hidden(two_cubes):
    HIDING["hide_set"](two_cubes[1])
    assert build.pick_down(include_hidden=True, ignored=("Big",)).object_name == "Small"
    options = api.PickOptions(include_hidden=True, ignored=("Big",))
    miss = api.why_missed(build.view_down(eye=(1.5, 1.5, 100)), build.MIDDLE_PX, options=options)
    assert miss.skipped == {"FILTERED": 1}


CLICK_THROUGH = {
    "name": lambda big: big.name,
    "object": lambda big: big,
    "collection name": lambda big: "Bigs",
    "collection": lambda big: bpy.data.collections["Bigs"],
    "collection around": lambda big: bpy.data.collections["Around"],
}


@pytest.fixture
def glass_before(two_cubes):
    around = build.collection("Around")
    around.children.link(bpy.data.collections["Bigs"])
    bpy.context.scene.collection.children.unlink(bpy.data.collections["Bigs"])
    return two_cubes


@pytest.mark.parametrize("way", CLICK_THROUGH)
def test_e8_click_through_is_picked_only_where_nothing_else_is(glass_before, way):
    entry = CLICK_THROUGH[way](glass_before[1])
    assert build.pick_down().object_name == "Big"
    picks = pick_all_down(click_through=(entry,))
    assert [pick.object_name for pick in picks] == ["Small", "Small", "Big", "Big"]
    assert build.pick_down(click_through=entry).object_name == "Small"
    assert build.pick_down(eye=(1.5, 1.5, 100), click_through=entry).object_name == "Big"
    hits = api.cast_rays(
        [(0, 0, 9), (1.5, 1.5, 9), (9, 9, 9)],
        [(0, 0, -1)] * 3,
        options=api.PickOptions(click_through=entry),
    )
    assert hits.t.tolist() == [8.0, 7.0, np.inf]
    assert [hits.instances[index].object_name for index in hits.instance_index[:2]] == ["Small", "Big"]
    assert hits.instance_index[2] == -1


def test_e8_in_front_does_not_bring_it_forward(two_cubes):
    two_cubes[1].show_in_front = True
    assert build.pick_down(click_through="Big").object_name == "Small"


def test_e8_click_through_hides_no_line_behind_it_but_its_own():
    build.plane("Glass", 2.0, location=(0, 0, 1))
    build.mesh_object("Line", [(-1, 0.13, 0), (1, 0.13, 0)], []).data.edges.add(1)
    bpy.data.objects["Line"].data.edges[0].vertices = (0, 1)
    bpy.data.objects["Line"].data.update()
    assert build.pick_down().object_name == "Glass"
    assert [pick.object_name for pick in pick_all_down(click_through="Glass")] == ["Line", "Glass"]
    both = pick_all_down(click_through=("Glass", "Line"))
    assert [pick.object_name for pick in both] == ["Glass", "Line"]


def test_e8_all_that_instances_of_such_a_collection_place():
    inner, outer = build.collection("inner", linked=False), build.collection("outer", linked=False)
    build.cube("Glass", 2.0, collection=inner)
    build.collection_instance("Inner empty", inner, into=outer)
    build.collection_instance("Outer empty", outer)
    build.cube("Small")
    for entry in ("inner", "outer", outer, "Outer empty", "Glass"):
        assert build.pick_down(click_through=entry, kinds={"FACE"}).object_name == "Small"
    assert build.pick_down(click_through="Inner empty", kinds={"FACE"}).object_name == "Glass"


def test_d7_instances_that_a_predicate_refuses_are_passed_over():
    source = build.collection("source", linked=False)
    build.cube("Source", collection=source)
    for number in range(3):
        build.collection_instance(f"Empty {number}", source, location=(0, 0, 10 * number))
    seen = []

    def is_above(instance):
        seen.append((instance.object_name, instance.instancer_path, instance.persistent_id))
        return instance.matrix_world[2, 3] > 15

    pick = build.pick_down(ignored=(is_above,), kinds={"FACE"})
    assert (pick.instancer_path, pick.location[2]) == (("Empty 1",), 11.0)
    assert ("Source", ("Empty 2",), (0,)) in seen
    heights = {round(float(pick.location[2])) for pick in pick_all_down(ignored=is_above, kinds={"FACE"})}
    assert heights == {11, 9, 1, -1}
    options = api.PickOptions(ignored=is_above)
    assert api.cast_rays([(0, 0, 50)], [(0, 0, -1)], options=options).t.tolist() == [39.0]
    refuse = api.PickOptions(ignored=("Nothing", lambda instance: instance.is_instance))
    miss = api.why_missed(build.view_down(eye=(0.5, 0.7, 50)), build.MIDDLE_PX, options=refuse)
    assert miss.skipped == {"FILTERED": 3}


def test_d7_the_error_of_a_predicate_is_the_callers():
    build.cube()
    with pytest.raises(ZeroDivisionError):
        build.pick_down(ignored=lambda instance: 1 / 0)


def test_f12_coincident_planes_are_both_listed_in_one_order_and_flagged():
    build.plane("B", 2.0)
    turned = build.plane("A", 3.0)
    turned.rotation_euler = (0, 0, 0.7)
    build.cube("Below", location=(0, 0, -5))
    picks = pick_all_down()
    assert [(pick.object_name, pick.coincident) for pick in picks] == [
        *((name, True) for name in sorted(("A", "B"), key=[p.object_name for p in picks].index)),
        ("Below", False),
        ("Below", False),
    ]
    assert [p.object_name for p in pick_all_down()] == [p.object_name for p in picks]
    assert build.pick_down().coincident
    turned.location.z = 1e-4
    assert not any(pick.coincident for pick in pick_all_down())


def test_f12_far_from_the_origin_single_precision_counts():
    for name, angle in (("A", 0.0), ("B", 0.3)):
        one = build.plane(name, 5.0, location=(3e4, 0, 3e4))
        one.rotation_euler = (0.4, 0.2, angle)
    other = bpy.data.objects["B"]
    build.update()
    # The same plane, met at another angle: its matrix is rounded otherwise.
    other.matrix_world = bpy.data.objects["A"].matrix_world @ other.matrix_basis.Rotation(0.3, 4, "Z")
    view = build.view_from((3e4, 0, 3e4 + 10), (3e4, 0, 3e4))
    picks = api.pick_all(view, build.MIDDLE_PX)
    assert [pick.coincident for pick in picks] == [True, True]


def test_f12_faces_of_one_mesh_and_what_only_crosses_or_shares_an_edge():
    square = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    doubled = build.mesh_object("Doubled", square + square, [(0, 1, 2, 3), (4, 5, 6, 7)])
    assert [(pick.face_index, pick.coincident) for pick in pick_all_down()] == [(0, True), (1, True)]
    doubled.hide_set(True)
    build.mesh_object("Halves", [*square, (0, -1, 0), (0, 1, 0)], [(0, 4, 5, 3), (4, 1, 2, 5)])
    view = build.view_down(eye=(0.0, 0.0, 10.0))
    assert [pick.coincident for pick in api.pick_all(view, build.MIDDLE_PX)] == [False]
    build.plane("Crossing").rotation_euler = (0.0, 1.0, 0.0)
    assert [pick.coincident for pick in api.pick_all(view, build.MIDDLE_PX)] == [False, False]


@pytest.mark.parametrize(
    "options",
    (
        {"geometry": "x"}, {"geometry": None}, {"snap": "x"}, {"snap": 1},
        {"snap": {"VERTEX", "EDGE"}}, {"snap": {"OFF", "FLOOR"}}, {"snap": {"FLOOR", "CURSOR"}},
        {"snap": ("VERTEX", 1)}, {"include_hidden": 1}, {"see_through": 1}, {"tolerance_px": -1},
        {"min_distance": float("nan")}, {"ignore_culling": 1}, {"ignored": (1.5,)}, {"kinds": "NOTHING"},
        {"click_through": (1.5,)}, {"click_through": (len,)}, {"click_through": 2.5},
    ),
)  # fmt: skip
def test_options_that_cannot_be_had_are_refused_by_name(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))}.*expected.*got"):
        api.PickOptions(**options)


@pytest.mark.parametrize("option", ("ignored", "click_through"))
def test_objects_that_were_removed_are_refused(option):
    cube = build.cube()
    bpy.data.objects.remove(cube)
    with pytest.raises(ValueError, match=f"{option}: expected live data-blocks, got one that was removed"):
        api.PickOptions(**{option: (cube,)})
