"""Changes of the scene with one of everything."""

import bmesh
import bpy

from . import build, kinds
from .kept_scene import taken, viewport


def obj(name):
    return bpy.data.objects[name]


def layer():
    return bpy.context.view_layer


def layer_collection(name):
    return layer().layer_collection.children[name]


def put(path, /, **settings):
    """A change that gives an object, or what of it the path names, other settings."""

    def change():
        owner = obj(path.split(".")[0])
        for part in path.split(".")[1:]:
            owner = getattr(owner, part)
        for setting, value in settings.items():
            setattr(owner, setting, value)

    return change


def act(mode="OBJECT", active="Cube", then=None):
    """A change made with an operator, or of the mode."""

    def change():
        layer().objects.active = obj(active)
        obj(active).select_set(True)
        bpy.ops.object.mode_set(mode=mode)
        if then is not None:
            then()

    return change


def raise_vertices():
    for vertex in obj("Cube").data.vertices:
        vertex.co.z += 0.5
    obj("Cube").data.update()


def raise_in_edit_mode():
    mesh = obj("Cube").data
    for vertex in bmesh.from_edit_mesh(mesh).verts:
        vertex.co.z += 0.5
    bmesh.update_edit_mesh(mesh)


def hide_face():
    mesh = obj("Cube").data
    edited = bmesh.from_edit_mesh(mesh)
    edited.faces.ensure_lookup_table()
    edited.faces[0].hide_set(True)
    bmesh.update_edit_mesh(mesh)


def add_cube():
    build.cube("New", 0.4, (0, 0, 3))


def mirror_image():
    obj("Image").rotation_euler = (0.0, 3.0, 0.0)


def new_view_layer():
    made = bpy.context.scene.view_layers.new("Other")
    bpy.context.window.view_layer = made
    made.layer_collection.children["Box"].exclude = True


def other_scene():
    made = bpy.data.scenes.new("Other")
    made.collection.objects.link(obj("Cube"))
    bpy.context.window.scene = made


