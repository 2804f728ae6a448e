"""Of a bone that is seen through, and of its shape, the outline is drawn, not every edge; found in random scenes."""

import numpy as np
import pytest

from addon import api

from . import build
from .kinds import armature
from .test_drawn_pixels import askew, assert_drawn_is_hit
from .test_lines_and_points import looking_at


def grid(count):
    """A flat grid of squares of size 2 / `count` around the origin, not linked."""
    steps = np.linspace(-1.0, 1.0, count + 1)
    places = [(x, y, 0.0) for x in steps for y in steps]
    first = [row * (count + 1) + column for row in range(count) for column in range(count)]
    return places, [(one, one + 1, one + count + 2, one + count + 1) for one in first]


def stairs():
    """A solid with a notch: three cubes side by side would be a bar, the middle one is missing above."""
    outline = ((-1, 0), (-1, 1), (-0.4, 1), (0, 0.4), (0.4, 1), (1, 1), (1, 0))
    places = [(x, y, z) for z in (-0.5, 0.5) for x, y in outline]
    sides = [(i, (i + 1) % 7, (i + 1) % 7 + 7, i + 7) for i in range(7)]
    return places, [tuple(range(7)), tuple(range(13, 6, -1)), *sides]


SHAPES = {"grid": grid(2), "stairs": stairs()}


def rig(shape, is_wire=False, display_type="OCTAHEDRAL"):
    """A bone of length 2 through the origin, seen through and drawn as one of `SHAPES`, or as it is."""
    obj = armature(("bone", (0, -1, 0), (0, 1, 0)), display_type=display_type)
    if shape:
        drawn = build.mesh_object("Shape", *SHAPES[shape])
        drawn.hide_viewport = True
        obj.pose.bones["bone"].custom_shape = drawn
    obj.data.bones["bone"].show_wire = is_wire
    obj.data.bones["bone"].bbone_x = obj.data.bones["bone"].bbone_z = 0.5
    build.live_view()[0].shading.show_xray = True
    build.update()
    return obj


@pytest.mark.parametrize("is_wire", (False, True))
def test_inner_edge_of_the_shape_of_a_bone_is_a_hit_only_where_the_bone_is_drawn_as_wire(is_wire):
    rig("grid", is_wire)
    # The grid is four wide, from the head on; its middle line lies along the bone.
    inner, border = looking_at((0, 0.5, 0), is_xray=True), looking_at((2, 0.5, 0), is_xray=True)
    assert [pick.kind for pick in api.pick_all(*inner)] == ["BONE"] * is_wire
    assert [pick.kind for pick in api.pick_all(*border)] == ["BONE"]


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    "settings",
    (
        {"shape": "stairs"},
        {"shape": "", "display_type": "OCTAHEDRAL"},
        {"shape": "", "display_type": "BBONE"},
    ),
    ids=lambda settings: "-".join(map(str, settings.values())),
)
def test_every_drawn_pixel_of_a_bone_is_a_hit_and_no_far_one(settings):
    obj = askew(rig(**settings))
    obj.scale.x *= -1.0
    build.update()
    assert_drawn_is_hit(obj, "BONE")
