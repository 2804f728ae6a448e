"""Grease pencil of which many frames are edited at once is drawn at all that are selected, onion skins or not."""

import bpy
import pytest

from addon import api

from . import build
from .kinds import IS_LEGACY
from .test_onion_skins import PLACES, animated, drawn_frames, ghosts, seen_from_above, update

pytestmark = pytest.mark.usefixtures("gpu")
MODES = bpy.types.Object.bl_rna.properties["mode"].enum_items.keys()
SUFFIX = "_GPENCIL" if IS_LEGACY else "_GREASE_PENCIL"
EDIT, WEIGHT = "EDIT_GPENCIL" if IS_LEGACY else "EDIT", "WEIGHT" + SUFFIX
DRAWING_MODES = [EDIT, *(mode for mode in MODES if mode.endswith(SUFFIX) and mode != EDIT)]
PRESENT, SELECTED = {20}, {1, 20, 30}


def in_mode(mode, frame=20, *, at_once=True):
    """An animated object in a mode, with the frames 1 and 30 selected and no onion skins."""
    build.live_view()[0].overlay.use_gpencil_onion_skin = False
    obj, _ = animated(frame)
    if IS_LEGACY:
        obj.data.use_multiedit = at_once
    else:
        bpy.context.scene.tool_settings.use_grease_pencil_multi_frame_editing = at_once
    with build.live_override():
        bpy.ops.object.mode_set(mode=mode)
    update(obj)
    return obj


@pytest.mark.parametrize("mode", ("OBJECT", *DRAWING_MODES))
def test_selected_frames_are_drawn_in_every_mode_but_that_of_objects(mode):
    obj = in_mode(mode)
    assert set(ghosts()) == drawn_frames(obj) == (PRESENT if mode == "OBJECT" else SELECTED)


@pytest.mark.parametrize("mode", DRAWING_MODES)
def test_before_the_first_frame(mode):
    obj = in_mode(mode, -5)
    assert set(ghosts()) == drawn_frames(obj) == (set() if IS_LEGACY else {1, 30})


@pytest.mark.parametrize("shows_overlays", (True, False))
@pytest.mark.parametrize("mode", DRAWING_MODES)
def test_lines_of_selected_frames_are_elements_of_edit_mode_or_strokes_before_those_had_modes(
    mode, shows_overlays
):
    space, _, _ = build.live_view()
    space.shading.type, space.overlay.show_overlays = "WIREFRAME", shows_overlays
    obj = in_mode(mode)
    has_lines = IS_LEGACY or (shows_overlays and mode in (EDIT, WEIGHT))
    assert set(ghosts()) == drawn_frames(obj) == (SELECTED if has_lines else PRESENT)


def mask(mode, by):
    """Have sculpting or painting leave alone what is not selected."""
    tools = bpy.context.scene.tool_settings
    setattr(tools, f"use_gpencil{'_vertex' if mode.startswith('VERTEX') else ''}_select_mask_{by}", True)


@pytest.mark.parametrize("by", ("point", "stroke"))
@pytest.mark.parametrize("mode", ("SCULPT" + SUFFIX, "VERTEX" + SUFFIX))
def test_elements_of_modes_with_a_mask(mode, by):
    obj = in_mode(mode, at_once=False)
    viewport, options = seen_from_above(), api.PickOptions(tolerance_px=1)
    build.plane("Above", 3.0, location=(0, 0, 2))
    bpy.context.view_layer.objects.active = obj
    pixels = viewport.view.project([(0.05, PLACES[20], 0), (0.4, PLACES[20], 0)])[0]

    def heads():
        return [pick.kind for pick in api.pick(viewport, pixels, options=options)]

    has_lines = IS_LEGACY and mode.startswith("SCULPT")
    assert heads() == (["STROKE", "STROKE"] if has_lines else ["FACE", "FACE"])
    mask(mode, by)
    assert heads() == ["STROKE", "VERTEX" if by == "point" else "STROKE"]
    assert drawn_frames(obj) == PRESENT


@pytest.mark.parametrize("shows_overlays", (True, False))
@pytest.mark.parametrize("mode", (EDIT, WEIGHT, "PAINT" + SUFFIX))
def test_elements_are_drawn_before_faces_where_overlays_are(mode, shows_overlays):
    obj = in_mode(mode, at_once=False)
    build.plane("Above", 3.0, location=(0, 0, 2))
    bpy.context.view_layer.objects.active = obj
    build.live_view()[0].overlay.show_overlays = shows_overlays
    viewport = seen_from_above()
    at_line, at_point = viewport.view.project([(0.05, PLACES[20], 0), (0.4, PLACES[20], 0)])[0]
    has_elements = shows_overlays and mode in (EDIT, WEIGHT)
    assert drawn_frames(obj) == (PRESENT if has_elements else set())
    options = api.PickOptions(tolerance_px=1)
    heads = [api.pick(viewport, pixel, options=options).kind for pixel in (at_line, at_point)]
    assert heads == (["STROKE", "VERTEX"] if has_elements else ["FACE", "FACE"])


def test_element_tells_its_frame():
    in_mode(EDIT)
    viewport = seen_from_above()
    pixels = viewport.view.project([(0.4, PLACES[number], 0) for number in (1, 20)])[0]
    picks = api.pick(viewport, pixels, options=api.PickOptions(kinds={"VERTEX"}))
    assert [(pick.index, pick.ghost_frame) for pick in picks] == [(1, 1), (1, None)]
