"""What one view layer draws, held as values and brought up to date with what Blender reports."""

from dataclasses import replace
from functools import cached_property

import numpy as np

from ..core import SceneIndex
from . import changes
from .alone import looks
from .coincident import largest_reach
from .instances import drawn_alone, enumerate_drawn
from .lookup import find_object, object_key
from .nearby import covers
from .outline_table import OutlineTable
from .outlines.images import image_state
from .placements import affine_matrix, all_matrices, is_flat
from .scene_settings import scene_settings
from .shared_wires import IS_SHARED

# Beyond this many moved objects all matrices at once take less time than one by one.
_ONE_BY_ONE_MAX = 200
# What is kept of all instances, and must not be looked for among them at every pick.
OF_PLACES = ("unchanging_instances", "culled_backs")
OF_LOOKS = (
    "has_faces",
    "has_faces_in_front",
    "has_faces_to_click_through",
    "are_all_in_front",
    "are_some_in_front",
    "are_some_clicked_through",
)


class Drawn:
    """The instances of one moment, and what is made of them for picks; nothing of it refers to Blender's memory.

    Attributes
    ----------
    instances : list of Instance
    index : SceneIndex
        Over the faces of `instances`, in the same order.
    in_front, is_click_through : (n,) bool
        Of each of `instances`.
    keys : set
        What of the store its shapes are.
    """

    def __init__(self, depsgraph, view_layer, reader, visibility):
        found = enumerate_drawn(depsgraph, reader, visibility)
        self.keys = reader.keys
        self.instances = found.instances
        self._found = found
        # Reading may have made Blender report changes of nothing that is drawn.
        self._marks = changes.new_marks()
        self._settings = self._present_settings(depsgraph, view_layer) if found.is_lasting else None
        self.in_front = np.array([one.in_front for one in self.instances], dtype=bool)
        self.is_click_through = np.array([one.is_click_through for one in self.instances], dtype=bool)
        self.index = SceneIndex([(one.shape.surface.faces, one.matrix_world) for one in self.instances])

    @cached_property
    def unchanging_instances(self):
        """`instances` as a tuple, which stays what it is when objects move."""
        return tuple(self.instances)

    @cached_property
    def has_faces(self):
        """Whether there is any face, seen or only hiding what is behind it."""
        return any(one.shape.hiding.has_faces for one in self.instances)

    @cached_property
    def has_faces_in_front(self):
        """Whether any face is of an instance that is drawn in front of all others."""
        return any(one.in_front and one.shape.has_faces for one in self.instances)

    @cached_property
    def has_faces_to_click_through(self):
        """Whether any face is of an instance that is picked only where nothing else is."""
        return any(one.is_click_through and one.shape.has_faces for one in self.instances)

    @cached_property
    def are_all_in_front(self):
        """Whether there is no instance that is not drawn in front of all others."""
        return bool(self.in_front.all())

    @cached_property
    def are_some_in_front(self):
        """Whether there is an instance that is drawn in front of all others."""
        return bool(self.in_front.any())

    @cached_property
    def are_some_clicked_through(self):
        """Whether there is an instance that is picked only where nothing else is."""
        return bool(self.is_click_through.any())

    @cached_property
    def hiding(self):
        """The `SceneIndex` of the surfaces that hide what is behind them, in the order of `instances`."""
        if all(one.shape.unseen is None for one in self.instances):
            return self.index
        return SceneIndex([(one.shape.hiding.faces, one.matrix_world) for one in self.instances])

    @cached_property
    def has_outlines(self):
        """Whether there is any line or point."""
        return any(one.shape.outlines for one in self.instances)

    @cached_property
    def outlines(self):
        """The `OutlineTable` of all instances."""
        return OutlineTable(self.instances)

    @cached_property
    def reach(self):
        """How far apart two hits that lie in one place can be, never too little."""
        return largest_reach(self.instances)

    @cached_property
    def covering(self):
        """Numbers of the instances with areas that hide lines behind them."""
        return frozenset(index for index, one in enumerate(self.instances) if covers(one))

    @cached_property
    def veiled(self):
        """Numbers of the instances that hide what overlays draw behind them."""
        return [index for index, one in enumerate(self.instances) if one.shape.veil is not None]

    @cached_property
    def culled_backs(self):
        """Of each instance which triangles are not drawn from behind, as `SceneIndex` takes it."""
        return [one.culled_backs for one in self.instances]

    @property
    def surfaces(self):
        """Yield the `MeshGeometry` of each instance, and that which only hides what is behind it."""
        for one in self.instances:
            yield one.shape.surface
            yield one.shape.hiding

    @property
    def is_lasting(self):
        """Whether it can be brought up to date at all."""
        return self._found.is_lasting

    @property
    def is_out_of_date(self):
        """Whether anything may have changed, as when a file is loaded."""
        return self._marks.everything

    @cached_property
    def _alone(self):
        """Number of the instance by `session_uid`, of objects that draw themselves and place nothing."""
        placing = self._found.placing_uids
        return {
            one.object_uid: index
            for index, one in enumerate(self.instances)
            if not one.is_instance and one.is_own_object and one.object_uid not in placing
        }

    def is_brought_up_to_date(self, depsgraph, view_layer, new_reader, viewport):
        """Take in what has changed, and say whether that could be done; else all is to be put together anew.

        Parameters
        ----------
        depsgraph : bpy.types.Depsgraph
            Evaluated.
        view_layer : bpy.types.ViewLayer
        new_reader : function
            Gives a `ShapeReader` and a `Visibility` of this moment; asked only where something is to be read.
        viewport : Viewport or None
            With the visibility that this was made for, but maybe another view.
        """
        marks, found = self._marks, self._found
        if marks.everything or (marks.has_new_frame and found.depends_on_time):
            return False
        if marks.has_new_materials and found.depends_on_materials:
            return False
        if marks.has_new_settings and self._settings != self._present_settings(depsgraph, view_layer):
            return False
        touched = marks.touched_uids | found.volatile_uids | self._changed_images(viewport)
        touched.update(uid for uid in marks.moved_uids if self._looks_different(uid))
        if touched or marks.moved_uids:
            if viewport and viewport.camera_uid not in found.placing_uids:
                # Nobody sees the camera that the view looks through.
                touched.discard(viewport.camera_uid)
            if not self._place(depsgraph, marks.moved_uids - touched, touched):
                return False
            if not self._read(depsgraph, touched, new_reader):
                return False
        if not marks.is_clear:
            marks.clear()
        return True

    def _present_settings(self, depsgraph, view_layer):
        return scene_settings(view_layer, depsgraph, self._found.placing_uids)

    def _changed_images(self, viewport):
        """`session_uid` of image empties of which the view, or the image, now shows something else."""
        view = viewport.view if viewport else None
        changed = set()
        for key, matrix_world, state in self._found.images:
            obj = find_object(*key)
            if obj is None or image_state(obj, matrix_world, view) != state:
                changed.add(key[2])
        return changed

    def _looks_different(self, uid):
        key, before = self._found.looks.get(uid, (None, None))
        obj = find_object(*key) if key else None
        return obj is not None and looks(obj) != before

    def _place(self, depsgraph, moved, touched):
        """Put instances where moved objects are now; what changes with its place becomes one of `touched`."""
        if not moved.isdisjoint(self._found.placing_uids) or len(moved) > _ONE_BY_ONE_MAX:
            return self._place_all(depsgraph, touched)
        for uid in moved & self._alone.keys():
            index = self._alone[uid]
            instance = self.instances[index]
            obj = instance.object
            if not instance.is_rigid:
                touched.add(uid)
                continue
            if obj is None or not self._move(index, obj.evaluated_get(depsgraph).matrix_world):
                return False
        return True

    def _place_all(self, depsgraph, touched):
        matrices, before = all_matrices(depsgraph), self._found.entry_matrices
        if matrices.shape != before.shape:
            return False
        is_moved = (matrices != before).any(axis=(1, 2))
        before[:] = matrices
        for index, instance in enumerate(self.instances):
            if not is_moved[instance.order]:
                continue
            if not instance.is_rigid:
                if self._alone.get(instance.object_uid) != index:
                    return False
                touched.add(instance.object_uid)
            elif not self._move(index, matrices[instance.order]):
                return False
        return True

    def _move(self, index, matrix):
        matrix_world = affine_matrix(np.array(matrix, dtype=np.float64))
        if matrix_world is None:
            return False
        if IS_SHARED and is_flat(matrix_world) != is_flat(self.instances[index].matrix_world):
            # The edges of instances may come and go.
            return False
        self._put(index, replace(self.instances[index], matrix_world=matrix_world))
        return True

    def _read(self, depsgraph, touched, new_reader):
        """Read objects again of which anything may have changed."""
        if not touched:
            return True
        if not touched <= self._alone.keys():
            return False
        reader, visibility = new_reader()
        found = self._found
        for uid in touched:
            index = self._alone[uid]
            obj, order = self.instances[index].object, self.instances[index].order
            instance = drawn_alone(depsgraph, reader, visibility, obj, order) if obj is not None else None
            if instance is None:
                return False
            found.looks[uid] = object_key(obj), looks(obj)
            self._put(index, instance)
        self.keys |= reader.keys
        found.volatile_uids.difference_update(touched)
        found.volatile_uids.update(reader.volatile_uids)
        found.images[:] = [one for one in found.images if one[0][2] not in touched] + visibility.parts.images
        return True

    def _put(self, index, instance):
        """Have another instance in the place of one."""
        before = self.instances[index]
        self.instances[index] = instance
        self._found.entry_matrices[instance.order] = instance.matrix_world
        self.in_front[index] = instance.in_front
        self.is_click_through[index] = instance.is_click_through
        # None of the others depends on where an instance stands.
        looks_the_same = instance.look == before.look
        self._forget(*OF_PLACES, *(() if looks_the_same else OF_LOOKS))
        if "reach" in self.__dict__:
            self.reach = max(self.reach, largest_reach([instance]))
        if instance.shape is before.shape:
            made = [self.index, self.__dict__.get("hiding"), self.__dict__.get("outlines")]
            for one in {id(one): one for one in made if one is not None}.values():
                one.move(index, instance if one is made[2] else instance.matrix_world)
            return
        self.index.replace(index, instance.shape.surface.faces, instance.matrix_world)
        self._forget("hiding", "has_outlines", "outlines", "covering", "veiled")

    def _forget(self, *names):
        """Have these made anew when they are next asked for."""
        for name in names:
            self.__dict__.pop(name, None)
