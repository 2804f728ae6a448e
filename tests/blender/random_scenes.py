"""Scenes at random, of all kinds of objects in all states of visibility; the same for the same seed and Blender."""

import bpy
import numpy as np
from mathutils import Euler, Matrix

from . import build, random_additions, random_kinds

SOLID_COUNT = 14
LINEAR_COUNT = 7
BOUNDS = ("BOX", "SPHERE", "CYLINDER", "CONE", "CAPSULE")
# Farther than this single precision moves what is drawn by more than a pixel.
FAR_AWAY = 2000.0


def build_scene(seed):
    """Fill the empty scene.

    Returns
    -------
    (3,) float
        The middle of it; everything lies within about 5 units of that.
    """
    rng = np.random.default_rng(seed)
    centre = rng.uniform(-FAR_AWAY, FAR_AWAY, 3) if rng.random() < 0.15 else np.zeros(3)
    layers = [build.collection(f"Layer {letter}") for letter in "ABC"]
    made = []
    for number in range(SOLID_COUNT + LINEAR_COUNT):
        makers = random_kinds.SOLID if number < SOLID_COUNT else random_kinds.LINEAR
        maker = makers[rng.integers(len(makers))]
        made.append(maker(rng, f"{number:02} {maker.__name__}"))
    made += _instancers(rng, made)
    for obj in made:
        _place(rng, obj, centre)
        _show(rng, obj)
        if obj.type == "MESH":
            _modify(rng, obj)
    _parent(rng, made)
    _distribute(rng, made, layers)
    _hide(rng, made, layers)
    _add(np.random.default_rng((seed, 5)), made, centre, layers)
    build.update()
    return centre


def _add(rng, made, centre, layers):
    """More objects, and what they and the others show besides."""
    added = random_additions.add(rng)
    for obj in added:
        _place(rng, obj, centre)
        _show(rng, obj)
    _distribute(rng, added, layers)
    random_additions.show_besides(rng, made + added)


def _place(rng, obj, centre):
    obj.location = centre + rng.uniform(-3.5, 3.5, 3)
    obj.rotation_euler = rng.uniform(-3.2, 3.2, 3)
    if obj.type == "META":
        return
    scale = rng.uniform(0.4, 1.4, 3) * rng.choice((-1, 1), 3, p=(0.2, 0.8))
    if rng.random() < 0.05:
        scale[rng.integers(3)] = 0.0
    obj.scale = scale


def _show(rng, obj):
    """How it is displayed."""
    obj.display_type = str(rng.choice(("TEXTURED", "SOLID", "WIRE", "BOUNDS"), p=(0.7, 0.1, 0.1, 0.1)))
    obj.display_bounds_type = BOUNDS[rng.integers(len(BOUNDS))]
    obj.show_in_front = bool(rng.random() < 0.12)
    obj.hide_select = bool(rng.random() < 0.1)
    obj.hide_render = bool(rng.random() < 0.1)


def _modify(rng, obj):
    kind = rng.integers(12)
    if kind == 0:
        obj.modifiers.new("Subsurf", "SUBSURF").levels = 2
    elif kind == 1:
        array = obj.modifiers.new("Array", "ARRAY")
        array.count, array.relative_offset_displace = 3, (1.1, 0.1, 0.0)
    elif kind == 2:
        obj.modifiers.new("Solidify", "SOLIDIFY").thickness = 0.15
    elif kind == 3:
        obj.modifiers.new("Displace", "DISPLACE").strength = 0.4
    elif kind == 4:
        mirror = obj.modifiers.new("Mirror", "MIRROR")
        mirror.use_axis = (True, bool(rng.integers(2)), False)


def _parent(rng, made):
    """Some are children: under a parent with another scale on each axis they are sheared."""
    for number in rng.permutation(len(made))[:5]:
        child, parent = made[number], made[rng.integers(len(made))]
        ancestors, above = [], parent
        while above is not None:
            ancestors.append(above)
            above = above.parent
        if child in ancestors or child.type == "META":
            continue
        child.parent, child.location = parent, rng.uniform(-1.5, 1.5, 3)
        if rng.integers(2):
            child.matrix_parent_inverse = Matrix.LocRotScale(
                rng.uniform(-1, 1, 3), Euler(rng.uniform(-1, 1, 3)), rng.uniform(0.6, 1.5, 3)
            )


