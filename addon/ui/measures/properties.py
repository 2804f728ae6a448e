"""How measures are kept with the scene."""

import bpy

from ..results import redraw_viewports
from .kinds import KINDS

ITEMS = tuple(
    (key, kind.label, kind.description, kind.icon, number) for number, (key, kind) in enumerate(KINDS.items())
)


def _redraw(_self, context):
    redraw_viewports(context.window_manager)


class PICKING_RAY_PG_measured_place(bpy.types.PropertyGroup):
    """A place of a measure, in the space of its object; of the world where `object_name` is empty

    Blender's own references to objects are none of ours: they count as users, so that Make Single User copies what has
    only one, and a deleted object stays in the file.
    """

    object_name: bpy.props.StringProperty(options={"HIDDEN"})
    library: bpy.props.StringProperty(options={"HIDDEN"})
    object_uid: bpy.props.IntProperty(options={"HIDDEN"})
    place: bpy.props.StringProperty(options={"HIDDEN"})


class PICKING_RAY_PG_measure(bpy.types.PropertyGroup):
    """A measure that is kept with the scene; its value is worked out from where its places are now"""

    kind: bpy.props.EnumProperty(items=ITEMS)
    places: bpy.props.CollectionProperty(type=PICKING_RAY_PG_measured_place)
    # Where the newest of its picks was, as text: with that one the picks since the last measure end.
    newest_pick: bpy.props.StringProperty(options={"HIDDEN"})


class PICKING_RAY_PG_measures(bpy.types.PropertyGroup):
    """The measures of a scene"""

    kept: bpy.props.CollectionProperty(type=PICKING_RAY_PG_measure)
    # In which the places' `object_uid`s are good: those of another time Blender has come to run are not.
    session: bpy.props.StringProperty(options={"HIDDEN"})
    active: bpy.props.IntProperty(
        name="Active Measure",
        description="The measure whose details are shown and which is copied or removed",
        update=_redraw,
    )
    are_shown: bpy.props.BoolProperty(
        name="Show Measures",
        description="Draw the measures of this scene in the 3D viewports, as long as these show overlays",
        default=True,
        update=_redraw,
    )


CLASSES = (PICKING_RAY_PG_measured_place, PICKING_RAY_PG_measure, PICKING_RAY_PG_measures)
