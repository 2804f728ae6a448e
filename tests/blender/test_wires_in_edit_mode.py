"""Cases E15, G7: in edit mode the wires of what modifiers make are drawn beside a cage that is something else."""

import pytest

from addon import api
from addon.scene.outlines.wires import EVALUATED_MESH

from . import build
from .test_drawn_pixels import askew
from .test_edit_elements import FACE_MODE, assert_elements_are_drawn, edit
from .test_lines_and_points import looking_at
from .test_wires import subdivided


def twice(on_cage=False):
    """A cube that an array has again 5 to the right."""
    cube = build.cube()
    array = cube.modifiers.new("Array", "ARRAY")
    array.use_relative_offset, array.use_constant_offset = False, True
    array.constant_offset_displace = (5, 0, 0)
    array.show_in_editmode, array.show_on_cage = True, on_cage
    return cube


def test_wire_of_the_result_is_numbered_as_the_evaluated_mesh():
    cube = twice()
    edit(cube)
    at = looking_at((6, 0, 1))
    assert api.pick(*at).kind == "FACE"
    cube.show_wire = True
    pick = api.pick(*at)
    assert (pick.kind, pick.element_name) == ("EDGE", EVALUATED_MESH)
    assert pick.index >= 12 and pick.nearest_edge.index == pick.index
    assert sorted(end.tolist() for end in pick.element_ends) == [[6, -1, 1], [6, 1, 1]]
    for geometry in ("CAGE", "ORIGINAL"):
        pick = api.pick(*looking_at((1, 0, 1)), options=api.PickOptions(geometry=geometry))
        assert (pick.kind, pick.element_name) == ("EDGE", None)


def test_where_the_cage_is_all_there_is_its_edges_are_the_wires():
    cube = twice(on_cage=True)
    cube.show_wire = True
    edit(cube)
    found = api.pick_all(*looking_at((6, 0, 1)))
    assert [(pick.kind, pick.element_name) for pick in found if pick.kind == "EDGE"] == [("EDGE", None)]


@pytest.mark.parametrize("make", (build.cube, twice))
def test_wireframe_without_overlays_has_wires_and_no_elements(make):
    edit(make())
    view = {"shading": "WIREFRAME", "is_xray": True}
    assert api.pick(*looking_at((1, 1, 1), **view)).kind == "VERTEX"
    view["hidden_kinds"] = hidden_without_overlays()
    found = api.pick_all(*looking_at((1, 1, 1), **view))
    assert {(pick.kind, pick.element_name) for pick in found} == {("EDGE", EVALUATED_MESH)}


def hidden_without_overlays():
    """What a view in wireframe shading without overlays leaves out."""
    space, region, region_3d = build.live_view()
    space.shading.type, space.overlay.show_overlays = "WIREFRAME", False
    try:
        return api.Viewport.from_region(space, region, region_3d).hidden_kinds
    finally:
        space.shading.type, space.overlay.show_overlays = "SOLID", True


@pytest.mark.parametrize("only_control_edges", (True, False))
def test_pixels_of_wires_and_elements(gpu, only_control_edges):
    obj = askew(subdivided(only_control_edges))
    obj.show_wire = True
    modifier = obj.modifiers[0]
    modifier.show_in_editmode, modifier.show_on_cage = True, False
    edit(obj, select_mode=FACE_MODE)
    assert_elements_are_drawn({"EDGE"})
