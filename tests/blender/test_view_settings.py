"""Settings of a 3D view that move it or clip it: locks, local cameras, stereo, the clip region; local views."""

import bpy
import numpy as np
import pytest
from mathutils import Euler

from addon import api

from . import build

pytestmark = pytest.mark.usefixtures("gpu")


@pytest.fixture(autouse=True)
def settings_put_back():
    """A new file does not always bring a new window."""
    yield
    space, _, region_3d = build.live_view()
    space.lock_object, space.lock_cursor, space.use_local_camera = None, False, False
    space.use_local_collections, space.shading.type, space.stereo_3d_camera = False, "SOLID", "S3D"
    region_3d.use_clip_planes = False
    if space.local_view is not None:
        local_view()


@pytest.fixture
def view():
    """(space, region_3d) of the live view, turned away from the axes."""
    space, _, region_3d = build.live_view()
    region_3d.view_rotation = Euler((1.0, 0.2, 0.3)).to_quaternion()
    region_3d.view_location, region_3d.view_distance = (1, 2, 3), 12
    return space, region_3d


def assert_as_blender_has_it(region_3d):
    """The matrices that are computed are those that Blender makes when it draws."""
    build.update()
    viewport = api.viewport()
    region_3d.update()
    assert viewport.view.view == pytest.approx(np.array(region_3d.view_matrix), abs=5e-6)
    assert viewport.projection == pytest.approx(np.array(region_3d.window_matrix), abs=1e-6)


@pytest.mark.parametrize("perspective", ("PERSP", "ORTHO"))
def test_a_view_locked_to_an_object_a_bone_or_the_cursor_turns_around_it(view, perspective):
    space, region_3d = view
    region_3d.view_perspective = perspective
    assert_as_blender_has_it(region_3d)
    bpy.context.scene.cursor.location = (7, 8, 9)
    space.lock_cursor = True
    assert_as_blender_has_it(region_3d)
    # An object goes before the cursor.
    locked = build.cube(location=(4, 5, 6))
    locked.parent = build.link(bpy.data.objects.new("Parent", None))
    locked.parent.location = (1, 1, 1)
    space.lock_object = locked
    assert_as_blender_has_it(region_3d)
    middle = api.viewport().size_px / 2
    assert api.pick(api.viewport(), middle + 1, options=api.PickOptions(kinds={"FACE"})).object == locked
    bpy.ops.object.armature_add(location=(3, 0, 0), rotation=(0.3, 0.4, 0.5))
    armature = bpy.context.object
    armature.pose.bones[0].location = (0, 0, 2)
    space.lock_object = armature
    assert_as_blender_has_it(region_3d)
    space.lock_bone = armature.pose.bones[0].name
    assert_as_blender_has_it(region_3d)


def test_a_view_through_a_camera_is_locked_to_nothing(view):
    space, region_3d = view
    build.camera((0, 0, 10))
    region_3d.view_perspective = "CAMERA"
    space.lock_object = build.cube(location=(5, 0, 0))
    space.lock_cursor = True
    assert_as_blender_has_it(region_3d)


def test_a_local_camera_is_looked_through_and_not_that_of_the_scene(view):
    space, region_3d = view
    local, scenes = build.camera((5, 0, 20), (0.3, 0, 0)), build.camera((0, 0, 10))
    region_3d.view_perspective = "CAMERA"
    assert_as_blender_has_it(region_3d)
    assert api.viewport().camera_uid == scenes.session_uid
    space.use_local_camera, space.camera = True, local
    assert bpy.context.scene.camera == scenes
    assert_as_blender_has_it(region_3d)
    assert api.viewport().camera_uid == local.session_uid
    space.use_local_camera = False
    assert_as_blender_has_it(region_3d)
    assert api.viewport().camera_uid == scenes.session_uid


@pytest.mark.parametrize("eye", ("LEFT", "RIGHT", "S3D"))
def test_stereo_settings_move_nothing_while_no_stereo_is_shown(view, eye):
    space, region_3d = view
    build.camera((0, 0, 10))
    region_3d.view_perspective = "CAMERA"
    build.update()
    before = api.viewport().view.view
    bpy.context.scene.render.use_multiview = True
    space.stereo_3d_camera = eye
    assert_as_blender_has_it(region_3d)
    assert (api.viewport().view.view == before).all()


@pytest.fixture
def from_above():
    space, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location, region_3d.view_distance = (0, 0, 0), 10
    return space, region_3d


def pixel_of(place):
    return api.viewport().view.project(np.array([place], dtype=float))[0][0]


def kinds_at(*place):
    return [pick.kind for pick in api.pick_all(api.viewport(), pixel_of(place))]


