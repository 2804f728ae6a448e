"""Case E and C1: onion skins of grease pencil are drawn, and so they are picked, with the frame that they are from."""

import bpy
import numpy as np
import pytest

from addon import api, core
from addon.scene.viewport_flags import drawing_flags

from . import build, pictures
from .kinds import IS_LEGACY, drawing_of, strokes
from .test_point_clouds import clicked

# Where the stroke of each frame lies, away from the object's origin, which a click takes as well.
PLACES = {1: 0.5, 10: 1.0, 20: 1.5, 30: 2.0, 40: 2.5}
HAS_ACTIVE_ONLY = "use_gpencil_onion_skin_active_object" in bpy.types.View3DOverlay.bl_rna.properties
SIZE_PX = (400, 300)
# Settings, and what is drawn at frames 20, 25, 40 and -5.
AT_FRAMES = (20, 25, 40, -5)
EVERY = {1, 10, 20, 30, 40}
SETTINGS = (
    ({}, ({10, 20, 30}, {10, 20, 30}, {30, 40}, {1})),
    ({"ghost_before_range": 2, "ghost_after_range": 0}, ({1, 10, 20}, {1, 10, 20}, {20, 30, 40}, set())),
    (
        {"onion_mode": "ABSOLUTE", "ghost_before_range": 12, "ghost_after_range": 19},
        ({10, 20, 30}, {20, 30, 40}, {30, 40}, {1, 10}),
    ),
    (
        {"onion_mode": "ABSOLUTE", "ghost_before_range": 10, "ghost_after_range": 10, "use_onion_loop": True},
        ({10, 20, 30}, {20, 30}, {1, 30, 40}, {1, 30, 40}),
    ),
    ({"use_onion_loop": True, "ghost_before_range": 1, "ghost_after_range": 3}, (EVERY,) * 4),
    ({"onion_mode": "SELECTED"}, ({1, 20, 30}, {1, 20, 30}, {1, 30, 40}, {1, 30})),
    ({"onion_keyframe_type": "EXTREME", "ghost_before_range": 3}, ({10, 20}, {10, 20}, {10, 40}, set())),
)
# Before 4.3 the first frame is always drawn when it is yet to come.
ALWAYS_SEEN = {frame: {1} if IS_LEGACY and frame < 1 else set() for frame in AT_FRAMES}
CASES = [
    (settings, frame, seen | ALWAYS_SEEN[frame])
    for settings, row in SETTINGS
    for frame, seen in zip(AT_FRAMES, row, strict=True)
]


def animated(frame=20, **settings):
    """(object, its layer), with a level stroke at every frame of `PLACES`."""
    obj, layer = strokes(0.05, (((-0.4, PLACES[1], 0), (0.4, PLACES[1], 0)),))
    for number in list(PLACES)[1:]:
        drawing_of(layer, number, (((-0.4, PLACES[number], 0), (0.4, PLACES[number], 0)),), 0.05)
    settings = {"onion_mode": "RELATIVE", "onion_keyframe_type": "ALL"} | settings
    for name, value in settings.items():
        setattr(obj.data, name, value)
    for number, one in enumerate(layer.frames):
        one.select, one.keyframe_type = number in (0, 3), "EXTREME" if number in (1, 4) else "KEYFRAME"
    bpy.context.view_layer.objects.active = obj
    bpy.context.scene.frame_set(frame)
    update(obj)
    return obj, layer


def update(obj):
    obj.data.update_tag()
    build.update()


@pytest.fixture
def overlay():
    overlay = build.live_view()[0].overlay
    overlay.use_gpencil_onion_skin = True
    if HAS_ACTIVE_ONLY:
        overlay.use_gpencil_onion_skin_active_object = False
    return overlay


def seen_from_above():
    """What the live view would show of all strokes."""
    half = 1.8
    wide = half * SIZE_PX[0] / SIZE_PX[1]
    view = core.look_at((0, 1.5, 5), (0, 1.5, 0), (0, 1, 0))
    flags = drawing_flags(build.live_view()[0], bpy.context.scene)
    return api.Viewport(view, core.orthographic(-wide, wide, -half, half, 0.1, 100), SIZE_PX, **flags)


