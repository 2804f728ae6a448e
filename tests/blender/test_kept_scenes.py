"""Cases H1, H2, E: what is kept between picks is what is drawn, whatever has changed meanwhile.

The judge is a snapshot of a scene of which nothing is known.
"""

import ctypes
from dataclasses import fields

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene import changes, snapshot
from addon.scene.options import DRAWING as DRAWN_BY_OPTIONS
from addon.scene.options import EVERY_KIND, PickOptions
from addon.scene.shared_wires import IS_SHARED
from addon.scene.viewport import DRAWING as DRAWN_BY_VIEWPORT

from . import build, kept_scene
from .kept_changes import CHANGES, WITHOUT_EFFECT
from .kept_scene import one_of_everything, taken, taken_anew, values, viewport
from .kept_steps import act, cull_by_material, layer, obj, other_scene, raise_vertices, save_and_load


def check(view, options=None):
    """Compare what is known now with what is seen anew; return the latter."""
    known = values(taken(view, options))
    anew = values(taken_anew(view, options))
    for part, value in anew.items():
        assert known[part] == value, part
    return anew


@pytest.mark.parametrize("name", CHANGES)
def test_h1_what_is_kept_follows(name):
    one_of_everything()
    view = viewport(culls_by_material=True)
    before = check(view)
    taken(view)
    CHANGES[name]()
    after = check(view)
    assert (after != before) == (name not in WITHOUT_EFFECT)
    # Once more, from what has just been kept.
    check(view)


def test_h1_file_loaded(tmp_path):
    one_of_everything()
    view = viewport()
    taken(view)
    save_and_load(tmp_path)
    check(view)
    assert obj("Twin").location.z == 2.0


@pytest.mark.parametrize("seed", range(6))
def test_h1_many_changes_one_after_another(seed):
    """In any order, some between picks and some without one."""
    one_of_everything()
    view = viewport(culls_by_material=True)
    taken(view)
    random = np.random.default_rng(seed)
    for name in random.permutation(sorted(CHANGES))[:30].tolist():
        if bpy.context.object is not None and bpy.context.object.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        try:
            CHANGES[name]()
        except (KeyError, IndexError, ReferenceError, RuntimeError, AttributeError):
            # What it changes is gone, or hidden.
            continue
        if random.random() < 0.7:
            check(view)
            taken(view)


def moves():
    return {
        name: CHANGES[name]
        for name in (
            *("object moved", "object mirrored", "parent moved", "target of a constraint moved"),
            *("camera moved", "light moved", "empty moved", "text moved", "curve moved"),
            *("displayed as wire", "in front", "wires", "size of an empty", "spot", "mesh", "posed"),
            *("object renamed", "camera lens", "cutter moved", "driven object", "image moved"),
            "material culls",
        )
    }


@pytest.mark.parametrize("name", moves())
def test_h1_what_changes_a_few_objects_puts_nothing_together_anew(name):
    one_of_everything()
    view = viewport()
    taken(view)
    count = snapshot.Snapshot.enumeration_count
    CHANGES[name]()
    taken(view)
    assert snapshot.Snapshot.enumeration_count == count


def test_h1_a_moved_instancer_of_meshes_puts_nothing_together_anew():
    one_of_everything()
    bpy.data.objects.remove(obj("Part Light"))
    view = viewport()
    before = values(taken(view))
    count = snapshot.Snapshot.enumeration_count
    obj("Placed").location.z = 2.0
    after = values(taken(view))
    assert snapshot.Snapshot.enumeration_count == count
    assert before != after == values(taken_anew(view))


def test_h1_selection_draws_nothing_else():
    one_of_everything()
    view = viewport()
    drawn = taken(view)
    # Where instances share their edges, these depend on it.
    placing = drawn._found.placing_uids if IS_SHARED else ()
    count = snapshot.Snapshot.enumeration_count
    for one in layer().objects:
        if one.session_uid not in placing:
            one.select_set(True)
            taken(view)
    assert snapshot.Snapshot.enumeration_count == count