def _instancers(rng, made):
    """Empties that instance collections, nodes that instance objects, and meshes that instance their children."""
    inner, outer = build.collection("Source inner", linked=False), build.collection("Source", linked=False)
    for number, collection in enumerate((inner, inner, outer)):
        maker = random_kinds.SOLID[rng.integers(len(random_kinds.SOLID) - 1)]
        obj = maker(rng, f"Source {number} {maker.__name__}")
        obj.location, obj.scale = rng.uniform(-1, 1, 3), rng.uniform(0.3, 0.7, 3)
        _show(rng, obj)
        _move(obj, collection)
    nested = build.collection_instance("Source nested", inner, into=outer)
    nested.location, nested.rotation_euler, nested.scale = (
        rng.uniform(-1, 1, 3),
        (0.4, 1.0, 0.2),
        (1, -0.7, 0.8),
    )
    outer.instance_offset = rng.uniform(-1, 1, 3)
    instancers = [
        build.collection_instance(f"Instance {number} of {source.name}", source)
        for number, source in enumerate((inner, outer, outer))
    ]
    instancers.append(_nodes_instancer(rng, made[0], outer))
    instancers += _mesh_instancer(rng)
    return instancers


def _nodes_instancer(rng, instanced, collection):
    """A grid of points at which geometry nodes place an object, a collection or a raw mesh."""
    tree = bpy.data.node_groups.new("Scatter", "GeometryNodeTree")
    for direction in ("INPUT", "OUTPUT"):
        tree.interface.new_socket("Geometry", in_out=direction, socket_type="NodeSocketGeometry")
    new, link = tree.nodes.new, tree.links.new
    points, place, output = new("NodeGroupInput"), new("GeometryNodeInstanceOnPoints"), new("NodeGroupOutput")
    sort = rng.integers(3)
    if sort == 0:
        source = new("GeometryNodeObjectInfo")
        source.inputs["Object"].default_value = instanced
        source.inputs["As Instance"].default_value = bool(rng.integers(2))
    elif sort == 1:
        source = new("GeometryNodeCollectionInfo")
        source.inputs["Collection"].default_value = collection
    else:
        source = new("GeometryNodeMeshCube")
    place.inputs["Scale"].default_value = (0.3, 0.4, 0.25)
    link(points.outputs[0], place.inputs["Points"])
    link(source.outputs["Mesh" if sort == 2 else 0 if sort == 1 else "Geometry"], place.inputs["Instance"])
    link(place.outputs[0], output.inputs[0])
    obj = build.mesh_object("Nodes", [(x, y, 0) for x in (-1, 0, 1) for y in (-1, 1)], [])
    obj.modifiers.new("Scatter", "NODES").node_group = tree
    return obj


def _mesh_instancer(rng):
    """A mesh that places its child at its vertices or on its faces, and the child."""
    # Not flat, or faces of the child itself would lie in those of what is placed.
    places = [(x, y, rng.uniform(-0.5, 0.5)) for x in (-1.2, 0.0, 1.2) for y in (-0.8, 0.8)]
    obj = build.mesh_object("Mesh instancer", places, [(0, 1, 3, 2), (2, 3, 5, 4)])
    obj.instance_type = str(rng.choice(("VERTS", "FACES")))
    obj.use_instance_faces_scale = bool(rng.integers(2))
    obj.show_instancer_for_viewport = bool(rng.integers(2))
    child = random_kinds.primitive(rng, "Mesh instancer's child")
    child.parent = obj
    child.scale = (0.3, 0.3, 0.3)
    return [obj]


def _move(obj, collection):
    for holder in obj.users_collection:
        holder.objects.unlink(obj)
    collection.objects.link(obj)


def _distribute(rng, made, layers):
    """Half of them into collections of their own; some into two."""
    for obj in made:
        if rng.random() < 0.6:
            _move(obj, layers[rng.integers(len(layers))])
            if rng.random() < 0.2:
                second = layers[rng.integers(len(layers))]
                if obj.name not in second.objects:
                    second.objects.link(obj)


def _hide(rng, made, layers):
    """Eyes, monitors and check boxes."""
    layer_collections = bpy.context.view_layer.layer_collection.children
    for layer in layers:
        way = rng.choice(("shown", "eye", "monitor", "exclude", "render", "select"), p=(0.6, *(0.08,) * 5))
        layer.hide_viewport, layer.hide_render = way == "monitor", way == "render"
        layer.hide_select = way == "select"
        layer_collections[layer.name].hide_viewport = bool(way == "eye")
        layer_collections[layer.name].exclude = bool(way == "exclude")
        layer_collections[layer.name].holdout = bool(rng.random() < 0.1)
        layer_collections[layer.name].indirect_only = bool(rng.random() < 0.1)
    build.update()
    for obj in made:
        obj.hide_viewport = bool(rng.random() < 0.07)
        if obj.name in bpy.context.view_layer.objects and rng.random() < 0.08:
            obj.hide_set(True)
