"""The shape of a bone that is open is filled from its front alone, whatever the viewport culls."""

import pytest

from addon import api

from . import build, pictures
from .kinds import armature

PLANE = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [(0, 1, 2, 3)]
ABOVE, BELOW = (1, 0, 0, 0), (0, 1, 0, 0)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("rotation", (ABOVE, BELOW))
@pytest.mark.parametrize(
    ("scale", "shape_scale"),
    (
        ((1, 1, 1), (1, 1, 1)),
        ((-1, 1, 1), (1, 1, 1)),
        ((1, 1, 0), (1, 1, 1)),
        ((1, 1, 1), (-1, 1, 1)),
        ((1, 1, 1), (1, 1, -1)),
        ((-1, 1, 1), (-1, 1, 1)),
    ),
)
def test_shape_of_a_bone_is_picked_from_its_front(scale, shape_scale, rotation):
    obj = armature(("bone", (0, 0, 0), (0, 1, 0)))
    shape = build.mesh_object("Shape", *PLANE)
    shape.hide_viewport = True
    posed = obj.pose.bones["bone"]
    posed.custom_shape, posed.custom_shape_scale_xyz, obj.scale = shape, shape_scale, scale
    space, region, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_distance = "ORTHO", 8
    region_3d.view_location, region_3d.view_rotation = (0, 0, 0), rotation
    build.update()
    viewport = api.viewport()
    is_front = (rotation == ABOVE) == (shape_scale[2] > 0)
    x, y = (int(middle) + 20 for middle in viewport.size_px / 2)
    assert pictures.changed_pixels(space, region, viewport, obj)[y, x] == is_front
    assert [pick.kind for pick in api.pick_all(viewport, (x + 0.5, y + 0.5))] == ["BONE"] * is_front


def test_bone_is_met_on_the_side_towards_the_viewer():
    for display_type in ("OCTAHEDRAL", "BBONE"):
        obj = armature(("bone", (0, 0, 0), (0, 1, 0)), display_type=display_type)
        for mirror in (1, -1):
            obj.scale.x = mirror
            build.update()
            view = build.view_from((0.01, 0.3, 5), (0.01, 0.3, 0))
            pick = api.pick(view, view.size_px / 2)
            assert pick.kind == "BONE" and pick.location[2] > 0.01
        obj.hide_set(True)
