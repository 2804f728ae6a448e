"""Departures from picking what is drawn: cases D7, E8, F12."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build


def pick_all_down(**options):
    return api.pick_all(build.view_down(), build.MIDDLE_PX, options=api.PickOptions(**options))


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
    around = build.collection("around", linked=False)
    around.children.link(outer)
    for entry in ("inner", "outer", outer, "around", "Outer empty", "Glass"):
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
    pairs = [api.pick_all(view, (400.5 + 10 * number, 300.5)) for number in range(10)]
    assert [[pick.coincident for pick in pair] for pair in pairs] == [[True, True]] * 10
    assert any(pair[0].distance != pair[1].distance for pair in pairs)


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
        {"snap": {"VERTEX", "OFF"}}, {"snap": {"OFF", "FLOOR"}}, {"snap": {"FLOOR", "CURSOR"}},
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
