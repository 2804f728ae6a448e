"""Cases E15 and G7: in paint modes overlays draw weights on the faces of what is displayed as lines."""

import bpy
import numpy as np
import pytest

from addon import api, core
from addon.scene.viewport_flags import drawing_flags

from . import build, pictures

SIZE_PX = (400, 300)
IN_FACE, ON_EDGE = (0.25, 0.27, 0.0), (0.0, 0.27, 0.0)


@pytest.fixture(params=("WEIGHT_PAINT", "VERTEX_PAINT"))
def painted(request):
    """A grid in a paint mode."""
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=4, y_subdivisions=4, size=2.0)
    obj = bpy.context.object
    bpy.ops.object.mode_set(mode=request.param)
    yield obj
    with build.live_override():
        bpy.ops.object.mode_set(mode="OBJECT")


def shown(obj, place):
    """The kinds that are hit at a place seen from above, and whether Blender draws what is there."""
    space, region, _ = build.live_view()
    build.update()
    view, projection = (
        core.look_at((0, 0, 5), (0, 0, 0), (0, 1, 0)),
        core.orthographic(-2, 2, -1.5, 1.5, 0.1, 100),
    )
    viewport = api.Viewport(view, projection, SIZE_PX, **drawing_flags(space, bpy.context.scene))
    pixel = viewport.view.project([place])[0][0]
    kinds = {pick.kind for pick in api.pick_all(viewport, pixel, options=api.PickOptions(tolerance_px=2))}
    column, row = np.floor(pixel).astype(int)
    drawn = pictures.changed_pixels(space, region, viewport, obj)[row - 1 : row + 2, column - 1 : column + 3]
    return kinds, bool(drawn.all() if place == IN_FACE else drawn.any())


def set_display(shading, display_type, **overlay):
    space, _, _ = build.live_view()
    space.shading.type, space.shading.show_xray_wireframe = shading, False
    bpy.context.object.display_type = display_type
    for name, value in overlay.items():
        setattr(space.overlay, name, value)


DISPLAYS = [
    (shading, display) for shading in ("SOLID", "WIREFRAME") for display in ("TEXTURED", "WIRE", "BOUNDS")
]


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("has_overlays", (True, False))
@pytest.mark.parametrize("shading, display_type", DISPLAYS)
def test_weights_are_drawn_on_the_faces_of_what_is_displayed_as_lines(
    painted, shading, display_type, has_overlays
):
    set_display(shading, display_type, show_overlays=has_overlays)
    is_surface = (shading, display_type) == ("SOLID", "TEXTURED")
    expected = is_surface or (painted.mode == "WEIGHT_PAINT" and has_overlays)
    kinds, is_drawn = shown(painted, IN_FACE)
    assert ("FACE" in kinds) == expected
    assert is_drawn == expected


@pytest.mark.usefixtures("gpu")
def test_instance_of_what_is_weight_painted_has_no_weights(painted):
    collection = build.collection("Source", linked=False)
    collection.objects.link(painted)
    instance = build.collection_instance("Instance", collection, location=(10.0, 0.0, 0.0))
    set_display("WIREFRAME", "TEXTURED")
    instance.location.x, painted.location.x = 0.0, 10.0
    kinds, _ = shown(instance, IN_FACE)
    assert "FACE" not in kinds


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("has_wires", (True, False))
def test_wires_of_paint_modes_are_marks_on_faces_which_are_hit(painted, has_wires):
    """On 5.3.0 they are drawn along the boundary alone."""
    set_display("SOLID", "TEXTURED", show_paint_wire=has_wires)
    assert shown(painted, ON_EDGE)[0] == {"FACE"}