def test_h1_a_hundred_picks_of_an_unchanged_scene_read_and_enumerate_once():
    one_of_everything()
    view = viewport()
    api.pick(view, (300, 300))
    read, count = snapshot.store.extraction_count, snapshot.Snapshot.enumeration_count
    for number in range(100):
        pixel = (200 + 4 * number, 300)
        api.pick(view, pixel)
        api.pick_all(view, pixel)
    rays = kept_scene._rays()
    api.cast_rays(rays.origins, rays.directions, viewport=view, options=PickOptions(kinds=EVERY_KIND))
    assert snapshot.store.extraction_count == read
    # Rays meet faces alone, which is another thing to put together.
    assert snapshot.Snapshot.enumeration_count == count + 1


def test_h1_a_moved_mesh_is_not_read_again_and_a_changed_one_alone_is():
    one_of_everything()
    view = viewport()
    taken(view)
    read = snapshot.store.extraction_count
    obj("Cutter").location.x = 7.0
    taken(view)
    # What it cuts is another mesh now.
    assert snapshot.store.extraction_count == read + 1
    obj("Twin").location.x = 7.0
    taken(view)
    assert snapshot.store.extraction_count == read + 1


@pytest.mark.parametrize(
    "settings",
    (
        {"hidden_types": {"MESH"}},
        {"hidden_kinds": {"ICON", "EMPTY"}},
        {"shading": "WIREFRAME"},
        {"is_xray": True},
        {"shows_wires": True},
        {"shows_extras": False},
        {"cull_backfaces": True},
        {"culls_by_material": True},
        {"draws_every_face": True},
        {"shown_uids": set()},
        {"curve_handles": "ALL"},
        {"onion_skins": "ALL"},
        {"bones_in_front": True},
    ),
    ids=str,
)
def test_e_two_viewports_have_each_their_own(settings):
    one_of_everything()
    obj("Cut").display_type = "WIRE"
    cull_by_material()
    views = viewport(), viewport(**settings)
    seen = [values(taken_anew(view)) for view in views]
    count = snapshot.Snapshot.enumeration_count
    for _ in range(3):
        for view, wanted in zip(views, seen, strict=True):
            assert values(taken(view)) == wanted
    assert snapshot.Snapshot.enumeration_count <= count + 1
    obj("Cube").location.z = 1.0
    for view in views:
        check(view)


@pytest.mark.parametrize(
    "settings",
    (
        {"kinds": {"FACE"}},
        {"include_hidden": True},
        {"ignored": ("Twin",)},
        {"ignored": (lambda one: one.object_name == "Twin",)},
        {"click_through": ("Twin",)},
        {"click_through": ("Box",)},
        {"selectable_only": True},
        {"geometry": "ORIGINAL"},
        {"geometry": "CAGE"},
        {"true_radius": True},
    ),
    ids=str,
)
def test_h1_options_have_each_their_own(settings):
    one_of_everything()
    obj("Twin").hide_select = True
    view, options = viewport(), PickOptions(**settings)
    plain = values(taken_anew(view))
    chosen = values(taken_anew(view, options))
    for _ in range(2):
        assert values(taken(view)) == plain
        assert values(taken(view, options)) == chosen
    obj("Twin").location.z = 2.0
    check(view, options)
    bpy.data.collections["Box"].name = "Renamed"
    obj("Twin").name = "Other"
    check(view, options)


def test_e_images_follow_the_view():
    one_of_everything()
    front, back = viewport(), build.view_from((0, 0, -9), (0, 0, 0))
    for view in (front, back, front):
        check(view)
    taken(front)
    count = snapshot.Snapshot.enumeration_count
    known = values(taken(back))
    assert snapshot.Snapshot.enumeration_count == count
    assert known == values(taken_anew(back))


