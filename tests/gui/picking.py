"""What the tests of picking in a window ask Blender for."""

ADDON = "bl_ext.user_default.picking_ray"

_HITS = f"""
from {ADDON}.ui import results
[(hit.object_name, hit.face_index) for hit in results.hits()]
"""
_PIXEL = f"""
from {ADDON}.ui import results
[float(number) for number in results.hits()[0].pixel] if results.hits() else None
"""
_IS_PICKING = f"""
from {ADDON}.ui import sessions
sessions.is_picking(bpy.context.window_manager.windows[window])
"""
_MISS = f"""
from {ADDON}.ui import results
results.miss()
"""
_STATUS_IS_OURS = f"""
from bl_ui.space_statusbar import STATUSBAR_HT_header
STATUSBAR_HT_header.draw.__module__.startswith("{ADDON}")
"""
_ACTIVATE_TOOL = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
with bpy.context.temp_override(window=window, area=area):
    bpy.ops.wm.tool_set_by_id(name="picking_ray.pick_tool")
"""
_DESELECT = """
window = bpy.context.window_manager.windows[0]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
region = [region for region in area.regions if region.type == "WINDOW"][-1]
with bpy.context.temp_override(window=window, area=area, region=region):
    bpy.ops.object.select_all(action="DESELECT")
    bpy.ops.ed.undo_push(message="Deselect")
"""
_PROJECT = """
from bpy_extras.view3d_utils import location_3d_to_region_2d
window = bpy.context.window_manager.windows[window]
area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
regions = [region for region in area.regions if region.type == "WINDOW"]
space = area.spaces.active
region_3d = space.region_quadviews[view] if space.region_quadviews else space.region_3d
place = location_3d_to_region_2d(regions[view], region_3d, location)
[int(regions[view].x + place.x), int(regions[view].y + place.y)]
"""


def hits(blender):
    """Name and face of every hit of the last pick."""
    return [tuple(hit) for hit in blender.run(_HITS)]


def picked_pixel(blender):
    return blender.run(_PIXEL)


def miss(blender):
    return blender.run(_MISS)


def is_picking(blender, window=0):
    return blender.run(_IS_PICKING, window=window)


def status_is_ours(blender):
    return blender.run(_STATUS_IS_OURS)


def start_with_key(blender, window=0):
    blender.move(*empty_place(blender, window), window=window)
    blender.key("X", modifiers=["ctrl", "alt"], window=window)


def activate_tool(blender):
    blender.run(_ACTIVATE_TOOL)


def place_of(blender, location, view=0, window=0):
    """Window pixel at which a place of the world is drawn in a view."""
    return tuple(blender.run(_PROJECT, location=location, view=view, window=window))


def cube(blender, view=0, window=0):
    """Window pixel of the middle of the default cube."""
    return place_of(blender, (0.0, 0.0, 0.0), view, window)


def empty_place(blender, window=0):
    """Window pixel of a place in the view where nothing is drawn or laid over."""
    return blender.region(window=window).at(0.25, 0.2)


def deselect(blender):
    """Select nothing, as a step that can be undone."""
    blender.run(_DESELECT)


def selected(blender):
    return blender.run("[obj.name for obj in bpy.context.view_layer.objects if obj.select_get()]")
