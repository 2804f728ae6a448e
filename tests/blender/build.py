"""Small scenes, viewports without a window, and the live 3D view, for the tests."""

import bpy
import numpy as np

from addon import api, core

# The ray many cases use: straight down from here, through the middle of the picture.
REFERENCE_EYE = (0.1, 0.13, 100.0)
SIZE_PX = (800, 600)
MIDDLE_PX = (400.0, 300.0)


def link(obj, collection=None):
    """Put an object into the scene's collection, or another."""
    (collection or bpy.context.scene.collection).objects.link(obj)
    return obj


def mesh_object(name, vertices, faces, collection=None):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    return link(bpy.data.objects.new(name, mesh), collection)


def cube(name="Cube", half_size=1.0, location=(0, 0, 0), collection=None):
    h = half_size
    corners = [(x, y, z) for x in (-h, h) for y in (-h, h) for z in (-h, h)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    obj = mesh_object(name, corners, faces, collection)
    obj.location = location
    return obj


def plane(name="Plane", half_size=1.0, location=(0, 0, 0), collection=None):
    h = half_size
    obj = mesh_object(name, [(-h, -h, 0), (h, -h, 0), (h, h, 0), (-h, h, 0)], [(0, 1, 2, 3)], collection)
    obj.location = location
    return obj


def collection(name, linked=True):
    made = bpy.data.collections.new(name)
    if linked:
        bpy.context.scene.collection.children.link(made)
    return made


def collection_instance(name, source, location=(0, 0, 0), into=None):
    empty = link(bpy.data.objects.new(name, None), into)
    empty.instance_type = "COLLECTION"
    empty.instance_collection = source
    empty.location = location
    return empty


def camera(location=(0, 0, 10), rotation=(0, 0, 0), **settings):
    data = bpy.data.cameras.new("Camera")
    for name, value in settings.items():
        setattr(data, name, value)
    obj = link(bpy.data.objects.new("Camera", data))
    obj.location, obj.rotation_euler = location, rotation
    bpy.context.scene.camera = obj
    return obj


def view_from(
    eye, target, up=(0.0, 1.0, 0.0), near=0.01, far=1e4, fov=np.pi / 4, size_px=SIZE_PX, **settings
):
    """A perspective viewport without a window."""
    projection = core.perspective(fov, size_px[0] / size_px[1], near, far)
    return api.Viewport(core.look_at(eye, target, up), projection, size_px, **settings)


def view_down(eye=REFERENCE_EYE, **settings):
    """A perspective viewport whose middle pixel looks straight down."""
    return view_from(eye, (eye[0], eye[1], eye[2] - 1.0), **settings)


def pick_down(eye=REFERENCE_EYE, **options):
    return api.pick(view_down(eye), MIDDLE_PX, options=api.PickOptions(**options))


def library_object(folder, name="Linked"):
    """A cube with a material, linked from a file in `folder`."""
    source = cube(name)
    source.data.materials.append(bpy.data.materials.new(f"{name} Material"))
    path = str(folder / "library.blend")
    bpy.data.libraries.write(path, {source})
    bpy.data.batch_remove([source, *source.data.materials, source.data])
    with bpy.data.libraries.load(path, link=True) as (_, wanted):
        wanted.objects = [name]
    return link(wanted.objects[0])


def live_view():
    """(space, region, region_3d) of the 3D view that even a windowless Blender starts with."""
    area = next(area for area in bpy.context.window_manager.windows[0].screen.areas if area.type == "VIEW_3D")
    space = area.spaces.active
    return space, [region for region in area.regions if region.type == "WINDOW"][-1], space.region_3d


def live_override():
    """The context of that view, for operators."""
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    region = [region for region in area.regions if region.type == "WINDOW"][-1]
    return bpy.context.temp_override(window=window, area=area, region=region)


def update():
    bpy.context.view_layer.update()
