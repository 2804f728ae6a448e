"""Case C10: the evaluated mesh, the cage or the original is picked, as the option says."""

import bmesh
import bpy
import numpy as np
import pytest

from addon import api
from addon.scene.snapshot import store

from . import build
from .test_edit_elements import edit, edited
from .test_instances import geometry_nodes

EVERY_GEOMETRY = ("EVALUATED", "CAGE", "ORIGINAL")


def displaced_and_subdivided():
    cube = build.cube()
    cube.modifiers.new("Displace", "DISPLACE").strength = 0.6
    cube.modifiers.new("Subdivision", "SUBSURF").levels = 2
    return cube


def picks_down(eye=build.REFERENCE_EYE):
    return [build.pick_down(eye, geometry=geometry, kinds={"FACE"}) for geometry in EVERY_GEOMETRY]


def heights(eye=build.REFERENCE_EYE):
    return [pick.location[2] for pick in picks_down(eye)]


# Half of the strength, as 0.5 is the middle level, along a normal from the center to a corner.
CAGE_HEIGHT = 1.0 + 0.3 / np.sqrt(3)


def test_c10_displaced_and_subdivided_cube_has_three_answers():
    displaced_and_subdivided()
    evaluated, cage, original = picks_down()
    assert evaluated.location[2] == pytest.approx(0.9448, abs=1e-3)
    assert (evaluated.face_index > 5, evaluated.original_face_index) == (True, None)
    assert evaluated.original_location_local is None
    assert cage.location == pytest.approx((0.1, 0.13, CAGE_HEIGHT))
    assert original.location == pytest.approx((0.1, 0.13, 1.0))
    for pick in (cage, original):
        assert (pick.face_index, pick.original_face_index, pick.original_face_reason) == (5, 5, None)
        assert pick.normal == pytest.approx((0, 0, 1)) and pick.normal_smooth == pytest.approx((0, 0, 1))
        assert len(pick.face_polygon) == 4
    assert cage.face_polygon[:, 2] == pytest.approx(np.full(4, CAGE_HEIGHT))
    assert cage.original_location_local == pytest.approx((0.1 / CAGE_HEIGHT, 0.13 / CAGE_HEIGHT, 1.0))
    assert original.original_location_local == pytest.approx((0.1, 0.13, 1.0))


def test_c10_attributes_are_those_of_the_mesh_that_is_picked():
    cube = displaced_and_subdivided()
    values = cube.data.attributes.new("number", "INT", "FACE")
    values.data.foreach_set("value", range(10, 16))
    for pick in picks_down()[1:]:
        assert pick.attributes["number"] == 15


def test_c10_a_cage_is_computed_once_and_leaves_nothing_behind():
    cube = displaced_and_subdivided()
    build.update()
    lists = (bpy.data.meshes, bpy.data.objects, bpy.data.node_groups)
    counts, users = [len(one) for one in lists], cube.data.users
    reports = []
    bpy.app.handlers.depsgraph_update_post.append(
        report := lambda _scene, depsgraph: reports.append([u.is_updated_geometry for u in depsgraph.updates])
    )
    try:
        build.pick_down(geometry="CAGE")
        read = store.extraction_count
        for _ in range(5):
            build.pick_down(geometry="CAGE")
    finally:
        bpy.app.handlers.depsgraph_update_post.remove(report)
    assert store.extraction_count == read
    assert len(reports) <= 1
    assert ([len(one) for one in lists], cube.data.users) == (counts, users)


def test_c10_a_cage_follows_its_modifiers():
    cube = displaced_and_subdivided()
    assert heights()[1] == pytest.approx(CAGE_HEIGHT)
    cube.modifiers["Displace"].strength = 1.2
    assert heights()[1] == pytest.approx(2 * CAGE_HEIGHT - 1.0)
    cube.modifiers["Displace"].show_viewport = False
    assert heights()[1] == pytest.approx(1.0)
    cube.modifiers.move(1, 0)
    cube.modifiers["Displace"].show_viewport = True
    assert heights()[1] == pytest.approx(1.0)


def test_shape_keys_belong_to_the_cage_and_the_basis_to_the_original():
    cube = build.cube()
    cube.shape_key_add(name="Basis")
    key = cube.shape_key_add(name="Up")
    for point in key.data:
        point.co.z += 1.0
    key.value = 0.5
    evaluated, cage, original = picks_down()
    assert evaluated.location[2] == pytest.approx(1.5) and cage.location[2] == pytest.approx(1.5)
    assert original.location[2] == pytest.approx(1.0)
    for pick in (evaluated, cage):
        assert pick.original_location_local == pytest.approx((0.1, 0.13, 1.0))
    cube.modifiers.new("Subdivision", "SUBSURF")
    assert heights()[1:] == pytest.approx([1.5, 1.0])


