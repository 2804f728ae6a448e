"""How a 3D view draws objects, from its shading and overlays to fields of a `Viewport`."""

# Kinds that are drawn by the overlays alone; of those what is drawn as wireframe without them; and the extras.
_DRAWN_BY_OVERLAYS = frozenset(
    ("EDGE", "VERTEX", "CURVE", "BONE", "LATTICE", "EMPTY", "IMAGE", "ICON", "BOUNDS")
)
_WIREFRAME = frozenset(("EDGE", "VERTEX", "CURVE"))
_EXTRAS = frozenset(("LATTICE", "EMPTY", "IMAGE", "ICON"))


def drawing_flags(space):
    """The fields of a `Viewport` that say how a `SpaceView3D` draws objects, as a dictionary."""
    shading, overlay = space.shading, space.overlay
    return {
        "cull_backfaces": shading.type == "SOLID" and shading.show_backface_culling,
        "hidden_kinds": _hidden_kinds(shading, overlay),
        "shading": shading.type,
        "is_xray": _is_xray(shading),
        "shows_wires": overlay.show_overlays and overlay.show_wireframes,
        "wire_threshold": overlay.wireframe_threshold,
    }


def _hidden_kinds(shading, overlay):
    if not overlay.show_overlays:
        return _DRAWN_BY_OVERLAYS - _WIREFRAME if shading.type == "WIREFRAME" else _DRAWN_BY_OVERLAYS
    extras = frozenset() if overlay.show_extras else _EXTRAS
    return extras if overlay.show_bones else extras | {"BONE"}


def _is_xray(shading):
    if shading.type == "WIREFRAME":
        return shading.show_xray_wireframe and shading.xray_alpha_wireframe < 1.0
    return shading.type == "SOLID" and shading.show_xray and shading.xray_alpha < 1.0
