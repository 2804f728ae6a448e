"""C2 and E15: since Blender 5.1 dots of point clouds lie a radius before their points; found in random scenes."""

import bpy
import pytest

from addon import api

from . import build, kinds, pictures


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("projection", ("PERSP", "ORTHO"))
@pytest.mark.parametrize("part", (0.8, 1.2))
def test_dot_is_hidden_by_a_face_that_lies_before_the_tip_of_its_diamond(part, projection):
    """The point lies under a plane, some part of its radius below."""
    build.plane("Plane")
    cloud = kinds.cloud("Cloud", [(0, 0, 0)], radius=0.2)
    cloud.display_type, cloud.scale = "WIRE", (1.0, 1.5, 0.5)
    # How long that makes a vector of three equal coordinates.
    mean_scale = (3.5 / 3.0) ** 0.5
    cloud.location.z = -part * 0.2 * mean_scale
    space, region, region_3d = build.live_view()
    region_3d.view_perspective, region_3d.view_rotation = projection, (1, 0, 0, 0)
    region_3d.view_location, region_3d.view_distance = (0, 0, 0), 5.0
    build.update()
    region_3d.update()
    viewport = api.viewport()
    pixel = viewport.view.project([tuple(cloud.matrix_world.translation)])[0][0]
    is_drawn = bool(pictures.changed_pixels(space, region, viewport, cloud).any())
    assert is_drawn is (part < 1.0 and bpy.app.version >= (5, 1))
    assert (api.pick(viewport, pixel).kind == "POINT") is is_drawn