def save_and_load(tmp_path):
    path = str(tmp_path / "kept.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    obj("Cube").location.z = 2.0
    bpy.ops.wm.open_mainfile(filepath=path)
    obj("Twin").location.z = 2.0


def undo():
    bpy.ops.ed.undo_push(message="before")
    obj("Cube").location.z = 2.0
    obj("Twin").data.vertices[0].co.z = 5.0
    bpy.ops.ed.undo_push(message="after")
    build.pick_down()
    bpy.ops.ed.undo()


def redo():
    undo()
    build.pick_down()
    bpy.ops.ed.redo()


def cull_by_material():
    bpy.data.materials["Paint"].use_backface_culling = True


def delete_by_operator():
    bpy.ops.object.select_all(action="DESELECT")
    obj("Twin").select_set(True)
    bpy.ops.object.delete()


def move_bone():
    bones = obj("Armature").data.edit_bones
    bones[0].tail = (1.0, 0.0, 2.0)


def pose_bone():
    obj("Armature").pose.bones[0].rotation_quaternion = (0.7, 0.7, 0.0, 0.0)


def shape_bone():
    obj("Armature").pose.bones[0].custom_shape = obj("Cutter")


def hide_bone():
    bones = obj("Armature").pose.bones if bpy.app.version >= (5, 0) else obj("Armature").data.bones
    bones[0].hide = True


def add_geometry_nodes():
    group = bpy.data.node_groups.new("Nodes", "GeometryNodeTree")
    group.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    made = group.nodes.new("GeometryNodeMeshIcoSphere")
    group.links.new(made.outputs[0], group.nodes.new("NodeGroupOutput").inputs[0])
    obj("Twin").modifiers.new("Nodes", "NODES").node_group = group


def change_geometry_nodes():
    add_geometry_nodes()
    build.pick_down()
    bpy.data.node_groups["Nodes"].nodes[0].inputs["Radius"].default_value = 2.0


def add_fur():
    settings = obj("Cube").modifiers.new("Fur", "PARTICLE_SYSTEM").particle_system.settings
    settings.type, settings.count = "HAIR", 20


def change_fur():
    add_fur()
    build.pick_down()
    obj("Cube").particle_systems[0].settings.hair_length = 2.0


def emit():
    settings = obj("Cube").modifiers.new("Sparks", "PARTICLE_SYSTEM").particle_system.settings
    settings.type, settings.count, settings.frame_end = "EMITTER", 20, 5
    bpy.context.scene.frame_set(3)
    build.pick_down()
    for frame in range(4, 8):
        bpy.context.scene.frame_set(frame)


def move_parent_of_strokes():
    _, drawn = kinds.strokes()
    drawn.parent = obj("Twin")
    taken(viewport())
    obj("Twin").location.z = 2.0


def toggle(name, operator):
    """Run an operator on an object by itself, which neither the selection nor the mode is changed for."""
    with bpy.context.temp_override(object=obj(name), active_object=obj(name)):
        operator()


def force_field(name):
    toggle(name, bpy.ops.object.forcefield_toggle)


def add_rigid_body():
    toggle("Twin", bpy.ops.rigidbody.object_add)
    obj("Twin").rigid_body.collision_shape = "BOX"


def mist():
    bpy.context.scene.world = bpy.data.worlds.new("World")
    obj("Camera").data.show_mist = True
    taken(viewport())
    bpy.context.scene.world.mist_settings.start = 3.0


def strengthen():
    act("OBJECT", "Parent", bpy.ops.object.forcefield_toggle)()
    obj("Parent").field.type = "WIND"
    build.pick_down()
    obj("Parent").field.strength = 5.0


def key_shape():
    cube = obj("Cube")
    cube.shape_key_add(name="Basis")
    cube.shape_key_add(name="High").data[0].co.z = 4.0
    cube.data.shape_keys.key_blocks["High"].value = 0.0
    build.pick_down()
    cube.data.shape_keys.key_blocks["High"].value = 1.0


def drive():
    """Moves the lattice as well."""
    obj("Cube").location.x = -1.0


def animate_display():
    cube = obj("Cube")
    for frame, is_shown in ((1, False), (5, True)):
        cube.show_in_front = is_shown
        cube.keyframe_insert("show_in_front", frame=frame)
        cube.hide_viewport = False
    bpy.context.scene.frame_set(1)
    build.pick_down()
    bpy.context.scene.frame_set(7)


def animate_hiding():
    cube = obj("Cube")
    for frame, is_hidden in ((1, False), (5, True)):
        cube.hide_viewport = is_hidden
        cube.keyframe_insert("hide_viewport", frame=frame)
    bpy.context.scene.frame_set(1)
    build.pick_down()
    bpy.context.scene.frame_set(7)


def animate_mesh():
    mesh = obj("Cube").data
    for frame, height in ((1, 1.0), (5, 3.0)):
        mesh.vertices[0].co.z = height
        mesh.vertices[0].keyframe_insert("co", frame=frame)
    bpy.context.scene.frame_set(1)
    build.pick_down()
    bpy.context.scene.frame_set(7)


def unlink_child():
    child = obj("Child")
    bpy.context.scene.collection.objects.unlink(child)


def instance_verts():
    obj("Child").parent = obj("Cube")
    obj("Cube").instance_type = "VERTS"


def move_instanced_child():
    instance_verts()
    build.pick_down()
    obj("Child").scale = (2.0, 2.0, 2.0)


def set_background():
    made = bpy.data.scenes.new("Set")
    made.collection.objects.link(bpy.data.objects.new("In the Set", obj("Cutter").data))
    bpy.context.scene.background_set = made


def local_collections():
    space, _, _ = build.live_view()
    space.use_local_collections = True


def nested():
    inner = build.collection("Inner", linked=False)
    build.cube("Inmost", 0.2, (1, 1, 1), inner)
    build.collection_instance("Inner Placed", inner, into=bpy.data.collections["Parts"])


def move_nested():
    nested()
    build.pick_down()
    obj("Inner Placed").location = (0, 0, 2)


def move_inmost():
    nested()
    build.pick_down()
    obj("Inmost").location = (0, 0, 2)
