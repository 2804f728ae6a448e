"""Operators on measures: keep what the newest picks measure, copy it, remove it."""

import bpy
from bpy.app.translations import pgettext_data as data_
from bpy.app.translations import pgettext_iface as iface_
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.app.translations import pgettext_tip as tip_

from .. import api
from .measures import kept
from .measures.kinds import KINDS
from .measures.live import CannotMeasureError, anchored_places, measured_now, pick_key, picks_for
from .measures.places import anchored
from .measures.properties import ITEMS
from .properties import pick_options
from .results import picks_of, redraw_viewports
from .units import copied_text, measure_text


def _may_keep(cls, scene):
    if scene.is_editable:
        return True
    cls.poll_message_set("This scene is linked from another file, so that nothing can be kept with it")
    return False


class PICKING_RAY_OT_measure_add(bpy.types.Operator):
    """Measure the newest picks, and keep that with the scene: it is drawn in the viewport and moves with the objects"""

    bl_idname = "picking_ray.measure_add"
    bl_label = "Measure Picks"
    bl_options = {"REGISTER", "UNDO"}

    kind: bpy.props.EnumProperty(name="Measure", description="What to measure", items=ITEMS)
    count: bpy.props.IntProperty(
        name="Picks",
        description="How many of the newest picks to take; 0 takes all since the last measure",
        min=0,
        soft_max=20,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def description(cls, _context, properties):
        text = tip_(cls.__doc__)
        if not properties.is_property_set("kind"):
            return text
        return f"{tip_(KINDS[properties.kind].description)}.\n{text}"

    @classmethod
    def poll(cls, context):
        if not _may_keep(cls, context.scene):
            return False
        if next(picks_of(context.scene), None) is None:
            cls.poll_message_set("Pick the places to measure first")
            return False
        return True

    def invoke(self, context, _event):
        if not self.properties.is_property_set("kind"):
            self.kind = context.window_manager.picking_ray_measure_kind
        return self.execute(context)

    def execute(self, context):
        scene = context.scene
        try:
            picks = picks_for(self.kind, scene, self.count)
            anchors = self._anchors(context, picks)
        except CannotMeasureError as reason:
            self.report({"WARNING"}, str(reason))
            return {"CANCELLED"}
        name = data_(KINDS[self.kind].label)
        kept.add(scene, name, self.kind, anchors, pick_key(picks[-1]))
        redraw_viewports(context.window_manager)
        found = measured_now(self.kind, anchors)
        value = measure_text(found.value, found.kind.unit, scene.unit_settings)
        self.report({"INFO"}, rpt_("{kind}: {value}").format(kind=iface_(found.kind.label), value=value))
        return {"FINISHED"}

    def draw(self, _context):
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "kind")
        if KINDS[self.kind].is_open_ended:
            layout.prop(self, "count")

    def _anchors(self, context, picks):
        if self.kind != "THICKNESS":
            return anchored_places(self.kind, picks)
        ends = api.far_side(picks[-1], options=pick_options(context.scene))
        if ends is None:
            sentence = rpt_("No thickness: there is no other side of {name} behind that place")
            raise CannotMeasureError(sentence.format(name=picks[-1].object_name))
        return [anchored(picks[-1], ends, are_current=True)]


class _MeasureAction:
    """An operator on the measures that are kept."""

    @classmethod
    def poll(cls, context):
        if not context.scene.picking_ray_measures.kept:
            cls.poll_message_set("No measure is kept in this scene")
            return False
        return True


class _ActiveMeasureAction(_MeasureAction):
    """An operator on the active one."""

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        measures = context.scene.picking_ray_measures
        if not 0 <= measures.active < len(measures.kept):
            cls.poll_message_set("Click a measure in the list first")
            return False
        return True


class PICKING_RAY_OT_measure_remove(_ActiveMeasureAction, bpy.types.Operator):
    """Remove the active measure"""

    bl_idname = "picking_ray.measure_remove"
    bl_label = "Remove Measure"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return _may_keep(cls, context.scene) and super().poll(context)

    def execute(self, context):
        measures = context.scene.picking_ray_measures
        measures.kept.remove(measures.active)
        measures.active = max(0, min(measures.active, len(measures.kept) - 1))
        _tell_of_change(context)
        return {"FINISHED"}


class PICKING_RAY_OT_measure_clear(_MeasureAction, bpy.types.Operator):
    """Remove all measures of this scene"""

    bl_idname = "picking_ray.measure_clear"
    bl_label = "Clear Measures"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return _may_keep(cls, context.scene) and super().poll(context)

    def execute(self, context):
        context.scene.picking_ray_measures.kept.clear()
        context.scene.picking_ray_measures.active = 0
        _tell_of_change(context)
        return {"FINISHED"}


class PICKING_RAY_OT_measure_copy(_ActiveMeasureAction, bpy.types.Operator):
    """Copy the value of the active measure to the clipboard, with all its digits"""

    bl_idname = "picking_ray.measure_copy"
    bl_label = "Copy Measure"

    def execute(self, context):
        measures = context.scene.picking_ray_measures
        found = kept.measured(context.scene)[measures.active]
        if found is None:
            name = measures.kept[measures.active].name
            self.report(
                {"WARNING"}, rpt_("Nothing to copy: an object of {name} no longer exists").format(name=name)
            )
            return {"CANCELLED"}
        text = copied_text(found.value, found.kind.unit, context.scene.unit_settings)
        context.window_manager.clipboard = text
        self.report({"INFO"}, rpt_("Copied {value}").format(value=text))
        return {"FINISHED"}


def _tell_of_change(context):
    kept.update()
    redraw_viewports(context.window_manager)


CLASSES = (
    PICKING_RAY_OT_measure_add,
    PICKING_RAY_OT_measure_remove,
    PICKING_RAY_OT_measure_clear,
    PICKING_RAY_OT_measure_copy,
)