def ghosts():
    """By number of the frames whose strokes are hit, the ghost's frame that the pick tells."""
    viewport = seen_from_above()
    pixels = viewport.view.project([(0.05, y, 0) for y in PLACES.values()])[0]
    picks = api.pick(viewport, pixels, options=api.PickOptions(tolerance_px=1))
    return {number: pick.ghost_frame for number, pick in zip(PLACES, picks, strict=True) if pick is not None}


def drawn_frames(obj):
    space, region, _ = build.live_view()
    viewport = seen_from_above()
    pixels = viewport.view.project([(0.05, y, 0) for y in PLACES.values()])[0]
    drawn = pictures.changed_pixels(space, region, viewport, obj)
    return {
        number
        for number, (x, y) in zip(PLACES, pixels.astype(int), strict=True)
        if drawn[y - 1 : y + 2, x].any()
    }


@pytest.mark.parametrize("settings, frame, seen", CASES, ids=str)
def test_frames_in_the_range_of_the_settings_are_hit(overlay, settings, frame, seen):
    animated(frame, **settings)
    present = max((number for number in PLACES if number <= frame), default=None)
    assert ghosts() == {number: None if number == present else number for number in seen}


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("settings, frame, seen", CASES, ids=str)
def test_frames_in_the_range_of_the_settings_are_those_that_blender_draws(overlay, settings, frame, seen):
    obj, _ = animated(frame, **settings)
    assert drawn_frames(obj) == seen


@pytest.mark.usefixtures("gpu")
@pytest.mark.skipif(not IS_LEGACY, reason="since 4.3 a click takes no onion skins")
@pytest.mark.parametrize("settings, frame, seen", CASES, ids=str)
def test_frames_in_the_range_of_the_settings_are_those_that_a_click_selects(overlay, settings, frame, seen):
    obj, _ = animated(frame, **settings)
    _, _, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_distance = "ORTHO", 5.0
    region_3d.view_rotation, region_3d.view_location = (1, 0, 0, 0), (0, 1.5, 0)
    build.update()
    region_3d.update()
    pixels = api.viewport().view.project([(0.05, y, 0) for y in PLACES.values()])[0]
    found = {number for number, pixel in zip(PLACES, pixels, strict=True) if clicked(obj, pixel)}
    assert found == seen


def off_in_overlays(overlay, obj, layer):
    overlay.use_gpencil_onion_skin = False


def overlays_off(overlay, obj, layer):
    overlay.show_overlays = False


def off_in_layer(overlay, obj, layer):
    layer.use_onion_skinning = False


def wireframe(overlay, obj, layer):
    build.live_view()[0].shading.type = "WIREFRAME"


def displayed_as_wire(overlay, obj, layer):
    obj.display_type = "WIRE"


def layer_hidden(overlay, obj, layer):
    layer.hide = True


def weighted(overlay, obj, layer):
    with build.live_override():
        bpy.ops.object.mode_set(mode="WEIGHT_GPENCIL" if IS_LEGACY else "WEIGHT_GREASE_PENCIL")


LINES = (wireframe, displayed_as_wire)
WAYS_OFF = (off_in_overlays, overlays_off, off_in_layer, layer_hidden)
WAYS_OFF = (*WAYS_OFF, weighted) if IS_LEGACY else (*WAYS_OFF, *LINES)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("turn_off", WAYS_OFF)
def test_onion_skins_that_are_off_are_no_hits(overlay, turn_off):
    obj, layer = animated()
    assert set(ghosts()) == {10, 20, 30}
    turn_off(overlay, obj, layer)
    update(obj)
    assert set(ghosts()) == drawn_frames(obj) == ({20} if turn_off is not layer_hidden else set())


