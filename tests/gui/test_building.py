"""What makes a mesh quick to pick is built between events, once it has been picked often."""

from .picking import ADDON

_GRID = """
import bmesh
mesh = bpy.data.meshes.new("Grid")
grid = bmesh.new()
bmesh.ops.create_grid(grid, x_segments=400, y_segments=400, size=3.0)
grid.to_mesh(mesh)
grid.free()
bpy.context.scene.collection.objects.link(bpy.data.objects.new("Grid", mesh))
bpy.data.objects.remove(bpy.data.objects["Cube"])
"""
_PICK = f"""
from {ADDON} import api
from {ADDON}.scene import building, snapshot
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
with bpy.context.temp_override(window=window, area=area):
    viewport = api.viewport()
    width, height = viewport.size_px
    faces = [api.pick(viewport, (width / 2, height / 2 + 0.1 * i)).face_index for i in range(count)]
index = snapshot.Snapshot(api.PickOptions(), viewport).instances
bpy.app.driver_namespace["index"] = next(one for one in index if one.object_name == "Grid").shape.surface.index
faces
"""
_IS_BUILT = 'not bpy.app.driver_namespace["index"].wants_building'
_IS_RUNNING = f"""
from {ADDON}.scene import building
bpy.app.timers.is_registered(building._build)
"""


def test_structure_is_built_after_the_picks_and_they_give_the_same(blender):
    blender.run(_GRID)
    before = blender.run(_PICK, count=12)
    blender.wait_until(_IS_BUILT)
    blender.wait_until(f"{_IS_RUNNING.rstrip()} is False")
    assert blender.run(_PICK, count=12) == before


def test_building_ends_with_the_add_on(blender):
    blender.run(_GRID)
    assert blender.run(_PICK + "bpy.app.timers.is_registered(building._build)", count=12)
    assert not blender.run(f"from {ADDON} import api\napi.release()\n" + _IS_RUNNING)