def test_e_two_scenes_are_kept_apart():
    one_of_everything()
    other_scene()
    first, second = (viewport(scene=name) for name in ("Scene", "Other"))
    assert len(taken(second).instances) == 1 < len(taken(first).instances)
    obj("Cube").location.z = 3.0
    check(first)
    taken(first)
    taken(second)
    raise_vertices()
    for view in (first, second):
        known = values(taken(view))
        assert known == values(taken_anew(view))


def test_e_the_dependency_graph_belongs_to_the_scene_that_is_there():
    """That of the context belongs to the one whose tool settings were read from there last, even if it is gone."""
    assert taken(viewport()).depsgraph.id_data == bpy.context.scene


def test_e_hidden_objects_in_a_local_view_follow(two_cubes):
    small, big = two_cubes
    space, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location = (0.1, 0.13, 0)
    middle = api.viewport().size_px / 2
    assert api.pick(api.viewport(), middle).object == big
    big.hide_set(True)
    assert api.pick(api.viewport(), middle).object == small
    big.hide_set(False)
    space.show_object_viewport_mesh = False
    assert api.pick(api.viewport(), middle) is None
    space.show_object_viewport_mesh = True
    space.overlay.show_overlays = False
    big.display_type = "WIRE"
    assert api.pick(api.viewport(), middle).object == small


def test_sculpted_surface_follows_without_an_update_tag():
    one_of_everything()
    act("SCULPT")()
    view = viewport()
    before = values(taken(view))
    positions = obj("Cube").data.attributes["position"].data
    count = len(positions) * 3
    # As strokes do, past all that could tell of it.
    memory = (ctypes.c_float * count).from_address(positions[0].as_pointer())
    memory[2:count:3] = [height + 1.0 for height in memory[2:count:3]]
    known = values(taken(view))
    anew = values(taken_anew(view))
    assert known["instances"] == anew["instances"] != before["instances"]


def test_selected_handles_follow_without_an_update_tag():
    one_of_everything()
    act("EDIT", "Curve")()
    view = viewport(curve_handles="SELECTED")
    taken(view)
    points = obj("Curve").data.splines[0].bezier_points
    for point in points:
        point.select_control_point = point.select_left_handle = point.select_right_handle = False
    before = values(taken(view))
    points[0].select_control_point = points[0].select_right_handle = True
    after = values(taken(view))
    assert before != after == values(taken_anew(view))


def test_h6_of_an_animation_that_plays_only_some_frames_are_looked_at(monkeypatch):
    """Else an add-on that nobody uses would slow down each frame of a large scene."""
    monkeypatch.setattr(changes, "_LOOKED_AT_MAX", 20)
    one_of_everything()
    view = viewport()
    taken(view)
    (marks,) = (drawn._marks for drawn in snapshot.cache._kept.values())
    frames = iter(range(2, 100))
    while not marks.everything:
        bpy.context.scene.frame_set(next(frames))
    assert next(frames) > 3
    moved = set(marks.moved_uids), set(marks.touched_uids)
    for frame in range(100, 110):
        bpy.context.scene.frame_set(frame)
    assert moved == (marks.moved_uids, marks.touched_uids)
    check(view)


def test_every_setting_decides_what_is_drawn_or_is_asked_at_each_pick():
    """Whoever adds one has to say which: what is kept must not outlast a change of it."""
    scales = {"ui_scale", "icon_scale"}
    asked = {"view", "projection", "size_px", "clip_start", "clip_end", "clip_planes", *scales}
    in_key = {"scene", "view_layer", *DRAWN_BY_VIEWPORT}
    assert {one.name for one in fields(api.Viewport)} == asked | in_key
    asked = {"tolerance_px", "snap", "ignore_clipping", "true_depth", "see_through", "min_distance"}
    assert {one.name for one in fields(PickOptions)} == asked | set(DRAWN_BY_OPTIONS)


def test_nothing_is_kept_after_release():
    one_of_everything()
    taken(viewport())
    api.release()
    assert api.cached_bytes() == 0 and not snapshot.cache.keys_in_use
