"""Edit mode with exactly what was hit selected."""

import bmesh
import bpy
from bpy.app.translations import pgettext_rpt as rpt_

from ... import api
from .. import results
from .hit import ObjectAction, select_alone

_SELECT_MODES = {"VERTEX": (True, False, False), "EDGE": (False, True, False), "FACE": (False, False, True)}


class PICKING_RAY_OT_edit_hit(ObjectAction, bpy.types.Operator):
    """Go to edit mode with the face, edge or vertex that was hit selected alone; also through modifiers that leave \
the faces as they are, or carry their numbers in an attribute original_face_index"""

    bl_idname = "picking_ray.edit_hit"
    bl_label = "Edit Hit"
    bl_options = {"REGISTER", "UNDO"}

    element: bpy.props.EnumProperty(
        name="Element",
        description="What to select",
        items=(
            ("HIT", "Hit", "What was hit: a face, or an edge or vertex of a wire"),
            ("FACE", "Face", "The face that was hit", "FACESEL", 1),
            ("EDGE", "Edge", "The edge nearest to the cursor", "EDGESEL", 2),
            ("VERTEX", "Vertex", "The vertex nearest to the cursor", "VERTEXSEL", 3),
        ),
        options={"SKIP_SAVE"},
    )
    extend: bpy.props.BoolProperty(
        name="Extend",
        description="Keep what is selected in the mesh",
        default=False,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        pick = results.active_hit(context.window_manager)
        obj = pick.object
        if obj is None:
            cls.poll_message_set("The object that was hit no longer exists")
        elif obj.type != "MESH":
            cls.poll_message_set("Only meshes have faces, edges and vertices to edit")
        elif not obj.is_editable or not obj.data.is_editable:
            cls.poll_message_set("The mesh is linked from a library: make it local to edit it")
        elif pick.kind not in _SELECT_MODES:
            cls.poll_message_set("No face, edge or vertex was hit")
        else:
            return True
        return False

    def execute(self, context):
        pick = results.active_hit(context.window_manager)
        obj = pick.object
        if not api.is_in_view_layer(obj, context.view_layer) or not obj.visible_get():
            return self.refuse(
                "{name} cannot be edited: it is hidden, or in no collection of this view layer", name=obj.name
            )
        element = pick.kind if self.element == "HIT" else self.element
        index, reason = api.original_element(pick, element)
        if index is None:
            return self.refuse("Which one to edit is not known: {reason}", reason=rpt_(reason))
        _enter_edit_mode(context, obj)
        _select(context, obj, element, index, self.extend)
        return {"FINISHED"}


def _enter_edit_mode(context, obj):
    if obj.mode == "EDIT":
        context.view_layer.objects.active = obj
        return
    if context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    select_alone(context, obj)
    bpy.ops.object.mode_set(mode="EDIT")


def _select(context, obj, element, index, extend):
    """Select one element of the edited mesh in the select mode for it; nothing else in any mesh unless `extend`."""
    if not extend:
        for edited in context.objects_in_mode_unique_data:
            _deselect(edited.data)
    # Extending keeps the modes that the rest is selected in.
    modes = zip(_SELECT_MODES[element], context.scene.tool_settings.mesh_select_mode, strict=True)
    context.scene.tool_settings.mesh_select_mode = [wanted or (extend and was) for wanted, was in modes]
    edited = bmesh.from_edit_mesh(obj.data)
    elements = {"FACE": edited.faces, "EDGE": edited.edges, "VERTEX": edited.verts}[element]
    elements.ensure_lookup_table()
    chosen = elements[index]
    chosen.hide_set(False)
    chosen.select_set(True)
    edited.select_history.add(chosen)
    if element == "FACE":
        edited.faces.active = chosen
    edited.select_flush_mode()
    bmesh.update_edit_mesh(obj.data, loop_triangles=False, destructive=False)


def _deselect(mesh):
    edited = bmesh.from_edit_mesh(mesh)
    for elements in (edited.verts, edited.edges, edited.faces):
        for one in elements:
            one.select_set(False)
    edited.select_history.clear()
    bmesh.update_edit_mesh(mesh, loop_triangles=False, destructive=False)


CLASSES = (PICKING_RAY_OT_edit_hit,)
