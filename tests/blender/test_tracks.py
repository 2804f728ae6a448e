"""Case C3: points that motion tracking has reconstructed are picked as they are drawn, by the names of their tracks."""

import bpy
import numpy as np
import pytest
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

from addon import api

from . import build, oracles, pictures

FRAME_COUNT = 12


@pytest.fixture
def solved(tmp_path):
    """(camera, clip): sixteen points, seen by a camera that moves, tracked and solved."""
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
    points = [Vector(point) for point in np.random.default_rng(0).uniform(-2, 2, (16, 3))]
    tracks = [tracking.tracks.new(name=f"Track {number}", frame=1) for number in range(16)]
    for frame in range(1, FRAME_COUNT + 1):
        camera.location = (0.3 * (frame - 6), 0.12 * (frame - 4), 8 - 0.07 * frame)
        camera.rotation_euler = (-0.007 * (frame - 6), 0.02 * (frame - 6), 0)
        build.update()
        for track, point in zip(tracks, points, strict=True):
            track.markers.insert_frame(frame, co=world_to_camera_view(scene, camera, point)[:2])
    tracking.settings.use_keyframe_selection = False
    tracking.objects[0].keyframe_a, tracking.objects[0].keyframe_b = 1, FRAME_COUNT
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type != "VIEW_3D")
    kept, area.type = area.type, "CLIP_EDITOR"
    area.spaces.active.clip = clip
    region = next(region for region in area.regions if region.type == "WINDOW")
    with bpy.context.temp_override(window=window, area=area, region=region):
        assert bpy.ops.clip.solve_camera() == {"FINISHED"}
    area.type = kept
    scene.active_clip = clip
    camera.constraints.new("CAMERA_SOLVER").use_active_clip = True
    camera.location, camera.rotation_euler = (0.5, 0.2, 3.0), (0.3, 0.1, 0.4)
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
@pytest.mark.skipif(not pictures.can_draw(), reason="before 5.2 Blender draws no picture without a window")
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
