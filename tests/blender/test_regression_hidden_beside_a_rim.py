"""Lines behind a face and pixels beside it: hit only where the line is seen; found in random scenes."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, kinds


def view_beside_a_plane():
    """Straight down on a plane whose right rim is the middle column of the picture."""
    build.plane("Plane", 2.0, (-2.0, 0.0, 1.0))
    return build.view_down((0.0, 0.0, 10.0))


def pixel_beside(view, place, offset_px):
    return view.view.project([place])[0][0] + offset_px


@pytest.mark.parametrize("behind", (None, "Ground"))
@pytest.mark.parametrize("kind", ("edge", "bounds"))
def test_line_that_a_face_hides_is_no_hit_beside_the_face(kind, behind):
    view = view_beside_a_plane()
    ends = [(-0.05, -1.0, 0.0), (-0.05, 1.0, 0.0)]
    if kind == "edge":
        kinds.edges_object("Hidden", ends, [(0, 1)])
    else:
        build.cube("Hidden", 0.5, (-0.55, 0.0, 0.0)).display_type = "BOUNDS"
    if behind:
        build.plane(behind, 2.0, (0.0, 0.0, -1.0))
    pixel = pixel_beside(view, (-0.05, 0.1, 0.0), (5.0, 0.0))
    pick = api.pick(view, pixel)
    assert (pick and pick.object_name) == behind
    # Where nothing hides it the same line is hit.
    bpy.data.objects["Plane"].hide_viewport = True
    build.update()
    assert api.pick(view, pixel).object_name == "Hidden"


@pytest.mark.parametrize("kind", ("edge", "bone"))
def test_line_is_hit_where_it_comes_out_from_behind_a_face(kind):
    view = view_beside_a_plane()
    ends = np.array([(-0.5, -0.5, 0.0), (0.5, 0.5, 0.0)])
    if kind == "edge":
        kinds.edges_object("Line", ends.tolist(), [(0, 1)])
    else:
        kinds.armature(("bone", *map(tuple, ends)), display_type="WIRE").name = "Line"
    # The foot of the perpendicular is 2 px behind the plane, the rim of which is within the tolerance.
    pick = api.pick(view, np.add(build.MIDDLE_PX, (2.0, -6.0)))
    assert (pick.object_name, pick.pixel_distance) == ("Line", pytest.approx(7.4, abs=0.3))
    assert pick.location[0] > 0.0
