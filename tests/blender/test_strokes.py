"""Case C1: grease pencil strokes of both generations are bands as wide as they are drawn."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles
from .kinds import IS_LEGACY, STROKE_LINES, drawing_of, strokes


def fill_by_material(obj):
    """As before 5.2, when strokes had no number of their fill."""
    material = bpy.data.materials.new("Filled")
    bpy.data.materials.create_gpencil_data(material)
    material.grease_pencil.show_fill = True
    obj.data.materials.append(material)


def smooth(obj, drawing):
    """Turn strokes into Catmull-Rom curves. Of a change of the attribute alone Blender 4.3 would know nothing."""
    if hasattr(drawing, "set_types"):
        drawing.set_types(type="CATMULL_ROM")
        return
    bpy.context.view_layer.objects.active = obj
    with build.live_override():
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.grease_pencil.select_all(action="SELECT")
        bpy.ops.grease_pencil.set_curve_type(type="CATMULL_ROM")
        bpy.ops.object.mode_set(mode="OBJECT")


def pick_at(place, offset_px=(0.0, 0.0)):
    view = build.view_down((*place[:2], place[2] + 5.0))
    return api.pick(view, np.add(build.MIDDLE_PX, offset_px))


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
@pytest.mark.parametrize("radius", (0.01, 0.1))
def test_every_drawn_pixel_of_strokes_is_a_hit_and_no_far_one(radius, view):
    obj, _ = strokes(radius)
    obj.rotation_euler, obj.scale = (0.3, 0.4, 0.5), (1.0, 1.5, 0.7)
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    "attributes", ({"cyclic": True}, {"cyclic": True, "fill_id": 1}, {"curve_type": "CATMULL_ROM"})
)
def test_rings_bent_fills_and_smooth_strokes_are_picked_as_drawn(attributes):
    if IS_LEGACY and "curve_type" in attributes:
        pytest.skip("before 4.3 strokes have no types")
    line = ((-1, -0.6, 0), (0, 0.9, 0.3), (0.2, -0.1, 0), (1.3, 0.5, 0), (0.5, -0.8, -0.2))
    obj, layer = strokes(0.05, (line,))
    obj.rotation_euler = (0.3, 0.4, 0.5)
    drawing = None if IS_LEGACY else layer.frames[0].drawing
    for name, value in attributes.items():
        if name == "fill_id" and bpy.app.version < (5, 2):
            fill_by_material(obj)
            continue
        if name == "curve_type":
            smooth(obj, drawing)
            continue
        if IS_LEGACY:
            layer.frames[0].strokes[0].use_cyclic = value
            continue
        data_type = {"cyclic": "BOOLEAN", "fill_id": "INT"}[name]
        attribute = drawing.attributes.get(name) or drawing.attributes.new(name, data_type, "CURVE")
        attribute.data[0].value = value
    obj.data.update_tag()
    oracles.assert_drawn_is_picked(obj, oracles.VIEWS[0])


def test_stroke_is_named_by_its_number():
    strokes()
    assert (pick_at((0, 0, 0), (0, 3)).kind, pick_at((0, 0, 0)).element_index) == ("STROKE", 0)
    assert pick_at((1, 1.5, 0), (4, 0)).element_index == 1
    assert pick_at((0, 0.5, 0)) is None


@pytest.mark.parametrize("radius", (0.05, 0.2))
def test_stroke_is_as_wide_as_its_radius(radius):
    strokes(radius, STROKE_LINES[:1])
    px_per_unit = build.SIZE_PX[1] / (2 * 5.0 * np.tan(np.pi / 8))
    for beyond_px, is_hit in ((7.5, True), (8.5, False)):
        assert (pick_at((0, 0, 0), (0, radius * px_per_unit + beyond_px)) is not None) is is_hit


def test_only_the_strokes_of_the_current_frame_are_picked():
    _, layer = strokes()
    drawing_of(layer, 10, (((-1, 5, 0), (1, 5, 0)),), 0.01)
    for frame, shown, gone in ((1, (0, 0, 0), (0, 5, 0)), (12, (0, 5, 0), (0, 0, 0))):
        bpy.context.scene.frame_set(frame)
        assert pick_at(shown).kind == "STROKE" and pick_at(gone) is None
    bpy.context.scene.frame_set(1)


def test_hidden_layer_is_not_picked():
    obj, layer = strokes()
    layer.hide = True
    obj.data.update_tag()
    assert pick_at((0, 0, 0)) is None


def test_layer_follows_its_transform_and_its_parent():
    obj, layer = strokes()
    setattr(layer, "location" if IS_LEGACY else "translation", (0, 0, 2))
    parent = build.link(bpy.data.objects.new("Parent", None))
    layer.parent = parent
    for location in ((0, 7, 0), (0, -7, 0)):
        parent.location = location
        build.update()
        assert pick_at((0, location[1], 2)).location == pytest.approx((0, location[1], 2), abs=1e-5)
        assert pick_at((0, 0, 0)) is None
    assert obj.matrix_world.translation.length == 0.0


def test_data_without_a_stroke_or_with_one_point_raises_nothing():
    strokes(lines=(((0, 0, 0),),))
    assert pick_at((0, 0, 0)).kind == "STROKE"
    strokes(lines=(((5, 0, 0), (6, 0, 0)),))[1].hide = True
    assert pick_at((5.5, 0, 0)) is None
