"""Cases D1 and E2 for instances: what hides an instancer or a source, and what does not."""

import bpy
import pytest

from addon import api

from . import build
from .test_visibility import HIDING, NOT_HIDING


@pytest.fixture
def placed():
    """A cube placed by an instancer in the collection Bigs, and its source elsewhere."""
    source = build.collection("Sources")
    cube = build.cube("Source", collection=source, location=(500, 0, 0))
    return build.collection_instance("Instancer", source, (-500, 0, 0), build.collection("Bigs")), cube


def faces(**options):
    return api.PickOptions(kinds={"FACE"}, **options)


def pick(**options):
    return api.pick(build.view_down(), build.MIDDLE_PX, options=faces(**options))


@pytest.mark.parametrize("way", HIDING)
def test_e2_a_hidden_instancer_hides_what_it_places(placed, way):
    assert pick().instancer_path == ("Instancer",)
    HIDING[way](placed[0])
    assert pick() is None
    # The instancer stands far from what it places; Blender lists the latter only behind the eye of a collection.
    miss = api.why_missed(build.view_down(), build.MIDDLE_PX, options=faces())
    assert miss.skipped == ({"HIDDEN": 1} if way == "collection eye" else {})


@pytest.mark.parametrize("way", NOT_HIDING)
def test_e2_what_only_concerns_renders_or_selection_of_an_instancer_hides_nothing(placed, way):
    NOT_HIDING[way](placed[0])
    assert pick().instancer_path == ("Instancer",)


# What of a source hides its instances: it and its collection are then disabled everywhere.
SOURCE = {
    "hide_set": (lambda cube: cube.hide_set(True), True),
    "hide_viewport": (lambda cube: setattr(cube, "hide_viewport", True), False),
    "collection eye": (lambda cube: setattr(layer(), "hide_viewport", True), True),
    "collection monitor": (
        lambda cube: setattr(bpy.data.collections["Sources"], "hide_viewport", True),
        False,
    ),
    "exclude": (lambda cube: setattr(layer(), "exclude", True), True),
    "holdout": (lambda cube: setattr(layer(), "holdout", True), True),
    "indirect_only": (lambda cube: setattr(layer(), "indirect_only", True), True),
    "hide_render": (lambda cube: setattr(cube, "hide_render", True), True),
    "hide_select": (lambda cube: setattr(cube, "hide_select", True), True),
    "unlinked": (
        lambda cube: bpy.context.scene.collection.children.unlink(bpy.data.collections["Sources"]),
        True,
    ),
}


def layer():
    return bpy.context.view_layer.layer_collection.children["Sources"]


@pytest.mark.parametrize("way", SOURCE)
def test_d1_a_source_is_placed_unless_it_is_disabled(placed, way):
    hide, is_drawn = SOURCE[way]
    hide(placed[1])
    assert (pick() is not None) is is_drawn
    if is_drawn:
        assert (pick().object, pick().selectable_object) == (placed[1], placed[0])


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("way", SOURCE)
def test_d1_a_click_in_blender_agrees(placed, way):
    _, region, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = "ORTHO", (1, 0, 0, 0)
    region_3d.view_location, region_3d.view_distance = (0, 0, 0), 10
    hide, is_drawn = SOURCE[way]
    hide(placed[1])
    build.update()
    region_3d.update()
    with build.live_override():
        bpy.ops.object.select_all(action="DESELECT")
        bpy.ops.view3d.select(location=(region.width // 2, region.height // 2))
    assert placed[0].select_get() is is_drawn
    middle = (region.width // 2 + 0.5, region.height // 2 + 0.5)
    assert (api.pick(api.viewport(), middle, options=faces()) is not None) is is_drawn
