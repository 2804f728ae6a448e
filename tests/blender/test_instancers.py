"""Cases D2, D3, D10, D11: who placed an instance, whatever is shown of those between."""

import bpy
import pytest

from addon import api
from addon.scene import snapshot

from . import build
from .test_instances import geometry_nodes


def placed(name):
    """{persistent id: instancer path} of all instances of an object in the scene."""
    instances = snapshot.Snapshot(api.PickOptions()).instances
    of_object = [one for one in instances if one.is_instance and one.object_name == name]
    return {one.persistent_id: one.instancer_path for one in of_object}


@pytest.fixture
def nested():
    """Out > Mid and Mid 2 > First, Source."""
    inner, middle = build.collection("inner", linked=False), build.collection("middle", linked=False)
    for name in ("First", "Source"):
        build.cube(name, collection=inner)
    made = [
        build.collection_instance("Mid", inner, location=(3, 0, 0), into=middle),
        build.collection_instance("Mid 2", inner, location=(13, 0, 0), into=middle),
        build.collection_instance("Out", middle, location=(0, 5, 0)),
    ]
    build.update()
    return made


NESTED = {(1, 0): ("Out", "Mid"), (1, 1): ("Out", "Mid 2")}


@pytest.mark.parametrize("not_shown", ((), (0,), (0, 1), (0, 1, 2)))
def test_d2_instancers_that_are_not_shown_are_named(nested, not_shown):
    for number in not_shown:
        nested[number].show_instancer_for_viewport = False
    assert placed("Source") == NESTED
    pick = build.pick_down(eye=(13.1, 5.13, 100), kinds={"FACE"})
    assert (pick.object_name, pick.instancer_path) == ("First", ("Out", "Mid 2"))
    assert pick.selectable_object.name == "Out"


def test_d2_an_instancer_between_that_is_disabled_places_nothing(nested):
    nested[0].hide_viewport = True
    assert placed("Source") == {(1, 1): ("Out", "Mid 2")}


@pytest.mark.parametrize("state", ("excluded", "hidden", "unlinked"))
def test_d2_instances_whose_source_is_not_in_the_view_select_their_instancer(nested, state):
    inner = bpy.data.collections["inner"]
    if state != "unlinked":
        bpy.context.scene.collection.children.link(inner)
        layer = bpy.context.view_layer.layer_collection.children["inner"]
        layer.exclude = state == "excluded"
        if state == "hidden":
            for obj in inner.objects:
                obj.hide_set(True)
    assert placed("Source") == NESTED
    pick = build.pick_down(eye=(3.1, 5.13, 100), kinds={"FACE"})
    assert pick.selectable_object == nested[2]
    pick.selectable_object.select_set(True)


def test_d2_nothing_is_selectable_in_another_view_layer(nested):
    pick = build.pick_down(eye=(3.1, 5.13, 100), kinds={"FACE"})
    bpy.context.scene.collection.objects.unlink(nested[2])
    build.update()
    assert pick.selectable_object is None


@pytest.mark.parametrize("shown", (True, False))
def test_instances_on_vertices_and_faces_with_their_scale(shown):
    parent, child = build.plane("Parent", 2.0), build.cube("Child", 0.25)
    child.parent = parent
    child.location.z = 50.0
    parent.show_instancer_for_viewport = shown
    parent.instance_type = "VERTS"
    build.update()
    assert placed("Child") == {(number,): ("Parent",) for number in range(4)}
    pick = build.pick_down(eye=(2.1, -1.9, 100))
    assert (pick.object_name, pick.persistent_id) == ("Child", (1,))
    assert pick.location == pytest.approx((2.1, -1.9, 50.25))
    assert pick.selectable_object == parent
    parent.instance_type = "FACES"
    parent.use_instance_faces_scale, parent.instance_faces_scale = True, 0.5
    build.update()
    assert placed("Child") == {(0,): ("Parent",)}
    # The square root of its area, 4, times the factor.
    pick = next(one for one in pick_all((0.4, 0.4)) if one.is_instance)
    assert pick.matrix_world[:3, :3].diagonal() == pytest.approx((2.0, 2.0, 2.0))
    assert pick.location[2] - pick.matrix_world[2, 3] == pytest.approx(0.5)
    assert not any(one.is_instance for one in pick_all((0.6, 0.6)))


def pick_all(place):
    return api.pick_all(build.view_down(eye=(*place, 1000.0)), build.MIDDLE_PX)


