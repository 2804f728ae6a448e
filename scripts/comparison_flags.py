"""The situations of the comparison table by flag: what objects, collections, viewports and modes hide or show."""

import bmesh
import bpy
import numpy as np
from comparison_scenes import ALONG_X, situation, target
from mathutils import Matrix

from tests.blender import build, kinds


def flag(name):
    return situation(name, "flag")


def ground(z=-1.0):
    return build.plane("Ground", 4.0, location=(0.0, 0.0, z))


def before_ground():
    """A plane above another one."""
    ground()
    return build.plane("Target", 1.0)


def view():
    return build.live_view()[0]


@flag("Hidden with H")
def _():
    before_ground().hide_set(True)


@flag("Disabled in viewports")
def _():
    before_ground().hide_viewport = True


def _in_collection():
    """The layer collection of one that holds a plane above the ground."""
    ground()
    build.plane("Target", 1.0, collection=build.collection("Collection"))
    return bpy.context.view_layer.layer_collection.children["Collection"]


@flag("Collection hidden")
def _():
    _in_collection().hide_viewport = True


@flag("Collection disabled in viewports")
def _():
    _in_collection().collection.hide_viewport = True


@flag("Collection excluded")
def _():
    _in_collection().exclude = True


@flag("Collection a holdout")
def _():
    _in_collection().holdout = True


@flag("Collection indirect only")
def _():
    _in_collection().indirect_only = True


@flag("Disabled in renders")
def _():
    before_ground().hide_render = True


@flag("Selection disabled")
def _():
    before_ground().hide_select = True


@flag("Outside the local view")
def _():
    before_ground()
    bpy.data.objects["Ground"].select_set(True)
    with build.live_override():
        bpy.ops.view3d.localview(frame_selected=False)
    bpy.data.objects["Ground"].select_set(False)


@flag("Type filtered out")
def _():
    target(bpy.data.lights.new("Target", "POINT"))
    ground()
    view().show_object_viewport_light = False


@flag("Type filtered out of selection")
def _():
    target(bpy.data.lights.new("Target", "POINT"))
    ground()
    view().show_object_select_light = False


@flag("Nearer than the clip start")
def _():
    before_ground()
    view().clip_start = 10.5


@flag("Farther than the clip end")
def _():
    build.plane("Target", 1.0)
    view().clip_end = 9.0


@flag("Outside the clip region")
def _():
    before_ground()
    middle = [int(side) // 2 for side in (build.live_view()[1].width, build.live_view()[1].height)]
    with build.live_override():
        bpy.ops.view3d.clip_border(
            xmin=middle[0] - 200, xmax=middle[0] - 50, ymin=middle[1] - 100, ymax=middle[1] + 100
        )


@flag("Back-face culling: seen from behind")
def _():
    before_ground().rotation_euler.x = np.pi
    view().shading.show_backface_culling = True


@flag("In Front, behind another")
def _():
    build.plane("Target", 1.0).show_in_front = True
    build.plane("Before", 1.0, location=(0.0, 0.0, 1.0))


@flag("Overlays off: an empty before a mesh")
def _():
    kinds.empty("PLAIN_AXES", location=(0.0, 0.0, 0.5)).name = "Target"
    ground()
    view().overlay.show_overlays = False


@flag("Extras off: an empty before a mesh")
def _():
    kinds.empty("PLAIN_AXES", location=(0.0, 0.0, 0.5)).name = "Target"
    ground()
    view().overlay.show_extras = False


@flag("Bones off: a bone before a mesh")
def _():
    kinds.armature(("Bone", *ALONG_X)).name = "Target"
    ground()
    view().overlay.show_bones = False


def _edge_behind_a_plane():
    kinds.edges_object("Target", ALONG_X, [(0, 1)])
    build.plane("Before", 1.0, location=(0.0, 0.0, 1.0))


@flag("An edge behind a mesh")
def _():
    _edge_behind_a_plane()


@flag("An edge behind a mesh, X-ray")
def _():
    _edge_behind_a_plane()
    view().shading.show_xray = True


@flag("Wireframe shading: between the edges")
def _():
    build.plane("Target", 1.0)
    view().shading.type = "WIREFRAME"


@flag("Wireframe shading: on an edge")
def _():
    build.plane("Target", 1.0)
    view().shading.type = "WIREFRAME"
    return (0.0, 1.0, 0.0)


@flag("Wireframe overlay: on an edge")
def _():
    build.plane("Target", 1.0)
    view().overlay.show_wireframes = True
    return (0.0, 1.0, 0.0)


def _in_edit_mode():
    obj = before_ground()
    bpy.context.view_layer.objects.active = obj
    with build.live_override():
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_all(action="DESELECT")
    return obj


@flag("Edit mode: a vertex moved")
def _():
    mesh = _in_edit_mode().data
    edited = bmesh.from_edit_mesh(mesh)
    edited.verts.ensure_lookup_table()
    edited.verts[0].co = (0.0, 0.0, 0.5)
    bmesh.update_edit_mesh(mesh)
    return (0.0, 0.0, 0.5)


@flag("Edit mode: an edge")
def _():
    _in_edit_mode()
    return (0.0, 1.0, 0.0)


@flag("Edit mode: hidden faces")
def _():
    _in_edit_mode()
    with build.live_override():
        bpy.ops.mesh.select_all(action="SELECT")
        bpy.ops.mesh.hide()


@flag("Hidden faces, in object mode")
def _():
    _in_edit_mode()
    with build.live_override():
        bpy.ops.mesh.select_all(action="SELECT")
        bpy.ops.mesh.hide()
        bpy.ops.object.mode_set(mode="OBJECT")


@flag("A million metres from the origin")
def _():
    distance = 1e6
    for number, name in enumerate(("Left", "Target")):
        build.plane(name, 0.5, location=(distance + number, 0.0, 0.0))
    return (distance + 0.6, 0.0, 0.0)


@flag("Scale of 0 in one axis, before a mesh")
def _():
    before_ground().scale.z = 0.0


@flag("Parent with shear")
def _():
    obj = before_ground()
    obj.matrix_parent_inverse = Matrix(((1, 0.5, 0, 0), (0, 1, 0, 0), (0, 0.3, 1, 0), (0, 0, 0, 1)))
    obj.parent = target(name="Parent")
    obj.parent.hide_set(True)
