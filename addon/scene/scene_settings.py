"""What of a scene's settings, and of what is hidden in it, decides how it is drawn."""

import bpy

from .shared_wires import IS_SHARED

# Before 4.3 sculpt mode draws the lines of strokes without masks as well.
_SCULPT_HAS_LINES = bpy.app.version < (4, 3)


def scene_settings(view_layer, depsgraph, instancer_uids):
    """Values that differ when the settings do; Blender reports the same of a selection, which draws nothing else.

    Except where instances share their edges, which depend on how their instancers, by `session_uid`, are flagged.
    """
    scene, render = view_layer.id_data, depsgraph.scene.render
    tools, active = scene.tool_settings, view_layer.objects.active
    return (
        bytes(obj.visible_get(view_layer=view_layer) for obj in view_layer.objects),
        (active.session_uid, active.mode) if active is not None else None,
        scene.camera.session_uid if scene.camera is not None else None,
        (render.resolution_x, render.resolution_y, render.pixel_aspect_x, render.pixel_aspect_y),
        (render.hair_type, render.hair_subdiv),
        tuple(tools.mesh_select_mode),
        stroke_elements(tools),
        # Before 4.3 it is of the data.
        getattr(tools, "use_grease_pencil_multi_frame_editing", False),
        scene.frame_current_final,
        _instancer_flags(view_layer, instancer_uids) if IS_SHARED else (),
    )


def stroke_elements(tools):
    """Which of LINES and POINTS of strokes the modes draw over everything, by the first word of the mode."""
    shown = {"EDIT": ("LINES", "POINTS"), "WEIGHT": ("LINES", "POINTS")}
    if tools.gpencil_selectmode_edit == "STROKE":
        shown["EDIT"] = ("LINES",)
    for mode, prefix in (("SCULPT", "use_gpencil_select_mask"), ("VERTEX", "use_gpencil_vertex_select_mask")):
        if getattr(tools, f"{prefix}_point") or getattr(tools, f"{prefix}_segment"):
            shown[mode] = ("LINES", "POINTS")
        elif getattr(tools, f"{prefix}_stroke") or (mode == "SCULPT" and _SCULPT_HAS_LINES):
            shown[mode] = ("LINES",)
    return shown


def _instancer_flags(view_layer, uids):
    return [
        (obj.select_get(view_layer=view_layer), obj.hide_select, obj.hide_render)
        for obj in view_layer.objects
        if obj.session_uid in uids
    ]