@pytest.mark.usefixtures("gpu")
@pytest.mark.skipif(not IS_LEGACY, reason="since 4.3 lines have no onion skins")
@pytest.mark.parametrize("turn_off", (off_in_overlays, overlays_off, off_in_layer))
@pytest.mark.parametrize("draw_lines", LINES)
def test_lines_have_onion_skins_unless_the_layer_has_none(overlay, draw_lines, turn_off):
    obj, layer = animated()
    draw_lines(overlay, obj, layer)
    turn_off(overlay, obj, layer)
    update(obj)
    seen = {20} if turn_off is off_in_layer else {10, 20, 30}
    if (draw_lines, turn_off) == (displayed_as_wire, overlays_off):
        seen = set()
    assert set(ghosts()) == drawn_frames(obj) == seen


@pytest.mark.usefixtures("gpu")
@pytest.mark.skipif(not HAS_ACTIVE_ONLY, reason="before 4.4 they are shown of all objects")
def test_onion_skins_of_the_active_object_alone(overlay):
    obj, _ = animated()
    overlay.use_gpencil_onion_skin_active_object = True
    for active, seen in (
        (obj, {10, 20, 30}),
        (build.cube("Cube", location=(50, 0, 0)), {20}),
        (obj, {10, 20, 30}),
    ):
        bpy.context.view_layer.objects.active = active
        assert set(ghosts()) == seen
        assert drawn_frames(obj) == seen


def test_onion_skins_follow_the_frame_and_the_settings_without_being_asked_anew(overlay):
    obj, layer = animated(20, onion_mode="ABSOLUTE", ghost_before_range=12, ghost_after_range=10)
    assert set(ghosts()) == {10, 20, 30}
    bpy.context.scene.frame_set(23)
    assert set(ghosts()) == {20, 30}
    obj.data.ghost_after_range = 17
    assert set(ghosts()) == {20, 30, 40}
    obj.data.onion_mode = "SELECTED"
    assert set(ghosts()) == {1, 20, 30}
    layer.frames[4].select = True
    assert set(ghosts()) == {1, 20, 30, 40}


def test_stroke_of_the_present_frame_comes_before_its_onion_skins(overlay):
    _, layer = animated()
    for number in (15, 25):
        drawing_of(layer, number, (((-0.4, PLACES[20], 0), (0.4, PLACES[20], 0)),), 0.05)
    bpy.context.scene.frame_set(20)
    update(bpy.context.object)
    assert set(ghosts().values()) == {None}
    viewport = seen_from_above()
    (pixel,), _ = viewport.view.project([(0.05, PLACES[20], 0)])
    assert [pick.ghost_frame for pick in api.pick_all(viewport, pixel)] == [None]


def test_pick_of_an_onion_skin_tells_what_its_own_stroke_has(overlay):
    obj, layer = animated()
    for name in ("Present", "Before"):
        obj.data.materials.append(bpy.data.materials.new(name))
    frame = next(frame for frame in layer.frames if frame.frame_number == 10)
    for stroke in frame.strokes if IS_LEGACY else frame.drawing.strokes:
        stroke.material_index = 1
    update(obj)
    viewport = seen_from_above()
    pixels = viewport.view.project([(0.05, PLACES[number], 0) for number in (10, 20)])[0]
    before, present = api.pick(viewport, pixels)
    assert (before.kind, before.element_name, before.element_index) == ("STROKE", "Layer", 0)
    assert [(pick.ghost_frame, pick.material) for pick in (before, present)] == [
        (10, "Before"),
        (None, "Present"),
    ]
    assert np.allclose(before.location, (0.05, PLACES[10], 0), atol=1e-3)


def test_selected_frames_are_hit_while_many_are_edited(overlay):
    obj, _ = animated()
    if IS_LEGACY:
        obj.data.use_multiedit = True
    else:
        bpy.context.scene.tool_settings.use_grease_pencil_multi_frame_editing = True
    with build.live_override():
        bpy.ops.object.mode_set(mode="EDIT_GPENCIL" if IS_LEGACY else "EDIT")
        found = ghosts()
        bpy.ops.object.mode_set(mode="OBJECT")
    assert set(found) == {1, 20, 30}