@pytest.mark.parametrize("shading", ("WIREFRAME", "SOLID", "MATERIAL", "RENDERED"))
def test_a11_the_clip_region_counts_in_wireframe_and_solid_shading_only(from_above, shading):
    space, region_3d = from_above
    build.cube(half_size=2.0)
    build.update()
    middle = (api.viewport().size_px / 2).astype(int).tolist()
    with build.live_override():
        bpy.ops.view3d.clip_border(xmin=middle[0], xmax=middle[0] + 300, ymin=middle[1], ymax=middle[1] + 300)
    assert region_3d.use_clip_planes
    space.shading.type = shading
    is_clipped = shading in ("WIREFRAME", "SOLID")
    assert len(api.viewport().clip_planes) == (4 if is_clipped else 0)
    if shading != "WIREFRAME":
        assert kinds_at(0.5, 0.5, 2)[0] == "FACE"
        assert bool(kinds_at(-0.5, -0.5, 2)) is not is_clipped


def loose_edge():
    edge = build.mesh_object("Edge", [(-3, 0, 0), (3, 0, 0)], [])
    edge.data.edges.add(1)
    edge.data.edges[0].vertices = (0, 1)
    edge.data.update()


def cut_in_half(region_3d):
    """Leave what is right of the middle."""
    region_3d.clip_planes = [(1, 0, 0, 0)] * 4 + [(0, 0, 0, 1)] * 2
    region_3d.use_clip_planes = True


CUT = {
    "EDGE": loose_edge,
    "EMPTY": lambda: bpy.ops.object.empty_add(type="PLAIN_AXES"),
    "ICON": lambda: bpy.ops.object.camera_add(rotation=(0.6, 0.0, 0.0)),
    "LATTICE": lambda: bpy.ops.object.add(type="LATTICE"),
    "BONE": lambda: bpy.ops.object.armature_add(location=(-0.5, 0, 0), rotation=(1.57, 0, 1.57)),
    "BOUNDS": lambda: setattr(build.cube(), "display_type", "BOUNDS"),
}


@pytest.mark.parametrize("kind", CUT)
def test_a11_lines_and_areas_are_cut_by_the_clip_region_where_they_cross_it(from_above, kind):
    CUT[kind]()
    build.update()
    viewport = api.viewport()
    offsets = np.arange(-150.0, 150.0, 11.0)
    pixels = np.array(np.meshgrid(offsets, offsets)).reshape(2, -1).T + viewport.size_px / 2
    whole = np.array([pick is not None for pick in api.pick(viewport, pixels)])
    cut_in_half(from_above[1])
    found = api.pick(api.viewport(), pixels)
    is_hit = np.array([pick is not None for pick in found])
    aside = pixels[:, 0] - viewport.size_px[0] / 2
    # Within the tolerance of the cut it may go either way.
    right, left = aside > 10, aside < -10
    assert whole[right].any() and whole[left].any()
    assert (is_hit[right] == whole[right]).all() and not is_hit[left].any()
    assert {pick.kind for pick in found if pick is not None} == {kind}
    assert all(pick.location[0] >= -1e-6 for pick in found if pick is not None)


def local_view(*objects):
    build.update()
    for obj in bpy.context.view_layer.objects:
        obj.select_set(obj in objects)
    bpy.context.view_layer.objects.active = objects[0] if objects else None
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)


def test_e1_local_view_of_an_instancer_shows_all_that_it_places(from_above):
    inner, outer = build.collection("inner", linked=False), build.collection("outer", linked=False)
    build.cube("Source", collection=inner)
    build.collection_instance("Middle", inner, into=outer)
    instancer = build.collection_instance("Out", outer, location=(0, 0, 1))
    other = build.cube("Other", 2.0)
    local_view(instancer)
    pick = api.pick(api.viewport(), pixel_of((0.5, 0.4, 0)))
    assert (pick.object_name, pick.instancer_path) == ("Source", ("Out", "Middle"))
    assert api.pick(api.viewport(), pixel_of((1.5, 1.4, 0))) is None
    local_view()
    local_view(other)
    assert api.pick(api.viewport(), pixel_of((0.5, 0.4, 0))).object_name == "Other"
    miss = api.why_missed(
        api.viewport(), pixel_of((0.5, 0.4, 0)), options=api.PickOptions(ignored=("Other",))
    )
    assert miss.skipped["LOCAL_VIEW"] >= 1


def test_local_collections_of_a_view_show_what_it_says(from_above):
    space, _ = from_above
    small, big = build.collection("Small"), build.collection("Big")
    build.cube("Small", 1.0, collection=small)
    source = build.collection("source", linked=False)
    build.cube("Placed", 2.0, collection=source)
    build.collection_instance("Empty", source, into=big)
    build.update()
    place = (0.5, 0.4, 0)
    assert api.pick(api.viewport(), pixel_of(place)).object_name == "Placed"
    space.use_local_collections = True
    with build.live_override():
        bpy.ops.object.hide_collection(collection_index=2, toggle=True)
    build.update()
    hidden = next(
        name for name in ("Small", "Empty") if not bpy.data.objects[name].visible_get(viewport=space)
    )
    shown = {"Small": "Placed", "Empty": "Small"}[hidden]
    assert api.pick(api.viewport(), pixel_of(place)).object_name == shown
    assert api.pick(api.viewport(), pixel_of(place), options=api.PickOptions(include_hidden=True)) is not None
    space.use_local_collections = False
    assert api.pick(api.viewport(), pixel_of(place)).object_name == "Placed"
