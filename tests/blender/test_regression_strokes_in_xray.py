"""In X-ray strokes are not seen through faces, as all else is; found in random scenes."""

import numpy as np
import pytest

from addon import api

from . import build, kinds, pictures

MIDDLE_PX = (40.0, 30.0)
VIEW = {"eye": (0, 0, 8), "is_xray": True, "size_px": (80, 60)}


def other(kind, height, is_front=False):
    """What covers the stroke on the screen."""
    if kind == "mesh":
        made = build.plane("Other", half_size=2.0)
    elif kind == "cloud":
        made = kinds.cloud("Other", [(0, 0, 0)], radius=1.5)
    elif kind == "image":
        made = kinds.reference_image()
    else:
        made = kinds.armature(("bone", (0, -2, 0), (0, 2, 0)), mode="POSE")
    made.location, made.show_in_front = (0, 0, height), is_front


def stroke(is_front=False, display_type="TEXTURED"):
    """A stroke through the middle, and an edge beside it."""
    obj = kinds.strokes(0.3, [[(-1, 0, 0), (1, 0, 0)]])[0]
    obj.show_in_front, obj.display_type = is_front, display_type
    kinds.edges_object("Edge", [(-1, 0.5, 0), (1, 0.5, 0)], [(0, 1)]).show_in_front = is_front
    build.update()
    return obj


def is_seen(view, **options):
    """Whether the stroke is a hit in the middle before an edge that is some pixels away and seen through all."""
    picks = api.pick_all(view, MIDDLE_PX, options=api.PickOptions(**options))
    lines = [pick.kind for pick in picks if pick.kind in ("STROKE", "EDGE")]
    assert sorted(lines) == ["EDGE", "STROKE"]
    return lines[0] == "STROKE"


def is_drawn(obj, view):
    """Whether Blender draws an object in the middle of the view."""
    space, region, _ = build.live_view()
    space.shading.show_xray = view.is_xray
    column, row = np.array(MIDDLE_PX, dtype=int)
    return pictures.changed_pixels(space, region, view, obj)[row - 1 : row + 2, column].any()


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("kind", ("mesh", "cloud", "image"))
@pytest.mark.parametrize("height", (2.0, -2.0))
def test_stroke_is_hidden_by_what_lies_before_it_in_xray(kind, height):
    other(kind, height)
    obj, view = stroke(), build.view_down(**VIEW)
    assert (api.pick(view, MIDDLE_PX).kind == "STROKE") == (height < 0.0)
    assert is_seen(view) == is_drawn(obj, view) == (height < 0.0)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("kind", ("mesh", "cloud"))
@pytest.mark.parametrize("is_front, is_stroke_front", ((True, False), (False, True), (True, True)))
def test_stroke_in_xray_is_hidden_by_nothing_where_one_is_in_front(kind, is_front, is_stroke_front):
    other(kind, 2.0, is_front)
    obj, view = stroke(is_stroke_front), build.view_down(**VIEW)
    assert is_seen(view) and is_drawn(obj, view)
    # Of what is In Front the depth alone counts when it is to.
    assert not is_seen(view, true_depth=True)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("kind, display_type", (("mesh", "WIRE"), ("bone", "TEXTURED")))
def test_stroke_as_wire_or_behind_a_bone_is_seen_in_xray(kind, display_type):
    other(kind, 2.0)
    obj, view = stroke(display_type=display_type), build.view_down(**VIEW)
    assert is_seen(view) and is_drawn(obj, view)


def test_stroke_behind_a_face_in_xray_is_picked_where_everything_is_seen_through():
    other("mesh", 2.0)
    stroke()
    assert is_seen(build.view_down(**VIEW), see_through=True)