@pytest.mark.parametrize(
    ("on_cage", "height"), (((), 1.0), (("Displace",), CAGE_HEIGHT)), ids=("none", "one")
)
def test_c10_in_edit_mode_the_cage_is_what_is_shown_on_it(on_cage, height):
    cube = displaced_and_subdivided()
    for modifier in cube.modifiers:
        modifier.show_in_editmode, modifier.show_on_cage = True, modifier.name in on_cage
    edit(cube)
    evaluated, cage, original = picks_down()
    assert evaluated.location[2] == pytest.approx(0.9448, abs=1e-3)
    assert cage.location[2] == pytest.approx(height) and original.location[2] == pytest.approx(1.0)
    for vertex in edited(cube).verts:
        vertex.co.x += 5.0
    bmesh.update_edit_mesh(cube.data)
    moved = heights((5.1, 0.13, 100.0))
    assert moved[1:] == pytest.approx([height, 1.0])
    assert picks_down((5.1, 0.13, 100.0))[2].original_location_local == pytest.approx((5.1, 0.13, 1.0))


def test_instances_and_cast_rays_follow_the_option():
    source = build.collection("Source", linked=False)
    cube = displaced_and_subdivided()
    source.objects.link(cube)
    bpy.context.scene.collection.objects.unlink(cube)
    build.collection_instance("Empty", source, location=(20, 0, 0))
    expected = pytest.approx([0.9448, CAGE_HEIGHT, 1.0], abs=1e-3)
    assert heights((20.1, 0.13, 100.0)) == expected
    options = [api.PickOptions(geometry=geometry) for geometry in EVERY_GEOMETRY]
    rays = [(20.1, 0.13, 100.0)], [(0, 0, -1)]
    assert [100.0 - api.cast_rays(*rays, options=one).t[0] for one in options] == expected


def test_curves_and_raw_geometry_of_nodes_are_always_what_is_drawn():
    curve = bpy.data.curves.new("Text", "FONT")
    curve.body, curve.extrude = "I", 1.0
    text = build.link(bpy.data.objects.new("Text", curve))
    text.scale = (50, 50, 1)
    build.update()
    middle = np.mean([corner[:] for corner in text.bound_box], axis=0) * 50
    assert heights((middle[0], middle[1], 100.0)) == pytest.approx([1.0] * 3)

    def tree(tree, geometry, output):
        on_points = tree.nodes.new("GeometryNodeInstanceOnPoints")
        sphere = tree.nodes.new("GeometryNodeMeshUVSphere")
        tree.links.new(geometry, on_points.inputs["Points"])
        tree.links.new(sphere.outputs["Mesh"], on_points.inputs["Instance"])
        tree.links.new(on_points.outputs[0], output)

    geometry_nodes(build.cube("Spheres", location=(-50, 0, 0)), tree)
    assert heights((-48.9, 1.1, 100.0)) == pytest.approx([2.0] * 3, abs=0.05)


def test_mesh_that_loses_vertices_on_its_cage_loses_their_faces():
    cube = build.cube()
    cube.vertex_groups.new(name="Kept").add([0, 1, 2, 3, 4], 1.0, "REPLACE")
    mask = cube.modifiers.new("Mask", "MASK")
    mask.vertex_group, mask.show_in_editmode, mask.show_on_cage = "Kept", True, True
    edit(cube)
    assert build.pick_down(geometry="CAGE", kinds={"FACE"}) is None
    left = api.pick(
        build.view_from((-9, 0.1, 0.2), (0, 0.1, 0.2), up=(0, 0, 1)),
        build.MIDDLE_PX,
        options=api.PickOptions(geometry="CAGE", kinds={"FACE"}),
    )
    assert left.face_index == 0


def test_mirrored_cage_is_drawn_twice_and_placed_where_the_original_is():
    cube = build.cube(location=(3, 0, 0))
    for vertex in cube.data.vertices:
        vertex.co.x += 3.0
    mirror = cube.modifiers.new("Mirror", "MIRROR")
    mirror.show_in_editmode = mirror.show_on_cage = True
    mesh = edit(cube)
    assert build.pick_down((6.1, 0.13, 100.0), geometry="CAGE", kinds={"FACE"}).face_index == 5
    assert build.pick_down((0.1, 0.13, 100.0), geometry="CAGE", kinds={"FACE"}) is None
    for x in (7.0, -1.0):
        pick = api.pick(build.view_from((x, 0.5, 5), (x, 1, 1)), build.MIDDLE_PX)
        assert (pick.kind, tuple(mesh.verts[pick.index].co)) == ("VERTEX", (4, 1, 1))
        assert pick.location == pytest.approx((x, 1, 1))


def test_place_on_the_basis_while_another_shape_key_is_edited():
    cube = build.cube()
    cube.shape_key_add(name="Basis")
    for point in cube.shape_key_add(name="Up").data:
        point.co.z += 1.0
    cube.active_shape_key_index = 1
    edit(cube)
    pick = build.pick_down(kinds={"FACE"})
    assert pick.location[2] == pytest.approx(2.0)
    assert pick.original_location_local == pytest.approx((0.1, 0.13, 1.0))
    assert heights() == pytest.approx([2.0, 2.0, 2.0])
