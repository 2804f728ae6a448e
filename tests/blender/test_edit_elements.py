"""Cases G1, G7: in mesh edit mode the elements that Blender draws are hits, by their numbers in the edited mesh."""

import bmesh
import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles, pictures
from .test_drawn_pixels import FARTHEST_PX, SIZE_PX, other_pixels, viewports
from .test_lines_and_points import looking_at

VERTEX_MODE, EDGE_MODE, FACE_MODE = (True, False, False), (False, True, False), (False, False, True)


def edit(*objects, select_mode=VERTEX_MODE):
    """Enter edit mode with the objects, and give the mesh of the first as it is edited."""
    for obj in objects:
        obj.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.context.scene.tool_settings.mesh_select_mode = select_mode
    return edited(objects[0])


def edited(obj):
    mesh = bmesh.from_edit_mesh(obj.data)
    for elements in (mesh.verts, mesh.edges, mesh.faces):
        elements.ensure_lookup_table()
    return mesh


def hide_top(obj):
    """Hide the face at the top of a cube and what belongs to it alone."""
    mesh = edited(obj)
    top = next(face for face in mesh.faces if face.normal.z > 0.5)
    top.hide_set(True)
    bmesh.update_edit_mesh(obj.data)


def edge_between(mesh, first, last):
    """Number of the edge whose middle is the middle of two places."""
    middle = (np.array(first) + last) / 2.0
    return next(
        edge.index for edge in mesh.edges if np.allclose((edge.verts[0].co + edge.verts[1].co) / 2.0, middle)
    )


@pytest.mark.parametrize("select_mode", (VERTEX_MODE, EDGE_MODE, FACE_MODE))
def test_edges_are_hits_in_every_select_mode_and_vertices_in_that_of_vertices(select_mode):
    mesh = edit(build.cube(), select_mode=select_mode)
    pick = api.pick(*looking_at((0.2, 1, 1), (0, -5)))
    assert (pick.kind, pick.index) == ("EDGE", edge_between(mesh, (-1, 1, 1), (1, 1, 1)))
    assert pick.location == pytest.approx((0.2, 1, 1))
    assert pick.nearest_edge.index == pick.index
    corner = api.pick_all(*looking_at((1, 1, 1), (-4, -3)))
    if select_mode == VERTEX_MODE:
        # It wins although an edge is nearer.
        assert [pick.kind for pick in corner] == ["VERTEX", "EDGE", "FACE", "FACE"]
        assert corner[0].pixel_distance == pytest.approx(5.0) and corner[1].pixel_distance < 4.0
        assert tuple(mesh.verts[corner[0].index].co) == (1, 1, 1)
        assert corner[0].nearest_vertex.index == corner[0].index
    else:
        assert [pick.kind for pick in corner] == ["EDGE", "FACE", "FACE"]
    assert api.pick(*looking_at((0.2, 0.5, 1))).kind == "FACE"


def test_edge_behind_the_faces_is_hidden_and_wins_in_xray():
    edit(build.cube())
    viewport = build.view_down((0.2, 0, 4))
    pixel = viewport.view.project(np.array([(0.2, -1.0, -1.0)]))[0][0]
    assert [pick.kind for pick in api.pick_all(viewport, pixel)] == ["FACE", "FACE", "EDGE"]
    pick = api.pick(build.view_down((0.2, 0, 4), is_xray=True), pixel)
    assert (pick.kind, pick.location[2]) == ("EDGE", pytest.approx(-1))


def test_hidden_faces_edges_and_vertices_are_no_hits():
    cube = build.cube()
    edit(cube)
    for face in edited(cube).faces:
        face.select_set(face.normal.z > 0.5)
    bmesh.update_edit_mesh(cube.data)
    with build.live_override():
        bpy.ops.mesh.hide()
    assert api.pick(*looking_at((0.2, 0.2, 1))).location[2] == pytest.approx(-1)
    assert {pick.location[2] for pick in api.pick_all(*looking_at((1, 1, 1), (-1, -1)))} == {-1.0}
    assert api.pick(*looking_at((0.2, 1, 1), (0, 2))).location[2] == -1.0
    with build.live_override():
        bpy.ops.mesh.reveal()
    assert api.pick(*looking_at((0.2, 0.2, 1))).location[2] == pytest.approx(1)
    assert api.pick(*looking_at((1, 1, 1))).kind == "VERTEX"


def test_linked_duplicate_hides_what_it_is_drawn_without_and_draws_no_elements():
    cube = build.cube()
    duplicate = build.link(bpy.data.objects.new("Duplicate", cube.data))
    duplicate.location = (5, 0, 0)
    edit(cube)
    hide_top(cube)
    # Before 4.4 the duplicate is drawn with them.
    for x, top in ((0, -1), (5, 1 if bpy.app.version < (4, 4) else -1)):
        assert api.pick(*looking_at((x + 0.2, 0.2, 1))).location[2] == pytest.approx(top)
    assert api.pick(*looking_at((6, 1, 1))).kind == "FACE"
    assert {pick.kind for pick in api.pick_all(*looking_at((6, 0, 1)))} == {"FACE"}
    assert api.pick(*looking_at((1, 1, 1))).kind == "VERTEX"


