"""What is under the mouse is outlined while picking, and nothing of it stays behind."""

import pytest

from . import picking
from .test_results import color_at

_HOVER = f"""
from {picking.ADDON}.ui.overlay import handlers
hover = handlers._hover
None if hover is None else [[round(number, 3) for number in end] for end in hover.outline]
"""
_IS_OFF = f"""
from {picking.ADDON}.ui.overlay import handlers
handlers._hover is None and not handlers._handles
"""
_IS_ON = f"""
from {picking.ADDON}.ui.overlay import handlers
handlers._hover is not None
"""
_SWITCH = f"bpy.context.preferences.addons['{picking.ADDON}'].preferences.has_hover = on"
_TIMERS = f"""
from {picking.ADDON}.ui import sessions
len(sessions._sessions)
"""
# A grid whose vertices move with every frame.
_ANIMATE = """
import bmesh
mesh = bpy.data.meshes.new("Big")
grid = bmesh.new()
bmesh.ops.create_grid(grid, x_segments=segments, y_segments=segments, size=3.0)
grid.to_mesh(mesh)
grid.free()
big = bpy.data.objects.new("Big", mesh)
bpy.context.scene.collection.objects.link(big)
wave = big.modifiers.new("Wave", "WAVE")
bpy.data.objects.remove(bpy.data.objects["Cube"])
len(mesh.polygons)
"""
_PLAY = """
window = bpy.context.window_manager.windows[0]
with bpy.context.temp_override(window=window):
    bpy.ops.screen.animation_play()
"""
_FRAME = "bpy.context.scene.frame_current"


def test_face_under_the_mouse_is_outlined_until_the_mouse_leaves_it(blender):
    picking.start_with_key(blender)
    corner = (1.0, 1.0, 1.0)
    top = picking.place_of(blender, (0.3, 0.3, 1.0))
    blender.move(*top)
    blender.wait_until(_IS_ON)
    outline = blender.run(_HOVER)
    assert len(outline) == 8 and {end[2] for end in outline} == {1.0} and list(corner) in outline
    assert picking.hits(blender) == []
    blender.move(*picking.empty_place(blender))
    blender.wait_until(_IS_OFF)


def test_outline_is_drawn_at_the_edge_of_the_face(blender):
    picking.deselect(blender)
    edge = picking.place_of(blender, (0.0, -1.0, 1.0))
    before = color_at(blender, edge)
    picking.start_with_key(blender)
    blender.move(*picking.place_of(blender, (0.3, 0.3, 1.0)))
    blender.wait_until(_IS_ON)
    drawn = color_at(blender, edge)
    assert min(drawn) > max(before) + 0.2, (before, drawn)


def test_hover_picks_nothing_and_ends_with_picking(blender):
    picking.start_with_key(blender)
    blender.move(*picking.cube(blender))
    blender.wait_until(_IS_ON)
    assert picking.hits(blender) == []
    blender.key("ESC")
    assert blender.run(_IS_OFF)
    assert blender.run(_TIMERS) == 0


def test_hover_can_be_turned_off(blender):
    blender.run(_SWITCH, on=False)
    picking.start_with_key(blender)
    blender.move(*picking.cube(blender))
    blender.click(*picking.cube(blender))
    assert picking.hits(blender)
    assert blender.run(_HOVER) is None
    blender.run(_SWITCH, on=True)
    blender.wait_until(_IS_ON)


@pytest.mark.parametrize(
    "triangle_count", [200_000, pytest.param(3_000_000, marks=pytest.mark.long)], ids=["200k", "3M"]
)
def test_hover_follows_an_animation_without_stopping_it(blender, triangle_count):
    polygon_count = blender.run(_ANIMATE, segments=int((triangle_count / 2) ** 0.5) + 2)
    assert 2 * polygon_count >= triangle_count
    picking.start_with_key(blender)
    middle = picking.cube(blender)
    before = blender.run(_FRAME)
    blender.run(_PLAY)
    for step in range(40):
        blender.move(middle[0] + step, middle[1])
    blender.wait_until(f"{_FRAME} > before + 5", before=before, timeout_s=60)
    blender.run(_PLAY)
    blender.wait_until(_IS_ON, timeout_s=30)
    blender.key("ESC")
    assert blender.run(_IS_OFF)
