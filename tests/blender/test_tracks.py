"""Case C3: points that motion tracking has reconstructed are picked as they are drawn, by the names of their tracks."""

import bpy
import numpy as np
import pytest
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Euler, Matrix, Vector

from addon import api

from . import build, oracles, pictures

FRAME_COUNT = 12


@pytest.fixture
def footage(tmp_path):
    """(camera, clip): a camera that moves, and what it films: a clip whose frames are empty."""
    image = bpy.data.images.new("Frame", 320, 240)
    image.file_format = "PNG"
    for frame in range(1, FRAME_COUNT + 1):
        image.filepath_raw = str(tmp_path / f"{frame:04d}.png")
        image.save()
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y, scene.frame_end = 320, 240, FRAME_COUNT
    camera = build.camera((0, 0, 8))
    clip = bpy.data.movieclips.load(str(tmp_path / "0001.png"))
    tracking = clip.tracking
    tracking.camera.focal_length, tracking.camera.sensor_width = camera.data.lens, camera.data.sensor_width
    tracking.settings.use_keyframe_selection = False
    scene.active_clip = clip
    return camera, clip


def film(camera, tracked, name, motion):
    """Track sixteen points of a thing that has moved by `motion(frame)`."""
    points = [Vector(point) for point in np.random.default_rng(0).uniform(-2, 2, (16, 3))]
    tracks = [tracked.tracks.new(name=f"{name} {number}", frame=1) for number in range(16)]
    for frame in range(1, FRAME_COUNT + 1):
        camera.location = (0.3 * (frame - 6), 0.12 * (frame - 4), 8 - 0.07 * frame)
        camera.rotation_euler = (-0.007 * (frame - 6), 0.02 * (frame - 6), 0)
        build.update()
        for track, point in zip(tracks, points, strict=True):
            place = motion(frame) @ point
            track.markers.insert_frame(frame, co=world_to_camera_view(bpy.context.scene, camera, place)[:2])


def solve(clip, tracked):
    tracked.keyframe_a, tracked.keyframe_b = 1, FRAME_COUNT
    clip.tracking.objects.active = tracked
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type != "VIEW_3D")
    kept, area.type = area.type, "CLIP_EDITOR"
    area.spaces.active.clip = clip
    region = next(region for region in area.regions if region.type == "WINDOW")
    with bpy.context.temp_override(window=window, area=area, region=region):
        assert bpy.ops.clip.solve_camera() == {"FINISHED"}
    area.type = kept


@pytest.fixture
def solved(footage):
    """(camera, clip): sixteen points that stand still, tracked and solved, and the camera put elsewhere."""
    camera, clip = footage
    film(camera, clip.tracking.objects[0], "Track", lambda frame: Matrix())
    solve(clip, clip.tracking.objects[0])
    camera.constraints.new("CAMERA_SOLVER").use_active_clip = True
    camera.location, camera.rotation_euler = (0.5, 0.2, 3.0), (0.3, 0.1, 0.4)
    build.update()
    return camera, clip


@pytest.fixture
def solved_box(solved):
    """(camera, clip) with sixteen points more, of a thing that moves."""
    camera, clip = solved
    box = clip.tracking.objects.new(name="Box")
    placed = camera.location.copy(), camera.rotation_euler.copy()
    constraint, camera.constraints[0].mute = camera.constraints[0], True

    def motion(frame):
        turned = Euler((0.05 * frame, 0.03 * frame, 0)).to_matrix().to_4x4()
        return Matrix.Translation((0.02 * frame, 0, 0)) @ turned

    film(camera, box, "Box", motion)
    solve(clip, box)
    constraint.mute = False
    camera.location, camera.rotation_euler = placed
    build.update()
    return camera, clip


def live(view=("PERSP", 30.0)):
    space, region, region_3d = build.live_view()
    space.show_reconstruction = True
    oracles.look_from(region_3d, view)
    return space, region


def place_of(camera, track):
    return np.array(camera.matrix_basis @ Vector(track.bundle))


def hit_tracks(viewport, camera, clip):
    pixels = viewport.view.project([place_of(camera, track) for track in clip.tracking.tracks])[0]
    picks = api.pick(viewport, pixels, options=api.PickOptions(tolerance_px=1))
    return [pick and pick.element_name for pick in picks]


@pytest.mark.usefixtures("gpu")
def test_tracked_points_are_picked_by_name_and_only_while_they_are_shown(solved):
    camera, clip = solved
    space, _ = live()
    names = [track.name for track in clip.tracking.tracks]
    assert hit_tracks(api.viewport(), camera, clip) == names
    space.overlay.show_extras = False
    assert hit_tracks(api.viewport(), camera, clip) == names
    for owner, name in ((space, "show_reconstruction"), (space.overlay, "show_overlays")):
        setattr(owner, name, False)
        assert hit_tracks(api.viewport(), camera, clip) == [None] * 16
        setattr(owner, name, True)
    camera.constraints[0].use_active_clip = False
    build.update()
    assert hit_tracks(api.viewport(), camera, clip) == [None] * 16


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("shading", ("SOLID", "WIREFRAME"))
@pytest.mark.parametrize(
    "display_type", ("PLAIN_AXES", "ARROWS", "SINGLE_ARROW", "CIRCLE", "CUBE", "SPHERE", "CONE")
)
def test_pixels_of_tracked_points(solved, display_type, shading):
    space, region = live()
    space.tracks_display_type, space.tracks_display_size, space.shading.type = display_type, 0.4, shading
    viewport = api.viewport()
    changed = pictures.changed_by(
        space, region, viewport, space, smooth_wires=False, show_reconstruction=False
    )
    drawn = np.argwhere(changed)[:, ::-1] + 0.5
    sample = np.random.default_rng(3).choice(drawn, 100)
    picks = api.pick(viewport, sample, options=api.PickOptions(tolerance_px=3))
    assert {pick and pick.kind for pick in picks} == {"ICON"}


