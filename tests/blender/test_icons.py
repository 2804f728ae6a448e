"""Cases C3 and J1: lights, cameras, light probes and speakers are picked by the icons that overlays draw for them."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles
from .kinds import armature


def made(kind):
    """(object, what may be removed) of a kind of icon, turned, scaled and above the ground."""
    collection, _, variant = kind.partition(" ")
    blocks = getattr(bpy.data, collection)
    data = blocks.new(kind, variant) if variant else blocks.new(kind)
    obj = build.link(bpy.data.objects.new(kind, data))
    obj.location, obj.rotation_euler, obj.scale = (0.3, 0.2, 1.5), (0.3, 0.4, 0.5), (1.0, 1.5, 0.7)
    return obj


KINDS = (
    "lights POINT",
    "lights SUN",
    "lights SPOT",
    "lights AREA",
    "lightprobes SPHERE",
    "lightprobes PLANE",
    "lightprobes VOLUME",
    "cameras",
    "speakers",
)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_drawn_pixel_of_an_icon_is_a_hit_and_no_far_one(kind, view):
    # Slanting dashes that are three pixels long may lose one at their end.
    oracles.assert_drawn_is_picked(made(kind), view, thin_px=1)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
@pytest.mark.parametrize("kind", ("PERSP", "ORTHO"))
def test_active_camera_with_limits_and_shift_is_picked_as_it_is_drawn(kind, view):
    obj = made("cameras")
    bpy.context.scene.camera = obj
    camera = obj.data
    camera.type, camera.shift_x, camera.ortho_scale, camera.sensor_fit = kind, 0.2, 1.5, "VERTICAL"
    camera.show_limits, camera.clip_end, camera.dof.focus_distance = True, 3.0, 2.0
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.parametrize("distance", (2.0, 2000.0))
@pytest.mark.parametrize("ui_scale, icon_scale", ((1.0, 1.0), (1.5, 1.0), (2.0, 2.0)))
def test_icon_of_a_light_keeps_its_size_in_pixels_at_any_distance(distance, ui_scale, icon_scale):
    build.link(bpy.data.objects.new("Light", bpy.data.lights.new("Light", "POINT")))
    rim_px = 9.0 * 1.33 * icon_scale
    eye = (0.0, 0.0, distance)
    view = build.view_down(eye, ui_scale=ui_scale, icon_scale=icon_scale)
    for tolerance_px, is_hit in ((7.5, True), (8.5, False)):
        pixel = np.add(build.MIDDLE_PX, (rim_px + tolerance_px * ui_scale, 0.0))
        pick = api.pick(view, pixel)
        assert (pick is not None) is is_hit
    pick = api.pick(build.view_down(eye), build.MIDDLE_PX)
    assert (pick.kind, pick.object_name, pick.element_index) == ("ICON", "Light", 0)
    assert len(api.pick_all(build.view_down(eye), build.MIDDLE_PX)) == 1


@pytest.mark.skipif(bpy.app.background, reason="without a window nothing gives the scale of icons")
@pytest.mark.parametrize("kind", ("lights SUN", "lightprobes SPHERE", "sticks"))
@pytest.mark.parametrize("preferences", ({"ui_scale": 1.5}, {"ui_line_width": "THICK"}))
def test_every_drawn_pixel_of_an_icon_that_grows_with_the_interface_or_does_not(kind, preferences):
    kept = {name: getattr(bpy.context.preferences.view, name) for name in preferences}
    set_view_preferences(preferences)
    try:
        obj = (
            armature(("Bone", (0, 0, 0), (0, 1, 0)), display_type="STICK") if kind == "sticks" else made(kind)
        )
        assert api.viewport().icon_scale == (1.0 if "ui_scale" in preferences else 2.0)
        oracles.assert_drawn_is_picked(obj, oracles.VIEWS[2], thin_px=1)
    finally:
        set_view_preferences(kept)


def set_view_preferences(preferences):
    """Blender takes scales from them when it draws a window."""
    for name, value in preferences.items():
        setattr(bpy.context.preferences.view, name, value)
    bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=1)


def test_ground_line_of_a_light_belongs_to_it():
    light = build.link(bpy.data.objects.new("Light", bpy.data.lights.new("Light", "POINT")))
    light.location, light.rotation_euler = (0, 0, 10), (1, 2, 3)
    view = build.view_from((0, -20, 4), (0, 0, 4), up=(0, 0, 1))
    pick = api.pick(view, np.add(build.MIDDLE_PX, (5.0, 0.0)))
    assert (pick.object_name, pick.kind) == ("Light", "ICON")
    assert pick.location == pytest.approx((0, 0, 4), abs=1e-6)


def test_only_the_silhouette_of_a_spot_is_a_line():
    spot = bpy.data.lights.new("Spot", "SPOT")
    spot.spot_size, spot.cutoff_distance = 1.0, 0.1
    build.link(bpy.data.objects.new("Spot", spot))
    # From the side: the two sides of the cone are drawn, the lines between them and the axis beyond its reach are not.
    view = build.view_from((0, -30, -5), (0, 0, -5), up=(0, 0, 1))
    half_width = 5.0 * np.tan(0.5)
    pixels, _ = view.view.project([(half_width, 0, -5), (half_width / 2, 0, -5), (0, 0, -5)])
    assert [pick is not None for pick in api.pick(view, pixels)] == [True, False, False]


def test_camera_that_is_looked_through_is_neither_hit_nor_counted_as_skipped():
    camera = build.camera((0, 0, 10))
    view = api.camera_view(camera, 100, 100)
    assert api.pick(view, (50, 50)) is None
    assert api.why_missed(view, (50, 50)).skipped == {}
    assert api.pick(build.view_down((0, 0, 12)), build.MIDDLE_PX).object_name == "Camera"
    _, _, region_3d = build.live_view()
    region_3d.view_perspective = "CAMERA"
    assert api.viewport().camera_uid == camera.session_uid
    region_3d.view_perspective = "PERSP"
    assert api.viewport().camera_uid is None


def test_icons_go_with_the_overlays_and_with_their_extras():
    build.link(bpy.data.objects.new("Light", bpy.data.lights.new("Light", "POINT")))
    space, _, _ = build.live_view()
    for name in ("show_extras", "show_overlays"):
        assert "ICON" not in api.viewport().hidden_kinds
        setattr(space.overlay, name, False)
        assert "ICON" in api.viewport().hidden_kinds
        setattr(space.overlay, name, True)
    hidden = build.view_down((0, 0, 5), hidden_kinds={"ICON"})
    assert api.pick(hidden, build.MIDDLE_PX) is None


def test_light_whose_settings_change_without_an_update_tag_is_picked_as_it_is_now():
    area = bpy.data.lights.new("Area", "AREA")
    area.size, area.cutoff_distance = 1.0, 0.1
    build.link(bpy.data.objects.new("Area", area))
    view = build.view_down((0, 0, 10))
    pixels, _ = view.view.project([(0.5, 0.1, 0), (1.0, 0.1, 0)])
    assert [pick is not None for pick in api.pick(view, pixels)] == [True, False]
    area.size = 2.0
    assert [pick is not None for pick in api.pick(view, pixels)] == [False, True]


@pytest.mark.parametrize("scale", ((0, 1, 1), (0, 0, 0), (-1, 1, 1)))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("error")
def test_flattened_and_mirrored_icons_raise_nothing(kind, scale):
    obj = made(kind)
    obj.scale = scale
    build.update()
    pick = api.pick(build.view_down((0.3, 0.2, 30.0)), build.MIDDLE_PX)
    assert pick is None or np.isfinite(pick.location).all()


def test_icon_of_an_instanced_light_stands_where_its_instance_does():
    source = build.collection("Source", linked=False)
    source.objects.link(bpy.data.objects.new("Light", bpy.data.lights.new("Light", "POINT")))
    build.collection_instance("Empty", source, location=(20, 0, 0))
    icons = api.PickOptions(kinds={"ICON"})
    pick = api.pick(build.view_down((20, 0, 9)), build.MIDDLE_PX, options=icons)
    assert (pick.object_name, pick.instancer_path) == ("Light", ("Empty",))


def test_view_of_everything_is_not_stretched_by_icons():
    build.cube()
    before = api.framed_view(100, 100).view.eye
    sun = build.link(bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN")))
    sun.location = (500, 0, 0)
    assert api.framed_view(100, 100).view.eye == pytest.approx(before)


def test_c3_every_icon_in_one_scene_is_picked_and_none_raises():
    kinds = [*KINDS, "armatures", "lattices", "empties"]
    for number, kind in enumerate(kinds):
        if kind == "empties":
            obj = build.link(bpy.data.objects.new(kind, None))
        elif kind == "armatures":
            bpy.ops.object.armature_add()
            obj = bpy.context.object
        else:
            obj = made(kind)
        obj.name, obj.location = kind, (10.0 * (number % 4), 10.0 * (number // 4), 0.0)
    build.update()
    for kind in kinds:
        obj = bpy.data.objects[kind]
        viewport = build.view_from(obj.location + _vector((0.3, -4.0, 9.0)), obj.location)
        options = api.PickOptions(tolerance_px=60)
        assert api.pick(viewport, build.MIDDLE_PX, options=options).object == obj
        assert kind in {pick.object_name for pick in api.pick_all(viewport, build.MIDDLE_PX, options=options)}
        assert (
            str(api.why_missed(viewport, build.MIDDLE_PX, options=options)) == f"Not a miss: {kind} is there"
        )
    overview = build.view_from((15, 10, 60), (15, 10, 0))
    pixels = np.array(np.meshgrid(np.arange(0, 800, 25), np.arange(0, 600, 25))).reshape(2, -1).T + 0.5
    found = {
        pick.object_name
        for pick in api.pick(overview, pixels, options=api.PickOptions(tolerance_px=18))
        if pick
    }
    assert found == set(kinds)
    assert api.cast_rays([(0, 0, 9)], [(0, 0, -1)]).instance_index.tolist() == [-1]


def _vector(values):
    from mathutils import Vector

    return Vector(values)
