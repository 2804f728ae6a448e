"""What is drawn to say something about an object is no thing to pick: origins, motion paths, marks of paint masks."""

import bpy
import pytest

from addon import api

from . import build
from .kinds import empty
from .test_lines_and_points import looking_at


def test_origin_of_a_selected_object_is_no_hit():
    obj = build.mesh_object("Far", [(2, 2, 0), (3, 2, 0), (3, 3, 0)], [(0, 1, 2)])
    obj.select_set(True)
    build.live_view()[0].overlay.show_object_origins_all = True
    assert api.pick(*looking_at((0, 0, 0))) is None
    assert api.pick(*looking_at((2.8, 2.2, 0))).kind == "FACE"


def test_motion_path_is_no_hit():
    obj = empty("PLAIN_AXES", 0.05)
    for frame, x in ((1, -2), (20, 2)):
        obj.location.x = x
        obj.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(1)
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    with build.live_override():
        bpy.ops.object.paths_calculate()
    assert len(obj.motion_path.points) > 10
    assert api.pick(*looking_at((0, 0, 0))) is None
    assert api.pick(*looking_at((-2, 0, 0))).kind == "EMPTY"


@pytest.mark.parametrize("mask", ("use_paint_mask", "use_paint_mask_vertex"))
def test_marks_of_a_mask_lie_on_faces_which_are_hit(mask):
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=4, y_subdivisions=4, size=2.0)
    obj = bpy.context.object
    bpy.ops.object.mode_set(mode="WEIGHT_PAINT")
    setattr(obj.data, mask, True)
    build.update()
    assert [pick.kind for pick in api.pick_all(*looking_at((0.5, 0.0, 0.0), (1, 1)))] == ["FACE"]
    bpy.ops.object.mode_set(mode="OBJECT")