@pytest.mark.usefixtures("gpu")
def test_tracked_points_are_picked_through_their_own_camera_whose_icon_is_not(solved):
    _, clip = solved
    live(("CAMERA", 30.0))
    picks = api.pick_all(api.viewport(), (200.5, 200.5), options=api.PickOptions(tolerance_px=4000))
    assert {pick.element_name for pick in picks} <= {track.name for track in clip.tracking.tracks}
    assert picks


@pytest.mark.usefixtures("gpu")
def test_click_of_blender_selects_the_camera_of_a_tracked_point(solved):
    camera, clip = solved
    live()
    build.live_view()[2].update()
    viewport = api.viewport()
    pixel = viewport.view.project([place_of(camera, clip.tracking.tracks[3])])[0][0]
    with build.live_override():
        bpy.ops.object.select_all(action="DESELECT")
        bpy.ops.view3d.select(location=[int(number) for number in pixel])
    assert camera.select_get() and api.pick(viewport, pixel).object_name == camera.name


def drawn_tracks(space, region):
    """(n, 2) pixels of reconstructed points."""
    changed = pictures.changed_by(
        space, region, api.viewport(), space, smooth_wires=False, show_reconstruction=False
    )
    return np.argwhere(changed)[:, ::-1] + 0.5


def tracks_hit(pixels):
    picks = api.pick(api.viewport(), pixels, options=api.PickOptions(tolerance_px=2))
    return {pick and pick.element_name for pick in picks}


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("frame, subframe", ((2, 0.0), (7, 0.0), (4, 0.7), (40, 0.0)))
def test_points_of_an_object_that_moves_stand_where_the_camera_of_this_frame_saw_them(
    solved_box, frame, subframe
):
    camera, clip = solved_box
    space, region = live()
    space.tracks_display_size = 0.05
    clip.frame_start = 2
    bpy.context.scene.frame_set(frame, subframe=subframe)
    build.update()
    box = clip.tracking.objects["Box"]
    # Where the camera is now, it sees the object as it did in the film.
    seen_from = box.reconstruction.cameras.matrix_from_frame(frame=frame - 1)
    to_world = camera.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world @ seen_from.inverted()
    viewport = api.viewport()
    solved = [track for track in box.tracks if track.has_bundle]
    pixels = viewport.view.project([np.array(to_world @ Vector(track.bundle)) for track in solved])[0]
    assert {track.name for track in solved} <= tracks_hit(pixels)
    hit = tracks_hit(drawn_tracks(space, region))
    assert None not in hit and len(hit & {track.name for track in solved}) > 12


# Whether each of two solvers is muted and has the clip, and whether the points are drawn.
SOLVERS = (
    ((False, True), (False, False), True),
    ((True, True), (False, False), False),
    ((True, False), (False, True), True),
    ((True, True), (True, False), False),
    ((True, False), (True, True), True),
    ((False, False), (False, True), False),
)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("first, second, is_drawn", SOLVERS)
def test_first_solver_that_is_enabled_counts_else_the_last(solved, first, second, is_drawn):
    camera, clip = solved
    space, region = live()
    camera.constraints.new("CAMERA_SOLVER")
    for constraint, (is_muted, has_clip) in zip(camera.constraints, (first, second), strict=True):
        constraint.use_active_clip, constraint.clip = False, clip if has_clip else None
        constraint.mute = is_muted
    build.update()
    assert (hit_tracks(api.viewport(), camera, clip) != [None] * 16) == is_drawn
    assert (len(drawn_tracks(space, region)) > 0) == is_drawn


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("parent_type", ("OBJECT", "BONE"))
def test_tracked_points_follow_what_their_camera_is_a_child_of(solved, parent_type):
    camera, _ = solved
    space, region = live()
    space.tracks_display_size = 0.02
    armature = build.link(bpy.data.objects.new("Armature", bpy.data.armatures.new("Armature")))
    bpy.context.view_layer.objects.active = armature
    with build.live_override():
        bpy.ops.object.mode_set(mode="EDIT")
        bone = armature.data.edit_bones.new("Bone")
        bone.head, bone.tail = (0, 0, 0), (0.3, 0.5, 1)
        bpy.ops.object.mode_set(mode="OBJECT")
    armature.location, armature.rotation_euler = (0.3, 0.1, -1), (0.2, 0.3, 0)
    armature.pose.bones["Bone"].location = (1, 2, 3)
    camera.parent, camera.parent_type, camera.parent_bone = armature, parent_type, "Bone"
    build.update()
    drawn = drawn_tracks(space, region)
    # Some of the sixteen may share a pixel.
    assert len(drawn) >= 12 and None not in tracks_hit(drawn)


@pytest.mark.usefixtures("gpu")
def test_path_of_a_tracked_camera_is_no_hit(solved):
    camera, clip = solved
    space, region = live()
    space.show_camera_path, space.tracks_display_size = True, 1e-3
    cameras = clip.tracking.objects[0].reconstruction.cameras
    place = np.array(camera.matrix_basis @ cameras[FRAME_COUNT - 1].matrix.to_translation())
    (pixel,), _ = api.viewport().view.project([place])
    assert api.pick(api.viewport(), pixel, options=api.PickOptions(tolerance_px=2)) is None
    drawn = pictures.changed_by(
        space, region, api.viewport(), space, smooth_wires=False, show_camera_path=False
    )
    assert oracles.around(drawn, 2)[tuple(pixel[::-1].astype(int))]
