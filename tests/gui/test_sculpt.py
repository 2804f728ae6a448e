"""Case G3: after strokes of a brush the new surface is picked, or the pick says that it may be another."""

import pytest

ADDON = "bl_ext.user_default.picking_ray"

_PREPARE = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=32, radius=1)
    obj = bpy.context.object
    if kind == "shape key":
        obj.shape_key_add(name="Basis")
        obj.shape_key_add(name="Key").value = 1.0
        obj.active_shape_key_index = 1
    elif kind in ("SUBSURF", "MULTIRES"):
        obj.modifiers.new(kind, kind)
    if kind == "MULTIRES":
        bpy.ops.object.multires_subdivide(modifier=kind, mode="CATMULL_CLARK")
    area.spaces.active.region_3d.view_perspective = "ORTHO"
    bpy.ops.view3d.view_axis(type="TOP")
    bpy.ops.object.mode_set(mode="SCULPT")
    if kind == "dynamic topology":
        bpy.ops.sculpt.dynamic_topology_toggle()
"""
_STROKE = """
import importlib
api = importlib.import_module(addon + ".api")
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
middle = (region.width / 2, region.height / 2)
steps = [
    {"name": "", "mouse": middle, "mouse_event": middle, "pressure": 1.0, "size": 60, "time": number / 20,
     "is_start": number == 0, "location": (0, 0, 1), "x_tilt": 0, "y_tilt": 0}
    for number in range(10)
]
with bpy.context.temp_override(window=window, area=area, region=region):
    before = api.pick(api.viewport(), middle)
    bpy.ops.sculpt.brush_stroke(stroke=steps, mode="NORMAL")
    after = api.pick(api.viewport(), middle)
    bpy.ops.object.mode_set(mode="OBJECT")
    left = api.pick(api.viewport(), middle)
[float(pick.location[2]) for pick in (before, after, left)] + [after.stale, left.stale]
"""


@pytest.mark.parametrize("kind", ("plain", "shape key", "SUBSURF", "dynamic topology", "MULTIRES"))
def test_g3_surface_after_a_stroke(blender, kind):
    if blender.run("bpy.app.version < (5, 0)"):
        pytest.skip("this Blender comes without brushes")
    blender.run(_PREPARE, kind=kind)
    before, after, left, stale, stale_outside = blender.run(_STROKE, addon=ADDON)
    assert before == pytest.approx(1.0, abs=0.01) and left > 1.2
    assert stale_outside is None
    if kind in ("dynamic topology", "MULTIRES"):
        assert "after leaving Sculpt Mode" in stale
    else:
        assert stale is None
        assert after == pytest.approx(left, abs=1e-4)
