"""Cases E5 and D11: with `include_hidden`, hidden instancers place what they would, where they would."""

import bpy
import numpy as np
import pytest

from addon import api
from addon.scene import snapshot

from . import build
from .test_instances import geometry_nodes

ON_REQUEST = {"include_hidden": True}


def placed(**options):
    """{object, persistent id, instancer path: matrix} of all instances."""
    instances = snapshot.Snapshot(api.PickOptions(**options)).instances
    return {
        (one.object_name, one.persistent_id, one.instancer_path): one.matrix_world
        for one in instances
        if one.is_instance
    }


def assert_placed(shown, found):
    assert len(shown) > 1 and set(found) == set(shown)
    for key, matrix in shown.items():
        assert found[key] == pytest.approx(matrix, abs=1e-5), key


def askew(obj, location=(1, 2, 3)):
    obj.location, obj.rotation_euler, obj.scale = location, (0.3, 0.1, 0.2), (1, 1.5, 0.8)
    return obj


def on_a_mesh(way, **settings):
    parent, child = askew(build.plane("Parent", 2.0)), askew(build.cube("Child", 0.25), (0, 0, 3))
    child.parent = parent
    inner = build.collection("Inner", linked=False)
    build.cube("Source", 0.1, collection=inner, location=(0.5, 0, 0))
    empty = build.collection_instance("Empty", inner)
    empty.parent = child
    parent.instance_type = way
    for name, value in settings.items():
        setattr(parent, name, value)
    return parent, child


HIDING = {"eye": lambda obj: obj.hide_set(True), "monitor": lambda obj: setattr(obj, "hide_viewport", True)}


@pytest.mark.parametrize("hide", HIDING.values(), ids=HIDING)
@pytest.mark.parametrize(
    "way, settings",
    (
        ("VERTS", {}),
        ("VERTS", {"use_instance_vertices_rotation": True}),
        ("FACES", {}),
        ("FACES", {"use_instance_faces_scale": True, "instance_faces_scale": 0.3}),
    ),
)
def test_e5_what_hidden_instancers_on_vertices_and_faces_place(way, settings, hide):
    parent, child = on_a_mesh(way, **settings)
    for track, up in (("POS_Y", "Z"), ("NEG_X", "Y"), ("POS_Z", "X"), ("POS_Z", "Z")):
        child.track_axis, child.up_axis = track, up
        parent.hide_viewport = False
        parent.hide_set(False)
        build.update()
        shown = placed()
        hide(parent)
        build.update()
        # The empty stands by itself as well.
        assert set(placed()) == {("Source", (0,), ("Empty",))}
        assert ("Source", (0, 0), ("Parent", "Empty")) in shown
        assert_placed(shown, placed(**ON_REQUEST))


def emitter(render_type, **settings):
    obj = askew(build.plane("Emitter", 2.0))
    sources = build.collection("Sources")
    child = askew(build.cube("Child", 0.25, collection=sources), (5, 1, 2))
    build.cube("Other", 0.2, collection=sources)
    obj.modifiers.new("Particles", "PARTICLE_SYSTEM")
    wanted = {
        "count": 5, "frame_start": 1, "frame_end": 1, "lifetime": 100, "particle_size": 0.3, "size_random": 0.5,
        "use_rotations": True, "rotation_factor_random": 1.0, "render_type": render_type,
    }  # fmt: skip
    for name, value in (wanted | settings).items():
        setattr(obj.particle_systems[0].settings, name, value)
    obj.particle_systems[0].settings.instance_object = child
    obj.particle_systems[0].settings.instance_collection = sources
    bpy.context.scene.frame_set(10)
    return obj


@pytest.mark.parametrize(
    "settings",
    (
        {},
        {"use_rotation_instance": True},
        {"use_rotation_instance": True, "use_scale_instance": False},
        {"use_scale_instance": False, "use_global_instance": True},
    ),
)
@pytest.mark.parametrize("render_type", ("OBJECT", "COLLECTION"))
def test_e5_what_particles_of_hidden_emitters_are_drawn_as(render_type, settings):
    obj = emitter(render_type, **settings)
    build.update()
    shown = placed()
    obj.hide_set(True)
    assert_placed(shown, placed(**ON_REQUEST))
    view = build.view_down(eye=(*next(iter(shown.values()))[:2, 3], 100))
    paths = {
        one.instancer_path
        for one in api.pick_all(view, build.MIDDLE_PX, options=api.PickOptions(**ON_REQUEST))
    }
    assert ("Emitter",) in paths


@pytest.mark.parametrize("settings", ({"type": "HAIR"}, {"use_collection_pick_random": True}))
def test_e5_what_cannot_be_known_of_particles_is_told(settings):
    obj = emitter("COLLECTION", **settings)
    obj.hide_set(True)
    build.update()
    options = api.PickOptions(**ON_REQUEST)
    assert placed(**ON_REQUEST) == {}
    miss = api.why_missed(build.view_down(eye=(50, 50, 100)), build.MIDDLE_PX, options=options)
    assert miss.skipped == {"STALE": 1}


def test_e5_d11_what_hidden_objects_with_geometry_nodes_place():
    source = askew(build.cube("Source"))
    collection = build.collection("Collection")
    build.cube("Within", 0.2, location=(1, 1, 1), collection=collection)
    collection.instance_offset = (0.5, 0, 0)
    points = askew(build.mesh_object("Points", [(0, 0, 0), (10, 0, 0)], []))

    def tree(tree, geometry, output):
        link, join = tree.links.new, tree.nodes.new("GeometryNodeJoinGeometry")
        info = tree.nodes.new("GeometryNodeObjectInfo")
        info.inputs["Object"].default_value, info.inputs["As Instance"].default_value = source, True
        of_collection = tree.nodes.new("GeometryNodeCollectionInfo")
        of_collection.inputs["Collection"].default_value = collection
        for node in (info, of_collection, tree.nodes.new("GeometryNodeMeshUVSphere")):
            on_points = tree.nodes.new("GeometryNodeInstanceOnPoints")
            on_points.inputs["Rotation"].default_value = (0.3, 0.5, 0.7)
            link(geometry, on_points.inputs["Points"])
            link(node.outputs["Mesh" if "Mesh" in node.outputs else -1], on_points.inputs["Instance"])
            link(on_points.outputs[0], join.inputs[0])
        link(join.outputs[0], output)

    geometry_nodes(points, tree)
    build.update()
    shown = placed()
    of_objects = {key: matrix for key, matrix in shown.items() if key[0] != "Points"}
    points.hide_set(True)
    miss = api.why_missed(
        build.view_down(eye=(50, 50, 100)), build.MIDDLE_PX, options=api.PickOptions(**ON_REQUEST)
    )
    if hasattr(bpy.types.Object, "evaluated_geometry"):
        assert len(of_objects) == 4
        assert_placed(of_objects, placed(**ON_REQUEST))
        # The spheres belong to no object.
        assert miss.skipped == {"STALE": 2}
    else:
        assert placed(**ON_REQUEST) == {} and miss.skipped == {"STALE": 1}


def test_f6_hidden_instancers_without_volume_place_nothing():
    for way in ("VERTS", "FACES"):
        parent, child = on_a_mesh(way)
        parent.scale = (0, 1, 1)
        parent.hide_set(True)
        child.scale.z = 0.0
        build.update()
    assert all(np.isfinite(matrix).all() for matrix in placed(**ON_REQUEST).values())
