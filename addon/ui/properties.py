"""The options of a pick, kept with the scene, and the rows of the lists, kept with the window manager."""

import bpy

from .. import api
from . import list_rows, results


class PICKING_RAY_PG_object_name(bpy.types.PropertyGroup):
    """An object to be treated differently; `name` is its name"""


class PICKING_RAY_PG_options(bpy.types.PropertyGroup):
    """How to pick: every option is a departure from picking what is drawn"""

    geometry: bpy.props.EnumProperty(
        name="Geometry",
        description="Which mesh of an object is picked",
        items=(
            ("EVALUATED", "Evaluated", "What is drawn, after all modifiers"),
            (
                "CAGE",
                "Cage",
                "The original faces where the cage of edit mode, or deforming modifiers, put them",
            ),
            ("ORIGINAL", "Original", "The mesh without modifiers and shape keys"),
        ),
    )
    tolerance_px: bpy.props.IntProperty(
        name="Tolerance",
        description="How near to the cursor lines, points and the vertices and edges of a face count as under it",
        default=8,
        min=0,
        soft_max=50,
        subtype="PIXEL",
    )
    ignore_clipping: bpy.props.BoolProperty(
        name="Ignore Clipping",
        description="Pick beyond the near and far clip and outside the clipping region as well",
    )
    ignore_culling: bpy.props.BoolProperty(
        name="Ignore Backface Culling",
        description="Pick faces seen from behind although the viewport leaves them out",
    )
    true_depth: bpy.props.BoolProperty(
        name="True Depth",
        description="Pick what is nearest, even where an object is drawn In Front of it",
    )
    see_through: bpy.props.BoolProperty(
        name="See Through",
        description="Pick lines and points behind faces as well, as X-ray does",
    )
    selectable_only: bpy.props.BoolProperty(
        name="Selectable Only",
        description="Pass over objects that cannot be selected",
    )
    include_hidden: bpy.props.BoolProperty(
        name="Include Hidden",
        description="Pick hidden objects as well: switched off, excluded, outside the local view or filtered by type",
    )
    snap: bpy.props.EnumProperty(
        name="Snap",
        description="Move a hit to the nearest such place of the face or line",
        items=(
            ("OFF", "Off", "Take the place under the cursor"),
            ("VERTEX", "Vertex", "Take the nearest vertex", "SNAP_VERTEX", 1),
            ("EDGE", "Edge", "Take the nearest point of an edge", "SNAP_EDGE", 2),
            ("MIDPOINT", "Edge Center", "Take the nearest middle of an edge", "SNAP_MIDPOINT", 3),
            ("CENTER", "Face Center", "Take the center of the face", "SNAP_FACE_CENTER", 4),
        ),
    )
    empty_space: bpy.props.EnumProperty(
        name="Empty Space",
        description="What to take where nothing is hit",
        items=(
            ("OFF", "Nothing", "Take nothing, and say why there is no hit"),
            ("FLOOR", "Floor", "Take the plane of the grid", "GRID", 1),
            ("CURSOR", "3D Cursor", "Take the plane through the 3D cursor, across its Z axis", "CURSOR", 2),
        ),
    )
    ignored: bpy.props.CollectionProperty(type=PICKING_RAY_PG_object_name)
    active_ignored: bpy.props.IntProperty(name="Active Ignored Object", options={"SKIP_SAVE"})
    click_through: bpy.props.CollectionProperty(type=PICKING_RAY_PG_object_name)
    active_click_through: bpy.props.IntProperty(name="Active Clicked-Through Object", options={"SKIP_SAVE"})
    # What `api.history_texts` gives, to be kept in the file.
    history: bpy.props.StringProperty(options={"HIDDEN"})
    history_unread: bpy.props.StringProperty(options={"HIDDEN"})


class PICKING_RAY_PG_row(bpy.types.PropertyGroup):
    """A pick in a list; `name` is its own or the object's, to be searched for"""

    tooltip: bpy.props.StringProperty()
    label: bpy.props.StringProperty(
        name="Name", description="Name of the pick", get=list_rows.label, set=list_rows.set_label
    )


class PICKING_RAY_PG_rows(bpy.types.PropertyGroup):
    """The lists in the sidebar; the picks themselves are in `results` and `api.history`"""

    hits: bpy.props.CollectionProperty(type=PICKING_RAY_PG_row)
    active_hit: bpy.props.IntProperty(
        name="Active Hit",
        description="The hit whose details are shown and to which the actions apply",
        update=lambda _self, context: results.show_active(context),
    )
    history: bpy.props.CollectionProperty(type=PICKING_RAY_PG_row)
    active_history: bpy.props.IntProperty(
        name="Earlier Pick",
        description="Show an earlier pick again",
        default=-1,
        update=lambda _self, context: results.restore(context),
    )


# What a click snaps to that is to snap although the options do not.
_EVERY_SNAP = frozenset(("VERTEX", "EDGE", "MIDPOINT", "CENTER"))


def pick_options(scene, *, invert_snap=False):
    """The scene's options as the api takes them, or with the opposite of its choice of snapping."""
    options = scene.picking_ray
    snaps = frozenset((options.snap,)) - {"OFF"}
    if invert_snap:
        snaps = frozenset() if snaps else _EVERY_SNAP
    return api.PickOptions(
        geometry=options.geometry,
        tolerance_px=options.tolerance_px,
        ignore_clipping=options.ignore_clipping,
        ignore_culling=options.ignore_culling,
        true_depth=options.true_depth,
        see_through=options.see_through,
        selectable_only=options.selectable_only,
        include_hidden=options.include_hidden,
        snap=snaps | ({options.empty_space} - {"OFF"}),
        ignored=tuple(options.ignored.keys()),
        click_through=tuple(options.click_through.keys()),
    )


def install(removals):
    for owner, group in (
        (bpy.types.Scene, PICKING_RAY_PG_options),
        (bpy.types.WindowManager, PICKING_RAY_PG_rows),
    ):
        owner.picking_ray = bpy.props.PointerProperty(type=group)
        removals.callback(delattr, owner, "picking_ray")


CLASSES = (PICKING_RAY_PG_object_name, PICKING_RAY_PG_options, PICKING_RAY_PG_row, PICKING_RAY_PG_rows)