def test_several_objects_in_edit_mode_at_once():
    first, second = build.cube("First"), build.cube("Second", location=(5, 0, 0))
    edit(first, second)
    for obj, x in ((first, 1), (second, 6)):
        pick = api.pick(*looking_at((x, 1, 1)))
        assert (pick.kind, pick.object_name) == ("VERTEX", obj.name)


def test_g1_moved_and_added_elements_are_seen_at_once():
    cube = build.cube()
    mesh = edit(cube)
    moved = next(vertex for vertex in mesh.verts if tuple(vertex.co) == (1, 1, 1))
    assert api.pick(*looking_at((1, 1, 1))).kind == "VERTEX"
    moved.co = (1, 3, 1)
    bmesh.update_edit_mesh(cube.data)
    pick = api.pick(*looking_at((1, 3, 1)))
    assert (pick.kind, pick.index) == ("VERTEX", moved.index)
    assert api.pick(*looking_at((1, 1, 1))).kind == "EDGE"
    mesh.verts.new((4, 0, 0))
    bmesh.update_edit_mesh(cube.data)
    assert api.pick(*looking_at((4, 0, 0))).index == 8


@pytest.mark.parametrize("display_type", ("WIRE", "BOUNDS"))
def test_elements_of_a_mesh_that_is_displayed_without_faces(display_type):
    cube = build.cube()
    cube.display_type = display_type
    edit(cube)
    # The bounds of a cube lie on its edges.
    kinds = [pick.kind for pick in api.pick_all(*looking_at((1, 1, 1))) if pick.kind != "BOUNDS"]
    assert kinds == ["VERTEX", "EDGE"]
    assert api.pick(*looking_at((0.2, 0.2, 1))) is None


def displaced_and_subdivided(on_cage):
    cube = build.cube()
    for name, kind in (("Displace", "DISPLACE"), ("Subdivision", "SUBSURF")):
        modifier = cube.modifiers.new(name, kind)
        modifier.show_in_editmode, modifier.show_on_cage = True, name in on_cage
    cube.modifiers["Displace"].strength, cube.modifiers["Subdivision"].levels = -0.6, 2
    return cube


@pytest.mark.parametrize(
    "on_cage", ((), ("Displace",), ("Subdivision",), ("Displace", "Subdivision")), ids="+".join
)
def test_elements_are_where_the_cage_has_them(on_cage):
    cube = displaced_and_subdivided(on_cage)
    mesh = edit(cube)
    counts = len(bpy.data.meshes), len(bpy.data.objects)
    half = 1.0 if not on_cage else 1.0 - 0.3 / np.sqrt(3)
    if "Subdivision" in on_cage:
        # The modifiers before the last one on the cage count as well; two levels halve a cube's corner.
        half /= 2.0
    viewport = build.view_from((3, 5, 9), (half, half, half))
    options = api.PickOptions(kinds={"VERTEX"}, tolerance_px=1.0)
    pick = api.pick(viewport, build.MIDDLE_PX, options=options)
    assert tuple(mesh.verts[pick.index].co) == (1, 1, 1)
    assert pick.location == pytest.approx((half, half, half), abs=1e-3)
    assert counts == (len(bpy.data.meshes), len(bpy.data.objects))


def kinds_at(viewport, pixels):
    return [pick.kind if pick else None for pick in api.pick(viewport, pixels)]


def assert_elements_are_drawn(kinds):
    """What Blender's overlays change is a hit of one of the kinds, and nowhere else is one.

    But for a few: where a line goes behind a face, and along the outline of a surface it lies in, Blender draws dots.
    """
    space, region, _ = build.live_view()
    rng = np.random.default_rng(7)
    for matrices in viewports():
        viewport = api.Viewport(*matrices, SIZE_PX)
        drawn = np.argwhere(pictures.overlay_pixels(space, region, viewport))[:, ::-1] + 0.5
        assert len(drawn)
        sample = rng.permutation(drawn)[: oracles.samples_a_view]
        assert sum(kind not in kinds for kind in kinds_at(viewport, sample)) <= 0.03 * len(sample)
        others = other_pixels(rng)
        hits = others[[kind in kinds for kind in kinds_at(viewport, others)]]
        is_far = [np.linalg.norm(drawn - pixel, axis=1).min() > FARTHEST_PX for pixel in hits]
        assert sum(is_far) <= 0.03 * len(others)


@pytest.mark.parametrize("select_mode", (VERTEX_MODE, EDGE_MODE))
@pytest.mark.parametrize("on_cage", (None, (), ("Displace",), ("Displace", "Subdivision")), ids=str)
def test_pixels_of_elements_in_edit_mode(gpu, select_mode, on_cage):
    cube = build.cube() if on_cage is None else displaced_and_subdivided(on_cage)
    edit(cube, select_mode=select_mode)
    hide_top(cube)
    for face in edited(cube).faces:
        face.select_set(False)
    bmesh.update_edit_mesh(cube.data)
    assert_elements_are_drawn({"EDGE", "VERTEX"} if select_mode == VERTEX_MODE else {"EDGE"})
