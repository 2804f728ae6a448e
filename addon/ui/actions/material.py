"""The material under the cursor for the selected objects."""

import bpy

from .. import results
from .hit import ObjectAction
from .moving import names_of

# Their materials are of another kind, which Blender keeps apart.
_STROKE_TYPES = ("GPENCIL", "GREASEPENCIL")


class PICKING_RAY_OT_copy_material(ObjectAction, bpy.types.Operator):
    """Give the selected objects the material at the picked place, in their active material slot"""

    bl_idname = "picking_ray.copy_material"
    bl_label = "Copy Material to Selection"
    bl_options = {"REGISTER", "UNDO"}

    slots: bpy.props.EnumProperty(
        name="Slots",
        description="Which material slots of the selected objects get it; where there is none, one is made",
        items=(
            ("ACTIVE", "Active", "The active slot of each object"),
            ("ALL", "All", "Every slot of each object"),
        ),
    )

    @classmethod
    def poll(cls, context):
        if not super().poll(context):
            return False
        if results.active_hit(context.window_manager).material is None:
            cls.poll_message_set("There is no material at the picked place")
            return False
        if not context.view_layer.objects.selected:
            cls.poll_message_set("Select the objects that shall get the material first")
            return False
        return True

    def execute(self, context):
        pick = results.active_hit(context.window_manager)
        material = _material(pick)
        if material is None:
            return self.refuse("The material {name} no longer exists", name=pick.material)
        targets = [obj for obj in context.selected_objects if obj != pick.object]
        if not targets:
            return self.refuse(
                "Nothing to give the material to: select an object other than the one that was hit"
            )
        left = [obj for obj in targets if not self._give(obj, material)]
        if len(left) == len(targets):
            return self.refuse(
                "{names} cannot take {material}: linked, or of another type",
                names=names_of(left),
                material=material.name,
            )
        if left:
            message = "{names} cannot take {material}: linked, or of another type; the others have it now"
            self.warn(message, names=names_of(left), material=material.name)
        else:
            self.say("{material} is given to {names}", names=names_of(targets), material=material.name)
        return {"FINISHED"}

    def _give(self, obj, material):
        """Put the material into the object's slots; False where they cannot be changed."""
        if not obj.is_editable or not hasattr(obj.data, "materials"):
            return False
        if (obj.type in _STROKE_TYPES) != material.is_grease_pencil:
            return False
        if not obj.material_slots:
            if not obj.data.is_editable:
                return False
            obj.data.materials.append(material)
            return True
        numbers = range(len(obj.material_slots)) if self.slots == "ALL" else (obj.active_material_index,)
        slots = [obj.material_slots[number] for number in numbers]
        open_slots = [slot for slot in slots if slot.link == "OBJECT" or obj.data.is_editable]
        for slot in open_slots:
            slot.material = material
        return bool(open_slots)


def _material(pick):
    """The live material of that name: the one in the slot that was hit, or any."""
    obj = pick.object
    if obj is not None and pick.material_slot is not None and pick.material_slot < len(obj.material_slots):
        material = obj.material_slots[pick.material_slot].material
        if material is not None and material.name == pick.material:
            return material
    return bpy.data.materials.get(pick.material)


CLASSES = (PICKING_RAY_OT_copy_material,)
