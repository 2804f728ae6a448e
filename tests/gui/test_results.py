"""B15, B17: marks in the viewport, lists in the sidebar, and what becomes of them."""

from . import picking

_HANDLER_COUNT = f"""
from {picking.ADDON}.ui.overlay import handlers
len(handlers._handles)
"""
_BREAK_DRAWING = f"""
from {picking.ADDON}.ui.overlay import drawing
def fail(*args):
    raise RuntimeError("the drawing fails")
drawing.triangles, bpy.app.driver_namespace["draw"] = fail, drawing.triangles
"""
_MEND_DRAWING = f"""
from {picking.ADDON}.ui.overlay import drawing
drawing.triangles = bpy.app.driver_namespace.pop("draw")
"""
_HOLD_TEXTURES = f"""
from {picking.ADDON}.ui.overlay import pictures
bpy.app.driver_namespace["want"], pictures._want = pictures._want, lambda key: None
pictures.forget()
"""
_MAKE_TEXTURES = f"""
from {picking.ADDON}.ui.overlay import handlers, pictures
pictures._want = bpy.app.driver_namespace.pop("want")
for _, drawings in handlers._in_pixels._kept.values():
    for one in drawings:
        pictures._wanted[one._key] = None
pictures._make_wanted()
"""
_TEXTURES = f"""
from {picking.ADDON}.ui.overlay import pictures
len(pictures._sheets)
"""
_REDRAW = """
for area in bpy.context.window_manager.windows[0].screen.areas:
    area.tag_redraw()
"""
_SHOW_OVERLAYS = """
area = next(area for area in bpy.context.window_manager.windows[0].screen.areas if area.type == "VIEW_3D")
area.spaces.active.overlay.show_overlays = shown
"""
_COLOR = """
image = bpy.data.images.load(path, check_existing=False)
start = 4 * (place[1] * image.size[0] + place[0])
color = list(image.pixels[start : start + 3])
bpy.data.images.remove(image)
color
"""
_DELETE_CUBE = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.object.delete()
    bpy.ops.ed.undo_push(message="Delete")