@pytest.mark.parametrize("shown", (True, False))
def test_d2_instances_on_vertices_within_a_collection_that_hold_another(shown):
    inner, outer = build.collection("inner", linked=False), build.collection("outer", linked=False)
    for name in ("First", "Source"):
        build.cube(name, 0.1, collection=inner)
    parent = build.plane("Parent", 2.0, collection=outer)
    kid = build.cube("Kid", 0.1, collection=outer)
    empty = build.collection_instance("Empty", inner, into=outer)
    kid.parent = empty.parent = parent
    parent.instance_type = "VERTS"
    parent.show_instancer_for_viewport = empty.show_instancer_for_viewport = shown
    build.collection_instance("Out", outer)
    build.update()
    assert placed("Kid") == {(number, 0): ("Out", "Parent") for number in range(4)}
    expected = {(1, number, 0): ("Out", "Parent", "Empty") for number in range(4)}
    # The empty stands in the collection by itself as well.
    assert placed("Source") == expected | {(1, 2): ("Out", "Empty")}


def particles(**settings):
    emitter = build.plane("Emitter", 5.0)
    emitter.modifiers.new("Particles", "PARTICLE_SYSTEM")
    made = emitter.particle_systems[0].settings
    made.type, made.count, made.hair_length, made.particle_size = "HAIR", 5, 1.0, 1.0
    for name, value in settings.items():
        setattr(made, name, value)
    build.update()
    return emitter


@pytest.mark.parametrize("render_type", ("OBJECT", "COLLECTION"))
@pytest.mark.parametrize("shown", (True, False))
def test_d3_hair_particles_that_instance_an_object_or_a_collection(render_type, shown):
    sources = build.collection("Sources", linked=False)
    source = build.cube("Source", 0.1, collection=sources)
    emitter = particles(render_type=render_type, instance_object=source, instance_collection=sources)
    emitter.show_instancer_for_viewport = shown
    paths = placed("Source")
    assert len(paths) == 5 and set(paths.values()) == {("Emitter",)}
    shot = snapshot.Snapshot(api.PickOptions())
    one = next(one for one in shot.instances if one.is_instance)
    pick = build.pick_down(eye=(*one.matrix_world[:2, 3], 100))
    assert pick.persistent_id == one.persistent_id and pick.selectable_object == emitter


def test_d3_hair_particles_of_a_collection_that_is_empty_or_holds_instancers():
    sources = build.collection("Sources", linked=False)
    particles(render_type="COLLECTION", instance_collection=sources)
    assert build.pick_down().object_name == "Emitter"
    inner = build.collection("inner", linked=False)
    build.cube("Inner", 0.1, collection=inner)
    build.collection_instance("Empty", inner, into=sources)
    build.update()
    assert placed("Inner") == {}
    # Before 4.4 the lines of such an empty are not drawn.
    assert set(placed("Empty").values()) == ({("Emitter",)} if bpy.app.version >= (4, 4) else set())


def test_d3_an_emitter_within_a_collection_is_named():
    held = build.collection("held", linked=False)
    source = build.cube("Source", 0.1)
    emitter = particles(render_type="OBJECT", instance_object=source)
    bpy.context.scene.collection.objects.unlink(emitter)
    held.objects.link(emitter)
    build.collection_instance("Out", held)
    build.update()
    paths = placed("Source")
    assert len(paths) == 5 and set(paths.values()) == {("Out", "Emitter")}


def on_points(tree, points, instances, output, **settings):
    node = tree.nodes.new("GeometryNodeInstanceOnPoints")
    for name, value in settings.items():
        node.inputs[name.replace("_", " ")].default_value = value
    tree.links.new(points, node.inputs["Points"])
    tree.links.new(instances, node.inputs["Instance"])
    tree.links.new(node.outputs[0], output)


def two_points():
    return build.mesh_object("Points", [(0, 0, 0), (10, 0, 0)], [])


def test_d11_instances_on_points_of_instances_on_points_of_raw_geometry():
    points = two_points()

    def nodes(tree, geometry, output):
        line, cube = tree.nodes.new("GeometryNodeMeshLine"), tree.nodes.new("GeometryNodeMeshCube")
        line.inputs["Count"].default_value = 2
        line.inputs["Offset"].default_value = (0, 3, 0)
        inner = tree.nodes.new("GeometryNodeInstanceOnPoints")
        tree.links.new(line.outputs["Mesh"], inner.inputs["Points"])
        tree.links.new(cube.outputs["Mesh"], inner.inputs["Instance"])
        on_points(tree, geometry, inner.outputs[0], output)

    geometry_nodes(points, nodes)
    build.update()
    expected = {(0, number, point): ("Points",) for number in range(2) for point in range(2)}
    assert placed("Points") == expected
    read = snapshot.store.extraction_count
    for number in range(2):
        for point in range(2):
            pick = build.pick_down(eye=(10 * point + 0.1, 3 * number + 0.13, 100))
            assert pick.persistent_id == (0, number, point)
    assert snapshot.store.extraction_count == read
    assert pick.selectable_object == points


