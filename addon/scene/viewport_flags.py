"""How and which objects a 3D view draws, from its shading, overlays and filters to fields of a `Viewport`."""

import bpy

# Kinds that are drawn by the overlays alone; of those what is drawn as wireframe without them; and the extras.
_DRAWN_BY_OVERLAYS = frozenset(
    ("EDGE", "VERTEX", "CURVE", "BONE", "LATTICE", "EMPTY", "IMAGE", "ICON", "BOUNDS")
)
_WIREFRAME = frozenset(("EDGE", "VERTEX", "CURVE"))
_EXTRAS = frozenset(("EMPTY", "IMAGE", "ICON"))

# Object types as `SpaceView3D.show_object_viewport_*` names them.
_FILTER_OF_TYPE = {
    "MESH": "mesh",
    "CURVE": "curve",
    "SURFACE": "surf",
    "META": "meta",
    "FONT": "font",
    "CURVES": "curves",
    "POINTCLOUD": "pointcloud",
    "VOLUME": "volume",
    "GPENCIL": "grease_pencil",
    "GREASEPENCIL": "grease_pencil",
    "ARMATURE": "armature",
    "LATTICE": "lattice",
    "EMPTY": "empty",
    "LIGHT": "light",
    "LIGHT_PROBE": "light_probe",
    "CAMERA": "camera",
    "SPEAKER": "speaker",
}


def drawing_flags(space, scene):
    """The fields of a `Viewport` that say how a `SpaceView3D` draws the objects of a scene, as a dictionary."""
    shading, overlay = space.shading, space.overlay
    engine = scene.render.engine
    is_rendered_by_workbench = shading.type == "RENDERED" and engine == "BLENDER_WORKBENCH"
    is_rendered = shading.type == "RENDERED" and not is_rendered_by_workbench
    culls = (shading.type == "SOLID" and shading.show_backface_culling) or (
        is_rendered_by_workbench and scene.display.shading.show_backface_culling
    )
    return {
        "cull_backfaces": culls,
        # EEVEE also draws what is shown as Material Preview.
        "culls_by_material": shading.type == "MATERIAL"
        or (is_rendered and engine.startswith("BLENDER_EEVEE")),
        "draws_every_face": is_rendered,
        "hidden_kinds": _hidden_kinds(shading, overlay),
        "shading": shading.type,
        "is_xray": _is_xray(shading),
        "shows_extras": overlay.show_extras,
        "bones_in_front": overlay.show_overlays and overlay.show_xray_bone,
        "shows_wires": overlay.show_overlays and overlay.show_wireframes,
        "wire_threshold": overlay.wireframe_threshold,
        "curve_handles": overlay.display_handle,
        "onion_skins": _onion_skins(overlay),
        "tracks": (space.tracks_display_type, space.tracks_display_size)
        if overlay.show_overlays and space.show_reconstruction
        else None,
    }


def _onion_skins(overlay):
    is_playing = any(window.screen.is_animation_playing for window in bpy.context.window_manager.windows)
    if is_playing or not (overlay.show_overlays and overlay.use_gpencil_onion_skin):
        return "NONE"
    # Since 4.4 they may be those of the active object alone.
    return "ACTIVE" if getattr(overlay, "use_gpencil_onion_skin_active_object", False) else "ALL"


def _hidden_kinds(shading, overlay):
    if not overlay.show_overlays:
        return _DRAWN_BY_OVERLAYS - _WIREFRAME if shading.type == "WIREFRAME" else _DRAWN_BY_OVERLAYS
    extras = frozenset() if overlay.show_extras else _EXTRAS
    return extras if overlay.show_bones else extras | {"BONE"}


def _is_xray(shading):
    if shading.type == "WIREFRAME":
        return shading.show_xray_wireframe and shading.xray_alpha_wireframe < 1.0
    return shading.type == "SOLID" and shading.show_xray and shading.xray_alpha < 1.0


def filtered_types(space):
    """Types of objects that a `SpaceView3D` does not draw, and those that it does not let select."""
    hidden = {
        kind for kind, name in _FILTER_OF_TYPE.items() if not getattr(space, f"show_object_viewport_{name}")
    }
    unselectable = {
        kind for kind, name in _FILTER_OF_TYPE.items() if not getattr(space, f"show_object_select_{name}")
    }
    return hidden, unselectable