"""
_UNDO = "with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]): bpy.ops.ed.undo()"
_REDO = "with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]): bpy.ops.ed.redo()"
_IS_THERE = f"""
from {picking.ADDON}.ui import results
results.hits()[0].object is not None
"""


def test_b15_overlay_is_there_only_while_there_are_marks(blender):
    assert blender.run(_HANDLER_COUNT) == 0
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    assert blender.run(_HANDLER_COUNT) == 2
    blender.click(*picking.empty_place(blender))
    blender.wait_until(f"{_HANDLER_COUNT.rstrip()} == 0")
    blender.click(*picking.cube(blender))
    blender.run("bpy.ops.wm.read_homefile(use_factory_startup=True)")
    assert blender.run(_HANDLER_COUNT) == 0


def test_b15_drawing_that_fails_takes_itself_out_and_says_so_once(blender):
    blender.run(_BREAK_DRAWING)
    picking.start_with_key(blender)
    x, y = picking.cube(blender)
    blender.click(x, y)
    blender.run(_REDRAW)
    console = blender.take_console()
    # Once for what follows the mouse, if that was drawn before the click, and once for the pick.
    assert 1 <= console.count("RuntimeError: the drawing fails") <= 2
    assert console.count("Picks are no longer drawn") == console.count("RuntimeError: the drawing fails")
    for step in range(5):
        blender.move(x + step, y)
        blender.run(_REDRAW)
    assert blender.console() == ""
    assert blender.run(_HANDLER_COUNT) == 0
    blender.run(_MEND_DRAWING)
    blender.click(*picking.cube(blender))
    assert blender.run(_HANDLER_COUNT) == 2


def test_b17_deleted_object_stays_listed_and_comes_back_by_undo(blender):
    blender.show_tab("Pick")
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.run(_DELETE_CUBE)
    blender.run(_REDRAW)
    assert blender.run(_IS_THERE) is False
    assert len(picking.hits(blender)) == 2
    blender.run(_UNDO)
    blender.run(_REDRAW)
    assert blender.run(_IS_THERE) is True
    blender.run(_REDO)
    blender.run(_REDRAW)
    assert blender.run(_IS_THERE) is False


def test_undo_after_select_takes_back_the_selection_and_keeps_the_pick(blender):
    sidebar = blender.show_tab("Pick")
    picking.deselect(blender)
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.click(*blender.find_button("picking_ray.select_hit", sidebar, across=(0.2,)))
    assert picking.selected(blender) == ["Cube"]
    blender.move(*picking.empty_place(blender))
    blender.key("Z", modifiers=["ctrl"])
    assert picking.selected(blender) == []
    assert picking.is_picking(blender)
    assert len(picking.hits(blender)) == 2


def test_click_on_a_row_makes_it_the_active_hit(blender):
    sidebar = blender.show_tab("Pick")
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    x, y = blender.find_button("picking_ray.select_hit", sidebar, across=(0.2,))
    active = "bpy.context.window_manager.picking_ray.active_hit"
    assert blender.run(active) == 0
    # Above the buttons are the name of the panel and a narrow bar, then the second hit.
    blender.move(x, y + 98)  # Blender 5.2 lets go of the button before it sees the row
    blender.click(x, y + 100)
    assert blender.run(active) == 1


def test_marks_are_seen_and_honour_the_overlay_switch(blender):
    picking.deselect(blender)
    picking.start_with_key(blender)
    x, y = picking.cube(blender)
    beside_the_point = (x + 30, y - 5)
    before = color_at(blender, beside_the_point)
    blender.click(x, y)
    blender.move(*picking.empty_place(blender))
    marked = color_at(blender, beside_the_point)
    blender.run(_SHOW_OVERLAYS, shown=False)
    without_overlays = color_at(blender, beside_the_point)
    assert marked[0] - marked[2] > before[0] - before[2] + 0.1, "the face is tinted orange"
    assert without_overlays[0] - without_overlays[2] < 0.05


def test_a_point_looks_the_same_once_it_comes_from_a_texture(blender):
    """Drawn by itself at first, and from a texture when it has been drawn again."""
    blender.run(_HOLD_TEXTURES)
    picking.start_with_key(blender)
    place = picking.cube(blender)
    blender.click(*place)
    blender.key("ESC")
    blender.move(*picking.empty_place(blender))
    blender.run(_REDRAW)
    alone = color_at(blender, place)
    assert blender.run(_TEXTURES) == 0
    assert alone[0] > alone[2] + 0.5, "a point is orange"
    blender.run(_MAKE_TEXTURES)
    assert blender.run(_TEXTURES) == 1
    blender.run(_REDRAW)
    blender.run(_REDRAW)
    together = color_at(blender, place)
    assert max(abs(one - other) for one, other in zip(alone, together)) < 0.03, (alone, together)


def color_at(blender, place):
    """Red, green, blue of a pixel of the first window."""
    path = blender.screenshot(blender.process.work / "window.png")
    return blender.run(_COLOR, path=str(path), place=place)


def test_light_is_listed_and_marked_as_what_it_is(blender):
    picking.start_with_key(blender)
    light = blender.run('list(bpy.data.objects["Light"].matrix_world.translation)')
    blender.run(
        """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
area.spaces.active.region_3d.view_location = [number / 2 for number in light]
area.spaces.active.region_3d.update()
""",
        light=light,
    )
    blender.show_tab("Pick")
    blender.click(*picking.place_of(blender, light))
    kinds = blender.run(f"""
from {picking.ADDON}.ui import results
[(hit.kind, hit.object_name, hit.index) for hit in results.hits()]
""")
    assert kinds[0] == ["ICON", "Light", None]