@pytest.mark.parametrize("shown", (True, False))
@pytest.mark.parametrize("separate", (True, False))
@pytest.mark.parametrize("in_a_group", (True, False))
def test_d11_geometry_nodes_that_instance_a_collection_with_an_instancer(shown, separate, in_a_group):
    inner, outer = build.collection("inner", linked=False), build.collection("outer", linked=False)
    build.cube("Source", collection=inner)
    empty = build.collection_instance("Empty", inner, location=(0, 0, 3), into=outer)
    build.cube("Plain", collection=outer)
    empty.show_instancer_for_viewport = shown
    points = two_points()

    def info(tree):
        node = tree.nodes.new("GeometryNodeCollectionInfo")
        node.inputs["Collection"].default_value = outer
        node.inputs["Separate Children"].default_value = separate
        return node.outputs[0]

    def nodes(tree, geometry, output):
        on_points(tree, geometry, instances(tree), output, Pick_Instance=separate)

    def grouped(tree):
        group = bpy.data.node_groups.new("Group", "GeometryNodeTree")
        group.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
        group.links.new(info(group), group.nodes.new("NodeGroupOutput").inputs[0])
        node = tree.nodes.new("GeometryNodeGroup")
        node.node_tree = group
        return node.outputs[0]

    instances = grouped if in_a_group else info
    geometry_nodes(points, nodes)
    build.update()
    assert set(placed("Source").values()) == {("Points", "Empty")}
    assert set(placed("Plain").values()) == {("Points",)}
    assert len(placed("Source")) + len(placed("Plain")) == (2 if separate else 4)
    pick = build.pick_down(eye=(0.1, 0.13, 100), kinds={"FACE"})
    assert (pick.object_name, pick.instancer_path) == ("Source", ("Points", "Empty"))


def test_d11_geometry_nodes_that_instance_an_object_which_instances():
    source = build.cube("Source", 0.2)
    vertices = build.plane("Vertices", 2.0, location=(0, 0, 50))
    source.parent = vertices
    vertices.instance_type = "VERTS"
    points = two_points()

    def nodes(tree, geometry, output):
        node = tree.nodes.new("GeometryNodeObjectInfo")
        node.inputs["Object"].default_value, node.inputs["As Instance"].default_value = vertices, True
        on_points(tree, geometry, node.outputs["Geometry"], output)

    geometry_nodes(points, nodes)
    build.update()
    paths = list(placed("Source").values())
    assert sorted(set(paths)) == [("Points", "Vertices"), ("Vertices",)]
    assert paths.count(("Points", "Vertices")) == 8


def test_d10_ten_thousand_instances_of_a_large_mesh_are_one_structure():
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=224, y_subdivisions=224, size=0.8, location=(0, 0, -500))
    source = bpy.context.object
    assert len(source.data.polygons) * 2 > 100_000
    points = build.mesh_object("Points", [(x, y, 0) for x in range(100) for y in range(100)], [])

    def nodes(tree, geometry, output):
        node = tree.nodes.new("GeometryNodeObjectInfo")
        node.inputs["Object"].default_value, node.inputs["As Instance"].default_value = source, True
        on_points(tree, geometry, node.outputs["Geometry"], output)

    geometry_nodes(points, nodes)
    build.update()
    read = snapshot.store.extraction_count
    shot = snapshot.Snapshot(api.PickOptions())
    instances = [one for one in shot.instances if one.is_instance]
    assert len(instances) == 10_000
    # The large mesh, and the points themselves.
    assert snapshot.store.extraction_count == read + 2
    assert len({one.persistent_id for one in instances}) == 10_000
    assert {(one.object_name, one.instancer_path) for one in instances} == {(source.name, ("Points",))}
    assert len({id(one.shape.surface) for one in shot.instances if one.object_name == source.name}) == 1
    for x, y in ((0, 0), (57, 31), (99, 99)):
        pick = build.pick_down(eye=(x + 0.1, y + 0.13, 100))
        assert pick.persistent_id == (0, x * 100 + y)
        assert pick.location == pytest.approx((x + 0.1, y + 0.13, 0.0), abs=1e-4)
    assert snapshot.store.extraction_count == read + 2
